//! How a hook reacts to unusual input.

use super::decisions::unsteady;
use super::{finding, note};
use crate::finding::{Finding, HERE};
use crate::probe::Kind;
use crate::survey::{Seen, Survey};
use reply_rules::{Fault, SEEN_BOTH, shown};

pub(super) fn found(survey: &Survey) -> Vec<Finding> {
    let Some(usual) = survey.focus() else { return Vec::new() };
    let mut found: Vec<Finding> = not_run(survey).into_iter().collect();
    if failure(usual).is_some() {
        return found;
    }
    found.extend(broken(survey, usual));
    let odd = survey.of(&[Kind::Huge, Kind::Awkward, Kind::NoTranscript]);
    found.extend(odd.filter_map(|seen| changed(survey, seen, usual)));
    found
}

/// By which fault a run has failed; `None` where it came to an orderly end.
fn failure(seen: &Seen) -> Option<&Fault> {
    const FAILURES: [&str; 4] = ["crash", "hang", "accidental-block", "missing-program"];
    // A program that says what is wrong and ends with 1 has read its input.
    let is_orderly = |fault: &Fault| fault.came.starts_with("exit code 1,");
    let fails = |fault: &&Fault| {
        FAILURES.contains(&fault.id) || (fault.id == "exit-status" && !is_orderly(fault))
    };
    seen.reply.faults.iter().find(fails)
}

/// What comes of a failure, said of a hook that denies as well.
fn after(fault: &Fault, usual: &Seen) -> String {
    if usual.reply.guards() && fault.id != "accidental-block" {
        format!("{}; calls that the hook would deny pass", fault.host)
    } else {
        fault.host.clone()
    }
}

fn broken(survey: &Survey, usual: &Seen) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for seen in survey.of(&[Kind::Broken, Kind::Odd]) {
        let is_unreadable = seen.probe.kind != Kind::Odd;
        let says = seen.reply.says();
        let mut one = match failure(seen) {
            Some(fault) => {
                finding("broken-input", seen, &fault.came, &after(fault, usual), fault.known)
            }
            None if is_unreadable && seen.reply.guards() => {
                let host = "if the event cannot be read, every call is denied";
                note(finding("denies-broken", seen, says, host, SEEN_BOTH))
            }
            None if is_unreadable && usual.reply.guards() => {
                let host = "if the event cannot be read, calls that the hook would deny pass";
                note(finding("fails-open", seen, says, host, SEEN_BOTH))
            }
            None => continue,
        };
        one.places = vec![seen.probe.what.clone()];
        match found.iter_mut().find(|known| known.id == one.id) {
            Some(known) => known.places.append(&mut one.places),
            None => found.push(one),
        }
    }
    found
}

/// A run that has failed, or has another outcome than the usual one.
fn changed(survey: &Survey, seen: &Seen, usual: &Seen) -> Option<Finding> {
    let id = match seen.probe.kind {
        Kind::Huge => "huge-input",
        Kind::Awkward => "awkward-path",
        _ => "no-transcript",
    };
    if let Some(fault) = failure(seen) {
        return Some(finding(id, seen, &fault.came, &after(fault, usual), fault.known));
    }
    let (is, was) = (seen.reply.says(), usual.reply.says());
    let differs = is != was || seen.ran.call.end != usual.ran.call.end;
    (differs && unsteady(survey).is_none()).then(|| {
        let stderr = match seen.ran.stderr.trim() {
            "" => String::new(),
            words => format!("; stderr: {}", shown(words)),
        };
        let host = if usual.reply.guards() && !seen.reply.guards() {
            "a call that it would deny passes silently"
        } else {
            "the same call has another outcome"
        };
        let found = finding(id, seen, format!("{is} instead of {was}{stderr}"), host, HERE);
        // Nobody relies on what a hook tells about so large an event.
        let is_harmless = seen.probe.kind == Kind::Huge && !usual.reply.guards();
        if is_harmless { note(found) } else { found }
    })
}

fn not_run(survey: &Survey) -> Option<Finding> {
    let seen = survey.seen.first().filter(|_| survey.not_run > 0)?;
    let runs = if survey.not_run == 1 { "run was" } else { "runs were" };
    let came = format!("{} {runs} skipped because earlier runs did not end", survey.not_run);
    Some(note(finding("not-run", seen, came, "unknown", HERE)))
}
