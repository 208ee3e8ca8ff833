//! The subcommands of git that are told which paths to change: `checkout`, `restore`, `rm`.

use crate::Word;
use crate::effects::args::{Args, options};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

pub(super) fn checkout(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    if let Some(at) = words.iter().position(|word| word.text == "--") {
        for path in words.iter().skip(at + 1) {
            pathspec(scene, path, ChangeKind::Write);
        }
        return true;
    }
    let args = Args::read(words, options("bB", "", &["orphan", "conflict", "pathspec-from-file"]));
    if args.has(&["b"]) && args.operands.is_empty() && !args.has(&["f", "force"]) {
        return false;
    }
    if args.has(&["pathspec-from-file"]) {
        scene.unresolved("a file says which paths");
        return true;
    }
    let is_path = |word: &Word| {
        let name = word.text.rsplit('/').next().unwrap_or_default();
        word.text.starts_with('.') || name.contains('.') && word.text.contains('/')
    };
    match args.operands.as_slice() {
        [path] if is_path(path) => pathspec(scene, path, ChangeKind::Write),
        [_, paths @ ..] if !paths.is_empty() && !args.has(&["b", "B", "t", "track"]) => {
            for path in paths {
                pathspec(scene, path, ChangeKind::Write);
            }
            // The first may be a path as well.
            if let Some(first) = args.operands.first().filter(|first| is_path(first)) {
                pathspec(scene, first, ChangeKind::Write);
            }
        }
        _ => scene.work_tree(ChangeKind::Write),
    }
    true
}

pub(super) fn restore(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let args = Args::read(words, options("s", "", &["source", "pathspec-from-file", "conflict"]));
    if args.has(&["S", "staged"]) && !args.has(&["W", "worktree"]) {
        return false;
    }
    if args.has(&["pathspec-from-file"]) {
        scene.unresolved("a file says which paths");
    }
    for path in &args.operands {
        pathspec(scene, path, ChangeKind::Write);
    }
    true
}

pub(super) fn remove(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let args = Args::read(words, options("", "", &["pathspec-from-file"]));
    if args.has(&["cached", "n", "dry-run"]) {
        return false;
    }
    if args.has(&["pathspec-from-file"]) {
        scene.unresolved("a file says which paths");
    }
    for path in &args.operands {
        pathspec(scene, path, ChangeKind::Remove);
    }
    true
}

pub(super) fn move_files(scene: &mut Scene<'_>, words: &[Word]) {
    let args = Args::read(words, options("", "", &[]));
    if args.has(&["n", "dry-run"]) {
        return;
    }
    let Some((dest, sources)) = args.operands.split_last() else {
        return;
    };
    if sources.is_empty() && !dest.literal {
        // The shell may make several words of it, as of `a{,.bak}`.
        scene.change(dest, ChangeKind::MoveFrom, Extent::Tree);
    }
    for source in sources {
        scene.change(source, ChangeKind::MoveFrom, Extent::Tree);
        scene.arrive(dest, source, ChangeKind::Write, Extent::Tree);
    }
}

pub(super) fn clean(scene: &mut Scene<'_>, words: &[Word]) {
    let args = Args::read(words, options("e", "", &["exclude"]));
    if args.has(&["n", "dry-run"]) {
        return;
    }
    if args.operands.is_empty() {
        scene.below_here(ChangeKind::Remove);
    }
    for path in &args.operands {
        pathspec(scene, path, ChangeKind::Remove);
    }
}

/// A path in which git finds patterns even if the shell does not, and which may begin with `:`.
fn pathspec(scene: &mut Scene<'_>, path: &Word, kind: ChangeKind) {
    if path.literal && path.text.starts_with(':') {
        scene.work_tree(kind);
    } else if path.literal && path.text.contains(['*', '?', '[']) {
        scene.change(&Word { literal: false, ..path.clone() }, kind, Extent::Tree);
    } else {
        scene.change(path, kind, Extent::Tree);
    }
}

pub(super) fn worktree(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let args = Args::read(words, options("bB", "", &["reason", "expire"]));
    let operands: Vec<&str> = args.operands.iter().map(|word| word.text.as_str()).collect();
    match (operands.first().copied(), args.operands.get(1)) {
        (Some("list" | "prune" | "lock" | "unlock" | "repair") | None, _) => return false,
        (Some("remove"), Some(path)) => scene.change(path, ChangeKind::Remove, Extent::Tree),
        (Some("add"), Some(path)) => scene.change(path, ChangeKind::CreateDir, Extent::Tree),
        (Some("move"), Some(path)) => {
            scene.change(path, ChangeKind::MoveFrom, Extent::Tree);
            if let Some(dest) = args.operands.get(2) {
                scene.arrive(dest, path, ChangeKind::Write, Extent::Tree);
            }
        }
        _ => {}
    }
    true
}
