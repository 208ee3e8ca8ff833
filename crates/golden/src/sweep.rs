//! Feeds a hook everything that a client was seen to send and everything that may
//! become of it, and asks one thing: is the agent's session no worse for it?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};

use crate::environment::{self, holds_secret};
use crate::mutation::{self, Mutation};
use crate::process::{Invocation, Outcome, run};
use crate::sandbox::{Sandbox, Setup};
use crate::{Hook, host, tree};

/// The most bytes of stdin that a hook must understand; what is longer is handled
/// as its failure policy says.
const LONGEST_INPUT: usize = 16 << 20;

/// A report names so many failures and then stops.
const ENOUGH: usize = 5;

/// Runs the hook on the payload `name`, a file below the folder `payloads` without
/// its `.json`, as it stands and mutated, over an empty project or over the tree
/// `setup`.
///
/// The hook has the default failure policy: whatever it reads, it ends within half
/// its limit with status 0, writes nothing or a reply that the client of this
/// payload accepts for its event, writes to stderr only lines that begin with its
/// name, and writes files nowhere but in its places.
///
/// # Errors
///
/// Fails when any run does otherwise, or when the payload cannot be read.
pub fn sweep_payload(
    hook: &Hook,
    payloads: &Path,
    name: &str,
    setup: Option<&Path>,
) -> anyhow::Result<()> {
    let text = fs::read_to_string(payloads.join(format!("{name}.json")));
    let text = text.context("could not read the payload")?;
    let fields: Map<String, Value> =
        serde_json::from_str(&text).context("the payload is no JSON object")?;
    let event = fields.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
    let accepts = if name.contains("codex") { host::accepts_codex } else { host::accepts };
    let mut sweep = Sweep::new(hook, setup, &Value::Object(fields.clone()))?;
    for mutation in mutation::all(&text)? {
        sweep.run(mutation, |stdout| accepts(&host::canonical(event), stdout));
    }
    sweep.end()
}

/// Runs the hook on input that is no payload, on every event with nothing but its
/// name, and on inputs about as long as a hook must understand.
///
/// # Errors
///
/// Fails when a run does what [`sweep_payload`] does not allow.
pub fn sweep_without_payload(hook: &Hook, setup: Option<&Path>) -> anyhow::Result<()> {
    let mut sweep = Sweep::new(hook, setup, &Value::Null)?;
    for mutation in mutation::without_payload() {
        sweep.run(mutation, |stdout| host::accepts("", stdout));
    }
    for event in host::events() {
        let mutation = Mutation {
            what: format!("{event} and nothing else"),
            stdin: format!("{}\n", json!({ "hook_event_name": event })).into_bytes(),
        };
        sweep.run(mutation, |stdout| host::accepts(event, stdout));
    }
    for size in [LONGEST_INPUT - 1, LONGEST_INPUT, LONGEST_INPUT + 1, LONGEST_INPUT + 65_536] {
        sweep.run(mutation::write_of(size), |stdout| host::accepts("PreToolUse", stdout));
    }
    sweep.end()
}

/// Runs over one sandbox; its state grows as that of a long session does.
struct Sweep<'a> {
    hook: &'a Hook,
    sandbox: Sandbox,
    env: BTreeMap<String, String>,
    failures: Vec<String>,
}

impl<'a> Sweep<'a> {
    fn new(hook: &'a Hook, setup: Option<&Path>, payload: &Value) -> anyhow::Result<Self> {
        let setup = Setup { before: setup.map(Path::to_owned), ..Setup::default() };
        let sandbox = Sandbox::new(&setup)?;
        let env = environment::build(&sandbox, Some(payload));
        Ok(Self { hook, sandbox, env, failures: Vec::new() })
    }

    fn run(&mut self, mutation: Mutation, accepts: impl Fn(&[u8]) -> Result<(), String>) {
        if self.failures.len() >= ENOUGH {
            return;
        }
        let start: Vec<u8> = mutation.stdin.iter().copied().take(400).collect();
        let outcome = run(Invocation {
            program: &self.hook.program,
            args: &[],
            env: &self.env,
            cwd: &self.sandbox.cwd(None),
            stdin: mutation.stdin,
            limit: self.hook.limit / 2,
            run_as: None,
        });
        let verdict = match &outcome {
            Ok(outcome) => self.judge(outcome, accepts),
            Err(err) => Err(format!("{err:#}")),
        };
        if let Err(reason) = verdict {
            let start = String::from_utf8_lossy(&start);
            self.failures.push(format!("{}: {reason}\nstdin: {start}", mutation.what));
        }
    }

    fn judge(
        &self,
        outcome: &Outcome,
        accepts: impl Fn(&[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        let stdout = String::from_utf8_lossy(&outcome.stdout);
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        if !outcome.status.success() {
            return Err(format!("{}, stderr: {stderr}", outcome.status));
        }
        accepts(&outcome.stdout).map_err(|reason| format!("{reason}\nstdout: {stdout}"))?;
        if let Some(line) = stderr.lines().find(|line| !line.starts_with(&self.hook.name)) {
            return Err(format!("a line on stderr does not begin with the hook's name: {line}"));
        }
        if holds_secret(&outcome.stdout) || holds_secret(&outcome.stderr) {
            return Err("the output holds the host's secret".into());
        }
        Ok(())
    }

    fn end(mut self) -> anyhow::Result<()> {
        let strays = self.sandbox.strays()?;
        self.failures.extend(strays.iter().map(|name| format!("{name} was written outside")));
        for (name, entry) in self.sandbox.snapshot()? {
            if let tree::Entry::File(bytes) = entry
                && holds_secret(&bytes)
            {
                self.failures.push(format!("{name} holds the host's secret"));
            }
        }
        if self.failures.is_empty() { Ok(()) } else { bail!("{}", self.failures.join("\n\n")) }
    }
}
