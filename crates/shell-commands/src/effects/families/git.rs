//! What `git` does to the files of a work tree.
//!
//! What changes the repository alone (`commit`, `push`, `branch NAME`) changes no file that a
//! rule about files could speak of; it is a program of which nothing is known, `git commit`.

use crate::Word;
use crate::effects::args::{Args, options};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of git; `false` if it is another program.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    if scene.program != "git" {
        return false;
    }
    let Some(at) = subcommand(scene) else {
        return true;
    };
    let words: Vec<Word> = scene.words.iter().skip(at + 1).cloned().collect();
    let Some(name) = scene.words.get(at).filter(|name| name.literal) else {
        scene.unresolved("which subcommand it is depends on an expansion");
        return true;
    };
    let name = name.text.clone();
    if !writes_files(scene, &name, &words) && !only_reads(scene, &name, &words) {
        scene.unknown_as(&format!("git {name}"));
    }
    true
}

/// The place of the subcommand, behind the options of git itself.
fn subcommand(scene: &mut Scene<'_>) -> Option<usize> {
    let words = scene.words.clone();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match word.text.as_str() {
            "-C" => scene.enter(words.get(at + 1)?),
            "-c" => setting(scene, &words.get(at + 1)?.text),
            "--git-dir" | "--work-tree" | "--exec-path" | "--config-env" => {
                scene.unresolved("it is told where the repository is");
            }
            "--namespace" | "--super-prefix" | "--attr-source" => {}
            option if option.starts_with('-') => {
                if ["--git-dir=", "--work-tree=", "--exec-path=", "--config-env="]
                    .iter()
                    .any(|start| option.starts_with(start))
                {
                    scene.unresolved("it is told where the repository is");
                }
                at += 1;
                continue;
            }
            _ => return Some(at),
        }
        at += 2;
    }
    None
}

/// A setting for one call; some name a program.
fn setting(scene: &mut Scene<'_>, setting: &str) {
    let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
    if runs_a_program(name)
        && !matches!(value, "" | "cat" | "true" | "false" | "less" | "/dev/null")
    {
        scene.unresolved(&format!("`{name}` names what else it runs"));
    }
}

/// Whether the value of a setting is run, or leads to settings that are.
fn runs_a_program(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let starts =
        ["alias.", "pager.", "include", "filter.", "credential.", "url.", "core.hookspath"];
    let ends = [
        "editor",
        "pager",
        "command",
        "cmd",
        "external",
        "textconv",
        "driver",
        "helper",
        "program",
        "fsmonitor",
        "sshcommand",
        "askpass",
        "hookspath",
        "uploadpack",
        "receivepack",
        "proxy",
        "worktree",
        "exec",
    ];
    let is_one = starts.iter().any(|start| name.starts_with(start));
    is_one || ends.iter().any(|end| name.ends_with(end))
}

/// Notes what a subcommand does to files; `false` if it leaves them alone.
fn writes_files(scene: &mut Scene<'_>, name: &str, words: &[Word]) -> bool {
    match name {
        "checkout" => return checkout(scene, words),
        "switch" => {
            let args = Args::read(words, options("cC", "", &["create", "force-create", "orphan"]));
            let creates = args.has(&["c", "create"]) && args.operands.is_empty();
            if creates && !args.has(&["discard-changes", "f", "force", "orphan"]) {
                return false;
            }
            scene.work_tree(ChangeKind::Write);
        }
        "restore" => return restore(scene, words),
        "rm" => return remove(scene, words),
        "mv" => move_files(scene, words),
        "clean" => clean(scene, words),
        "stash" => match words.first().map(|word| word.text.as_str()) {
            Some("list" | "show" | "drop" | "clear" | "create" | "store" | "branch") => {
                return false;
            }
            _ => scene.work_tree(ChangeKind::Write),
        },
        "reset" => {
            if !Args::read(words, options("", "", &[])).has(&["hard", "merge", "keep"]) {
                return false;
            }
            scene.work_tree(ChangeKind::Write);
        }
        "apply" => return super::editors::apply_patch(scene, words),
        "merge-file" => {
            let args = Args::read(words, options("L", "", &["marker-size"]));
            if let Some(file) = args.operands.first().filter(|_| !args.has(&["p", "stdout"])) {
                scene.change(file, ChangeKind::Write, Extent::File);
            }
        }
        "am" | "merge" | "rebase" | "pull" | "cherry-pick" | "revert" | "read-tree"
        | "checkout-index" | "sparse-checkout" | "mergetool" | "merge-index" => {
            let runs = ["-x", "--exec", "-s"];
            if name == "rebase" && words.iter().any(|word| runs.contains(&word.text.as_str())) {
                scene.unresolved("it is told which program to run");
            }
            scene.work_tree(ChangeKind::Write);
        }
        "bisect" | "submodule" | "filter-branch" | "difftool" => {
            let run = words.iter().any(|word| matches!(word.text.as_str(), "run" | "foreach"));
            if run || matches!(name, "filter-branch" | "difftool") {
                scene.unresolved("it is told which program to run");
            } else if !matches!(
                words.first().map(|word| word.text.as_str()),
                Some("log" | "status" | "summary") | None
            ) {
                scene.work_tree(ChangeKind::Write);
            }
        }
        "worktree" => return worktree(scene, words),
        "clone" | "init" => new_repository(scene, name, words),
        "config" => return config(scene, words),
        "archive" | "format-patch" | "bundle" | "log" | "diff" | "show" | "fast-export"
        | "bugreport" | "diagnose" => return output(scene, name, words),
        _ => return false,
    }
    true
}

fn checkout(scene: &mut Scene<'_>, words: &[Word]) -> bool {
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
            paths.iter().for_each(|path| pathspec(scene, path, ChangeKind::Write));
            // The first may be a path as well.
            if let Some(first) = args.operands.first().filter(|first| is_path(first)) {
                pathspec(scene, first, ChangeKind::Write);
            }
        }
        _ => scene.work_tree(ChangeKind::Write),
    }
    true
}

fn restore(scene: &mut Scene<'_>, words: &[Word]) -> bool {
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

fn remove(scene: &mut Scene<'_>, words: &[Word]) -> bool {
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

fn move_files(scene: &mut Scene<'_>, words: &[Word]) {
    let args = Args::read(words, options("", "", &[]));
    if args.has(&["n", "dry-run"]) {
        return;
    }
    let Some((dest, sources)) = args.operands.split_last() else {
        return;
    };
    for source in sources {
        scene.change(source, ChangeKind::MoveFrom, Extent::Tree);
        scene.arrive(dest, source, ChangeKind::Write, Extent::Tree);
    }
}

fn clean(scene: &mut Scene<'_>, words: &[Word]) {
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

fn worktree(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let args = Args::read(words, options("bB", "", &["reason", "expire"]));
    let operands: Vec<&str> = args.operands.iter().map(|word| word.text.as_str()).collect();
    match (operands.first().copied(), args.operands.get(1)) {
        (Some("list" | "prune" | "lock" | "unlock" | "repair"), _) | (None, _) => return false,
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

fn new_repository(scene: &mut Scene<'_>, name: &str, words: &[Word]) {
    const LONG: &[&str] = &[
        "branch",
        "config",
        "depth",
        "filter",
        "initial-branch",
        "jobs",
        "origin",
        "reference",
        "separate-git-dir",
        "server-option",
        "shared",
        "template",
        "upload-pack",
        "object-format",
    ];
    let args = Args::read(words, options("bcjou", "", LONG));
    if args.has(&["template", "c", "config", "u", "upload-pack", "separate-git-dir"]) {
        scene.unresolved("it is told which program to run");
    }
    let operands = args.operands.as_slice();
    match (name, operands) {
        ("init", []) => scene.change(&Word::plain(".git"), ChangeKind::CreateDir, Extent::Tree),
        ("init", [folder, ..]) => {
            scene.arrive_in(folder, &Word::plain(".git"), ChangeKind::CreateDir, Extent::Tree)
        }
        (_, [_, folder, ..]) => scene.change(folder, ChangeKind::CreateDir, Extent::Tree),
        (_, [url]) => {
            let text = url.text.trim_end_matches('/').trim_end_matches(".git");
            let name = text.rsplit(['/', ':']).next().unwrap_or_default();
            let folder = Word { text: name.to_owned(), ..(*url).clone() };
            scene.change(&folder, ChangeKind::CreateDir, Extent::Tree);
        }
        (_, []) => {}
    }
}

fn config(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let args = Args::read(words, options("f", "", &["file", "blob", "type", "default", "comment"]));
    let reads = ["get", "get-all", "get-regexp", "get-urlmatch", "l", "list", "get-color"];
    let operands: Vec<&str> = args.operands.iter().map(|word| word.text.as_str()).collect();
    let is_reading = args.has(&reads)
        || matches!(operands.as_slice(), [] | [_] if !args.has(&["unset", "unset-all", "e", "edit"]))
        || matches!(operands.first(), Some(&("get" | "list")));
    if is_reading {
        return true;
    }
    if operands.iter().any(|word| runs_a_program(word)) {
        scene.unresolved("the setting names a program");
    }
    if let Some(file) = args.value(&["f", "file"]) {
        scene.output(file);
    } else if args.has(&["global"]) {
        let file = Word { text: "~/.gitconfig".to_owned(), literal: false, splits: false };
        scene.change(&file, ChangeKind::Write, Extent::File);
    } else if args.has(&["system"]) {
        scene.change(&Word::plain("/etc/gitconfig"), ChangeKind::Write, Extent::File);
    } else {
        return false;
    }
    true
}

fn output(scene: &mut Scene<'_>, name: &str, words: &[Word]) -> bool {
    // Long before short: `diff -O` is about an order, `log -o` is nothing.
    let syntax = match name {
        "archive" | "format-patch" => options("o", "", &["output", "output-directory", "prefix"]),
        "bugreport" | "diagnose" => options("os", "", &["output-directory", "suffix"]),
        _ => options("", "", &["output"]),
    };
    let args = Args::read(words, syntax);
    match name {
        "archive" => {
            if let Some(file) = args.value(&["o", "output"]) {
                scene.output(file);
            }
        }
        "format-patch" if args.has(&["stdout"]) => {}
        "format-patch" | "bugreport" | "diagnose" => match args.value(&["o", "output-directory"]) {
            Some(folder) => scene.below(folder, ChangeKind::Write),
            None => scene.below_here(ChangeKind::Write),
        },
        "bundle" => {
            if let [create, file, ..] = args.operands.as_slice()
                && create.text == "create"
            {
                scene.output(file);
            }
        }
        "fast-export" => return false,
        _ => {
            let file = args.value(&["output"]).cloned();
            if let Some(file) = file {
                scene.output(&file);
            }
            if args.has(&["ext-diff"]) {
                return false;
            }
        }
    }
    true
}

/// Whether a subcommand only reads.
fn only_reads(scene: &mut Scene<'_>, name: &str, words: &[Word]) -> bool {
    const READS: &[&str] = &[
        "annotate",
        "blame",
        "cat-file",
        "check-attr",
        "check-ignore",
        "cherry",
        "count-objects",
        "describe",
        "diff-files",
        "diff-index",
        "diff-tree",
        "for-each-ref",
        "grep",
        "help",
        "ls-files",
        "ls-remote",
        "ls-tree",
        "merge-base",
        "merge-tree",
        "name-rev",
        "range-diff",
        "rev-list",
        "rev-parse",
        "shortlog",
        "show-branch",
        "show-ref",
        "status",
        "var",
        "verify-commit",
        "verify-tag",
        "version",
        "whatchanged",
    ];
    let args = Args::read(words, options("", "", &["format", "sort", "contains", "points-at"]));
    let operands: Vec<&str> = args.operands.iter().map(|word| word.text.as_str()).collect();
    match name {
        "grep"
            if words.iter().any(|word| {
                word.text.starts_with("-O") || word.text.starts_with("--open-files")
            }) =>
        {
            scene.unresolved("it is told which program to run");
            true
        }
        "branch" => {
            let changes =
                ["d", "D", "m", "M", "c", "C", "f", "u", "delete", "move", "copy", "force"];
            let lists = args.has(&[
                "list",
                "contains",
                "merged",
                "no-merged",
                "show-current",
                "a",
                "r",
                "points-at",
            ]);
            !args.has(&changes) && (lists || operands.is_empty())
        }
        "tag" => {
            !args.has(&["d", "delete", "f", "force"])
                && (operands.is_empty() || args.has(&["l", "list", "contains", "points-at", "n"]))
        }
        "remote" => matches!(operands.first(), None | Some(&("show" | "get-url"))),
        "stash" => matches!(operands.first(), Some(&("list" | "show"))),
        "worktree" => matches!(operands.first(), Some(&"list")),
        "reflog" => matches!(operands.first(), None | Some(&("show" | "exists"))),
        "notes" => matches!(operands.first(), None | Some(&("show" | "list"))),
        "rm" => args.has(&["n", "dry-run"]),
        name => READS.contains(&name),
    }
}
