//! The state of this machine: which hooks it has, and whether they protect.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use hook_chain::Settings as Modes;
use hook_runtime::Ctx;
use hook_state::StateDir;
use humantime::format_rfc3339_seconds;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use timed_command::Program;

use crate::config::Settings;
use crate::cursor::user_state;

/// The file with the record, in the state folder of all projects, for programs such as osquery.
const FILE: &str = "status.json";

const VERSION: u32 = 1;

/// How long the doctor may take.
const MAX_DOCTOR: Duration = Duration::from_secs(20);

/// How much of its answer is read.
const MAX_ANSWER: usize = 1 << 20;

/// Where Linux keeps the id of a machine.
const MACHINE_ID: &str = "/etc/machine-id";

/// The state of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Of this format.
    pub version: u32,
    /// When this was so, as RFC 3339 in UTC, like all times here.
    pub time: String,
    /// The id of this account on this machine.
    pub instance: String,
    /// The `host.id` that the administrator has set.
    pub host_id: Option<String>,
    /// The `user.id` that the administrator has set.
    pub user_id: Option<String>,
    /// The operating system.
    pub os: String,
    /// The version of Tacklebox.
    pub tacklebox: String,
    /// The revision of the organisation's policy; `None` without one.
    pub policy_revision: Option<u64>,
    /// What `tacklebox doctor` found in the settings of the person and the administrator; `None` if it did not run.
    pub doctor: Option<Verdict>,
    /// The hooks that are installed for this account, or were called in a project.
    pub hooks: Vec<HookState>,
}

/// The problems that the doctor found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
}

/// The state of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookState {
    /// The hook.
    pub hook: String,
    /// Its mode outside any project.
    pub mode: String,
    /// Whether it protects, in the doctor's words: `protecting`, `not` or `unknown`; `None` if only projects have it.
    pub state: Option<String>,
    /// When it was last called.
    pub last_firing: Option<String>,
}

impl Machine {
    /// Whether nothing has changed but times.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        let timeless = |machine: &Self| {
            let mut machine = machine.clone();
            machine.time.clear();
            machine.hooks.iter_mut().for_each(|hook| hook.last_firing = None);
            machine
        };
        timeless(self) == timeless(other)
    }
}

/// The state of this machine, which is also written to `status.json`. `programs` is the folder with `tacklebox`.
///
/// # Errors
/// If there is no state folder, or the file cannot be written.
pub fn machine(ctx: &Ctx, settings: Option<&Settings>, programs: Option<&Path>) -> Result<Machine> {
    let state = StateDir::new(user_state(ctx)?.to_owned());
    state.create()?;
    let ctx = &ctx.home().map_or_else(|| ctx.clone(), |home| ctx.at(home));
    let found = programs.and_then(|folder| doctor(ctx, folder));
    let resource = |key: &str| settings.and_then(|settings| settings.resource.get(key)).cloned();
    let machine = Machine {
        version: VERSION,
        time: format_rfc3339_seconds(ctx.now()).to_string(),
        instance: instance(state.path())?,
        host_id: resource("host.id"),
        user_id: resource("user.id"),
        os: std::env::consts::OS.to_owned(),
        tacklebox: env!("CARGO_PKG_VERSION").to_owned(),
        policy_revision: policy_revision(ctx),
        hooks: hooks(ctx, found.as_ref()),
        doctor: found.as_ref().map(verdict),
    };
    state.write(FILE, &serde_json::to_vec(&machine)?)?;
    Ok(machine)
}

/// The id of this account on this machine. A copy of the home folder on another machine has another one.
fn instance(state: &Path) -> Result<String> {
    let key = hook_chain::account_key(state)?;
    let machine = std::fs::read_to_string(MACHINE_ID).unwrap_or_default();
    let mut id = key.on(&format!("instance {}", machine.trim()));
    id.truncate(32);
    Ok(id)
}

fn policy_revision(ctx: &Ctx) -> Option<u64> {
    // A broken file is a finding of the doctor.
    Modes::policy_record(ctx).ok().flatten().map(|record| record.revision)
}

/// What `tacklebox doctor --json` says; `None` if it cannot be run.
fn doctor(ctx: &Ctx, programs: &Path) -> Option<Value> {
    let program = programs.join(format!("tacklebox{}", std::env::consts::EXE_SUFFIX));
    let words = ["doctor", "--json"].map(str::to_owned);
    let ended = timed_command::run(&Program {
        words: std::iter::once(program.to_str()?.to_owned()).chain(words).collect(),
        dir: ctx.cwd().map(Path::to_owned),
        path: None,
        limit: MAX_DOCTOR,
        keep: MAX_ANSWER,
    });
    // It ends with 1 if there are problems.
    serde_json::from_str(&ended.ok()?.stdout).ok()
}

fn items<'v>(document: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    document.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn verdict(document: &Value) -> Verdict {
    let count = |severity: &str| {
        let has = |finding: &&Value| finding.get("severity").is_some_and(|it| it == severity);
        items(document, "findings").filter(has).count()
    };
    Verdict { errors: count("error"), warnings: count("warning") }
}

fn hooks(ctx: &Ctx, found: Option<&Value>) -> Vec<HookState> {
    let mut called: BTreeMap<String, SystemTime> = BTreeMap::new();
    for state in ctx.all_states().unwrap_or_default() {
        for (hook, at) in hook_chain::last_calls(&state) {
            let last = called.entry(hook).or_insert(at);
            *last = at.max(*last);
        }
    }
    let mut states: BTreeMap<&str, Option<&str>> =
        called.keys().map(|hook| (hook.as_str(), None)).collect();
    for row in found.into_iter().flat_map(|document| items(document, "hooks")) {
        let text = |key: &str| row.get(key).and_then(Value::as_str);
        if let (Some(hook), Some(state)) = (text("hook"), text("state")) {
            // Several hosts may start it.
            let known = states.entry(hook).or_default();
            if *known != Some("not") {
                *known = Some(state);
            }
        }
    }
    let modes = Modes::load(ctx).unwrap_or_default();
    let state = |(hook, state): (&str, Option<&str>)| HookState {
        hook: hook.to_owned(),
        mode: modes.mode(hook).to_string(),
        state: state.map(str::to_owned),
        last_firing: called.get(hook).map(|at| format_rfc3339_seconds(*at).to_string()),
    };
    states.into_iter().map(state).collect()
}
