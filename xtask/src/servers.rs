//! The MCP servers that work beside hooks, in the `.mcp.json` of a project.
//!
//! Only a project's servers stand in a file of their own. Your own stand in a file that belongs to
//! the host, together with much else; so for other scopes the host's own command is named.

use std::path::PathBuf;

use claude_settings::{McpServer, install_server, names_server, uninstall_server};

use crate::place::{Place, Scope};
use crate::{diff, settings_file};

/// The servers beside some hooks.
pub(crate) struct Servers<'a> {
    place: &'a Place,
    /// Each with its hook.
    servers: Vec<(String, McpServer)>,
}

/// What is to become of the file for one server.
type Edit = fn(Option<&str>, &McpServer) -> anyhow::Result<Option<String>>;

impl<'a> Servers<'a> {
    /// Those of `hooks` that have one.
    pub(crate) fn beside(place: &'a Place, hooks: &[String]) -> anyhow::Result<Self> {
        let mut servers = Vec::new();
        for hook in hooks {
            servers.extend(place.server(hook)?.map(|server| (hook.clone(), server)));
        }
        Ok(Self { place, servers })
    }

    /// The names of their programs.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.servers.iter().map(|(_, server)| server.name().to_owned())
    }

    /// The server beside a hook.
    pub(crate) fn of(&self, hook: &str) -> Option<&McpServer> {
        self.servers.iter().find(|(name, _)| name == hook).map(|(_, server)| server)
    }

    /// An edit that puts a server in.
    pub(crate) fn with(text: Option<&str>, server: &McpServer) -> anyhow::Result<Option<String>> {
        Ok(Some(install_server(text, server)?))
    }

    /// An edit that takes a server out.
    pub(crate) fn without(
        text: Option<&str>,
        server: &McpServer,
    ) -> anyhow::Result<Option<String>> {
        Ok(text.map(|text| uninstall_server(text, server)).transpose()?.flatten())
    }

    /// What `edit` would change, for people.
    pub(crate) fn preview(&self, edit: Edit) -> anyhow::Result<String> {
        let mut shown = String::new();
        if let Some(file) = self.file() {
            for (_, server) in &self.servers {
                let change = settings_file::preview(&file, |text| edit(text, server))?;
                shown.push_str(&diff::show(&file, &change));
            }
        }
        Ok(shown)
    }

    /// Edits the file, and says what changed.
    pub(crate) fn apply(&self, edit: Edit) -> anyhow::Result<String> {
        let mut shown = String::new();
        if let Some(file) = self.file() {
            for (_, server) in &self.servers {
                let edit = |text: Option<&str>| edit(text, server);
                let change = settings_file::apply(&file, &self.place.backups(), edit)?;
                shown.push_str(&diff::show(&file, &change));
            }
        }
        Ok(shown)
    }

    /// Tells how the person gets the servers where they do not stand in the file.
    pub(crate) fn tell(&self) {
        if self.file().is_some() {
            return;
        }
        for (_, server) in &self.servers {
            let (name, scope) = (server.name(), self.place.scope.name());
            let program = self.place.program(name).display().to_string();
            println!("note: the server {name} is not entered; the host does that:");
            println!("      claude mcp add --scope {scope} {name} -- {program:?}");
        }
    }

    /// Why the program of a server has to stay, if it has.
    pub(crate) fn reason_to_stay(&self, server: &McpServer) -> anyhow::Result<Option<String>> {
        let Some(file) = self.place.servers().filter(|_| self.place.scope == Scope::Local) else {
            return Ok(None);
        };
        let text = settings_file::read(&file)?.unwrap_or_default();
        Ok(names_server(&text, server).then(|| format!("{} names it", file.display())))
    }

    /// The file, where these servers belong into it.
    fn file(&self) -> Option<PathBuf> {
        self.place.servers().filter(|_| self.place.scope == Scope::Project)
    }
}
