//! Which session a client's process is of, where the client does not tell its shells.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use hook_state::{Links, StateDir, read_regular, sweep_folder};

use crate::plan;

const MAX_ID: u64 = 1024;

/// More processes than lie between a client and its shell or its hook.
const MAX_ABOVE: usize = 8;

/// Names of processes that stand between a client and its hook.
const BETWEEN: [&str; 6] = ["sh", "bash", "dash", "zsh", "fish", "tacklebox"];

/// The clients that were seen, by their process.
///
/// A file `<pid>-<start>` for each has the session's id, `start` being the time of the process's start as the
/// kernel counts it: a number that is used again does not lead to another's session. Only Linux tells.
#[derive(Debug)]
pub struct Clients(StateDir);

struct Process {
    id: u32,
    parent: u32,
    name: String,
    began: u64,
}

impl Clients {
    /// Those below `state`, the folder of a person's state, which is not touched.
    pub fn new(state: &Path) -> Clients {
        Clients(StateDir::new(plan::folder(state).join("clients")))
    }

    /// Notes the client that started this process, a hook, for a session: the nearest process above that is no
    /// shell. A client that goes over to another session is noted again.
    pub fn note(&self, session: &str) -> io::Result<()> {
        match above().find(|process| !BETWEEN.contains(&process.name.as_str())) {
            Some(client) => self.0.write(&file_name(&client), session.as_bytes()),
            None => Ok(()),
        }
    }

    /// Forgets clients that run no longer and were noted before `before`. The sessions of those that run are returned.
    pub(crate) fn sweep(&self, before: SystemTime) -> io::Result<BTreeSet<String>> {
        let is_running = |name: &str| {
            let found = name.split_once('-').and_then(|(id, _)| process(id));
            found.is_some_and(|process| file_name(&process) == name)
        };
        sweep_folder(self.0.path(), before, is_running)?;
        let names = fs::read_dir(self.0.path()).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        Ok(names.filter(|name| is_running(name)).filter_map(|name| self.noted(&name)).collect())
    }

    /// The session of the nearest client above this process.
    pub fn session(&self) -> Option<String> {
        above().find_map(|process| self.noted(&file_name(&process)))
    }

    /// The session that a note is about.
    fn noted(&self, name: &str) -> Option<String> {
        let note = read_regular(&self.0.file(name), Links::Refused, MAX_ID).ok()?;
        String::from_utf8(note).ok()
    }
}

fn file_name(process: &Process) -> String {
    format!("{}-{}", process.id, process.began)
}

/// The processes above this one, the nearest first.
fn above() -> impl Iterator<Item = Process> {
    let own = process("self").map(|own| own.parent);
    let parent = own.and_then(|parent| process(&parent.to_string()));
    let next = |child: &Process| process(&child.parent.to_string());
    std::iter::successors(parent, next).take_while(|process| process.id > 1).take(MAX_ABOVE)
}

/// A process, from `/proc/<pid>/stat` (proc(5)): its name stands in parentheses and may hold anything.
fn process(id: &str) -> Option<Process> {
    let text = fs::read_to_string(Path::new("/proc").join(id).join("stat")).ok()?;
    let (before, after) = text.rsplit_once(')')?;
    let (number, name) = before.split_once(" (")?;
    let mut fields = after.split_ascii_whitespace();
    let parent = fields.nth(1)?.parse().ok()?;
    let began = fields.nth(17)?.parse().ok()?;
    Some(Process { id: number.parse().ok()?, parent, name: name.to_owned(), began })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_found_by_who_it_started() {
        let state = tempfile::tempdir().unwrap();
        let clients = Clients::new(state.path());
        assert_eq!(clients.session(), None);
        clients.note("a-session").unwrap();
        assert_eq!(clients.session().as_deref(), Some("a-session"));
    }
}
