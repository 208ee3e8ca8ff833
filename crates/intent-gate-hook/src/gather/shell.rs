//! What a command line would do.

use command_effects::{Anchor, Change, Effects, Programs, RiskRule, Tier, UNKNOWN_WORK_TREE};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::{Said, Target, changed, effects, named, only_looks};
use shell_syntax::{SimpleCommand, quoted};

use crate::gather::act::{Act, Scene, Unclear};
use crate::gather::order::{self, Order};
use crate::gather::program::{ENGINE, PROGRAM, SHORT};
use crate::policy::Policy;

/// From so many bytes on a command may take its time.
const LONG: usize = 4096;

/// What stands behind `tacklebox` where it is the gate's own program.
const OWN_ARGS: &str = "intent-gate|intent-gate-hook";

/// What a call of a shell would do.
pub(crate) fn shell(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall) -> Act {
    let Scene { project, policy, session, protection } = *scene;
    let Some(input) = call.view::<BashInput<'_>>() else {
        return Act::default();
    };
    let text = input.command.as_ref();
    if text.len() > LONG {
        ctx.expect_delay();
    }
    let (effects, moves_git) = without_moves_of_git(told(ctx, scene, text), &policy.programs);
    let mut unclear = effects.unresolved.first().cloned().map(Unclear::Effects);
    let mut unknown = effects.unknown.clone();
    // What the project calls safe is known.
    let is_own = |program: &String| {
        let mut calls = effects.commands.iter().filter(|it| it.program() == Some(program));
        program == PROGRAM || program == ENGINE && calls.all(order::is_own)
    };
    unknown.retain(|program| !is_own(program) && effects.risk.tier > Tier::Safe);
    let is_foreign = *call.name.tool() == Tool::PowerShell;
    if is_foreign {
        unclear = unclear.or_else(|| foreign(text, &mut unknown));
    }
    let is_opaque = matches!(unclear, Some(Unclear::PowerShell | Unclear::Cmdlet(_)));
    let mut targets = changed(ctx, project, &effects);
    let named = named(ctx, project, &effects.commands, &unknown);
    let refusal = protection.and_then(|protection| {
        let said = Said { text, effects: &effects, targets: &targets, named: &named, is_opaque };
        protection.of_line(&said)
    });
    if is_opaque {
        targets.extend(named);
    }
    let mut act = Act {
        refusal,
        nearby: nearby(ctx, project, &effects),
        targets,
        changes_free: false,
        outputs: vec![],
        unclear,
        may_change: moves_git || !unknown.is_empty(),
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

/// What a line does, without the files that git changes where it moves between commits, and whether it does that. Nobody
/// names these files, and git has them still. What throws away what is not committed is a change of them all.
fn without_moves_of_git(mut effects: Effects, programs: &Programs) -> (Effects, bool) {
    let commands = std::mem::take(&mut effects.commands);
    let is_whole = |change: &Change| change.program == "git" && change.written == ".";
    let throws_away = |change: &Change| {
        let words = commands.get(change.command).map_or(&[][..], |command| &command.words);
        let words: Vec<String> = words.iter().map(|word| quoted(&word.text)).collect();
        let alone = command_effects::effects(&words.join(" "), programs, &[]);
        alone.risk.tier >= Tier::Destructive
    };
    let is_move = |change: &Change| is_whole(change) && !throws_away(change);
    let before = effects.changes.len() + effects.nearby.len();
    effects.changes.retain(|change| change.anchor != Anchor::WorkTree || !is_move(change));
    effects.nearby.retain(|change| !is_move(change));
    let moves_git = effects.changes.len() + effects.nearby.len() < before;
    if !effects.nearby.iter().any(is_whole) {
        effects.unresolved.retain(|it| it.reason != UNKNOWN_WORK_TREE);
    }
    (Effects { commands, ..effects }, moves_git)
}

/// As near as the text comes to the files of which it does not tell which they are.
fn nearby(ctx: &Ctx, project: &ProjectRoot, effects: &Effects) -> Vec<Target> {
    let told = effects.nearby.iter().map(|change| Target::of_command(ctx, project, change));
    told.filter(|target| target.places.is_some()).collect()
}

/// What a line does. The words of a rule may stand anywhere in a command, so that of the gate's
/// longer name is there only where all calls of that program are meant.
fn told(ctx: &Ctx, scene: &Scene<'_>, text: &str) -> Effects {
    let Scene { project, policy, .. } = *scene;
    let by = |rules: &[RiskRule]| effects(ctx, project, &policy.programs, rules, text);
    let is_own = |it: &SimpleCommand| it.program() != Some(ENGINE) || order::is_own(it);
    if text.contains(ENGINE) && text.contains(SHORT) {
        let told = by(&rules(policy, true));
        if told.commands.iter().all(is_own) {
            return told;
        }
    }
    by(&rules(policy, false))
}

/// What a line wants of the gate. One that may be about another session is a person's.
fn orders(commands: &[SimpleCommand], session: &str) -> Vec<Order> {
    let pretends = commands.iter().any(order::speaks_of_the_session);
    let own = commands.iter().filter(|command| order::is_own(command));
    let orders = own.filter_map(|command| match order::of_command(command, session) {
        Some(_) if pretends => Some(order::of_a_person(command)),
        order => order,
    });
    orders.collect()
}

/// What is said of commands before the table of programs: the gate's own program changes
/// nothing that [`order::of_command`] lets through.
fn rules(policy: &Policy, has_engine: bool) -> Vec<RiskRule> {
    let own = |program: &str, args: &str| RiskRule {
        program: program.to_owned(),
        args: args.to_owned(),
        tier: Tier::Safe,
    };
    let of_all = has_engine.then(|| own(ENGINE, OWN_ARGS));
    std::iter::once(own(PROGRAM, "")).chain(of_all).chain(policy.command_rules()).collect()
}

/// PowerShell has a grammar of its own, and a shell's reading of it would hide
/// commands. Its verbs say what they do.
fn foreign(text: &str, unknown: &mut Vec<String>) -> Option<Unclear> {
    if text.contains(['\\', '`', '{', '%']) {
        return Some(Unclear::PowerShell);
    }
    unknown.retain(|program| !only_looks(program));
    let cmdlet = unknown.iter().find(|program| program.contains('-'))?;
    Some(Unclear::Cmdlet(cmdlet.clone()))
}
