//! Reads the files that xtask works on, with errors that name them.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;
use tempfile::TempDir;
use text_archive::Archive;

/// What is in a folder, in the order of the names.
pub(crate) fn listing(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .with_context(|| format!("could not read {}", dir.display()))?;
    paths.sort();
    Ok(paths)
}

/// A JSON file.
pub(crate) fn json(path: &Path) -> anyhow::Result<Value> {
    let bytes = fs::read(path).with_context(|| format!("could not read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("{} is not JSON", path.display()))
}

/// Writes a file that nobody reads meanwhile.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let attempt = || format!("could not write {}", path.display());
    File::create(path).and_then(|mut file| file.write_all(text.as_bytes())).with_context(attempt)
}

/// The last part of a path, without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folders below `folder` in a place that is thrown away: as they are, or unpacked where they are
/// archives.
pub(crate) fn unpacked(folder: &Path) -> anyhow::Result<TempDir> {
    let place = TempDir::new()?;
    for path in listing(folder)? {
        let own = place.path().join(stem(&path));
        if path.is_dir() {
            copy_tree(&path, &own)?;
        } else if path.extension().is_some_and(|it| it == "txtar") {
            let archive = Archive::parse(&fs::read_to_string(&path)?)
                .with_context(|| format!("could not read {}", path.display()))?;
            for part in &archive.parts {
                let file = own.join(part.name());
                fs::create_dir_all(file.parent().unwrap_or(&own))?;
                File::create(file)?.write_all(&part.content)?;
            }
        }
    }
    Ok(place)
}

/// Copies the files below `from` into `to`, which may exist.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| format!("could not make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("could not read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("could not copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}
