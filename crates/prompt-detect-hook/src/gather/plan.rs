//! The text of the plan that an agent wants approved.
//!
//! The host puts it into the call, or the call names the file, or it stands in the
//! file of the session, whose name the transcript knows: `slug`. (Read in 2.1.112:
//! `<slug>.md` of the main agent, `<slug>-agent-<id>.md` of a subagent.)

use std::path::Path;

use hook_protocol::{Common, ExitPlanModeInput, ToolCall};
use hook_runtime::Ctx;
use hook_state::{Access, Links, open_regular};

use crate::gather::redaction;

/// How much of a plan is kept, in bytes.
const MAX_KEPT: usize = 32 << 10;

/// How much of a plan file is read: a secret at the end of what is kept has to be whole.
const MAX_READ: usize = 4 * MAX_KEPT;

/// How much of the end of a transcript is read: some lines of Claude Code 2.1.330 have 64 KiB.
const MAX_TAIL: u64 = 256 << 10;

/// The plan of a call, from the nearest place that has one.
pub(crate) fn of_call(ctx: &Ctx, common: &Common, call: &ToolCall) -> Option<String> {
    let input = call.view::<ExitPlanModeInput<'_>>()?;
    let sent = input.plan.filter(|plan| !plan.trim().is_empty());
    if let Some(plan) = sent {
        return Some(redaction::text(plan, MAX_KEPT));
    }
    let named = input.plan_file_path.map(Path::new).filter(|path| path.is_absolute());
    named.and_then(read).or_else(|| of_session(ctx, common))
}

/// The name of the session's plan file, without its ending, given its transcript.
fn slug(session: &Path) -> Option<String> {
    let slug = |entry: &transcripts::Entry<'_>| entry.slug.as_deref().map(str::to_owned);
    transcripts::find_from_end(session, MAX_TAIL, slug).ok()?
}

fn of_session(ctx: &Ctx, common: &Common) -> Option<String> {
    let slug = slug(common.transcript_path.as_deref()?)?;
    // Unless its settings say otherwise.
    let folder = ctx.host_folder()?.join("plans");
    let agent = common.agent_id.as_deref();
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_plain(&slug) || !agent.is_none_or(is_plain) {
        return None;
    }
    let own = agent.and_then(|agent| read(&folder.join(format!("{slug}-agent-{agent}.md"))));
    own.or_else(|| read(&folder.join(format!("{slug}.md"))))
}

/// The beginning of a plan file. The path may come from the agent, which is to
/// have no other file of the person shown as a plan.
fn read(path: &Path) -> Option<String> {
    if path.extension()? != "md" {
        return None;
    }
    let file = open_regular(path, Access::Read, Links::Followed).ok()?;
    let bytes = file.beginning(MAX_READ as u64).ok()?;
    let whole = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(err) => std::str::from_utf8(bytes.get(..err.valid_up_to())?).ok()?,
    };
    Some(redaction::text(whole, MAX_KEPT)).filter(|plan| !plan.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// At every place around the end of what is kept.
    #[test]
    fn the_end_of_what_is_kept_of_a_file_leaves_no_part_of_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        let folder = hook_state::StateDir::new(folder.path().to_owned());
        let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4).get(..36).unwrap());
        for before in (MAX_KEPT - 45..=MAX_KEPT).step_by(5) {
            let plan = format!("{} {token}\nthen", "x".repeat(before));
            folder.write("plan.md", plan.as_bytes()).unwrap();
            let kept = read(&folder.file("plan.md")).unwrap();
            assert!(kept.len() <= MAX_KEPT && kept.starts_with("xxx"), "{before}");
            assert!(!kept.contains('g'), "{before}");
        }
    }

    #[test]
    fn the_slug_is_the_newest() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let lines = [
            r#"{"type":"system","slug":"other-otter"}"#,
            r#"{"type":"user","slug":"quiet-otter"}"#,
            r#"{"type":"last-prompt"}"#,
        ];
        assert_eq!(slug(file.path()), None);
        file.write_all(lines.join("\n").as_bytes()).unwrap();
        assert_eq!(slug(file.path()).as_deref(), Some("quiet-otter"));
    }
}
