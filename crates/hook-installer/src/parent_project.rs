//! The project around a folder into which hooks are installed.

use std::fs;
use std::path::Path;

use project_paths::{CONFIG_DIR, INTENTS_FILE, Search};

use crate::place::{Folders, Place, Scope};

/// Says which project's configuration will not hold any more: settings that name our programs make
/// a folder a project of its own, by the rule of `project-paths`. Nothing is said where the folder
/// is one already, and where nothing is configured around it.
pub(crate) fn note(place: &Place, folders: &Folders<'_>) -> Option<String> {
    if place.scope() == Scope::User {
        return None;
    }
    let dir = place.folder();
    let search = Search { declared: Some(dir), home: folders.home, ..Search::default() };
    let around = search.project()?;
    if is_same(around.resolved(), dir) {
        return None;
    }
    let configured = [CONFIG_DIR, INTENTS_FILE].map(|name| around.resolved().join(name));
    let file = configured.iter().find(|file| file.exists())?;
    let (dir, file) = (dir.display(), file.display());
    Some(format!(
        "note: with hooks installed in it, {dir} is a project of its own:\n      {file} no \
         longer applies there"
    ))
}

fn is_same(resolved: &Path, dir: &Path) -> bool {
    fs::canonicalize(dir).is_ok_and(|dir| dir == resolved)
}
