//! Keeps the index and the lists beside the store true. The index is removed before a commit, and
//! written when the store is closed. The lists stay, unless something is forgotten: that they lack
//! a file for a moment does no harm.

use std::cell::{Cell, RefCell};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_state::Lock;
use recent_files::{remove_lists, write_lists};
use rusqlite::Connection;

use crate::error::StoreError;
use crate::index::{self, Entry};
use crate::stamp::folder;
use crate::{newest_turns, recent_lists};

/// The index and the lists of a store that is open for writing. Dropped behind the connection,
/// which may change the files of the store once more when it is closed.
#[derive(Debug)]
pub(crate) struct Upkeep {
    store: PathBuf,
    patience: Duration,
    is_changed: Cell<bool>,
    /// Whether the lists were written since the store was changed.
    has_lists: Cell<bool>,
    /// What is to be written once the store is closed.
    closing: RefCell<Option<(Lock, Vec<Entry>)>>,
}

impl Upkeep {
    pub(crate) fn of(store: &Path, patience: Duration) -> Upkeep {
        Upkeep {
            store: store.to_path_buf(),
            patience,
            is_changed: Cell::new(false),
            has_lists: Cell::new(false),
            closing: RefCell::new(None),
        }
    }

    /// Removes the index, and with `is_forgetting` the lists. Until the lock is given back nobody
    /// writes others.
    pub(crate) fn remove(&self, is_forgetting: bool) -> Result<Lock, StoreError> {
        let lock = index::lock(&self.store, self.patience).map_err(|err| failed(&err))?;
        index::remove(&self.store).map_err(|err| failed(&err))?;
        if is_forgetting {
            remove_lists(&folder(&self.store)).map_err(|err| failed(&err))?;
        }
        self.is_changed.set(true);
        self.has_lists.set(false);
        Ok(lock)
    }

    /// Writes the lists, if they are not written yet. What is read and then written under the
    /// lock is what the last one that committed has left.
    pub(crate) fn write_lists(&self, connection: &Connection) -> Result<(), StoreError> {
        if !self.has_lists.get() {
            let _lock = index::lock(&self.store, self.patience).map_err(|err| failed(&err))?;
            let lists = recent_lists::lists(connection)?;
            write_lists(&folder(&self.store), &lists).map_err(|err| failed(&err))?;
            self.has_lists.set(true);
        }
        Ok(())
    }

    /// The store.
    pub(crate) fn store(&self) -> &Path {
        &self.store
    }

    /// Whether there has to be another index.
    pub(crate) fn is_due(&self) -> bool {
        self.is_changed.get() || !index::is_current(&self.store)
    }

    /// Takes down what is in the store, which is about to be closed.
    pub(crate) fn closing(&self, connection: &Connection) {
        // Without an index the store is asked: nothing is lost but time.
        let Ok(lock) = index::lock(&self.store, self.patience) else { return };
        if let Ok(entries) = newest_turns::entries(connection) {
            self.closing.replace(Some((lock, entries)));
        }
    }
}

impl Drop for Upkeep {
    fn drop(&mut self) {
        if let Some((_lock, entries)) = self.closing.take() {
            let _then_the_store_is_asked = index::write(&self.store, entries);
        }
    }
}

fn failed(err: &io::Error) -> StoreError {
    match err.kind() {
        ErrorKind::TimedOut => StoreError::Locked,
        _ => StoreError::Failed(format!("could not write the index: {err}")),
    }
}
