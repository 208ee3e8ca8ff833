//! Runs a case and holds what happened against what it expects.

use std::path::Path;
use std::process::Output;

use anyhow::Context;
use serde_json::Value;

use crate::bless::bless;
use crate::case::{Case, Stdin, Step, text_of};
use crate::environment::{self, holds_secret};
use crate::findings::Findings;
use crate::process::{Invocation, run};
use crate::sandbox::Sandbox;
use crate::tree::{self, Entry, Tree};
use crate::{Hook, Mode, host, wire};

/// Runs the case in folder `dir`.
///
/// # Errors
///
/// Fails when the folder is not a case, when the program does not end in time,
/// when the host would not accept a reply, or, unless blessing, when a run differs
/// from what the case expects. The error shows every difference.
pub fn check_case(hook: &Hook, dir: &Path, mode: Mode) -> anyhow::Result<()> {
    let case = Case::read(dir)?;
    let sandbox = Sandbox::new(&case.setup)?;
    let mut findings = Findings::default();
    for step in &case.steps {
        let place = || format!("in {}", step.dir.display());
        check_step(hook, &sandbox, step, &mut findings).with_context(place)?;
    }
    let actual = sandbox.snapshot()?;
    findings.find_secrets(&actual);
    let actual = tree::without_databases(actual);
    findings.compare_trees(&expected_tree(&case, &sandbox)?, &actual);
    for stray in sandbox.strays()? {
        findings.faults.push(format!("the program wrote {stray} beside the project"));
    }
    if mode == Mode::Bless && findings.faults.is_empty() {
        if !findings.differences.is_empty() {
            bless(&case, &sandbox, &findings, &actual)?;
        }
        return Ok(());
    }
    findings.into_result()
}

fn check_step(
    hook: &Hook,
    sandbox: &Sandbox,
    step: &Step,
    findings: &mut Findings,
) -> anyhow::Result<()> {
    let (stdin, payload) = stdin_of(step, sandbox)?;
    let outcome = run_step(hook, sandbox, step, stdin, payload.as_ref())?;

    if holds_secret(&outcome.stdout) || holds_secret(&outcome.stderr) {
        findings.faults.push("the output holds the host's secret".into());
    }
    if step.args.is_none() {
        let event = payload.as_ref().and_then(|payload| payload.get("hook_event_name")?.as_str());
        let event = event.map(host::canonical).or_else(|| claimed_event(&outcome.stdout));
        if let Err(reason) = host::accepts(&event.unwrap_or_default(), &outcome.stdout) {
            findings.faults.push(format!("the host would not take this reply: {reason}"));
        }
    }
    compare_stdout(sandbox, step, &outcome, findings)?;
    let stderr = restored(sandbox, &outcome.stderr);
    let exit = match outcome.status.code() {
        Some(code) => format!("{code}\n"),
        None => format!("{}\n", outcome.status),
    };
    for (name, actual, unspoken) in [("stderr.txt", stderr, ""), ("exit.txt", exit, "0\n")] {
        let path = step.dir.join(name);
        let expected = text_of(&path)?;
        let actual = Some(actual).filter(|actual| actual != unspoken);
        findings.compare(path, expected.as_deref(), actual);
    }
    Ok(())
}

/// The bytes to send, and the payload they hold if they hold one.
fn stdin_of(step: &Step, sandbox: &Sandbox) -> anyhow::Result<(Vec<u8>, Option<Value>)> {
    match &step.stdin {
        Stdin::Empty => Ok((Vec::new(), None)),
        Stdin::Bytes(bytes) => Ok((bytes.clone(), serde_json::from_slice(bytes).ok())),
        Stdin::Json(text) => {
            let line = wire::compact(&sandbox.placeholders().fill_json(text));
            let line = line.context("stdin.json")?;
            let payload = serde_json::from_str(&line).ok();
            Ok((wire::expand_fill(&line)?.into_bytes(), payload))
        }
    }
}

fn run_step(
    hook: &Hook,
    sandbox: &Sandbox,
    step: &Step,
    stdin: Vec<u8>,
    payload: Option<&Value>,
) -> anyhow::Result<Output> {
    let fill = |text: &String| sandbox.placeholders().fill(text);
    let mut env = environment::build(sandbox, payload);
    for (name, value) in &step.env {
        match value {
            Some(value) => env.insert(name.clone(), fill(value)),
            None => env.remove(name),
        };
    }
    let args: Vec<_> = step.args.iter().flatten().map(fill).collect();
    let cwd = payload.and_then(|payload| payload.get("cwd")?.as_str());
    run(Invocation {
        program: &sandbox.reachable(&hook.program)?,
        args: &args,
        env: &env,
        cwd: &sandbox.cwd(cwd),
        stdin,
        limit: hook.limit,
        run_as: sandbox.run_as(),
    })
}

/// The event that a reply to broken input says it answers.
fn claimed_event(stdout: &[u8]) -> Option<String> {
    let reply: Value = serde_json::from_slice(stdout).ok()?;
    reply.pointer("/hookSpecificOutput/hookEventName")?.as_str().map(str::to_owned)
}

/// A hook answers in JSON, and in words on the event that takes them (whether it is
/// that event was asked before); a tool for people prints text, or JSON where the
/// case says so.
fn compare_stdout(
    sandbox: &Sandbox,
    step: &Step,
    outcome: &Output,
    findings: &mut Findings,
) -> anyhow::Result<()> {
    let (json_path, text_path) = (step.dir.join("stdout.json"), step.dir.join("stdout.txt"));
    let (json, text) = (text_of(&json_path)?, text_of(&text_path)?);
    let json = match json.as_deref().map(serde_json::from_str) {
        Some(document) => Some(pretty(&document.context("stdout.json is not JSON")?)?),
        None => None,
    };
    let actual = Some(restored(sandbox, &outcome.stdout)).filter(|text| !text.is_empty());
    let is_words = actual.as_deref().is_some_and(|text| !text.starts_with('{'));
    let is_json = (step.args.is_none() && !is_words) || json.is_some();
    let (actual_json, actual_text) = if is_json { (actual, None) } else { (None, actual) };
    let actual_json = match actual_json.as_deref().map(one_document) {
        Some(Ok(document)) => Some(pretty(&document)?),
        Some(Err(fault)) => {
            findings.faults.push(fault);
            None
        }
        None => None,
    };
    findings.compare(json_path, json.as_deref(), actual_json);
    findings.compare(text_path, text.as_deref(), actual_text);
    Ok(())
}

fn one_document(stdout: &str) -> Result<Value, String> {
    let line = stdout.strip_suffix('\n').filter(|line| !line.contains('\n'));
    let document = line.and_then(|line| serde_json::from_str(line).ok());
    document.ok_or_else(|| format!("stdout is not one line with one document:\n{stdout}"))
}

fn pretty(document: &Value) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

fn restored(sandbox: &Sandbox, output: &[u8]) -> String {
    sandbox.placeholders().restore(&String::from_utf8_lossy(output))
}

/// The tree of `after/`, in which the links of the case stay as they were, or the
/// tree before the first run.
fn expected_tree(case: &Case, sandbox: &Sandbox) -> anyhow::Result<Tree> {
    let after = case.dir.join("after");
    if !after.exists() {
        return Ok(tree::without_databases(sandbox.initial().clone()));
    }
    let links = case.setup.links.iter();
    let links = links.map(|link| (link.path.clone(), Entry::Link(link.target.clone())));
    let mut expected: Tree = links.collect();
    expected.extend(tree::read(&after)?);
    Ok(expected)
}
