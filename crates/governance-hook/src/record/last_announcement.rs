//! Remembers what each agent of a session was told last.

use std::collections::BTreeMap;
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

/// The line, if the agent should see it on this occasion. Unless this is a dry run, it is remembered as seen.
pub(crate) fn due(
    ctx: &Ctx,
    policy: Announce,
    occasion: Occasion,
    common: &Common,
    told: Announcement,
) -> Option<String> {
    if policy == Announce::Never {
        return None;
    }
    let is_news = is_news(ctx, common, &told);
    if is_news && !ctx.is_dry_run() {
        note(ctx, common, &told.line);
    }
    let is_due = match occasion {
        Occasion::Beginning => true,
        Occasion::Call => is_news || told.names_any && policy == Announce::Always,
        Occasion::Prompt => is_news,
    };
    is_due.then_some(told.line)
}

/// Whether the agent saw another line last, or none. What cannot be remembered is news each time, if it names
/// anything.
fn is_news(ctx: &Ctx, common: &Common, told: &Announcement) -> bool {
    let (Some(files), Some(session)) = (files(ctx), common.session_id.as_deref()) else {
        return told.names_any;
    };
    let agent = common.agent_id.as_deref().unwrap_or_default();
    let known = files.read(session).ok().flatten();
    known.is_none_or(|known| known.told.get(agent).is_none_or(|known| *known != told.line))
}

/// Remembers that the agent saw a line.
fn note(ctx: &Ctx, common: &Common, line: &str) {
    let (Some(files), Some(session)) = (files(ctx), common.session_id.as_deref()) else { return };
    let agent = common.agent_id.clone().unwrap_or_default();
    let noted = files.update(session, ctx.patience(PATIENCE), |told| {
        told.told.insert(agent, line.to_owned());
    });
    if let Err(err) = noted {
        ctx.report(format_args!("could not save what the agent was told: {err}"));
    }
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

    #[test]
    fn sessions_are_forgotten_after_a_month() {
        let folder = tempfile::tempdir().unwrap();
        let told = |ctx: &Ctx, session: &str| {
            let line = Announcement { line: "A".into(), names_any: true };
            let of = Common { session_id: Some(session.to_owned()), ..Common::default() };
            due(ctx, Announce::OnChange, Occasion::Call, &of, line).is_none()
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
