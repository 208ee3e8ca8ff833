//! The log entry of a call.

use std::time::{Duration, SystemTime};

#[cfg(feature = "config")]
use anyhow::Context as _;
use hook_protocol::{Answer, Decision, Event, EventName};
use hook_runtime::{Ctx, Intent, Verdict};
use hook_state::StateDir;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::call::Call;
use crate::chain::Chain;
use crate::conclusion::Concluded;
use crate::hook_answer::{Course, Said};
use crate::journal::{calls, is_elsewhere};
use crate::last_call::FIRED;
use crate::merge::Fate;
use crate::mode::Mode;
use crate::recent_events;
use crate::remember;
use crate::settings::AccountOf;
use crate::subject::{concealed, tried, without_secrets};
use crate::unknown_input;
use crate::word_hash::WordHash;

/// The longest reason in the log, in characters.
const MAX_REASON: usize = 400;

/// How long the file's lock is waited for; on a busy machine its holder may not run for a while.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The age at which such a marker is renewed.
const MIN_FIRED_AGE: Duration = Duration::from_secs(60);

/// What happened on one call: a line of `calls.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// When, as RFC 3339 in UTC.
    pub ts: String,
    /// The session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The subagent; missing in the main agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// The event; empty if it could not be read and has no name.
    pub event: String,
    /// The tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// The id that the events of one call share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// The command, path, address or question, on one line, redacted. If the call went through,
    /// long words are lengths and hashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
    /// The intent in which it happened, if the gate knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<String>,
    /// The token of the session's lock on the intent, if it had one before the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u64>,
    /// The revision of the organisation's policies; missing without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_revision: Option<u64>,
    /// The decision.
    pub verdict: String,
    /// The total time, in microseconds.
    pub us: u64,
    /// A denied call has run because something else overruled the hooks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub denied_but_ran: bool,
    /// The exception that a person has granted or ended; missing in the line of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exception: Option<Exception>,
    /// The hooks that answered, in order; in an explanation, all hooks that were called.
    pub hooks: Vec<Spoken>,
}

/// What a person lets a hook ignore for a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// The hook.
    pub hook: String,
    /// Its rules that are lifted; all if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The end, as RFC 3339 in UTC.
    pub until: String,
}

/// The answer of one hook.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spoken {
    /// The hook.
    pub hook: &'static str,
    /// Its phase.
    pub phase: String,
    /// How long it took, in microseconds.
    pub us: u64,
    /// Its answer: `halt`, `deny`, `ask`, `answer`, `warn`, `block`, `context`, `none`,
    /// `error` or `not_run`.
    pub outcome: &'static str,
    /// The rule, if the hook names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason, redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of characters of its context.
    #[serde(skip_serializing_if = "is_nothing")]
    pub chars: usize,
    /// A hash of that text with the key of this machine, to recognise repetitions. Missing in an
    /// explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_hash: Option<String>,
    /// The fate of the answer; missing if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fate: Option<String>,
    /// Whether the hook is in shadow mode, so that its answer does not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shadow: bool,
}

impl Line {
    /// The entry of a call. With `all`, it includes hooks without an answer.
    pub(crate) fn of(
        call: &Call,
        concluded: &Concluded,
        all: bool,
        words: Option<&WordHash<'_>>,
    ) -> Self {
        let common = call.event.common();
        let (intent, token) = match call.intent() {
            Some(Intent { id, token }) => (Some(id), token),
            None => (None, None),
        };
        Self {
            ts: call.here.timestamp(),
            session_id: common.session_id.clone(),
            agent_id: common.agent_id.clone(),
            event: call.event.name().to_owned(),
            tool_name: call.event.call().map(|call| call.name.as_sent().to_owned()),
            tool_use_id: call.event.tool_use_id().map(str::to_owned),
            tried: call.event.call().and_then(|call| tried(&call.input)),
            intent,
            token,
            policy_revision: call.settings.policies.first().map(|policy| policy.revision),
            verdict: concluded.verdict.to_string(),
            us: call.elapsed(),
            denied_but_ran: concluded.has_run_denied,
            exception: None,
            hooks: Spoken::all(concluded, words)
                .filter(|one| all || one.outcome != "none")
                .collect(),
        }
    }

    /// Whether a person may ask about the call. Then its subject is logged in words.
    fn is_asked_about(&self) -> bool {
        let is_silent = |one: &Spoken| matches!(one.outcome, "none" | "context" | "not_run");
        self.denied_but_ran || !self.hooks.iter().all(is_silent)
    }

    /// The entry of an unreadable event.
    fn of_unreadable(here: &Ctx, event: Option<EventName>, concluded: &Concluded) -> Self {
        Self {
            ts: here.timestamp(),
            session_id: None,
            agent_id: None,
            event: event.map(|event| event.as_str().to_owned()).unwrap_or_default(),
            tool_name: None,
            tool_use_id: None,
            tried: None,
            intent: None,
            token: None,
            policy_revision: None,
            verdict: concluded.verdict.to_string(),
            us: 0,
            denied_but_ran: false,
            exception: None,
            hooks: Spoken::all(concluded, None).collect(),
        }
    }
}

impl Spoken {
    fn all<'a>(
        concluded: &'a Concluded,
        words: Option<&'a WordHash<'_>>,
    ) -> impl Iterator<Item = Self> + 'a {
        let said = concluded.said.iter().zip(&concluded.fates);
        said.map(move |(said, fate)| Self::of(said, *fate, words))
    }

    fn of(said: &Said, fate: Option<Fate>, words: Option<&WordHash<'_>>) -> Self {
        let context = said.answer.context.as_deref();
        Self {
            hook: said.by.hook,
            phase: said.by.phase.to_string(),
            us: said.us,
            outcome: outcome(said),
            rule: said.rule.clone(),
            reason: reason(said).map(|reason| without_secrets(reason, MAX_REASON)),
            chars: context.map_or(0, |context| context.chars().count()),
            context_hash: context.and_then(|context| words?.hash(context)),
            fate: fate.map(|fate| fate.to_string()),
            shadow: said.by.mode == Mode::Shadow,
        }
    }
}

/// The answers of all hooks that were called.
pub(crate) fn spoken(concluded: &Concluded) -> Value {
    Spoken::all(concluded, None).map(|spoken| json!(spoken)).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_nothing(chars: &usize) -> bool {
    *chars == 0
}

/// Whether there is nothing to log.
pub(crate) fn is_silent(concluded: &Concluded) -> bool {
    !concluded.has_run_denied && concluded.said.iter().all(|said| outcome(said) == "none")
}

fn outcome(said: &Said) -> &'static str {
    let is_silent = said.answer.is_silent();
    match &said.answer {
        Answer { halt: Some(_), .. } => "halt",
        Answer { decision: Decision::Deny(_), .. } => "deny",
        Answer { decision: Decision::Ask(_), .. } => "ask",
        _ if said.course == Course::Lost => "answer",
        Answer { decision: Decision::Grant(_), .. } | Answer { updated_input: Some(_), .. } => {
            "answer"
        }
        Answer { block: Some(_), .. } => "block",
        _ if said.course == Course::NotRun => "not_run",
        _ if said.is_warning => "warn",
        _ if is_silent && !said.errors.is_empty() => "error",
        _ if is_silent => "none",
        _ => "context",
    }
}

fn reason(said: &Said) -> Option<&str> {
    let answer = &said.answer;
    let said_why = match &answer.decision {
        Decision::Deny(reason) | Decision::Ask(reason) | Decision::Grant(reason) => Some(reason),
        Decision::NoOpinion => answer.halt.as_ref().or(answer.block.as_ref()),
    };
    let warning = answer.context.as_ref().filter(|_| said.is_warning);
    said_why
        .filter(|reason| !reason.is_empty())
        .or(said.errors.first())
        .or(warning)
        .map(String::as_str)
}

/// Logs a call, if something happened.
pub(crate) fn write(call: &Call, payload: &[u8], concluded: &Concluded) {
    if call.here.is_dry_run() {
        return;
    }
    fired(call);
    remember(call, concluded);
    if matches!(call.event, Event::SessionStart(_)) {
        remember::sweep(&call.here);
        recent_events::sweep(&call.here);
    }
    let is_all = call.settings.account == AccountOf::All;
    if is_all || concluded.says_something() {
        let words = WordHash::of(&call.here);
        let mut line = Line::of(call, concluded, is_all, Some(&words));
        if !line.is_asked_about() {
            line.tried = call.event.call().and_then(|call| concealed(&call.input, &words));
        }
        append(&call.here, &line);
    }
    call.record_fault();
    unknown_input::note_host(&call.here, &call.event, payload);
    call.here.log_reports();
}

/// Remembers the outcome for later events.
pub(crate) fn remember(call: &Call, concluded: &Concluded) {
    if concluded.verdict == Verdict::Deny {
        remember::denied(&call.here, &call.event);
    }
}

/// Logs unreadable bytes, if a hook denied them.
pub(crate) fn write_unreadable(here: &Ctx, chain: &Chain, bytes: &[u8], concluded: &Concluded) {
    if concluded.said.is_empty() || here.is_dry_run() {
        return;
    }
    let name = Event::name_in(bytes, chain.host().unwrap_or_default());
    append(here, &Line::of_unreadable(here, name, concluded));
    here.log_reports();
}

fn append(here: &Ctx, line: &Line) {
    let Some(state) = here.state().filter(|_| !is_elsewhere(here)) else { return };
    if let Err(err) = calls(state).append(line, here.patience(MAX_WAIT)) {
        here.report(format_args!("could not log a call: {err}"));
    }
}

/// Marks the hooks as called: an empty file for each, renewed once a minute.
fn fired(call: &Call) {
    let Some(state) = call.here.state() else { return };
    let folder = StateDir::new(state.file(FIRED));
    for (hook, mark) in call.hooks() {
        let is_fresh = mark.modified.is_some_and(|modified| is_young(modified, call.here.now()));
        if !is_fresh && folder.touch(hook, call.here.now()).is_err() {
            // If one cannot be written, none can.
            return;
        }
    }
}

/// Logs that a person has granted or ended an exception, as the event `event`, for which `words` say more.
///
/// # Errors
/// If it cannot be logged.
#[cfg(feature = "config")]
pub fn log_exception(
    here: &Ctx,
    event: &str,
    exception: Exception,
    words: &str,
) -> anyhow::Result<()> {
    let line = Line {
        event: event.to_owned(),
        tried: Some(without_secrets(words, crate::subject::MAX_TRIED)),
        exception: Some(exception),
        ..Line::of_unreadable(here, None, &Concluded::default())
    };
    let state = here.state().context("there is no state folder that can be used")?;
    calls(state).append(&line, MAX_WAIT).context("could not write calls.jsonl")
}

fn is_young(modified: SystemTime, now: SystemTime) -> bool {
    now.duration_since(modified).is_ok_and(|age| age < MIN_FIRED_AGE)
}
