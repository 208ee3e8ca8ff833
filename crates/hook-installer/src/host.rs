//! The version of the client that runs hooks, and what it knows.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long a client may take to say its version.
const MAX_VERSION: Duration = Duration::from_secs(5);

/// The version of a client, such as 2.1.330.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostVersion(pub u32, pub u32, pub u32);

impl HostVersion {
    /// Up to here `args` is known to be ignored.
    pub const LAST_WITHOUT_ARGS: Self = Self(2, 1, 112);
    /// From here on there is `onFailure`.
    pub const FIRST_WITH_ON_FAILURE: Self = Self(2, 1, 295);

    /// From here on there is `PreSkillShellCommand`.
    const FIRST_WITH_SKILL_COMMANDS: Self = Self(2, 1, 332);

    /// Whether this client has an event. Of one that it does not have it ignores the entries.
    pub fn has(self, event: &str) -> bool {
        event != "PreSkillShellCommand" || self >= Self::FIRST_WITH_SKILL_COMMANDS
    }

    /// What the client on the path says of itself.
    pub fn asked() -> Option<Self> {
        let words = ["claude", "--version"].map(str::to_owned);
        timed_command::output(&words, None, MAX_VERSION).ok()?.parse().ok()
    }
}

impl FromStr for HostVersion {
    type Err = String;

    /// Reads the first three numbers of what a client says of itself.
    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let numbers: Vec<u32> = word.split('.').map_while(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            [major, minor, patch] => Ok(Self(*major, *minor, *patch)),
            _ => Err(format!("{word:?} is not a version such as 2.1.330")),
        }
    }
}

impl fmt::Display for HostVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        assert_eq!("2.1.330 (Claude Code)".parse(), Ok(HostVersion(2, 1, 330)));
        assert!(HostVersion(2, 1, 112) < HostVersion(2, 1, 295));
        "claude".parse::<HostVersion>().unwrap_err();
        let has = |patch: u32, event: &str| HostVersion(2, 1, patch).has(event);
        assert!(has(330, "PreToolUse") && has(332, "PreSkillShellCommand"));
        assert!(!has(330, "PreSkillShellCommand"));
    }
}
