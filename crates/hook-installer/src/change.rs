//! What is to become of a file's text: text in, text out.

use claude_settings::{
    Arrangement, Fragment, HostArrangement, McpServer, SettingsError, Variable, install_server,
    is_readable, is_strict_json, uninstall_server, with_notice,
};

/// An edit that can be made of any state of the file, so that it can be made anew when the file
/// has changed since it was planned.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// Hooks come into a settings file, or go out of it; and a variable beside them, and a notice if the
    /// settings are a team's.
    Arrange(Box<Arrangement>, Option<Variable>, bool),
    /// A variable comes into a settings file, or goes out of it.
    Variable(Variable),
    /// Hooks come into the file of another host, or go out of it.
    Elsewhere(HostArrangement),
    /// Servers come into a file of servers.
    EnterServers(Vec<McpServer>),
    /// Servers go out of it.
    TakeOutServers(Vec<McpServer>),
    /// A version of a settings file comes back, whatever is there.
    Restore(Option<String>),
}

impl Change {
    /// The text afterwards. `None` is a file that is not there, before and after.
    pub(crate) fn of(&self, text: Option<&str>) -> Result<Option<String>, SettingsError> {
        let mut text = text.map(str::to_owned);
        match self {
            Self::Arrange(arrangement, variable, is_of_team) => {
                text = arrangement.apply(text.as_deref())?.text;
                if *is_of_team {
                    let hooks: Vec<&str> = arrangement.known.iter().map(Fragment::hook).collect();
                    text = with_notice(text.as_deref(), &hooks, arrangement.by_hand)?;
                }
                if let Some(variable) = variable {
                    text = variable.apply(text.as_deref())?;
                }
            }
            Self::Variable(variable) => text = variable.apply(text.as_deref())?,
            Self::Elsewhere(arrangement) => text = arrangement.apply(text.as_deref())?,
            Self::Restore(version) => text.clone_from(version),
            Self::EnterServers(servers) => {
                for server in servers {
                    text = Some(install_server(text.as_deref(), server)?);
                }
            }
            Self::TakeOutServers(servers) => {
                let is_named = |server: &&McpServer| {
                    text.as_deref().is_some_and(|text| text.contains(server.name()))
                };
                let servers: Vec<&McpServer> = servers.iter().filter(is_named).collect();
                for server in servers {
                    text = text.map(|text| uninstall_server(&text, server)).transpose()?.flatten();
                }
            }
        }
        Ok(text)
    }

    /// Whether it is about hooks, rather than about servers.
    pub(crate) fn is_of_settings(&self) -> bool {
        matches!(
            self,
            Self::Arrange(..) | Self::Variable(_) | Self::Elsewhere(_) | Self::Restore(_)
        )
    }

    /// Whether a text is what the file should be: JSON, or TOML.
    pub(crate) fn is_readable(&self, text: &str) -> bool {
        match self {
            Self::Elsewhere(arrangement) => is_readable(arrangement.layout, text),
            _ => is_strict_json(text),
        }
    }

    /// Whether a version comes back.
    pub(crate) fn is_restored(&self) -> bool {
        matches!(self, Self::Restore(_))
    }
}
