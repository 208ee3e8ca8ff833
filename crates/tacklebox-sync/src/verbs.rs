//! The verbs that a hook starts: a request on stdin, an answer on stdout.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use active_intents::{Claim, IntentId, Locks};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use leases::AuthorityError;

use crate::engine::Asker;
use crate::environment::now;
use crate::lease::{self, Outcome, local};
use crate::lease_state::{LeaseState, Question, Settings};
use crate::repository;
use crate::request::{Answer, Holder, Request};

/// A release is not waited for.
const RELEASE_LIMIT: Duration = Duration::from_secs(20);

/// A request and what it leads to.
struct Case {
    request: Request,
    state: LeaseState,
    settings: Settings,
    asker: Asker,
}

impl Case {
    fn open(request: Request) -> Result<Case, AuthorityError> {
        let repository = repository::of(&request.project);
        let state = LeaseState::of(&request.state);
        let asker = Asker::new(&request.authority, &repository, state.path())?;
        let (authority, locks) = (request.authority.clone(), request.locks.clone());
        let settings = Settings::new(authority, repository, locks, request.lock_ttl_s);
        Ok(Case { request, state, settings, asker })
    }

    fn locks(&self) -> Locks {
        self.settings.locks()
    }

    /// An intent of this clone that is leased from another authority. One keeper renews the leases of all worktrees, so
    /// they have to agree.
    fn leased_elsewhere(&self) -> Option<IntentId> {
        let known = self.state.settings().ok()??;
        if known.authority.is_same(&self.settings.authority) {
            return None;
        }
        let locks = self.locks().list().ok()?;
        let is_leased = |holder: &active_intents::Holder| {
            lease::lock(holder).is_some_and(|lock| lock.lease.is_some() && lock.is_valid(now()))
        };
        locks.into_iter().find(|(_, holder)| is_leased(holder)).map(|(intent, _)| intent)
    }
}

/// Claims an intent for a session.
///
/// # Errors
/// If stdout is closed.
pub(crate) fn claim() -> Result<ExitCode> {
    let start = Instant::now();
    answer(|request| {
        let until = start + request.time();
        let (intent, session) = subject(&request)?;
        let case = Case::open(request)?;
        if let Some(leased) = case.leased_elsewhere() {
            return Ok(Answer::Error {
                kind: "refused",
                message: format!(
                    "{leased} of this clone is leased from another authority; release it first, or \
                     use the same `authority:` in all worktrees"
                ),
            });
        }
        case.state.put_settings(&case.settings).map_err(local)?;
        let claim = Claim {
            session: &session,
            agent: case.request.agent.as_deref(),
            host: &case.request.host,
            pid: case.request.pid,
            now: now(),
        };
        let outcome =
            lease::acquire(&case.asker, &case.state, &case.locks(), &intent, &claim, until);
        if let Ok(Outcome::HeldBy(holder)) = outcome {
            return Ok(Answer::HeldBy(Holder::from(holder)));
        }
        // After an error too: there may be something to release, or an unconfirmed lock to claim.
        let keeper = start_keeper(&case.request);
        match outcome? {
            Outcome::Granted(token, _) => keeper.map(|()| Answer::Granted { token }),
            Outcome::HeldBy(holder) => Ok(Answer::HeldBy(Holder::from(holder))),
        }
    })
}

/// Releases what a session holds by the authority, or what anybody does.
///
/// # Errors
/// If stdout is closed.
pub(crate) fn release() -> Result<ExitCode> {
    let until = Instant::now() + RELEASE_LIMIT;
    answer(|request| {
        if let Some(intent) = request.intent.clone().filter(|_| request.force) {
            // The gate has asked for more, at the person's terminal, and starts this program with a pipe.
            let ctx = Ctx::of_process("tacklebox-sync");
            if person::is_fed_by_hand(&ctx) && person::identify(&ctx).is_err() {
                let why = "only a person may take an intent from somebody else";
                return Err(AuthorityError::Refused(why.to_owned()));
            }
            let taken = lease::take_away(&Case::open(request)?.asker, &intent, RELEASE_LIMIT)?;
            return Ok(taken.map_or(Answer::Released(false), |it| Answer::TakenFrom(it.into())));
        }
        let (intent, session) = subject(&request)?;
        let case = Case::open(request)?;
        let question = Question { intent, session };
        lease::release(&case.asker, &case.state, &case.locks(), &question, until)
            .map(Answer::Released)
    })
}

/// Prints who holds what.
///
/// # Errors
/// If stdout is closed.
pub(crate) fn status() -> Result<ExitCode> {
    answer(|request| {
        let limit = request.time();
        let case = Case::open(request)?;
        let holders = case.asker.ask(limit, |authority| authority.holders())?;
        Ok(Answer::Holders(holders.into_iter().map(Holder::from).collect()))
    })
}

fn answer(reply: impl FnOnce(Request) -> Result<Answer, AuthorityError>) -> Result<ExitCode> {
    match Request::read() {
        Ok(request) => {
            reply(request).unwrap_or_else(Answer::from).print()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(err) => {
            Answer::Error { kind: "invalid", message: format!("{err:#}") }.print()?;
            Ok(ExitCode::from(2))
        }
    }
}

fn subject(request: &Request) -> Result<(IntentId, String), AuthorityError> {
    let (intent, session) =
        request.subject().map_err(|err| AuthorityError::Invalid(format!("{err:#}")))?;
    Ok((intent.clone(), session.to_owned()))
}

/// Starts a keeper, which ends at once if there is one. It must outlive this process and its group, which a hook ends.
fn start_keeper(request: &Request) -> Result<(), AuthorityError> {
    let start = || -> Result<()> {
        let program = std::env::current_exe().context("could not find this program")?;
        let mut keeper = Command::new(program);
        keeper.args(["keep", "--state"]).arg(&request.state).current_dir("/");
        keeper.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        keeper.spawn().context("could not start the keeper of leases")?;
        Ok(())
    };
    start().map_err(|err| AuthorityError::Local(format!("{err:#}")))
}
