//! Which paths git tracks, read from its index.
//!
//! gitformat-index(5), versions 2 to 4.

use std::path::Path;

use hook_state::{Links, read_regular};

/// More than the index of a very large repository.
const MAX_INDEX: u64 = 256 << 20;

/// The paths in the index of a git directory, from the top of the work tree, of which `wanted`
/// holds; `None` where there is an index that cannot be read. Without one nothing is tracked.
pub(crate) fn tracked(git_dir: &Path, wanted: impl Fn(&[u8]) -> bool) -> Option<Vec<Vec<u8>>> {
    let file = git_dir.join("index");
    if file.symlink_metadata().is_err() {
        return Some(Vec::new());
    }
    paths(&read_regular(&file, Links::Followed, MAX_INDEX).ok()?, wanted)
}

fn paths(index: &[u8], wanted: impl Fn(&[u8]) -> bool) -> Option<Vec<Vec<u8>>> {
    /// What is kept of a file before the flags: times, device, mode, owner, size, and the hash.
    const BEFORE_FLAGS: usize = 40 + 20;
    if index.get(..4)? != b"DIRC" {
        return None;
    }
    let number = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?));
    let version = number(4)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut found = Vec::new();
    let mut path: Vec<u8> = Vec::new();
    let mut at = 12;
    for _ in 0..number(8)? {
        let start = at;
        let flags = index.get(at + BEFORE_FLAGS)?;
        // A flag says that more flags follow.
        at += BEFORE_FLAGS + if flags & 0x40 == 0 { 2 } else { 4 };
        if version == 4 {
            let (shared, next) = varint(index, at)?;
            path.truncate(path.len().checked_sub(shared)?);
            at = next;
        } else {
            path.clear();
        }
        let rest = index.get(at..)?;
        let length = rest.iter().position(|byte| *byte == 0)?;
        path.extend(rest.get(..length)?);
        at += length + 1;
        if version != 4 {
            // An entry is padded to a multiple of eight.
            at = start + (at - start).next_multiple_of(8);
        }
        if wanted(&path) {
            found.push(path.clone());
        }
    }
    // Part of a split index is in another file.
    (!index.get(at..)?.starts_with(b"link")).then_some(found)
}

/// A number as git packs offsets.
fn varint(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = (value.checked_add(1)?).checked_mul(128)? + usize::from(byte & 0x7f);
    }
    Some((value, at + 1))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn all_versions_of_an_index_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let git = |args: &[&str]| {
            let done = Command::new("git").args(args).current_dir(folder.path()).output().unwrap();
            assert!(done.status.success(), "{args:?}");
        };
        git(&["init", "-q"]);
        for file in ["a", ".mcp.json", ".tacklebox/governance.yaml", ".tacklebox/g", "src/long/er"]
        {
            let file = folder.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::File::create(file).unwrap();
        }
        git(&["add", "-A"]);
        for version in ["2", "3", "4"] {
            git(&["update-index", "--index-version", version]);
            let found =
                tracked(&folder.path().join(".git"), |path| path.starts_with(b".")).unwrap();
            let found: Vec<_> = found.iter().map(|path| str::from_utf8(path).unwrap()).collect();
            let expected = [".mcp.json", ".tacklebox/g", ".tacklebox/governance.yaml"];
            assert_eq!(found, expected, "version {version}");
        }
        assert_eq!(paths(b"DIRC\0\0\0\x02\0\0\0\x01", |_| true), None);
        assert_eq!(tracked(&folder.path().join("none"), |_| true), Some(vec![]));
    }
}
