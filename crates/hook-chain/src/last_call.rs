//! When a hook was called last: the age of a marker.

#[cfg(feature = "tools")]
use std::collections::BTreeMap;
use std::fs;
use std::time::SystemTime;

use hook_runtime::Ctx;
use hook_state::StateDir;

/// The folder of markers, one for each hook, as old as its last call.
pub(crate) const FIRED: &str = "fired";

/// When a hook was called last, and whether it may be paused.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mark {
    pub(crate) modified: Option<SystemTime>,
    pub(crate) is_set: bool,
}

impl Mark {
    /// That of a hook. Nobody pauses one in a sandbox.
    pub(crate) fn of(here: &Ctx, hook: &str) -> Self {
        let state = here.state().filter(|_| here.sandbox().is_none());
        let file = state.map(|state| StateDir::new(state.file(FIRED)).file(hook));
        let Some(Ok(metadata)) = file.map(fs::metadata) else { return Self::default() };
        Self { modified: metadata.modified().ok(), is_set: metadata.len() > 0 }
    }
}

#[cfg(not(feature = "config"))]
impl Mark {
    /// Nobody can pause a hook here.
    pub(crate) fn is_paused(self, _: &Ctx, _: &str) -> bool {
        false
    }
}

/// When a hook was asked last in a project, to the minute.
pub fn last_asked(state: &StateDir, hook: &str) -> Option<SystemTime> {
    let folder = StateDir::new(state.file(FIRED));
    let modified = fs::metadata(folder.file(hook)).and_then(|file| file.modified()).ok();
    // That of one that was paused before it was ever asked.
    modified.filter(|modified| *modified > SystemTime::UNIX_EPOCH)
}

/// When each hook was last called, by the markers in a state folder.
#[cfg(feature = "tools")]
pub fn last_calls(state: &StateDir) -> BTreeMap<String, SystemTime> {
    let names = fs::read_dir(state.file(FIRED)).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|hook| Some((hook.clone(), last_asked(state, &hook)?))).collect()
}
