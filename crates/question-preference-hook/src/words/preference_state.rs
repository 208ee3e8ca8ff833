//! Preferences, and what they come to, as a person reads it.

use std::fmt;
use std::time::SystemTime;

use hook_runtime::{Ctx, one_line};

use crate::config::binding::Binding;
use crate::config::preferences::{Entry, Preference};
use crate::decide::preference_state::{Effect, Inert};

/// In characters, of a label.
const MAX_WORDS: usize = 100;

/// A preference as a person reads it: its name, and what is to be taken.
pub(crate) fn value(preference: &Preference) -> String {
    match preference {
        Preference::Answer(labels) => format!("answer {}", quoted(labels)),
        _ => preference.to_string(),
    }
}

/// Labels as a person reads them.
pub(crate) fn quoted(labels: &[String]) -> String {
    let labels = labels.iter().map(|label| format!("\"{}\"", one_line(label, MAX_WORDS)));
    labels.collect::<Vec<_>>().join(", ")
}

/// When and where an entry is in force, if not always.
pub(crate) fn limits(ctx: &Ctx, entry: &Entry) -> Vec<String> {
    let expires = entry.expires.map(|time| format!("until {}", ctx.local(time)));
    let bound = match &entry.binding {
        Binding::None | Binding::Later => None,
        Binding::Any => Some("any options".to_owned()),
        Binding::To(options) => Some(format!("options {options}")),
    };
    [expires, bound].into_iter().flatten().collect()
}

/// A moment as a program reads it.
pub(crate) fn moment(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InForce => f.write_str("in force"),
            Self::Never(why) => write!(f, "asked: {}", one_line(&why.to_string(), MAX_WORDS)),
            Self::Unbound => f.write_str("asked: not bound to any options yet"),
            Self::Expired => f.write_str("asked: expired"),
            Self::NotUnderstood(why) => {
                write!(f, "invalid: {}", one_line(why, MAX_WORDS))
            }
            Self::Hidden => f.write_str("overridden by the project"),
        }
    }
}

impl fmt::Display for Inert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneWay => f.write_str("the registry sets `door: one-way`"),
            Self::NotAnOption(label) => write!(f, "`{label}` is not one of its options"),
        }
    }
}
