//! Whether the person can be asked.

use std::fmt;

use hook_protocol::PermissionMode;

/// Whether a question would reach the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// It would.
    Possible,
    /// It would not.
    Pointless(Absence),
}

/// Why a question would not reach the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The mode lets everything pass.
    Bypassed,
    /// A machine answers.
    Automatic,
    /// The mode shows no prompts.
    NeverAsked,
    /// The host says that nobody attends.
    Unattended,
}

/// Whether the person can be asked in a session: not where the mode answers for them, nor where the
/// host says that nobody attends. `env` looks up an
/// environment variable that is set and not empty.
pub fn asking(mode: Option<&PermissionMode>, env: impl Fn(&str) -> Option<String>) -> Asking {
    match mode {
        Some(PermissionMode::BypassPermissions) => {
            return Asking::Pointless(Absence::Bypassed);
        }
        Some(PermissionMode::Auto) => return Asking::Pointless(Absence::Automatic),
        Some(PermissionMode::DontAsk) => return Asking::Pointless(Absence::NeverAsked),
        _ => {}
    }
    let is_no = |value: String| matches!(value.as_str(), "0" | "false");
    match env("CLAUDE_CODE_SESSION_ATTENDED").map(is_no) {
        Some(true) => Asking::Pointless(Absence::Unattended),
        _ => Asking::Possible,
    }
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bypassed => "permissions are bypassed in this session",
            Self::Automatic => "a machine answers the permission prompts of this session",
            Self::NeverAsked => "this session shows no permission prompts",
            Self::Unattended => "nobody attends this session",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_asked_where_one_answers() {
        use PermissionMode::{AcceptEdits, Auto, BypassPermissions, Default, DontAsk, Plan};
        let check = |mode: Option<PermissionMode>, attended: Option<&str>, expected: bool| {
            let env = |name: &str| {
                assert_eq!(name, "CLAUDE_CODE_SESSION_ATTENDED");
                attended.map(str::to_owned)
            };
            let found = asking(mode.as_ref(), env) == Asking::Possible;
            assert_eq!(found, expected, "{mode:?} {attended:?}");
        };
        for attended in [None, Some("1")] {
            check(None, attended, true);
            for mode in [Default, AcceptEdits, Plan] {
                check(Some(mode), attended, true);
            }
            for mode in [BypassPermissions, Auto, DontAsk] {
                check(Some(mode), attended, false);
            }
        }
        check(Some(Default), Some("0"), false);
        check(None, Some("false"), false);
    }
}
