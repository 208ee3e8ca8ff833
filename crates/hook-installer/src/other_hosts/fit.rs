//! What a hook can do on a host.

use claude_settings::HostHook;
use hook_protocol::{Description, Part};

use crate::error::InstallError;
use crate::offer::Offer;

/// A template that says nothing of time.
const DEFAULT_TIMEOUT: u32 = 5;

/// A hook as a host is told of it, and what is lost there.
#[derive(Debug)]
pub(crate) struct Fit {
    pub(crate) hook: HostHook,
    /// The events on which it is not asked, since the host has none of them.
    pub(crate) lost: Vec<String>,
    /// Why it could not do anything there.
    pub(crate) refusal: Option<String>,
}

/// What `offer` can do on the host of `row`.
///
/// # Errors
/// When the offer is no template.
pub(crate) fn fit(offer: &Offer, row: &Description) -> Result<Fit, InstallError> {
    let known = row.setup.map_or(&[][..], |setup| setup.events);
    let wanted = offer.timeouts()?;
    let (heard, lost): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|(event, _)| known.contains(&event.as_str()));
    let theirs = |event: &str| row.event_of(event).to_owned();
    let short = row.setup.map_or(&[][..], |setup| setup.short);
    let most = |event: &str| short.iter().find(|(it, _)| *it == event).map(|(_, most)| *most);
    let time = |event: &str, time: Option<u32>| {
        time.unwrap_or(DEFAULT_TIMEOUT).min(most(event).unwrap_or(u32::MAX))
    };
    let events = heard.iter().map(|(event, wanted)| (theirs(event), time(event, *wanted)));
    let hook = HostHook { hook: offer.hook.clone(), events: events.collect() };
    let lost = lost.into_iter().map(|(event, _)| event).collect();
    let refusal = refusal(offer, row, &hook);
    Ok(Fit { hook, lost, refusal })
}

/// Nothing that the hook is for can be done, or none of its events happens.
fn refusal(offer: &Offer, row: &Description, hook: &HostHook) -> Option<String> {
    let (name, host) = (&offer.hook, row.name);
    if hook.events.is_empty() {
        return Some(format!(
            "{name} would have no effect on {host}, which has none of its events"
        ));
    }
    let needs: Vec<(&str, &str)> =
        offer.needs.split('|').filter_map(|need| need.trim().split_once(' ')).collect();
    let is_met = |(event, part): &(&str, &str)| {
        part_of(part).is_some_and(|part| row.takes(event, part))
            && hook.events.iter().any(|(heard, _)| heard == row.event_of(event))
    };
    if needs.is_empty() || needs.iter().any(is_met) {
        return None;
    }
    let lacks: Vec<String> =
        needs.iter().map(|(event, part)| format!("{} on {event}", words_of(part))).collect();
    let lacks = lacks.join(", or ");
    Some(format!("{name} would have no effect on {host}, which accepts no {lacks}"))
}

/// The part of a reply that a manifest names.
fn part_of(word: &str) -> Option<Part> {
    Some(match word {
        "deny" => Part::Deny,
        "context" => Part::Context,
        "block" => Part::Block,
        _ => return None,
    })
}

fn words_of(part: &str) -> &str {
    if part == "deny" { "denial" } else { part }
}
