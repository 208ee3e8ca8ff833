//! Asks a hook what it would say to a call, as the host would ask it.

use std::path::{Path, PathBuf};

use claude_settings::Handler;
use doctor::reaches;
use hook_runtime::{Ctx, Hook, Restriction};
use serde_json::{Value, json};

/// The event on which calls are judged.
const EVENT: &str = "PreToolUse";

/// A hook by its name, and how it is made.
pub type Named = (&'static str, fn() -> Hook);

/// The hooks, and how a host is told of them.
pub struct Hooks<'a> {
    /// Those whose rules are looked at, by name, and how each is made.
    pub hooks: Vec<Named>,
    /// All handlers of the settings that a host reads here.
    pub handlers: &'a [Handler],
}

/// What comes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is denied, or a person is asked.
    Stopped,
    Passed,
    /// The host does not ask the hook: with the matcher that keeps the tool from it.
    NotAsked(String),
}

/// One hook of a project, asked as its entries in settings say.
pub(crate) struct Asking<'a> {
    pub(crate) ctx: &'a Ctx,
    pub(crate) hook: fn() -> Hook,
    pub(crate) project: PathBuf,
    /// The entries for the event that start it.
    entries: Vec<&'a Handler>,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(
        ctx: &'a Ctx,
        name: &str,
        hook: fn() -> Hook,
        handlers: &'a [Handler],
    ) -> Self {
        let project = ctx.project().map(|it| it.path().to_owned());
        let is_its = |entry: &&Handler| {
            entry.event == EVENT && !entry.is_async && entry.names().iter().any(|it| it == name)
        };
        Self {
            ctx,
            hook,
            project: project.or_else(|| ctx.cwd().map(Path::to_owned)).unwrap_or_default(),
            entries: handlers.iter().filter(is_its).collect(),
        }
    }

    /// Whether settings name it.
    pub(crate) fn is_installed(&self) -> bool {
        !self.entries.is_empty()
    }

    /// What comes of calls, one after the other: the first that does not pass decides.
    pub(crate) fn said(&self, restriction: &Restriction, events: &[Value]) -> Said {
        let said = events.iter().map(|event| self.said_to(restriction, event));
        let mut missed = None;
        for one in said {
            match one {
                Said::Stopped => return Said::Stopped,
                Said::NotAsked(matcher) => missed = Some(matcher),
                Said::Passed => {}
            }
        }
        missed.map_or(Said::Passed, Said::NotAsked)
    }

    fn said_to(&self, restriction: &Restriction, event: &Value) -> Said {
        let tool = event.get("tool_name").and_then(Value::as_str).unwrap_or_default();
        if let Some(matcher) = self.missed(tool) {
            return Said::NotAsked(matcher);
        }
        let ctx = match &restriction.state {
            Some(state) => self.ctx.supposing(state),
            None => self.ctx.clone(),
        };
        let chain = hook_chain::Chain::new([(self.hook)()]);
        match hook_chain::explain(&chain, &ctx, event.to_string().as_bytes()) {
            Ok(Some(said)) if matches!(said.fate, "denied" | "asked") => Said::Stopped,
            _ => Said::Passed,
        }
    }

    /// The matcher for which the host does not start the hook; where no settings name it, as its
    /// own template would.
    fn missed(&self, tool: &str) -> Option<String> {
        let own = (self.hook)().matcher(EVENT);
        if self.entries.is_empty() {
            return own.filter(|it| !reaches(Some(it), tool)).map(str::to_owned);
        }
        let is_reached = |entry: &&&Handler| reaches(entry.matcher.as_deref(), tool);
        if self.entries.iter().any(|entry| is_reached(&entry)) {
            return None;
        }
        let matchers = self.entries.iter().filter_map(|entry| entry.matcher.clone());
        Some(matchers.collect::<Vec<_>>().join(", "))
    }

    /// The event of a call.
    pub(crate) fn event(&self, agent_type: Option<&str>, tool: &str, input: &Value) -> Value {
        let mut event = json!({
            "hook_event_name": EVENT,
            "session_id": "coverage",
            "cwd": self.project.to_string_lossy(),
            "tool_name": tool,
            "tool_use_id": "coverage",
            "tool_input": input,
        });
        if let (Some(agent_type), Some(fields)) = (agent_type, event.as_object_mut()) {
            fields.insert("agent_id".to_owned(), json!("coverage"));
            fields.insert("agent_type".to_owned(), json!(agent_type));
        }
        event
    }
}
