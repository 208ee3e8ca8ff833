//! Hooks that do what a line of text says.
//!
//! A line is `phase[/class] name [!flag]: action; action`. The flags are `!closed` (what it cannot
//! judge is denied), `!whole` (nothing it tells is cut),
//! `!shown` (a command shows what was cut), `!edits` (it is for Edit and Write), `!writes-command` and `!writes-timeout`.

use std::fs;
use std::time::Duration;

use anyhow::{Result, bail};
use hook_protocol::{
    Decision, HookEvent, PermissionRequest, PermissionRequestReply, PostToolUse,
    PostToolUseFailure, PostToolUseFailureReply, PostToolUseReply, PreCompact, PreCompactReply,
    PreSkillShellCommand, PreToolUse, PreToolUseReply, Reply, SessionStart, SessionStartReply,
    Stop, StopReply, SubagentStop, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::{Class, Ctx, Field, Hook, OnFailure, Phase};
use serde_json::{Map, Value, json};

const COMMAND: &[Field] = &[("Bash", "command")];
const TIMEOUT: &[Field] = &[("Bash", "timeout")];
const BOTH: &[Field] = &[("Bash", "command"), ("Bash", "timeout")];

pub(crate) struct Line {
    phase: Phase,
    class: Class,
    pub(crate) name: &'static str,
    flags: Vec<&'static str>,
    pub(crate) actions: &'static str,
}

impl Line {
    pub(crate) fn of(line: &'static str) -> Self {
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

    pub(crate) fn hook(&self, event: &str) -> Hook {
        let has = |flag: &str| self.flags.contains(&flag);
        let hook = Hook::new(self.name).class(self.class).time_limit(Duration::from_secs(2));
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
            "PreSkillShellCommand" => on::<PreSkillShellCommand>(hook, self.phase, |ctx, event| {
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
                let halt = said.halt.map(UserPromptSubmitReply::halt);
                let told = halt.or(said.context.map(UserPromptSubmitReply::context));
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

/// It panics once more while the first panic is told.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("again");
    }
}

#[derive(Default)]
struct Said {
    decision: Decision,
    block: Option<String>,
    halt: Option<String>,
    output: Option<Value>,
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
            "halt" => said.halt = Some(text),
            "output" => said.output = Some(json!({"stdout": text})),
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
            "sleep" => std::thread::sleep(Duration::from_millis(rest.parse()?)),
            "hang" => {
                ctx.expect_delay();
                std::thread::sleep(Duration::from_secs(60));
            }
            "noise" => (0..rest.parse()?).for_each(|at| ctx.report(format!("noise {at}"))),
            "fail" => bail!("{rest}"),
            "panic" => panic!("{rest}"),
            "bomb" => std::panic::panic_any(Bomb),
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
            Decision::NoOpinion => self.halt.map(PreToolUseReply::halt).unwrap_or_default(),
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
        let block = self.block.map(PostToolUseReply::block);
        let reply = block.or(self.halt.map(PostToolUseReply::halt)).unwrap_or_default();
        let reply = match self.output {
            Some(output) => reply.with_updated_output(output),
            None => reply,
        };
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
