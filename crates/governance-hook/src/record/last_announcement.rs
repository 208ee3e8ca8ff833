//! Remembers what each agent of a session was told last.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::{Format, SessionFiles};
use serde::{Deserialize, Serialize};

use crate::decide::lookup::Announcement;
use crate::policy::Announce;

/// The folder, in the state folder, with a file for each session.
const FOLDER: &str = "governance-sessions";
const PATIENCE: Duration = Duration::from_millis(300);

/// After this long a session is not expected to go on.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);

/// What the agents of one session were told last, by agent id; the main agent's
/// is the empty one.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Told {
    told: BTreeMap<String, String>,
}

/// The same in a sandbox, by session and agent: it ends with the sandbox, and needs no file.
#[derive(Debug, Default)]
struct InSandbox(Mutex<HashMap<(String, String), String>>);

impl InSandbox {
    fn told(&self) -> MutexGuard<'_, HashMap<(String, String), String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a line is to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// The agent begins, or begins again with a new context.
    Beginning,
    /// A governed call.
    Call,
    /// A prompt.
    Prompt,
}

/// `line`, if this agent is to be told it on this occasion; it then counts as
/// told.
pub(crate) fn line_for(
    ctx: &Ctx,
    policy: Announce,
    occasion: Occasion,
    common: &Common,
    told: Announcement,
) -> Option<String> {
    let is_due = || is_due(policy, occasion, told.names_any, note(ctx, common, &told));
    (policy != Announce::Never && is_due()).then_some(told.line)
}

/// As [`line_for`], but nothing counts as told.
pub(crate) fn would_say(
    ctx: &Ctx,
    policy: Announce,
    occasion: Occasion,
    common: &Common,
    told: Announcement,
) -> Option<String> {
    let is_due = || is_due(policy, occasion, told.names_any, is_news(ctx, common, &told));
    (policy != Announce::Never && is_due()).then_some(told.line)
}

fn is_due(policy: Announce, occasion: Occasion, names_any: bool, is_news: bool) -> bool {
    match occasion {
        Occasion::Beginning => true,
        Occasion::Call => is_news || names_any && policy == Announce::Always,
        Occasion::Prompt => is_news,
    }
}

/// Whether an agent was told another line before, or none. What cannot be remembered is news each
/// time, if it names anything.
fn is_news(ctx: &Ctx, common: &Common, told: &Announcement) -> bool {
    let (Some(files), Some(session)) = (files(ctx), common.session_id.as_deref()) else {
        return told.names_any;
    };
    let line = told.line.as_str();
    let agent = common.agent_id.as_deref().unwrap_or_default();
    if ctx.sandbox().is_some() {
        let of = (session.to_owned(), agent.to_owned());
        return ctx.lasting(InSandbox::default).told().get(&of).is_none_or(|known| known != line);
    }
    let told = files.read(session).ok().flatten();
    told.is_none_or(|told| told.told.get(agent).is_none_or(|known| known != line))
}

/// Notes that an agent is told a line. Returns whether that [`is_news`].
fn note(ctx: &Ctx, common: &Common, told: &Announcement) -> bool {
    if !is_news(ctx, common, told) {
        return false;
    }
    let (Some(files), Some(session)) = (files(ctx), common.session_id.as_deref()) else {
        return true;
    };
    let line = told.line.as_str();
    let agent = common.agent_id.clone().unwrap_or_default();
    if ctx.sandbox().is_some() {
        let of = (session.to_owned(), agent);
        ctx.lasting(InSandbox::default).told().insert(of, line.to_owned());
        return true;
    }
    let noted = files.update(session, ctx.patience(PATIENCE), |told| {
        told.told.insert(agent, line.to_owned()).is_none_or(|known| known != line)
    });
    noted.unwrap_or_else(|err| {
        ctx.report(format_args!("could not remember what the agent was told: {err}"));
        true
    })
}

/// Removes what is known of sessions that have not been heard of for a month.
pub(crate) fn forget_old_sessions(ctx: &Ctx) {
    let Some(files) = files(ctx) else { return };
    let Some(before) = ctx.now().checked_sub(MAX_AGE) else {
        return;
    };
    let _still_there = files.sweep(before);
}

fn files(ctx: &Ctx) -> Option<SessionFiles<Told>> {
    Some(SessionFiles::new(ctx.state()?.file(FOLDER), Format::V1))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    fn ctx(state: &Path, now: SystemTime) -> Ctx {
        let state = state.to_str().unwrap().to_owned();
        let environment = [("TACKLEBOX_STATE_DIR".to_owned(), state)].into();
        Ctx::new("governance-hook", Environment::Fixed(environment), now, None)
    }

    fn agent(session: &str, agent: Option<&str>) -> Common {
        Common {
            session_id: Some(session.to_owned()).filter(|session| !session.is_empty()),
            agent_id: agent.map(str::to_owned),
            ..Common::default()
        }
    }

    #[test]
    fn a_line_is_said_when_it_is_due() {
        use Announce::{Always, Never, OnChange};
        use Occasion::{Beginning, Call, Prompt};
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path(), SystemTime::UNIX_EPOCH);
        let check = |policy, occasion, session: &str, id, line: &str, expected: bool| {
            let told = Announcement { line: line.to_owned(), names_any: line != "none" };
            let said = line_for(&ctx, policy, occasion, &agent(session, id), told);
            let expected = expected.then(|| line.to_owned());
            assert_eq!(said, expected, "{policy:?} {occasion:?} {session} {line}");
        };
        check(Always, Prompt, "s", None, "A", true);
        check(Always, Prompt, "s", None, "A", false);
        check(Always, Call, "s", None, "A", true);
        check(OnChange, Call, "s", None, "A", false);
        check(OnChange, Call, "s", None, "B", true);
        check(OnChange, Prompt, "s", None, "B", false);
        check(OnChange, Beginning, "s", None, "B", true);
        check(OnChange, Call, "s", Some("x"), "B", true);
        check(OnChange, Call, "s", Some("x"), "B", false);
        check(OnChange, Call, "s", None, "B", false);
        check(OnChange, Call, "t", None, "B", true);
        check(Never, Beginning, "s", None, "C", false);
        check(Never, Call, "s", None, "C", false);
        check(OnChange, Call, "s", None, "B", false);
        check(OnChange, Prompt, "", None, "B", true);
        check(OnChange, Prompt, "", None, "B", true);
        check(Always, Call, "s", None, "none", true);
        check(Always, Call, "s", None, "none", false);
        check(Always, Beginning, "s", None, "none", true);
        check(Always, Call, "", None, "none", false);
        check(Always, Prompt, "", None, "none", false);
    }

    #[test]
    fn sessions_are_forgotten_after_a_month() {
        let folder = tempfile::tempdir().unwrap();
        let told = |ctx: &Ctx, session: &str| {
            let line = Announcement { line: "A".into(), names_any: true };
            let of = agent(session, None);
            line_for(ctx, Announce::OnChange, Occasion::Call, &of, line).is_none()
        };
        let written = folder.path().join(FOLDER).join("s.json");
        let first = ctx(folder.path(), SystemTime::UNIX_EPOCH);
        assert!(!told(&first, "s"));
        let at = fs::metadata(&written).and_then(|file| file.modified());
        let after = |span| ctx(folder.path(), at.as_ref().unwrap().checked_add(span).unwrap());
        let day = Duration::from_secs(24 * 3600);

        forget_old_sessions(&after(29 * day));
        assert!(told(&first, "s"));
        forget_old_sessions(&after(31 * day));
        assert!(!told(&first, "s"));
    }
}
