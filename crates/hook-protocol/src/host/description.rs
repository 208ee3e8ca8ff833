//! What a host sends and accepts.

use super::Host;
use super::setup::Setup;

/// What a host sends and accepts.
#[derive(Debug)]
pub struct Description {
    /// The host.
    pub host: Host,
    /// Its name, as its vendor writes it.
    pub name: &'static str,
    /// The version that was tested; `None` if only documentation and recordings are known.
    pub run: Option<&'static str>,
    /// What a hook's failure means before a tool call.
    pub failure: Failure,
    /// Sets of marks, each sufficient to detect the host.
    pub(crate) told_by: &'static [&'static [Mark]],
    /// Its fields and ours, renamed in this order; a dot leads into an object.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Its events and ours, if the names differ in more than the case of the first letter.
    pub(crate) events: &'static [(&'static str, &'static str)],
    /// Its events without a name: a field that identifies them, and our name. The first match counts.
    pub(crate) nameless: &'static [(&'static str, &'static str)],
    /// Keys in its tools' inputs, and ours.
    pub(crate) inputs: &'static [(&'static str, &'static str)],
    /// How a reply is written.
    pub(crate) form: Form,
    /// What a reply may contain, by our name for the event.
    pub(crate) takes: &'static [(&'static str, &'static [Part])],
    /// What a hook cannot do there, in addition to [`ELSEWHERE`](super::ELSEWHERE); each continues
    /// "a hook cannot".
    pub cannot: &'static [&'static str],
    /// How hooks are installed; `None` if `tacklebox` cannot do it this way.
    pub setup: Option<&'static Setup>,
}

/// A property of a payload.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mark {
    /// It has this field; a dot leads into an object.
    Has(&'static str),
    /// It does not have this field.
    Lacks(&'static str),
    /// This field has one of these values.
    Is(&'static str, &'static [&'static str]),
    /// This field contains this text.
    Says(&'static str, &'static str),
}

/// What a host does when a hook fails before a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The call continues as if there were no hook.
    GoesOn,
    /// The call is denied.
    Denies,
}

/// The form of a host's replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `hookSpecificOutput`, with `decision: block` next to it.
    Claude,
    /// `decision` and `reason` at the top level, `hookSpecificOutput` for context.
    Gemini,
    /// Claude's form, with context at the top level, except before a tool call.
    Copilot,
    /// `permissionDecision` at the top level.
    CopilotOwn,
    /// A denial in Claude's form for every event that can be blocked, context as `message`.
    Kimi,
}

/// Something that a reply may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A denial, with its reason.
    Deny,
    /// A question to the person.
    Ask,
    /// A permission for which the person is then not asked.
    Grant,
    /// Such a permission, but only together with a rewrite.
    GrantOfRewrite,
    /// Another input for the tool.
    Rewrite,
    /// Context for the agent.
    Context,
    /// The end of the whole turn.
    Halt,
    /// A reason why the agent may not continue as it is.
    Block,
    /// Another result of the tool.
    Output,
    /// A line for the person.
    Message,
    /// An escape sequence for the terminal.
    Terminal,
    /// Plain text.
    Text,
}

impl Description {
    /// Whether a reply to our `event` may contain this part.
    pub fn takes(&self, event: &str, part: Part) -> bool {
        self.parts(event).contains(&part)
    }

    /// The parts that a reply to our `event` may contain.
    pub(crate) fn parts(&self, event: &str) -> &'static [Part] {
        let row = self.takes.iter().find(|(name, _)| *name == event);
        row.map_or(&[], |(_, parts)| parts)
    }

    /// The host's name for our event, for its file and for replies.
    pub fn event_of<'a>(&self, ours: &'a str) -> &'a str {
        let theirs = self.events.iter().find(|(_, name)| *name == ours);
        theirs.map_or(ours, |(theirs, _)| theirs)
    }

    /// Our name for the host's event, if it differs.
    pub fn our_event(&self, sent: &str) -> Option<&'static str> {
        self.events.iter().find(|(theirs, _)| *theirs == sent).map(|(_, ours)| *ours)
    }
}
