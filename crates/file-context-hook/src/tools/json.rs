//! What is stored, as JSON for other programs.

use std::time::SystemTime;

use anyhow::Result;
use file_mentions::{Note, PastTurn, Reader, StoredMention};
use hook_runtime::{Console, tame_json};
use project_paths::RelPath;
use serde::{Serialize, Serializer};

use super::sessions::Span;

/// One thing that is stored.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Line<'a> {
    /// A session with a mention or a turn.
    Session {
        session: &'a str,
        #[serde(serialize_with = "moment")]
        first: SystemTime,
        #[serde(serialize_with = "moment")]
        last: SystemTime,
    },
    /// See [`PastTurn`].
    Turn {
        session: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        agent: Option<&'a str>,
        role: &'static str,
        #[serde(serialize_with = "moment")]
        at: SystemTime,
        files: Vec<String>,
        text: &'a str,
    },
    /// See [`StoredMention`].
    Mention {
        session: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        agent: Option<&'a str>,
        path: &'a str,
        tool: &'a str,
        #[serde(serialize_with = "moment")]
        at: SystemTime,
    },
    /// See [`Note`].
    Note {
        number: i64,
        path: &'a str,
        #[serde(serialize_with = "moment")]
        at: SystemTime,
        text: &'a str,
    },
}

impl<'a> Line<'a> {
    pub(super) fn session(session: &'a str, span: Span) -> Line<'a> {
        Line::Session { session, first: span.first, last: span.last }
    }

    /// With the files of the turn, which `reader` knows.
    pub(super) fn turn(reader: &Reader, turn: &'a PastTurn) -> Result<Line<'a>> {
        let PastTurn { session, agent, role, at, text, .. } = turn;
        let files = reader.files_of(turn)?.iter().map(RelPath::to_string).collect();
        let agent = agent.as_deref();
        Ok(Line::Turn { session, agent, role: role.as_str(), at: *at, files, text })
    }

    pub(super) fn mention(mention: &'a StoredMention) -> Line<'a> {
        let StoredMention { session, agent, path, tool, at } = mention;
        Line::Mention { session, agent: agent.as_deref(), path: path.as_str(), tool, at: *at }
    }

    pub(super) fn note(note: &'a Note) -> Line<'a> {
        Line::Note { number: note.id, path: note.path.as_str(), at: note.at, text: &note.text }
    }
}

/// Prints a value as one line of JSON.
pub(super) fn print(console: &mut Console, line: &impl Serialize) -> Result<()> {
    console.line(tame_json(&serde_json::to_string(line)?));
    Ok(())
}

/// A moment as RFC 3339, in UTC, to the millisecond.
pub(super) fn moment<S: Serializer>(at: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&humantime::format_rfc3339_millis(*at))
}
