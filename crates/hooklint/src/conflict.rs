//! What two hooks of one settings file do to the same call.

use crate::finding::{Finding, Level};
use crate::hook::Hook;
use crate::survey::{Seen, Survey};
use reply_rules::{Effect, SEEN_BOTH};

/// What stands between each two of the hooks.
pub(crate) fn between(hooks: &[Hook], surveys: &[Survey]) -> Vec<Finding> {
    let all: Vec<(&Hook, &Survey)> = hooks.iter().zip(surveys).collect();
    let mut found: Vec<Finding> = Vec::new();
    for (at, (one, first)) in all.iter().enumerate() {
        for (other, second) in all.iter().skip(at + 1).filter(|(other, _)| !is_same(one, other)) {
            let names = format!("`{}` and `{}`", one.name(), other.name());
            for seen in first.ordinary() {
                let same = |it: &&Seen| {
                    it.probe.place() == seen.probe.place() && it.probe.what == seen.probe.what
                };
                let Some(theirs) = second.ordinary().find(same) else { continue };
                let Some((id, came, host)) = conflict(seen, theirs) else { continue };
                let came = format!("{names} {came}");
                let place = seen.probe.place();
                match found.iter_mut().find(|known| known.id == id && known.came == came) {
                    Some(known) if known.places.contains(&place) => {}
                    Some(known) => known.places.push(place),
                    None => found.push(Finding {
                        id,
                        level: Level::Finding,
                        hook: None,
                        sent: format!("{place}: {}", seen.probe.what),
                        places: vec![place],
                        came,
                        host: host.to_owned(),
                        known: SEEN_BOTH,
                    }),
                }
            }
        }
    }
    found
}

/// A host takes the same command on the same event for one hook, and runs it once.
fn is_same(one: &Hook, other: &Hook) -> bool {
    (&one.form, &one.event) == (&other.form, &other.event)
}

fn conflict(one: &Seen, other: &Seen) -> Option<(&'static str, &'static str, &'static str)> {
    let both = |effect: Effect| {
        one.reply.effects.contains(&effect) && other.reply.effects.contains(&effect)
    };
    let apart = |this: Effect, that: Effect| {
        let pairs = [(one, other), (other, one)];
        pairs
            .iter()
            .any(|(a, b)| a.reply.effects.contains(&this) && b.reply.effects.contains(&that))
    };
    if both(Effect::Rewrite) && one.probe.subject == "AskUserQuestion" {
        let host = "the answer of the hook that finishes last counts";
        return Some(("two-answers", "both answer the question", host));
    }
    if both(Effect::Rewrite) {
        let host = "the rewrite of the hook that finishes last counts";
        return Some(("two-rewriters", "both rewrite the input", host));
    }
    let host = "deny wins over allow: the call is denied";
    apart(Effect::Allow, Effect::Deny).then_some((
        "allow-and-deny",
        "allow and deny the same call",
        host,
    ))
}
