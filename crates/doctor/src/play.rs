//! Each command run as a host would run it, over an event of each kind that it is entered for, in a
//! copy of what configures the project and with a state that is thrown away.

pub(crate) mod answer;

use std::collections::BTreeMap;
use std::time::Duration;

use claude_settings::Handler;
use hook_installer::Kind;
use host_stand_in::Call;

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::input::Foreign;
use crate::matcher::{read, subjects};
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

/// Plays what can be started. `is_broken` are the entries of which it is known already.
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
    let is_rewriter = |entry: &&Entered| {
        let mut hooks = entry.hooks.iter();
        entry.handler.event == "PreToolUse" && hooks.any(|hook| (facts.given.about)(hook).rewrites)
    };
    let mut rewriters: Vec<&Entered> = facts.ours().filter(is_rewriter).collect();
    for entry in facts.entries.iter().filter(|entry| entry.handler.kind == "command") {
        match (entry.hooks.is_empty(), facts.given.foreign) {
            (false, _) if !is_broken(entry) && !stage.is_heard_outside(entry) => {
                ours(facts, &stage, entry, &mut played);
            }
            (true, Foreign::Played) => {
                if let Some(call) = of_others(facts, entry) {
                    played.findings.extend(foreign(facts, entry, &call));
                    if answer::rewrites(&call) {
                        rewriters.push(entry);
                    }
                }
            }
            _ => {}
        }
    }
    played.findings.extend(not_played(facts));
    played.findings.extend(two_rewriters(facts, &rewriters));
    played.findings.extend(facts.anywhere().into_iter().filter_map(|hook| damaged(facts, hook)));
    played.findings.dedup();
    played
}

/// Everything that is wrong with an answer.
pub(crate) fn judged(call: &Call, handler: &Handler, hooks: &[String]) -> Vec<Finding> {
    answer::judge(call, handler, hooks)
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
            vec![finding.fix("`tacklebox install HOOK` puts the program back")]
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

/// What somebody else's hook says to an event about which nobody has to say anything.
fn foreign(facts: &Facts<'_>, entry: &Entered, call: &Call) -> Option<Finding> {
    let word = answer::decision(call)?;
    let message = format!("a hook that is not ours answers `{word}` to a neutral event");
    let finding = Finding::warning(message).in_file(facts.file(entry));
    let finding = finding.on_line(entry.handler.position.line);
    Some(Finding { check: "foreign", ..finding }.fix("look whether it is to decide for all calls"))
}

fn of_others(facts: &Facts<'_>, entry: &Entered) -> Option<Call> {
    Stage::empty(facts.given).ok()?.play(facts, entry).ok()
}

/// Two that rewrite the input of one tool: which of them wins is a matter of time.
fn two_rewriters(facts: &Facts<'_>, rewriters: &[&Entered]) -> Option<Finding> {
    let mut pairs = rewriters
        .iter()
        .enumerate()
        .flat_map(|(at, one)| rewriters.iter().skip(at + 1).map(move |other| (*one, *other)));
    let (_, other, tool) = pairs.find_map(|(one, other)| {
        let [first, second] = [one, other].map(|it| read(it.handler.matcher.as_deref()));
        let is_common = |tool: &&&str| first.reaches(tool) && second.reaches(tool);
        let is_one = one.handler.is_same(&other.handler);
        let tool = subjects("PreToolUse").iter().find(is_common).filter(|_| !is_one)?;
        Some((one, other, *tool))
    })?;
    let message = format!("two hooks rewrite the input of {tool}: the last to finish wins");
    let finding = Finding { check: "rewriters", ..Finding::warning(message) };
    let finding = finding.in_file(facts.file(other)).on_line(other.handler.position.line);
    Some(finding.fix("take one of the two out, or give them matchers that do not meet"))
}

/// What a hook keeps that is not whole any more.
fn damaged(facts: &Facts<'_>, hook: &str) -> Option<Finding> {
    let words = (facts.given.kept)(hook)?;
    let finding =
        Finding { check: "kept", ..Finding::error(format!("what {hook} keeps: {words}")) };
    Some(finding.of(hook).fix("the page of the hook says what to do with it"))
}

/// The hooks of others, where nobody has said that they may be run.
fn not_played(facts: &Facts<'_>) -> Option<Finding> {
    let is_foreign = |entry: &&Entered| {
        entry.hooks.is_empty() && !matches!(facts.kind(entry), Some(Kind::Managed))
    };
    let count = facts.entries.iter().filter(is_foreign).count();
    let is_named = facts.given.foreign == Foreign::Named && count > 0;
    let words = match count {
        1 => "a hook that is not ours was not run: what it decides is not known".to_owned(),
        _ => format!("{count} hooks that are not ours were not run: what they decide is not known"),
    };
    let note = Finding::note(words).fix("`tacklebox doctor --play-foreign` runs each once");
    is_named.then_some(Finding { check: "foreign", ..note })
}
