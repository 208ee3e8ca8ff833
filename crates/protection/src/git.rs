//! What `git` may change of what is protected: what it tracks, or what it does not.

use std::path::{Path, PathBuf};

use project_paths::{GitDirs, Pattern};
use shell_syntax::SimpleCommand;

use crate::index;
use crate::protected::Protected;
use crate::target::work_tree;

/// What to do instead of a command that changes all that it tracks.
const OF_PATHS: &str = "name what it may change: `git checkout COMMIT -- src`";
const OF_STASH: &str = "name what it puts away: `git stash push -- src`";
const OF_RESET: &str =
    "name what it may change: `git restore --source=COMMIT -- src`, or keep the files: `git reset`";
const OF_SWITCH: &str = "put the changes away by name first: `git stash push -- src`";
const OF_CLEAN: &str = "name what it may remove: `git clean -fd src`";

/// What to do instead, if a command may change something protected below `place`. What comes
/// with a commit (`pull`, `merge`, `switch`) is left to whoever reviews that commit.
pub(crate) fn instead(
    protected: &Protected,
    command: &SimpleCommand,
    spoken: &str,
    place: &Path,
) -> Option<&'static str> {
    let words = words(command);
    let (name, words) = words.split_first()?;
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let has_letter = |letter: char| {
        let short = |word: &&&str| word.starts_with('-') && !word.starts_with("--");
        words.iter().filter(short).any(|word| word.contains(letter))
    };
    let of_tracked = |instead| is_tracked(protected, place).then_some(instead);
    let of_untracked =
        |instead, ignored| is_untracked(protected, place, ignored).then_some(instead);
    match *name {
        "checkout" if names_paths(words, spoken) => of_tracked(OF_PATHS),
        "checkout" | "switch" if has_letter('f') || has(&["--force", "--discard-changes"]) => {
            of_tracked(OF_SWITCH)
        }
        "checkout" if has_letter('p') || has(&["--patch"]) => of_tracked(OF_PATHS),
        "restore" | "checkout-index" => of_tracked(OF_PATHS),
        // What removes from the index alone changes no file.
        "rm" if has(&["--cached", "-n", "--dry-run"]) => None,
        "rm" => {
            let pattern = Pattern::new(spoken).ok();
            let is_meant = |path: &str| pattern.as_ref().is_none_or(|it| it.matches_text(path));
            are_tracked(protected, place, is_meant).then_some(OF_PATHS)
        }
        "reset" | "read-tree" => of_tracked(OF_RESET),
        "stash" => match words.iter().find(|word| !word.starts_with('-')) {
            None | Some(&("push" | "save")) => {
                let all = has_letter('a') || has(&["--all"]);
                let untracked = all || has_letter('u') || has(&["--include-untracked"]);
                of_tracked(OF_STASH)
                    .or_else(|| untracked.then(|| of_untracked(OF_STASH, all)).flatten())
            }
            Some(_) => None,
        },
        "sparse-checkout" if has(&["set", "init", "reapply"]) => of_tracked(OF_PATHS),
        "clean" => of_untracked(OF_CLEAN, has_letter('x') || has_letter('X')),
        _ => None,
    }
}

/// The subcommand and what stands behind it.
fn words(command: &SimpleCommand) -> Vec<&str> {
    let mut words = command.args().map(|word| word.text.as_str()).peekable();
    while let Some(word) = words.peek() {
        if !word.starts_with('-') {
            break;
        }
        let has_value = matches!(*word, "-C" | "-c" | "--git-dir" | "--work-tree");
        words.next();
        if has_value {
            words.next();
        }
    }
    words.collect()
}

/// Whether paths are meant, and not a branch.
fn names_paths(words: &[&str], spoken: &str) -> bool {
    let marked = words.iter().position(|word| *word == "--");
    marked.is_some_and(|at| at + 1 < words.len())
        || words.iter().any(|word| *word == spoken || word.starts_with(':'))
}

/// Whether something protected below a place is tracked. An index that cannot be read may have it.
pub(crate) fn is_tracked(protected: &Protected, place: &Path) -> bool {
    are_tracked(protected, place, |_| true)
}

/// The same, of those paths that are meant.
fn are_tracked(protected: &Protected, place: &Path, is_meant: impl Fn(&str) -> bool) -> bool {
    let Some((top, git_dir)) = repository(place) else { return false };
    let is_it = |path: &[u8]| {
        let Some(path) = may_be_hidden(path).filter(|path| is_meant(path)) else { return false };
        let path = top.join(path);
        path.starts_with(place) && protected.at(&path).is_some()
    };
    index::tracked(&git_dir, is_it).is_none_or(|found| !found.is_empty())
}

/// Whether something protected below a place is there and not tracked; of what is ignored only
/// where that counts too.
fn is_untracked(protected: &Protected, place: &Path, ignored: bool) -> bool {
    let Some((top, git_dir)) = repository(place) else { return false };
    let Some(files) = protected.files_below(place) else { return true };
    let Some(tracked) = index::tracked(&git_dir, |path| may_be_hidden(path).is_some()) else {
        return true;
    };
    files.iter().filter_map(|file| Some((file, file.strip_prefix(&top).ok()?))).any(
        |(file, below)| {
            let is_tracked =
                tracked.iter().any(|path| path == below.as_os_str().as_encoded_bytes());
            !is_tracked && (ignored || !is_ignored(&top, file))
        },
    )
}

fn repository(place: &Path) -> Option<(PathBuf, PathBuf)> {
    let top = work_tree(place);
    Some((top.clone(), GitDirs::around(&top)?.own))
}

/// A path with a component that begins with a dot: nothing else of a project is protected.
fn may_be_hidden(path: &[u8]) -> Option<&str> {
    let path = str::from_utf8(path).ok()?;
    (path.starts_with('.') || path.contains("/.")).then_some(path)
}

/// Whether a file is ignored, as far as plain lines say so: `*` of a `.gitignore` in a folder above
/// it, or its own path, or that of such a folder, in the one at the top.
fn is_ignored(top: &Path, file: &Path) -> bool {
    let lines =
        |folder: &Path| std::fs::read_to_string(folder.join(".gitignore")).unwrap_or_default();
    let at_top = lines(top);
    let named = |path: &Path| {
        let Ok(below) = path.strip_prefix(top) else { return false };
        let below = below.to_string_lossy();
        at_top.lines().any(|line| {
            let line = line.trim().trim_start_matches('/');
            let line = line.strip_suffix("/**").or_else(|| line.strip_suffix("/*")).unwrap_or(line);
            !below.is_empty() && line.trim_end_matches('/') == below
        })
    };
    let above = file.ancestors().take_while(|path| *path != top);
    above.into_iter().any(|path| {
        named(path)
            || path.parent().is_some_and(|folder| {
                folder != top && lines(folder).lines().any(|line| line.trim() == "*")
            })
    })
}
