//! The revision that is checked out, from git's own files.
//!
//! Source: gitrepository-layout(5) and git-pack-refs(1). A program is not asked: to
//! start one costs more than all else that the hook does. Repositories whose refs
//! are kept in reftables have none that could be read here.

use std::io::{BufRead, BufReader};
use std::path::Path;

use hook_state::{Access, Links, RegularFile, open_regular};
use project_paths::GitDirs;

use crate::record::trace::Vcs;

/// More than a ref is long.
const MAX_REF: u64 = 4096;

/// A ref may name a ref, as `HEAD` does.
const MAX_STEPS: usize = 5;

/// The revision of the checkout with these git directories; `None` where there is no commit yet.
pub(crate) fn revision(git: &GitDirs) -> Option<Vcs> {
    let mut name = "HEAD".to_owned();
    for _ in 0..MAX_STEPS {
        let text = loose(git, &name).or_else(|| packed(git, &name))?;
        match text.strip_prefix("ref:") {
            Some(next) => next.trim().clone_into(&mut name),
            None if is_hash(&text) => {
                return Some(Vcs { kind: "git".to_owned(), revision: text });
            }
            None => return None,
        }
    }
    None
}

fn loose(git: &GitDirs, name: &str) -> Option<String> {
    // A name comes from a file: it is not to lead out of the folder.
    let is_inside = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let folders = [&git.own, &git.common].into_iter().filter(|_| is_inside);
    folders.map(|folder| folder.join(name)).find_map(|path| first_line(&path))
}

fn first_line(path: &Path) -> Option<String> {
    let text = open(path)?.beginning(MAX_REF).ok()?;
    Some(str::from_utf8(&text).ok()?.lines().next()?.trim().to_owned())
}

/// A ref of `packed-refs`, whose lines are a hash, a blank and a name.
fn packed(git: &GitDirs, name: &str) -> Option<String> {
    let file = open(&git.common.join("packed-refs"))?.into_file();
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    for line in lines {
        if let Some((hash, packed)) = line.split_once(' ')
            && packed == name
        {
            return Some(hash.to_owned());
        }
    }
    None
}

fn open(path: &Path) -> Option<RegularFile> {
    open_regular(path, Access::Read, Links::Followed).ok()
}

/// SHA-1 or SHA-256.
fn is_hash(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ONE: &str = "1111111111111111111111111111111111111111";
    const TWO: &str = "2222222222222222222222222222222222222222";

    /// A project with these files; `check` asks in its folder `below`.
    #[track_caller]
    fn check(files: &[(&str, &str)], below: &str, expected: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            hook_state::replace(&path, text.as_bytes()).unwrap();
        }
        fs::create_dir_all(folder.path().join(below)).unwrap();
        let found = GitDirs::around(&folder.path().join(below)).and_then(|git| revision(&git));
        assert_eq!(found.map(|vcs| vcs.revision).as_deref(), expected, "{files:?}");
    }

    #[test]
    fn head_leads_to_a_commit() {
        let head = (".git/HEAD", "ref: refs/heads/main\n");
        let one = format!("{ONE}\n");
        let loose = (".git/refs/heads/main", one.as_str());
        let packed = format!(
            "# pack-refs with: peeled\n{ONE} refs/heads/a\n{TWO} refs/heads/main\n^{ONE}\n"
        );
        let packed = (".git/packed-refs", packed.as_str());
        check(&[head, loose], "", Some(ONE));
        check(&[head, loose], "src/deep", Some(ONE));
        check(&[head, packed], "", Some(TWO));
        check(&[head, loose, packed], "", Some(ONE));
        check(&[(".git/HEAD", one.as_str())], "", Some(ONE));
        let sha256 = "2".repeat(64);
        check(&[(".git/HEAD", &sha256)], "", Some(&sha256));
        check(&[head], "", None);
        check(&[], "", None);
        check(&[(".git/HEAD", "ref: refs/heads/.invalid\n")], "", None);
        check(&[(".git/HEAD", "ref: HEAD\n")], "", None);
        check(&[(".git/HEAD", "ref: ../secret\n"), ("secret", one.as_str())], "", None);
    }

    #[test]
    fn a_linked_worktree_and_a_submodule_have_their_own() {
        let files = [
            ("main/.git/HEAD", "ref: refs/heads/main\n"),
            ("main/.git/refs/heads/main", ONE),
            ("main/.git/refs/heads/topic", TWO),
            ("main/.git/worktrees/topic/HEAD", "ref: refs/heads/topic\n"),
            ("main/.git/worktrees/topic/commondir", "../..\n"),
            ("topic/.git", "gitdir: ../main/.git/worktrees/topic\n"),
            ("main/.git/modules/sub/HEAD", TWO),
            ("main/sub/.git", "gitdir: ../.git/modules/sub\n"),
            ("broken/.git", "gitdir: ../nowhere\n"),
        ];
        check(&files, "main", Some(ONE));
        check(&files, "topic/src", Some(TWO));
        check(&files, "main/sub", Some(TWO));
        check(&files, "broken", None);
    }
}
