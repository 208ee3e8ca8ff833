//! Settings files that nobody wrote, on disk, through `install`, `uninstall` and `rollback` in any order, with
//! somebody else's edits between: each version that comes back is what was there, byte for byte.
//!
//! Some of the files of `claude-settings` are played; with `GENERATED_ALL=1` all of them.

use std::fs;

use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, Needs, Offer, Place, Plan, Scope, Twice,
};

use crate::generator::{Numbers, WORDS, settings};
use crate::machine::{Machine, offers, read, write};

/// So many files there are, every so many-th of them is played, and so much is done to each.
const FILES: u64 = 3_000;
const SAMPLE: usize = 150;
const STEPS: usize = 8;

/// More versions than are kept there are never.
const MAX_VERSIONS: usize = 10;

#[test]
fn a_version_that_comes_back_is_what_was_there() {
    let every = if plays_all() { 1 } else { SAMPLE };
    let mut count = 0;
    for seed in (1..=FILES).step_by(every) {
        count += File::new(seed).play();
    }
    println!("{count} versions came back");
    assert!(count > 8, "{count}");
}

#[expect(clippy::disallowed_methods, reason = "it is said to the tests, and no hook reads it")]
fn plays_all() -> bool {
    std::env::var_os("GENERATED_ALL").is_some()
}

/// A file, and all that was in it before each of our changes.
struct File {
    seed: u64,
    numbers: Numbers,
    machine: Machine,
    place: Place,
    known: Vec<Offer>,
    versions: Vec<Option<String>>,
    done: Vec<String>,
}

impl File {
    fn new(seed: u64) -> Self {
        let mut numbers = Numbers::of(seed);
        let machine = Machine::new();
        let place = Place::of(Scope::Project, &machine.project(""));
        write(&place.settings(), &settings(&mut numbers));
        let known: Vec<Offer> = offers().into_iter().filter(|it| it.server.is_none()).collect();
        Self { seed, numbers, machine, place, known, versions: Vec::new(), done: Vec::new() }
    }

    /// How often a version came back.
    fn play(mut self) -> usize {
        let mut count = 0;
        for _ in 0..STEPS {
            match self.numbers.below(8) {
                0..=2 => self.install(),
                3 => self.uninstall(),
                4 | 5 => count += usize::from(self.roll_back()),
                _ => self.edit(),
            }
        }
        count + usize::from(self.roll_back())
    }

    fn text(&self) -> Option<String> {
        let file = self.place.settings();
        file.exists().then(|| read(&file))
    }

    /// Some of the hooks.
    fn some(&mut self) -> Vec<Offer> {
        let chosen = self.numbers.below((1 << self.known.len()) - 1) + 1;
        let numbered = self.known.iter().enumerate();
        let chosen = numbered.filter(|(at, _)| chosen & (1 << at) != 0);
        chosen.map(|(_, hook)| hook.clone()).collect()
    }

    fn install(&mut self) {
        let hooks = self.some();
        let engine = [Engine::On, Engine::Off][self.numbers.below(2)];
        let form = [FormWish::Exec, FormWish::Shell][self.numbers.below(2)];
        let choice = Choice {
            hooks: &hooks,
            known: &self.known,
            engine,
            by_hand: ByHand::Stays,
            twice: Twice::Refused,
            form,
            closed: &[],
            host: None,
            confine: Confine::AsBefore,
            walled: &[],
            exported: None,
        };
        let programs = self.machine.path("programs");
        let plan = Plan::install(&self.place, &choice, &programs, &Folders::default()).unwrap();
        self.carry_out(&plan, format!("install {} {engine:?} {form:?}", names(&hooks)));
    }

    fn uninstall(&mut self) {
        let hooks = self.some();
        let plan = Plan::uninstall(&self.place, &hooks, &self.known, &[]).unwrap();
        self.carry_out(&plan, format!("uninstall {}", names(&hooks)));
    }

    fn carry_out(&mut self, plan: &Plan, what: String) {
        let before = self.text();
        plan.carry_out().unwrap_or_else(|err| panic!("{}: {what}: {err:?}", self.seed));
        self.done.push(what);
        self.keep(before);
    }

    /// What was there before is a version now, if it is another one.
    fn keep(&mut self, before: Option<String>) {
        if self.text() != before && self.versions.last() != Some(&before) {
            self.versions.push(before);
            let surplus = self.versions.len().saturating_sub(MAX_VERSIONS);
            self.versions.drain(..surplus);
        }
    }

    /// Somebody else writes into the file.
    fn edit(&mut self) {
        let from = format!("mark-{}", self.numbers.below(4));
        let to = self.numbers.one(WORDS);
        if let Some(text) = self.text() {
            write(&self.place.settings(), &text.replace(&from, to));
        }
        self.done.push(format!("{from} becomes {to}"));
    }

    /// Whether there was one to come back.
    fn roll_back(&mut self) -> bool {
        let now = self.text();
        let mut versions = self.versions.clone();
        versions.pop_if(|newest| *newest == now);
        if versions.is_empty() {
            return false;
        }
        let back = self.numbers.below(versions.len().min(3)) + 1;
        let wanted = versions[versions.len() - back].clone();
        let programs = self.machine.path("programs");
        let needs = Needs { known: &self.known, walled: &[], confine: Confine::AsBefore };
        let plan = Plan::rollback(&self.place, back, &needs, &programs).unwrap();
        self.carry_out(&plan, format!("rollback {back}"));
        let Self { seed, done, .. } = self;
        assert_eq!(
            self.place.settings().exists().then(|| read(&self.place.settings())),
            wanted,
            "{seed}: {done:?}"
        );
        self.check_programs();
        true
    }

    /// Whatever the settings name can be started.
    fn check_programs(&self) {
        let text = self.text().unwrap_or_default();
        let bin = self.place.programs();
        let names = self.known.iter().map(|it| it.hook.as_str()).chain(["tacklebox"]);
        for name in names.filter(|name| {
            text.contains(&format!("/.claude/hooks/bin/{name}\\\""))
                || text.contains(&format!("/.claude/hooks/bin/{name}\""))
        }) {
            assert!(
                fs::metadata(bin.join(name)).is_ok(),
                "{}: {name} after {:?}",
                self.seed,
                self.done
            );
        }
    }
}

fn names(hooks: &[Offer]) -> String {
    hooks.iter().map(|hook| hook.hook.as_str()).collect::<Vec<_>>().join(" ")
}
