//! Which program started the hook, and what is known of each.

mod description;
mod limits;
mod setup;
mod table;

pub use description::{Description, Failure, Part};
pub(crate) use description::{Form, Mark};
pub use limits::ELSEWHERE;
pub use setup::{FileLayout, Setup, Unit};
pub use table::HOSTS;

/// The agent host behind a payload, as far as the payload tells.
///
/// What each of them sends and takes is one row of [`HOSTS`]; nothing else here knows
/// one host from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Host {
    /// Claude Code, and whatever cannot be told from it.
    #[default]
    ClaudeCode,
    /// Codex CLI.
    Codex,
    /// Copilot CLI and VS Code, under Claude's names of events.
    Copilot,
    /// Copilot CLI, under its own names of events.
    CopilotOwn,
    /// Qwen Code.
    Qwen,
    /// Kimi Code.
    Kimi,
    /// Gemini CLI.
    Gemini,
    /// Factory Droid.
    Droid,
    /// A host that nobody has described: its event is known, by whatever name.
    Unknown,
}

impl Host {
    /// What is known of it.
    pub fn description(self) -> &'static Description {
        // Each has its row, in order: see the test.
        HOSTS.get(self as usize).unwrap_or(&table::CLAUDE_CODE)
    }

    /// Its name, as its makers write it.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The host that a command line calls so, if hooks can be put into its file.
    pub fn of_key(key: &str) -> Option<Self> {
        let is_meant = |row: &&Description| row.setup.is_some_and(|setup| setup.key == key);
        HOSTS.iter().find(is_meant).map(|row| row.host)
    }

    /// Whether a rewritten input can carry the answers of `AskUserQuestion`, so
    /// that the tool returns them without a dialog (seen in Claude Code 2.1.112
    /// and 2.1.330). Of no other host is that known.
    pub fn takes_answers(self) -> bool {
        self == Self::ClaudeCode
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_has_the_row_that_it_finds() {
        for (place, row) in HOSTS.iter().enumerate() {
            assert_eq!(row.host as usize, place, "{}", row.name);
            assert_eq!(row.host.description().name, row.name);
        }
        assert_eq!(HOSTS.len(), Host::Unknown as usize + 1);
    }

    #[test]
    fn a_host_is_called_by_its_key() {
        assert_eq!(Host::of_key("kimi"), Some(Host::Kimi));
        assert_eq!(Host::of_key("copilot"), Some(Host::Copilot));
        assert_eq!(Host::of_key("claude"), None);
        for row in &HOSTS {
            let Some(setup) = row.setup else { continue };
            assert_eq!(Host::of_key(setup.key), Some(row.host));
            // Whatever it takes, it has to be asked for it.
            for (event, parts) in row.takes {
                let is_heard = setup.events.contains(event);
                assert!(is_heard || parts.is_empty(), "{}: {event}", row.name);
            }
        }
    }
}
