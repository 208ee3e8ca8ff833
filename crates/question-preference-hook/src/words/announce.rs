//! The line that a session is told of what is answered ahead.

use crate::config::preferences::Preference;
use crate::config::registry::Registry;
use crate::decide::preference_state::{Effect, Listed};

/// How many ids are named.
const MAX_IDS: usize = 20;

/// Which questions are answered ahead and which are always asked; `None` where
/// there are none. Ids and our own words only: a note or a label might be read
/// as an instruction.
pub(crate) fn line(registry: &Registry, listed: &[Listed<'_>]) -> Option<String> {
    let (mut answered, mut asked, mut by_wording) = (Vec::new(), Vec::new(), 0);
    for Listed { id, entry, effect, .. } in listed {
        match entry {
            Ok(entry) if *effect == Effect::InForce => match entry.preference {
                Preference::AlwaysAsk if id.is_hash() => {}
                Preference::AlwaysAsk => asked.push(id.to_string()),
                _ if id.is_hash() => by_wording += 1,
                _ => answered.push(format!("{id} ({})", entry.preference)),
            },
            _ => {}
        }
    }
    let mut parts = Vec::new();
    if !answered.is_empty() {
        parts.push(format!("answered in advance by the person: {}", some(&answered)));
    }
    if by_wording > 0 {
        parts.push(format!("{by_wording} answered in advance by exact wording"));
    }
    if !asked.is_empty() {
        parts.push(format!("always asked: {}", some(&asked)));
    }
    if parts.is_empty() {
        return None;
    }
    let marker = match registry.marker_prefixes.first() {
        Some(prefix) if !answered.is_empty() => {
            format!(
                " To ask one of these, put <{prefix}:ID> into the question and keep its options."
            )
        }
        _ => String::new(),
    };
    Some(format!("[questions] {}.{marker}", parts.join("; ")))
}

fn some(names: &[String]) -> String {
    let shown = names.get(..MAX_IDS).unwrap_or(names).join(", ");
    match names.len().checked_sub(MAX_IDS) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}
