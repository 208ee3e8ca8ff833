//! What a command line would do.

use std::iter;

use command_effects::{Change, Effects, Tier};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::gather::act::{Act, Scene, Unclear};
use crate::gather::effects::effects;
use crate::gather::order::{self, Order};
use crate::gather::program::PROGRAM;
use crate::gather::target::Target;

/// From so many bytes on a command may take its time.
const LONG: usize = 4096;

/// So many words of programs of which nothing is known are looked at.
const MAX_NAMED: usize = 64;

/// What a call of a shell would do.
pub(crate) fn shell(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall) -> Act {
    let Scene { project, session, .. } = *scene;
    let Some(input) = call.view::<BashInput<'_>>() else {
        return Act::default();
    };
    let text = input.command.as_ref();
    if text.len() > LONG {
        ctx.expect_delay();
    }
    let effects = effects(ctx, scene, text);
    let mut unclear = effects.unresolved.first().cloned().map(Unclear::Effects);
    let mut unknown = effects.unknown.clone();
    // What the project calls safe is known.
    unknown.retain(|program| program != PROGRAM && effects.risk.tier > Tier::Safe);
    let is_foreign = *call.name.tool() == Tool::PowerShell;
    if is_foreign {
        unclear = unclear.or_else(|| foreign(text, &mut unknown));
    }
    let mut act = Act {
        targets: targets(ctx, project, &effects),
        named: named(ctx, project, &effects.commands, &unknown),
        unclear,
        may_change: !unknown.is_empty(),
        tier: effects.risk.tier,
        orders: orders(&effects.commands, session),
        risky: effects.risk.command,
    };
    // To a shell, its verbs are programs of which nothing is known.
    if is_foreign && act.tier == Tier::Write && act.targets.is_empty() && !act.may_change {
        act.tier = Tier::Safe;
    }
    act
}

/// What a line wants of the gate. One that may be about another session is a person's.
fn orders(commands: &[SimpleCommand], session: &str) -> Vec<Order> {
    let pretends = commands.iter().any(order::speaks_of_the_session);
    let own = commands.iter().filter(|command| command.program() == Some(PROGRAM));
    let orders = own.filter_map(|command| match order::of_command(command, session) {
        Some(_) if pretends => Some(order::of_a_person(command)),
        order => order,
    });
    orders.collect()
}

/// The files that a line changes.
fn targets(ctx: &Ctx, project: &ProjectRoot, effects: &Effects) -> Vec<Target> {
    let is_behind_cd = |change: &Change| {
        let command = effects.commands.get(change.command);
        command.is_some_and(|command| !command.other_dirs.is_empty())
    };
    let target = |change: &Change| {
        let mut target = Target::of_command(ctx, project, change);
        target.behind_cd = is_behind_cd(change);
        target
    };
    effects.changes.iter().map(target).collect()
}

/// The files that are named to programs of which nothing is known. To Git a name is
/// what it records, not what it changes.
fn named<'c>(
    ctx: &Ctx,
    project: &ProjectRoot,
    commands: &'c [SimpleCommand],
    unknown: &[String],
) -> Vec<Target> {
    let is_unknown = |command: &&SimpleCommand| {
        command.program().is_some_and(|program| {
            let of_it = |call: &String| call.split(' ').next() == Some(program);
            program != "git" && unknown.iter().any(of_it)
        })
    };
    let target = |dir: &WorkingDir, word: &Word| {
        let path = word.text.rsplit('=').next().unwrap_or_default();
        let is_path = word.literal && !path.is_empty() && !path.starts_with('-');
        let path = match dir {
            WorkingDir::Literal(dir) if !path.starts_with(['/', '~']) => format!("{dir}/{path}"),
            WorkingDir::Unchanged | WorkingDir::Literal(_) => path.to_owned(),
            WorkingDir::Unknown => return None,
        };
        is_path.then(|| Target::of_tool(ctx, project, &path))
    };
    let commands = commands.iter().filter(is_unknown);
    let dirs = |command: &'c SimpleCommand| iter::once(&command.dir).chain(&command.other_dirs);
    let words = commands.flat_map(|command| {
        dirs(command).flat_map(|dir| command.args().map(move |word| (dir, word)))
    });
    words.filter_map(|(dir, word)| target(dir, word)).take(MAX_NAMED).collect()
}

/// PowerShell has a grammar of its own, and a shell's reading of it would hide
/// commands. Its verbs say what they do.
fn foreign(text: &str, unknown: &mut Vec<String>) -> Option<Unclear> {
    const READING: [&str; 14] = [
        "Get-",
        "Test-",
        "Select-",
        "Measure-",
        "Compare-",
        "Format-",
        "Sort-",
        "Where-",
        "Find-",
        "Resolve-",
        "ConvertTo-",
        "ConvertFrom-",
        "Group-",
        "Write-",
    ];
    if text.contains(['\\', '`', '{', '%']) {
        return Some(Unclear::PowerShell);
    }
    unknown.retain(|program| !READING.iter().any(|verb| program.starts_with(verb)));
    let cmdlet = unknown.iter().find(|program| program.contains('-'))?;
    Some(Unclear::Cmdlet(cmdlet.clone()))
}
