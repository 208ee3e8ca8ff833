//! Sessions on three machines want the same intents, while sessions, keepers and the server are killed, keepers are
//! stopped and links are cut. By one clock, no session may make a change after one of the next holder.
//!
//! A run of another length: `CHAOS_SECONDS=600 CHAOS_SESSIONS=192 CHAOS_ENGINES=git,postgres`.

use std::collections::BTreeMap;
use std::fmt;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use crate::fleet::{ENGINES, Fleet};
use crate::judge::{Evidence, Kind};
use crate::link::Fault;
use crate::machine::signal;
use crate::session_process::{Plan, Random};

/// How long a lease lasts: half of the sessions work on an intent for up to twice as long.
const LEASE_S: u64 = 8;

/// How long a hook waits for an answer.
const HOOK_WAITS_MS: u64 = 3_000;

/// How long an answer is waited for at the end, when nothing is broken any more.
const PATIENT_MS: u64 = 100_000;

/// The time between two blows.
const TICK: Duration = Duration::from_millis(500);

struct Chaos {
    fleet: Fleet,
    seats: Vec<(Plan, Child)>,
    random: Random,
    done: Done,
    /// What will be repaired, and when.
    repairs: Vec<(Instant, Repair)>,
    next_kill: Instant,
    next_cut: Instant,
}

enum Repair {
    Server,
    Link(usize),
    Keeper(u32),
}

/// What was done to the team.
#[derive(Debug, Default)]
struct Done {
    sessions: usize,
    keepers: usize,
    stops: usize,
    servers: usize,
    cuts: usize,
    /// Sessions that ended by themselves, as none should.
    faults: usize,
}

#[test]
#[ignore = "takes a minute"]
fn nobody_makes_a_change_after_the_next_holder() {
    let seconds = setting("CHAOS_SECONDS").and_then(|it| it.parse().ok()).unwrap_or(60);
    let sessions = setting("CHAOS_SESSIONS").and_then(|it| it.parse().ok()).unwrap_or(32);
    let engines = setting("CHAOS_ENGINES").unwrap_or_else(|| ENGINES.join(","));
    thread::scope(|scope| {
        for engine in engines.split(',') {
            scope.spawn(move || run(engine, sessions, Duration::from_secs(seconds)));
        }
    });
}

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn run(engine: &str, sessions: usize, time: Duration) {
    let Some(fleet) = Fleet::new(engine, LEASE_S) else { return };
    let mut chaos = Chaos::new(fleet, sessions, false);
    let end = Instant::now() + time;
    // On a busy machine it takes longer until enough was tested.
    while Instant::now() < end || chaos.evidence().count(Kind::Claim) <= sessions / 2 {
        thread::sleep(TICK);
        chaos.strike();
    }
    let intents = chaos.seats.first().expect("a session").0.intents;
    let (fleet, done) = chaos.end();
    let evidence = Evidence::read(&fleet.dir.path().join("evidence"));
    let violations = evidence.violations();
    eprintln!(
        "{engine}: {sessions} sessions, {} s: {} claims, {} changes, {} lapses at work; {done}; {} violations",
        time.as_secs(),
        evidence.count(Kind::Claim),
        evidence.count(Kind::Change),
        evidence.count(Kind::Lapse),
        violations.len(),
    );
    assert!(violations.is_empty(), "{engine}: {violations:#?}");
    assert_eq!(done.faults, 0, "{engine}");
    let lost = evidence.lost(&last_tokens(&fleet, intents));
    eprintln!("{engine}: {lost} acknowledged claims lost");
    assert_eq!(lost, 0, "{engine}");
}

/// The control: this run finds what it has to find.
#[test]
#[ignore = "takes a while"]
fn sessions_that_ignore_the_end_of_a_lease_are_found() {
    let fleet = Fleet::new("git", 4).expect("git");
    let mut chaos = Chaos::new(fleet, 12, true);
    let end = Instant::now() + Duration::from_secs(600);
    while Instant::now() < end {
        thread::sleep(TICK);
        chaos.kill_keeper();
        if let Some(violation) = chaos.evidence().violations().first() {
            eprintln!("the control: {violation}");
            chaos.end();
            return;
        }
    }
    panic!("no violation was found in {}", chaos.end().1);
}

/// The token of each intent that a new session gets. Each intent must be free within a while.
fn last_tokens(fleet: &Fleet, intents: u64) -> BTreeMap<String, u64> {
    let machine = fleet.machines.first().expect("a machine");
    let end = Instant::now() + Duration::from_secs(40 * LEASE_S);
    let mut tokens = BTreeMap::new();
    loop {
        for intent in (0..intents).map(|number| format!("INT-{number}")) {
            if !tokens.contains_key(&intent)
                && let Some(token) = machine.try_claim(&intent, "the-last", None)
            {
                tokens.insert(intent, token);
            }
        }
        if tokens.len() as u64 == intents {
            return tokens;
        }
        assert!(
            Instant::now() < end,
            "an intent does not become free: only {:?} do",
            tokens.keys()
        );
        thread::sleep(TICK);
    }
}

impl Chaos {
    fn new(mut fleet: Fleet, sessions: usize, ignores_lapse: bool) -> Chaos {
        for machine in &mut fleet.machines {
            machine.limit_ms = HOOK_WAITS_MS;
        }
        let evidence = fleet.dir.path().join("evidence");
        std::fs::create_dir(&evidence).expect("a folder");
        let machines = fleet.machines.iter().cycle().take(sessions);
        let seats = machines.enumerate().map(|(seat, machine)| {
            let plan = Plan {
                machine: serde_json::to_value(machine).expect("JSON"),
                name: format!("s{seat}-0"),
                intents: sessions as u64 / 4,
                work_ms: LEASE_S * 2_000,
                // However many they are, they start the program about six times a second.
                pause_ms: sessions as u64 * 200,
                evidence: evidence.clone(),
                ignores_lapse,
            };
            let child = plan.start();
            (plan, child)
        });
        let (seats, now) = (seats.collect(), Instant::now());
        let (next_kill, next_cut) = (now + Duration::from_secs(5), now + Duration::from_secs(3));
        let random = Random(u64::from(std::process::id()));
        Chaos {
            fleet,
            seats,
            random,
            done: Done::default(),
            repairs: Vec::new(),
            next_kill,
            next_cut,
        }
    }

    fn evidence(&self) -> Evidence {
        Evidence::read(&self.fleet.dir.path().join("evidence"))
    }

    /// Kills, stops and cuts, and repairs what is due.
    fn strike(&mut self) {
        let now = Instant::now();
        for _ in 0..=self.seats.len() / 64 {
            self.kill_session();
        }
        if self.random.below(8) == 0 {
            self.kill_keeper();
        }
        let has_server = !self.fleet.links.is_empty();
        if has_server && now > self.next_kill {
            self.fleet.kill_service();
            self.done.servers += 1;
            self.repair_within(1, 4, Repair::Server);
            self.next_kill = self.within(15, 25);
        }
        if has_server && now > self.next_cut {
            let number = self.random.index(self.fleet.links.len());
            self.fleet.links[number].set(Fault::Cut);
            self.done.cuts += 1;
            self.repair_within(LEASE_S * 2 / 3, LEASE_S * 2, Repair::Link(number));
            self.next_cut = self.within(10, 20);
        }
        self.repair(now);
    }

    /// Kills a session, half of the times with what it has started, and starts another one.
    fn kill_session(&mut self) {
        let seat = self.random.index(self.seats.len());
        let is_group = self.random.below(2) == 0;
        let (plan, child) = &mut self.seats[seat];
        if child.try_wait().expect("a process").is_some() {
            self.done.faults += 1;
        }
        let group = if is_group { "-" } else { "" };
        signal(&format!("{group}{}", child.id()), "-KILL");
        let _collected = child.wait();
        self.done.sessions += 1;
        plan.name = format!("s{seat}-{}", self.done.sessions);
        *child = plan.start();
    }

    /// Kills a keeper, or stops it for a while.
    fn kill_keeper(&mut self) {
        let number = self.random.index(self.fleet.machines.len());
        let Some(keeper) = self.fleet.machines[number].keeper() else { return };
        if self.random.below(2) == 0 {
            self.done.keepers += usize::from(signal(&keeper.to_string(), "-KILL"));
        } else {
            self.done.stops += usize::from(signal(&keeper.to_string(), "-STOP"));
            self.repair_within(LEASE_S / 2, LEASE_S * 2, Repair::Keeper(keeper));
        }
    }

    fn repair_within(&mut self, least: u64, most: u64, repair: Repair) {
        let at = self.within(least, most);
        self.repairs.push((at, repair));
    }

    fn repair(&mut self, now: Instant) {
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.repairs).into_iter().partition(|(at, _)| *at <= now);
        self.repairs = later;
        for (_, repair) in due {
            match repair {
                Repair::Server => self.fleet.start_service(),
                Repair::Link(number) => self.fleet.links[number].set(Fault::None),
                Repair::Keeper(process) => drop(signal(&process.to_string(), "-CONT")),
            }
        }
    }

    /// Ends all sessions, and repairs everything.
    fn end(mut self) -> (Fleet, Done) {
        for (_, child) in &mut self.seats {
            self.done.faults += usize::from(child.try_wait().expect("a process").is_some());
            signal(&format!("-{}", child.id()), "-KILL");
            let _collected = child.wait();
        }
        for machine in &mut self.fleet.machines {
            machine.limit_ms = PATIENT_MS;
        }
        if let Some(latest) = self.repairs.iter().map(|(at, _)| *at).max() {
            self.repair(latest);
        }
        (self.fleet, self.done)
    }

    /// A moment between so many seconds from now.
    fn within(&mut self, least: u64, most: u64) -> Instant {
        let millis = least * 1000 + self.random.below((most - least) * 1000);
        Instant::now() + Duration::from_millis(millis)
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Done { sessions, keepers, stops, servers, cuts, faults } = self;
        write!(
            f,
            "killed: {sessions} sessions, {keepers} keepers, {servers} servers; {stops} keepers stopped, {cuts} links \
             cut; {faults} sessions failed"
        )
    }
}
