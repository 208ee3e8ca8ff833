//! What is found, each with its fact: what was sent, what came, and what a host does then.

use serde::Serialize;

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// One of [`IDS`].
    pub id: &'static str,
    /// Whether it is a fault.
    pub level: Level,
    /// The command; `None` where it is about a settings file.
    pub hook: Option<String>,
    /// Where it was found: events with their tools.
    pub places: Vec<String>,
    /// What was sent.
    pub sent: String,
    /// What came.
    pub came: String,
    /// What a host does then.
    pub host: String,
    /// How that is known, and of which versions.
    pub known: &'static str,
}

/// Whether a finding is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A fault.
    Finding,
    /// Something that may be as it is meant.
    Note,
}

pub(crate) const SEEN: &str = "seen in 2.1.330";
pub(crate) const SEEN_BOTH: &str = "seen in 2.1.330 and 2.1.112";
pub(crate) const DOCS: &str = "from the published documentation";
pub(crate) const HERE: &str = "seen here";

/// Every kind of finding, in the order in which they are told, and what each is about.
pub const IDS: [(&str, &str); 55] = [
    ("settings", "the host drops a part of the settings file, or all of it"),
    ("missing-program", "a program that the command names is not there"),
    ("crash", "the hook ends by a signal, a panic or an exception"),
    ("accidental-block", "an interpreter fails with status 2, which denies"),
    ("exit-status", "a status that is neither 0 nor 2"),
    ("exit-2-silent", "status 2 with nothing on stderr"),
    ("exit-2-no-effect", "status 2 where nothing can be blocked"),
    ("exit-2-json", "a JSON answer beside status 2 that does not count"),
    ("hang", "no answer within the time limit"),
    ("slow", "more than a second each time"),
    ("slow-session-end", "more than the 1.5 s that all hooks share at SessionEnd"),
    ("noise", "text before or behind the JSON document"),
    ("two-documents", "more than one JSON document"),
    ("cut-json", "a JSON document that is not whole"),
    ("not-a-document", "JSON that is no object"),
    ("json-on-stderr", "a JSON answer on stderr, where the host reads none"),
    ("not-utf-8", "bytes that are no text"),
    ("plain-text", "text on an event that does not take text"),
    ("event-name", "`hookEventName` is missing or another event's"),
    ("closed-event", "`hookSpecificOutput` on an event that has none"),
    ("ignored-field", "a field that the host ignores at that place"),
    ("null", "a field that is null"),
    ("wrong-type", "a field whose value is none of those that it may have"),
    ("context-cut", "more context than arrives whole"),
    ("no-reason", "a denial without a reason"),
    ("partial-rewrite", "a rewritten input that lacks fields of the call"),
    ("unanswered", "a question that is answered in part"),
    ("grants-all", "`allow` for a dangerous call as for any"),
    ("asks-all", "`ask` for a harmless call as for any"),
    ("defers", "`defer`, which ends an unattended run"),
    ("stops-all", "`continue: false` on a harmless event"),
    ("stop-loop", "Stop is blocked again although it was blocked already"),
    ("async-decides", "a decision of a hook that the host does not wait for"),
    ("unsteady", "another answer to the same event"),
    ("broken-input", "no orderly end when the input is broken"),
    ("huge-input", "no orderly end when the input has 20 MB"),
    ("awkward-path", "another outcome where the project's path has blanks and quotes"),
    ("no-transcript", "no orderly end where the transcript is not there yet"),
    ("left-behind", "a process goes on when the hook has ended"),
    ("writes-project", "files in the project, outside of `.claude`"),
    ("writes-home", "files in the home folder, outside of the usual ones"),
    ("secret", "a secret of the environment is printed or written"),
    ("network", "the hook opens a connection"),
    ("two-rewriters", "two hooks rewrite the input of one call"),
    ("allow-and-deny", "one hook allows what another denies"),
    ("two-answers", "two hooks answer one question"),
    ("one-event", "the command answers every event as if it were one"),
    ("grants-danger", "`allow` for a call that a guard would mind"),
    ("denies-broken", "broken input is denied"),
    ("fails-open", "broken input passes a hook that denies"),
    ("needs-project-dir", "another outcome without `CLAUDE_PROJECT_DIR`"),
    (
        "byte-order-mark",
        "another outcome where a byte order mark stands before the event, as Cursor sends it",
    ),
    ("needs-runtime", "another outcome where only the usual small programs are on `PATH`"),
    ("writes", "files where such files usually are"),
    ("not-run", "runs that were not begun"),
];

/// The place of an id in [`IDS`].
pub(crate) fn rank(id: &str) -> usize {
    IDS.iter().position(|(known, _)| *known == id).unwrap_or(IDS.len())
}

/// The beginning of a text on one line, for a fact.
pub(crate) fn shown(text: &str) -> String {
    const MAX_SHOWN: usize = 200;
    let line = text.trim().replace('\n', "\\n");
    match line.char_indices().nth(MAX_SHOWN) {
        Some((at, _)) => format!("{} ...", line.get(..at).unwrap_or_default()),
        None => line,
    }
}
