//! The files of a project's sessions.

use std::io;
use std::time::SystemTime;

use hook_state::{Format, SessionFiles, StateDir};

use crate::decide::session::Session;

/// The folder of the sessions' files in a project's state.
const FOLDER: &str = "prompts";

/// The format of the files.
const FORMAT: Format = Format { key: "v", version: 1 };

/// The files of the sessions of a project, in its state.
#[derive(Debug)]
pub(crate) struct Sessions {
    files: SessionFiles<Session>,
}

impl Sessions {
    /// Those in a project's state folder, which is not touched.
    pub(crate) fn of(state: &StateDir) -> Self {
        Self { files: SessionFiles::new(state.file(FOLDER), FORMAT) }
    }

    /// A session, if it is known. Fails if its file cannot be read, as
    /// `InvalidData` if it is malformed.
    pub(crate) fn read(&self, id: &str) -> io::Result<Option<Session>> {
        self.files.read(id)
    }

    /// Replaces the file of a session, for who holds the lock of the journal.
    pub(crate) fn write(&self, session: &Session) -> io::Result<()> {
        self.files.write(&session.id, session)
    }

    /// Removes the file of a session, unless another process was first.
    pub(crate) fn remove(&self, session: &Session) -> io::Result<()> {
        self.files.remove(&session.id)
    }

    /// Removes what hooks left that were killed while they wrote a file.
    pub(crate) fn sweep_leftovers(&self, now: SystemTime) {
        // What stays is removed when the next session begins.
        let _later = hook_state::sweep_leftovers(self.files.folder().path(), now);
    }

    /// All sessions that can be read, those first that changed last. What cannot
    /// be read is left out.
    ///
    /// Fails if the folder is there and cannot be read.
    pub(crate) fn all(&self) -> io::Result<Vec<Session>> {
        Ok(newest_first(self.files.all()?))
    }

    /// As many of them as can be looked at in time, others at another time.
    pub(crate) fn part(&self, at: SystemTime) -> io::Result<Vec<Session>> {
        Ok(newest_first(self.files.part(at)?))
    }
}

fn newest_first(mut sessions: Vec<Session>) -> Vec<Session> {
    sessions.sort_by(|a, b| b.since.cmp(&a.since).then_with(|| a.id.cmp(&b.id)));
    sessions
}
