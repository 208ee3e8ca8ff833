//! Prepares what is told of files, those first in which something was said last.

use std::io;
use std::path::Path;

use project_paths::RelPath;
use rusqlite::Connection;

use crate::checksum::sum_of;
use crate::error::StoreError;
use crate::place::Place;
use crate::prepared_text::{self, Text};
use crate::reader::{self, TURNS};
use crate::store::{Change, Store};

/// So many files are prepared when a store is closed; the others have their turn later.
const MAX_FILES: u32 = 200;

/// With more bytes, and where most of more than so many are of no use any more, all are
/// prepared anew.
const MAX_BYTES: u64 = 64 << 20;
const MAX_WASTE: u64 = 1 << 20;

/// Files of which something is to be told that is not prepared.
const UNPREPARED: &str = "
SELECT path, max(newest) AS newest FROM (
    SELECT path, turn AS newest FROM newest JOIN files ON files.id = file
    UNION ALL SELECT path, id FROM notes)
WHERE path NOT IN (SELECT path FROM prepared) GROUP BY path ORDER BY newest DESC LIMIT ?1";

impl Store {
    /// Prepares what changed.
    pub(crate) fn prepare(&mut self, store: &Path) -> Result<(), StoreError> {
        if unprepared(&self.connection)?.is_empty() {
            return Ok(());
        }
        let change = self.begin()?;
        begin_anew(&change, store)?;
        let mut at = prepared_text::length(store);
        let mut texts = Vec::new();
        for path in unprepared(&change)? {
            let bytes = serde_json::to_vec(&text(&change, &path)?).unwrap_or_default();
            let place = Place { at, length: bytes.len() as u64, sum: sum_of(&bytes) };
            at += place.length;
            texts.extend(bytes);
            set(&change, &path, place)?;
        }
        prepared_text::append(store, &texts).map_err(|err| failed(&err))?;
        change.commit()
    }
}

impl Change<'_> {
    /// Nothing is prepared from now on, and no words are left where it stood.
    pub(crate) fn forget_prepared(&self) -> Result<(), StoreError> {
        self.forgets();
        prepared_text::forget(self.store()).map_err(|err| failed(&err))?;
        self.execute("DELETE FROM prepared", ())?;
        Ok(())
    }
}

/// Removes texts that are cut, too many, or mostly of no use.
fn begin_anew(change: &Change<'_>, store: &Path) -> Result<(), StoreError> {
    let sql = "SELECT coalesce(sum(length), 0), coalesce(max(at + length), 0) FROM prepared";
    let (used, end): (i64, i64) =
        change.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (used, end) = (used.cast_unsigned(), end.cast_unsigned());
    let length = prepared_text::length(store);
    if length < end || length > MAX_BYTES || length > used.saturating_mul(2) + MAX_WASTE {
        change.execute("DELETE FROM prepared", ())?;
        prepared_text::remove(store).map_err(|err| failed(&err))?;
    }
    Ok(())
}

fn unprepared(connection: &Connection) -> rusqlite::Result<Vec<RelPath>> {
    let mut statement = connection.prepare(UNPREPARED)?;
    let paths = statement.query_map((MAX_FILES,), |row| reader::stored_path(row, 0))?;
    paths.filter_map(Result::transpose).collect()
}

fn text(connection: &Connection, path: &RelPath) -> Result<Text, StoreError> {
    let notes = reader::notes_on(connection, path)?;
    let mut statement = connection.prepare(&TURNS.replace("{which}", "true"))?;
    let turns = statement.query_map((path.as_str(),), |row| {
        Ok((reader::past_turn(row)?, row.get::<_, i64>("touched")?))
    })?;
    Ok(Text::new(path, notes, turns)?)
}

fn set(change: &Change<'_>, path: &RelPath, place: Place) -> rusqlite::Result<()> {
    let [at, length, sum] = [place.at, place.length, place.sum].map(u64::cast_signed);
    let sql = "INSERT OR REPLACE INTO prepared (path, at, length, sum) VALUES (?1, ?2, ?3, ?4)";
    change.prepare(sql)?.execute((path.as_str(), at, length, sum))?;
    Ok(())
}

fn failed(err: &io::Error) -> StoreError {
    StoreError::Failed(format!("could not write the prepared texts: {err}"))
}
