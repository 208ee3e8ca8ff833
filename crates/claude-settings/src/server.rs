//! Our servers in the `.mcp.json` of a project, where Claude Code and others look for the MCP
//! servers that they start: text in, text out, spliced as settings are.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use crate::command::BIN_DIR;
use crate::container::Container;
use crate::document::{Document, read, split_mark};
use crate::error::SettingsError;
use crate::layout::{Layout, Node, render_property, splice};
use crate::program::plain;

/// The key of all servers in the file.
const SERVERS: &str = "mcpServers";

/// One server of ours, as it goes into the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpServer {
    name: String,
    program: String,
    entry: Node,
}

impl McpServer {
    /// Reads a template: a file with one server in `mcpServers`, which has the name of its program. It
    /// is started in the project as [`McpServer::in_project`] says, or from the folder `dir`.
    ///
    /// # Errors
    /// If the template has no server.
    pub fn read(template: &str, dir: Option<&str>) -> Result<McpServer, SettingsError> {
        let document = read(template)?;
        let servers = document.root.get_object(SERVERS);
        let Some(server) = servers.and_then(|servers| servers.properties.first()) else {
            return Err(SettingsError::new(template, 0, "a template has a server in `mcpServers`"));
        };
        let name = server.name.as_str().to_owned();
        let program = match dir {
            Some(dir) => format!("{}/{name}", dir.trim_end_matches('/')),
            None => McpServer::in_project(&name),
        };
        let text = |text: &str| Node::of_value(&text.into());
        let fields = [
            ("type", text("stdio")),
            ("command", text(&program)),
            ("args", Node::Array(Vec::new())),
        ];
        let entry = Node::Object(fields.map(|(name, value)| (name.to_owned(), value)).into());
        Ok(McpServer { name, program, entry })
    }

    /// The program in the project. The host starts a server there, and knows the folder's
    /// variable in some versions and in some not: unset and without a default it starts nothing.
    pub fn in_project(name: &str) -> String {
        format!("${{CLAUDE_PROJECT_DIR:-.}}/{BIN_DIR}/{name}")
    }

    /// Its name, which is that of its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a server's `entry` starts this program from where we put it, whatever it is
    /// called and whatever else it says.
    fn owns(&self, entry: &ObjectProp<'_>) -> bool {
        let Some(command) = entry.value.as_object().and_then(|entry| entry.get_string("command"))
        else {
            return false;
        };
        let path = plain(&command.value);
        let ours = format!("{BIN_DIR}/{}", self.name);
        path == plain(&self.program)
            || path.strip_suffix(&ours).is_some_and(|dir| dir.is_empty() || dir.ends_with('/'))
    }
}

/// The file with `server` in it, once. `text` is `None` where there is no file yet; an empty file
/// is the same. An entry that starts its program already stays as a person may have changed it;
/// only the path of the program is brought up to date.
///
/// # Errors
/// When the file is not strict JSON, when what would hold the server is no object or stands there
/// twice, and when a server of another kind has its name.
pub fn install_server(text: Option<&str>, server: &McpServer) -> Result<String, SettingsError> {
    let (mark, body) = split_mark(text.unwrap_or_default());
    if body.trim().is_empty() {
        let servers = Node::Object(vec![(server.name.clone(), server.entry.clone())]);
        let root = Node::Object(vec![(SERVERS.to_owned(), servers)]);
        return Ok(format!("{mark}{}\n", root.render(&Layout::default_file(), "")));
    }
    let document = read(body)?;
    let layout = Layout::of(body, &document.root);
    let Some(servers) = servers(&document)? else {
        let body = Container::from(&document.root).append(body, |indent| {
            let servers = Node::Object(vec![(server.name.clone(), server.entry.clone())]);
            render_property(SERVERS, &servers, &layout, indent)
        });
        return Ok(format!("{mark}{body}"));
    };
    if let Some(ours) = servers.properties.iter().find(|entry| server.owns(entry)) {
        return Ok(format!("{mark}{}", up_to_date(body, ours, server)));
    }
    refuse_namesake(body, servers, server)?;
    let body = Container::from(servers)
        .append(body, |indent| render_property(&server.name, &server.entry, &layout, indent));
    Ok(format!("{mark}{body}"))
}

/// The file without `server`; `None` where nothing else was in it and it should go, as it does
/// after [`install_server`] made it.
///
/// # Errors
/// As [`install_server`], save for the name.
pub fn uninstall_server(text: &str, server: &McpServer) -> Result<Option<String>, SettingsError> {
    let (mark, body) = split_mark(text);
    let mut body = body.to_owned();
    while !body.trim().is_empty() {
        let document = read(&body)?;
        let Some(servers) = servers(&document)? else {
            break;
        };
        let Some(ours) = servers.properties.iter().rposition(|entry| server.owns(entry)) else {
            break;
        };
        let at = document.root.properties.iter().position(|key| key.name.as_str() == SERVERS);
        let range =
            Container::from(servers).cut(ours).or_else(|| Container::from(&document.root).cut(at?));
        let Some(range) = range else {
            return Ok(None);
        };
        body = splice(&body, range, "");
    }
    Ok(Some(format!("{mark}{body}")))
}

/// Whether an entry of `text` starts `server`. `false` where the file cannot be read.
pub fn names_server(text: &str, server: &McpServer) -> bool {
    let (_, body) = split_mark(text);
    let Ok(document) = read(body) else { return false };
    let servers = servers(&document).ok().flatten();
    servers.is_some_and(|servers| servers.properties.iter().any(|entry| server.owns(entry)))
}

/// The object of all servers, if it is there.
fn servers<'d>(document: &'d Document<'d>) -> Result<Option<&'d Object<'d>>, SettingsError> {
    let is_it = |key: &&ObjectProp<'_>| key.name.as_str() == SERVERS;
    let mut found = document.root.properties.iter().filter(is_it);
    let refused =
        |place: usize, reason: &str| Err(SettingsError::new(document.text, place, reason));
    match (found.next(), found.next()) {
        (None, _) => Ok(None),
        (Some(_), Some(again)) => {
            refused(again.start(), &format!("`{SERVERS}` appears more than once"))
        }
        (Some(ObjectProp { value: Value::Object(servers), .. }), None) => Ok(Some(servers)),
        (Some(other), None) => {
            refused(other.value.start(), &format!("`{SERVERS}` must be an object"))
        }
    }
}

fn refuse_namesake(
    body: &str,
    servers: &Object<'_>,
    server: &McpServer,
) -> Result<(), SettingsError> {
    match servers.properties.iter().find(|entry| entry.name.as_str() == server.name) {
        Some(other) => {
            let reason = format!("another server has the name `{}`", server.name);
            Err(SettingsError::new(body, other.start(), reason))
        }
        None => Ok(()),
    }
}

fn up_to_date(body: &str, ours: &ObjectProp<'_>, server: &McpServer) -> String {
    let command = ours.value.as_object().and_then(|entry| entry.get_string("command"));
    match command.filter(|command| command.value != server.program) {
        Some(command) => {
            let program = serde_json::Value::from(server.program.as_str()).to_string();
            splice(body, command.start()..command.end(), &program)
        }
        None => body.to_owned(),
    }
}
