//! All sentences to the agent and to the person.

pub(crate) mod lint;
mod state;
pub(crate) mod tools;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use command_effects::Tier;
use hook_protocol::one_line;
use person::attendance::Absence;
use project_tasks::Task;
use protection::{Act, Refusal, Thing};
use secrets::redact;
use shell_syntax::SimpleCommand;

use crate::policy::{Action, Globs, RatedCommand, Rule};

/// What the log says of an exception that a person took back.
pub(crate) const TAKEN_BACK: &str = "taken back";

/// In characters, of what a file of exceptions says.
const MAX_NAME: usize = 100;

/// Why a call goes past the person's permission prompt.
pub(crate) const GRANTED: &str = "the project's governance allows it";

/// What the source `session` is called where the session has no state of its own.
pub(crate) const ALL_SESSIONS: &str = "`state set` for all sessions";

/// What to do where a failure denies.
pub(crate) const WAY_OUT: &str = "Mend the cause (`governance-hook lint` checks the configuration), \
                                  or set `on_failure: open` in it.";

/// Why a command line of PowerShell is judged as a whole.
pub(crate) const NO_SHELL: &str = "it is PowerShell, with signs that a shell reads otherwise";

/// A program whose name is an expansion, for a message that is logged.
pub(crate) const NAMELESS_PROGRAM: &str = "a program that only the shell knows";

/// What a rule is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject<'a> {
    Activity(&'a str),
    /// An activity, or a tool that nobody knows, for which there is no rule.
    Unruled(&'a str),
    Skill(&'a str),
    Program(&'a str),
    Write(&'a str),
    Read(&'a str),
    /// A command that cannot be read, and speaks of what a glob is about.
    Unparsed(&'a str),
}

/// What to do where something is protected, and why: a card of a host may cut the end.
pub(crate) fn refused(refusal: &Refusal) -> String {
    let name = quote(&refusal.spoken);
    let what = thing(refusal.thing);
    match refusal.act {
        Act::Change => {
            format!("Ask the person to do it: {name} is protected because it belongs to {what}.")
        }
        Act::TakeAlong => {
            let inside = quote(refusal.inside.as_deref().unwrap_or_default());
            format!(
                "Name only what may be changed: {name} contains {inside}, which is protected because it belongs to {what}."
            )
        }
        Act::Crowd => format!(
            "Name fewer at once: {name} are more than can be looked at in one call, and some may \
             be protected."
        ),
        Act::Name => format!(
            "Name in the command the files that it changes: it cannot be told which, and it names \
             {what} ({name}), which is protected."
        ),
        Act::Read => {
            format!("Do without it: {name} may not be read, for it proves that a person acts.")
        }
        Act::Run => format!("Ask the person: only a person may run `{name}`, at a terminal."),
        Act::Feed => format!(
            "Use `explain`, which says what it would answer: `{name}` would tell a guard an event \
             by hand, which only a host does."
        ),
    }
}

/// In characters, of a path or a command.
const MAX_QUOTE: usize = 120;

/// In characters, of the call of a task, and of what the task says.
const MAX_TASK: usize = 200;

/// What a command can spoil.
pub(crate) fn risk(worst: &RatedCommand) -> String {
    format!("`{}` {}", quote(&worst.words), spoils(worst.tier))
}

/// The same without the command, for the log.
pub(crate) fn risk_of(worst: &RatedCommand) -> String {
    format!("this use of {} {}", worst.program, spoils(worst.tier))
}

fn spoils(tier: Tier) -> &'static str {
    match tier {
        Tier::Critical => "cannot be taken back or reaches beyond this machine",
        _ => "removes or overwrites what may exist nowhere else",
    }
}

/// What stands for the program where several commands do it together.
pub(crate) const SEVERAL: &str = "several programs";

/// That a file holds secrets, and what to do.
pub(crate) fn secret(spoken: &str) -> String {
    format!(
        "Do without what is in {}, or ask the person: it holds secrets, which stay out of the \
         conversation.",
        quote(spoken)
    )
}

/// That the person would be asked, and why nobody is.
pub(crate) fn unasked(reason: &str, absence: Absence) -> String {
    format!("{reason}\nAsk the person to do it, or find another way: {absence}.")
}

/// In characters, of a command that is quoted.
const MAX_COMMAND: usize = 120;

/// A kind of thing that is protected.
fn thing(thing: Thing) -> &'static str {
    match thing {
        Thing::Agreement => "the team's agreed work and its record",
        Thing::Configuration => "the configuration of this project's guards",
        Thing::HostSettings => "the settings of an agent host",
        Thing::Instructions => "the programs that an agent host runs",
        Thing::Program => "a program of a guard",
        Thing::Own => "a person's own configuration",
        Thing::State => "the guards' saved state",
        Thing::Key => "the proof that a person acts",
    }
}

/// What the task says that a call runs.
pub(crate) fn task(task: &Task) -> String {
    let [call, text] = [&task.call, &task.text].map(|words| one_line(&redact(words), MAX_TASK));
    format!("`{call}` runs `{text}` ({}).", task.file)
}

/// A command with its words, as far as they are not too many.
pub(crate) fn spoken(command: &SimpleCommand) -> String {
    let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
    one_line(&redact(&words.join(" ")), MAX_COMMAND)
}

fn quote(text: &str) -> String {
    one_line(&redact(text), MAX_QUOTE)
}

/// What the agent is told of a rule that holds: the rule's message, or one that says the same.
pub(crate) fn finding(rule: &Rule, subject: Subject<'_>, state: &str) -> String {
    let words = rule.message.as_ref().filter(|words| !words.trim().is_empty());
    match (words, rule.action, &rule.redirect_to) {
        (Some(message), _, _) => message.clone(),
        (None, Action::Redirect, Some(place)) => format!("use {place} instead"),
        (None, Action::Redirect | Action::Block, _) => {
            format!("{subject} blocked in state {state}")
        }
        (None, Action::Ask, _) => format!("{subject} for the person to decide in state {state}"),
        (None, Action::Warn, _) => format!("{subject} discouraged in state {state}"),
        (None, Action::Allow, _) => format!("{subject} allowed in state {state}"),
    }
}

/// That a person has lifted the rules of an activity.
pub(crate) fn lifted(what: &str, until: &str) -> String {
    format!("{what} is allowed until {until}")
}

/// How many rules say why a call is denied.
const MAX_REASONS: usize = 3;

/// Why a call is denied: what each rule says, a line for each that says something new, and of many
/// how many more there are.
pub(crate) fn denial<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let mut reasons: Vec<Cow<'a, str>> = Vec::new();
    for reason in all.map(Cow::Borrowed) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let more = reasons.len().saturating_sub(MAX_REASONS);
    reasons.truncate(MAX_REASONS);
    if more > 0 {
        let reasons_too = if more == 1 { "reason" } else { "reasons" };
        reasons.push(format!("{more} more {reasons_too}.").into());
    }
    reasons.join("\n")
}

/// A warning as it stands in the context.
pub(crate) fn warning(message: &str) -> String {
    format!("Warning: {message}")
}

/// The line that tells an agent its state, what that blocks, and what of it is lifted until when.
pub(crate) fn announcement(state: &str, blocked: &[&str], lifted: &[(&str, &str)]) -> String {
    let blocked = if blocked.is_empty() { "none".into() } else { Cow::from(blocked.join(", ")) };
    let mut line = format!("[STATE: {state}] Blocked: {blocked}");
    for (primitive, until) in lifted {
        let _infallible = write!(line, " ({primitive} allowed until {until})");
    }
    line
}

/// The word that a configuration has for an action.
pub(crate) fn action(action: Action) -> &'static str {
    match action {
        Action::Allow => "allow",
        Action::Warn => "warn",
        Action::Ask => "ask",
        Action::Redirect => "redirect",
        Action::Block => "block",
    }
}

/// What is there of two lines.
pub(crate) fn lines(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first}\n{second}")),
        (first, second) => first.or(second),
    }
}

/// What the log says of an exception.
pub(crate) fn exception(until: &str, reason: &str) -> String {
    format!("until {until}: {reason}")
}

/// That an exception does not count, why, and what to do.
pub(crate) fn doubtful(primitive: &str, until: &str, doubt: impl fmt::Display) -> String {
    let (name, until) = (one_line(primitive, MAX_NAME), one_line(until, MAX_NAME));
    format!(
        "the exception for {name} until {until} does not count: {doubt} (a person grants it \
         anew with `governance-hook allow`)"
    )
}

impl fmt::Display for Globs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excluded = self.excluded.iter().map(|glob| Cow::Owned(format!("!{glob}")));
        let all = self.included.iter().map(|glob| Cow::Borrowed(glob.as_str())).chain(excluded);
        f.write_str(&all.collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Activity(what) => write!(f, "{what} is"),
            Self::Unruled(what) => write!(f, "{what} has no rule and is"),
            Self::Skill(skill) => write!(f, "the skill {skill} is"),
            Self::Program(program) => write!(f, "this use of {program} is"),
            Self::Write(path) => write!(f, "writing {path} is"),
            Self::Read(path) => write!(f, "reading {path} is"),
            Self::Unparsed(glob) => {
                write!(f, "a command that speaks of {glob} and cannot be read is")
            }
        }
    }
}
