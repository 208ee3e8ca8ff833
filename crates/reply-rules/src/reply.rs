//! What a host makes of one run: what takes effect, and what is wrong.

mod crash;
mod document;
mod fields;

use std::collections::BTreeSet;

use std::process::ExitStatus;
use std::time::Duration;

use serde_json::Value;

use crate::event::{self, Event, StatusTwo, Text};
use crate::{SEEN, SEEN_BOTH};

use document::{Stdout, read_stdout};

/// What one run came to, as a host takes it.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// What takes effect.
    pub effects: BTreeSet<Effect>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// The answer, where stdout is one.
    pub document: Option<Value>,
}

/// Something that an answer brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The call is denied.
    Deny,
    /// The agent may not go on as it is.
    Block,
    /// The person is asked.
    Ask,
    /// The call waits for somebody else's decision.
    Defer,
    /// The call runs without asking.
    Allow,
    /// The input of the call is another.
    Rewrite,
    /// The turn ends.
    Stop,
    /// The agent reads something.
    Context,
    /// The person reads something.
    Message,
    /// Plain text is used.
    Text,
    /// Another field takes effect.
    Other,
    /// It did not come to an answer, or the host drops it.
    Lost,
}

/// What is wrong with one run.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The kind.
    pub id: &'static str,
    /// What came back.
    pub came: String,
    /// What a host does with it.
    pub host: String,
    /// How that is known.
    pub known: &'static str,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(
        id: &'static str,
        came: impl Into<String>,
        host: impl Into<String>,
        known: &'static str,
    ) -> Self {
        Self { id, came: came.into(), host: host.into(), known }
    }
}

/// What a host knows of a hook before it reads the answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms {
    /// Whether a failure blocks, because the entry says so (`onFailure`) and the host knows that.
    pub blocks_on_failure: bool,
}

impl Terms {
    /// What comes of a hook that does not exist, does not end, or ends with status 1.
    fn after_failure(self) -> &'static str {
        if self.blocks_on_failure { "the action is blocked by `onFailure`" } else { GOES_ON }
    }

    /// What comes of another status than 0 and 2.
    fn after_status(self, code: i32) -> &'static str {
        if code == 1 { self.after_failure() } else { GOES_ON }
    }
}

/// One run of a hook that has ended.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// How it ended.
    pub end: End,
    /// How long it took.
    pub took: Duration,
    /// What it wrote to stdout.
    pub bytes: &'a [u8],
    /// The same as text.
    pub stdout: &'a str,
    /// What it wrote to stderr.
    pub stderr: &'a str,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, or by a signal of somebody else.
    Ended(ExitStatus),
    /// It was killed at its time limit, for this reason.
    TimedOut(&'static str),
}

impl End {
    /// The exit code, if there is one.
    pub fn code(self) -> Option<i32> {
        match self {
            Self::Ended(status) => status.code(),
            Self::TimedOut(_) => None,
        }
    }
}

/// The beginning of a text on one line.
pub fn shown(text: &str) -> String {
    const MAX_SHOWN: usize = 200;
    let line = text.trim().replace('\n', "\\n");
    match line.char_indices().nth(MAX_SHOWN) {
        Some((at, _)) => format!("{} ...", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// What comes of a failure that nothing covers.
const GOES_ON: &str = "an error that blocks nothing: the action continues";

impl Reply {
    /// Reads what came back on an event.
    pub fn read(event: &str, ran: &Run<'_>, terms: Terms) -> Self {
        let mut reply = Self::default();
        let Some(event) = &event::event(event) else { return reply };
        let status = match ran.end {
            End::TimedOut(why) => {
                let came = format!("still running after {} ms: {why}", ran.took.as_millis());
                let host =
                    format!("the host kills the hook at its time limit: {}", terms.after_failure());
                return reply.lost(Fault::new("hang", came, host, SEEN));
            }
            End::Ended(status) => status,
        };
        if let Some(fault) = crash::judged(status, ran, event, terms) {
            if fault.id == "accidental-block" {
                reply.effects.insert(event.of_status_two());
                reply.faults.push(fault);
                return reply;
            }
            return reply.lost(fault);
        }
        let code = status.code().unwrap_or_default();
        reply.stdout(event, ran, code);
        reply.stderr(ran, code);
        match code {
            0 => {}
            2 => reply.status_two(event, ran),
            _ => reply.odd_status(code, ran, terms),
        }
        reply
    }

    /// Whether it keeps something from happening, or has a person asked.
    pub fn guards(&self) -> bool {
        [Effect::Deny, Effect::Block, Effect::Ask].iter().any(|it| self.effects.contains(it))
    }

    /// The effects in words.
    pub fn says(&self) -> String {
        if self.effects.is_empty() {
            return "nothing".to_owned();
        }
        let words = self.effects.iter().map(|effect| match effect {
            Effect::Stop => "stop all".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn lost(mut self, fault: Fault) -> Self {
        self.effects.insert(Effect::Lost);
        self.faults.push(fault);
        self
    }

    fn stdout(&mut self, event: &Event, ran: &Run<'_>, code: i32) {
        if std::str::from_utf8(ran.bytes).is_err() {
            let came = format!("stdout: {}", shown(ran.stdout));
            let host = "the answer is not valid JSON, so it is lost";
            self.faults.push(Fault::new("not-utf-8", came, host, "by the rule of JSON"));
        }
        match read_stdout(ran.stdout) {
            Stdout::Nothing => {}
            Stdout::Document(document) => {
                let fields = fields::judged(event, &document);
                self.effects.extend(fields.effects);
                self.faults.extend(fields.faults);
                self.document = Some(document);
            }
            Stdout::Words => self.words(event, ran, code),
            Stdout::Spoilt(id) => {
                let came = format!("stdout: {}", shown(ran.stdout));
                self.faults.push(Fault::new(id, came, of_text(event), SEEN_BOTH));
                self.effects.insert(Effect::Lost);
            }
        }
    }

    /// An answer where nobody reads one.
    fn stderr(&mut self, ran: &Run<'_>, code: i32) {
        let Stdout::Document(document) = read_stdout(ran.stderr) else { return };
        let is_answer = |name: &&str| document.get(*name).is_some();
        if ["hookSpecificOutput", "decision", "continue"].iter().any(is_answer) {
            let host = match code {
                2 => "its fields are ignored: with exit code 2 the whole text is the message",
                _ => "its fields are ignored: the action continues",
            };
            let came = format!("stderr: {}", shown(ran.stderr));
            self.faults.push(Fault::new("json-on-stderr", came, host, SEEN_BOTH));
        }
    }

    /// Text that is no JSON.
    fn words(&mut self, event: &Event, ran: &Run<'_>, code: i32) {
        match event.text {
            Text::Context if code == 0 => {
                self.effects.insert(Effect::Context);
                self.faults.extend(fields::too_long(ran.stdout));
            }
            Text::Used if code == 0 => _ = self.effects.insert(Effect::Text),
            Text::Dropped if code == 0 => {
                let came = format!("stdout: {}", shown(ran.stdout));
                self.faults.push(Fault::new("plain-text", came, of_text(event), SEEN_BOTH));
            }
            _ => {}
        }
    }

    fn status_two(&mut self, event: &Event, ran: &Run<'_>) {
        let is_said = !ran.stderr.trim().is_empty();
        let blocks_in_json =
            self.effects.contains(&Effect::Block) || self.effects.contains(&Effect::Deny);
        match event.status_two {
            StatusTwo::Blocks | StatusTwo::TellsTheModel => {
                if !is_said && !blocks_in_json {
                    let host = "it blocks without a reason: stderr would be the message";
                    let came = "exit code 2, empty stderr";
                    self.faults.push(Fault::new("exit-2-silent", came, host, SEEN_BOTH));
                } else if self.document.is_some() && !blocks_in_json {
                    let came = format!("exit code 2 and {}", shown(ran.stdout));
                    let host = "the exit code blocks, whatever the document decides";
                    self.faults.push(Fault::new("exit-2-json", came, host, SEEN_BOTH));
                }
                self.effects.retain(|effect| *effect != Effect::Allow && *effect != Effect::Lost);
                self.effects.insert(event.of_status_two());
            }
            StatusTwo::TellsThePerson | StatusTwo::Ignored => {
                let host = match event.status_two {
                    StatusTwo::Ignored => "it is ignored on this event: nothing is blocked",
                    _ => "the person sees stderr, but nothing is blocked on this event",
                };
                let came = format!("exit code 2, stderr: {}", shown(ran.stderr));
                self.faults.push(Fault::new(
                    "exit-2-no-effect",
                    came,
                    host,
                    "from the types and documentation",
                ));
            }
            StatusTwo::Unknown => {}
        }
    }

    fn odd_status(&mut self, code: i32, ran: &Run<'_>, terms: Terms) {
        if self.document.is_some() && !self.effects.contains(&Effect::Lost) {
            let came = format!("exit code {code} and {}", shown(ran.stdout));
            let host = "the JSON decides, not the exit code (hosts before July 2026 ignored the \
                        JSON, by their documentation)";
            self.faults.push(Fault::new("exit-status", came, host, SEEN_BOTH));
            return;
        }
        let came = format!("exit code {code}, stderr: {}", shown(ran.stderr));
        self.faults.push(Fault::new("exit-status", came, terms.after_status(code), SEEN_BOTH));
        self.effects.insert(Effect::Lost);
    }
}

impl Event {
    /// What status 2 comes to.
    fn of_status_two(&self) -> Effect {
        match (self.name, self.status_two) {
            ("PreToolUse" | "PreSkillShellCommand", _) => Effect::Deny,
            (_, StatusTwo::Blocks) => Effect::Block,
            (_, StatusTwo::TellsTheModel) => Effect::Context,
            _ => Effect::Other,
        }
    }
}

/// What becomes of text on an event.
fn of_text(event: &Event) -> &'static str {
    match event.text {
        Text::Context => {
            "it is treated as text: the model reads all of it as context, and no field counts"
        }
        Text::Used => "it is treated as text and used as such",
        Text::Dropped if event.name == "SubagentStart" => {
            "text is dropped on this event: context must be JSON"
        }
        Text::Dropped | Text::Unknown => {
            "it is treated as text and goes only to the debug log: the call counts as a success, and \
             the action continues"
        }
    }
}
