//! What an event says about its session, whatever the host calls it.

use hook_protocol::ToolCall;

use crate::decide::prompt::Prompt;
use crate::decide::timestamp::Timestamp;

/// What an event says.
#[derive(Debug, Clone)]
pub(crate) struct Signal<'a> {
    /// The session.
    pub(crate) session: &'a str,
    /// The subagent that the event is of; absent for the main agent.
    pub(crate) agent_id: Option<&'a str>,
    /// The type of that agent.
    pub(crate) agent_type: Option<&'a str>,
    /// The event, as hosts spell it.
    pub(crate) source: &'a str,
    /// When it happened.
    pub(crate) at: Timestamp,
    /// What it says.
    pub(crate) says: Says<'a>,
}

/// What an event says.
#[derive(Debug, Clone)]
pub(crate) enum Says<'a> {
    /// A session begins, or goes on in a new process of the host.
    Begins,
    /// A tool is called, and that opens a prompt if the call asks the person.
    Called(Option<Box<Prompt>>),
    /// A call has ended.
    Ended {
        /// The call.
        call: &'a ToolCall,
        /// Its id, where the host has one.
        tool_use_id: Option<&'a str>,
    },
    /// The host asks the person for permission, or for what a server wants to know.
    Asked(Box<Prompt>),
    /// What has this key was answered.
    Answered(String),
    /// The host tells the person that an agent waits, and not for what exactly.
    Notified(Box<Prompt>),
    /// The host tells the person that the agent is idle.
    Idle,
    /// A prompt was submitted.
    Prompted {
        /// By a person, and not by a machine.
        by_person: bool,
    },
    /// The main agent has finished its turn.
    Stopped,
    /// The main agent waits until what it has left running wakes it.
    Paused,
    /// The subagent has finished.
    SubagentStopped,
    /// An error ended the turn, of the main agent or of a subagent.
    Failed(Option<String>),
    /// The session is over.
    Over(Option<String>),
}
