//! The store opened for writing.
//!
//! Each change is one short transaction that takes the lock at its beginning, so that two writers
//! wait for each other and neither fails.

use std::cell::Cell;
use std::io::ErrorKind;
use std::ops::Deref;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use hook_state::{Access, Links, open_regular};
use project_paths::RelPath;
use recent_files::millis;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use crate::error::StoreError;
use crate::newest_turns;
use crate::recording::Recording;
use crate::schema;
use crate::stamp::folder;
use crate::upkeep::Upkeep;

/// After how many pages in the log they are moved to the database.
const MAX_LOG: i64 = 64;

/// How long to wait before a store that could not be opened is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// A store opened for writing. Several processes may do so at once.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    /// Behind the connection: it is written once that is closed.
    pub(crate) index: Upkeep,
}

/// A transaction that writes.
pub(crate) struct Change<'a> {
    transaction: Transaction<'a>,
    index: &'a Upkeep,
    /// Whether something is forgotten, and the lists may not say it any more.
    is_forgetting: Cell<bool>,
}

/// A file was touched in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<'a> {
    /// The session (`session_id`).
    pub session: &'a str,
    /// The subagent (`agent_id`); `None` for the main agent.
    pub agent: Option<&'a str>,
    /// The file.
    pub path: &'a RelPath,
    /// The tool that touched it, or `@` for a mention by the person.
    pub tool: &'a str,
    /// The `tool_use_id`, or the `prompt_id` of a person's mention: the event and the transcript
    /// report the same mention. `None` if the host has no ids; then only the last mention of each
    /// file in a session is kept.
    pub call: Option<&'a str>,
    /// When.
    pub at: SystemTime,
}

impl Store {
    /// Opens the store at `path`, creating it and its folder, private to the
    /// user, where they are missing, and upgrading it where it is older. Takes in
    /// what waits beside it ([`record`](crate::record)). Here and later, another
    /// writer is waited for, but not longer than `patience`.
    pub fn open(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        let mut store = Store::open_again(path, patience)?;
        store.take_in(path, patience)?;
        Ok(store)
    }

    fn open_again(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        match Store::open_once(path, patience) {
            // Of very many that begin at once with no store, SQLite now and then
            // tells one that the new database is read-only. A connection that is
            // made when the others are done is not told so.
            Err(StoreError::Failed(_)) => {
                thread::sleep(PAUSE.min(patience));
                Store::open_once(path, patience)
            }
            opened => opened,
        }
    }

    fn open_once(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        make_privately(path)?;
        let mut connection = Connection::open(path).or_else(|_| open_in_new_folder(path))?;
        connection.busy_timeout(patience)?;
        schema::prepare(&mut connection, patience)?;
        // A process that is killed loses nothing by that, and a power cut, which
        // may take the last mentions with it, leaves the database whole.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Where the last connection is a reader's, the log stays, and each reader
        // that comes alone has to go through it before it can ask.
        connection.pragma_update(None, "wal_autocheckpoint", MAX_LOG)?;
        Ok(Store { connection, index: Upkeep::of(path, patience) })
    }

    /// Adds mentions, all or none. Those that are stored already do not change.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn record(&mut self, mentions: &[Mention<'_>]) -> Result<(), StoreError> {
        let change = self.begin()?;
        for mention in mentions {
            add_mention(&change, mention)?;
        }
        change.commit()
    }

    /// Records that a session was compacted: what was said before is no longer in its context.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn compacted(&mut self, session: &str, at: SystemTime) -> Result<(), StoreError> {
        let change = self.begin()?;
        let session = session_id(&change, session, millis(at))?;
        set_compacted(&change, session, millis(at))?;
        change.commit()
    }

    /// Adds a note on a file, redacted. The same note again only gets the new time.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn add_note(
        &mut self,
        recording: &Recording<'_>,
        path: &RelPath,
        text: &str,
        at: SystemTime,
    ) -> Result<(), StoreError> {
        let words = recording.words(text.trim());
        let change = self.begin()?;
        let sql = "INSERT OR REPLACE INTO notes (path, at, text) VALUES (?1, ?2, ?3)";
        change.execute(sql, (path.as_str(), millis(at), words))?;
        change.commit()
    }

    pub(crate) fn begin(&mut self) -> rusqlite::Result<Change<'_>> {
        let Store { connection, index } = self;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        Ok(Change { transaction, index, is_forgetting: Cell::new(false) })
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.index.is_due() {
            let store = self.index.store().to_path_buf();
            // The next one that writes has them right.
            let _later = self.index.write_lists(&self.connection);
            // What is not prepared is asked of the store.
            let _nothing_is_lost = self.prepare(&store);
            self.index.closing(&self.connection);
        }
    }
}

impl Change<'_> {
    /// The store that is changed.
    pub(crate) fn store(&self) -> &Path {
        self.index.store()
    }

    /// Something is forgotten.
    pub(crate) fn forgets(&self) {
        self.is_forgetting.set(true);
    }

    /// Commits. Before that the index goes: it would not know what is new.
    pub(crate) fn commit(self) -> Result<(), StoreError> {
        let _lock = self.index.remove(self.is_forgetting.get())?;
        Ok(self.transaction.commit()?)
    }
}

impl<'a> Deref for Change<'a> {
    type Target = Transaction<'a>;

    fn deref(&self) -> &Transaction<'a> {
        &self.transaction
    }
}

/// A database is for this user alone; what SQLite puts beside it has the same mode. Nothing else
/// in its place is opened: SQLite would wait for a pipe, and write where a link leads.
fn make_privately(path: &Path) -> Result<(), StoreError> {
    match open_regular(path, Access::AppendPrivately, Links::Refused) {
        Err(err) if err.kind() == ErrorKind::InvalidInput => {
            Err(StoreError::Failed(err.to_string()))
        }
        // SQLite says what is wrong, and whether that is anything.
        _ => Ok(()),
    }
}

/// Another process may create the folder at the same time; that is no error.
fn open_in_new_folder(path: &Path) -> Result<Connection, StoreError> {
    folder(path).create().map_err(|err| StoreError::Failed(err.to_string()))?;
    Ok(Connection::open(path)?)
}

pub(crate) fn add_mention(
    transaction: &Transaction<'_>,
    mention: &Mention<'_>,
) -> rusqlite::Result<()> {
    let at = millis(mention.at);
    let session = session_id(transaction, mention.session, at)?;
    let file = file_id(transaction, mention.path)?;
    let agent = mention.agent.unwrap_or_default();
    transaction
        .prepare(
            "INSERT INTO mentions (session, call, file, agent, tool, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
        )?
        .execute((session, mention.call.unwrap_or_default(), file, agent, mention.tool, at))?;
    transaction
        .prepare(
            "INSERT INTO latest (session, file, at, by_main) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET
                 at = max(at, excluded.at), by_main = max(by_main, excluded.by_main)",
        )?
        .execute((session, file, at, agent.is_empty()))?;
    Ok(())
}

pub(crate) fn set_compacted(
    transaction: &Transaction<'_>,
    session: i64,
    at: i64,
) -> rusqlite::Result<()> {
    let sql = "UPDATE sessions SET compacted = max(coalesce(compacted, 0), ?2) WHERE id = ?1";
    transaction.execute(sql, (session, at))?;
    newest_turns::compacted(transaction, session)
}

/// The id of a session, which is there from now on and was active at `at`.
pub(crate) fn session_id(
    transaction: &Transaction<'_>,
    name: &str,
    at: i64,
) -> rusqlite::Result<i64> {
    transaction
        .prepare(
            "INSERT INTO sessions (name, last) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET last = max(last, excluded.last) RETURNING id",
        )?
        .query_row((name, at), |row| row.get(0))
}

/// The id of a file, which is there from now on.
pub(crate) fn file_id(transaction: &Transaction<'_>, path: &RelPath) -> rusqlite::Result<i64> {
    let known = transaction
        .prepare("SELECT id FROM files WHERE path = ?1")?
        .query_row((path.as_str(),), |row| row.get(0))
        .optional()?;
    match known {
        Some(id) => Ok(id),
        None => transaction
            .prepare("INSERT INTO files (path) VALUES (?1) RETURNING id")?
            .query_row((path.as_str(),), |row| row.get(0)),
    }
}
