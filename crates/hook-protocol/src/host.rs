//! The hosts, and how they differ.

mod description;
mod limits;
mod setup;
mod table;

pub use description::{Description, Failure, Part};
pub(crate) use description::{Form, Mark};
pub use limits::ELSEWHERE;
pub use setup::{FileLayout, Setup, Unit};
pub use table::HOSTS;

/// An agent host. [`HOSTS`] has a row for each, and is the only place where they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Host {
    /// Claude Code, and hosts whose payloads are the same.
    #[default]
    ClaudeCode,
    /// Codex CLI.
    Codex,
    /// Copilot CLI and VS Code with Claude's event names.
    Copilot,
    /// Copilot CLI with its own event names.
    CopilotOwn,
    /// Qwen Code.
    Qwen,
    /// Kimi Code.
    Kimi,
    /// Gemini CLI.
    Gemini,
    /// Factory Droid.
    Droid,
    /// An unknown host that sent a known event.
    Unknown,
}

impl Host {
    /// Its description.
    pub fn description(self) -> &'static Description {
        // Each has its row, in order: see the test.
        HOSTS.get(self as usize).unwrap_or(&table::CLAUDE_CODE)
    }

    /// Its name, as its vendor writes it.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The host with this key on a command line, if hooks can be installed in its file.
    pub fn of_key(key: &str) -> Option<Self> {
        let is_meant = |row: &&Description| row.setup.is_some_and(|setup| setup.key == key);
        HOSTS.iter().find(is_meant).map(|row| row.host)
    }

    /// Whether a rewritten input can contain the answers of `AskUserQuestion`, so that the tool
    /// returns them without a dialog (seen only in Claude Code, 2.1.112 and 2.1.330).
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
