//! Runs each command as a host would, with each event that its entry is for, on a copy of the project's
//! configuration and with temporary state.

pub(crate) mod answer;

use std::collections::BTreeMap;
use std::time::Duration;

use hook_installer::Kind;

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::stage::Stage;

/// What came of it.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) findings: Vec<Finding>,
    /// The shortest time that a hook took.
    pub(crate) took: BTreeMap<String, Duration>,
    /// The hooks that could not be played, and why.
    pub(crate) unknown: BTreeMap<String, String>,
}

/// Runs every entry that can start; `is_broken` names those that are known not to.
pub(crate) fn play(facts: &Facts<'_>, is_broken: impl Fn(&Entered) -> bool) -> Played {
    let mut played = Played::default();
    let stage = match Stage::set(facts.given) {
        Ok(stage) => stage,
        Err(err) => {
            let hooks = facts.installed().into_iter();
            played.unknown = hooks.map(|hook| (hook.to_owned(), format!("{err:#}"))).collect();
            return played;
        }
    };
    for entry in facts.ours().filter(|entry| entry.handler.kind == "command") {
        if !is_broken(entry) && !stage.tells_others(&entry.hooks) {
            ours(facts, &stage, entry, &mut played);
        }
    }
    played.findings.extend(not_played(facts));
    played.findings.extend(facts.anywhere().into_iter().filter_map(|hook| damaged(facts, hook)));
    played.findings.dedup();
    played
}

fn ours(facts: &Facts<'_>, stage: &Stage, entry: &Entered, played: &mut Played) {
    let handler = &entry.handler;
    let found = match stage.play(facts, entry) {
        Ok(call) => {
            if let Some(took) = answer::took(&call) {
                for hook in &entry.hooks {
                    let known = played.took.entry(hook.clone()).or_insert(took);
                    *known = took.min(*known);
                }
            }
            answer::judge(&call, handler, &entry.hooks)
        }
        Err(err) => {
            let finding = Finding { check: "played", ..Finding::error(format!("{err:#}")) };
            vec![finding.fix("`tacklebox install HOOK` installs it again")]
        }
    };
    for mut finding in found {
        if finding.file.is_none() {
            finding = finding.in_file(facts.file(entry)).on_line(handler.position.line);
        }
        finding.file = finding.file.map(|file| stage.as_in_project(&file, facts.given.project));
        finding.message = stage.told(&finding.message, facts.given.project);
        // What no hook is named for is the program's, and so that of all of its hooks.
        let each = match finding.hook {
            Some(_) => vec![finding],
            None => finding.of_each(&entry.hooks),
        };
        for finding in each {
            let is_it = |known: &Finding| {
                (&known.message, &known.hook) == (&finding.message, &finding.hook)
            };
            if !played.findings.iter().any(is_it) {
                played.findings.push(finding);
            }
        }
    }
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
        1 => "a hook that is not ours was not run".to_owned(),
        _ => format!("{count} hooks that are not ours were not run"),
    };
    let fix = "`tacklebox hooklint --settings FILE` shows what they answer";
    Some(Finding { check: "foreign", ..Finding::note(words).fix(fix) })
}
