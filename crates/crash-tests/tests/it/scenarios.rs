//! The operations that are killed, each with what is there before, what happens after, and what
//! must have come of it.

mod events;
mod installing;
mod intents;
mod others;
mod prompts;
mod questions;
mod traces;
mod walls;

use std::fmt;

/// An operation that is killed.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) program: &'static str,
    /// Files of `project/`, `state/` and `home/`.
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// What is acknowledged before.
    pub(crate) before: &'static [Step],
    pub(crate) killed: Step,
    /// Whether each of its calls also fails once, and the program goes on.
    pub(crate) is_failed: bool,
    /// The end of the name of a file that another program writes: no write to it is cut.
    pub(crate) of_another: Option<&'static str>,
    /// The words by which it is refused where it has been done; empty where it never is.
    pub(crate) done: &'static str,
    /// What has to work afterwards.
    pub(crate) then: &'static [Step],
    /// What must be so in the end, whatever the program did.
    pub(crate) always: &'static [Check],
    pub(crate) checks: &'static [Check],
}

impl Scenario {
    /// What the operations of a program begin with.
    const NOTHING: Self = Self {
        name: "",
        program: "",
        files: &[],
        before: &[],
        killed: Step::Tool(&[]),
        is_failed: false,
        of_another: None,
        done: "",
        then: &[],
        always: &[],
        checks: &[],
    };
}

/// A call of a program.
pub(crate) enum Step {
    /// As a host makes it, with this event. `[PROJECT]` and `[HOME]` stand for the folders.
    Event(&'static str),
    /// As a person does, with these arguments.
    Tool(&'static [&'static str]),
}

/// What must be so in the end. A file is named by its last part, in which a `*` stands for
/// anything.
pub(crate) enum Check {
    /// A tool ends well and prints these words.
    Prints(&'static [&'static str], &'static str),
    /// One line has these words, or none where the killed call was not made again.
    Once(&'static str, &'static str),
    /// So many lines have these words.
    Times(&'static str, &'static str, usize),
    /// As many lines have the first words as the second.
    AsOften(&'static str, &'static str, &'static str),
    /// The lines are numbered.
    Numbered(&'static str),
    /// There is no such file.
    Gone(&'static str),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => {
                let (_, name) = event.split_once("hook_event_name\":\"").unwrap_or_default();
                f.write_str(name.split('"').next().unwrap_or_default())
            }
            Self::Tool(arguments) => f.write_str(&arguments.join(" ")),
        }
    }
}

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Scenario> {
    let groups = [
        traces::SCENARIOS,
        intents::SCENARIOS,
        prompts::SCENARIOS,
        questions::SCENARIOS,
        others::SCENARIOS,
        installing::SCENARIOS,
        walls::SCENARIOS,
    ];
    groups.into_iter().flatten()
}
