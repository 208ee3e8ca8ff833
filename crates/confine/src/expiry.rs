//! Removes what sessions left that ended without a word: a client that is killed sends no `SessionEnd`.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use hook_state::sweep_folder;

use crate::clients::Clients;
use crate::plan::{self, Plans};
use crate::tickets::Tickets;

/// For how long a session that ended without a word is remembered, as in the state of hooks.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Removes plans, tickets and notes of clients below `state` that were written more than thirty days before `now`, but for
/// the plans of a session whose client still runs. Where nobody can tell that it does, as in another PID namespace,
/// the session's guards write its plan again before its next command.
///
/// # Errors
/// A folder is there and cannot be read.
pub fn sweep(state: &Path, now: SystemTime) -> io::Result<()> {
    let Some(before) = now.checked_sub(MAX_AGE) else { return Ok(()) };
    let running = Clients::new(state).sweep(before)?;
    let (folder, plans) = (plan::folder(state), Plans::new(state));
    let is_old = |path: &Path| {
        fs::symlink_metadata(path).and_then(|it| it.modified()).is_ok_and(|it| it < before)
    };
    let is_of_running = |name: &str| {
        let plan = name.strip_suffix(".json").and_then(|name| plans.read(name).ok()?);
        plan.is_some_and(|plan| running.contains(&plan.session))
    };
    sweep_folder(&folder, before, |name| !is_old(&folder.join(name)) || is_of_running(name))?;
    for entry in fs::read_dir(Tickets::folder_of_all(state)).into_iter().flatten().flatten() {
        let is_of_old_session = is_old(&entry.path());
        sweep_folder(&entry.path(), before, |_| false)?;
        if is_of_old_session {
            let _stays_with_a_newer_ticket = fs::remove_dir(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::plan::{GOVERNANCE, Plan};

    #[test]
    fn what_killed_sessions_left_goes_after_thirty_days() {
        let state = tempfile::tempdir().unwrap();
        let state = state.path();
        let plans = Plans::new(state);
        let names = |session: &str| {
            [
                session.to_owned(),
                Plans::name(session, Some("a")),
                Plans::beside(session, GOVERNANCE),
            ]
        };
        for session in ["killed", "running", "recent"] {
            for name in names(session) {
                let plan = Plan { session: session.to_owned(), ..Plan::default() };
                plans.write(&name, &plan).unwrap();
            }
            Tickets::new(state, session).leave("make", session).unwrap();
        }
        Clients::new(state).note("running").unwrap();
        let folder = plan::folder(state);
        let gone = folder.join("clients/0-0");
        fs::copy(only_file_in(&folder.join("clients")), &gone).unwrap();
        let now = fs::metadata(&gone).unwrap().modified().unwrap();
        let make_old = |path: &Path| {
            let file = File::open(path).unwrap();
            file.set_modified(now - MAX_AGE - Duration::from_secs(1)).unwrap();
        };
        for session in ["killed", "running"] {
            let files = hook_state::StateDir::new(folder.clone());
            for name in names(session) {
                make_old(&files.file(&format!("{name}.json")));
            }
            let tickets = Tickets::new(state, session).folder();
            make_old(&only_file_in(&tickets));
            make_old(&tickets);
        }
        make_old(&gone);
        sweep(state, now).unwrap();
        let is_there = |name: &String| plans.read(name).unwrap().is_some();
        for (session, expected) in [("killed", false), ("recent", true)] {
            assert!(names(session).iter().all(|name| is_there(name) == expected), "{session}");
            assert_eq!(Tickets::new(state, session).folder().exists(), expected, "{session}");
        }
        // Only Linux tells which client runs.
        assert_eq!(names("running").iter().all(is_there), cfg!(target_os = "linux"));
        assert!(!gone.exists());
    }

    fn only_file_in(folder: &Path) -> std::path::PathBuf {
        fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()
    }
}
