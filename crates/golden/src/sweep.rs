//! Feeds a hook everything that a client was seen to send and everything that may
//! become of it, and asks one thing: is the agent's session no worse for it?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use anyhow::{Context, bail, ensure};
use host_stand_in::holds_secret;
use serde_json::{Map, Value, json};

use crate::case::tree_of;
use crate::environment;
use crate::in_process::Worker;
use crate::mutation::{self, Mutation};
use crate::process::{Invocation, run};
use crate::sandbox::{Sandbox, Setup};
use crate::{Hook, host, tree};

/// The most bytes of stdin that a hook must understand; what is longer is handled
/// as its failure policy says.
const MAX_INPUT: usize = 16 << 20;

/// A report names so many failures and then stops.
const MAX_FAILURES: usize = 5;

/// Of a hook that runs in process, one input in so many is given to its program too:
/// some three hundred of a hook with two setups.
const DRAW: u64 = 128;

/// Which inputs that are. The same in every run, whatever trials are left out.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The status that every host reads as "do not go on".
const BLOCKED: i32 = 2;

/// What is sent of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The unchanged payload.
    AsItStands,
    /// That, and each of its mutations.
    Mutated,
}

/// Runs the hook on the payload `name`, a file below the folder `payloads` without
/// its `.json`, over an empty project or over the tree in the archive `setup`.
///
/// The hook has the default failure policy: whatever it reads, it ends within half
/// its limit with status 0, or 2 beside a denial, writes nothing or a reply that the
/// client of this payload accepts for its event, writes to stderr only lines that begin
/// with its name, and writes files nowhere but in its places.
///
/// A hook that has [`Hook::in_process`] is called there, and some inputs, always the
/// same, go to its program as well. Any other hook is started for each input.
///
/// # Errors
///
/// Fails when any run does otherwise, or when the payload cannot be read.
pub fn sweep_payload(
    hook: &Hook,
    payloads: &Path,
    name: &str,
    setup: Option<&Path>,
    sent: Sent,
) -> anyhow::Result<()> {
    let text = fs::read_to_string(payloads.join(format!("{name}.json")));
    let text = text.context("could not read the payload")?;
    let fields: Map<String, Value> =
        serde_json::from_str(&text).context("the payload is not a JSON object")?;
    let event = fields.get("hook_event_name").and_then(Value::as_str);
    let event = event.unwrap_or_else(|| of_file(name));
    let accepts = host::taker(name);
    let mut sweep = Sweep::new(hook, name, setup, &Value::Object(fields.clone()))?;
    let count = if sent == Sent::Mutated { usize::MAX } else { 1 };
    for mutation in mutation::all(&text)?.into_iter().take(count) {
        sweep.run(&mutation, |stdout| accepts(&host::canonical(event), stdout));
    }
    sweep.end()
}

/// The event of a payload that does not say it, by the name of its file.
fn of_file(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or_default();
    file.split('-').next().unwrap_or_default()
}

/// Runs the hook on input that is not a payload, on every event with only its
/// name, and on inputs about as long as a hook must understand.
///
/// # Errors
///
/// Fails when a run does what [`sweep_payload`] does not allow.
pub fn sweep_without_payload(hook: &Hook, setup: Option<&Path>) -> anyhow::Result<()> {
    let mut sweep = Sweep::new(hook, "no-payload", setup, &Value::Null)?;
    for mutation in mutation::without_payload() {
        sweep.run(&mutation, |stdout| host::accepts("", stdout));
    }
    for event in host::events() {
        let mutation = Mutation {
            what: format!("{event} and nothing else"),
            stdin: format!("{}\n", json!({ "hook_event_name": event })).into_bytes(),
        };
        sweep.run(&mutation, |stdout| host::accepts(event, stdout));
    }
    for size in [MAX_INPUT - 1, MAX_INPUT, MAX_INPUT + 1, MAX_INPUT + 65_536] {
        sweep.run(&mutation::write_of(size), |stdout| host::accepts("PreToolUse", stdout));
    }
    sweep.end()
}

/// Runs over one sandbox; its state grows as that of a long session does.
struct Sweep<'a> {
    hook: &'a Hook,
    name: String,
    sandbox: Sandbox,
    env: BTreeMap<String, String>,
    /// The thread of a hook that runs in process; none after a failure.
    worker: Option<Worker>,
    failures: Vec<String>,
}

impl<'a> Sweep<'a> {
    fn new(
        hook: &'a Hook,
        payload: &str,
        setup: Option<&Path>,
        fields: &Value,
    ) -> anyhow::Result<Self> {
        let tree = setup.and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
        let name = format!("{payload}@{tree}");
        let before = setup.map(tree_of).transpose()?.unwrap_or_default();
        let setup = Setup { before, ..Setup::default() };
        let sandbox = Sandbox::new(&setup)?;
        let env = environment::build(&sandbox, Some(fields));
        Ok(Self { hook, name, sandbox, env, worker: None, failures: Vec::new() })
    }

    fn run(&mut self, mutation: &Mutation, accepts: impl Fn(&[u8]) -> Result<(), String>) {
        if self.failures.len() >= MAX_FAILURES {
            return;
        }
        if let Err(err) = self.try_run(mutation, accepts) {
            let start = mutation.stdin.get(..400).unwrap_or(&mutation.stdin);
            let start = String::from_utf8_lossy(start);
            self.failures.push(format!("{}: {err:#}\nstdin: {start}", mutation.what));
        }
    }

    fn try_run(
        &mut self,
        mutation: &Mutation,
        accepts: impl Fn(&[u8]) -> Result<(), String>,
    ) -> anyhow::Result<()> {
        let limit = self.hook.limit / 2;
        if let Some(hook) = &self.hook.in_process {
            let worker = match self.worker.take() {
                Some(worker) => worker,
                None => Worker::start(hook, &self.name, self.env.clone(), self.sandbox.cwd(None))?,
            };
            let output = worker.run(mutation.stdin.clone(), limit)?;
            self.worker = Some(worker);
            self.judge(&output, &accepts)?;
            if !self.is_drawn(mutation) {
                return Ok(());
            }
        }
        let output = run(&Invocation {
            program: &self.hook.program,
            args: &[],
            env: &self.env,
            cwd: &self.sandbox.cwd(None),
            stdin: &mutation.stdin,
            limit,
            run_as: None,
        })?;
        self.judge(&output, &accepts)
    }

    /// Whether the input goes to the program too. FNV-1a, whose low bits are even.
    fn is_drawn(&self, mutation: &Mutation) -> bool {
        let bytes = self.name.bytes().chain(mutation.what.bytes());
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        bytes.fold(SEED, step) % DRAW == 0
    }

    fn judge(
        &self,
        output: &Output,
        accepts: impl Fn(&[u8]) -> Result<(), String>,
    ) -> anyhow::Result<()> {
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        // An unknown host learns of a denial from the exit code too.
        let is_denial = || ["\"deny\"", "\"block\""].iter().any(|word| stdout.contains(word));
        let is_blocked = output.status.code() == Some(BLOCKED) && is_denial();
        ensure!(output.status.success() || is_blocked, "{}, stderr: {stderr}", output.status);
        if let Err(reason) = accepts(&output.stdout) {
            bail!("{reason}\nstdout: {stdout}");
        }
        let names = &self.hook.speakers;
        let is_stray = |line: &&str| !names.iter().any(|name| line.starts_with(name));
        if let Some(line) = stderr.lines().find(is_stray) {
            bail!("a line on stderr does not begin with the hook's name: {line}");
        }
        let is_safe = !holds_secret(&output.stdout) && !holds_secret(&output.stderr);
        ensure!(is_safe, "the output holds the host's secret");
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
