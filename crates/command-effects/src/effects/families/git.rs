//! What `git` does to the files of a work tree.
//!
//! What changes the repository alone (`commit`, `push`, `branch NAME`) changes no file that a
//! rule about files could speak of; it is a program of which nothing is known, `git commit`.

mod paths;
mod repositories;

use paths::{checkout, clean, move_files, remove, restore, worktree};
use repositories::{config, new_repository, output};

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

/// Subcommands that only read.
const READS: &str = "annotate blame cat-file check-attr check-ignore cherry count-objects describe diff-files \
    diff-index diff-tree for-each-ref grep help ls-files ls-remote ls-tree merge-base merge- \
    tree name-rev range-diff rev-list rev-parse shortlog show-branch show-ref status var \
    verify-commit verify-tag version whatchanged";

/// Whether a subcommand only reads.
fn only_reads(scene: &mut Scene<'_>, name: &str, words: &[Word]) -> bool {
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
        name => READS.split(' ').any(|reads| reads == name),
    }
}
