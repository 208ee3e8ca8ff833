//! All messages to the agent and to the person.

pub(crate) mod lint;
mod state;
pub(crate) mod tools;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use command_effects::Tier;
use hook_protocol::one_line;
use person::attendance::Absence;
use project_tasks::Task;
use protection::Refusal;
use secrets::redact;
use shell_syntax::SimpleCommand;

use crate::policy::{Action, Globs, RatedCommand, Rule};

/// What the log says when a person ends an exception.
pub(crate) const ENDED: &str = "ended";

/// In characters, of text in the file of exceptions.
const MAX_NAME: usize = 100;

/// Why a call skips the person's permission prompt.
pub(crate) const GRANTED: &str = "allowed by governance.yaml";

/// The name of the source `session` for a session without a state of its own.
pub(crate) const ALL_SESSIONS: &str = "`state set` for all sessions";

/// What to do where a failure denies.
pub(crate) const WAY_OUT: &str = "Fix the configuration (`tacklebox governance lint` checks it), or set \
                                  `on_failure: open` in it.";

/// Why a PowerShell command is judged as a whole.
pub(crate) const NO_SHELL: &str =
    "it is PowerShell with characters that a POSIX shell reads differently";

/// A program whose name is an expansion, for a message that is logged.
pub(crate) const NAMELESS_PROGRAM: &str = "a program whose name only the shell knows";

/// What a rule is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject<'a> {
    Activity(&'a str),
    /// An activity, or an unknown tool, without a rule.
    Unruled(&'a str),
    Skill(&'a str),
    Program(&'a str),
    Write(&'a str),
    Read(&'a str),
    /// A command that cannot be parsed and mentions a glob.
    Unparsed(&'a str),
}

/// Why a call that concerns what is protected is refused, and what to do.
pub(crate) fn refused(refusal: &Refusal) -> String {
    let sentence = |text: &str| {
        let mut rest = text.chars();
        rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect::<String>()
    };
    let reason = refusal.reason(quote);
    let reason = if refusal.begins_with_name() { reason } else { sentence(&reason) };
    format!("{reason}. {}.", sentence(refusal.way_out()))
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
        Tier::Critical => "cannot be undone or reaches beyond this machine",
        _ => "removes or overwrites files that may have no other copy",
    }
}

/// The program, where several commands do it together.
pub(crate) const SEVERAL: &str = "several programs";

/// That a file contains secrets, and what to do.
pub(crate) fn secret(spoken: &str) -> String {
    format!(
        "{} contains secrets, which must stay out of the conversation. Continue without them, or ask \
         the person.",
        quote(spoken)
    )
}

/// That the person cannot be asked, and what to do.
pub(crate) fn unasked(reason: &str, absence: Absence) -> String {
    format!("{reason}\nFind another way, or ask the person to run it: {absence}.")
}

/// In characters, of a command that is quoted.
const MAX_COMMAND: usize = 120;

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

/// What the agent is told about a rule: the rule's message, or a default.
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

/// How many rules give their reason for a denial.
const MAX_REASONS: usize = 3;

/// Why a call is denied: a line for each rule that says something new, and how many more there are.
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

/// The line that tells an agent its state, what that blocks, and what is lifted until when.
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

/// Those of two lines that there are.
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

/// That an exception is invalid, why, and what to do.
pub(crate) fn invalid_exception(primitive: &str, until: &str, doubt: impl fmt::Display) -> String {
    let (name, until) = (one_line(primitive, MAX_NAME), one_line(until, MAX_NAME));
    format!(
        "the exception for {name} until {until} is invalid: {doubt} (a person can grant it again \
         with `tacklebox governance allow`)"
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
                write!(f, "a command that mentions {glob} and cannot be parsed is")
            }
        }
    }
}
