//! What happened in one transcript, moment by moment, as hooks were told of it.

use std::collections::VecDeque;
use std::time::SystemTime;

use hook_protocol::Event;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use transcripts::{Block, Entry, Kind, ToolResult};

use crate::calls::Calls;
use crate::moment::{Call, Ended, Moment, Setting};

/// How the result begins of a call that the host refused by itself: of a tool that is not there,
/// or with an input that cannot be meant.
///
/// Source: Claude Code 2.1.330, which told no hook of any of them.
const UNBEGUN: &str = "<tool_use_error>";

/// What a client writes last of a run.
///
/// Source: Claude Code 2.1.330, in sessions that were resumed.
const LAST_OF_A_RUN: &str = "cost-state";

/// What is known of an agent, the main one or a subagent, as far as its transcript was read.
#[derive(Debug)]
pub(crate) struct Agent {
    setting: Setting,
    calls: Calls,
    at: SystemTime,
    has_begun: bool,
    /// Whether the client has ended: what follows is of the next that goes on with the session.
    is_left: bool,
    /// Whether it has said something since it was last asked.
    is_at_work: bool,
    moments: VecDeque<Moment>,
}

impl Agent {
    pub(crate) fn new(setting: Setting) -> Self {
        Self {
            setting,
            calls: Calls::default(),
            at: SystemTime::UNIX_EPOCH,
            has_begun: false,
            is_left: false,
            is_at_work: false,
            moments: VecDeque::new(),
        }
    }

    /// The next moment that is known.
    pub(crate) fn next(&mut self) -> Option<Moment> {
        self.moments.pop_front()
    }

    /// When the next moment was.
    pub(crate) fn next_at(&self) -> Option<SystemTime> {
        self.moments.front().map(|moment| moment.at)
    }

    /// Takes an entry of the transcript.
    pub(crate) fn read(&mut self, entry: &Entry<'_>) {
        let kind = entry.kind();
        if let Kind::Other(name) = &kind {
            self.is_left |= self.has_begun && (name == LAST_OF_A_RUN || entry.begins_again());
            return;
        }
        if std::mem::take(&mut self.is_left) && self.setting.agent_id.is_none() {
            self.go_on(entry);
        }
        // The host writes some entries later than others that it has dated before them.
        self.at = entry.at().map_or(self.at, |at| at.max(self.at));
        self.take_setting(entry);
        if !self.has_begun {
            self.has_begun = true;
            self.begin();
        }
        match kind {
            Kind::Compaction(trigger) => self.compact(trigger.as_deref()),
            _ => self.take_words(entry),
        }
    }

    /// The transcript ends here.
    pub(crate) fn end(&mut self) {
        if !self.has_begun {
            return;
        }
        self.rest();
        if self.setting.agent_id.is_none() {
            let event = self.setting.event("SessionEnd", &json!({"reason": "other"}));
            self.tell(event);
        }
    }

    /// Another client goes on with the session, from this entry on.
    fn go_on(&mut self, entry: &Entry<'_>) {
        self.end();
        self.at = entry.at().map_or(self.at, |at| at.max(self.at));
        let event = self.setting.event("SessionStart", &json!({"source": "resume"}));
        self.tell(event);
    }

    fn begin(&mut self) {
        let (name, more) = match self.setting.agent_id {
            Some(_) => ("SubagentStart", json!({})),
            None => ("SessionStart", json!({"source": "startup"})),
        };
        let event = self.setting.event(name, &more);
        self.tell(event);
    }

    fn take_setting(&mut self, entry: &Entry<'_>) {
        let setting = &mut self.setting;
        let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
        setting.cwd = entry.cwd().map(text).or_else(|| setting.cwd.take());
        for (field, known) in [
            (&mut setting.permission_mode, &entry.permission_mode),
            (&mut setting.prompt_id, &entry.prompt_id),
        ] {
            *field = known.as_deref().map(str::to_owned).or_else(|| field.take());
        }
        if setting.agent_type.is_none() && setting.agent_id.is_some() {
            setting.agent_type = entry.agent_type.as_deref().map(str::to_owned);
        }
    }

    fn compact(&mut self, trigger: Option<&str>) {
        let before = json!({"trigger": trigger.unwrap_or("auto")});
        let event = self.setting.event("PreCompact", &before);
        self.tell(event);
        let event = self.setting.event("SessionStart", &json!({"source": "compact"}));
        self.tell(event);
    }

    fn take_words(&mut self, entry: &Entry<'_>) {
        if let Some(prompt) = entry.prompt() {
            self.rest();
            if prompt.is_from_person {
                let event = self.setting.event("UserPromptSubmit", &json!({"prompt": prompt.text}));
                self.tell(event);
            }
        }
        for block in entry.blocks() {
            match block {
                Block::ToolUse(call) => {
                    self.is_at_work = true;
                    self.calls.add(Call {
                        id: call.id.into_owned(),
                        tool: call.name.into_owned(),
                        input: call.raw_input.map_or("{}", RawValue::get).to_owned(),
                    });
                    self.begin_calls();
                }
                Block::ToolResult(result) => self.end_call(entry, &result),
                Block::Text(_) => self.is_at_work |= entry.kind() == Kind::Assistant,
                Block::Other(_) => {}
            }
        }
    }

    fn end_call(&mut self, entry: &Entry<'_>, result: &ToolResult<'_>) {
        while self.calls.waits(&result.tool_use_id) {
            let call = self.calls.force().cloned();
            self.tell_of(call);
        }
        let Some(call) = self.calls.end(&result.tool_use_id) else { return };
        let how = ended(entry, result);
        if how == Ended::Unbegun {
            self.take_back(&call.id);
        }
        let event = match how {
            Ended::Refused | Ended::Unbegun => None,
            Ended::Failed => {
                let why = json!({"error": result.text()});
                self.setting.event_of("PostToolUseFailure", &call, &why, None)
            }
            Ended::Ran | Ended::Approved => {
                let response = entry.tool_use_result;
                self.setting.event_of("PostToolUse", &call, &Value::Null, response)
            }
        };
        let session = self.setting.session.clone();
        self.moments.push_back(Moment { at: self.at, session, event, ended: Some((call.id, how)) });
        self.begin_calls();
    }

    /// Nobody was told of this call after all.
    fn take_back(&mut self, id: &str) {
        let is_it = |moment: &Moment| match &moment.event {
            Some(Event::PreToolUse(event)) => event.tool_use_id.as_deref() == Some(id),
            _ => false,
        };
        self.moments.retain(|moment| !is_it(moment));
    }

    fn begin_calls(&mut self) {
        while let Some(call) = self.calls.begin().cloned() {
            self.tell_of(Some(call));
        }
    }

    /// What was begun and never ended is over with the turn.
    fn rest(&mut self) {
        while self.calls.break_off() {
            let call = self.calls.force().cloned();
            self.tell_of(call);
        }
        if std::mem::take(&mut self.is_at_work) {
            let name = if self.setting.agent_id.is_some() { "SubagentStop" } else { "Stop" };
            let event = self.setting.event(name, &json!({"stop_hook_active": false}));
            self.tell(event);
        }
    }

    fn tell_of(&mut self, call: Option<Call>) {
        let before = |call: Call| self.setting.event_of("PreToolUse", &call, &Value::Null, None);
        let event = call.and_then(before);
        self.tell(event);
    }

    fn tell(&mut self, event: Option<Event>) {
        let Some(event) = event else { return };
        let (at, session) = (self.at, self.setting.session.clone());
        self.moments.push_back(Moment { at, session, event: Some(event), ended: None });
    }
}

/// How a call ended, of which this is the result.
fn ended(entry: &Entry<'_>, result: &ToolResult<'_>) -> Ended {
    let decision = entry.permission_decision.map(RawValue::get).unwrap_or_default();
    let decision: Value = serde_json::from_str(decision).unwrap_or_default();
    let says = |key: &str| decision.get(key).and_then(Value::as_str).unwrap_or_default();
    match (result.is_error, says("decision")) {
        (_, "reject") => Ended::Refused,
        (true, "") if result.text().starts_with(UNBEGUN) => Ended::Unbegun,
        (true, _) => Ended::Failed,
        (false, _) if says("source").starts_with("user") => Ended::Approved,
        (false, _) => Ended::Ran,
    }
}
