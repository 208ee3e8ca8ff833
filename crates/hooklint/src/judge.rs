//! What all runs of a hook tell together.

mod anomalies;
mod decisions;
mod traces;

use std::collections::BTreeMap;

use claude_settings::check;

use crate::finding::{DOCS, Finding, Level, rank};
use crate::hook::Hook;
use crate::survey::{Seen, Survey};
use reply_rules::SEEN_BOTH;

/// Everything that was found of a hook, in the order of [`IDS`](crate::IDS).
pub(crate) fn findings(hook: &Hook, survey: &Survey) -> Vec<Finding> {
    let mut found = of_each(survey);
    found.extend(no_match(hook));
    found.extend(decisions::found(hook, survey));
    found.extend(anomalies::found(survey));
    found.extend(traces::found(survey));
    for finding in &mut found {
        finding.hook = Some(hook.name());
    }
    found.sort_by_key(|finding| rank(finding.id));
    found
}

/// What a host drops of a settings file.
pub(crate) fn of_settings(text: &str) -> Vec<Finding> {
    let found = check(text).into_iter().map(|found| Finding {
        id: "settings",
        level: Level::Finding,
        hook: None,
        places: vec![found.position.to_string()],
        sent: "the settings file".to_owned(),
        came: found.problem.clone(),
        host: found.effect.to_string(),
        known: SEEN_BOTH,
    });
    found.collect()
}

/// A matcher for which the host would never start the hook.
fn no_match(hook: &Hook) -> Option<Finding> {
    let (event, matcher) = (hook.event.as_deref()?, hook.matcher.as_deref()?);
    let what = match event {
        "SessionStart" => "source",
        "Notification" => "type",
        _ => "tool",
    };
    let is_reached = doctor::matcher(Some(matcher)).reaches_any(event);
    (!is_reached).then(|| Finding {
        id: "no-match",
        level: Level::Finding,
        hook: None,
        places: vec![format!("{event} {matcher}")],
        sent: "nothing".to_owned(),
        came: format!("no known {what} matches `{matcher}`"),
        host: "never starts the hook".to_owned(),
        known: DOCS,
    })
}

/// The faults of each answer in an ordinary session, those of one kind together.
fn of_each(survey: &Survey) -> Vec<Finding> {
    let mut found: BTreeMap<&'static str, Finding> = BTreeMap::new();
    for seen in survey.ordinary() {
        for fault in &seen.reply.faults {
            let finding = found.entry(fault.id).or_insert_with(|| {
                finding(fault.id, seen, fault.came.clone(), &fault.host, fault.known)
            });
            add_place(finding, seen);
        }
    }
    found.into_values().collect()
}

/// A fault that what was `seen` shows.
fn finding(
    id: &'static str,
    seen: &Seen,
    came: impl Into<String>,
    host: &str,
    known: &'static str,
) -> Finding {
    Finding {
        id,
        level: Level::Finding,
        hook: None,
        places: vec![seen.probe.place()],
        sent: format!("{}: {}", seen.probe.place(), seen.probe.what),
        came: came.into(),
        host: host.to_owned(),
        known,
    }
}

fn note(found: Finding) -> Finding {
    Finding { level: Level::Note, ..found }
}

fn add_place(finding: &mut Finding, seen: &Seen) {
    let place = seen.probe.place();
    if !finding.places.contains(&place) {
        finding.places.push(place);
    }
}

/// One fault of all that is seen here; `None` where nothing is.
fn together<'s>(
    seen: impl IntoIterator<Item = &'s Seen>,
    make: impl FnOnce(&'s Seen) -> Finding,
) -> Option<Finding> {
    let mut seen = seen.into_iter();
    let mut finding = make(seen.next()?);
    seen.for_each(|more| add_place(&mut finding, more));
    Some(finding)
}
