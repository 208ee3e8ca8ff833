//! Modules that the line itself writes before a program loads them: `echo CODE > src/a.py; python3 -c 'import a'`.

use shell_syntax::{Redirect, RedirectAccess, Word};

use super::{Told, judge};
use crate::call::Call;
use crate::glob::is_among;
use crate::programs::Entry;
use crate::sink::Sink;

/// Modules that python loads by itself.
const BY_ITSELF: &str = " usercustomize sitecustomize ";

/// So many files are looked at.
const MAX_FILES: usize = 20;

/// Names of the file that stands for its folder.
const OF_A_FOLDER: &str = " __init__ __main__ index ";

/// Judges what the program may load of what the line writes.
pub(super) fn judge_modules(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>, told: &Told) {
    let before = call.commands.get(..call.index).unwrap_or_default();
    let writes = |redirect: &Redirect| redirect.access != RedirectAccess::Read;
    if !before.iter().any(|command| command.redirects.iter().any(writes)) {
        return;
    }
    let codes = told.code.iter().chain(&told.module).chain(call.input());
    let codes: Vec<&str> = codes.map(|word| word.text.as_str()).collect();
    let mut looked = 0;
    for command in before {
        for redirect in command.redirects.iter().filter(|redirect| writes(redirect)) {
            if !is_loaded(&redirect.target, &codes) {
                continue;
            }
            looked += 1;
            if looked > MAX_FILES {
                return sink
                    .unresolved("it loads more files that the line writes than are looked at");
            }
            if let Some(code) = sink.told_to(command, &redirect.target) {
                judge(sink, entry.settings, &[code], &[]);
            }
        }
    }
}

/// Whether one of the texts names the module that a file is.
fn is_loaded(file: &Word, codes: &[&str]) -> bool {
    const ENDINGS: &str = " py js cjs mjs rb pm lua ";
    let (folder, name) = file.text.rsplit_once('/').unwrap_or(("", &file.text));
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let module = match folder.rsplit('/').next() {
        Some(folder) if is_among(OF_A_FOLDER, stem) => folder,
        _ => stem,
    };
    let is_part = |next: char| next == '_' || next.is_alphanumeric();
    let names = |code: &&str| code.split(|next| !is_part(next)).any(|word| word == module);
    is_among(ENDINGS, ending)
        && !module.is_empty()
        && (is_among(BY_ITSELF, module) || codes.iter().any(names))
}
