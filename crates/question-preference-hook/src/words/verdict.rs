//! What becomes of a question, and why.

use std::fmt;

use hook_runtime::one_line;

use crate::decide::answer_method::{Way, Why};
use crate::decide::{Ask, Silent};
use crate::gather::session_kind::SessionKind;

/// In characters.
const MAX_LABEL: usize = 60;

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPreference => f.write_str("no preference is set"),
            Self::Always(origin) => write!(f, "preference always-ask ({origin})"),
            Self::NotUnderstood(origin, malformed) => {
                write!(f, "invalid preference ({origin}): {}", malformed.0)
            }
            Self::Expired(origin) => write!(f, "the preference has expired ({origin})"),
            Self::OneWay => f.write_str("the registry sets `door: one-way`"),
            Self::SeveralMarkers => f.write_str("it has markers of several questions"),
            Self::UnknownOption(at, label) => {
                let label = one_line(label, MAX_LABEL);
                write!(f, "option {} ({label}) is not in the registry", at + 1)
            }
            Self::Unbound => f.write_str("its preference is not bound to any options yet"),
            Self::Changed(difference) => difference.fmt(f),
            Self::BoundLater => f.write_str("its preference was saved by a newer tacklebox"),
            Self::MultiSelect => f.write_str("several options may be chosen"),
            Self::NothingRecommended => f.write_str("no option is recommended"),
            Self::Unclear(why) => f.write_str(why),
            Self::NotOffered(label) => {
                write!(f, "`{label}` is not one of the options, or is there twice")
            }
            Self::TooMany => {
                f.write_str("the saved answer has several options, but only one may be chosen")
            }
            Self::Ambiguous => f.write_str("the saved answer is ambiguous here"),
        }
    }
}

impl fmt::Display for Silent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incomplete => f.write_str("part of the call is invalid"),
            Self::SameQuestion => f.write_str("two questions have the same text"),
            Self::Asked(places) => {
                let places: Vec<_> = places.iter().map(|at| (at + 1).to_string()).collect();
                write!(f, "question {} has to be asked", places.join(", "))
            }
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Answer => "answer: the tool returns the answer",
            Self::Deny(Why::Configured) => "deny: `strategy` says so",
            Self::Deny(Why::Proxy) => "deny: a proxy may not read answers (`mcp_answers`)",
            Self::Deny(Why::Host) => "deny: this host may not accept answers from a hook",
        })
    }
}

impl fmt::Display for SessionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interactive => "interactive",
            Self::Headless => "headless",
            Self::Spawned => "spawned",
        })
    }
}
