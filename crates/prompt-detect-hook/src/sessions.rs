//! The files of a project's sessions.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use hook_state::StateDir;

use crate::machine;
use crate::session::{FOLDER, Session, VERSION};
use crate::timestamp::Timestamp;

/// The files of the sessions of a project, in its state.
#[derive(Debug)]
pub(crate) struct Sessions {
    folder: StateDir,
}

impl Sessions {
    /// Those in a project's state folder, which is not touched.
    pub(crate) fn of(state: &StateDir) -> Self {
        Self { folder: StateDir::new(state.file(FOLDER)) }
    }

    /// The folder itself, for who waits for a change.
    pub(crate) fn folder(&self) -> &StateDir {
        &self.folder
    }

    /// A session, if it is known. Fails if its file cannot be read, as
    /// `InvalidData` if it is malformed.
    pub(crate) fn read(&self, id: &str) -> io::Result<Option<Session>> {
        self.read_file(&file_name(id))
    }

    /// Replaces the file of a session.
    pub(crate) fn write(&self, session: &Session) -> io::Result<()> {
        self.folder.write(&file_name(&session.id), &serde_json::to_vec(session)?)
    }

    /// Removes the file of a session, unless another process was first.
    pub(crate) fn remove(&self, session: &Session) -> io::Result<()> {
        match fs::remove_file(self.folder.file(&file_name(&session.id))) {
            Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        }
    }

    /// All sessions that can be read, those first that changed last. What cannot
    /// be read is left out.
    ///
    /// Fails if the folder is there and cannot be read.
    pub(crate) fn all(&self) -> io::Result<Vec<Session>> {
        let entries = match fs::read_dir(self.folder.path()) {
            Ok(entries) => entries,
            // A file among the projects is no project, and has no sessions.
            Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(Vec::new());
            }
            Err(err) => return Err(err),
        };
        let mut sessions = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_session = Path::new(name).extension().is_some_and(|ending| ending == "json");
            if is_session && !name.starts_with('.') {
                sessions.extend(self.read_file(name).ok().flatten());
            }
        }
        sessions.sort_by(|a, b| b.since.cmp(&a.since).then_with(|| a.id.cmp(&b.id)));
        Ok(sessions)
    }

    fn read_file(&self, name: &str) -> io::Result<Option<Session>> {
        let session: Option<Session> = self.folder.read_json(name)?;
        match session {
            Some(session) if session.v > VERSION => {
                let message = format!("a later version has written the session {}", session.id);
                Err(io::Error::new(ErrorKind::Unsupported, message))
            }
            session => Ok(session),
        }
    }
}

/// Sessions as they are now: what has been open for longer than `longest` is
/// closed, since the moment when it was, though no event says so.
pub(crate) fn as_of(now: Timestamp, longest: Duration, sessions: Vec<Session>) -> Vec<Session> {
    let as_of_now = |session: Session| {
        let Some(mut step) = machine::expired(&session, now, longest) else {
            return session;
        };
        let last = session.prompts.iter().map(|prompt| prompt.opened_at).max();
        if let Some(last) = last.filter(|_| step.session.since == now) {
            step.session.since = last.after(longest);
        }
        step.session
    };
    sessions.into_iter().map(as_of_now).collect()
}

/// The name of the file of a session.
pub(crate) fn file_name(id: &str) -> String {
    format!("{id}.json")
}
