//! The folder in which a program works, where it obeys what it finds there: the one in which it runs, or another one
//! that an option names.

use shell_syntax::Word;

use crate::args::part;
use crate::call::Call;
use crate::glob::is_among;
use crate::sink::Sink;

/// Options that name such a folder, or a file in it, whatever the program is.
const NAMES: &str = " cwd dir directory prefix project project-dir project-directory working-dir working-directory workdir \
    root root-dir rootdir rootDir chdir cd basedir base-dir manifest-path search-root gemfile projectDir project-root \
    stdin-filename stdin-filepath stdin-file-path source-dir config-dir configDir workspace-dir lockfile-dir ";

/// Notes which folders a call obeys, if its program is one that does.
pub(crate) fn note(call: &Call<'_>, sink: &mut Sink<'_>) {
    let is_told = call.words.iter().any(|word| word.text.starts_with('-'));
    if !(is_told || sink.is_elsewhere()) || !call.programs.says(call.program, "local-config") {
        return;
    }
    if sink.is_elsewhere() {
        sink.obeys_folder();
    }
    let words = call.words.iter().enumerate().take_while(|(_, word)| word.text != "--");
    for (at, word) in words {
        if let Some(folder) = named(word, call.words.get(at + 1)) {
            sink.obeys_in(&folder);
        }
    }
}

/// The folder that an option names.
fn named(word: &Word, next: Option<&Word>) -> Option<Word> {
    let option = word.text.strip_prefix('-')?;
    let next = || next.filter(|next| !next.text.starts_with('-')).cloned();
    if let Some(attached) = option.strip_prefix('C') {
        return if attached.is_empty() { next() } else { Some(part(word, attached)) };
    }
    let name = option.strip_prefix('-').unwrap_or(option);
    let name = name.strip_prefix("config.").unwrap_or(name);
    match name.split_once('=') {
        Some((name, value)) => is_among(NAMES, name).then(|| part(word, value)),
        None => is_among(NAMES, name).then(next).flatten(),
    }
}
