//! The settings of git, some of which name a program.

use shell_syntax::Word;

use crate::args::Args;
use crate::call::Call;
use crate::judgement::{ChangeKind, Extent};
use crate::sink::Sink;

/// Notes a setting for one call.
pub(crate) fn setting(sink: &mut Sink<'_>, setting: &str) {
    let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
    // What an alias runs is followed.
    if names_a_program(name)
        && !name.starts_with("alias.")
        && !matches!(value, "" | "cat" | "true" | "false" | "less" | "/dev/null")
    {
        sink.unresolved(&format!("`{name}` names another program that it runs"));
    }
    if says_what_is_pushed(name) {
        sink.unresolved(&format!("`{name}` decides what is pushed"));
    }
}

/// Whether a setting says what a push without names sends: it may be all, or what is to be removed.
fn says_what_is_pushed(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    name.starts_with("remote.") && matches!(last, "push" | "mirror")
}

/// Notes what `git config` changes; `false` if that is the repository alone.
pub(crate) fn config(call: &Call<'_>, sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    const CHANGING: &str =
        "-e,--add,--edit,--rename-section,--remove-section,--replace-all,--unset,--unset-all";
    let operands: Vec<&str> = args.operands.iter().map(|word| word.text.as_str()).collect();
    let changing = ["edit", "set", "unset", "rename-section", "remove-section"];
    let is_reading = args.has("-l,--get,--get-all,--get-regexp,--get-urlmatch,--list,--get-color")
        || matches!(operands.as_slice(), [] | [_]) && !is_value_behind(call, &operands)
        || matches!(operands.first(), Some(&("get" | "list")));
    let changes =
        args.has(CHANGING) || operands.first().is_some_and(|word| changing.contains(word));
    if is_reading && !changes {
        return true;
    }
    if operands.iter().any(|word| names_a_program(word)) {
        sink.unresolved("the setting names a program");
    }
    if operands.iter().any(|word| says_what_is_pushed(word)) {
        sink.unresolved("the setting decides what is pushed");
    }
    if let Some(file) = args.value("-f,--file") {
        sink.output(file);
    } else if args.has("--global") {
        let file = Word { text: "~/.gitconfig".to_owned(), literal: false, splits: false };
        sink.change(&file, ChangeKind::Write, Extent::File);
    } else if args.has("--system") {
        sink.change(&Word::plain("/etc/gitconfig"), ChangeKind::Write, Extent::File);
    } else {
        return false;
    }
    true
}

/// Whether a word with a dash stands behind the name of a setting: it is the value that it gets.
fn is_value_behind(call: &Call<'_>, operands: &[&str]) -> bool {
    let is_name = operands.first().is_some_and(|name| name.contains('.'));
    is_name && call.words.last().is_some_and(|word| word.text.starts_with('-'))
}

/// Whether the value of a setting is run, or leads to settings that are.
pub(super) fn names_a_program(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let starts = [
        "alias.",
        "pager.",
        "protocol.",
        "include",
        "filter.",
        "credential.",
        "url.",
        "core.hookspath",
    ];
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
        "browser",
        "viewer",
        ".path",
        "hook",
        "filter",
        "templatedir",
        "smtpserver",
        "vcs",
    ];
    let updates = name.starts_with("submodule.") && name.ends_with(".update");
    let is_one = updates || starts.iter().any(|start| name.starts_with(start));
    is_one || ends.iter().any(|end| name.ends_with(end))
}
