//! What a call would do to what is protected, whatever the rules of the project say.

use command_effects::{Effects, Programs};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use protection::{Protection, Refusal, Said, changed, effects_if_entered, named, only_looks};
use shell_syntax::{SimpleCommand, WorkingDir};

use crate::gather::shell::{MIN_SLOW_COMMAND, is_foreign};

/// What a command line does, as a look at the disk tells.
pub(crate) struct Line {
    pub(crate) effects: Effects,
    /// Whether its text alone tells the same.
    pub(crate) is_sure: bool,
}

/// Why a call is refused, if it is, and what its command line does, if it has one.
pub(crate) fn refusal(
    ctx: &Ctx,
    programs: &Programs,
    call: &ToolCall,
) -> (Option<Refusal>, Option<Line>) {
    let Some(project) = ctx.project() else { return (None, None) };
    let protection = Protection::new(ctx, project);
    let Some(input) = call.view::<BashInput<'_>>() else {
        return (protection.of_call(call), None);
    };
    let text = input.command.as_ref();
    if text.len() > MIN_SLOW_COMMAND {
        ctx.expect_delay();
    }
    let (effects, is_sure) = effects_if_entered(ctx, project, programs, &[], text);
    let mut unknown = effects.unknown.clone();
    if *call.name.tool() == Tool::PowerShell {
        unknown.retain(|program| !only_looks(program));
    }
    let targets = changed(ctx, project, &effects);
    let named = named(ctx, project, &effects.commands, &unknown);
    let is_opaque = is_foreign(call, text) && !unknown.is_empty();
    let said = Said { text, effects: &effects, targets: &targets, named: &named, is_opaque };
    let refusal = protection.of_line(&said);
    // Where it stays in one folder, no `cd` can fail.
    let stays = |it: &SimpleCommand| it.dir == WorkingDir::Unchanged && it.other_dirs.is_empty();
    let is_sure = is_sure || effects.commands.iter().all(stays);
    (refusal, Some(Line { effects, is_sure }))
}
