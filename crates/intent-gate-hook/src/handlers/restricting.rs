//! What the gate forbids: changes without an intent, and those outside of its scope.

use anyhow::Result;
use hook_protocol::ToolCall;
use hook_runtime::{Ctx, Files, Forbidden, Restricting, Restriction};

use crate::gather::load::{self, Loaded};

/// Files that tell of every gate what it keeps.
const CHANGED: &str = "new-folder/new-file.txt";
const PROTECTED: &str = active_intents::FILE;

/// How the gate tells what it forbids.
pub(crate) const RESTRICTING: Restricting = Restricting { restrictions, closing };

fn restrictions(ctx: &Ctx) -> Result<Vec<Restriction>> {
    let gate = match load::load(ctx) {
        Loaded::Absent => return Ok(Vec::new()),
        Loaded::Broken(broken) => anyhow::bail!(broken.error),
        Loaded::Ready(gate) => gate,
    };
    let restriction = |rule: &str, path: &str, intent: Option<&str>| Restriction {
        rule: rule.to_owned(),
        state: intent.map(str::to_owned),
        agent_type: None,
        forbidden: Forbidden::Write(Files::of(path)),
        lifted_by: None,
    };
    let mut found = vec![restriction("protected", PROTECTED, None)];
    if gate.policy.require_intent {
        found.push(restriction("chosen", CHANGED, None));
    }
    let open = gate.intents.iter().filter(|intent| intent.status.permits_work());
    let scoped = open.filter(|intent| !intent.owned_scope.is_empty());
    found.extend(scoped.map(|intent| restriction("scope", CHANGED, Some(intent.id.as_str()))));
    Ok(found)
}

/// What the gate cannot judge it denies, and what it lets pass no line of its files denies.
fn closing(_ctx: &Ctx, _restriction: &Restriction, _call: &ToolCall) -> Vec<String> {
    Vec::new()
}
