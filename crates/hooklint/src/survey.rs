//! All runs of one hook: first what a host sends in an ordinary session, then what it may send.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Error, Result};
use hook_installer::HostVersion;
use host_stand_in::End;

use crate::hook::Hook;
use crate::namespace::Namespace;
use crate::probe::{Kind, Probe, again, ordinary, unusual};
use crate::run::{Ground, Ran, run};
use crate::{Given, Step, WORKERS};
use reply_rules::{Reply, Terms};

/// What is slower is run again, and the shortest time counts: others work on this machine, too.
pub(crate) const SLOW: Duration = Duration::from_secs(1);

/// So often at the most.
const MAX_REPEATS: usize = 2;

/// After so many runs that had to be ended no other is begun.
const MAX_HANGS: usize = 3;

/// What was sent, and what came of it.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) probe: Probe,
    pub(crate) ran: Ran,
    pub(crate) reply: Reply,
}

/// All of it, in the order in which it is sent.
pub(crate) struct Survey {
    pub(crate) seen: Vec<Seen>,
    /// The one event to which the hook answers whatever it is sent; what came on others is left out.
    pub(crate) meant_for: Option<String>,
    /// Where in `seen` stands what unusual input was made of.
    focus: Option<usize>,
    /// How many runs were not begun, because earlier ones had no end.
    pub(crate) not_run: usize,
}

impl Survey {
    /// Runs the hook on everything for which a host would start it.
    ///
    /// # Errors
    /// When a run cannot be prepared.
    pub(crate) fn new(hook: &Hook, given: &Given<'_>, namespaces: &[Namespace]) -> Result<Self> {
        let knows = given.version >= HostVersion::FIRST_WITH_ON_FAILURE;
        let terms = Terms { blocks_on_failure: hook.blocks_on_failure && knows };
        let mut probes: Vec<Probe> =
            ordinary().into_iter().filter(|probe| hook.is_for(probe)).collect();
        probes.extend(again(&probes));
        let work = Work { hook, given, namespaces, terms, hangs: AtomicUsize::new(0) };
        let mut survey = Self { seen: Vec::new(), meant_for: None, focus: None, not_run: 0 };
        survey.take(&work, &probes)?;
        survey.narrow(hook);
        survey.focus = survey.most_telling();
        if let Some(focus) = survey.focus() {
            let probes = unusual(&focus.probe);
            survey.take(&work, &probes)?;
        }
        Ok(survey)
    }

    fn take(&mut self, work: &Work<'_>, probes: &[Probe]) -> Result<()> {
        let seen = work.all(probes)?;
        self.not_run += probes.len() - seen.len();
        self.seen.extend(seen);
        Ok(())
    }

    /// What is denied tells most when it is sent otherwise, then what is answered at all.
    fn most_telling(&self) -> Option<usize> {
        let tests: [fn(&Seen) -> bool; 4] = [
            |seen| seen.reply.guards(),
            |seen| !seen.reply.effects.is_empty(),
            |seen| seen.probe.event == "PreToolUse",
            |_| true,
        ];
        tests.iter().find_map(|is_telling| self.seen.iter().position(is_telling))
    }

    /// What unusual input was made of.
    pub(crate) fn focus(&self) -> Option<&Seen> {
        self.seen.get(self.focus?)
    }

    /// A command that answers every event as if it were one is for that one.
    fn narrow(&mut self, hook: &Hook) {
        let named = self.seen.iter().filter_map(|seen| {
            let document = seen.reply.document.as_ref()?;
            document.pointer("/hookSpecificOutput/hookEventName")?.as_str()
        });
        let mut named: Vec<String> = named.map(str::to_owned).collect();
        named.sort_unstable();
        named.dedup();
        let [event] = named.as_slice() else { return };
        let is_there = self.seen.iter().any(|seen| seen.probe.event == *event);
        let is_wrong = |seen: &Seen| seen.reply.faults.iter().any(|fault| fault.id == "event-name");
        if hook.event.is_none() && is_there && self.seen.iter().any(is_wrong) {
            self.seen.retain(|seen| seen.probe.event == *event);
            self.meant_for = Some(event.clone());
        }
    }

    /// What came of an ordinary session.
    pub(crate) fn ordinary(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().filter(|seen| seen.probe.is_ordinary())
    }

    /// What came of probes of these kinds.
    pub(crate) fn of<'s>(&'s self, kinds: &'s [Kind]) -> impl Iterator<Item = &'s Seen> {
        self.seen.iter().filter(|seen| kinds.contains(&seen.probe.kind))
    }
}

/// What all runs of a hook have in common.
struct Work<'a> {
    hook: &'a Hook,
    given: &'a Given<'a>,
    namespaces: &'a [Namespace],
    terms: Terms,
    hangs: AtomicUsize,
}

impl Work<'_> {
    /// Runs the hook on each, some at a time.
    fn all(&self, probes: &[Probe]) -> Result<Vec<Seen>> {
        (self.given.progress)(Step::More(probes.len()));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for worker in 0..WORKERS {
                let (next, done) = (&next, &done);
                scope.spawn(move || {
                    while let Some((at, probe)) = claimed(probes, next) {
                        let seen = self.one(probe, self.namespaces.get(worker));
                        (self.given.progress)(Step::Done);
                        if let (Some(seen), Ok(mut done)) = (seen, done.lock()) {
                            done.push((at, seen));
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_default();
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, seen)| seen).collect()
    }

    /// The shortest of some runs, where the first is slow.
    fn shortest(&self, mut ran: Ran, probe: &Probe, ground: &Ground<'_>) -> Result<Ran> {
        if matches!(ran.call.end, End::TimedOut(_)) {
            self.hangs.fetch_add(1, Ordering::Relaxed);
            return Ok(ran);
        }
        let mut repeats = 0;
        while ran.call.took > SLOW && probe.is_ordinary() && repeats < MAX_REPEATS {
            let again = run(self.hook, probe, ground)?;
            if again.call.took < ran.call.took {
                ran = again;
            }
            repeats += 1;
        }
        Ok(ran)
    }

    /// `None` where too many runs had no end.
    fn one(&self, probe: &Probe, namespace: Option<&Namespace>) -> Option<Result<Seen, Error>> {
        if self.hangs.load(Ordering::Relaxed) >= MAX_HANGS {
            return None;
        }
        let ground = Ground {
            namespace,
            version: self.given.version,
            path: self.given.path,
            limit: self.given.limit,
        };
        let ran = run(self.hook, probe, &ground).and_then(|ran| self.shortest(ran, probe, &ground));
        Some(ran.map(|ran| {
            let reply = Reply::read(&probe.event, &ran.as_read(), self.terms);
            Seen { probe: probe.clone(), ran, reply }
        }))
    }
}

fn claimed<'p>(probes: &'p [Probe], next: &AtomicUsize) -> Option<(usize, &'p Probe)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, probes.get(at)?))
}
