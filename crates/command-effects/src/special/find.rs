//! `find` and `fd`, which run commands for what they find.
//!
//! POSIX.1-2024, `find`; GNU findutils manual.

use shell_syntax::{Place, Run, What, Word};

use crate::args::part;
use crate::call::Call;
use crate::judgement::{ChangeKind, Extent};
use crate::outputs::{spares, start_folders};
use crate::sink::Sink;

/// How a program that searches files names what it runs for each.
pub(crate) struct Exec {
    options: &'static [&'static str],
    /// Those that run it in the directory of the file.
    elsewhere: &'static [&'static str],
    /// Its options of one letter that have a value, where such options may stand together.
    valued: &'static str,
}

pub(crate) const FIND: Exec =
    Exec { options: &["-exec", "-ok"], elsewhere: &["-execdir", "-okdir"], valued: "" };
pub(crate) const FD: Exec =
    Exec { options: &["-x", "-X", "--exec", "--exec-batch"], elsewhere: &[], valued: "dEteSocjC" };

impl Exec {
    /// What stands behind an option that runs a command in the same word: `rm` of `-Hxrm` and of `--exec=rm`.
    fn glued<'w>(&self, word: &'w str) -> Option<&'w str> {
        if self.valued.is_empty() {
            return None;
        }
        if word.starts_with("--") {
            let (name, value) = word.split_once('=')?;
            return self.options.contains(&name).then_some(value);
        }
        let letters = word.strip_prefix('-')?;
        let (at, letter) = letters
            .char_indices()
            .find(|(_, it)| matches!(it, 'x' | 'X') || self.valued.contains(*it))?;
        let value = letters.get(at + letter.len_utf8()..)?;
        matches!(letter, 'x' | 'X').then(|| value.strip_prefix('=').unwrap_or(value))
    }
}

/// Notes what `find` changes itself.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>) {
    let words = &call.words;
    for (index, word) in words.iter().enumerate() {
        match word.text.as_str() {
            "-delete" => {
                for folder in start_folders(call.command) {
                    let is_spared = spares(call.command, &folder);
                    let extent = if is_spared { Extent::Below } else { Extent::Tree };
                    sink.change(&folder, ChangeKind::Remove, extent);
                }
            }
            "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                if let Some(file) = words.get(index + 1) {
                    sink.output(file);
                }
            }
            "-files0-from" => sink.unresolved("the folders to search are listed in a file"),
            _ => {}
        }
    }
    let hidden = words.iter().any(|word| word.splits && !word.text.contains('/'));
    let starts_end = words.iter().position(|word| word.text.starts_with('-')).unwrap_or(0);
    if hidden
        && words.iter().skip(starts_end).any(|word| word.splits)
        && let Some(reason) = call.hidden_option()
    {
        sink.unresolved(&reason);
    }
}

/// The commands after such options, each up to `;` or `{} +`.
pub(crate) fn runs(words: &[Word], exec: &Exec) -> Vec<Run> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    let mut found = vec![];
    let mut index = 1;
    while index < words.len() {
        let mut before = vec![];
        let place = match text(index) {
            option if exec.options.contains(&option) => Place::Same,
            option if exec.elsewhere.contains(&option) => Place::Unknown,
            option => {
                let Some(first) = exec.glued(option) else {
                    index += 1;
                    continue;
                };
                let word = words.get(index).filter(|_| !first.is_empty());
                before.extend(word.map(|word| part(word, first)));
                Place::Same
            }
        };
        let start = index + 1;
        let ends = |at: &usize| {
            text(*at) == ";" || text(*at) == "+" && at.checked_sub(1).map(text) == Some("{}")
        };
        let end = (start..words.len()).find(ends).unwrap_or(words.len());
        if start < end || !before.is_empty() {
            found.push(Run { what: What::Command { before, words: start..end }, place });
        }
        index = end + 1;
    }
    found
}
