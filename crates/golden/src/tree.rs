//! The content of a folder as a value that can be compared, printed and written.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// Files and links by their path below the root, parts divided by `/`. Folders
/// count only through what is in them, since git keeps no empty ones.
pub(crate) type Tree = BTreeMap<String, Entry>;

/// What stands at one path of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File(Vec<u8>),
    /// A symbolic link with its target, which need not exist.
    Link(String),
}

impl Entry {
    /// The entry with a function applied to its text; other bytes stay.
    pub(crate) fn map_text(self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Link(target) => Self::Link(change(&target)),
            Self::File(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Self::File(change(&text).into_bytes()),
                Err(err) => Self::File(err.into_bytes()),
            },
        }
    }
}

/// How a database of SQLite begins.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// What stands for the bytes of a database, which differ from run to run.
const DATABASE_TEXT: &str = "[SQLite]\n";

/// The tree with `[SQLite]` in the place of each database, and without the files
/// that SQLite keeps beside one while it is open, or was when its process ended.
pub(crate) fn without_databases(tree: Tree) -> Tree {
    let is_database =
        |entry: &Entry| matches!(entry, Entry::File(bytes) if bytes.starts_with(DATABASE));
    let databases: Vec<String> =
        tree.iter().filter(|(_, entry)| is_database(entry)).map(|(name, _)| name.clone()).collect();
    let is_beside = |name: &str| {
        let base = name.strip_suffix("-wal").or_else(|| name.strip_suffix("-shm"));
        base.is_some_and(|base| databases.iter().any(|database| database == base))
    };
    tree.into_iter()
        .filter(|(name, _)| !is_beside(name))
        .map(|(name, entry)| {
            let text = || Entry::File(DATABASE_TEXT.as_bytes().to_vec());
            let entry = if is_database(&entry) { text() } else { entry };
            (name, entry)
        })
        .collect()
}

/// Reads a folder; one that does not exist is an empty tree.
///
/// # Errors
///
/// Fails when something below it cannot be read.
pub(crate) fn read(root: &Path) -> anyhow::Result<Tree> {
    let mut tree = Tree::new();
    if root.exists() {
        read_below(root, "", &mut tree)?;
    }
    Ok(tree)
}

fn read_below(dir: &Path, prefix: &str, tree: &mut Tree) -> anyhow::Result<()> {
    let unreadable = || format!("could not read {}", dir.display());
    for entry in fs::read_dir(dir).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        let kind = entry.file_type().with_context(unreadable)?;
        if kind.is_dir() {
            read_below(&path, &format!("{name}/"), tree)?;
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).with_context(unreadable)?;
            tree.insert(name, Entry::Link(target.to_string_lossy().into_owned()));
        } else {
            ensure!(kind.is_file(), "{name} is neither file, folder nor link");
            let bytes = fs::read(&path);
            let bytes = bytes.with_context(|| format!("could not read {}", path.display()))?;
            tree.insert(name, Entry::File(bytes));
        }
    }
    Ok(())
}

/// Writes every entry of a tree below `root`, making folders as needed.
///
/// # Errors
///
/// Fails when an entry cannot be written or a link is already there.
pub(crate) fn write(root: &Path, tree: &Tree) -> anyhow::Result<()> {
    for (name, entry) in tree {
        let path = root.join(name);
        let unwritable = || format!("could not write {}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(root)).with_context(unwritable)?;
        match entry {
            Entry::File(bytes) => write_file(&path, bytes)?,
            Entry::Link(target) => symlink(target, &path).with_context(unwritable)?,
        }
    }
    Ok(())
}

/// Writes one file.
///
/// # Errors
///
/// Fails when the file cannot be written.
#[expect(clippy::disallowed_methods, reason = "a throw-away or blessed file of one writer")]
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("could not write {}", path.display()))
}

/// The entries of a folder, sorted by name.
///
/// # Errors
///
/// Fails when the folder cannot be read.
pub(crate) fn children(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("could not read {}", dir.display());
    let entries = fs::read_dir(dir).with_context(unreadable)?;
    let mut paths: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(unreadable)?;
    paths.sort();
    Ok(paths)
}
