//! The files of other hosts that start hooks of ours, for whoever looks after them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use claude_settings::{ENGINE, HostAim, HostArrangement, HostEntry};
use hook_protocol::Host;

use super::fit::fit;
use super::place::HostPlace;
use crate::error::InstallError;
use crate::files;
use crate::offer::Offer;
use crate::place::{Folders, Scope};
use crate::plan::Plan;
use crate::program::file_name;
use crate::report::{Report, Stopped};
use crate::step::Step;

/// A file of another host in which hooks of ours stand, or which cannot be read.
#[derive(Debug, Clone)]
pub struct HostFile {
    /// The host.
    pub host: Host,
    /// Whose file it is.
    pub scope: Scope,
    /// Where it is.
    pub file: PathBuf,
    /// The entries of ours, or why they cannot be told.
    pub entries: Result<Vec<HostEntry>, String>,
    /// The project; `None` where it is a person's own file.
    project: Option<PathBuf>,
}

/// All of them. A file that names nothing of ours is left out, whatever is in it.
pub fn host_files(project: Option<&Path>, folders: &Folders<'_>) -> Vec<HostFile> {
    HostPlace::all(project, folders).into_iter().filter_map(|place| of(&place)).collect()
}

fn of(place: &HostPlace) -> Option<HostFile> {
    let entries = match files::read(&place.file) {
        Ok(None) => return None,
        Ok(Some(text)) if !names_us(&text, place) => return None,
        Ok(Some(text)) => {
            arrangement(place).and_then(|it| it.entries(&text).map_err(|err| err.to_string()))
        }
        Err(err) => Err(err.to_string()),
    };
    let is_none = entries.as_ref().is_ok_and(Vec::is_empty);
    let HostPlace { host, scope, file, project, .. } = place.clone();
    (!is_none).then_some(HostFile { host, scope, file, entries, project })
}

impl HostFile {
    /// The hooks that it starts.
    pub fn hooks(&self) -> BTreeSet<&str> {
        self.read().iter().flat_map(|entry| &entry.hooks).map(String::as_str).collect()
    }

    /// The entries, none where it cannot be read.
    pub fn read(&self) -> &[HostEntry] {
        self.entries.as_deref().unwrap_or_default()
    }

    /// The program of an entry, where that can be told.
    pub fn program(&self, entry: &HostEntry) -> Option<PathBuf> {
        let variable = self.host.description().setup?.project_variable;
        let path = match (variable, self.project.as_deref()) {
            (Some(variable), Some(project)) => {
                entry.program.replace(&format!("${{{variable}}}"), &project.to_string_lossy())
            }
            _ => entry.program.clone(),
        };
        let path = self.project.as_deref().unwrap_or(Path::new("")).join(path);
        (path.is_absolute() && !path.to_string_lossy().contains('$')).then_some(path)
    }

    /// The programs that it starts, each once.
    pub fn programs(&self) -> BTreeSet<PathBuf> {
        self.read().iter().filter_map(|entry| self.program(entry)).collect()
    }

    /// The events on which one of its hooks would be asked after an installation, and is not.
    ///
    /// # Errors
    /// When an offer is no template.
    pub fn lacks(&self, offer: &Offer) -> Result<Vec<String>, InstallError> {
        let is_asked = |event: &str| {
            let mut its = self.read().iter().filter(|entry| entry.event == event);
            its.any(|entry| entry.hooks.contains(&offer.hook))
        };
        let wanted = fit(offer, self.host.description())?.hook.events.into_iter();
        Ok(wanted.map(|(event, _)| event).filter(|event| !is_asked(event)).collect())
    }
}

/// Puts the program of this name out of the folder `programs` at `to`, in the place of an older one.
///
/// # Errors
/// When it could not be put.
pub fn renew(programs: &Path, name: &str, to: &Path) -> Result<Report, Stopped> {
    let (from, engine) = (programs.join(name), programs.join(file_name(ENGINE)));
    let (name, to) = (name.to_owned(), to.to_owned());
    Plan::new(vec![Step::Put { name, from, stand_in: Some(engine), to }], Vec::new()).carry_out()
}

/// Whether a text, readable or not, has what stands in each entry of ours.
pub(crate) fn names_us(text: &str, place: &HostPlace) -> bool {
    text.contains(&format!("run --host {} ", place.setup.key))
}

/// The hooks that the file of a place starts.
pub(crate) fn hooks_in(place: &HostPlace, text: &str) -> Result<Vec<String>, String> {
    arrangement(place)?.hooks_in(text).map_err(|err| err.to_string())
}

fn arrangement(place: &HostPlace) -> Result<HostArrangement, String> {
    let command = place.command().map_err(|err| err.to_string())?;
    let (layout, aim) = (place.layout(), HostAim::Leave(Vec::new()));
    Ok(HostArrangement { layout, command, known: Vec::new(), aim })
}
