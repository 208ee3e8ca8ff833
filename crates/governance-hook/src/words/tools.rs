//! What the tools for people say.

use std::path::Path;

use hook_protocol::{Event, ToolName};
use hook_runtime::{Ctx, nearest, one_line};

use crate::decide::lookup::Announcement;
use crate::decide::{self, Finding, Judgement, Verdict};
use crate::gather::state::State;
use crate::policy::{Announce, Policy};

/// In characters, of the id of a session.
const MAX_SESSION: usize = 80;

/// In characters, of a line of the table of programs.
const MAX_LINE: usize = 160;

/// Of a rule for what no tool does.
pub(crate) const UNREACHED: &str = "(no tool does this: see `governance-hook lint`)";

/// That no source of the state answered, and one failed.
pub(crate) const NO_ANSWER: &str = "no state source answered, and one failed";

/// That nothing reads the state that was set.
pub(crate) const UNREAD_STATE: &str = "note: `session` is not among the configured state sources";

/// What `explain` says of an event without an answer.
pub(crate) const UNANSWERED: &str = "silent: the hook does not answer this event";

/// The same where no state is told either.
pub(crate) const UNANSWERED_UNCONFIGURED: &str =
    "silent: without a configuration there are no states";

/// The rules that decided.
pub(crate) fn rules(findings: &[&Finding]) -> Option<String> {
    let ids: Vec<&str> = findings.iter().map(|finding| finding.rule_id.as_str()).collect();
    (!ids.is_empty()).then(|| ids.join(", "))
}

/// A line of the table of programs.
pub(crate) fn table(line: &str) -> String {
    format!("table: {}", shortened(line))
}

/// As much of it as fits.
pub(crate) fn shortened(line: &str) -> String {
    one_line(line, MAX_LINE)
}

/// What stands for the primitive of a tool that nobody knows.
pub(crate) const NO_PRIMITIVE: &str = "none: nobody knows this tool";

/// What stands for the name of a program that the text does not tell.
pub(crate) const NO_PROGRAM: &str = "(unknown program)";

/// What tools say, and all they do, where there is no configuration.
pub(crate) fn not_configured(ctx: &Ctx) -> String {
    let place = ctx.in_which_project();
    format!(
        "no configuration {place}: the built-in rules hold (`governance-hook init` writes them down)"
    )
}

/// That the configuration has findings, to who did not ask for them.
pub(crate) fn lint_finds(count: usize) -> String {
    let findings = if count == 1 { "a finding" } else { "findings" };
    format!("note: the configuration has {findings}: `governance-hook lint` shows what is not used")
}

/// That no rule for a kind of work can be about a tool of this name.
pub(crate) fn unknown_tool(name: &str) -> String {
    match nearest(name, ToolName::known()) {
        Some(known) => format!("no tool of this name is known; did you mean {known}?"),
        None => "no tool of this name is known".to_owned(),
    }
}

/// That a state was set, and for whom.
pub(crate) fn set(ctx: &Ctx, state: &str, session: Option<&str>) -> String {
    format!("the state is {state} for {}", whose(ctx, session))
}

/// That a state is cleared, and for whom.
pub(crate) fn cleared(ctx: &Ctx, session: Option<&str>) -> String {
    format!("the state is cleared for {}", whose(ctx, session))
}

/// For whom a state is set or cleared.
fn whose(ctx: &Ctx, session: Option<&str>) -> String {
    match session {
        Some(session) => format!("the session {}", one_line(session, MAX_SESSION)),
        None => format!("all sessions {} that have no state of their own", ctx.in_which_project()),
    }
}

/// That nothing was logged.
pub(crate) fn no_decisions(ctx: &Ctx) -> String {
    format!("no decisions {}", ctx.in_which_project())
}

/// What holds now, and how to see it.
pub(crate) const NOW_HOLDS: [&str; 4] = [
    "asked first: what cannot be taken back or leaves this machine (rm -rf ~, git push --force, npm publish)",
    "denied: reading secrets (.env, keys in ~/.ssh, credentials of clouds and registries)",
    "try it: governance-hook check --command 'rm -rf ~'",
    "next: the file says how to give the agent states, rules for commands and rules for files",
];

/// That there is a configuration already.
pub(crate) fn is_there(file: &Path) -> String {
    format!("{} is there already and stays as it is", file.display())
}

/// That a name is none of a state.
pub(crate) fn unknown_state(policy: &Policy, name: &str) -> String {
    format!("{name} is no state here; there are {}", policy.states.join(", "))
}

/// That a name is none of a primitive.
pub(crate) fn unknown_primitive(name: &str, known: &[&str]) -> String {
    format!("{name} is no primitive here; there are {}", known.join(", "))
}

/// What `check` and `explain` need.
pub(crate) const NO_CALL: &str = "describe a call: --command LINE, --file PATH or --tool NAME";

/// That the rules of a primitive are lifted.
pub(crate) fn lifted(primitive: &str, until: &str) -> String {
    format!("{primitive} is lifted until {until}")
}

/// That an exception was taken back, or that there was none.
pub(crate) fn ended(primitive: &str, was_there: bool) -> String {
    if was_there {
        format!("{primitive} is governed again")
    } else {
        format!("no exception lifts {primitive} now")
    }
}

/// That an exception was granted.
pub(crate) fn granted(primitive: &str, until: &str) -> String {
    format!("{primitive} is not restricted until {until}")
}

/// That a state may not follow another one.
pub(crate) fn forbidden_transition(from: &str, to: &str) -> String {
    format!("the transition from {from} to {to} is forbidden")
}

/// That the state is another one than was set.
pub(crate) fn still(state: &State) -> String {
    format!("note: the state is {} ({})", state.name, state.origin)
}

/// That a command line is judged as a whole.
pub(crate) fn unparsed(reason: &str) -> String {
    format!("cannot be parsed and is judged as a whole: {reason}")
}

/// What comes of a judgement.
pub(crate) fn verdict(judgement: &Judgement<'_>) -> String {
    match judgement.verdict() {
        Verdict::Allowed => "allowed".to_owned(),
        Verdict::Warned(findings) => {
            let words: Vec<_> = findings.iter().map(|finding| finding.words()).collect();
            format!("allowed with a warning: {}", words.join("; "))
        }
        Verdict::Asked(findings) => {
            format!("the person is asked: {}", decide::denial(&findings).replace('\n', "; "))
        }
        Verdict::Denied(findings) => {
            format!("denied: {}", decide::denial(&findings).replace('\n', "; "))
        }
    }
}

/// Which event it is.
pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::PreToolUse(call) => format!("{} {}", event.name(), call.call.name),
        Event::PreSkillShellCommand(line) => format!("{} {}", event.name(), line.call.name),
        _ => event.name().to_owned(),
    }
}

/// What the agent is told on an event beside the verdict.
pub(crate) fn context(event: &Event, announce: Announce, told: Announcement) -> String {
    let Announcement { line, names_any } = told;
    match (event, announce) {
        (Event::PreSkillShellCommand(_), _) => "none: the agent would not hear it".to_owned(),
        (_, Announce::Never) => "none: announce is never".to_owned(),
        (Event::UserPromptSubmit(prompt), _) if !prompt.is_from_person() => {
            "none: nobody typed this prompt".to_owned()
        }
        (Event::PreToolUse(_), Announce::Always) if names_any => line,
        (Event::UserPromptSubmit(_) | Event::PreToolUse(_), _) => {
            format!("{line} (if the agent was told another line before, or none)")
        }
        _ => line,
    }
}
