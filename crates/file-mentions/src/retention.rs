//! Removes what a person wants to forget, and what is too old or too much.

use std::time::{Duration, SystemTime};

use project_paths::RelPath;
use recent_files::millis;
use rusqlite::{Connection, OptionalExtension, Transaction};

use crate::error::StoreError;
use crate::newest_turns;
use crate::store::Store;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What to forget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forget<'a> {
    /// A file: its mentions and notes, and turns that touched no other file. Other turns may still
    /// contain text about it.
    File(&'a RelPath),
    /// A session, up to a time. The time is stored, so that importing the transcript again does
    /// not bring the session back.
    Session {
        /// The session.
        name: &'a str,
        /// The current time: what the session does later is recorded.
        until: SystemTime,
    },
    /// Everything from before a time, notes included.
    Before(SystemTime),
    /// One note, by its id.
    Note(i64),
}

/// How much may be kept. Notes are always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Older data is removed.
    pub days: u32,
    /// If the file is larger, the sessions that were inactive for longest are removed.
    pub megabytes: u32,
}

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removed {
    /// Turns, with their text.
    pub turns: usize,
    /// Mentions of files.
    pub mentions: usize,
    /// Notes.
    pub notes: usize,
}

/// What [`Store::prune`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruned {
    /// What was removed.
    pub removed: Removed,
    /// The size of the database before, in bytes.
    pub before: u64,
    /// Its size now.
    pub after: u64,
}

impl Store {
    /// Forgets, and returns how much that was. The data is overwritten in the file; if another
    /// process keeps reading for too long, the next writer does that. A dry run only counts.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn forget(&mut self, what: Forget<'_>, is_dry_run: bool) -> Result<Removed, StoreError> {
        self.connection.pragma_update(None, "secure_delete", true)?;
        let transaction = self.begin()?;
        let removed = match what {
            Forget::File(path) => forget_file(&transaction, path)?,
            Forget::Session { name, until } => {
                let sql = "INSERT OR REPLACE INTO forgotten (session, until)
                    SELECT id, ?2 FROM sessions WHERE name = ?1";
                transaction.execute(sql, (name, millis(until)))?;
                forget_session(&transaction, name)?
            }
            Forget::Before(time) => {
                let notes = "DELETE FROM notes WHERE at < ?1";
                let notes = transaction.execute(notes, (millis(time),))?;
                Removed { notes, ..forget_before(&transaction, millis(time))? }
            }
            Forget::Note(id) => {
                let notes = transaction.execute("DELETE FROM notes WHERE id = ?1", (id,))?;
                Removed { notes, ..Removed::default() }
            }
        };
        if is_dry_run {
            return Ok(removed);
        }
        sweep(&transaction)?;
        newest_turns::anew(&transaction)?;
        transaction.forget_prepared()?;
        transaction.commit()?;
        // One that reads holds the old pages, and cannot move the new ones itself.
        self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(removed)
    }

    /// Removes what is older or more than `retention` allows, and shrinks the file. It takes time and
    /// needs exclusive access at the end: for a person's command, not for a hook. A dry run only
    /// counts.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn prune(
        &mut self,
        retention: Retention,
        now: SystemTime,
        is_dry_run: bool,
    ) -> Result<Pruned, StoreError> {
        let before = size(&self.connection)?;
        let oldest = now.checked_sub(DAY * retention.days).unwrap_or(SystemTime::UNIX_EPOCH);
        let transaction = self.begin()?;
        let mut removed = forget_before(&transaction, millis(oldest))?;
        transaction.execute("DELETE FROM sessions WHERE last < ?1", (millis(oldest),))?;
        sweep(&transaction)?;
        let most = u64::from(retention.megabytes) << 20;
        while used(&transaction)? > most {
            let Some(more) = drop_quietest_session(&transaction)? else { break };
            removed.turns += more.turns;
            removed.mentions += more.mentions;
        }
        if is_dry_run {
            return Ok(Pruned { removed, before, after: before });
        }
        newest_turns::anew(&transaction)?;
        transaction.forget_prepared()?;
        transaction.commit()?;
        self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
        Ok(Pruned { removed, before, after: size(&self.connection)? })
    }
}

/// `None` if there is no session left.
fn drop_quietest_session(transaction: &Transaction<'_>) -> rusqlite::Result<Option<Removed>> {
    let sql = "SELECT name FROM sessions ORDER BY last, name LIMIT 1";
    let name = transaction.query_row(sql, (), |row| row.get::<_, String>(0)).optional()?;
    let Some(name) = name else { return Ok(None) };
    let removed = forget_session(transaction, &name)?;
    transaction.execute("DELETE FROM sessions WHERE name = ?1", (name,))?;
    sweep(transaction)?;
    Ok(Some(removed))
}

fn forget_file(transaction: &Transaction<'_>, path: &RelPath) -> rusqlite::Result<Removed> {
    let notes = transaction.execute("DELETE FROM notes WHERE path = ?1", (path.as_str(),))?;
    let sql = "SELECT id FROM files WHERE path = ?1";
    let file = transaction.query_row(sql, (path.as_str(),), |row| row.get::<_, i64>(0));
    let Some(file) = file.optional()? else {
        return Ok(Removed { notes, ..Removed::default() });
    };
    let sql = "DELETE FROM turns WHERE id IN (SELECT turn FROM turn_files WHERE file = ?1)
        AND NOT EXISTS (SELECT 1 FROM turn_files WHERE turn = id AND file <> ?1)";
    let turns = transaction.execute(sql, (file,))?;
    transaction.execute("DELETE FROM turn_files WHERE file = ?1", (file,))?;
    transaction.execute("DELETE FROM latest WHERE file = ?1", (file,))?;
    let mentions = transaction.execute("DELETE FROM mentions WHERE file = ?1", (file,))?;
    Ok(Removed { turns, mentions, notes })
}

fn forget_session(transaction: &Transaction<'_>, name: &str) -> rusqlite::Result<Removed> {
    let delete = |table: &str| {
        let of_session = "WHERE session = (SELECT id FROM sessions WHERE name = ?1)";
        transaction.execute(&format!("DELETE FROM {table} {of_session}"), (name,))
    };
    delete("latest")?;
    Ok(Removed { turns: delete("turns")?, mentions: delete("mentions")?, notes: 0 })
}

fn forget_before(transaction: &Transaction<'_>, at: i64) -> rusqlite::Result<Removed> {
    let delete =
        |table: &str| transaction.execute(&format!("DELETE FROM {table} WHERE at < ?1"), (at,));
    delete("latest")?;
    Ok(Removed { turns: delete("turns")?, mentions: delete("mentions")?, notes: 0 })
}

/// Removes the names of files that nothing refers to.
fn sweep(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let sql = "DELETE FROM files WHERE id NOT IN
        (SELECT file FROM mentions UNION SELECT file FROM latest UNION SELECT file FROM turn_files)";
    transaction.execute(sql, ())?;
    Ok(())
}

/// The size of the database, in bytes.
pub(crate) fn size(connection: &Connection) -> rusqlite::Result<u64> {
    pages(connection, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
}

/// The size without pages that are free.
fn used(connection: &Connection) -> rusqlite::Result<u64> {
    let sql = "SELECT (page_count - freelist_count) * page_size
        FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    pages(connection, sql)
}

fn pages(connection: &Connection, sql: &str) -> rusqlite::Result<u64> {
    let bytes: i64 = connection.query_row(sql, (), |row| row.get(0))?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}
