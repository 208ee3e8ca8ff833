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

/// The tree as runs are judged by it: without what is left of locks, and without
/// the files that SQLite keeps beside a database while it is open, or was when its
/// process ended, and what is derived from one: its index, its texts, its lists of recent files. What
/// the runner of every hook writes down of a call ([`is_account`]) is judged where a case is about it.
pub(crate) fn comparable(mut tree: Tree, is_about_account: bool) -> Tree {
    let passed_over = |name: &&String| {
        is_lock(&tree, name)
            || (!is_about_account && is_account(name))
            || name.ends_with("/context-recent.jsonl")
            || ["-wal", "-shm", "-index", "-texts"].iter().any(|end| {
                name.strip_suffix(end).and_then(|base| tree.get(base)).is_some_and(is_database)
            })
    };
    let passed_over: Vec<_> = tree.keys().filter(passed_over).cloned().collect();
    for name in passed_over {
        tree.remove(&name);
    }
    tree
}

/// Whether a file, or the part of a case that is about it, is the account of calls: a line
/// for each call, the last events, and markers of what was called, denied and told.
pub(crate) fn is_account(name: &str) -> bool {
    const FOLDERS: [&str; 4] = ["fired", "chain-denied", "chain-told", "chain-stops"];
    let mut parts = name.split('/').skip_while(|part| *part != "state").skip(1);
    let is_account =
        ["/calls.jsonl", "/last-events.jsonl", "/account.key"].iter().any(|it| name.ends_with(it));
    is_account && parts.clone().next().is_some() || parts.any(|part| FOLDERS.contains(&part))
}

/// Whether a file is what is left of a lock: empty, with the name of another file
/// behind a dot and before `.lock`. In a project, that file must be there.
fn is_lock(tree: &Tree, name: &str) -> bool {
    let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
    let locked = last.strip_prefix('.').and_then(|name| name.strip_suffix(".lock"));
    let is_ours = ["state", "config"].contains(&folder.split('/').next().unwrap_or(folder));
    let is_beside = |locked: &str| tree.contains_key(&format!("{folder}/{locked}"));
    let is_empty = tree.get(name) == Some(&Entry::File(Vec::new()));
    is_empty && locked.is_some_and(|locked| is_ours || is_beside(locked))
}

/// Whether an entry is a database of SQLite.
pub(crate) fn is_database(entry: &Entry) -> bool {
    matches!(entry, Entry::File(bytes) if bytes.starts_with(DATABASE))
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
