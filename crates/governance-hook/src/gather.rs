//! Finds out what a judgement needs to know of a call.

use std::path::{Path, PathBuf};

use hook_protocol::{Access, BashInput, ToolCall};
use hook_runtime::Ctx;
use project_paths::Location;
use shell_commands::{RedirectAccess, SimpleCommand, WorkingDir};

use crate::exceptions;
use crate::judge::{Facts, File, Shell};
use crate::policy::Policy;

/// The facts of a call, as far as the policy has rules that ask for them.
pub(crate) fn facts(ctx: &Ctx, policy: &Policy, call: &ToolCall) -> Facts {
    let wants_files = !policy.paths.is_empty();
    let wants_commands = wants_files || !policy.commands.is_empty();
    let shell = wants_commands.then(|| shell(call)).flatten();
    let mut files = Vec::new();
    if wants_files {
        for file in call.touched_files() {
            files.push(locate(ctx, ctx.cwd(), file.path, file.access));
        }
        if let Some(Shell::Parsed(commands)) = &shell {
            files.extend(commands.iter().flat_map(|command| redirected(ctx, command)));
        }
    }
    Facts {
        shell,
        files,
        lifted: exceptions::active(ctx),
    }
}

fn shell(call: &ToolCall) -> Option<Shell> {
    let text = call.view::<BashInput<'_>>()?.command;
    Some(match shell_commands::commands(&text) {
        Ok(commands) => Shell::Parsed(commands),
        Err(err) => Shell::Unparsed {
            text: text.into_owned(),
            reason: err.reason,
        },
    })
}

/// The files that a command's redirections read and write. A target that the
/// text does not tell, such as `$OUT`, is none.
fn redirected(ctx: &Ctx, command: &SimpleCommand) -> Vec<File> {
    let dir = match &command.dir {
        WorkingDir::Literal(dir) => Some(ctx.cwd().unwrap_or(Path::new("")).join(dir)),
        // Where an unknown `cd` leads to, the folder before it is the best guess.
        WorkingDir::Unchanged | WorkingDir::Unknown => ctx.cwd().map(Path::to_path_buf),
    };
    let is_told = |text: &str, literal: bool| literal || text.starts_with("~/");
    command
        .redirects
        .iter()
        .filter(|redirect| is_told(&redirect.target.text, redirect.target.literal))
        .map(|redirect| {
            let access = match redirect.access {
                RedirectAccess::Read => Access::Read,
                RedirectAccess::Write | RedirectAccess::ReadWrite => Access::Write,
            };
            locate(ctx, dir.as_deref(), &redirect.target.text, access)
        })
        .collect()
}

fn locate(ctx: &Ctx, dir: Option<&Path>, spoken: &str, touch: Access) -> File {
    let path = at_home(ctx, spoken)
        .map_or_else(|| spoken.into(), |path| path.to_string_lossy().into_owned());
    let location = match ctx.project() {
        Some(project) => project.relative(dir, &path),
        None => Location::default(),
    };
    File {
        spoken: spoken.to_owned(),
        location,
        touch,
    }
}

fn at_home(ctx: &Ctx, spoken: &str) -> Option<PathBuf> {
    Some(ctx.home()?.join(spoken.strip_prefix("~/")?))
}
