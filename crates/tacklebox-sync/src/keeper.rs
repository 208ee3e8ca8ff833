//! The keeper: one process for a state folder, which renews the leases of its locks and releases those of sessions that
//! have ended. It ends when there is nothing to do. If it is killed, the leases lapse.

use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use active_intents::lease::boot_time;
use active_intents::{Claim, IntentId, Lock, Locks, Taken};
use anyhow::{Context as _, Result};
use leases::{AuthorityError, Held};

use crate::engine::Asker;
use crate::environment::now;
use crate::lease::{self, Handle, Moment, Outcome, local};
use crate::lease_state::{LeaseState, Question, Settings};

/// For how long a new keeper waits for one that is just ending.
const PATIENCE: Duration = Duration::from_secs(1);

/// After this time without anything to do a keeper ends. A hook may write an unconfirmed lock a moment after a claim.
const IDLE: Duration = Duration::from_secs(15);

/// For how long others may keep the folder of locks to themselves.
const WAIT: Duration = Duration::from_secs(2);

/// The longest time between two looks at the locks.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// The longest time before a question that failed is asked again.
const MAX_RETRY: Duration = Duration::from_secs(60);

/// The longest time to wait for an answer.
const MAX_LIMIT: Duration = Duration::from_secs(20);

/// Keeps the leases of a state folder, unless another keeper does.
///
/// # Errors
/// If the settings cannot be read.
pub(crate) fn keep(state: &Path) -> Result<ExitCode> {
    let state = LeaseState::of(state);
    let Ok(_alone) = state.lock_keeper(PATIENCE) else { return Ok(ExitCode::SUCCESS) };
    let mut keeper = Keeper { state, busy: Instant::now(), retry: None };
    while keeper.busy.elapsed() < IDLE {
        let settings = keeper.state.settings().context("could not read the settings of leases")?;
        let Some(settings) = settings else { break };
        let ttl = settings.authority.ttl();
        if keeper.round(&settings).is_err() {
            keeper.retry = Some(Instant::now() + (ttl / 12).min(MAX_RETRY));
        }
        thread::sleep((ttl / 24).min(MAX_PAUSE));
    }
    Ok(ExitCode::SUCCESS)
}

struct Keeper {
    state: LeaseState,
    /// When there was something to do.
    busy: Instant,
    /// When the authority may be asked again after an error.
    retry: Option<Instant>,
}

/// The locks of this machine's sessions, by what is to be done.
#[derive(Default)]
struct Work {
    /// By a lease of this machine, with its session's end not known.
    kept: Vec<(IntentId, Lock)>,
    /// Of sessions that have ended.
    ended: Vec<(IntentId, Lock)>,
    /// Taken without an answer of the authority.
    unconfirmed: Vec<(IntentId, Lock)>,
}

impl Keeper {
    /// Does what is to be done.
    ///
    /// # Errors
    /// If the authority did not answer, or a lock could not be written.
    fn round(&mut self, settings: &Settings) -> Result<(), AuthorityError> {
        let locks = settings.locks();
        let found = locks.list().map_err(local)?;
        let is_idle = found.is_empty() && self.state.unanswered().is_empty();
        if is_idle || self.retry.is_some_and(|retry| Instant::now() < retry) {
            self.busy = if is_idle { self.busy } else { Instant::now() };
            return Ok(());
        }
        self.retry = None;
        let asker = Asker::new(&settings.authority, &settings.repository, self.state.path())?;
        let mut work = Work::default();
        for (intent, holder) in found {
            if let Some(lock) = lease::lock(&holder) {
                work.add(&asker, intent, lock.clone());
            }
        }
        let questions = self.state.unanswered();
        if !work.is_empty() || !questions.is_empty() {
            self.busy = Instant::now();
        }
        // First what others lose if it comes too late.
        let is_done = [
            renew(&asker, &locks, &work.kept),
            self.release_ended(&asker, &locks, work.ended),
            self.confirm(&asker, &locks, &work.unconfirmed),
            self.ask_again(&asker, &locks, questions),
        ];
        is_done.into_iter().collect()
    }

    /// Releases the leases of sessions that have ended, their locks first.
    fn release_ended(
        &self,
        asker: &Asker,
        locks: &Locks,
        ended: Vec<(IntentId, Lock)>,
    ) -> Result<(), AuthorityError> {
        for (intent, lock) in ended {
            let question = Question { intent, session: lock.session };
            self.state.note(&question).map_err(local)?;
            let removed = locks.drop_lease(&question.intent, &question.session, lock.token, WAIT);
            if removed.map_err(local)? {
                lease::release(asker, &self.state, locks, &question, until(asker))?;
            }
        }
        Ok(())
    }

    /// Claims what was taken without an answer. Where another session was faster the lock is removed.
    fn confirm(
        &self,
        asker: &Asker,
        locks: &Locks,
        unconfirmed: &[(IntentId, Lock)],
    ) -> Result<(), AuthorityError> {
        for (intent, lock) in unconfirmed {
            let claim = Claim {
                session: &lock.session,
                agent: lock.agent.as_deref(),
                host: &lock.host,
                pid: lock.pid,
                now: now(),
            };
            match lease::acquire(asker, &self.state, locks, intent, &claim, until(asker))? {
                // The session released it meanwhile.
                Outcome::Granted(_, Taken::Created | Taken::Over(_)) => {
                    let question =
                        Question { intent: intent.clone(), session: lock.session.clone() };
                    self.state.note(&question).map_err(local)?;
                    locks.release(intent, &lock.session, WAIT).map_err(local)?;
                }
                Outcome::Granted(..) => {}
                Outcome::HeldBy(_) => {
                    locks.drop_lease(intent, &lock.session, lock.token, WAIT).map_err(local)?;
                }
            }
        }
        Ok(())
    }

    /// Releases what the authority may hold by a question whose answer was lost. A question that is being asked now is
    /// left alone.
    fn ask_again(
        &self,
        asker: &Asker,
        locks: &Locks,
        questions: Vec<Question>,
    ) -> Result<(), AuthorityError> {
        for question in questions {
            let is_busy = self.state.lock_intent(&question.intent, Duration::ZERO).is_err();
            if !is_busy && self.state.unanswered().contains(&question) {
                lease::release(asker, &self.state, locks, &question, until(asker))?;
            }
        }
        Ok(())
    }
}

impl Work {
    fn add(&mut self, asker: &Asker, intent: IntentId, lock: Lock) {
        let is_over = lock.expires <= now();
        let Some(lease) = &lock.lease else {
            if lock.unconfirmed && !is_over {
                self.unconfirmed.push((intent, lock));
            }
            return;
        };
        let handle = Handle::read(lease).filter(|handle| {
            lease.authority == asker.engine().name() && handle.machine == asker.machine()
        });
        // The lease of another machine, in a folder that was copied, is not ours to renew or to release.
        let Some(handle) = handle else { return };
        if is_over || handle.process.is_some_and(|process| process.has_ended()) {
            self.ended.push((intent, lock));
        } else {
            self.kept.push((intent, lock));
        }
    }

    fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.ended.is_empty() && self.unconfirmed.is_empty()
    }
}

/// Renews all leases in one request, if a third of the time of one is over. A lease that is lost is taken from its lock.
fn renew(asker: &Asker, locks: &Locks, kept: &[(IntentId, Lock)]) -> Result<(), AuthorityError> {
    let third = asker.engine().ttl() / 3;
    let kept: Vec<_> = kept
        .iter()
        .filter_map(|(intent, lock)| lock.lease.clone().map(|lease| (intent, lock, lease)))
        .collect();
    let is_due = kept.iter().any(|(.., lease)| {
        // After the next start of the machine the clock may show less.
        let span = Duration::from_millis(lease.boot.from_ms)
            ..Duration::from_millis(lease.boot.from_ms) + third;
        !span.contains(&boot_time())
    });
    if !is_due {
        return Ok(());
    }
    let held: Vec<Held> = kept
        .iter()
        .map(|(intent, lock, lease)| Held {
            claim: asker.claim(intent.as_str(), &lock.session),
            token: lease.token,
        })
        .collect();
    let before = Moment::now();
    let answers = asker.ask(limit(asker), move |authority| authority.renew(&held))?;
    for ((intent, lock, lease), is_renewed) in kept.into_iter().zip(answers) {
        if is_renewed {
            let renewed = before.lease(asker, lease.token, lease.handle);
            locks.renew_lease(intent, &lock.session, renewed, WAIT).map_err(local)?;
        } else {
            locks.drop_lease(intent, &lock.session, lease.token, WAIT).map_err(local)?;
        }
    }
    Ok(())
}

fn limit(asker: &Asker) -> Duration {
    (asker.engine().ttl() / 4).clamp(Duration::from_secs(1), MAX_LIMIT)
}

fn until(asker: &Asker) -> Instant {
    Instant::now() + limit(asker)
}
