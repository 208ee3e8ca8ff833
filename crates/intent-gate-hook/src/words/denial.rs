//! The form of a denial: why, and what to do instead.

use hook_protocol::one_line;

use crate::words::quote::{MAX_QUOTE, quote};

/// In characters, of what to do instead, and of why.
const MAX_PART: usize = MAX_QUOTE * 3;

/// Why a call is denied, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    NoIntent,
    UnknownIntent,
    IntentClosed,
    IntentLocked,
    NoLease,
    ScopeViolation,
    Risk,
}

impl Code {
    /// The code as it is written.
    fn word(self) -> &'static str {
        match self {
            Self::NoIntent => "NO_INTENT",
            Self::UnknownIntent => "UNKNOWN_INTENT",
            Self::IntentClosed => "INTENT_CLOSED",
            Self::IntentLocked => "INTENT_LOCKED",
            Self::NoLease => "NO_LEASE",
            Self::ScopeViolation => "SCOPE_VIOLATION",
            Self::Risk => "RISK",
        }
    }
}

/// A denial. Its parts are fragments in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Denial {
    code: Code,
    /// What to do instead.
    way_out: String,
    pub(crate) why: String,
    intent: Option<String>,
    /// Whether `why` begins with the name of a file, which no capital letter may change.
    begins_with_name: bool,
}

impl Denial {
    pub(crate) fn new(code: Code, way_out: &str, why: &str) -> Self {
        let part = |text| one_line(text, MAX_PART);
        let (way_out, why) = (part(way_out), part(why));
        Self { code, way_out, why, intent: None, begins_with_name: false }
    }

    /// Why it is denied begins with the name of a file.
    pub(crate) fn beginning_with_name(self, begins_with_name: bool) -> Self {
        Self { begins_with_name, ..self }
    }

    /// About an intent.
    pub(crate) fn on(self, intent: &str) -> Self {
        Self { intent: Some(quote(intent)), ..self }
    }

    /// The rule that denies: the scope of an intent, else the code.
    pub(crate) fn rule(&self) -> String {
        match (self.code, &self.intent) {
            (Code::ScopeViolation, Some(intent)) => format!("scope of {intent}"),
            (code, _) => code.word().to_owned(),
        }
    }

    /// What the agent is told.
    pub(crate) fn sentence(&self) -> String {
        format!("{} {}.", self.reason(), capitalised(&self.way_out))
    }

    /// What the person is asked, and the agent is told where the answer is no.
    pub(crate) fn question(&self) -> String {
        format!("{} If the answer is no, {}.", self.reason(), self.way_out)
    }

    fn reason(&self) -> String {
        let why = if self.begins_with_name { self.why.clone() } else { capitalised(&self.why) };
        format!("{why} ({}).", self.code.word())
    }
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
}
