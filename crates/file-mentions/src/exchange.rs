//! Exchanges: a prompt, what the agent said until the next one, and the files
//! that it touched meanwhile. Pure: steps of a transcript in, exchanges out.

use std::collections::BTreeSet;

use hook_protocol::{beginning, ending};
use project_paths::RelPath;

use crate::PERSON;

/// The longest text that is kept of a turn, in bytes. Of a longer one the end is
/// kept, where the agent says what came of it; of a longer utterance the beginning.
const MAX_TURN: usize = 16 << 10;

const BETWEEN: &str = "\n\n";

/// What happens in a transcript, words redacted and paths normalised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A person says something.
    Prompt { at: i64, text: String },
    /// The host does, and the agent answers that from now on.
    OtherPrompt,
    /// The agent says something.
    Words { at: i64, text: String },
    /// The person mentions a file, or the agent touches it.
    Touched(Touch),
    /// The session is compacted.
    Compacted { at: i64 },
}

/// A file was touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) at: i64,
    pub(crate) path: RelPath,
    pub(crate) tool: String,
    pub(crate) call: String,
}

/// A prompt and its answer, or one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// Which one of the transcript, from 0.
    pub(crate) number: i64,
    pub(crate) prompt: Option<Words>,
    pub(crate) answer: Option<Words>,
    /// All files that were touched in it.
    pub(crate) files: BTreeSet<RelPath>,
}

/// What was said in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    /// When it began.
    pub(crate) at: i64,
    pub(crate) text: String,
    /// Where in the text the last utterance begins.
    pub(crate) last: usize,
}

/// Where a transcript stands: its open exchange, the last one so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) exchange: Exchange,
    /// Whether the last utterance came from the event and not yet from the transcript.
    pub(crate) ahead: bool,
}

/// What becomes of an open exchange with the steps that follow, and with the
/// last words that the event told, if it did: all exchanges that are new or
/// changed, of which the last one is open.
pub(crate) fn continued(
    mut open: Open,
    steps: &[Step],
    last_message: Option<(i64, &str)>,
) -> (Vec<Exchange>, Open) {
    let mut ahead = if open.ahead { open.exchange.take_last() } else { None };
    let mut closed = Vec::new();
    let mut current = open.exchange;
    for step in steps {
        match step {
            Step::Prompt { .. } | Step::OtherPrompt => {
                if let Some((at, text)) = ahead.take() {
                    current.say(at, &text);
                }
                let next = Exchange { number: current.number + 1, ..Exchange::default() };
                closed.push(std::mem::replace(&mut current, next));
                if let Step::Prompt { at, text } = step {
                    current.prompt = Some(Words::new(*at, text));
                }
            }
            Step::Words { at, text } => {
                if ahead.as_ref().is_some_and(|(_, ahead)| ahead.ends_with(kept(text))) {
                    ahead = None;
                }
                current.say(*at, text);
            }
            Step::Touched(touch) => {
                current.files.insert(touch.path.clone());
                if touch.tool != PERSON {
                    current.answer.get_or_insert_with(|| Words::new(touch.at, ""));
                }
            }
            Step::Compacted { .. } => {}
        }
    }
    let ahead = ahead.or_else(|| {
        let (at, text) = last_message?;
        let known = current.answer.as_ref().is_some_and(|answer| answer.ends_with(kept(text)));
        (!known && !text.trim().is_empty()).then(|| (at, text.to_owned()))
    });
    if let Some((at, text)) = &ahead {
        current.say(*at, text);
    }
    open = Open { exchange: current.clone(), ahead: ahead.is_some() };
    closed.push(current);
    (closed, open)
}

impl Step {
    /// When it happened, where that is known.
    pub(crate) fn at(&self) -> Option<i64> {
        match self {
            Step::Prompt { at, .. } | Step::Words { at, .. } | Step::Compacted { at } => Some(*at),
            Step::Touched(touch) => Some(touch.at),
            Step::OtherPrompt => None,
        }
    }
}

impl Exchange {
    fn say(&mut self, at: i64, text: &str) {
        match &mut self.answer {
            Some(answer) => answer.add(text),
            None => self.answer = Some(Words::new(at, text)),
        }
    }

    /// Takes the last utterance of the answer back, with the time of the answer.
    fn take_last(&mut self) -> Option<(i64, String)> {
        let answer = self.answer.as_mut()?;
        let last = answer.text.get(answer.last..)?.to_owned();
        answer.text.truncate(answer.text.len() - last.len());
        answer.text.truncate(answer.text.trim_end().len());
        answer.last = 0;
        Some((answer.at, last))
    }
}

impl Words {
    fn new(at: i64, text: &str) -> Words {
        let mut words = Words { at, text: String::new(), last: 0 };
        words.add(text);
        words
    }

    fn add(&mut self, utterance: &str) {
        if !self.text.is_empty() {
            self.text.push_str(BETWEEN);
        }
        self.last = self.text.len();
        self.text.push_str(kept(utterance));
        let cut = self.text.len() - ending(&self.text, MAX_TURN).len();
        self.text.drain(..cut);
        self.last -= cut.min(self.last);
    }

    fn ends_with(&self, utterance: &str) -> bool {
        self.text.ends_with(utterance)
            || self
                .text
                .get(self.last..)
                .is_some_and(|last| !last.is_empty() && utterance.ends_with(last))
    }
}

/// What is kept of an utterance.
fn kept(utterance: &str) -> &str {
    beginning(utterance.trim(), MAX_TURN)
}
