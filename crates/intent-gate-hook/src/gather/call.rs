//! What a call would do: of a shell, of a tool that names files, or of one that
//! speaks to the gate.

use command_effects::Tier;
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use project_tasks::Task;
use protection::{Act as Deed, Refusal, Target};

use crate::gather::call_effects::{Act, Scene};
use crate::gather::order::of_mcp;
use crate::gather::shell::shell;

/// What a call would do.
pub(crate) fn act(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall) -> Act {
    let Scene { policy, .. } = *scene;
    let tier = policy.tier_of(&call.name);
    match call.name.tool() {
        Tool::Bash | Tool::PowerShell => {
            let mut act = shell(ctx, scene, call);
            act.raise(tier.unwrap_or_default(), call.name.as_sent());
            act.set_free(ctx, scene);
            act
        }
        Tool::Mcp(mcp) => match of_mcp(&mcp.tool, &call.input) {
            Some(order) => Act { orders: order.into_iter().collect(), ..Act::default() },
            None if policy.reads_only(&call.name) || tier == Some(Tier::Safe) => {
                Act { refusal: read_key(scene, call), ..Act::default() }
            }
            None => files(ctx, scene, call, tier.unwrap_or(Tier::Write)),
        },
        Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit | Tool::ApplyPatch => {
            files(ctx, scene, call, tier.unwrap_or_default().max(Tier::Write))
        }
        Tool::Read | Tool::Grep | Tool::Glob => {
            Act { refusal: read_key(scene, call), ..Act::default() }
        }
        // It touches no file, unless the project knows better.
        _ => match tier {
            Some(tier) if tier > Tier::Safe => files(ctx, scene, call, tier),
            _ => {
                let refusal = scene.protection.and_then(|it| it.of_call(call));
                Act { refusal, ..Act::default() }
            }
        },
    }
}

/// The task of the project that a call of the shell runs, for whoever is denied or asked.
pub(crate) fn task(ctx: &Ctx, project: &ProjectRoot, call: &ToolCall) -> Option<Task> {
    let command = call.view::<BashInput<'_>>()?.command;
    project_tasks::shown(&command, &protection::base(ctx, project))
}

/// A look at what may not even be read, which alone of what a tool that reads does matters here.
fn read_key(scene: &Scene<'_>, call: &ToolCall) -> Option<Refusal> {
    scene.protection?.of_call(call).filter(|refusal| refusal.act == Deed::Read)
}

/// A tool that names the files that it changes.
fn files(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall, tier: Tier) -> Act {
    let files = call.touched_files();
    let targets = files.iter().map(|file| Target::of_tool(ctx, scene.project, file.path));
    let targets: Vec<Target> = targets.collect();
    let may_change = targets.is_empty();
    let risky = call.name.as_sent().to_owned();
    let refusal = read_key(scene, call).or_else(|| scene.protection?.of_targets(&targets));
    let refusal = refusal.or_else(|| scene.protection?.of_call(call));
    let mut act = Act { targets, refusal, may_change, tier, risky, ..Act::default() };
    act.set_free(ctx, scene);
    act
}
