//! The text of the plan that an agent wants approved.
//!
//! The host puts it into the call, or the call names the file, or it stands in the
//! file of the session, whose name the transcript knows: `slug`. (Read in 2.1.112:
//! `<slug>.md` of the main agent, `<slug>-agent-<id>.md` of a subagent.)

use std::path::{Path, PathBuf};

use hook_protocol::{Common, ExitPlanModeInput, ToolCall, beginning};
use hook_runtime::Ctx;
use hook_state::{Access, Links, open_regular};

use crate::transcript;

/// How much of a plan is kept, in bytes.
const LONGEST: usize = 32 << 10;

/// The plan of a call, from the nearest place that has one.
pub(crate) fn of_call(ctx: &Ctx, common: &Common, call: &ToolCall) -> Option<String> {
    let input = call.view::<ExitPlanModeInput<'_>>()?;
    let sent = input.plan.filter(|plan| !plan.trim().is_empty());
    if let Some(plan) = sent {
        return Some(beginning(plan, LONGEST).to_owned());
    }
    let named = input.plan_file_path.map(Path::new).filter(|path| path.is_absolute());
    named.and_then(read).or_else(|| of_session(ctx, common))
}

fn of_session(ctx: &Ctx, common: &Common) -> Option<String> {
    let slug = transcript::slug(common.transcript_path.as_deref()?)?;
    let folder = folder(ctx)?;
    let agent = common.agent_id.as_deref();
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_plain(&slug) || !agent.is_none_or(is_plain) {
        return None;
    }
    let own = agent.and_then(|agent| read(&folder.join(format!("{slug}-agent-{agent}.md"))));
    own.or_else(|| read(&folder.join(format!("{slug}.md"))))
}

/// Where the host keeps plans, unless its settings say otherwise.
fn folder(ctx: &Ctx) -> Option<PathBuf> {
    let host = match ctx.env("CLAUDE_CONFIG_DIR") {
        Some(dir) => PathBuf::from(dir),
        None => ctx.home()?.join(".claude"),
    };
    Some(host.join("plans"))
}

/// The beginning of a plan file. The path may come from the agent, which is to
/// have no other file of the person shown as a plan.
fn read(path: &Path) -> Option<String> {
    if path.extension()? != "md" {
        return None;
    }
    let file = open_regular(path, Access::Read, Links::Followed).ok()?;
    // Enough for the whole of a character that is cut off.
    let bytes = file.beginning(LONGEST as u64 + 4).ok()?;
    let whole = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(err) => std::str::from_utf8(bytes.get(..err.valid_up_to())?).ok()?,
    };
    Some(beginning(whole, LONGEST).to_owned()).filter(|plan| !plan.trim().is_empty())
}
