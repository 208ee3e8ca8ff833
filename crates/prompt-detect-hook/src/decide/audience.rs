//! Who is told of a transition. What disturbs a person is told only of what waits for
//! one.

use crate::config::{Config, Level};
use crate::decide::prompt::PromptType;
use crate::decide::session::MonitorState;
use crate::decide::transition::{Transition, TransitionType};

/// What a terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown<'a> {
    /// That nobody is waited for any more.
    Rest,
    /// A call for a person, silently.
    Title(&'a Transition),
    /// A call for a person.
    Call(&'a Transition),
}

/// What the terminal shows: the last call, or that there is none any more.
pub(crate) fn shown<'a>(
    config: &Config,
    is_quiet: bool,
    transitions: &'a [Transition],
) -> Option<Shown<'a>> {
    let is_told = |transition: &&Transition| {
        let closes = transition.kind == TransitionType::PromptResolved;
        calls(config, transition) || closes && level(config, transition) > Some(Level::Record)
    };
    let last = transitions.iter().rfind(is_told)?;
    if last.kind == TransitionType::PromptResolved {
        // A title that says that somebody waits must not outlive the prompt.
        return (last.state != MonitorState::Prompting).then_some(Shown::Rest);
    }
    if is_quiet {
        return None;
    }
    // The reply is the only way to the terminal and cannot be held back, so with a
    // delay it makes no noise.
    let is_silent = !config.delay().is_zero();
    Some(if is_silent { Shown::Title(last) } else { Shown::Call(last) })
}

/// Whether a transition calls for a person whom it may disturb.
pub(crate) fn calls(config: &Config, transition: &Transition) -> bool {
    let opens = matches!(transition.kind, TransitionType::Prompt | TransitionType::Idle);
    opens && level(config, transition) > Some(Level::Record)
}

/// What the configuration says of a transition; `None` if it is about no prompt.
pub(crate) fn level(config: &Config, transition: &Transition) -> Option<Level> {
    let kind = match transition.kind {
        TransitionType::Idle => Some(PromptType::Idle),
        _ => transition.prompt_type,
    };
    kind.map(|kind| config.on_prompt.level(kind))
}
