//! Which activity state the agent is in.

mod answer;
mod command;
mod file;
mod session;

use hook_runtime::Ctx;

use crate::policy::{OnStateError, Policy, Source};
use crate::words;

pub(crate) use answer::is_ambiguous_phase;
pub(crate) use session::{SessionStates, forbids};

/// An activity state and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) name: String,
    pub(crate) origin: Origin,
}

/// Where a state comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A source answered with it, or with a phase that maps to it.
    Source { source: String, answer: String },
    /// A source answered with something that is no state and maps to none.
    Unmapped { source: String, answer: String },
    /// No source answered.
    NoAnswer,
    /// The person asked for this state in a tool.
    Given,
}

/// What came of asking for the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// `None` where no source answered, one failed, and the policy says to be
    /// silent then.
    pub(crate) state: Option<State>,
    /// The failures on the way, each with its source.
    pub(crate) failures: Vec<String>,
    /// Whether a program was not asked, because nobody has trusted the file that names it.
    pub(crate) is_distrustful: bool,
}

/// Asks the sources of `policy` in order; the first answer wins. A source that
/// fails does not end the search.
pub(crate) fn ask(ctx: &Ctx, policy: &Policy, session_id: Option<&str>) -> Asked {
    let mut failures = Vec::new();
    let mut is_distrustful = false;
    let given = ctx.sandbox().and_then(|sandbox| sandbox.activity_state(session_id));
    for source in &policy.sources {
        if ctx.sandbox().is_some() && !can_be_replayed(source, given) {
            continue;
        }
        let is_program = matches!(source, Source::Command { .. });
        if is_program && !person::trust::is_trusted(ctx, &policy.sources_file) {
            is_distrustful = true;
            continue;
        }
        match answer_of(ctx, source, session_id) {
            Ok(Some((source, answer))) => {
                let state = Some(answered(policy, source, answer));
                return Asked { state, failures, is_distrustful };
            }
            Ok(None) => {}
            Err(err) => failures.push(format!("state source {source}: {err:#}")),
        }
    }
    let is_silent = !failures.is_empty() && policy.on_state_error == OnStateError::Silent;
    let default = given.map_or_else(
        || State { name: policy.default_state.clone(), origin: Origin::NoAnswer },
        |given| State { name: given.to_owned(), origin: Origin::Given },
    );
    Asked { state: (!is_silent).then_some(default), failures, is_distrustful }
}

/// Whether a source is asked about an hour that is over. No program is started for it, and a
/// file says what is so today: what a person has `given` is nearer.
fn can_be_replayed(source: &Source, given: Option<&str>) -> bool {
    match source {
        Source::Session => true,
        Source::Env { .. } | Source::File { .. } => given.is_none(),
        Source::Command { .. } => false,
    }
}

/// What one source is called, and what it says; `None` if it has nothing to say.
fn answer_of(
    ctx: &Ctx,
    source: &Source,
    session_id: Option<&str>,
) -> anyhow::Result<Option<(String, String)>> {
    let mut name = source.to_string();
    let answer = match source {
        Source::Env { name } => ctx.env(name),
        Source::Session => {
            let states = SessionStates::read(ctx)?;
            if !states.has(session_id) {
                words::ALL_SESSIONS.clone_into(&mut name);
            }
            states.of(session_id)
        }
        Source::File { path, pointer } => file::read(ctx, path, pointer.as_deref())?,
        Source::Command { words, timeout_ms, cache_ms } => {
            command::ask(ctx, words, *timeout_ms, *cache_ms)?
        }
    };
    let answer = answer.map(|answer| answer.trim().to_owned());
    Ok(answer.filter(|answer| !answer.is_empty()).map(|answer| (name, answer)))
}

fn answered(policy: &Policy, source: String, answer: String) -> State {
    match answer::state_of(policy, &answer) {
        Some(name) => State { name: name.to_owned(), origin: Origin::Source { source, answer } },
        None => State {
            name: policy.default_state.clone(),
            origin: Origin::Unmapped { source, answer },
        },
    }
}
