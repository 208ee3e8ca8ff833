//! The throw-away folders in which a hook is run: a project, a home and a place for temporary
//! files, all new for each run.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use hook_state::{Links, read_regular};
use process_start::{Cleanup, remove_on_interrupt};
use tempfile::TempDir;

/// How the project's path reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folder {
    Plain,
    /// With blanks, quotes, other letters and a line break.
    Awkward,
}

/// What a copy of a project holds at most: more is left out.
const MAX_FILES: usize = 4_000;
const MAX_BYTES: u64 = 64 << 20;

/// What is not copied: it is large, and hooks do not live there.
const LEFT_OUT: [&str; 3] = [".git", "target", "node_modules"];

/// Of a written file so much is looked through.
const MAX_READ: u64 = 4 << 20;

/// The folders of one run. Removed when dropped.
pub(crate) struct Stage {
    root: TempDir,
    _interrupted: Cleanup,
    pub(crate) project: PathBuf,
    pub(crate) home: PathBuf,
    before: Files,
}

/// Files with their size and time.
type Files = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

impl Stage {
    /// Makes them; where there is a project of the person's, with a copy of it.
    pub(crate) fn new(folder: Folder, original: Option<&Path>) -> Result<Self> {
        let root = tempfile::Builder::new().prefix("hooklint-").tempdir();
        let root = root.context("could not make a temporary folder")?;
        let project = root.path().join(match folder {
            Folder::Plain => "project",
            Folder::Awkward => "it's a \"project\" \u{e9}\u{4e2d} $HOME\nhere",
        });
        let home = root.path().join("home");
        let interrupted = remove_on_interrupt(root.path());
        let mut stage =
            Self { root, _interrupted: interrupted, project, home, before: Files::new() };
        stage.fill(original).context("could not fill a temporary folder")?;
        stage.before = stage.files();
        Ok(stage)
    }

    fn fill(&self, original: Option<&Path>) -> Result<()> {
        for folder in [&self.home, &self.project.join("src"), &self.tmp()] {
            fs::create_dir_all(folder)?;
        }
        for folder in ["objects", "refs/heads"] {
            fs::create_dir_all(self.project.join(".git").join(folder))?;
        }
        for (file, text) in [
            (self.project.join(".git/HEAD"), "ref: refs/heads/main\n"),
            (self.project.join("src/app.py"), "print('app')\n"),
        ] {
            fs::File::create_new(file)?.write_all(text.as_bytes())?;
        }
        if let Some(original) = original {
            copy(original, &self.project, &mut (MAX_FILES, MAX_BYTES))?;
        }
        Ok(())
    }

    /// What the paths of all of its folders begin with.
    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// For temporary files.
    pub(crate) fn tmp(&self) -> PathBuf {
        self.root.path().join("tmp")
    }

    /// Puts a short transcript where an event says that there is one.
    pub(crate) fn put_transcript(&mut self, file: &Path) -> Result<()> {
        let folder = file.parent().filter(|_| file.starts_with(&self.home));
        let Some(folder) = folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        fs::File::create(file)?.write_all(TRANSCRIPT.as_bytes())?;
        self.before = self.files();
        Ok(())
    }

    /// The files that are new, or not as they were.
    pub(crate) fn written(&self) -> Vec<Written> {
        let is_new = |(path, stamp): (PathBuf, _)| {
            let is_same = self.before.get(&path) == Some(&stamp);
            (!is_same).then(|| self.named(&path)).flatten()
        };
        self.files().into_iter().filter_map(is_new).collect()
    }

    fn named(&self, path: &Path) -> Option<Written> {
        let places = [(&self.project, Place::Project), (&self.home, Place::Home)];
        let found = places
            .iter()
            .find_map(|(folder, place)| Some((path.strip_prefix(folder).ok()?, *place)));
        let (inside, place) = found?;
        let bytes = read_regular(path, Links::Refused, MAX_READ).unwrap_or_default();
        Some(Written { place, path: self.restored(&inside.to_string_lossy()), bytes })
    }

    fn files(&self) -> Files {
        let mut files = Files::new();
        for folder in [&self.project, &self.home] {
            collect(folder, &mut files);
        }
        files
    }

    /// A text without the names of these folders, which differ from run to run.
    pub(crate) fn restored(&self, text: &str) -> String {
        let named = [(&self.project, "PROJECT"), (&self.home, "HOME")];
        let text = named.iter().fold(text.to_owned(), |text, (folder, name)| {
            text.replace(&*folder.to_string_lossy(), name)
        });
        let text = text.replace(&*self.root.path().to_string_lossy(), "ROOT");
        // Programs make names of files out of paths.
        let name = self.root.path().file_name().unwrap_or_default();
        text.replace(&*name.to_string_lossy(), "ROOT")
    }
}

const TRANSCRIPT: &str = "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"Please fix the bug\"},\
    \"uuid\":\"u1\",\"sessionId\":\"00000001-0000-4000-8000-000000000001\"}\n";

/// A file that a run has written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) place: Place,
    /// From the folder of its place.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
}

/// Where a file lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Project,
    Home,
}

/// Copies what is a file or a folder.
fn copy(from: &Path, to: &Path, left: &mut (usize, u64)) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(found) = fs::metadata(&path) else { continue };
        let is_left_out = LEFT_OUT.iter().any(|left_out| name == *left_out);
        if found.is_dir() && !is_left_out && !entry.path().is_symlink() {
            copy(&path, &to.join(name), left)?;
        } else if found.is_file() && left.0 > 0 && left.1 >= found.len() {
            *left = (left.0 - 1, left.1 - found.len());
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(found) = entry.metadata() else { continue };
        if found.is_dir() && entry.file_name() != ".git" {
            collect(&entry.path(), files);
        } else if found.is_file() {
            files.insert(entry.path(), (found.len(), found.modified().ok()));
        }
    }
}
