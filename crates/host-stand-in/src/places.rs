//! Throw-away folders in which a hook runs as it would on a person's machine. Nothing
//! outside of them is written.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use process_start::{Cleanup, remove_on_interrupt};
use serde_json::Value;
use tempfile::TempDir;

use crate::placeholders::Placeholders;

/// The folders that a hook is told of.
pub const NAMES: [&str; 4] = ["project", "home", "config", "state"];

/// For files of the caller's, beside them.
const ASIDE: &str = "aside";

/// A project, a home, a folder of configuration and one of state, below a folder whose
/// path is as awkward as a user's may be. Removed when dropped.
#[derive(Debug)]
pub struct Places {
    root: TempDir,
    interrupted: Cleanup,
}

impl Places {
    /// Makes the folders, all of them empty.
    ///
    /// # Errors
    ///
    /// Fails when one cannot be made.
    pub fn new() -> anyhow::Result<Self> {
        let root = tempfile::Builder::new().prefix("stand-in é ").tempdir();
        let root = root.context("could not make a temporary folder")?;
        let interrupted = remove_on_interrupt(root.path());
        let places = Self { root, interrupted };
        for name in NAMES.into_iter().chain([ASIDE]) {
            fs::create_dir(places.dir(name)).with_context(|| format!("could not make {name}"))?;
        }
        Ok(places)
    }

    /// The folder that holds the others.
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// One of [`NAMES`].
    pub fn dir(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The root of the project, in which a hook is started.
    pub fn project(&self) -> PathBuf {
        self.dir("project")
    }

    /// The person's home folder.
    pub fn home(&self) -> PathBuf {
        self.dir("home")
    }

    /// The state folder of all projects.
    pub fn state(&self) -> PathBuf {
        self.dir("state")
    }

    /// A folder for files of the caller's, which no hook is told of.
    pub fn aside(&self) -> PathBuf {
        self.dir(ASIDE)
    }

    /// Names what stands beside the folders, where no hook has any business.
    ///
    /// # Errors
    ///
    /// Fails when the folder that holds them cannot be read.
    pub fn strays(&self) -> anyhow::Result<Vec<String>> {
        let unreadable = "could not read the temporary folder";
        let mut strays = Vec::new();
        for entry in fs::read_dir(self.root()).context(unreadable)? {
            let name = entry.context(unreadable)?.file_name().to_string_lossy().into_owned();
            if name != ASIDE && !NAMES.contains(&name.as_str()) {
                strays.push(name);
            }
        }
        strays.sort();
        Ok(strays)
    }

    /// The payload as the host writes it: one line of compact JSON, with these folders
    /// in place of `[PROJECT]`, `[HOME]`, `[CONFIG]` and `[STATE]`.
    pub fn wire(&self, payload: &Value) -> Vec<u8> {
        format!("{}\n", self.placeholders().fill_json(&payload.to_string())).into_bytes()
    }

    /// The words for these folders: `[PROJECT]` and so on.
    pub fn placeholders(&self) -> Placeholders {
        let mut placeholders = Placeholders::default();
        for name in NAMES {
            let placeholder = format!("[{}]", name.to_ascii_uppercase());
            placeholders.add_dir(&placeholder, &self.dir(name));
        }
        placeholders
    }

    /// Keeps the folders and returns where they are.
    pub fn keep(self) -> PathBuf {
        drop(self.interrupted);
        self.root.keep()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_stays_behind_and_strays_are_seen() {
        let places = Places::new().unwrap();
        let root = places.root().to_owned();
        assert!(NAMES.iter().all(|name| places.dir(name).is_dir()) && places.aside().is_dir());
        fs::create_dir(places.aside().join("ours")).unwrap();
        fs::create_dir(places.home().join("theirs")).unwrap();
        assert_eq!(places.strays().unwrap(), [""; 0]);
        fs::create_dir(root.join("b")).unwrap();
        fs::create_dir(root.join("a")).unwrap();
        assert_eq!(places.strays().unwrap(), ["a", "b"]);
        drop(places);
        assert!(!root.exists());
    }

    #[test]
    fn a_payload_is_one_line_with_the_folders_in_place() {
        let places = Places::new().unwrap();
        let payload = json!({"cwd": "[PROJECT]", "n": 1, "list": ["[PROJECT]/a\n", "[HOME]"]});
        let line = String::from_utf8(places.wire(&payload)).unwrap();
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line}");
        let [project, home] =
            [places.project(), places.home()].map(|dir| dir.display().to_string());
        let expected = json!({"cwd": project, "n": 1, "list": [format!("{project}/a\n"), home]});
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), expected);
    }

    #[test]
    fn folders_may_be_kept() {
        let root = Places::new().unwrap().keep();
        assert!(root.join("project").is_dir());
        fs::remove_dir_all(root).unwrap();
    }
}
