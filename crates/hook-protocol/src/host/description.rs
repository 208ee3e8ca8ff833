//! What there is to know of a host.

use super::Host;
use super::setup::Setup;

/// What is known of a host.
#[derive(Debug)]
pub struct Description {
    /// The host.
    pub host: Host,
    /// Its name, as its makers write it.
    pub name: &'static str,
    /// The version that was run; `None` where all is known from documentation and from what
    /// others have recorded.
    pub run: Option<&'static str>,
    /// What its hook's silence or failure means before a tool.
    pub failure: Failure,
    /// Sets of marks, each of which is enough to tell it.
    pub(crate) told_by: &'static [&'static [Mark]],
    /// Its fields and ours, in the order in which they are renamed; a dot leads into an object.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Its events and ours, where a name differs by more than its first letter.
    pub(crate) events: &'static [(&'static str, &'static str)],
    /// Its events that have no name, by the field that only they have, and ours. The first that
    /// fits is meant.
    pub(crate) nameless: &'static [(&'static str, &'static str)],
    /// Keys of its tools' inputs, and ours.
    pub(crate) inputs: &'static [(&'static str, &'static str)],
    /// How a reply is written.
    pub(crate) form: Form,
    /// What a reply may hold, by our name of the event.
    pub(crate) takes: &'static [(&'static str, &'static [Part])],
    /// What a hook cannot do there, beside [`ELSEWHERE`](super::ELSEWHERE); each goes on after "a hook cannot".
    pub cannot: &'static [&'static str],
    /// Where it is told of hooks; `None` where hooks are put elsewhere, or by hand.
    pub setup: Option<&'static Setup>,
}

/// Something that a payload shows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mark {
    /// It has this field; a dot leads into an object.
    Has(&'static str),
    /// It has no such field.
    Lacks(&'static str),
    /// This field is one of these words.
    Is(&'static str, &'static [&'static str]),
    /// These letters stand in this field.
    Says(&'static str, &'static str),
}

/// What silence or a failure of a hook means to a host, before a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The call goes on, as if there were no hook.
    GoesOn,
    /// Silence lets it go on, a failure denies it.
    Denies,
}

/// How a host wants a reply to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `hookSpecificOutput`, and `decision: block` beside it.
    Claude,
    /// `decision` and `reason` at the top, `hookSpecificOutput` for context.
    Gemini,
    /// Claude's form, and context at the top too, where alone it is read but before a tool.
    Copilot,
    /// `permissionDecision` at the top.
    CopilotOwn,
    /// A denial in Claude's form on every event that can be blocked, context as `message`.
    Kimi,
}

/// Something that a reply may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A denial, with its reason.
    Deny,
    /// A question to the person.
    Ask,
    /// A permission that the person would have been asked for.
    Grant,
    /// The same, together with a rewrite alone.
    GrantOfRewrite,
    /// Another input for the tool.
    Rewrite,
    /// What the agent is told besides.
    Context,
    /// An end of everything.
    Halt,
    /// What keeps the agent from going on as it is.
    Block,
    /// Another result of the tool.
    Output,
    /// A line for the person.
    Message,
    /// A sequence for the terminal.
    Terminal,
    /// Plain text.
    Text,
}

impl Description {
    /// Whether a reply to our `event` may hold this.
    pub fn takes(&self, event: &str, part: Part) -> bool {
        self.parts(event).contains(&part)
    }

    /// What a reply to our `event` may hold.
    pub(crate) fn parts(&self, event: &str) -> &'static [Part] {
        let row = self.takes.iter().find(|(name, _)| *name == event);
        row.map_or(&[], |(_, parts)| parts)
    }

    /// What the host calls our event, in its file and where a reply has to name it.
    pub fn event_of<'a>(&self, ours: &'a str) -> &'a str {
        let theirs = self.events.iter().find(|(_, name)| *name == ours);
        theirs.map_or(ours, |(theirs, _)| theirs)
    }

    /// What we call the host's event, where it has another name for it.
    pub fn our_event(&self, sent: &str) -> Option<&'static str> {
        self.events.iter().find(|(theirs, _)| *theirs == sent).map(|(_, ours)| *ours)
    }
}
