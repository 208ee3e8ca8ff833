//! A project in which the tests call the hook.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use hook_protocol::Event;
use hook_runtime::{Ctx, Environment};
use serde_json::{Value, json};

use super::SESSION;

/// A project with an intent `A` that is chosen.
pub(super) struct Project {
    pub(super) folder: tempfile::TempDir,
    pub(super) environment: Vec<(String, String)>,
}

impl Project {
    pub(super) fn new(scope: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let environment = [
            ("CLAUDE_PROJECT_DIR", "p"),
            ("HOME", "home"),
            ("TACKLEBOX_STATE_DIR", "state"),
            ("TACKLEBOX_CONFIG_DIR", "config"),
        ];
        let absolute = |path: &str| folder.path().join(path).to_str().unwrap().to_owned();
        let environment = environment.map(|(name, path)| (name.to_owned(), absolute(path))).into();
        let project = Self { folder, environment };
        project.write("src/a.ts", "x\n");
        let intents = format!("active_intents:\n  - id: A\n    owned_scope: {scope}\n");
        project.write(".orchestration/active_intents.yaml", &intents);
        project
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("p")
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(&path, text.as_bytes()).unwrap();
    }

    /// Writes the file of the lock on `A`, and says where it is.
    pub(super) fn write_lock(&self, text: &str) -> PathBuf {
        let file = self.ctx().state().unwrap().file(active_intents::Locks::FOLDER).join("A.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, text.as_bytes()).unwrap();
        file
    }

    fn ctx(&self) -> Ctx {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000);
        let environment = Environment::Fixed(self.environment.iter().cloned().collect());
        Ctx::new("intent-gate-hook", environment, now, Some(self.root()))
    }

    /// What the hook answers to an event of a session.
    pub(super) fn answer(&self, session: &str, name: &str, tool: &str, input: &Value) -> Value {
        self.answer_as(session, None, name, tool, input)
    }

    /// The same to an event of a subagent.
    pub(super) fn answer_as(
        &self,
        session: &str,
        agent: Option<&str>,
        name: &str,
        tool: &str,
        input: &Value,
    ) -> Value {
        self.answer_with(session, name, tool, input, ("agent_id", &json!(agent)))
    }

    /// The same to an event that has one more field.
    pub(super) fn answer_with(
        &self,
        session: &str,
        name: &str,
        tool: &str,
        input: &Value,
        (key, value): (&str, &Value),
    ) -> Value {
        let event = json!({
            "session_id": session, "hook_event_name": name, "cwd": self.root(),
            "permission_mode": "default", "tool_name": tool, "tool_input": input, key: value,
        });
        let ctx = self.ctx();
        let event = Event::parse(event.to_string().as_bytes()).unwrap();
        let outcome = crate::hook().answer(&ctx, &event);
        assert_eq!(outcome.errors, [""; 0]);
        outcome.document().map_or(Value::Null, |document| serde_json::from_str(&document).unwrap())
    }

    pub(super) fn choose(&self) {
        let input = json!({ "intent_id": "A" });
        let answer = self.answer(SESSION, "PostToolUse", "mcp__i__select_active_intent", &input);
        assert_eq!(answer, Value::Null);
    }

    /// The decision on a call and its code: `deny SCOPE_VIOLATION`; empty for none.
    pub(super) fn verdict(&self, tool: &str, input: &Value) -> String {
        let answer = self.answer(SESSION, "PreToolUse", tool, input);
        let Some(decision) = answer.pointer("/hookSpecificOutput/permissionDecision") else {
            return String::new();
        };
        let reason = &answer["hookSpecificOutput"]["permissionDecisionReason"];
        let is_code = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        };
        let code = reason.as_str().unwrap().split(['(', ')']).find(is_code).unwrap();
        format!("{} {code}", decision.as_str().unwrap())
    }
}
