//! What a command line would do.

use command_effects::{Anchor, Change, Judgement, Risk, RiskRule, Tier, UNKNOWN_WORK_TREE};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::{Said, Target, changed, judge, named, only_looks};
use shell_syntax::SimpleCommand;

use crate::gather::call_effects::{Act, Scene, Unclear};
use crate::gather::order::{self, Order};
use crate::gather::program::{ENGINE, PROGRAM};
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
    let found = judge(ctx, project, &policy.programs, text);
    let risk = risk(&found, policy);
    let (judgement, moves_git) = without_moves_of_git(Judgement::clone(&found));
    let mut unclear = judgement.unresolved.first().cloned().map(Unclear::Effects);
    let mut unknown = judgement.unknown.clone();
    // What the project calls safe is known.
    let is_own = |program: &String| {
        let mut calls = judgement.runs.iter().filter(|it| it.program() == Some(program));
        program == PROGRAM || program == ENGINE && calls.all(order::is_own)
    };
    unknown.retain(|program| !is_own(program) && risk.tier > Tier::Safe);
    let is_foreign = *call.name.tool() == Tool::PowerShell;
    if is_foreign {
        unclear = unclear.or_else(|| foreign(text, &mut unknown));
    }
    let is_opaque = matches!(unclear, Some(Unclear::PowerShell | Unclear::Cmdlet(_)));
    let mut targets = changed(ctx, project, &judgement);
    let named = named(ctx, project, &judgement.runs, &unknown);
    let refusal = protection.and_then(|protection| {
        let said =
            Said { text, judgement: &judgement, targets: &targets, named: &named, is_opaque };
        protection.of_line(&said)
    });
    if is_opaque {
        targets.extend(named);
    }
    let mut act = Act {
        refusal,
        nearby: nearby(ctx, project, &judgement),
        targets,
        changes_free: false,
        outputs: vec![],
        unclear,
        may_change: moves_git || !unknown.is_empty(),
        tier: risk.tier,
        orders: orders(&judgement.runs, session),
        risky: risk.command,
    };
    // To a shell, its verbs are programs of which nothing is known.
    if is_foreign && act.tier == Tier::Write && act.targets.is_empty() && !act.may_change {
        act.tier = Tier::Safe;
    }
    act
}

/// What a line does, without the files that git changes where it moves between commits, and whether it does that. Nobody
/// names these files, and git has them still. What throws away what is not committed is a change of them all.
fn without_moves_of_git(mut judgement: Judgement) -> (Judgement, bool) {
    let acts = std::mem::take(&mut judgement.acts);
    let is_whole = |change: &Change| change.program == "git" && change.written == ".";
    let throws_away =
        |change: &Change| acts.get(change.command).is_some_and(|it| it.tier >= Tier::Destructive);
    let is_move = |change: &Change| is_whole(change) && !throws_away(change);
    let before = judgement.writes.len() + judgement.nearby.len();
    judgement.writes.retain(|change| change.anchor != Anchor::WorkTree || !is_move(change));
    judgement.nearby.retain(|change| !is_move(change));
    let moves_git = judgement.writes.len() + judgement.nearby.len() < before;
    if !judgement.nearby.iter().any(is_whole) {
        judgement.unresolved.retain(|it| it.reason != UNKNOWN_WORK_TREE);
    }
    (Judgement { acts, ..judgement }, moves_git)
}

/// As near as the text comes to the files of which it does not tell which they are.
fn nearby(ctx: &Ctx, project: &ProjectRoot, judgement: &Judgement) -> Vec<Target> {
    let told = judgement.nearby.iter().map(|change| Target::of_command(ctx, project, change));
    told.filter(|target| target.places.is_some()).collect()
}

/// How much a line can spoil. The words of a rule may stand anywhere in a command, so that of the gate's
/// longer name is there only where all calls of that program are meant.
fn risk(judgement: &Judgement, policy: &Policy) -> Risk {
    let mut engine = judgement.runs.iter().filter(|it| it.program() == Some(ENGINE)).peekable();
    let has_engine = engine.peek().is_some() && engine.all(order::is_own);
    judgement.risk(&rules(policy, has_engine))
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
