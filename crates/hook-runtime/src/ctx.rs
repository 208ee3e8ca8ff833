//! What a hook knows in addition to its event.

mod folder;
#[cfg(feature = "tools")]
mod local;
#[cfg(feature = "tools")]
mod moment;
mod sandbox;
mod session;

use std::any::Any;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use hook_protocol::whole_line;
use hook_state::StateDir;

use crate::dirs::{self, Dirs};
use crate::environment::{Environment, process_cwd};
use crate::limits::DEFAULT_TIME;
use crate::place::Place;
use crate::sandbox::Sandbox;
use crate::verdict::Verdict;
pub use session::{RecentSession, the_session};

/// Time, environment and folders: everything that a hook may know in addition to its event.
///
/// Code below the runtime has no other access to them, so that a test can set them.
#[derive(Debug, Clone)]
pub struct Ctx {
    hook: &'static str,
    now: SystemTime,
    time_limit: Duration,
    /// The part of it that has passed already.
    waited: Duration,
    deadline: Instant,
    environment: Arc<Environment>,
    dirs: Dirs,
    cwd: Option<PathBuf>,
    /// The folder of the call; the project is that of the session.
    call_dir: Option<PathBuf>,
    place: Place,
    /// Found once, because the project's key depends on several folders.
    state: OnceLock<Option<StateDir>>,
    payload: Option<Arc<[u8]>>,
    verdict: Verdict,
    is_dry_run: bool,
    sandbox: Option<Arc<Sandbox>>,
    /// Whose configurations are used instead of the project's.
    policy: Option<Arc<Path>>,
    /// The policies of an organisation that this hook enforces beside it.
    policies: Arc<[PathBuf]>,
    rule: Arc<Mutex<Option<String>>>,
    intent: Arc<Mutex<Option<Intent>>>,
    reports: Arc<Mutex<Vec<String>>>,
    on_delay: Arc<OnDelay>,
}

/// The intent in which a call happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// Its id.
    pub id: String,
    /// The token of its lock, which rises with each change of the holder; `None` if the session had no lock before.
    pub token: Option<u64>,
}

/// The file of this program, found once.
struct Program(Option<PathBuf>);

/// What to do before work that may take long.
#[derive(Default)]
struct OnDelay(OnceLock<Box<dyn Fn() + Send + Sync>>);

impl fmt::Debug for OnDelay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OnDelay").field(&self.0.get().is_some()).finish()
    }
}

impl Ctx {
    /// The context of `hook` in an environment, at a time, in a folder.
    ///
    /// The search for the project starts at `CLAUDE_PROJECT_DIR`, else at `cwd`
    /// ([`project_paths::Search`]).
    pub fn new(
        hook: &'static str,
        environment: Environment,
        now: SystemTime,
        cwd: Option<PathBuf>,
    ) -> Self {
        // Every program of ours contains its mark.
        let _mark = process_start::mark();
        Self {
            hook,
            now,
            time_limit: DEFAULT_TIME,
            waited: Duration::ZERO,
            deadline: Instant::now() + DEFAULT_TIME,
            dirs: Dirs::of(&environment),
            place: Place::of(&environment, cwd.as_deref()),
            environment: Arc::new(environment),
            cwd,
            call_dir: None,
            state: OnceLock::new(),
            payload: None,
            verdict: Verdict::None,
            is_dry_run: false,
            sandbox: None,
            policy: None,
            policies: Arc::default(),
            rule: Arc::default(),
            intent: Arc::default(),
            reports: Arc::default(),
            on_delay: Arc::default(),
        }
    }

    /// The context of a program beside a hook: the environment and folder of this process, and the
    /// current time.
    pub fn of_process(program: &'static str) -> Self {
        let environment = Environment::Process;
        let now = environment.now();
        Self::new(program, environment, now, process_cwd())
    }

    /// The same time and place for another hook, whose time starts now.
    #[must_use]
    pub(crate) fn of_hook(&self, hook: &'static str, time_limit: Duration) -> Self {
        Self {
            hook,
            rule: Arc::default(),
            intent: Arc::default(),
            reports: Arc::default(),
            on_delay: Arc::default(),
            time_limit,
            deadline: Instant::now() + time_limit.saturating_sub(self.waited),
            ..self.clone()
        }
    }

    /// Sets the bytes of the event.
    #[must_use]
    pub fn with_payload(self, bytes: &[u8]) -> Self {
        Self { payload: Some(bytes.into()), ..self }
    }

    /// The bytes of the event as the host sent them, for a hook that wants them
    /// ([`Hook::wants_payload`](crate::Hook::wants_payload)).
    pub fn payload(&self) -> Option<&[u8]> {
        self.payload.as_deref()
    }

    /// Sets the decision so far.
    #[must_use]
    pub fn after(self, verdict: Verdict) -> Self {
        Self { verdict, ..self }
    }

    /// Makes this a dry run ([`Ctx::is_dry_run`]).
    #[must_use]
    pub fn dry(self) -> Self {
        Self { is_dry_run: true, ..self }
    }

    /// This context for judging by the organisation's policy in `folder`, whose configurations are used
    /// instead of the project's and the person's. A dry run: the call is recorded by the project's own hooks.
    #[must_use]
    pub fn under_policy(&self, folder: &Path) -> Self {
        Self { policy: Some(folder.into()), ..self.clone() }.dry()
    }

    /// The folder of the organisation's policy by which the call is judged; `None` if it is judged by the
    /// project's configuration.
    pub fn policy(&self) -> Option<&Path> {
        self.policy.as_deref()
    }

    /// Names the policies of an organisation that are enforced, by the folders of their configurations.
    #[must_use]
    pub fn with_policies(self, folders: impl Iterator<Item = PathBuf>) -> Self {
        Self { policies: folders.collect(), ..self }
    }

    /// This context under each policy of an organisation that this hook enforces beside its own configuration.
    pub fn under_policies(&self) -> impl Iterator<Item = Self> {
        self.policies.iter().map(|folder| self.under_policy(folder))
    }

    /// Subtracts the time that the event took to arrive from the time limit of each hook.
    #[must_use]
    pub fn having_waited(self, waited: Duration) -> Self {
        Self { waited, ..self }
    }

    /// Reports an error that did not prevent an answer. It goes to the error log and to stderr.
    pub fn report(&self, error: impl Display) {
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.push(whole_line(&error.to_string()));
    }

    /// What the guards and rewriters of the same process have decided about the event before this
    /// hook. [`Verdict::None`] if the hook runs alone.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether the answer has no effect. Then the hook must not write or log anything.
    pub fn is_dry_run(&self) -> bool {
        self.is_dry_run
    }

    /// Whether a person sees errors on a terminal; hosts give hooks none.
    pub(crate) fn is_seen(&self) -> bool {
        matches!(*self.environment, Environment::Process) && io::stderr().is_terminal()
    }

    /// Records the rule that decided: its place in the configuration, such as `commands[2]`.
    pub fn decided_by(&self, rule: impl Display) {
        *self.rule.lock().unwrap_or_else(PoisonError::into_inner) = Some(rule.to_string());
    }

    /// Takes the recorded rule.
    pub fn take_rule(&self) -> Option<String> {
        self.rule.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Records the intent in which the call happens.
    pub fn works_on(&self, intent: Intent) {
        *self.intent.lock().unwrap_or_else(PoisonError::into_inner) = Some(intent);
    }

    /// The recorded intent.
    pub fn intent(&self) -> Option<Intent> {
        self.intent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes the errors that were reported so far.
    pub fn take_reports(&self) -> Vec<String> {
        std::mem::take(&mut *self.reports.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The name of the hook.
    pub fn hook(&self) -> &'static str {
        self.hook
    }

    /// The time of the event.
    pub fn now(&self) -> SystemTime {
        self.now
    }

    /// Whether the environment fixes the time. Then no measured times are shown.
    pub fn is_time_set(&self) -> bool {
        self.environment.set_time().is_some()
    }

    /// The time of the event as RFC 3339, in UTC, to the millisecond.
    pub fn timestamp(&self) -> String {
        humantime::format_rfc3339_millis(self.now).to_string()
    }

    /// Announces work that may take long, such as starting a program or parsing a large text. From
    /// then on a watchdog answers the host before its timeout.
    ///
    /// The watchdog does not always run because starting a thread costs more than a short call.
    pub fn expect_delay(&self) {
        if let Some(act) = self.on_delay.0.get() {
            act();
        }
    }

    /// Sets what [`Ctx::expect_delay`] does, unless it is set already.
    pub fn on_delay(&self, act: impl Fn() + Send + Sync + 'static) {
        let _set_before = self.on_delay.0.set(Box::new(act));
    }

    /// The end of the hook's time.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// The time limit of the hook.
    pub(crate) fn time_limit(&self) -> Duration {
        self.time_limit
    }

    /// The rest of the hook's time.
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// An environment variable, if it is set and not empty.
    pub fn env(&self, name: &str) -> Option<String> {
        self.environment.get(name)
    }

    /// The person's home folder.
    pub fn home(&self) -> Option<PathBuf> {
        dirs::home(&self.environment)
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// A value of this type that all hooks of an event share; the first caller makes it. It may
    /// depend on the folder, the environment and the disk, but not on the hook.
    pub fn shared<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        self.place.shared().get_or_make(make)
    }

    /// The folder of the person's own configuration.
    pub fn user_config(&self) -> Option<&Path> {
        self.dirs.config.as_deref()
    }

    /// The folder of the state of all projects.
    pub fn user_state(&self) -> Option<&Path> {
        self.dirs.state.as_deref()
    }

    /// The file of this program.
    pub fn program(&self) -> Option<PathBuf> {
        self.shared(|| Program(std::env::current_exe().ok())).0.clone()
    }

    /// How long to wait for a lock: `wanted`, but never longer than the rest of the hook's time.
    pub fn patience(&self, wanted: Duration) -> Duration {
        wanted.min(self.time_left())
    }

    /// The state folders of all projects, and that outside any project.
    ///
    /// # Errors
    /// If their folder exists but cannot be read.
    pub fn all_states(&self) -> io::Result<Vec<StateDir>> {
        let Some(state) = self.dirs.state.as_deref() else {
            return Ok(Vec::new());
        };
        let mut states = vec![StateDir::new(state.to_owned())];
        match fs::read_dir(state.join("projects")) {
            Ok(projects) => {
                for project in projects {
                    states.push(StateDir::new(project?.path()));
                }
            }
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            Err(err) => return Err(err),
        }
        Ok(states)
    }

    /// The state folder of the project; outside any project, the common one. `None`, with a report,
    /// if others could redirect it.
    pub fn state(&self) -> Option<&StateDir> {
        let find = || {
            if let Some(sandbox) = &self.sandbox {
                return Some(StateDir::new(sandbox.state()));
            }
            let state = self.dirs.state.as_deref()?;
            // First, because it is there: the standard library tests its first call if that fails.
            let mut checked = hook_state::check_above(state);
            let (projects, key) = (state.join("projects"), self.project().map(|it| it.key()));
            let folder = key.map(|key| projects.join(key));
            let of_project = folder.as_deref().into_iter().flat_map(|it| [&*projects, it]);
            for folder in of_project {
                checked = checked.and_then(|()| hook_state::keep_private(folder));
            }
            if let Err(err) = checked {
                self.report(err);
                return None;
            }
            Some(StateDir::new(folder.unwrap_or_else(|| state.to_owned())))
        };
        self.state.get_or_init(find).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_may_take_the_time_that_it_asks_for() {
        let ctx =
            Ctx::new("example-hook", Environment::Fixed([].into()), SystemTime::UNIX_EPOCH, None);
        assert!(ctx.time_left() <= DEFAULT_TIME);
        let ctx = ctx.of_hook("h", DEFAULT_TIME * 10);
        assert!(ctx.at(PathBuf::from("elsewhere")).time_left() > DEFAULT_TIME * 9);
    }
}
