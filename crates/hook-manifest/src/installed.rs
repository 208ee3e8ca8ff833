//! The record of an installed hook: a file beside our programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use hook_state::{Links, read_regular};
use serde::{Deserialize, Serialize};

use crate::manifest::{Grant, Manifest, is_name};

/// The end of the name of a record, after the hook's.
pub const RECORD_END: &str = ".hook.json";

/// The version of the format.
const VERSION: u32 = 1;

/// A larger file is not a record.
const MAX_BYTES: u64 = 128 << 10;

/// A hook as it was installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    version: u32,
    /// The folder that its manifest was in.
    pub folder: PathBuf,
    /// What the person allowed it.
    pub granted: BTreeSet<Grant>,
    /// Its manifest at that time.
    pub manifest: Manifest,
}

impl Installed {
    /// A hook whose manifest is in `folder`.
    ///
    /// # Errors
    /// If the path of the folder is not Unicode, because JSON cannot contain it.
    pub fn new(manifest: Manifest, folder: PathBuf, granted: BTreeSet<Grant>) -> Result<Self> {
        ensure!(folder.to_str().is_some(), "{} is not valid Unicode", folder.display());
        Ok(Self { version: VERSION, folder, granted, manifest })
    }

    /// The record of a hook in a folder of programs.
    pub fn file(programs: &Path, name: &str) -> PathBuf {
        programs.join(format!("{name}{RECORD_END}"))
    }

    /// The hook of this name in a folder of programs, if it has one.
    ///
    /// # Errors
    /// If its record cannot be read, or is invalid.
    pub fn read(programs: &Path, name: &str) -> Result<Option<Self>> {
        if !is_name(name) {
            return Ok(None);
        }
        let file = Self::file(programs, name);
        let bytes = match read_regular(&file, Links::Followed, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(None),
            Err(err) => bail!("could not read {}: {err}", file.display()),
        };
        let record: Self =
            serde_json::from_slice(&bytes).with_context(|| file.display().to_string())?;
        let Self { version, manifest, .. } = &record;
        ensure!(*version == VERSION, "{}: version {version} is unknown", file.display());
        ensure!(manifest.name == name, "{} is about {}", file.display(), manifest.name);
        Ok(Some(record))
    }

    /// All hooks in a folder of programs, by name.
    pub fn all(programs: &Path) -> Vec<Result<Self>> {
        let entries = fs::read_dir(programs).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| {
            Some(entry.file_name().to_str()?.strip_suffix(RECORD_END)?.to_owned())
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort();
        names.iter().filter_map(|name| Self::read(programs, name).transpose()).collect()
    }

    /// The text of the record.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Its entries in settings, as a template of the installer.
    pub fn template(&self) -> String {
        let name = &self.manifest.name;
        self.manifest.entries(&format!("${{CLAUDE_PROJECT_DIR}}/.claude/hooks/bin/{name}"), &[])
    }

    /// The program.
    pub fn program(&self) -> PathBuf {
        self.manifest.program_in(&self.folder)
    }

    /// Whether the person allowed this.
    pub(crate) fn may(&self, grant: Grant) -> bool {
        self.granted.contains(&grant) && self.manifest.may.contains(&grant)
    }
}
