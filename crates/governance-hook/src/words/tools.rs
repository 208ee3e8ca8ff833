//! Messages of the verbs.

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

/// About a rule for what no tool does.
pub(crate) const UNREACHED: &str = "(no tool does this: see `tacklebox governance lint`)";

/// That no source of the state answered, and one failed.
pub(crate) const NO_ANSWER: &str = "no state source answered, and one failed";

/// That no source reads the state that was set.
pub(crate) const UNREAD_STATE: &str = "note: `session` is not among the configured state sources";

/// What `explain` says of an event without an answer.
pub(crate) const UNANSWERED: &str = "silent: the hook does not handle this event";

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

/// The primitive of an unknown tool.
pub(crate) const NO_PRIMITIVE: &str = "none: unknown tool";

/// The program, where the text does not name it.
pub(crate) const NO_PROGRAM: &str = "(unknown program)";

/// That there is no configuration, and what applies.
pub(crate) fn not_configured(ctx: &Ctx) -> String {
    let place = ctx.in_which_project();
    format!(
        "No configuration {place}: the built-in rules apply (`tacklebox governance init` writes them to a file)"
    )
}

/// That there are no states, and what to do.
pub(crate) const NO_STATES: &str = "No states yet. `tacklebox governance init` writes examples.";

/// That nothing was logged.
pub(crate) const NOTHING_LOGGED: &str = "Nothing logged yet.";

/// That the configuration has problems.
pub(crate) fn lint_finds(count: usize) -> String {
    let problems = if count == 1 { "a problem" } else { "problems" };
    format!("note: the configuration has {problems}: see `tacklebox governance lint`")
}

/// That policies of an organisation apply besides the configuration.
pub(crate) fn policies(revision: u64) -> String {
    format!("note: your organisation's policy {revision} applies too; see `tacklebox explain`")
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

/// The sessions for which a state is set or cleared.
fn whose(ctx: &Ctx, session: Option<&str>) -> String {
    match session {
        Some(session) => format!("the session {}", one_line(session, MAX_SESSION)),
        None => format!("all sessions {} that have no state of their own", ctx.in_which_project()),
    }
}

/// What applies after `init`, and the next command.
pub(crate) const AFTER_INIT: [&str; 2] = [
    "The agent asks before irreversible commands (rm -rf ~) and cannot read secrets.",
    "Next: `tacklebox governance check --command 'rm -rf ~'`",
];

/// That there is no such state.
pub(crate) fn unknown_state(policy: &Policy, name: &str) -> String {
    format!("unknown state {name}; the states are {}", policy.states.join(", "))
}

/// That there is no such primitive.
pub(crate) fn unknown_primitive(name: &str, known: &[&str]) -> String {
    match known {
        [] => format!("no rule mentions the primitive {name}, and none mentions another one"),
        known => format!("unknown primitive {name}; the primitives are {}", known.join(", ")),
    }
}

/// What `check` and `explain` need.
pub(crate) const NO_CALL: &str = "describe a call: --command LINE, --file PATH or --tool NAME";

/// That the rules of a primitive are lifted.
pub(crate) fn lifted(primitive: &str, until: &str) -> String {
    format!("the rules for {primitive} are lifted until {until}")
}

/// That an exception ended, or that there was none.
pub(crate) fn ended(primitive: &str, was_there: bool) -> String {
    if was_there {
        format!("the rules for {primitive} apply again")
    } else {
        format!("{primitive} has no exception")
    }
}

/// That an exception was granted.
pub(crate) fn granted(primitive: &str, until: &str) -> String {
    format!("the rules for {primitive} are lifted until {until}")
}

/// That a transition is forbidden.
pub(crate) fn forbidden_transition(from: &str, to: &str) -> String {
    format!("the transition from {from} to {to} is forbidden")
}

/// That the state differs from what was set.
pub(crate) fn still(state: &State) -> String {
    format!("note: the state is {} ({})", state.name, state.origin)
}

/// That a command line could not be parsed.
pub(crate) fn unparsed(reason: &str) -> String {
    format!("could not be parsed, so all of it counts as one command: {reason}")
}

/// The verdict of a judgement.
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

/// The context that the agent gets on an event.
pub(crate) fn context(event: &Event, announce: Announce, told: Announcement) -> String {
    let Announcement { line, names_any } = told;
    match (event, announce) {
        (Event::PreSkillShellCommand(_), _) => "none: the agent would not see it".to_owned(),
        (_, Announce::Never) => "none: announce is never".to_owned(),
        (Event::UserPromptSubmit(prompt), _) if !prompt.is_from_person() => {
            "none: no person typed this prompt".to_owned()
        }
        (Event::PreToolUse(_), Announce::Always) if names_any => line,
        (Event::UserPromptSubmit(_) | Event::PreToolUse(_), _) => {
            format!("{line} (unless the agent has already seen this line)")
        }
        _ => line,
    }
}
