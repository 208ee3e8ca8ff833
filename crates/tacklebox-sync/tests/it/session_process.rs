//! A session of the chaos run: a process that can be killed. It does what an agent with the gate does: claims an intent,
//! looks at the lock file before each change, and releases the intent.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use active_intents::IntentId;
use active_intents::lease::boot_time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::judge::{Event, Kind};
use crate::machine::{Machine, WAIT, patiently};

/// The variable of the environment with a [`Plan`].
const PLAN: &str = "CHAOS_SESSION";

/// What a session is told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// A [`Machine`].
    pub(crate) machine: Value,
    pub(crate) name: String,
    /// The number of intents of the team.
    pub(crate) intents: u64,
    /// For how long it works on one at most, in milliseconds; half of the times for a second.
    pub(crate) work_ms: u64,
    /// For how long it waits at most before it wants the next one, in milliseconds.
    pub(crate) pause_ms: u64,
    /// The folder for what it did.
    pub(crate) evidence: PathBuf,
    /// As a hook would that takes no notice of the end of a lease.
    pub(crate) ignores_lapse: bool,
}

/// Numbers that look random. Source: Vigna, "splitmix64", public domain.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }

    /// A place in a list of so many.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }
}

impl Plan {
    /// Starts the session in a process group of its own.
    pub(crate) fn start(&self) -> Child {
        let mut program = Command::new(std::env::current_exe().expect("this program"));
        program.args(["--exact", "session_process::works", "--ignored", "--nocapture"]);
        program.env(PLAN, serde_json::to_string(self).expect("JSON"));
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        program.spawn().expect("a session")
    }
}

#[test]
#[ignore = "a process that the chaos run starts"]
fn works() {
    let Ok(plan) = std::env::var(PLAN) else { return };
    let plan: Plan = serde_json::from_str(&plan).expect("a plan");
    let seed = u64::from(std::process::id()) ^ u64::try_from(boot_time().as_nanos()).unwrap_or(0);
    let file = plan.evidence.join(&plan.name);
    let file = OpenOptions::new().create(true).append(true).open(file).expect("a file");
    let machine = serde_json::from_value(plan.machine.clone()).expect("a machine");
    let mut session = Session { machine, plan, file, random: Random(seed) };
    // Until it is killed.
    loop {
        session.turn();
    }
}

struct Session {
    machine: Machine,
    plan: Plan,
    file: File,
    random: Random,
}

impl Session {
    /// Claims an intent, works on it and releases it.
    fn turn(&mut self) {
        let intent = format!("INT-{}", self.random.below(self.plan.intents));
        let id = IntentId::new(&intent).expect("an id");
        let process = Some(std::process::id());
        if let Some(token) = self.machine.try_claim(&intent, &self.plan.name, process) {
            self.note(boot_time(), Kind::Claim, &intent, token);
            let longest = if self.random.below(2) == 0 { 1000 } else { self.plan.work_ms };
            let end = boot_time() + Duration::from_millis(self.random.below(longest));
            while boot_time() < end {
                let at = boot_time();
                let Some(token) = self.permits(&id) else {
                    self.note(at, Kind::Lapse, &intent, token);
                    return;
                };
                self.note(at, Kind::Change, &intent, token);
                self.pause(20, 60);
            }
            self.release(&id);
        }
        self.pause(100, self.plan.pause_ms);
    }

    fn note(&mut self, at: Duration, kind: Kind, intent: &str, token: u64) {
        let (intent, session) = (intent.to_owned(), self.plan.name.clone());
        let event = Event { at: at.as_nanos(), kind, intent, token, session };
        self.file.write_all(event.line().as_bytes()).expect("a file");
    }

    fn pause(&mut self, least_ms: u64, more_ms: u64) {
        thread::sleep(Duration::from_millis(least_ms + self.random.below(more_ms)));
    }

    /// Whether the session may make a change now, and with which token.
    fn permits(&self, id: &IntentId) -> Option<u64> {
        let (machine, name) = (&self.machine, &self.plan.name);
        if self.plan.ignores_lapse {
            let lock = machine.lock(id.as_str()).filter(|lock| lock.session == *name)?;
            return Some(lock.token);
        }
        if !machine.has_authority() {
            // Activity prolongs the lock.
            machine.take(id, name, Some(std::process::id()));
        }
        machine.permits(id.as_str(), name)
    }

    /// As the gate does: the lock first, and nobody waits for the authority.
    fn release(&self, id: &IntentId) {
        let (machine, name) = (&self.machine, &self.plan.name);
        patiently(machine.locks().release(id, name, WAIT));
        if machine.has_authority() {
            machine.ask_without_waiting("release", id.as_str(), name);
        }
    }
}
