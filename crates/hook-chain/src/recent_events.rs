//! The last events that were denied, asked about or failed, for `explain`: redacted, private, at most
//! fifty, and for a day.

use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use hook_runtime::{Ctx, Verdict};
use hook_state::{Journal, StateDir, replace_privately};
use humantime::parse_rfc3339;
use secrets::redact;
use serde_json::{Value, json};

use crate::conclusion::Concluded;
use crate::journal::is_elsewhere;

const FILE: &str = "last-events.jsonl";

/// How many events are kept, and how long.
const MAX_EVENTS: usize = 50;
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);

/// The largest kept event, in bytes.
const MAX_EVENT: usize = 32 << 10;

/// In bytes, of the file, before what is too old or too much is taken out of it.
const MAX_FILE: u64 = 256 << 10;

/// How long the file's lock is waited for.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// A kept event.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// When, as RFC 3339 in UTC.
    pub ts: String,
    /// The event, without secrets.
    pub event: Value,
    /// The decision then.
    pub verdict: String,
    /// The answers of the hooks then, as in the log.
    pub hooks: Value,
}

impl Kept {
    /// The session; empty if the event names none.
    pub fn session(&self) -> &str {
        self.event.get("session_id").and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether it was denied.
    pub fn is_denied(&self) -> bool {
        self.verdict == Verdict::Deny.to_string()
    }

    fn of(line: &Value, now: SystemTime) -> Option<Self> {
        let text = |key: &str| Some(line.get(key)?.as_str()?.to_owned());
        let (ts, verdict) = (text("ts")?, text("verdict")?);
        let hooks = line.get("hooks").cloned().unwrap_or_else(|| json!([]));
        let is_young = now.duration_since(parse_rfc3339(&ts).ok()?).is_ok_and(|age| age < MAX_AGE);
        is_young
            .then(|| line.get("event").cloned().map(|event| Self { ts, event, verdict, hooks }))?
    }

    fn line(&self) -> Value {
        let Self { ts, event, verdict, hooks } = self;
        json!({"ts": ts, "verdict": verdict, "hooks": hooks, "event": event})
    }
}

/// Keeps an event of which something came that a person may ask about, with what `hooks` did.
pub(crate) fn keep(here: &Ctx, bytes: &[u8], concluded: &Concluded, hooks: impl FnOnce() -> Value) {
    let is_asked_about =
        matches!(concluded.verdict, Verdict::Deny | Verdict::Ask) || !concluded.errors.is_empty();
    if !is_asked_about || bytes.len() > MAX_EVENT || here.is_dry_run() || is_elsewhere(here) {
        return;
    }
    let (Some(state), Ok(mut event)) = (here.state(), serde_json::from_slice(bytes)) else {
        return;
    };
    without_secrets(&mut event);
    let (ts, verdict, hooks) = (here.timestamp(), concluded.verdict.to_string(), hooks());
    let (journal, line) = (journal(state), Kept { ts, event, verdict, hooks }.line());
    if let Err(err) = journal.hold(MAX_WAIT).and_then(|held| held.append_all(&[line])) {
        here.report(format_args!("could not save an event: {err}"));
    }
    let file = state.file(FILE);
    if file.metadata().is_ok_and(|file| file.len() > MAX_FILE) {
        sweep(here);
    }
}

/// Removes events that are too old or too many.
pub(crate) fn sweep(here: &Ctx) {
    let Some(state) = here.state() else { return };
    let file = state.file(FILE);
    if file.symlink_metadata().is_err() {
        return;
    }
    let journal = journal(state);
    let Ok(_held) = journal.hold(MAX_WAIT) else { return };
    let Ok(kept) = read(here) else { return };
    let lines = kept.iter().map(|kept| format!("{}\n", kept.line()));
    if let Err(err) = replace_privately(&file, lines.collect::<String>().as_bytes()) {
        here.report(format_args!("could not remove old events from {FILE}: {err}"));
    }
}

/// The kept events, the oldest first.
///
/// # Errors
/// If there is no state folder, or the file cannot be read.
pub fn kept(ctx: &Ctx) -> Result<Vec<Kept>> {
    ctx.state().context("there is no state folder that can be used")?;
    read(ctx)
}

fn read(ctx: &Ctx) -> Result<Vec<Kept>> {
    let Some(state) = ctx.state() else { return Ok(Vec::new()) };
    let lines = journal(state).read().with_context(|| format!("could not read {FILE}"))?;
    let mut kept: Vec<Kept> = lines.filter_map(|line| Kept::of(&line, ctx.now())).collect();
    kept.drain(..kept.len().saturating_sub(MAX_EVENTS));
    Ok(kept)
}

fn journal(state: &StateDir) -> Journal {
    Journal::new(state.file(FILE)).rotated_above(u64::MAX)
}

/// Takes the secrets out of all texts.
fn without_secrets(value: &mut Value) {
    match value {
        Value::String(text) => {
            let redacted = redact(text).into_owned();
            *text = redacted;
        }
        Value::Array(items) => items.iter_mut().for_each(without_secrets),
        Value::Object(fields) => fields.values_mut().for_each(without_secrets),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use hook_runtime::Environment;

    use super::*;

    fn ctx(folder: &std::path::Path, now: &str) -> Ctx {
        let state = folder.join("state").to_str().unwrap().to_owned();
        let project = folder.to_str().unwrap().to_owned();
        let environment =
            [("TACKLEBOX_STATE_DIR".to_owned(), state), ("CLAUDE_PROJECT_DIR".to_owned(), project)];
        let now = parse_rfc3339(now).unwrap();
        Ctx::new("a-hook", Environment::Fixed(environment.into()), now, None)
    }

    fn denied(ctx: &Ctx, command: &str) {
        let event = json!({"session_id": "s", "tool_input": {"command": command}}).to_string();
        let concluded = Concluded { verdict: Verdict::Deny, ..Concluded::default() };
        keep(ctx, event.as_bytes(), &concluded, || json!([]));
    }

    #[test]
    fn fifty_are_kept_for_a_day_without_secrets_and_for_the_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        keep(&noon, b"{}", &Concluded::default(), || json!([]));
        assert!(kept(&noon).unwrap().is_empty(), "nobody asks about what went through");
        for at in 0..60 {
            denied(&noon, &format!("echo {at} password=hunter2"));
        }
        let all = kept(&noon).unwrap();
        assert_eq!(all.len(), MAX_EVENTS);
        let last = all.last().unwrap();
        assert_eq!(last.event["tool_input"]["command"], "echo 59 password=[redacted]");
        assert!(last.is_denied() && last.session() == "s");
        let file = noon.state().unwrap().file(FILE);
        let lines = || fs::read_to_string(&file).unwrap().lines().count();
        assert_eq!(lines(), 60);
        sweep(&noon);
        assert_eq!(lines(), MAX_EVENTS);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let tomorrow = ctx(folder.path(), "2026-11-21T12:00:00Z");
        assert!(kept(&tomorrow).unwrap().is_empty());
        sweep(&tomorrow);
        assert_eq!(lines(), 0);
    }

    #[test]
    fn a_file_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        for _ in 0..100 {
            denied(&noon, &"x ".repeat(4_000));
        }
        let size = fs::metadata(noon.state().unwrap().file(FILE)).unwrap().len();
        assert!(size < 2 * MAX_FILE, "{size}");
    }
}
