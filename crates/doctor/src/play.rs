//! Runs each command as a host would, with each event that its entry is for, on a copy of the project's
//! configuration and with temporary state.

pub(crate) mod answer;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use hook_installer::Kind;
use host_stand_in::Call;

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::program::unstartable;
use crate::stage::Stage;

/// The results.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) findings: Vec<Finding>,
    /// The shortest time of each hook, by its host if that is not Claude Code.
    pub(crate) took: BTreeMap<(Option<&'static str>, String), Duration>,
    /// Why nothing could be run.
    pub(crate) unknown: Option<String>,
}

/// An entry that is run.
pub(crate) struct Run<'a> {
    /// The host, if it is not Claude Code.
    pub(crate) host: Option<&'static str>,
    pub(crate) hooks: &'a [String],
    pub(crate) file: &'a Path,
    pub(crate) line: usize,
}

impl Played {
    /// Adds the result of running an entry; `judge` says what is wrong with its answer.
    pub(crate) fn add(
        &mut self,
        (facts, stage): (&Facts<'_>, &Stage),
        run: &Run<'_>,
        call: Result<Call>,
        judge: impl FnOnce(&Call) -> Vec<Finding>,
    ) {
        let found = match call {
            Ok(call) => {
                let took = answer::took(&call);
                for (hook, took) in run.hooks.iter().zip(took.into_iter().cycle()) {
                    let known = self.took.entry((run.host, hook.clone())).or_insert(took);
                    *known = took.min(*known);
                }
                judge(&call)
            }
            Err(err) => {
                let finding = Finding { check: "played", ..Finding::error(format!("{err:#}")) };
                vec![finding.fix("`tacklebox install HOOK` installs it again")]
            }
        };
        for mut finding in found {
            if finding.file.is_none() {
                finding = finding.in_file(run.file).on_line(run.line);
            }
            finding.file = finding.file.map(|file| stage.as_in_project(&file, facts.given.project));
            finding.message = stage.told(&finding.message, facts.given.project);
            // A finding without a hook is about the program, and so about all of its hooks.
            let each = match finding.hook {
                Some(_) => vec![finding],
                None => finding.of_each(run.hooks),
            };
            for finding in each {
                let is_it = |known: &Finding| {
                    (&known.message, &known.hook) == (&finding.message, &finding.hook)
                };
                if !self.findings.iter().any(is_it) {
                    self.findings.push(finding);
                }
            }
        }
    }
}

/// Runs every entry of ours that can start.
pub(crate) fn play(facts: &Facts<'_>, stage: &Stage, played: &mut Played) {
    let is_broken = |entry: &Entered| {
        let program = entry.program.as_deref();
        entry.handler.is_async || program.is_some_and(|program| unstartable(program).is_some())
    };
    for entry in facts.ours().filter(|entry| entry.handler.kind == "command") {
        if !is_broken(entry) && !stage.tells_others(&entry.hooks) {
            let (file, line) = (facts.file(entry), entry.handler.position.line);
            let run = Run { host: None, hooks: &entry.hooks, file, line };
            let judge = |call: &Call| answer::judge(call, &entry.handler, &entry.hooks);
            played.add((facts, stage), &run, stage.play(facts, entry), judge);
        }
    }
    played.findings.extend(not_played(facts));
    played.findings.extend(facts.anywhere().into_iter().filter_map(|hook| damaged(facts, hook)));
}

/// What a hook keeps that is not whole any more.
fn damaged(facts: &Facts<'_>, hook: &str) -> Option<Finding> {
    let words = (facts.given.kept)(hook)?;
    let finding = Finding {
        check: "kept",
        ..Finding::error(format!("the data of {hook} is damaged: {words}"))
    };
    Some(finding.of(hook).fix(format!("see docs/reference/{hook}.md")))
}

/// The hooks of others, which are not run here.
fn not_played(facts: &Facts<'_>) -> Option<Finding> {
    let is_foreign = |entry: &&Entered| {
        entry.hooks.is_empty() && !matches!(facts.kind(entry), Some(Kind::Managed))
    };
    let count = facts.entries.iter().filter(is_foreign).count();
    let words = match count {
        0 => return None,
        1 => "a hook that does not belong to Tacklebox was not run".to_owned(),
        _ => format!("{count} hooks that do not belong to Tacklebox were not run"),
    };
    let fix = "`tacklebox hooklint --settings FILE` shows what they answer";
    Some(Finding { check: "foreign", ..Finding::note(words).fix(fix) })
}
