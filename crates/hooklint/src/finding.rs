//! A finding: what was sent, what came back, and what a host does with it.

use serde::Serialize;

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// One of [`IDS`].
    pub id: &'static str,
    /// Whether it is a fault.
    pub level: Level,
    /// The command; `None` if it is about a settings file.
    pub hook: Option<String>,
    /// Where it was found: events with their tools.
    pub places: Vec<String>,
    /// What was sent.
    pub sent: String,
    /// What came back.
    pub came: String,
    /// What a host does with it.
    pub host: String,
    /// How this is known, and for which versions.
    pub known: &'static str,
}

/// Whether a finding is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A fault.
    Finding,
    /// Something that may be intended.
    Note,
}

pub(crate) const DOCS: &str = "from the published documentation";
pub(crate) const HERE: &str = "seen here";

/// Every kind of finding, in the order in which they are listed, and what it means.
pub const IDS: [(&str, &str); 52] = [
    ("settings", "the host drops a part of the settings file, or all of it"),
    ("no-match", "no known tool matches the matcher"),
    ("missing-program", "a program that the command names does not exist"),
    ("crash", "the hook ends by a signal, a panic or an exception"),
    ("accidental-block", "an interpreter fails with exit code 2, which denies"),
    ("exit-status", "an exit code other than 0 or 2"),
    ("exit-2-silent", "exit code 2 with an empty stderr"),
    ("exit-2-no-effect", "exit code 2 on an event that cannot be blocked"),
    ("exit-2-json", "a JSON answer that exit code 2 overrides"),
    ("hang", "no answer within the time limit"),
    ("slow", "more than a second for each call"),
    ("slow-session-end", "more than the 1.5 s that all hooks share at SessionEnd"),
    ("noise", "text before or after the JSON document"),
    ("two-documents", "more than one JSON document"),
    ("cut-json", "an incomplete JSON document"),
    ("not-a-document", "JSON that is not an object"),
    ("json-on-stderr", "a JSON answer on stderr, where the host ignores it"),
    ("not-utf-8", "output that is not UTF-8"),
    ("plain-text", "plain text on an event that needs JSON"),
    ("event-name", "`hookEventName` is missing or names another event"),
    ("closed-event", "`hookSpecificOutput` on an event that does not support it"),
    ("ignored-field", "a field that the host ignores in this place"),
    ("null", "a field that is null"),
    ("wrong-type", "a field with an invalid value"),
    ("context-cut", "more context than the model gets in full"),
    ("no-reason", "a denial without a reason"),
    ("partial-rewrite", "a rewritten input that lacks fields of the call"),
    ("unanswered", "an answer that leaves questions open"),
    ("grants-all", "`allow` for every call, dangerous ones included"),
    ("asks-all", "`ask` for every call, harmless ones included"),
    ("defers", "`defer`, which ends an unattended run"),
    ("stops-all", "`continue: false` on a harmless event"),
    ("stop-loop", "Stop is blocked again after it was already blocked"),
    ("async-decides", "a decision by an async hook"),
    ("unsteady", "another answer to the same event"),
    ("broken-input", "a failure on broken input"),
    ("huge-input", "a failure on 20 MB of input"),
    ("awkward-path", "another outcome if the project path has spaces and quotes"),
    ("no-transcript", "a failure if the transcript does not exist yet"),
    ("left-behind", "a process that is still running after the hook has ended"),
    ("writes-project", "files written in the project, outside `.claude`"),
    ("writes-home", "files written in the home folder, outside the usual places"),
    ("secret", "a secret of the environment is printed or written"),
    ("network", "the hook opens a connection"),
    ("two-rewriters", "two hooks rewrite the input of one call"),
    ("allow-and-deny", "one hook allows a call that another denies"),
    ("two-answers", "two hooks answer the same question"),
    ("one-event", "the command answers every event as if it were the same one"),
    ("grants-danger", "`allow` for a dangerous call"),
    ("denies-broken", "the hook denies broken input"),
    ("fails-open", "a hook that denies lets broken input pass"),
    ("not-run", "runs that were skipped"),
];

/// The place of an id in [`IDS`].
pub(crate) fn rank(id: &str) -> usize {
    IDS.iter().position(|(known, _)| *known == id).unwrap_or(IDS.len())
}
