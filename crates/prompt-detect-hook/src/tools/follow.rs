//! Following what hooks write, woken by the system's file notification.
//!
//! A watch begins before the first look: what happens between the two wakes the
//! follower, and what happened before is seen by the look.

mod lines;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use anyhow::{Context, Result};
use hook_state::StateDir;
use notify::event::{EventKind, ModifyKind, RemoveKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

pub(crate) use lines::Lines;

/// A folder that is watched.
#[derive(Debug)]
pub(crate) struct Watch {
    folder: StateDir,
    watcher: RecommendedWatcher,
    changes: Receiver<notify::Result<Event>>,
}

/// Why a wait is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// Something in the folder changed.
    Changed,
    /// The time was over first.
    TimedOut,
}

impl Watch {
    /// Begins to watch `folder`, which is created if it is missing: what is not
    /// there cannot be watched.
    ///
    /// # Errors
    /// If it cannot be created, or the system watches no more folders.
    pub(crate) fn begin(folder: &StateDir) -> Result<Self> {
        let (sender, changes) = channel();
        let hand_on = move |change: notify::Result<Event>| {
            // Who follows reads, and must not be woken by that.
            if !change.as_ref().is_ok_and(|change| change.kind.is_access()) {
                let _ended = sender.send(change);
            }
        };
        let watcher = notify::recommended_watcher(hand_on).context("could not watch files")?;
        let mut watch = Self { folder: folder.clone(), watcher, changes };
        watch.attach()?;
        Ok(watch)
    }

    /// Waits for a change, at most until `deadline`. Changes that are known already
    /// count as one.
    ///
    /// # Errors
    /// If the folder can be watched no more.
    pub(crate) fn wait(&mut self, deadline: Option<Instant>) -> Result<Woken> {
        let first = match deadline {
            None => self.changes.recv().context("the watch has ended")?,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.changes.recv_timeout(left) {
                    Ok(change) => change,
                    Err(RecvTimeoutError::Timeout) => return Ok(Woken::TimedOut),
                    Err(err) => return Err(err).context("the watch has ended"),
                }
            }
        };
        let path = self.folder.path().to_owned();
        let mut is_gone = is_removal(first, &path)?;
        while let Ok(change) = self.changes.try_recv() {
            is_gone |= is_removal(change, &path)?;
        }
        if is_gone {
            self.attach()?;
        }
        Ok(Woken::Changed)
    }

    fn attach(&mut self) -> Result<()> {
        let path = self.folder.path();
        self.folder.create().with_context(|| format!("could not create {}", path.display()))?;
        let watched = self.watcher.watch(path, RecursiveMode::NonRecursive);
        watched.with_context(|| format!("could not watch {}", path.display()))
    }
}

/// What `look` finds; `None` if it has found nothing by `deadline`. It looks at once,
/// again whenever something changes in `folder`, and at the moment that it names
/// itself, for what no file tells.
///
/// # Errors
/// As `look` fails, and if the folder cannot be watched.
pub(crate) fn until(
    folder: &StateDir,
    deadline: Option<Instant>,
    mut look: impl FnMut() -> Result<ControlFlow<String, Option<Instant>>>,
) -> Result<Option<String>> {
    // Nothing is watched, and no folder made, where there is nothing to wait for; and
    // with the watch it looks once more, lest it sleeps through a change.
    let mut watch: Option<Watch> = None;
    loop {
        let next = match look()? {
            ControlFlow::Break(found) => return Ok(Some(found)),
            ControlFlow::Continue(next) => next,
        };
        match &mut watch {
            None => watch = Some(Watch::begin(folder)?),
            Some(watch) => {
                let woken = watch.wait(next.into_iter().chain(deadline).min())?;
                let is_over = deadline.is_some_and(|deadline| deadline <= Instant::now());
                if woken == Woken::TimedOut && is_over {
                    return Ok(None);
                }
            }
        }
    }
}

/// Whether the watched folder itself is gone, and the watch with it.
fn is_removal(change: notify::Result<Event>, folder: &Path) -> Result<bool> {
    let change = change.context("could not watch files")?;
    let is_gone = matches!(
        change.kind,
        EventKind::Remove(RemoveKind::Folder) | EventKind::Modify(ModifyKind::Name(_))
    );
    Ok(is_gone && change.paths.iter().any(|path| path == folder))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    fn within(seconds: f32) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_secs_f32(seconds))
    }

    /// What a follower does must not wake it: it would do it again, for ever.
    #[test]
    fn reading_wakes_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().join("state"));
        state.write("file", b"text").unwrap();
        let mut watch = Watch::begin(&state).unwrap();
        fs::read(state.file("file")).unwrap();
        assert_eq!(fs::read_dir(state.path()).unwrap().count(), 1);
        assert_eq!(watch.wait(within(0.2)).unwrap(), Woken::TimedOut);
    }

    /// What is written after a look and before the watch is seen by the next look.
    #[test]
    fn no_change_is_slept_through() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().join("state"));
        let mut looks = 0;
        let look = || {
            looks += 1;
            let found = fs::read_to_string(state.file("file"));
            state.write("file", b"text")?;
            Ok(found.map_or(ControlFlow::Continue(None), ControlFlow::Break))
        };
        assert_eq!(until(&state, within(0.2), look).unwrap().as_deref(), Some("text"));
        assert_eq!(looks, 2);
    }

    #[test]
    fn a_look_may_say_when_to_look_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut looks = 0;
        let look = || {
            looks += 1;
            Ok(match looks {
                1..4 => ControlFlow::Continue(within(0.01)),
                _ => ControlFlow::Break("text".to_owned()),
            })
        };
        let state = StateDir::new(folder.path().join("state"));
        assert_eq!(until(&state, None, look).unwrap().as_deref(), Some("text"));
    }

    #[test]
    fn writing_wakes() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().join("state"));
        let mut watch = Watch::begin(&state).unwrap();
        state.write("file", b"text").unwrap();
        assert_eq!(watch.wait(within(20.0)).unwrap(), Woken::Changed);
    }
}
