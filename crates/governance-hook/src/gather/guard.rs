//! What the command line of a call does, and whether the call would change what is protected.

use std::sync::Arc;

use command_effects::{Judgement, Programs};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use protection::{Protection, Refusal, Said, changed, judge, named, only_looks};

/// From so many bytes of a command on a call may take its time.
const MIN_SLOW_COMMAND: usize = 4096;

/// A command line, judged once for all that is asked of it.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) judgement: Arc<Judgement>,
    /// PowerShell escapes and groups in its own way, and a shell's reading of that would hide
    /// commands.
    pub(crate) is_foreign: bool,
}

/// The command line of a shell tool, or of one of a server that is handed one.
pub(crate) fn line(ctx: &Ctx, programs: &Programs, call: &ToolCall) -> Option<Line> {
    let of_server = || {
        let is_of_server = matches!(call.name.tool(), Tool::Mcp(_) | Tool::Other);
        let mut keys = ["command", "cmd", "script"].iter().filter(|_| is_of_server);
        keys.find_map(|key| call.input.get(key)?.as_str()).map(str::to_owned)
    };
    let of_shell = call.view::<BashInput<'_>>().map(|input| input.command.into_owned());
    let text = of_shell.or_else(of_server)?;
    if text.len() > MIN_SLOW_COMMAND {
        ctx.expect_delay();
    }
    let judgement = match ctx.project() {
        Some(project) => judge(ctx, project, programs, &text),
        None => Arc::new(command_effects::judge(&text, None, programs)),
    };
    let is_foreign =
        *call.name.tool() == Tool::PowerShell && text.contains(['\\', '`', '{', '%', '|']);
    Some(Line { text, judgement, is_foreign })
}

/// Why a call is refused, if it is.
pub(crate) fn refusal(
    ctx: &Ctx,
    call: &ToolCall,
    line: Option<&Line>,
    session: Option<&str>,
) -> Option<Refusal> {
    let project = ctx.project()?;
    let is_command = *call.name.tool() == Tool::Bash;
    let protection = Protection::new(ctx, project).in_session(session.filter(|_| is_command));
    let is_of_shell = call.view::<BashInput<'_>>().is_some();
    let Some(Line { text, judgement, is_foreign }) = line.filter(|_| is_of_shell) else {
        return protection.of_call(call);
    };
    let mut unknown = judgement.unknown.clone();
    if *call.name.tool() == Tool::PowerShell {
        unknown.retain(|program| !only_looks(program));
    }
    let targets = changed(ctx, project, judgement);
    let named = named(ctx, project, &judgement.runs, &unknown);
    let is_opaque = *is_foreign && !unknown.is_empty();
    protection.of_line(&Said { text, judgement, targets: &targets, named: &named, is_opaque })
}
