//! `explain` and `check`: what would be decided, and why. They log nothing.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_chain::people;
use hook_protocol::{Common, Event, Tool, ToolCall};
use hook_runtime::{Console, Ctx, Described, Explained};

use crate::decide::lookup::{Lifted, Situation};
use crate::decide::{self, Facts, Judgement, Shell, Verdict};
use crate::gather::state::{self, Origin, State};
use crate::gather::{self, exceptions, load};
use crate::policy::Policy;
use crate::policy::compile::built_in;
use crate::tools::lint;
use crate::words::{self, tools as said};

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    call: Described,
    /// The state to judge in, instead of the current one
    #[arg(long)]
    state: Option<String>,
    /// The type of the agent that makes the call
    #[arg(long, value_name = "TYPE")]
    agent_type: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The status of `check` for a call that is denied, or about which the person is asked.
const STOPPED: u8 = 1;

/// Explains the decision on the event on stdin.
pub(super) fn explain(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let ctx = &ctx.for_event(event.common());
    let configured = load::policy(ctx)?;
    if let Some(policy) = &configured {
        lint::hint(policy, console);
    }
    let rows = match &configured {
        Some(_) if !is_answered(&event) => {
            vec![row("event", said::event(&event)), row("verdict", said::UNANSWERED.to_owned())]
        }
        Some(policy) => configured_rows(ctx, policy, &event),
        None => {
            let mut rows = vec![row("event", said::event(&event))];
            rows.push(row("config", said::not_configured(ctx)));
            match guarded_call(&event) {
                Some(call) => rows.extend(rows_of_call(ctx, &built_in(), None, call, &event)),
                None => rows.push(row("verdict", said::UNANSWERED_UNCONFIGURED.to_owned())),
            }
            rows
        }
    };
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

fn configured_rows(ctx: &Ctx, policy: &Policy, event: &Event) -> Vec<Vec<String>> {
    let common = event.common();
    let file = load::file(ctx).map(|file| file.display().to_string()).unwrap_or_default();
    let mut rows = vec![row("event", said::event(event)), row("config", file)];
    let asked = state::ask(ctx, policy, common.session_id.as_deref());
    rows.extend(asked.failures.iter().map(|failure| row("failure", failure.clone())));
    let state = asked.state.as_ref();
    rows.push(row(
        "state",
        match state {
            Some(state) => format!("{} ({})", state.name, state.origin),
            None => said::NO_ANSWER.to_owned(),
        },
    ));
    let lifted = exceptions::active(ctx);
    let agent_type = common.agent_type.as_deref();
    let situation =
        state.map(|state| Situation { policy, state: &state.name, agent_type, lifted: &lifted });
    if let Some(call) = guarded_call(event) {
        rows.extend(rows_of_call(ctx, policy, situation, call, event));
    }
    if let Some(situation) = situation {
        let line = situation.announcement();
        rows.push(row("context", said::context(event, policy.announce, line)));
    }
    rows
}

/// What is decided on the call of an event.
fn rows_of_call(
    ctx: &Ctx,
    policy: &Policy,
    situation: Option<Situation<'_>>,
    call: &ToolCall,
    event: &Event,
) -> Vec<Vec<String>> {
    let common = event.common();
    let (judgement, facts) = judged(ctx, policy, situation, call, common.session_id.as_deref());
    let primitive = judgement.primitive.unwrap_or(said::NO_PRIMITIVE);
    let mut rows = vec![row("primitive", primitive.to_owned())];
    rows.extend(facts.shell.iter().flat_map(shell_rows));
    rows.extend(gather::task(ctx, call).map(|task| row("runs", words::task(&task))));
    for finding in &judgement.findings {
        let action = words::action(finding.action);
        let (rule, says) = (&finding.rule_id, finding.words());
        rows.push(row("rule", format!("{action} by {rule}: {says}")));
        rows.extend(finding.by_table.iter().map(|line| row("table", said::shortened(line))));
    }
    rows.push(row("verdict", said::verdict(&judgement)));
    if let (Some(situation), Some(primitive)) = (situation, judgement.primitive) {
        rows.push(row("matrix", matrix_row(situation, primitive)));
        rows.extend(enforced(ctx, call, common).map(|words| row("plan", words)));
    }
    rows
}

/// The judgement of a call in a situation, or where no state is known.
fn judged<'a>(
    ctx: &Ctx,
    policy: &'a Policy,
    situation: Option<Situation<'a>>,
    call: &ToolCall,
    session: Option<&str>,
) -> (Judgement<'a>, Facts) {
    let state = situation.map_or(decide::NO_STATE, |situation| situation.state);
    let facts = gather::facts(ctx, policy, state, call, session);
    let judgement = match situation {
        Some(situation) => decide::judge(situation, call, &facts),
        None => decide::judge_in_no_state(policy, call, &facts),
    };
    (judgement, facts)
}

/// Judges one call that is described on the command line.
pub(super) fn check(ctx: &Ctx, args: &CheckArgs, console: &mut Console) -> Result<ExitCode> {
    let call = args.call.call(ctx)?.context(said::NO_CALL)?;
    let session = args.call.session.as_deref().map(|spoken| ctx.session(spoken)).transpose()?;
    let session = session.or_else(|| ctx.env("CLAUDE_CODE_SESSION_ID"));
    let call = ToolCall::new(&call.0, call.1);
    let Some(policy) = load::policy(ctx)? else {
        console.error_line(said::not_configured(ctx));
        let policy = built_in();
        let (judgement, _) = judged(ctx, &policy, None, &call, session.as_deref());
        return Ok(told(args, &judgement, said::verdict(&judgement), console));
    };
    lint::hint(&policy, console);
    let state = state_to_judge_in(ctx, &policy, args.state.as_deref(), session.as_deref())?;
    let lifted = exceptions::active(ctx);
    let agent_type = args.agent_type.as_deref();
    let situation = state.as_ref().map(|state| {
        let (policy, state, lifted) = (&*policy, state.name.as_str(), &lifted);
        Situation { policy, state, agent_type, lifted }
    });
    let (judgement, _) = judged(ctx, &policy, situation, &call, session.as_deref());
    let common = Common { session_id: session, ..Common::default() };
    let notes = notes(ctx, &call, &judgement, situation.map(|it| it.lifted));
    let mut verdict = said::verdict(&judgement);
    for note in notes {
        verdict = format!("{verdict} ({note})");
    }
    let is_denied = matches!(judgement.verdict(), Verdict::Denied(_));
    if let Some(plan) = enforced(ctx, &call, &common).filter(|_| !is_denied && state.is_some()) {
        verdict = format!("{verdict}; plan: {plan}");
    }
    Ok(told(args, &judgement, verdict, console))
}

/// What else a person should know about a judgement.
fn notes(
    ctx: &Ctx,
    call: &ToolCall,
    judgement: &Judgement<'_>,
    lifted: Option<&Lifted>,
) -> Vec<String> {
    let Some(lifted) = lifted else { return vec![said::NO_ANSWER.to_owned()] };
    let Some(primitive) = judgement.primitive else {
        return vec![said::unknown_tool(call.name.as_sent())];
    };
    let until = lifted.get(primitive);
    until.map(|until| said::lifted(primitive, &ctx.local_text(until))).into_iter().collect()
}

/// What the kernel lets a command write, where a plan is in force.
fn enforced(ctx: &Ctx, call: &ToolCall, common: &Common) -> Option<String> {
    let session = common.session_id.as_deref().filter(|_| *call.name.tool() == Tool::Bash)?;
    protection::wall::describe(ctx, session, common.agent_id.as_deref())
}

/// Prints a verdict, with the rules that decided.
fn told(
    args: &CheckArgs,
    judgement: &Judgement<'_>,
    verdict: String,
    console: &mut Console,
) -> ExitCode {
    let (word, findings) = match judgement.verdict() {
        Verdict::Allowed => ("allowed", Vec::new()),
        Verdict::Warned(findings) => ("allowed", findings),
        Verdict::Asked(findings) => ("asked", findings),
        Verdict::Denied(findings) => ("denied", findings),
    };
    let is_stopped = word != "allowed";
    let verdict = match said::rules(&findings) {
        Some(rules) => format!("{verdict} ({rules})"),
        None => verdict,
    };
    match (args.json, is_stopped) {
        (true, _) => people::judgement(word, &verdict, console),
        (false, true) => console.alarm(verdict),
        (false, false) => console.line(verdict),
    }
    let lines = findings.iter().filter_map(|finding| finding.by_table.as_deref());
    for line in lines.filter(|_| !args.json) {
        console.line(said::table(line));
    }
    if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS }
}

/// The state that a person names, or the current one.
fn state_to_judge_in(
    ctx: &Ctx,
    policy: &Policy,
    named: Option<&str>,
    session: Option<&str>,
) -> Result<Option<State>> {
    if let Some(name) = named {
        anyhow::ensure!(policy.knows_state(name), said::unknown_state(policy, name));
        return Ok(Some(State { name: name.to_owned(), origin: Origin::Given }));
    }
    let asked = state::ask(ctx, policy, session);
    asked.failures.into_iter().for_each(|failure| ctx.report(failure));
    Ok(asked.state)
}

/// The call of an event that is judged.
fn guarded_call(event: &Event) -> Option<&ToolCall> {
    let is_judged = matches!(event, Event::PreToolUse(_) | Event::PreSkillShellCommand(_));
    event.call().filter(|_| is_judged)
}

fn is_answered(event: &Event) -> bool {
    guarded_call(event).is_some()
        || matches!(
            event,
            Event::UserPromptSubmit(_) | Event::SessionStart(_) | Event::SubagentStart(_)
        )
}

fn shell_rows(shell: &Shell) -> Vec<Vec<String>> {
    match shell {
        Shell::Unparsed { reason, .. } => vec![row("shell", said::unparsed(reason))],
        Shell::Parsed(commands) => commands
            .iter()
            .map(|command| {
                let program = command.program().unwrap_or(said::NO_PROGRAM);
                row("command", format!("{program} {}", command.joined_args()).trim_end().to_owned())
            })
            .collect(),
    }
}

fn matrix_row(situation: Situation<'_>, primitive: &str) -> String {
    let cells = situation.policy.states.iter().map(|state| {
        let there = Situation { state, ..situation };
        format!("{state} {}", words::action(there.action_on(primitive)))
    });
    format!("{primitive}: {}", cells.collect::<Vec<_>>().join(", "))
}

fn row(name: &str, words: String) -> Vec<String> {
    vec![name.to_owned(), words]
}
