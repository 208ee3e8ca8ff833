//! Lists of what is stored, and the state of the store, for people.

use std::time::SystemTime;

use project_paths::RelPath;
use recent_files::{RecentFile, time};
use rusqlite::Row;

use crate::error::StoreError;
use crate::reader::{Note, PastTurn, Reader, past_turn, stored_path};
use crate::retention;
use crate::schema;

/// A stored [`Mention`](crate::Mention).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMention {
    /// The session.
    pub session: String,
    /// The subagent; `None` for the main agent.
    pub agent: Option<String>,
    /// The file.
    pub path: RelPath,
    /// The tool that touched it.
    pub tool: String,
    /// When.
    pub at: SystemTime,
}

/// The state of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// The version of the schema.
    pub version: usize,
    /// The size of the database, in bytes.
    pub bytes: u64,
    /// How many sessions, turns, files, mentions and notes there are.
    pub sessions: usize,
    /// See [`sessions`](Self::sessions).
    pub turns: usize,
    /// See [`sessions`](Self::sessions).
    pub files: usize,
    /// See [`sessions`](Self::sessions).
    pub mentions: usize,
    /// See [`sessions`](Self::sessions).
    pub notes: usize,
    /// The time of the last mention or turn.
    pub last_write: Option<SystemTime>,
}

impl Reader {
    /// All notes, newest first.
    pub fn notes(&self) -> Result<Vec<Note>, StoreError> {
        let sql = "SELECT path, id, at, text FROM notes ORDER BY at DESC, id DESC";
        self.list(sql, (), |row| {
            let (id, at, text) = (row.get(1)?, time(row.get(2)?), row.get(3)?);
            Ok(stored_path(row, 0)?.map(|path| Note { id, path, at, text }))
        })
    }

    /// The turns of a session, or of all, newest first and at most `limit`.
    pub fn turns(&self, session: Option<&str>, limit: usize) -> Result<Vec<PastTurn>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT turns.id, name, agent, role, at, text, last_words
            FROM turns JOIN sessions ON sessions.id = session
            WHERE text <> '' AND (?1 IS NULL OR name = ?1)
            ORDER BY at DESC, name, agent, position DESC LIMIT ?2";
        self.list(sql, (session, limit), |row| past_turn(row).map(Some))
    }

    /// The files that were touched in a turn, by path.
    pub fn files_of(&self, turn: &PastTurn) -> Result<Vec<RelPath>, StoreError> {
        let sql = "SELECT path FROM turn_files JOIN files ON files.id = file
            WHERE turn = ?1 ORDER BY path";
        self.list(sql, (turn.id,), |row| stored_path(row, 0))
    }

    /// The mentions of a file, or of all, newest first.
    pub fn mentions(&self, path: Option<&RelPath>) -> Result<Vec<StoredMention>, StoreError> {
        let sql = "SELECT path, name, agent, tool, at
            FROM mentions JOIN files ON files.id = file JOIN sessions ON sessions.id = session
            WHERE ?1 IS NULL OR path = ?1 ORDER BY at DESC, name, path, call";
        self.list(sql, (path.map(RelPath::as_str),), |row| {
            let (agent, at): (String, i64) = (row.get(2)?, row.get(4)?);
            let agent = Some(agent).filter(|agent| !agent.is_empty());
            let (session, tool, at) = (row.get(1)?, row.get(3)?, time(at));
            let path = stored_path(row, 0)?;
            Ok(path.map(|path| StoredMention { session, agent, path, tool, at }))
        })
    }

    /// The files that were touched last in any session, at most `limit`, like
    /// [`recent_files`](Self::recent_files) of one.
    pub fn recent_files_of_all(&self, limit: usize) -> Result<Vec<RecentFile>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT path, max(at), max(by_main) FROM latest JOIN files ON files.id = file
            GROUP BY file ORDER BY max(at) DESC, path LIMIT ?1";
        self.list(sql, (limit,), |row| {
            let (at, by_main): (i64, bool) = (row.get(1)?, row.get(2)?);
            let path = stored_path(row, 0)?;
            Ok(path.map(|path| RecentFile { path, at: time(at), by_subagent: !by_main }))
        })
    }

    /// How much is stored.
    pub fn status(&self) -> Result<Status, StoreError> {
        let count = |table: &str| -> Result<usize, StoreError> {
            let sql = format!("SELECT count(*) FROM {table}");
            let count: i64 = self.connection.query_row(&sql, (), |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        };
        let sql = "SELECT max(at) FROM (SELECT at FROM mentions UNION ALL SELECT at FROM turns)";
        let last: Option<i64> = self.connection.query_row(sql, (), |row| row.get(0))?;
        Ok(Status {
            version: schema::version(&self.connection)?,
            bytes: retention::size(&self.connection)?,
            sessions: count("sessions")?,
            turns: count("turns")?,
            files: count("files")?,
            mentions: count("mentions")?,
            notes: count("notes")?,
            last_write: last.map(time),
        })
    }

    /// The damage that SQLite's integrity check finds; empty for an intact store. Reads the whole
    /// file.
    pub fn damage(&self) -> Result<Vec<String>, StoreError> {
        let found = self.list("PRAGMA integrity_check", (), |row| row.get(0).map(Some))?;
        Ok(found.into_iter().filter(|line: &String| line != "ok").collect())
    }

    fn list<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare(sql)?;
        let found = statement.query_map(params, read)?;
        Ok(found.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()?)
    }
}
