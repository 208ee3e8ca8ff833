//! Hooks that do what a line of text says, and the calls that they answer.
//!
//! A line is `phase[/class] name [!flag]: action; action`. The flags are `!closed` (what it cannot
//! judge is denied), `!whole` (nothing it tells is cut) and `!writes-command`, `!writes-timeout`.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Result, bail};
use hook_chain::{Chain, Concluded, serve};
use hook_protocol::{
    Decision, HookEvent, PermissionRequest, PermissionRequestReply, PostToolUse,
    PostToolUseFailure, PostToolUseFailureReply, PostToolUseReply, PreCompact, PreCompactReply,
    PreToolUse, PreToolUseReply, Reply, SessionStart, SessionStartReply, Stop, StopReply,
    SubagentStop, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::{Class, Ctx, Environment, Field, Hook, OnFailure, Phase};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

const COMMAND: &[Field] = &[("Bash", "command")];
const TIMEOUT: &[Field] = &[("Bash", "timeout")];
const BOTH: &[Field] = &[("Bash", "command"), ("Bash", "timeout")];

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

    pub(crate) fn ctx(&self) -> Ctx {
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        let mut variables: std::collections::BTreeMap<String, String> = [
            ("TACKLEBOX_STATE_DIR".to_owned(), at("state")),
            ("TACKLEBOX_CONFIG_DIR".to_owned(), at("config")),
            ("TACKLEBOX_NOW".to_owned(), "2026-11-20T14:03:00Z".to_owned()),
            ("CLAUDE_PROJECT_DIR".to_owned(), at("project")),
            ("TRACE".to_owned(), at("trace")),
        ]
        .into();
        let scripts = self.lines.iter().map(|line| Line::of(line));
        variables.extend(scripts.map(|line| (line.name.to_owned(), line.actions.to_owned())));
        let environment = Environment::Fixed(variables);
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
    let Some(document) = concluded.outcome.document() else { return String::new() };
    let Ok(document) = serde_json::from_str::<Value>(&document) else {
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
    tell("block", &document["reason"]);
    tell("context", &specific["additionalContext"]);
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

struct Line {
    phase: Phase,
    class: Class,
    name: &'static str,
    flags: Vec<&'static str>,
    actions: &'static str,
}

impl Line {
    fn of(line: &'static str) -> Self {
        let (head, actions) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        let mut words = head.split(' ');
        let (phase, class) = {
            let first = words.next().unwrap();
            first.split_once('/').unwrap_or((first, "normal"))
        };
        let phases = [Phase::Guard, Phase::Rewrite, Phase::Context, Phase::Record];
        let phase = phases.into_iter().find(|one| one.to_string() == phase).unwrap();
        let class = Class::ALL.into_iter().find(|one| one.to_string() == class).unwrap();
        let name = words.next().unwrap();
        Self { phase, class, name, flags: words.collect(), actions }
    }

    fn hook(&self, event: &str) -> Hook {
        let has = |flag: &str| self.flags.contains(&flag);
        let hook = Hook::new(self.name).class(self.class);
        let hook = if has("!whole") { hook.told_whole() } else { hook };
        let hook = if has("!shown") { hook.shown_by("x show") } else { hook };
        let hook = match (has("!writes-command"), has("!writes-timeout")) {
            (true, true) => hook.writes(BOTH),
            (true, false) => hook.writes(COMMAND),
            (false, true) => hook.writes(TIMEOUT),
            (false, false) => hook,
        };
        let hook = if has("!closed") {
            hook.on_failure(|_| OnFailure::Closed { way_out: "Mend it.".to_owned() })
        } else {
            hook
        };
        let hook = self.handling(hook, event);
        if has("!edits") { hook.matching("Edit|Write") } else { hook }
    }

    fn handling(&self, hook: Hook, event: &str) -> Hook {
        match event {
            "PreToolUse" => on::<PreToolUse>(hook, self.phase, |ctx, event| {
                Ok(act(ctx, &event.call.input)?.before_tool())
            }),
            "PostToolUse" => on::<PostToolUse>(hook, self.phase, |ctx, event| {
                Ok(act(ctx, &event.call.input)?.after_tool())
            }),
            "PostToolUseFailure" => on::<PostToolUseFailure>(hook, self.phase, |ctx, event| {
                let said = act(ctx, &event.call.input)?;
                Ok(said.context.map(PostToolUseFailureReply::context).unwrap_or_default())
            }),
            "PermissionRequest" => on::<PermissionRequest>(hook, self.phase, |ctx, event| {
                Ok(act(ctx, &event.call.input)?.permission())
            }),
            "Stop" => on::<Stop>(hook, self.phase, |ctx, _| {
                Ok(act(ctx, &Value::Null)?.block.map(StopReply::block).unwrap_or_default())
            }),
            "SubagentStop" => on::<SubagentStop>(hook, self.phase, |ctx, _| {
                Ok(act(ctx, &Value::Null)?.block.map(StopReply::block).unwrap_or_default())
            }),
            "PreCompact" => on::<PreCompact>(hook, self.phase, |ctx, _| {
                let said = act(ctx, &Value::Null)?;
                let told = said.context.map(PreCompactReply::instructions);
                Ok(said.block.map(PreCompactReply::block).or(told).unwrap_or_default())
            }),
            "UserPromptSubmit" => on::<UserPromptSubmit>(hook, self.phase, |ctx, _| {
                let said = act(ctx, &Value::Null)?;
                let told = said.context.map(UserPromptSubmitReply::context);
                Ok(said.block.map(UserPromptSubmitReply::block).or(told).unwrap_or_default())
            }),
            "SessionStart" => on::<SessionStart>(hook, self.phase, |ctx, _| {
                let said = act(ctx, &Value::Null)?;
                Ok(said.context.map(SessionStartReply::context).unwrap_or_default())
            }),
            other => panic!("no test hook handles {other}"),
        }
    }
}

type Handle<E> = fn(&Ctx, &E) -> Result<<E as HookEvent>::Reply>;

fn on<E: HookEvent + 'static>(hook: Hook, phase: Phase, handle: Handle<E>) -> Hook {
    match phase {
        Phase::Guard => hook.guard(handle),
        Phase::Rewrite => hook.rewrite(handle),
        Phase::Context => hook.context(handle),
        Phase::Record => hook.record(handle),
    }
}

#[derive(Default)]
struct Said {
    decision: Decision,
    block: Option<String>,
    context: Option<String>,
    input: Option<Map<String, Value>>,
    message: Option<String>,
    terminal: Option<String>,
}

/// Does what the hook's line says, and leaves a trace.
fn act(ctx: &Ctx, input: &Value) -> Result<Said> {
    let command = input["command"].as_str().unwrap_or_default();
    leave_trace(ctx, command);
    let script = ctx.env(ctx.hook()).unwrap_or_default();
    let mut said = Said::default();
    for action in script.split("; ") {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (verb, rest) = match (verb, rest.split_once(' ')) {
            ("when", Some((word, then))) if command.contains(word) => {
                then.split_once(' ').unwrap_or((then, ""))
            }
            ("when", _) => continue,
            _ => (verb, rest),
        };
        let text = rest.to_owned();
        match verb {
            "" => {}
            "deny" => said.decision = Decision::Deny(text),
            "ask" => said.decision = Decision::Ask(text),
            "grant" => said.decision = Decision::Grant(text),
            "block" => said.block = Some(text),
            "context" => said.context = Some(text),
            "saw" => said.context = Some(format!("{} saw {command} {}", ctx.hook(), ctx.verdict())),
            "big" => {
                let letter = ctx.hook().chars().next().unwrap().to_string();
                said.context = Some(letter.repeat(rest.parse().unwrap()));
            }
            "long-deny" => said.decision = Decision::Deny("n".repeat(rest.parse().unwrap())),
            "message" => said.message = Some(text),
            "terminal" => said.terminal = Some(text),
            "set" => {
                let (field, value) = rest.split_once('=').unwrap();
                let before = said.input.take().or_else(|| input.as_object().cloned());
                let mut after = before.unwrap_or_default();
                after.insert(field.to_owned(), json!(value));
                said.input = Some(after);
            }
            "same" => said.input = input.as_object().cloned(),
            "rule" => ctx.decided_by(rest),
            "report" => ctx.report(rest),
            "sleep" => std::thread::sleep(std::time::Duration::from_millis(rest.parse()?)),
            "noise" => (0..rest.parse()?).for_each(|at| ctx.report(format!("noise {at}"))),
            "fail" => bail!("{rest}"),
            "panic" => panic!("{rest}"),
            "configured" => {
                serde_json::from_str::<Value>("{broken").map(drop)?;
            }
            other => bail!("no such action: {other}"),
        }
    }
    Ok(said)
}

fn leave_trace(ctx: &Ctx, command: &str) {
    use std::io::Write as _;
    let Some(file) = ctx.env("TRACE") else { return };
    let mut file = fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
    let command = if command.is_empty() { "-" } else { command };
    writeln!(file, "{} {command} {}", ctx.hook(), ctx.verdict()).unwrap();
}

impl Said {
    fn before_tool(self) -> PreToolUseReply {
        let reply = match self.decision {
            Decision::NoOpinion => PreToolUseReply::default(),
            Decision::Deny(reason) => PreToolUseReply::deny(reason),
            Decision::Ask(reason) => PreToolUseReply::ask(reason),
            Decision::Grant(reason) => PreToolUseReply::bypass_permission_prompt(reason),
        };
        let reply = match self.input {
            Some(input) => reply.with_updated_input(input),
            None => reply,
        };
        let reply = reply.with_context(self.context.unwrap_or_default());
        let reply = reply.with_system_message(self.message.unwrap_or_default());
        match self.terminal {
            Some(sequence) => reply.with_terminal_sequence(sequence),
            None => reply,
        }
    }

    fn after_tool(self) -> PostToolUseReply {
        let reply = self.block.map(PostToolUseReply::block).unwrap_or_default();
        reply
            .with_context(self.context.unwrap_or_default())
            .with_system_message(self.message.unwrap_or_default())
    }

    fn permission(self) -> PermissionRequestReply {
        match self.decision {
            Decision::Deny(reason) => PermissionRequestReply::deny(reason),
            Decision::Grant(_) => PermissionRequestReply::grant_without_asking(),
            _ => PermissionRequestReply::default(),
        }
    }
}
