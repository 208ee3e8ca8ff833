//! Detects which host sent a payload, and translates its names into ours.

use crate::event_name::EventName;
use crate::fields::Fields;
use crate::host::{Description, HOSTS, Host, Mark};

/// Detects the host by the fields of its payload.
pub(crate) fn detect(fields: &Fields) -> Host {
    // Most payloads come from Claude Code, which these two look-ups detect.
    if fields.has("prompt_id") && !fields.has("timestamp") {
        return Host::ClaudeCode;
    }
    let row = HOSTS.iter().find(|row| is_sender(row, fields));
    match row {
        Some(row) => row.host,
        // Claude Code sends both with every event.
        None if fields.has("session_id") || fields.has("transcript_path") => Host::ClaudeCode,
        None => Host::Unknown,
    }
}

/// Chooses between the host that the command names and the detected one. The command wins, except
/// that only the payload shows whether Copilot uses its own event names or Claude's.
pub(crate) fn of_two(said: Option<Host>, detected: Host) -> Host {
    match (said, detected) {
        (Some(Host::Copilot), Host::CopilotOwn) => Host::CopilotOwn,
        (Some(said), _) => said,
        (None, detected) => detected,
    }
}

/// Renames the fields of a payload to ours and returns its event; `None` if the payload does not
/// name one.
pub(crate) fn translate(fields: &mut Fields) -> Option<EventName> {
    let row = fields.host().description();
    // Before fields are renamed.
    let nameless = row.nameless.iter().find(|(field, _)| fields.has(field));
    for (theirs, ours) in row.fields {
        fields.rename(theirs, ours);
    }
    let Some(sent) = fields.words("hook_event_name") else {
        return nameless.map(|(_, ours)| EventName::from((*ours).to_owned()));
    };
    Some(match row.our_event(&sent) {
        Some(ours) => EventName::from(ours.to_owned()),
        None if row.host == Host::Unknown => of_any_spelling(sent),
        None => EventName::from(sent),
    })
}

/// Whether the payload has all marks of one of the sets.
fn is_sender(row: &Description, fields: &Fields) -> bool {
    row.told_by.iter().any(|marks| marks.iter().all(|mark| is_in(*mark, fields)))
}

fn is_in(mark: Mark, fields: &Fields) -> bool {
    let word = |field| fields.peek(field).unwrap_or_default();
    match mark {
        Mark::Has(field) => fields.has(field),
        Mark::Lacks(field) => !fields.has(field),
        Mark::Is(field, words) => words.contains(&word(field).as_str()),
        Mark::Says(field, letters) => word(field).contains(letters),
    }
}

/// An event in the spelling of any host, such as `pre_tool_use` or `before-tool`. An unknown name
/// is kept.
fn of_any_spelling(sent: String) -> EventName {
    let sent_letters = letters(&sent);
    let is_meant = |name: &str| letters(name) == sent_letters;
    let known = EventName::KNOWN.into_iter().find(|known| is_meant(known));
    let elsewhere = || {
        let mut events = HOSTS.iter().flat_map(|row| row.events);
        events.find(|(theirs, _)| is_meant(theirs)).map(|(_, ours)| *ours)
    };
    EventName::from(known.or_else(elsewhere).map_or(sent, str::to_owned))
}

/// The letters of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_in_any_spelling() {
        for (sent, ours) in [
            ("pre_tool_use", "PreToolUse"),
            ("PRE-TOOL-USE", "PreToolUse"),
            ("before_tool", "PreToolUse"),
            ("afterAgent", "Stop"),
            ("tool.guess", "tool.guess"),
        ] {
            assert_eq!(of_any_spelling(sent.to_owned()).as_str(), ours, "{sent}");
        }
    }
}
