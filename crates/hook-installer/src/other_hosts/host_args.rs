//! Which hosts a person means.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use hook_protocol::{HOSTS, Host};

/// The hosts that a person names.
#[derive(Debug, clap::Args)]
pub struct HostArgs {
    /// The hosts, separated by commas, or `auto`
    #[arg(long = "host", value_name = "HOST", value_delimiter = ',', default_value = "claude")]
    hosts: Vec<Wish>,
}

/// A host as it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Claude,
    Other(Host),
    Auto,
}

impl HostArgs {
    /// Whether only Claude Code is meant.
    pub fn is_claude_alone(&self) -> bool {
        self.hosts.iter().all(|wish| *wish == Wish::Claude)
    }

    /// What is meant, each once.
    pub(crate) fn wishes(&self) -> Vec<Wish> {
        let mut wishes: Vec<Wish> = Vec::new();
        for wish in &self.hosts {
            if !wishes.contains(wish) {
                wishes.push(*wish);
            }
        }
        wishes
    }
}

/// The hosts into whose files hooks can be put, with what each is called.
pub(crate) fn others() -> impl Iterator<Item = (Host, &'static str)> {
    HOSTS.iter().filter_map(|row| Some((row.host, row.setup?.key)))
}

impl ValueEnum for Wish {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Claude,
            Self::Other(Host::Codex),
            Self::Other(Host::Copilot),
            Self::Other(Host::Qwen),
            Self::Other(Host::Kimi),
            Self::Other(Host::Gemini),
            Self::Auto,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Claude => PossibleValue::new("claude").help("Claude Code"),
            Self::Auto => {
                PossibleValue::new("auto").help("the hosts that are found on this machine")
            }
            Self::Other(host) => {
                let row = host.description();
                PossibleValue::new(row.setup?.key).help(row.name)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_that_has_a_file_can_be_named() {
        let named: Vec<String> = Wish::value_variants()
            .iter()
            .filter_map(|wish| Some(wish.to_possible_value()?.get_name().to_owned()))
            .collect();
        let keys: Vec<&str> = others().map(|(_, key)| key).collect();
        assert_eq!(named.len(), keys.len() + 2);
        assert!(keys.iter().all(|key| named.iter().any(|name| name == key)), "{named:?}");
    }
}
