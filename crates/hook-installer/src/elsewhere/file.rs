//! The files of other hosts that start hooks of ours, for whoever looks after them.

use std::path::{Path, PathBuf};

use claude_settings::{HostAim, HostArrangement};
use hook_protocol::Host;

use super::place::HostPlace;
use crate::files;
use crate::place::{Folders, Scope};

/// A file of another host in which hooks of ours stand, or which cannot be read.
#[derive(Debug, Clone)]
pub struct HostFile {
    /// The host.
    pub host: Host,
    /// Whose file it is.
    pub scope: Scope,
    /// Where it is.
    pub file: PathBuf,
    /// The hooks of ours that it starts, or why that cannot be told.
    pub hooks: Result<Vec<String>, String>,
    /// The program that it starts.
    pub program: PathBuf,
}

/// All of them. A file that names nothing of ours is left out, whatever is in it.
pub fn host_files(project: Option<&Path>, folders: &Folders<'_>) -> Vec<HostFile> {
    HostPlace::all(project, folders).into_iter().filter_map(|place| of(&place)).collect()
}

fn of(place: &HostPlace) -> Option<HostFile> {
    let hooks = match files::read(&place.file) {
        Ok(None) => return None,
        Ok(Some(text)) if !names_us(&text, place) => return None,
        Ok(Some(text)) => hooks_in(place, &text),
        Err(err) => Err(err.to_string()),
    };
    let is_none = hooks.as_ref().is_ok_and(Vec::is_empty);
    let HostPlace { host, scope, file, .. } = place.clone();
    (!is_none).then(|| HostFile { host, scope, file, hooks, program: place.engine() })
}

/// Whether a text, readable or not, has what stands in each entry of ours.
pub(crate) fn names_us(text: &str, place: &HostPlace) -> bool {
    text.contains(&format!("run --host {} ", place.setup.key))
}

/// The hooks that the file of a place starts.
pub(crate) fn hooks_in(place: &HostPlace, text: &str) -> Result<Vec<String>, String> {
    let command = place.command().map_err(|err| err.to_string())?;
    let (layout, aim) = (place.layout(), HostAim::Leave(Vec::new()));
    let arrangement = HostArrangement { layout, command, known: Vec::new(), aim };
    arrangement.hooks_in(text).map_err(|err| err.to_string())
}
