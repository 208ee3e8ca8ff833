//! Files that hold secrets: what the list of paths leaves to the disk, and what is hidden from commands.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use command_effects::{Secret, is_secret_folder, secret, secret_places};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

/// In bytes, of what is looked at of a file.
const MAX_LOOK: u64 = 64 * 1024;

/// Whether a path may be one of a file that holds secrets. No file is looked at.
pub(super) fn may_be(path: &Path) -> bool {
    secret(path).is_some()
}

/// Whether a file holds secrets, as its path says, or what stands in it where the path alone does not.
/// What is not there, or cannot be read, holds none.
pub(super) fn is_in(path: &Path) -> bool {
    match secret(path) {
        None => false,
        Some(Secret::Held) => true,
        Some(Secret::HeldWith(signs)) => {
            let text = beginning(path).unwrap_or_default();
            signs.split(',').any(|sign| text.contains(sign))
        }
    }
}

/// Whether a folder is one all of whose files hold secrets.
pub(super) fn is_folder(path: &Path) -> bool {
    is_secret_folder(path)
}

/// The files and folders with secrets that are there, of the home and of the project's root, without links.
pub(crate) fn present(ctx: &Ctx, project: &ProjectRoot) -> Vec<PathBuf> {
    let home = ctx.home().into_iter();
    let bases: Vec<PathBuf> = home.chain([project.path().to_owned()]).collect();
    let places = bases.iter().flat_map(|base| secret_places().map(|place| base.join(place)));
    let entries = fs::read_dir(project.path()).into_iter().flatten().flatten();
    let beside = entries.map(|entry| entry.path());
    let holds = |path: &PathBuf| if path.is_dir() { is_folder(path) } else { is_in(path) };
    let found = places.chain(beside).filter(holds);
    let mut found: Vec<PathBuf> = found.filter_map(|path| path.canonicalize().ok()).collect();
    found.sort();
    found.dedup();
    found
}

fn beginning(path: &Path) -> Option<String> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(MAX_LOOK).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_hold_one_is_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let check = |name: &str, text: &str, expected: bool| {
            let path = folder.path().join(name);
            hook_state::replace(&path, text.as_bytes()).unwrap();
            assert!(may_be(&path), "{name}");
            assert_eq!(is_in(&path), expected, "{name} {text}");
        };
        check("a.pem", "-----BEGIN PRIVATE KEY-----\n", true);
        check("a.pem", "-----BEGIN CERTIFICATE-----\n", false);
        check("talk.key", "slides", false);
        check(".npmrc", "//registry.example/:_authToken=x\n", true);
        check(".npmrc", "save-exact=true\n", false);
        assert!(!is_in(&folder.path().join("none.pem")));
    }
}
