//! Files in memory, as they go into an archive or a folder: the same content gives the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder};
use tar::{EntryType, Header};

/// Files by their paths, which have `/` between folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tree(BTreeMap<String, Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    bytes: Vec<u8>,
    runs: bool,
}

impl Tree {
    /// Puts a file at `path`.
    pub(super) fn file(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.to_owned(), Entry { bytes: bytes.into(), runs: false });
    }

    /// Puts a program at `path`.
    pub(super) fn program(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.to_owned(), Entry { bytes: bytes.into(), runs: true });
    }

    /// Puts all of another beside what is there.
    pub(super) fn add(&mut self, other: Tree) {
        self.0.extend(other.0);
    }

    /// Puts all of another below the folder `at`.
    pub(super) fn below(&mut self, at: &str, other: Tree) {
        let moved = other.0.into_iter().map(|(path, entry)| (format!("{at}/{path}"), entry));
        self.0.extend(moved);
    }

    /// The paths, in order.
    #[cfg(test)]
    pub(super) fn paths(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }

    /// The text of a file.
    #[cfg(test)]
    pub(super) fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", |entry| std::str::from_utf8(&entry.bytes).unwrap())
    }

    /// A tar archive with all of it below the folder `top`, compressed with gzip. Neither a time
    /// nor an owner is in it, so that the same files give the same bytes.
    ///
    /// # Errors
    /// If a path is too long for tar.
    pub(super) fn archive(&self, top: &str, effort: Compression) -> Result<Vec<u8>> {
        let zipped = GzBuilder::new().operating_system(UNKNOWN_SYSTEM);
        let mut archive = tar::Builder::new(zipped.write(Vec::new(), effort));
        for (path, entry) in &self.0 {
            let path = format!("{top}/{path}");
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_size(entry.bytes.len() as u64);
            header.set_mode(entry.mode());
            archive
                .append_data(&mut header, &path, entry.bytes.as_slice())
                .with_context(|| format!("could not put {path} into an archive"))?;
        }
        Ok(archive.into_inner()?.finish()?)
    }

    /// Writes all of it below a folder, which is made.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        for (path, entry) in &self.0 {
            let path = folder.join(path);
            entry.write(&path).with_context(|| format!("could not write {}", path.display()))?;
        }
        Ok(())
    }
}

/// What gzip calls a system that it does not know: then it is the same on each.
const UNKNOWN_SYSTEM: u8 = 255;

impl Entry {
    fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let mut file = fs::File::create(path)?;
        file.write_all(&self.bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            file.set_permissions(fs::Permissions::from_mode(self.mode()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::default();
        for (path, text) in files {
            tree.file(path, *text);
        }
        tree
    }

    #[test]
    fn the_same_files_are_the_same_bytes_in_whatever_order() {
        let one = tree(&[("b", "2"), ("a/c", "1")]).archive("top", Compression::best()).unwrap();
        let other = tree(&[("a/c", "1"), ("b", "2")]).archive("top", Compression::best()).unwrap();
        assert_eq!(one, other);
        assert_ne!(
            one,
            tree(&[("b", "3"), ("a/c", "1")]).archive("top", Compression::best()).unwrap()
        );
    }

    #[test]
    fn tar_reads_what_was_packed() {
        let mut packed = tree(&[("a b/c", "text\n")]);
        packed.program("run", "#!/bin/sh\n");
        let folder = tempfile::tempdir().unwrap();
        let mut archive = Tree::default();
        archive.file("a.tar.gz", packed.archive("the top", Compression::best()).unwrap());
        archive.write(folder.path()).unwrap();
        let mut tar = std::process::Command::new("tar");
        let tar = tar.args(["-xpzf", "a.tar.gz"]).current_dir(folder.path()).status().unwrap();
        assert!(tar.success());
        packed.write(&folder.path().join("written")).unwrap();
        for top in ["the top", "written"] {
            let top = folder.path().join(top);
            assert_eq!(fs::read_to_string(top.join("a b/c")).unwrap(), "text\n");
            let mode = |file: &str| {
                use std::os::unix::fs::PermissionsExt as _;
                fs::metadata(top.join(file)).unwrap().permissions().mode() & 0o777
            };
            assert_eq!((mode("a b/c"), mode("run")), (0o644, 0o755), "{}", top.display());
        }
    }
}
