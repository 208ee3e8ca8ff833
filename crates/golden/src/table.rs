//! Several cases in one file: first what all of them share, then a line `-- case NAME --` above
//! the parts of each. A case of a table has the path of its file, and below it its name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use text_archive::Archive;

use crate::tree;

/// How the file of a case ends.
pub(crate) const EXTENSION: &str = "txtar";

/// One file may be blessed for several of its cases at once.
static BLESSED: Mutex<()> = Mutex::new(());

#[derive(Default)]
struct Table {
    shared: String,
    cases: Vec<(String, String)>,
}

impl Table {
    fn parse(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.split_inclusive('\n') {
            match (heading(line), table.cases.last_mut()) {
                (Some(name), _) => table.cases.push((name.to_owned(), String::new())),
                (None, Some((_, case))) => case.push_str(line),
                (None, None) => table.shared.push_str(line),
            }
        }
        table
    }

    fn read(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file);
        Ok(Self::parse(&text.with_context(|| format!("could not read {}", file.display()))?))
    }
}

/// The paths of all cases below a folder: its files, or their rows where they are tables.
///
/// # Errors
///
/// Fails when something cannot be read, or is not a case.
pub fn paths(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for file in tree::children(folder)? {
        let is_case = file.extension().is_some_and(|extension| extension == EXTENSION);
        ensure!(is_case, "only cases belong here, files *.{EXTENSION}, and not {}", file.display());
        let names: Vec<_> = Table::read(&file)?.cases.into_iter().map(|(name, _)| name).collect();
        if names.is_empty() {
            paths.push(file);
        } else {
            paths.extend(names.iter().map(|name| file.join(name)));
        }
    }
    Ok(paths)
}

/// The archive of the case at this path: of a row with what its table shares.
///
/// # Errors
///
/// Fails when there is no such case, or when it is not an archive.
pub fn archive(path: &Path) -> anyhow::Result<Archive> {
    let Some((file, name)) = row(path) else {
        let text = fs::read_to_string(path);
        return Ok(Archive::parse(
            &text.with_context(|| format!("could not read {}", path.display()))?,
        )?);
    };
    let table = Table::read(file)?;
    let shared = Archive::parse(&table.shared)?;
    let mut cases = table.cases.iter().filter(|(case, _)| case == name);
    let (_, text) = cases.next().with_context(|| format!("no case {}", path.display()))?;
    ensure!(cases.next().is_none(), "{} is there twice", path.display());
    let mut own = Archive::parse(text)?;
    let inherited = shared.parts.into_iter().filter(|part| own.get(part.name()).is_none());
    own.parts = inherited.chain(own.parts.clone()).collect();
    Ok(own)
}

/// Writes a case where it was read.
///
/// # Errors
///
/// Fails when the file cannot be written.
pub(crate) fn write(path: &Path, mut archive: Archive) -> anyhow::Result<()> {
    let Some((file, name)) = row(path) else {
        return tree::write_file(path, archive.to_string().as_bytes());
    };
    let _guard = BLESSED.lock().unwrap_or_else(PoisonError::into_inner);
    let table = Table::read(file)?;
    let shared = Archive::parse(&table.shared)?;
    archive.parts.retain(|part| !shared.parts.contains(part));
    let mut text = table.shared;
    for (case, old) in &table.cases {
        let new = archive.to_string();
        text.extend(["-- case ", case, " --\n", if case == name { &new } else { old }]);
    }
    tree::write_file(file, text.as_bytes())
}

/// The file and the name of a case that is a row of a table.
fn row(path: &Path) -> Option<(&Path, &str)> {
    let file = path.parent().filter(|file| file.is_file())?;
    Some((file, path.file_name()?.to_str()?))
}

/// The name of the case that begins with this line.
fn heading(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix("-- case ")?.strip_suffix(" --")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_what_its_table_shares_and_is_written_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("denials.txtar");
        let text = "-- env --\nA=1\n-- case deny-a --\nIt is a.\n\n-- args --\na\n\
                    -- case deny-b --\n-- env --\nB\n-- args --\nb\n";
        tree::write_file(&file, text.as_bytes()).unwrap();
        tree::write_file(&folder.path().join("let-c.txtar"), b"-- args --\nc\n").unwrap();
        let found = paths(folder.path()).unwrap();
        let [a, b, c] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(*a, file.join("deny-a"));
        let env = |path: &Path| archive(path).unwrap().get("env").map(<[u8]>::to_vec);
        assert_eq!((env(a), env(b), env(c)), (Some(b"A=1\n".into()), Some(b"B\n".into()), None));
        assert_eq!(archive(a).unwrap().comment, "It is a.");
        assert!(archive(&file.join("deny-c")).is_err());
        for path in [a, b] {
            write(path, archive(path).unwrap()).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        tree::write_file(&folder.path().join("README.md"), b"").unwrap();
        assert!(paths(folder.path()).is_err());
    }
}
