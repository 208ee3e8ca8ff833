//! Runs a case and holds what happened against what it expects.

use std::path::Path;
use std::process::Output;

use anyhow::Context;
use host_stand_in::holds_secret;
use serde_json::Value;

use crate::bless::bless;
use crate::case::{Case, Stdin, Step};
use crate::environment;
use crate::explain;
use crate::findings::Findings;
use crate::parts::{self, EXPLAIN};
use crate::process::{Invocation, run};
use crate::sandbox::Sandbox;
use crate::tree;
use crate::{Hook, Mode, host, wire};

/// Runs the case in the file `path`.
///
/// # Errors
///
/// Fails when the file is not a case, when the program does not end in time,
/// when the host would not accept a reply, or, unless blessing, when a run differs
/// from what the case expects. The error shows every difference.
pub fn check_case(hook: &Hook, path: &Path, mode: Mode) -> anyhow::Result<()> {
    let case = Case::read(path)?;
    let findings = run_case(hook, &case, mode)?;
    if mode == Mode::Bless && findings.faults.is_empty() {
        return bless(&case, &findings);
    }
    findings.into_result(&case.archive)
}

/// Runs a case and collects what came of it.
fn run_case(hook: &Hook, case: &Case, mode: Mode) -> anyhow::Result<Findings> {
    let sandbox = Sandbox::new(&case.setup)?;
    let mut findings = Findings::default();
    let may_be_silent = hook.explains && (mode == Mode::Bless || case.expects_nothing());
    for step in &case.steps {
        let place = || format!("in {}{}", step.prefix, case.path.display());
        let sent = Sent::of(step, &sandbox).with_context(place)?;
        run_step(hook, &sandbox, case, step, &sent, &mut findings).with_context(place)?;
        let is_silent = findings.parts.keys().all(|name| parts::is_explanation(name));
        let is_event = step.args.is_none() && sent.payload.is_some();
        if (may_be_silent && is_silent && is_event)
            || case.text(&format!("{}{EXPLAIN}", step.prefix))?.is_some()
        {
            explain(hook, &sandbox, case, step, &sent, &mut findings).with_context(place)?;
        }
    }
    let actual = sandbox.snapshot()?;
    findings.find_secrets(&actual);
    let is_about_account = case.archive.parts.iter().any(|part| tree::is_account(part.name()));
    let comparable = |tree| tree::comparable(tree, is_about_account);
    findings.add_changes(&comparable(sandbox.initial().clone()), comparable(actual));
    findings.keep_reasons_of_silence(&case.archive);
    for stray in sandbox.strays()? {
        findings.faults.push(format!("the program wrote {stray} beside the project"));
    }
    Ok(findings)
}

fn run_step(
    hook: &Hook,
    sandbox: &Sandbox,
    case: &Case,
    step: &Step,
    sent: &Sent,
    findings: &mut Findings,
) -> anyhow::Result<()> {
    let outcome = start(hook, sandbox, step, step.args.as_deref().unwrap_or_default(), sent)?;

    if holds_secret(&outcome.stdout) || holds_secret(&outcome.stderr) {
        findings.faults.push("the output holds the host's secret".into());
    }
    if step.args.is_none() {
        let event = sent
            .text("hook_event_name")
            .map(host::canonical)
            .or_else(|| claimed_event(&outcome.stdout));
        let (event, reply) = (event.unwrap_or_default(), &outcome.stdout);
        let accepts = host::taker_of(sent.payload.as_ref());
        if let Err(reason) = accepts(&event, reply) {
            findings.faults.push(format!("the host would not take this reply: {reason}"));
        }
    }
    let mut got = |name: &str, text: String, unspoken: &str| {
        if text != unspoken {
            findings.parts.insert(format!("{}{name}", step.prefix), text.into_bytes());
        }
    };
    let stdout = restored(sandbox, &outcome.stdout);
    let is_document = match step.args {
        None => stdout.starts_with('{'),
        Some(_) => case.text(&format!("{}stdout.json", step.prefix))?.is_some(),
    };
    match one_document(&stdout) {
        Some(document) if is_document => got("stdout.json", document, ""),
        _ => got("stdout", stdout.clone(), ""),
    }
    got("stderr", restored(sandbox, &outcome.stderr), "");
    let status = match outcome.status.code() {
        Some(code) => format!("{code}\n"),
        None => format!("{}\n", outcome.status),
    };
    got("status", status, "0\n");
    if is_document && !stdout.is_empty() && one_document(&stdout).is_none() {
        findings.faults.push(format!("stdout is not one line with one document:\n{stdout}"));
    }
    Ok(())
}

/// Asks for the reason of a silence. The hook has changed nothing then, so the
/// event is what it was.
fn explain(
    hook: &Hook,
    sandbox: &Sandbox,
    case: &Case,
    step: &Step,
    sent: &Sent,
    findings: &mut Findings,
) -> anyhow::Result<()> {
    let outcome = start(hook, sandbox, step, &["explain".to_owned()], sent)?;
    let part = format!("{}{EXPLAIN}", step.prefix);
    let output = restored(sandbox, &[outcome.stdout, outcome.stderr].concat());
    let reason = explain::reason(case.text(&part)?, &output);
    if reason.is_empty() {
        findings.faults.push("`explain` tells no reason for the silence".into());
    }
    findings.parts.insert(part, reason.into_bytes());
    Ok(())
}

/// What is sent in a step: the bytes, and the payload they hold if they hold one.
pub(crate) struct Sent {
    stdin: Vec<u8>,
    pub(crate) payload: Option<Value>,
}

impl Sent {
    pub(crate) fn of(step: &Step, sandbox: &Sandbox) -> anyhow::Result<Self> {
        let (stdin, payload) = match &step.stdin {
            Stdin::Empty => (Vec::new(), None),
            Stdin::Bytes(bytes) => (bytes.clone(), serde_json::from_slice(bytes).ok()),
            Stdin::Json(text) => {
                let line = wire::compact(&sandbox.placeholders().fill_json(text));
                let line = line.context("stdin.json")?;
                let payload = serde_json::from_str(&line).ok();
                (wire::expand_fill(&line)?.into_bytes(), payload)
            }
        };
        Ok(Self { stdin, payload })
    }

    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.payload.as_ref()?.get(field)?.as_str()
    }
}

pub(crate) fn start(
    hook: &Hook,
    sandbox: &Sandbox,
    step: &Step,
    args: &[String],
    sent: &Sent,
) -> anyhow::Result<Output> {
    let fill = |text: &String| sandbox.placeholders().fill(text);
    let mut env = environment::build(sandbox, sent.payload.as_ref());
    for (name, value) in &step.env {
        match value {
            Some(value) => env.insert(name.clone(), fill(value)),
            None => env.remove(name),
        };
    }
    let args: Vec<_> = args.iter().map(fill).collect();
    run(&Invocation {
        program: &sandbox.reachable(&hook.program)?,
        args: &args,
        env: &env,
        cwd: &sandbox.cwd(sent.text("cwd")),
        stdin: &sent.stdin,
        limit: hook.limit,
        run_as: sandbox.run_as(),
    })
}

/// The event that a reply to broken input says it answers.
fn claimed_event(stdout: &[u8]) -> Option<String> {
    let reply: Value = serde_json::from_slice(stdout).ok()?;
    reply.pointer("/hookSpecificOutput/hookEventName")?.as_str().map(str::to_owned)
}

/// The document of stdout for reading, where it is one line with one document.
fn one_document(stdout: &str) -> Option<String> {
    let line = stdout.strip_suffix('\n').filter(|line| !line.contains('\n'))?;
    wire::indent(line).ok()
}

pub(crate) fn restored(sandbox: &Sandbox, output: &[u8]) -> String {
    sandbox.placeholders().restore(&String::from_utf8_lossy(output))
}
