//! Places where hooks are called.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hook_chain::{Chain, Concluded, rehearse_overdue, serve};
use hook_runtime::{Ctx, Environment};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::script::Line;

/// A place where hooks are called, with all that they leave.
pub(crate) struct Stage {
    folder: Rc<TempDir>,
    lines: Vec<&'static str>,
    event: &'static str,
    fields: Value,
}

impl Stage {
    /// Hooks that stand before a call of `ls`.
    pub(crate) fn new(lines: &[&'static str]) -> Self {
        Self::on("PreToolUse", lines)
    }

    pub(crate) fn on(event: &'static str, lines: &[&'static str]) -> Self {
        let folder = Rc::new(tempfile::tempdir().unwrap());
        fs::create_dir_all(folder.path().join("project/.tacklebox")).unwrap();
        Self { folder, lines: lines.to_vec(), event, fields: json!({}) }
    }

    /// With these fields of the event besides.
    pub(crate) fn with(self, fields: Value) -> Self {
        Self { fields, ..self }
    }

    /// Plays in the other one's folders.
    pub(crate) fn share(&mut self, other: &Self) {
        self.folder = Rc::clone(&other.folder);
    }

    pub(crate) fn in_settings(self, text: &str) -> Self {
        self.write("project/.tacklebox/tacklebox.yaml", text);
        self
    }

    pub(crate) fn in_own_settings(self, text: &str) -> Self {
        self.write("config/tacklebox.yaml", text);
        self
    }

    #[expect(clippy::disallowed_methods, reason = "the tests lay out files")]
    fn write(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(crate) fn chain(&self) -> Chain {
        Chain::new(self.lines.iter().map(|line| Line::of(line).hook(self.event)))
    }

    fn variables(&self) -> BTreeMap<String, String> {
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        let mut variables: BTreeMap<String, String> = [
            ("TACKLEBOX_STATE_DIR".to_owned(), at("state")),
            ("TACKLEBOX_CONFIG_DIR".to_owned(), at("config")),
            ("TACKLEBOX_NOW".to_owned(), "2026-11-20T14:03:00Z".to_owned()),
            ("CLAUDE_PROJECT_DIR".to_owned(), at("project")),
            ("TRACE".to_owned(), at("trace")),
        ]
        .into();
        let scripts = self.lines.iter().map(|line| Line::of(line));
        variables.extend(scripts.map(|line| (line.name.to_owned(), line.actions.to_owned())));
        variables
    }

    pub(crate) fn ctx(&self) -> Ctx {
        let environment = Environment::Fixed(self.variables());
        let now = environment.now();
        Ctx::new("tacklebox", environment, now, Some(self.folder.path().join("project")))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut event = json!({
            "hook_event_name": self.event,
            "session_id": "s",
            "tool_name": "Bash",
            "tool_input": {"command": "ls", "description": "d"},
            "tool_use_id": "t1",
            "source": "startup",
            "prompt": "p",
        });
        let fields = self.fields.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(fields);
        event.to_string().into_bytes()
    }

    pub(crate) fn call(&self) -> Concluded {
        serve(&self.chain(), &self.ctx(), &self.bytes())
    }

    /// A call in which a hook hangs, when its time is over.
    pub(crate) fn call_overdue(&self) -> Concluded {
        rehearse_overdue(&self.chain(), &self.ctx(), &self.bytes()).unwrap()
    }

    /// Who was called, in order, with the command and the verdict that it saw.
    pub(crate) fn trace(&self) -> String {
        let text = fs::read_to_string(self.folder.path().join("trace")).unwrap_or_default();
        text.lines().collect::<Vec<_>>().join(", ")
    }

    /// The lines of `calls.jsonl`, or of another journal.
    pub(crate) fn kept(&self, name: &str) -> Vec<Value> {
        let Some(file) = find(&self.folder.path().join("state"), name) else { return Vec::new() };
        let text = fs::read_to_string(file).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Below the folder of state.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        find(&self.folder.path().join("state"), name)
    }
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    let here = entries.iter().find(|path| path.file_name().is_some_and(|found| found == name));
    here.cloned().or_else(|| entries.iter().find_map(|path| find(path, name)))
}

/// What the host was told, on a line: each part behind its name.
pub(crate) fn told(concluded: &Concluded) -> String {
    concluded.outcome.document().map(|document| told_by(&document)).unwrap_or_default()
}

/// The same of what was written to stdout.
pub(crate) fn told_by(document: &str) -> String {
    let Ok(document) = serde_json::from_str::<Value>(document) else {
        return format!("text {document}").replace('\n', " / ");
    };
    let specific = &document["hookSpecificOutput"];
    let mut parts = Vec::new();
    let mut tell = |name: &str, value: &Value| {
        if let Some(text) = value.as_str() {
            parts.push(format!("{name} {text}").trim_end().replace('\n', " / "));
        }
    };
    if let Some(decision) = specific["permissionDecision"].as_str() {
        tell(decision, &specific["permissionDecisionReason"]);
    }
    if let Some(behavior) = specific["decision"]["behavior"].as_str() {
        let message = specific["decision"].get("message").cloned().unwrap_or_else(|| json!(""));
        tell(behavior, &message);
    }
    if document["continue"] == false {
        tell("halt", &document["stopReason"]);
    }
    tell("block", &document["reason"]);
    tell("context", &specific["additionalContext"]);
    tell("output", &specific["updatedToolOutput"]["stdout"]);
    tell("message", &document["systemMessage"]);
    tell("terminal", &document["terminalSequence"]);
    if let Some(input) = specific["updatedInput"].as_object() {
        let sent = json!({"command": "ls", "description": "d"});
        let changed = input.iter().filter(|(field, value)| sent.get(field) != Some(value));
        let changed = changed.map(|(field, value)| format!("{field}={}", value.as_str().unwrap()));
        parts.push(format!("input {}", changed.collect::<Vec<_>>().join(",")));
    }
    parts.join(" | ")
}

/// What went wrong, on a line.
pub(crate) fn errors(concluded: &Concluded) -> String {
    let errors = concluded.errors.iter().map(|(hook, error)| format!("{hook}: {error}"));
    errors.collect::<Vec<_>>().join(" | ")
}

/// What of each hook's words became what: `name outcome fate` for each in the account.
pub(crate) fn fates(line: &Value) -> String {
    let hooks = line["hooks"].as_array().unwrap().iter().map(|spoken| {
        let fate = spoken.get("fate").and_then(Value::as_str).unwrap_or("-");
        format!(
            "{} {} {fate}",
            spoken["hook"].as_str().unwrap(),
            spoken["outcome"].as_str().unwrap()
        )
    });
    hooks.collect::<Vec<_>>().join(", ")
}
