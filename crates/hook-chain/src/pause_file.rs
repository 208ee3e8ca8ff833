//! Hooks that a person has paused.
//!
//! All pauses are in one file, each sealed with the person's key, so that nobody else can silence a
//! hook. The marker of the hook's last call, which every call reads anyway, has no bytes unless the
//! hook is paused. So a call without a pause does not read this file.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::StateDir;
use humantime::parse_rfc3339;
use person::Seal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::journal::calls;
use crate::last_call::{FIRED, Mark, last_asked};

pub(crate) const FILE: &str = "paused.json";

/// The longest pause.
pub(crate) const MAX_DURATION: Duration = Duration::from_secs(24 * 3_600);

/// How much a clock may be set back.
const MAX_SKEW: Duration = Duration::from_secs(60);

/// How long another writer is waited for.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The event name of a pause in the log.
pub(crate) const PAUSE: &str = "Pause";

/// The content of the marker of a paused hook.
pub(crate) const MARK: &[u8] = b"paused\n";

/// The file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Pauses {
    version: u32,
    paused: Vec<Pause>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

/// The pause of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The hook.
    pub hook: String,
    /// Its end, as RFC 3339 in UTC, like all times here.
    pub until: String,
    /// Its beginning.
    pub since: String,
    /// The reason, redacted.
    pub why: String,
    /// The seal on all of this, with the person's key.
    #[serde(default)]
    pub(crate) seal: String,
}

impl Mark {
    /// Whether the hook is paused now. A mark that has no reason any more is taken away.
    pub(crate) fn is_paused(self, here: &Ctx, hook: &str) -> bool {
        if !self.is_set {
            return false;
        }
        let pauses = match read(here) {
            Ok(pauses) => pauses,
            Err(err) => {
                here.report(format_args!("could not read {FILE}: {err}"));
                return false;
            }
        };
        let mut lasting =
            pauses.iter().filter(|it| it.hook == hook && it.lasts(here.now())).peekable();
        if lasting.peek().is_none() && !here.is_dry_run() {
            // It is looked for once more at the next call, if that fails.
            let _stays = mark(here, hook, b"");
        }
        lasting.any(|pause| match pause.doubt(here) {
            None => true,
            Some(doubt) => {
                pause.tell(here, &doubt);
                false
            }
        })
    }
}

impl Pause {
    fn lasts(&self, now: SystemTime) -> bool {
        parse_rfc3339(&self.until).is_ok_and(|until| until > now)
    }

    /// What the seal is on: all of it, and in which project.
    pub(crate) fn sealed_text(&self, ctx: &Ctx) -> String {
        let project = ctx.project().map(|project| project.key());
        let Self { hook, until, since, why, .. } = self;
        json!(["pause of a hook", project, hook, until, since, why]).to_string()
    }

    /// What speaks against it.
    fn doubt(&self, ctx: &Ctx) -> Option<String> {
        let time = |text: &str| parse_rfc3339(text).unwrap_or(SystemTime::UNIX_EPOCH);
        let (since, until) = (time(&self.since), time(&self.until));
        if since > ctx.now() + MAX_SKEW {
            return Some("it began in the future".to_owned());
        }
        if until.duration_since(since).is_ok_and(|span| span > MAX_DURATION) {
            return Some("it would last longer than a day".to_owned());
        }
        match Seal::load(ctx) {
            Err(err) => Some(err.to_string()),
            Ok(key) if !key.fits(&self.sealed_text(ctx), &self.seal) => {
                Some("its seal does not match the person's key".to_owned())
            }
            Ok(_) => match self.is_logged(ctx) {
                Ok(true) => None,
                Ok(false) => Some("the log has no entry for it".to_owned()),
                Err(err) => Some(format!("could not read the log: {err}")),
            },
        }
    }

    /// Whether the account has the line by which it began.
    fn is_logged(&self, ctx: &Ctx) -> io::Result<bool> {
        let Some(state) = ctx.state() else { return Ok(false) };
        let begins = |line: &Value| {
            let says = |key: &str, text: &str| line.get(key).and_then(Value::as_str) == Some(text);
            let tried = line.get("tried").and_then(Value::as_str).unwrap_or_default();
            says("event", PAUSE) && says("ts", &self.since) && tried.starts_with(&self.span_words())
        };
        calls(state).has(&self.since, begins)
    }

    /// How its line in the log begins.
    pub(crate) fn span_words(&self) -> String {
        format!("{} until {}: ", self.hook, self.until)
    }

    /// Reports that it does not count, once.
    fn tell(&self, ctx: &Ctx, doubt: &str) {
        let Self { hook, until, since, .. } = self;
        let name = format!("pause {hook} {until} {since}");
        let is_news = match ctx.state() {
            _ if ctx.is_dry_run() => false,
            Some(state) => state.once(&name).unwrap_or(true),
            None => true,
        };
        if is_news {
            ctx.report(format_args!("ignored the pause of {hook} in {FILE}: {doubt}"));
        }
    }
}

/// The hooks of the project that are paused now.
pub fn paused(ctx: &Ctx) -> Vec<Pause> {
    let lasting = read(ctx).unwrap_or_else(|err| {
        ctx.report(format_args!("could not read {FILE}: {err}"));
        Vec::new()
    });
    lasting.into_iter().filter(|it| it.lasts(ctx.now()) && it.doubt(ctx).is_none()).collect()
}

fn read(ctx: &Ctx) -> io::Result<Vec<Pause>> {
    let Some(state) = ctx.state() else { return Ok(Vec::new()) };
    Ok(state.read_json::<Pauses>(FILE)?.unwrap_or_default().paused)
}

/// Changes what is paused; what is over goes.
pub(crate) fn change<T>(
    state: &StateDir,
    now: SystemTime,
    change: impl FnOnce(&mut Vec<Pause>) -> T,
) -> Result<T> {
    let changed = state.update_json(FILE, MAX_WAIT, |pauses: &mut Pauses| {
        pauses.version = 1;
        pauses.paused.retain(|pause| pause.lasts(now));
        change(&mut pauses.paused)
    });
    changed.with_context(|| format!("could not write {FILE}"))
}

/// Writes the marker of a hook's last call, which stays as old as it is.
pub(crate) fn mark(ctx: &Ctx, hook: &str, bytes: &[u8]) -> io::Result<()> {
    let Some(state) = ctx.state() else { return Ok(()) };
    let asked = last_asked(state, hook).unwrap_or(SystemTime::UNIX_EPOCH);
    let folder = StateDir::new(state.file(FIRED));
    folder.write(hook, bytes)?;
    folder.touch(hook, asked)
}
