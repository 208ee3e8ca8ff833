//! Editors that a script tells what to do: `ed`, `ex`, `vi`.
//!
//! POSIX.1-2024, `ed`, `ex` and `vi`.

use shell_syntax::Word;

use crate::args::{Args, part};
use crate::call::Call;
use crate::change::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what `ed` reads and changes.
pub(crate) fn ed(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let args = Args::read(&call.words, entry.settings.syntax, usize::MAX);
    for file in &args.operands {
        sink.read(file, Extent::File);
        sink.change(file, ChangeKind::Write, Extent::File);
    }
    match call.input() {
        Some(script) if script.literal => editing(sink, script),
        _ => sink.unresolved("its script is not known"),
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// Notes what the commands of `ed` and `ex` write besides the file that is open.
fn editing(sink: &mut Sink<'_>, script: &Word) {
    for command in script.text.split(['\n', '|']).map(str::trim) {
        let command = command.trim_start_matches(|next: char| {
            next.is_ascii_digit() || matches!(next, ',' | '$' | '%' | '.' | ':' | ' ')
        });
        if command.starts_with('!') || command.starts_with("r !") || command.starts_with("e !") {
            return sink.unresolved("its script runs commands");
        }
        let name = [
            "wq ", "wq! ", "x ", "x! ", "w! ", "w>> ", "w ", "W ", "write! ", "write ", "sav ",
            "saveas ",
        ]
        .iter()
        .find_map(|start| command.strip_prefix(start));
        match name.map(str::trim) {
            Some(name) if name.starts_with(['!', '%', '#']) => {
                return sink.unresolved("its script runs commands");
            }
            Some(name) if !name.is_empty() => {
                sink.output(&part(script, name.trim_start_matches(">>").trim()));
            }
            _ => {}
        }
        let opens = [
            "e ", "E ", "f ", "edit ", "file ", "cd ", "so ", "source ", "call ", "exe", "py",
            "lua", "perl", "ruby", "tabe", "sp ", "vs ", "new ", "argdo", "bufdo", "redir", "mks",
            "cal ", "sil", "norm", "let ", "set ", "au", "map", "term", "make", "gr",
        ];
        if opens.iter().any(|start| command.starts_with(start)) && script.text.len() > 1 {
            return sink.unresolved("its script may write any file");
        }
        if command.starts_with("g/") || command.starts_with("v/") || command.starts_with("g!") {
            let nested = [" w ", "|w ", "/w ", "!"];
            if nested.iter().any(|sign| command.contains(sign)) {
                return sink.unresolved("its script may write any file");
            }
        }
    }
}

/// Notes what `vi` and its relatives read and change.
pub(crate) fn vi(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    // After `-e`, `-s` has no value: it means that nobody watches.
    let is_ex = |word: &Word| word.text.starts_with("-e") || word.text.starts_with("-E");
    let mut syntax = entry.settings.syntax;
    if call.words.iter().any(is_ex) {
        syntax.flag = "-s";
    }
    let args = Args::read(&call.words, syntax, usize::MAX);
    let (commands, files): (Vec<&Word>, Vec<&Word>) =
        args.operands.iter().partition(|word| word.text.starts_with('+'));
    for file in files {
        sink.read(file, Extent::File);
        sink.change(file, ChangeKind::Write, Extent::File);
    }
    let scripts: Vec<&Word> =
        args.values("-c,--cmd").map(|value| &value.word).chain(call.input()).collect();
    for script in &scripts {
        if script.literal {
            editing(sink, script);
        } else {
            sink.unresolved("its script depends on an expansion");
        }
    }
    for command in commands {
        editing(sink, &part(command, command.text.trim_start_matches('+')));
    }
    for file in args.values("-iwW,--startuptime") {
        sink.output(&file.word);
    }
    let is_known = |file: &Word| matches!(file.text.as_str(), "NONE" | "NORC" | "DEFAULTS");
    if args.has_value("-SsuU", |file| !is_known(file)) {
        sink.unresolved("a file says what it does");
    } else if scripts.is_empty() {
        sink.unresolved("its script is not known");
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}
