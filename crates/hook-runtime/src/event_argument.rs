//! The subject of `explain` and `check`: an event, or a call that a person describes.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::console::Console;
use crate::ctx::Ctx;
use crate::limits::MAX_INPUT;

/// The variable with the session, in shells that hosts start.
const SESSION: &str = "CLAUDE_CODE_SESSION_ID";

/// A call described by command-line options.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Described {
    /// Instead of an event: a Bash call with this command line
    #[arg(long, value_name = "LINE", group = "call", allow_hyphen_values = true)]
    pub command: Option<String>,
    /// Instead of an event: a Write of this file
    #[arg(long, value_name = "FILE", group = "call")]
    pub file: Option<PathBuf>,
    /// Instead of an event: a call of this tool
    #[arg(long, value_name = "NAME", group = "call")]
    pub tool: Option<String>,
    /// The input of that tool
    #[arg(long, value_name = "JSON", requires = "tool")]
    pub input: Option<String>,
    /// The session that makes the call; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
}

/// The subject of `explain`: a described call, or an event in a FILE.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Explained {
    /// A file with an event; stdin by default
    #[arg(value_name = "FILE", conflicts_with = "call")]
    event: Option<PathBuf>,
    #[command(flatten)]
    call: Described,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

impl Explained {
    /// The bytes of the event; for a described call, an event named `event`.
    ///
    /// # Errors
    /// If the file, stdin or the input cannot be read.
    pub fn event(&self, ctx: &Ctx, event: &str, console: &mut Console) -> Result<Vec<u8>> {
        match (self.call.event(ctx, event)?, &self.event) {
            (Some(call), _) => Ok(call.to_string().into_bytes()),
            _ if self.call.session.is_some() && !self.call.is_given() => {
                bail!("--session needs --command, --file or --tool")
            }
            (None, Some(file)) => event_in(ctx, file),
            (None, None) => event_on_stdin(console),
        }
    }
}

impl Described {
    /// Whether a call is described.
    fn is_given(&self) -> bool {
        self.command.is_some() || self.file.is_some() || self.tool.is_some()
    }

    /// The event named `event` for the described call, if there is one.
    ///
    /// # Errors
    /// If the input is not JSON, or there is no such session.
    pub fn event(&self, ctx: &Ctx, event: &str) -> Result<Option<Value>> {
        let Some((tool, input)) = self.call(ctx)? else { return Ok(None) };
        let session = match &self.session {
            Some(spoken) => ctx.session(spoken)?,
            None => ctx.env(SESSION).unwrap_or_default(),
        };
        let mut described = json!({
            "hook_event_name": event,
            "session_id": session,
            "cwd": ctx.cwd().map(Path::to_string_lossy),
            "tool_name": tool,
            "tool_use_id": "described",
            "tool_input": input,
        });
        if let (true, Some(fields)) = (event.starts_with("Post"), described.as_object_mut()) {
            fields.insert("tool_response".to_owned(), json!({}));
        }
        Ok(Some(described))
    }

    /// The tool and its input.
    ///
    /// # Errors
    /// If the input is not JSON, or the file name is not Unicode.
    pub fn call(&self, ctx: &Ctx) -> Result<Option<(String, Value)>> {
        Ok(match self {
            Self { command: Some(line), .. } => {
                Some(("Bash".to_owned(), json!({ "command": line })))
            }
            Self { file: Some(path), .. } => {
                let path = ctx.cwd().map_or_else(|| path.clone(), |cwd| cwd.join(path));
                let path = path.to_str().context("the name of the file is not Unicode")?;
                Some(("Write".to_owned(), json!({ "file_path": path, "content": "" })))
            }
            Self { tool: Some(tool), input, .. } => {
                let input = input.as_deref().unwrap_or("{}");
                let input = serde_json::from_str(input)
                    .context("--input must be JSON, such as '{\"command\": \"ls\"}'")?;
                Some((tool.clone(), input))
            }
            _ => None,
        })
    }
}

/// The event in a file.
///
/// # Errors
/// If it cannot be read.
pub fn event_in(ctx: &Ctx, file: &Path) -> Result<Vec<u8>> {
    let file = ctx.cwd().map_or_else(|| file.to_owned(), |cwd| cwd.join(file));
    let mut bytes = Vec::new();
    File::open(&file)
        .and_then(|file| file.take(MAX_INPUT as u64).read_to_end(&mut bytes))
        .with_context(|| format!("could not read {}", file.display()))?;
    Ok(bytes)
}

/// The event on stdin. At a terminal, a line says what to type.
///
/// # Errors
/// If stdin cannot be read, or is empty.
pub fn event_on_stdin(console: &mut Console) -> Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        console.error_line(
            "waiting for an event as JSON on stdin; see --help to describe a call instead",
        );
        console.flush()?;
    }
    let event = console.stdin().context("could not read the event")?;
    if event.trim_ascii().is_empty() {
        bail!("nothing to explain: give --command LINE, --tool NAME, or an event on stdin");
    }
    Ok(event)
}
