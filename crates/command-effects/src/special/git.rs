//! What `git` does to the files of a work tree, where a line of the table does not say it: options
//! before the subcommand, and the subcommands whose operands may be paths or not.

pub(crate) mod alias;
mod settings;

use shell_syntax::Word;

use crate::args::{Args, part};
use crate::call::Call;
use crate::judgement::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::reading::Reading;
use crate::rule;
use crate::sink::Sink;
use crate::special::patch;

/// Notes what git reads and changes.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>) {
    let Some(at) = subcommand(call, sink) else {
        return;
    };
    let Some(name) = call.words.get(at).filter(|name| name.literal) else {
        return sink.unresolved("the subcommand depends on an expansion");
    };
    let words = call.words.get(at..).unwrap_or_default();
    let known = call.programs.known(call.program, words);
    let says_so = |entry: &Entry<'_>| entry.settings.syntax.value.contains("--output");
    if !known.built_in.iter().any(says_so) {
        outputs(sink, words);
    }
    let mut is_known = false;
    for entry in known.built_in.iter().chain(&known.own).filter(|entry| entry.behind > 0) {
        let reading = Reading::new(entry, words, call.command, call.text);
        rule::note(&reading, sink);
        is_known |= match entry.settings.special {
            "" => !reading.is_unknown(),
            special => of_special(special, call, sink, &reading.args),
        };
    }
    if !is_known {
        sink.unknown_as(&format!("{} {}", call.program, name.text));
    }
}

/// Notes the file into which a subcommand prints. More of them take the option than say so: whatever shows
/// commits or differences has it.
fn outputs(sink: &mut Sink<'_>, words: &[Word]) {
    let shown = words.iter().take_while(|word| word.text != "--");
    for (at, word) in shown.enumerate() {
        if let Some(file) = word.text.strip_prefix("--output=") {
            sink.output(&part(word, file));
        } else if word.text == "--output"
            && let Some(file) = words.get(at + 1)
        {
            sink.output(file);
        }
    }
}

/// Notes what a subcommand changes of which a line does not say it; whether it is known.
fn of_special(special: &str, call: &Call<'_>, sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    match special {
        "checkout" => checkout(call, sink, args),
        "switch" => switch(sink, args),
        "restore" => restore(sink, args),
        "clone" => clone(sink, args),
        "stash" => stash(call, sink, args),
        "config" => settings::config(call, sink, args),
        "apply" => patch::git_apply(call, sink, args),
        _ => false,
    }
}

/// The place of the subcommand, behind the options of git itself.
fn subcommand(call: &Call<'_>, sink: &mut Sink<'_>) -> Option<usize> {
    const PLACES: [&str; 4] = ["--git-dir", "--work-tree", "--exec-path", "--config-env"];
    let mut at = 0;
    while let Some(word) = call.words.get(at) {
        let next = call.words.get(at + 1);
        let (name, value) = match word.text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word.text.as_str(), None),
        };
        at += match (name, value) {
            ("-C", _) => {
                sink.enter(next?);
                2
            }
            ("-c", _) => {
                settings::setting(sink, &next?.text);
                2
            }
            (name, value) if PLACES.contains(&name) => {
                sink.unresolved("an option sets the repository");
                if value.is_some() { 1 } else { 2 }
            }
            ("--namespace" | "--super-prefix" | "--attr-source", None) => 2,
            (option, _) if option.starts_with('-') => 1,
            _ => return Some(at),
        };
    }
    None
}

fn checkout(call: &Call<'_>, sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    if let Some(at) = call.words.iter().position(|word| word.text == "--") {
        for path in call.words.iter().skip(at + 1) {
            pathspec(sink, path);
        }
        return true;
    }
    if args.has("-b") && args.operands.is_empty() && !args.has("-f,--force") {
        return false;
    }
    if args.has("--pathspec-from-file") {
        sink.unresolved("its paths are listed in a file");
        return true;
    }
    let is_path = |word: &Word| {
        let name = word.text.rsplit('/').next().unwrap_or_default();
        word.text.starts_with('.') || name.contains('.') && word.text.contains('/')
    };
    match args.operands.as_slice() {
        [path] if is_path(path) => pathspec(sink, path),
        [first, paths @ ..] if !paths.is_empty() && !args.has("-bBt,--track") => {
            for path in paths {
                pathspec(sink, path);
            }
            // The first may be a path as well.
            if is_path(first) {
                pathspec(sink, first);
            }
        }
        _ => sink.work_tree(ChangeKind::Write),
    }
    true
}

fn switch(sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    let creates = args.has("-c,--create") && args.operands.is_empty();
    if creates && !args.has("-f,--discard-changes,--force,--orphan") {
        return false;
    }
    sink.work_tree(ChangeKind::Write);
    true
}

fn restore(sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    if args.has("-S,--staged") && !args.has("-W,--worktree") {
        return false;
    }
    if args.has("--pathspec-from-file") {
        sink.unresolved("its paths are listed in a file");
    }
    if args.operands.is_empty() && args.has("-p,--patch") {
        sink.work_tree(ChangeKind::Write);
    }
    for path in &args.operands {
        pathspec(sink, path);
    }
    true
}

/// `git stash push -- PATH` puts away what is changed there, everything else what is in the tree.
fn stash(call: &Call<'_>, sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    let is_marked = call.words.iter().any(|word| word.text == "--");
    let paths = match args.operands.as_slice() {
        [push, paths @ ..] if push.text == "push" => paths,
        paths if is_marked => paths,
        _ => &[],
    };
    if args.has("--pathspec-from-file") {
        sink.unresolved("its paths are listed in a file");
    } else if paths.is_empty() {
        sink.work_tree(ChangeKind::Write);
    }
    for path in paths {
        pathspec(sink, path);
    }
    true
}

fn pathspec(sink: &mut Sink<'_>, path: &Word) {
    rule::pathspec(sink, path, ChangeKind::Write, Extent::Tree);
}

/// `git clone` makes a folder that is named after the repository, unless it is told a name.
fn clone(sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    match args.operands.as_slice() {
        [_, folder, ..] => sink.change(folder, ChangeKind::CreateDir, Extent::Tree),
        [url] => {
            let text = url.text.trim_end_matches('/').trim_end_matches(".git");
            let name = text.rsplit(['/', ':']).next().unwrap_or_default();
            let folder = Word { text: name.to_owned(), ..(*url).clone() };
            sink.change(&folder, ChangeKind::CreateDir, Extent::Tree);
        }
        [] => {}
    }
    true
}
