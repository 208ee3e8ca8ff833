//! `tar`, whose options may stand without a dash, and whose archive may say where files go.
//!
//! GNU tar manual, 3.3 "The Three Option Styles".

use shell_syntax::Word;

use crate::args::{Args, Syntax, part};
use crate::call::Call;
use crate::judgement::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what tar reads and changes.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let syntax = entry.settings.syntax;
    let is_old = call.words.first().is_some_and(|first| !first.text.starts_with('-'));
    let words = if is_old { new_style(&call.words, syntax) } else { call.words.clone() };
    let args = Args::read(&words, syntax, usize::MAX);
    if args.has(entry.settings.code) {
        sink.unresolved("an option names a program that it runs");
    }
    let archive = args.value("-f,--file");
    if args.has("-x,--extract,--get") {
        read(sink, archive);
        extract(&args, sink);
    } else if args.has("-cruA,--create,--append,--update,--catenate,--delete") {
        for file in &args.operands {
            sink.read(&seen_from(args.value("-C,--directory"), file), Extent::Tree);
        }
        if let Some(list) = args.value("-T,--files-from") {
            sink.read(list, Extent::File);
            if args.has("--remove-files") {
                sink.unresolved("the files that it removes are listed in a file");
            }
        }
        if let Some(file) = archive {
            sink.output(file);
        }
        if args.has("--remove-files") {
            for file in &args.operands {
                sink.change(file, ChangeKind::Remove, Extent::Tree);
            }
        }
    } else {
        read(sink, archive);
    }
    for option in ["--index-file", "-g", "--listed-incremental", "--volno-file"] {
        if let Some(file) = args.value(option) {
            sink.output(file);
        }
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// What `tar -C FOLDER FILE` packs.
fn seen_from(folder: Option<&Word>, file: &Word) -> Word {
    match folder {
        Some(folder) if !file.text.starts_with(['/', '~', '$']) => Word {
            text: format!("{}/{}", folder.text, file.text),
            literal: folder.literal && file.literal,
            ..folder.clone()
        },
        _ => file.clone(),
    }
}

fn read(sink: &mut Sink<'_>, archive: Option<&Word>) {
    if let Some(archive) = archive {
        sink.read(archive, Extent::File);
    }
}

fn extract(args: &Args<'_>, sink: &mut Sink<'_>) {
    let folders: Vec<_> = args.values("-C,--directory").collect();
    match folders.as_slice() {
        _ if args.has("-O,--to-stdout") => {}
        _ if args.has("-P,--absolute-names,--transform,--xform,--one-top-level") => {
            sink.unresolved("the archive decides where its files go");
        }
        [] => sink.below_here(ChangeKind::Write),
        [folder] => sink.below(&folder.word, ChangeKind::Write),
        _ => sink.unresolved("it changes its folder more than once"),
    }
}

/// Gives each letter of the old style a dash, and its value, which stands behind all letters.
fn new_style(words: &[Word], syntax: Syntax<'_>) -> Vec<Word> {
    let Some((first, values)) = words.split_first() else {
        return vec![];
    };
    let mut values = values.iter().cloned();
    let mut spread = vec![];
    for letter in first.text.chars() {
        spread.push(part(first, &format!("-{letter}")));
        if syntax.has_value(letter) {
            spread.extend(values.next());
        }
    }
    spread.extend(values);
    spread
}
