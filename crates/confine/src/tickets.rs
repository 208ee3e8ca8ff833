//! Tickets, by which a hook assigns a plan to one command.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_state::{Links, StateDir, read_regular};

use crate::line::letters;
use crate::plan;

/// A ticket is for a command that is about to run, perhaps after a person was asked.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

const MAX_NAME: u64 = 4096;

/// The tickets of a session.
///
/// A shell does not know which agent it runs for: the main agent, its subagents and a person's `!` have the same
/// environment. So a hook that sees the call leaves a ticket for the text of the command. While any subagent of
/// a session has a plan of its own, each call of each agent leaves one: what is left over of a call that did not
/// run is then replaced by the next one with the same text.
#[derive(Debug)]
pub struct Tickets(StateDir);

impl Tickets {
    /// Those of `session` below `state`, the folder of a person's state, which is not touched.
    pub fn new(state: &Path, session: &str) -> Tickets {
        let all = StateDir::new(Tickets::folder_of_all(state));
        Tickets(StateDir::new(all.file(session)))
    }

    /// The folder with a folder for each session.
    pub(crate) fn folder_of_all(state: &Path) -> PathBuf {
        plan::folder(state).join("tickets")
    }

    /// Says that the next run of `command`, as the client's event has it, is under the plan `name` ([`Plans::name`](crate::Plans::name)).
    pub fn leave(&self, command: &str, name: &str) -> io::Result<()> {
        self.0.write(&file_name(command), name.as_bytes())
    }

    /// The plan that was named for `command`. It is named no longer.
    pub fn take(&self, command: &str, now: SystemTime) -> Option<String> {
        let ticket = self.0.file(&file_name(command));
        let written = fs::metadata(&ticket).ok()?.modified().ok()?;
        let name = read_regular(&ticket, Links::Refused, MAX_NAME).ok()?;
        fs::remove_file(&ticket).ok()?;
        let age = now.duration_since(written).unwrap_or_default();
        (age < MAX_AGE).then(|| String::from_utf8(name).ok())?
    }

    /// Removes all of them.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_dir_all(self.0.path()) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        }
    }

    /// The folder of the tickets.
    pub fn folder(&self) -> PathBuf {
        self.0.path().to_path_buf()
    }
}

/// The hook and the shell are of one release, or a ticket is not found: then the session's plan holds.
fn file_name(command: &str) -> String {
    let mut hasher = DefaultHasher::new();
    letters(command).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
