//! A real client once, in a copy of the project's settings, with a model that is a script: whether each
//! hook was asked about what the client did is read from the account of calls, and what the client
//! says of its hooks from its own output and its telemetry.

mod account;
mod script;
mod settings;
mod telemetry;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use hook_installer::Kind;
use scripted_client::{Receiver, Session};
use serde_json::Value;

use crate::facts::{Entered, Facts};
use crate::finding::{Finding, Severity};
use crate::stage::Stage;
use account::{Heard, heard};
use script::Expected;

/// How long the session of a client may take.
const MAX_SESSION: Duration = Duration::from_secs(120);

/// How long a hook may still write after the client has ended.
const MAX_LATE: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(50);

/// What has the client say what it does about hooks.
const TELLING: [&str; 4] = ["--output-format", "stream-json", "--verbose", "--include-hook-events"];

/// What came of it.
#[derive(Default)]
pub(crate) struct Witnessed {
    pub(crate) findings: Vec<Finding>,
    /// The hooks that were asked about all that they should have been.
    pub(crate) seen: BTreeSet<String>,
    /// The hooks of which nobody can say, and why.
    pub(crate) unknown: BTreeMap<String, String>,
}

/// Has the client work. Hooks of which `found` says already that they do not protect are not looked
/// for.
pub(crate) fn witness(facts: &Facts<'_>, client: &Path, found: &[Finding]) -> Witnessed {
    let is_wrong = |hook: &str| {
        let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
        errors.into_iter().any(|error| error.hook.as_deref().is_none_or(|it| it == hook))
    };
    let hooks: Vec<&str> = facts.installed().into_iter().filter(|hook| !is_wrong(hook)).collect();
    if hooks.is_empty() {
        return Witnessed::default();
    }
    match session(facts, client, &hooks) {
        Ok(witnessed) => witnessed,
        Err(err) => {
            let why = format!("no client was witnessed: {err:#}");
            let unknown = hooks.into_iter().map(|hook| (hook.to_owned(), why.clone())).collect();
            Witnessed { unknown, ..Witnessed::default() }
        }
    }
}

fn session(facts: &Facts<'_>, client: &Path, hooks: &[&str]) -> Result<Witnessed> {
    let stage = Stage::set(facts.given)?;
    settings::lay_out(facts, &stage)?;
    let (project, home, kept) = (stage.project(), stage.own_home(), stage.state());
    let config = stage.own_config()?;
    account::of_all_calls(&project)?;
    let calls = script::calls(facts, &project);
    let expected = script::expected(facts, hooks, &calls);
    let names: Vec<String> = calls.iter().map(|call| call.name.clone()).collect();
    let telling = TELLING.map(OsString::from).into_iter();
    let receiver = Receiver::start().context("could not take what the client reports")?;
    let places =
        [("TACKLEBOX_STATE_DIR", kept.clone().into()), ("TACKLEBOX_CONFIG_DIR", config.into())];
    let played = Session {
        script: calls.into(),
        args: telling.chain(plugins(facts)).collect(),
        env: receiver.env().into_iter().chain(places).collect(),
        limit: MAX_SESSION,
        ..Session::new(client, &project, &home)
    }
    .play()?;
    let ran = ran(&played.stdout, &names);
    let expected: Vec<Expected> = expected.into_iter().filter_map(|it| it.after(&ran)).collect();
    let missing = missing(&kept, &expected);
    let mut findings: Vec<Finding> = missing.iter().map(|it| unheard(facts, it)).collect();
    findings.extend(failures(&played.stdout));
    findings.extend(telemetry::findings(facts, hooks, &receiver.reported(), &heard(&kept)));
    let is_missing = |hook: &str| missing.iter().any(|it| it.hook == hook);
    let seen = hooks.iter().filter(|hook| script::is_whole(facts, hook, &expected));
    let seen = seen.filter(|hook| !is_missing(hook)).map(|hook| (*hook).to_owned()).collect();
    Ok(Witnessed { findings, seen, unknown: BTreeMap::new() })
}

/// The plugins that bring hooks of ours, for this session alone.
fn plugins<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = OsString> + 'f {
    let of_plugin = |entry: &Entered| match facts.kind(entry) {
        Some(Kind::Plugin(_)) => facts.file(entry).ancestors().nth(2).map(Path::to_owned),
        _ => None,
    };
    let folders: BTreeSet<_> = facts.ours().filter_map(of_plugin).collect();
    folders.into_iter().flat_map(|folder| [OsString::from("--plugin-dir"), folder.into()])
}

/// What was expected and is not in the account, once everybody has written.
fn missing(state: &Path, expected: &[Expected]) -> Vec<Expected> {
    let started = Instant::now();
    loop {
        let heard = heard(state);
        let is_missing = |it: &&Expected| !it.is_among(&heard);
        let missing: Vec<Expected> = expected.iter().filter(is_missing).cloned().collect();
        if missing.is_empty() || started.elapsed() > MAX_LATE {
            return missing;
        }
        thread::sleep(PAUSE);
    }
}

impl Expected {
    fn is_among(&self, heard: &[Heard]) -> bool {
        heard.iter().any(|it| {
            it.event == self.event
                && it.hooks.contains(&self.hook)
                && (self.tools.is_empty()
                    || it.tool.as_ref().is_some_and(|tool| self.tools.contains(tool)))
        })
    }

    /// What is left of it where only these tools have run.
    fn after(mut self, ran: &BTreeSet<String>) -> Option<Self> {
        if self.needs_a_run {
            self.tools.retain(|tool| ran.contains(tool));
        }
        (!self.needs_a_run || !self.tools.is_empty()).then_some(self)
    }
}

/// The tools that have run, and were not denied: the calls of the model are numbered.
fn ran(stdout: &[u8], calls: &[String]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(stdout);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let blocks = lines.filter_map(|line| line.pointer("/message/content")?.as_array().cloned());
    let tool = |block: Value| {
        let is_fine = block.get("is_error") != Some(&Value::Bool(true));
        let id = block.get("tool_use_id").filter(|_| is_fine)?.as_str()?;
        calls.get(id.strip_prefix(scripted_client::CALL_ID)?.parse::<usize>().ok()?).cloned()
    };
    blocks.flatten().filter_map(tool).collect()
}

fn unheard(facts: &Facts<'_>, expected: &Expected) -> Finding {
    let Expected { hook, event, tools, .. } = expected;
    let tools = if tools.is_empty() { String::new() } else { format!(" {}", tools.join(" or ")) };
    let message = format!("the client came to {event}{tools}, and {hook} was not asked");
    let finding = Finding { check: "witnessed", ..Finding::error(message) }.of(hook);
    let entry = facts.of(hook).find(|entry| entry.handler.event == *event);
    let placed = match entry {
        Some(entry) => finding.in_file(facts.file(entry)).on_line(entry.handler.position.line),
        None => finding,
    };
    placed.fix("`claude --debug hooks` says which entries it takes")
}

/// What the client says of hooks that failed.
fn failures(stdout: &[u8]) -> Vec<Finding> {
    let text = String::from_utf8_lossy(stdout);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut found: Vec<Finding> = lines.filter_map(|line| failure(&line)).collect();
    found.dedup();
    found
}

fn failure(line: &Value) -> Option<Finding> {
    let text = |name: &str| line.get(name).and_then(Value::as_str);
    let is_failed = text("subtype") == Some("hook_response") && text("outcome") == Some("error");
    let name = text("hook_name").filter(|_| is_failed)?;
    let words: String = text("output").unwrap_or_default().trim().chars().take(200).collect();
    let message = format!("the client says that a hook of {name} failed: {words}");
    let finding = Finding { check: "witnessed", ..Finding::error(message) };
    Some(finding.fix("`tacklebox doctor` names the program, where it is one of ours"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_run_where_its_result_is_no_error() {
        let line = |id: usize, error: &str| {
            format!(
                r#"{{"type":"user","message":{{"content":[{{"type":"tool_result",{error}"tool_use_id":"toolu_scripted_{id}"}}]}}}}"#
            )
        };
        let text = [line(0, ""), line(1, r#""is_error":true,"#), line(7, "")].join("\n");
        let calls = ["Write", "Read"].map(str::to_owned);
        assert_eq!(ran(text.as_bytes(), &calls), BTreeSet::from(["Write".to_owned()]));
    }

    #[test]
    fn what_a_client_says_of_a_failure_is_told_once() {
        let line = r#"{"type":"system","subtype":"hook_response","hook_name":"PreToolUse:Read",
            "outcome":"error","output":"no such file"}"#
            .replace('\n', "");
        let fine = line.replace("error", "success");
        let found = failures(format!("{line}\n{fine}\nno JSON\n{line}\n").as_bytes());
        let messages: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            messages,
            ["the client says that a hook of PreToolUse:Read failed: no such file"]
        );
    }
}
