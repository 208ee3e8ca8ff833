//! Which intent a session chose, and which its subagents chose for themselves:
//! one file for each session in the state folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use active_intents::IntentId;
use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::{Format, SessionFiles};
use serde::{Deserialize, Serialize};

const FOLDER: &str = "intent-gate-sessions";

/// Who acts: a session, or one of its subagents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Actor {
    pub(crate) session: String,
    pub(crate) agent: Option<String>,
}

/// What a session chose.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Session {
    /// The intent of the session.
    intent: Option<IntentId>,
    /// Those of its subagents, where they chose one.
    agents: BTreeMap<String, IntentId>,
    /// The subagent whose shell is about to run `select` or `release`: the program
    /// itself cannot tell in whose shell it runs.
    chooser: Option<String>,
    /// The numbers of the requests whose refusal was told.
    told: BTreeSet<u64>,
    /// The wall around its shell commands, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wall: Option<Wall>,
}

/// What is known of the wall around the shell commands of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Wall {
    /// What the plans were made of that are written, each by its name.
    pub(crate) plans: BTreeMap<String, u64>,
}

impl Actor {
    /// Who caused an event.
    pub(crate) fn of(ctx: &Ctx, common: &Common) -> Self {
        let session = common.session_id.clone().or_else(|| in_environment(ctx));
        Self { session: session.unwrap_or_default(), agent: common.agent_id.clone() }
    }
}

/// The session that a host names to the programs of its shell.
pub(crate) fn in_environment(ctx: &Ctx) -> Option<String> {
    ctx.env("CLAUDE_CODE_SESSION_ID")
}

impl Session {
    /// The intent of an actor; a subagent without one of its own has its session's.
    pub(crate) fn intent_of(&self, agent: Option<&str>) -> Option<&IntentId> {
        agent.and_then(|agent| self.agents.get(agent)).or(self.intent.as_ref())
    }

    /// The intent that only this actor chose.
    pub(crate) fn own_intent(&self, agent: Option<&str>) -> Option<&IntentId> {
        match agent {
            Some(agent) => self.agents.get(agent),
            None => self.intent.as_ref(),
        }
    }

    /// The subagent in whose shell the gate's program is about to run.
    pub(crate) fn chooser(&self) -> Option<&str> {
        self.chooser.as_deref()
    }

    pub(crate) fn set_chooser(&mut self, agent: Option<&str>) {
        self.chooser = agent.map(str::to_owned);
    }

    /// Binds an actor to an intent, or frees it. What nobody of the session has any
    /// longer is returned: its lock is to be freed.
    pub(crate) fn bind(
        &mut self,
        agent: Option<&str>,
        intent: Option<IntentId>,
    ) -> Option<IntentId> {
        let before = match (agent, intent) {
            (None, intent) => std::mem::replace(&mut self.intent, intent),
            (Some(agent), Some(intent)) => self.agents.insert(agent.to_owned(), intent),
            (Some(agent), None) => self.agents.remove(agent),
        };
        before.filter(|before| !self.intents().any(|intent| intent == before))
    }

    /// Frees the session and its subagents from an intent.
    pub(crate) fn unbind(&mut self, id: &IntentId) {
        self.intent.take_if(|intent| intent == id);
        self.agents.retain(|_, intent| intent != id);
    }

    /// The intents of the session and of its subagents.
    pub(crate) fn intents(&self) -> impl Iterator<Item = &IntentId> {
        self.intent.iter().chain(self.agents.values())
    }

    /// Whether the session was not told of this request before. From now on it was.
    pub(crate) fn tell(&mut self, request: u64) -> bool {
        self.told.insert(request)
    }

    pub(crate) fn was_told(&self, request: u64) -> bool {
        self.told.contains(&request)
    }
}

/// What a session chose; nothing if nobody knows it. What is no such file chose
/// nothing either, and is reported: the next choice replaces it.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn read(ctx: &Ctx, session: &str) -> io::Result<Session> {
    let Some(files) = files(ctx) else { return Ok(Session::default()) };
    match files.read(session) {
        Ok(found) => Ok(found.unwrap_or_default()),
        Err(err) if err.kind() == io::ErrorKind::InvalidData => {
            ctx.report(err);
            Ok(Session::default())
        }
        Err(err) => Err(err),
    }
}

/// The files of all sessions.
pub(crate) fn files(ctx: &Ctx) -> Option<SessionFiles<Session>> {
    Some(SessionFiles::new(ctx.state()?.file(FOLDER), Format::V1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> IntentId {
        IntentId::new(text).unwrap()
    }

    #[test]
    fn a_subagent_has_its_sessions_intent_until_it_chooses() {
        let mut session = Session::default();
        assert_eq!(session.intent_of(Some("a")), None);
        session.bind(None, Some(id("A")));
        assert_eq!(session.intent_of(Some("a")), Some(&id("A")));
        session.bind(Some("a"), Some(id("B")));
        assert_eq!(session.intent_of(Some("a")), Some(&id("B")));
        assert_eq!(session.intent_of(Some("b")), Some(&id("A")));
        assert_eq!(session.intent_of(None), Some(&id("A")));
        assert_eq!(session.own_intent(Some("b")), None);
    }

    #[test]
    fn what_nobody_has_any_longer_is_freed() {
        let mut session = Session::default();
        assert_eq!(session.bind(None, Some(id("A"))), None);
        assert_eq!(session.bind(Some("a"), Some(id("A"))), None);
        assert_eq!(session.bind(None, Some(id("B"))), None, "the subagent has A");
        assert_eq!(session.bind(Some("a"), None), Some(id("A")));
        assert_eq!(session.bind(None, Some(id("B"))), None, "chosen again");
        assert_eq!(session.bind(None, Some(id("C"))), Some(id("B")));
        assert_eq!(session.bind(None, None), Some(id("C")));
        assert_eq!(session.bind(None, None), None);
    }
}
