//! Keeps the index true: it is removed before a commit, and written when the store is closed.

use std::cell::{Cell, RefCell};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_state::Lock;
use rusqlite::Connection;

use crate::error::StoreError;
use crate::index::{self, Content, Rest};
use crate::{latest, newest};

/// The index of a store that is open for writing. Dropped behind the connection, which may
/// change the files of the store once more when it is closed.
#[derive(Debug)]
pub(crate) struct Upkeep {
    store: PathBuf,
    patience: Duration,
    is_changed: Cell<bool>,
    /// What is to be written once the store is closed.
    closing: RefCell<Option<(Lock, Content)>>,
}

impl Upkeep {
    pub(crate) fn of(store: &Path, patience: Duration) -> Upkeep {
        let (is_changed, closing) = (Cell::new(false), RefCell::new(None));
        Upkeep { store: store.to_path_buf(), patience, is_changed, closing }
    }

    /// Removes the index. Until the lock is given back nobody writes another one.
    pub(crate) fn remove(&self) -> Result<Lock, StoreError> {
        let lock = index::lock(&self.store, self.patience).map_err(|err| failed(&err))?;
        index::remove(&self.store).map_err(|err| failed(&err))?;
        self.is_changed.set(true);
        Ok(lock)
    }

    /// The store.
    pub(crate) fn store(&self) -> &Path {
        &self.store
    }

    /// Whether there has to be another index.
    pub(crate) fn is_due(&self) -> bool {
        self.is_changed.get() || Rest::of(&self.store).is_none()
    }

    /// Takes down what is in the store, which is about to be closed.
    pub(crate) fn closing(&self, connection: &Connection) {
        // Without an index the store is asked: nothing is lost but time.
        let Ok(lock) = index::lock(&self.store, self.patience) else { return };
        if let Ok(content) = content(connection) {
            self.closing.replace(Some((lock, content)));
        }
    }
}

impl Drop for Upkeep {
    fn drop(&mut self) {
        if let Some((_lock, content)) = self.closing.take() {
            let _then_the_store_is_asked = index::write(&self.store, content);
        }
    }
}

fn content(connection: &Connection) -> rusqlite::Result<Content> {
    Ok(Content { entries: newest::entries(connection)?, lists: latest::lists(connection)? })
}

fn failed(err: &io::Error) -> StoreError {
    match err.kind() {
        ErrorKind::TimedOut => StoreError::Locked,
        _ => StoreError::Failed(format!("could not remove the index: {err}")),
    }
}
