//! The store opened for reading, as hooks do on every call.
//!
//! A reader upgrades nothing and waits no longer than the caller wants. Each statement of a hook
//! uses one index.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use project_paths::RelPath;
use recent_files::{RecentFile, time};
use rusqlite::{Connection, OpenFlags, Row, ffi};

use crate::error::StoreError;
use crate::schema;

/// A store that is only read, as hooks on the hot path do.
#[derive(Debug)]
pub struct Reader {
    pub(crate) connection: Connection,
}

/// What is known of a file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct History {
    /// The person's notes, newest first.
    pub notes: Vec<Note>,
    /// Turns that touched the file: those of other sessions, newest first, then those of this
    /// session from before its last compaction.
    pub turns: Vec<PastTurn>,
}

/// A note of a person on a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Larger than the ids of all notes before.
    pub id: i64,
    /// The file.
    pub path: RelPath,
    /// When it was noted.
    pub at: SystemTime,
    /// The note, one or more lines.
    pub text: String,
}

/// A turn: a person's prompt, or what the agent said until the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastTurn {
    /// Larger than the ids of all turns before.
    pub id: i64,
    /// The session.
    pub session: String,
    /// The subagent; `None` for the main agent.
    pub agent: Option<String>,
    /// Who spoke.
    pub role: Role,
    /// When the turn began.
    pub at: SystemTime,
    /// What was said, redacted. Never empty.
    pub text: String,
    pub(crate) last_words: u32,
}

/// Who speaks in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The person.
    User,
    /// The agent.
    Assistant,
}

const NOTES: &str = "SELECT id, at, text FROM notes WHERE path = ?1 ORDER BY at DESC, id DESC";

/// The turns of a file, newest first. They are computed row by row along the key
/// of `turn_files`, so whoever has enough stops and pays for no more.
pub(crate) const TURNS: &str = "
SELECT turns.id, name, agent, role, turns.at, text, last_words, turn_files.at AS touched
FROM files JOIN turn_files ON turn_files.file = files.id
JOIN sessions ON sessions.id = turn_files.session JOIN turns ON turns.id = turn_files.turn
WHERE path = ?1 AND text <> '' AND {which}
ORDER BY turn_files.at DESC, name, agent, position DESC";

/// Which of them are told to session `?2`, in two parts. In one statement they
/// would take twice as long, almost all of it to prepare it.
const TOLD: [&str; 2] = ["name <> ?2", "name = ?2 AND turn_files.at < compacted"];

const RECENT_FILES: &str = "
SELECT path, at, by_main
FROM sessions JOIN latest ON latest.session = sessions.id JOIN files ON files.id = latest.file
WHERE name = ?1 ORDER BY at DESC, path LIMIT ?2";

/// Whether a writer was killed while it created the store: from then on changes stand in
/// a log that a reader can read. The next writer begins anew.
fn is_unfinished(err: &rusqlite::Error) -> bool {
    err.sqlite_error().is_some_and(|err| err.extended_code == ffi::SQLITE_READONLY_ROLLBACK)
}

impl Reader {
    /// Opens the store at `path`. Waits for at most `patience` if another process locks out even
    /// readers. Creates and upgrades nothing.
    ///
    /// # Errors
    /// If the store is missing, locked, of another version, or cannot be read.
    pub fn open(path: &Path, patience: Duration) -> Result<Reader, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            // SQLite would wait for a pipe.
            return Err(StoreError::Failed("not a regular file".to_owned()));
        }
        let opened = Connection::open_with_flags(path, flags);
        let connection = opened.map_err(|err| match path.try_exists() {
            Ok(false) => StoreError::Missing,
            _ => err.into(),
        })?;
        connection.busy_timeout(patience)?;
        let version = schema::version(&connection);
        if version.as_ref().is_err_and(is_unfinished) {
            return Err(StoreError::Missing);
        }
        match version? {
            schema::CURRENT => Ok(Reader { connection }),
            0 => Err(StoreError::Missing),
            found if found < schema::CURRENT => {
                Err(StoreError::Older { found, known: schema::CURRENT })
            }
            found => Err(StoreError::Newer { found, known: schema::CURRENT }),
        }
    }

    /// The notes on a file, and at most `limit` turns with different texts, in a fixed order.
    ///
    /// `session` is the one that asks. What was said since its last compaction is left out, because
    /// it is still in its context.
    pub fn history(
        &self,
        path: &RelPath,
        session: &str,
        limit: usize,
    ) -> Result<History, StoreError> {
        let notes = notes_on(&self.connection, path)?;
        let mut history = History { notes, turns: Vec::new() };
        let mut said = HashSet::new();
        for which in TOLD {
            let mut statement = self.connection.prepare(&TURNS.replace("{which}", which))?;
            let mut rows = statement.query((path.as_str(), session))?;
            while history.turns.len() < limit
                && let Some(row) = rows.next()?
            {
                let turn = past_turn(row)?;
                if said.insert(turn.text.clone()) {
                    history.turns.push(turn);
                }
            }
        }
        Ok(history)
    }

    /// The files that a session touched, at most `limit`, newest first, then by path. Empty for an
    /// unknown session.
    pub fn recent_files(&self, session: &str, limit: usize) -> Result<Vec<RecentFile>, StoreError> {
        let files = latest(&self.connection, session, limit)?;
        Ok(files.iter().filter_map(RecentFile::of).collect())
    }
}

/// The notes on a file, the newest first.
pub(crate) fn notes_on(connection: &Connection, path: &RelPath) -> rusqlite::Result<Vec<Note>> {
    let mut statement = connection.prepare(NOTES)?;
    let notes = statement.query_map((path.as_str(),), |row| {
        let at = time(row.get(1)?);
        Ok(Note { id: row.get(0)?, path: path.clone(), at, text: row.get(2)? })
    })?;
    notes.collect()
}

/// The files that a session has touched, the newest first: path, time, and whether the main
/// agent has touched it.
pub(crate) fn latest(
    connection: &Connection,
    session: &str,
    limit: usize,
) -> rusqlite::Result<Vec<(String, i64, bool)>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = connection.prepare(RECENT_FILES)?;
    let rows =
        statement.query_map((session, limit), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

impl PastTurn {
    /// The last message of the turn: after a long turn of an agent, its summary.
    pub fn last_words(&self) -> &str {
        let from = usize::try_from(self.last_words).unwrap_or_default();
        self.text.get(from..).unwrap_or(&self.text)
    }
}

impl Role {
    /// The word for it in transcripts and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// The turn in a row of columns as in [`TURNS`].
pub(crate) fn past_turn(row: &Row<'_>) -> rusqlite::Result<PastTurn> {
    let (agent, role): (String, String) = (row.get(2)?, row.get(3)?);
    Ok(PastTurn {
        id: row.get(0)?,
        session: row.get(1)?,
        agent: Some(agent).filter(|agent| !agent.is_empty()),
        role: if role == Role::User.as_str() { Role::User } else { Role::Assistant },
        at: time(row.get(4)?),
        text: row.get(5)?,
        last_words: row.get(6)?,
    })
}

/// The path in a column; `None` for one that no version of this program stores.
pub(crate) fn stored_path(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<RelPath>> {
    Ok(RelPath::new(&row.get::<_, String>(column)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// What SQLite means to do for a statement, one line a step.
    fn plan(statement: &str) -> String {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("context.db");
        Store::open(&path, Duration::ZERO).unwrap();
        let reader = Reader::open(&path, Duration::ZERO).unwrap();
        let explained = format!("EXPLAIN QUERY PLAN {statement}");
        let mut statement = reader.connection.prepare(&explained).unwrap();
        let mut rows = statement.raw_query();
        let mut plan = String::new();
        while let Some(row) = rows.next().unwrap() {
            plan.push_str(&row.get::<_, String>(3).unwrap());
            plan.push('\n');
        }
        plan
    }

    #[test]
    fn the_history_of_a_file_is_read_along_indices() {
        for which in TOLD {
            let plan = plan(&TURNS.replace("{which}", which));
            for step in [
                "SEARCH files USING COVERING INDEX",
                "SEARCH turn_files USING PRIMARY KEY (file=?",
                "SEARCH turns USING INTEGER PRIMARY KEY",
                "FOR LAST ",
            ] {
                assert!(plan.contains(step), "no {step} in\n{plan}");
            }
            assert!(!plan.contains("SCAN"), "{plan}");
        }
        let plan = plan(NOTES);
        assert!(plan.contains("SEARCH notes USING INDEX"), "{plan}");
    }

    #[test]
    fn recent_files_are_read_along_an_index() {
        let plan = plan(RECENT_FILES);
        for step in [
            "SEARCH sessions USING COVERING INDEX",
            "SEARCH latest USING COVERING INDEX latest_by_time (session=?)",
            "SEARCH files USING INTEGER PRIMARY KEY",
            "LAST TERM OF ORDER BY",
        ] {
            assert!(plan.contains(step), "no {step} in\n{plan}");
        }
        assert!(!plan.contains("SCAN"), "{plan}");
    }
}
