//! The subcommands of git that make a repository, set something or write a report.

use crate::Word;
use crate::effects::args::{Args, options};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

use super::runs_a_program;

pub(super) fn new_repository(scene: &mut Scene<'_>, name: &str, words: &[Word]) {
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
            scene.arrive_in(folder, &Word::plain(".git"), ChangeKind::CreateDir, Extent::Tree);
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

pub(super) fn config(scene: &mut Scene<'_>, words: &[Word]) -> bool {
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

pub(super) fn output(scene: &mut Scene<'_>, name: &str, words: &[Word]) -> bool {
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
