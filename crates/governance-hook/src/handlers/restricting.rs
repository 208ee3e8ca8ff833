//! What the policy forbids, and the lines that close a way around it.

mod list;

use anyhow::Result;
use command_effects::Programs;
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::{Ctx, Forbidden, Restricting, Restriction};

use crate::decide::lookup::{Lifted, Situation};
use crate::decide::{self, Verdict, primitive};
use crate::gather::{self, load, state};
use crate::policy::addition::Addition;
use crate::policy::{Access, Policy, Source};

/// The primitive that a line gives to a tool of its own.
const CLOSED: &str = "closed";

/// Programs without which no command line is written: a rule on them is none that anybody wants.
const EVERYDAY: [&str; 6] = ["cat", "cd", "echo", "ls", "printf", "true"];

/// How the hook tells what it forbids.
pub(crate) const RESTRICTING: Restricting = Restricting { restrictions, closing };

fn restrictions(ctx: &Ctx) -> Result<Vec<Restriction>> {
    let Some(policy) = load::policy(ctx)? else { return Ok(Vec::new()) };
    let mut found = list::of(&policy);
    for restriction in &mut found {
        restriction.lifted_by = restriction.state.as_deref().and_then(|it| way_out(&policy, it));
    }
    Ok(found)
}

/// How an agent leaves a state by itself.
fn way_out(policy: &Policy, from: &str) -> Option<String> {
    let is_set = policy.sources.contains(&Source::Session);
    let may = |to: &&String| *to != from && !state::forbids(policy, from, to);
    let to = policy.states.iter().filter(|_| is_set).find(may)?;
    Some(format!("governance-hook state set {to}"))
}

/// The first lines with which the call is denied.
fn closing(ctx: &Ctx, restriction: &Restriction, call: &ToolCall) -> Vec<String> {
    let Ok(Some(policy)) = load::policy(ctx) else { return Vec::new() };
    let ctx = match &restriction.state {
        Some(state) => &ctx.supposing(state),
        None => ctx,
    };
    let Some(state) = state::ask(ctx, &policy, None).state else { return Vec::new() };
    let denied_with = |lines: &Vec<Addition>| {
        let mut policy = Policy::clone(&policy);
        for line in lines {
            line.add_to(&mut policy);
        }
        is_denied(ctx, &policy, &state.name, restriction, call)
    };
    let found = candidates(restriction, call).into_iter().find(denied_with);
    found.unwrap_or_default().iter().map(Addition::to_string).collect()
}

fn is_denied(
    ctx: &Ctx,
    policy: &Policy,
    state: &str,
    restriction: &Restriction,
    call: &ToolCall,
) -> bool {
    let facts = gather::facts(ctx, policy, state, call);
    let agent_type = restriction.agent_type.as_deref();
    let situation = Situation { policy, state, agent_type, lifted: &Lifted::new() };
    matches!(decide::judge(situation, call, &facts).verdict(), Verdict::Denied(_))
}

/// What may close a way, the narrowest first.
fn candidates(restriction: &Restriction, call: &ToolCall) -> Vec<Vec<Addition>> {
    let state = restriction.state.clone();
    if let Some(input) = call.view::<BashInput<'_>>() {
        let path = path_rule(restriction).into_iter();
        let commands = commands(&input.command, state.as_deref());
        return path.chain(commands).map(|line| vec![line]).collect();
    }
    let is_mcp = matches!(call.name.tool(), Tool::Mcp(_));
    let known = primitive::of_tool(call.name.as_sent()).filter(|_| !is_mcp);
    if let Some(primitive) = known {
        return vec![vec![Addition::Rule { primitive: primitive.to_owned(), state }]];
    }
    let tool =
        Addition::Tool { tool: call.name.as_sent().to_owned(), primitive: CLOSED.to_owned() };
    vec![vec![tool, Addition::Rule { primitive: CLOSED.to_owned(), state }]]
}

/// A kind of work with files is also done by commands, whose files a rule on paths sees.
fn path_rule(restriction: &Restriction) -> Option<Addition> {
    let Forbidden::Activity(activity) = &restriction.forbidden else { return None };
    let access = match activity.as_str() {
        "file-write" | "file-edit" | "notebook-edit" => Access::Write,
        "file-read" | "file-search" | "content-search" => Access::Read,
        _ => return None,
    };
    Some(Addition::Path { glob: "**", access, state: restriction.state.clone() })
}

/// A rule on each program of a line, the last first.
fn commands(line: &str, state: Option<&str>) -> Vec<Addition> {
    let commands = command_effects::commands(line, &Programs::default()).unwrap_or_default();
    let rule = |command: &shell_syntax::SimpleCommand| {
        let program = command.program().filter(|program| !EVERYDAY.contains(program))?;
        if program.contains(['$', '`']) {
            return None;
        }
        let first = command.words.get(1).map(|word| word.text.as_str()).unwrap_or_default();
        let is_told = first.starts_with('-') || program == "git";
        let args = is_told.then(|| format!("{first}*"));
        Some(Addition::Command {
            program: program.to_owned(),
            args,
            state: state.map(str::to_owned),
        })
    };
    commands.iter().rev().filter_map(rule).collect()
}
