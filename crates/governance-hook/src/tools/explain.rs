//! `explain` and `check`: what would be decided, and why. They log nothing.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_chain::people;
use hook_protocol::{Common, Event, Tool, ToolCall};
use hook_runtime::{Console, Ctx, Described, Explained};
use project_tasks::Task;

use crate::decide::lookup::Situation;
use crate::decide::{self, Facts, Judgement, Shell, Verdict};
use crate::gather::state::{self, Origin, State};
use crate::gather::{self, exceptions, load};
use crate::policy::Policy;
use crate::policy::compile::built_in;
use crate::tools::lint;
use crate::words;

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    call: Described,
    /// The state to judge in, instead of the present one
    #[arg(long)]
    state: Option<String>,
    /// The type of the agent that makes the call
    #[arg(long, value_name = "TYPE")]
    agent_type: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The status of `check` for a call that is denied, or that the person is asked about.
const STOPPED: u8 = 1;

/// Explains the decision on the event on stdin.
pub(super) fn explain(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let ctx = &ctx.for_event(event.common());
    let Some(policy) = load::policy(ctx)? else {
        let mut rows = vec![
            row("event", words::tools::event(&event)),
            row("config", words::tools::not_configured(ctx)),
        ];
        match guarded_call(&event) {
            Some(call) => rows.extend(in_no_state(ctx, &built_in(), call)),
            None => rows.push(row("verdict", words::tools::UNANSWERED_UNCONFIGURED.to_owned())),
        }
        console.explanation(&rows, None, args.json);
        return Ok(ExitCode::SUCCESS);
    };
    lint::hint(&policy, console);
    if !is_answered(&event) {
        let verdict = words::tools::UNANSWERED.to_owned();
        let rows = [row("event", words::tools::event(&event)), row("verdict", verdict)];
        console.explanation(&rows, None, args.json);
        return Ok(ExitCode::SUCCESS);
    }
    let common = event.common();
    let asked = state::ask(ctx, &policy, common.session_id.as_deref());
    let mut rows =
        vec![row("event", words::tools::event(&event)), row("config", config_words(ctx))];
    rows.extend(asked.failures.iter().map(|failure| row("failure", failure.clone())));
    match &asked.state {
        None => {
            rows.push(row("state", words::tools::NO_ANSWER.to_owned()));
            if let Some(call) = guarded_call(&event) {
                rows.extend(in_no_state(ctx, &policy, call));
            }
        }
        Some(state) => {
            rows.push(row("state", format!("{} ({})", state.name, state.origin)));
            let lifted = exceptions::active(ctx);
            let situation = Situation {
                policy: &policy,
                state: &state.name,
                agent_type: common.agent_type.as_deref(),
                lifted: &lifted,
            };
            if let Some(call) = guarded_call(&event) {
                let facts = gather::facts(ctx, &policy, &state.name, call);
                let judgement = decide::judge(situation, call, &facts);
                rows.extend(decision(&judgement, &facts, gather::task(ctx, call).as_ref()));
                if let Some(primitive) = judgement.primitive {
                    rows.push(row("matrix", matrix_row(situation, primitive)));
                }
                rows.extend(held(ctx, call, common).map(|words| row("plan", words)));
            }
            let line = situation.announcement();
            rows.push(row("context", words::tools::context(&event, policy.announce, line)));
        }
    }
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

/// Judges one call that is described on the command line.
pub(super) fn check(ctx: &Ctx, args: &CheckArgs, console: &mut Console) -> Result<ExitCode> {
    let call = args.call.call(ctx)?.context(words::tools::NO_CALL)?;
    let session = args.call.session.as_deref().map(|spoken| ctx.session(spoken)).transpose()?;
    let call = ToolCall::new(&call.0, call.1);
    let Some(policy) = load::policy(ctx)? else {
        console.error_line(words::tools::not_configured(ctx));
        let policy = built_in();
        let facts = gather::facts(ctx, &policy, decide::NO_STATE, &call);
        let judgement = decide::judge_in_no_state(&policy, &call, &facts);
        return Ok(told(args, &judgement, &words::tools::verdict(&judgement), console));
    };
    lint::hint(&policy, console);
    let session = session.or_else(|| ctx.env("CLAUDE_CODE_SESSION_ID"));
    let asked = state_to_judge_in(ctx, &policy, args.state.as_deref(), session.clone())?;
    let Some(state) = asked else {
        let facts = gather::facts(ctx, &policy, decide::NO_STATE, &call);
        let judgement = decide::judge_in_no_state(&policy, &call, &facts);
        let verdict = words::tools::verdict(&judgement);
        let verdict = format!("{verdict} ({})", words::tools::NO_ANSWER);
        return Ok(told(args, &judgement, &verdict, console));
    };
    let facts = gather::facts(ctx, &policy, &state.name, &call);
    let lifted = exceptions::active(ctx);
    let situation = Situation {
        policy: &policy,
        state: &state.name,
        agent_type: args.agent_type.as_deref(),
        lifted: &lifted,
    };
    let judgement = decide::judge(situation, &call, &facts);
    let verdict = words::tools::verdict(&judgement);
    let until = judgement.primitive.and_then(|primitive| Some((primitive, lifted.get(primitive)?)));
    let verdict = match until {
        Some((primitive, until)) => {
            format!("{verdict} ({})", words::tools::lifted(primitive, &ctx.local_text(until)))
        }
        None => verdict,
    };
    let verdict = match judgement.primitive {
        None => format!("{verdict} ({})", words::tools::unknown_tool(call.name.as_sent())),
        Some(_) => verdict,
    };
    let common = Common { session_id: session, ..Common::default() };
    let is_denied = matches!(judgement.verdict(), Verdict::Denied(_));
    let plan = held(ctx, &call, &common).filter(|_| !is_denied);
    let verdict = plan.map_or(verdict.clone(), |plan| format!("{verdict}; plan: {plan}"));
    Ok(told(args, &judgement, &verdict, console))
}

/// What the kernel lets a command write, where a plan holds.
fn held(ctx: &Ctx, call: &ToolCall, common: &Common) -> Option<String> {
    let session = common.session_id.as_deref().filter(|_| *call.name.tool() == Tool::Bash)?;
    protection::wall::describe(ctx, session, common.agent_id.as_deref())
}

/// Says what comes of a judgement, and by which rules where they say more than nothing.
fn told(
    args: &CheckArgs,
    judgement: &Judgement<'_>,
    verdict: &str,
    console: &mut Console,
) -> ExitCode {
    let (word, findings) = match judgement.verdict() {
        Verdict::Allowed => ("allowed", Vec::new()),
        Verdict::Warned(findings) => ("allowed", findings),
        Verdict::Asked(findings) => ("asked", findings),
        Verdict::Denied(findings) => ("denied", findings),
    };
    let is_stopped = matches!(word, "asked" | "denied");
    let verdict = match words::tools::rules(&findings) {
        Some(rules) => format!("{verdict} ({rules})"),
        None => verdict.to_owned(),
    };
    match (args.json, is_stopped) {
        (true, _) => people::judgement(word, &verdict, console),
        (false, true) => console.alarm(verdict),
        (false, false) => console.line(verdict),
    }
    let lines = findings.iter().filter_map(|finding| finding.by_table.as_deref());
    for line in lines.filter(|_| !args.json) {
        console.line(words::tools::table(line));
    }
    if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS }
}

/// The state that a person names, or the present one.
pub(super) fn state_to_judge_in(
    ctx: &Ctx,
    policy: &Policy,
    named: Option<&str>,
    session: Option<String>,
) -> Result<Option<State>> {
    if let Some(name) = named {
        anyhow::ensure!(policy.knows_state(name), words::tools::unknown_state(policy, name));
        return Ok(Some(State { name: name.to_owned(), origin: Origin::Given }));
    }
    let session = session.or_else(|| ctx.env("CLAUDE_CODE_SESSION_ID"));
    let asked = state::ask(ctx, policy, session.as_deref());
    for failure in asked.failures {
        ctx.report(failure);
    }
    Ok(asked.state)
}

/// The call of an event that is judged.
fn guarded_call(event: &Event) -> Option<&ToolCall> {
    let is_judged = matches!(event, Event::PreToolUse(_) | Event::PreSkillShellCommand(_));
    event.call().filter(|_| is_judged)
}

fn in_no_state(ctx: &Ctx, policy: &Policy, call: &ToolCall) -> Vec<Vec<String>> {
    let facts = gather::facts(ctx, policy, decide::NO_STATE, call);
    let judgement = decide::judge_in_no_state(policy, call, &facts);
    decision(&judgement, &facts, gather::task(ctx, call).as_ref())
}

fn decision(judgement: &Judgement<'_>, facts: &Facts, task: Option<&Task>) -> Vec<Vec<String>> {
    let unknown = words::tools::NO_PRIMITIVE;
    let mut rows = vec![row("primitive", judgement.primitive.unwrap_or(unknown).to_owned())];
    rows.extend(facts.shell.iter().flat_map(shell_rows));
    rows.extend(task.map(|task| row("runs", words::task(task))));
    for finding in &judgement.findings {
        let rule = format!(
            "{} by {}: {}",
            words::action(finding.action),
            finding.rule_id,
            finding.words()
        );
        rows.push(row("rule", rule));
        rows.extend(
            finding.by_table.iter().map(|line| row("table", words::tools::shortened(line))),
        );
    }
    rows.push(row("verdict", words::tools::verdict(judgement)));
    rows
}

fn shell_rows(shell: &Shell) -> Vec<Vec<String>> {
    match shell {
        Shell::Unparsed { reason, .. } => {
            vec![row("shell", words::tools::unparsed(reason))]
        }
        Shell::Parsed(commands) => commands
            .iter()
            .map(|command| {
                let program = command.program().unwrap_or(words::tools::NO_PROGRAM);
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

fn config_words(ctx: &Ctx) -> String {
    load::file(ctx).map(|file| file.display().to_string()).unwrap_or_default()
}

fn is_answered(event: &Event) -> bool {
    matches!(
        event,
        Event::PreToolUse(_)
            | Event::PreSkillShellCommand(_)
            | Event::UserPromptSubmit(_)
            | Event::SessionStart(_)
            | Event::SubagentStart(_)
    )
}

fn row(name: &str, words: String) -> Vec<String> {
    vec![name.to_owned(), words]
}
