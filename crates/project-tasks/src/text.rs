//! Files of bounded length, and words for a shell.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use shell_syntax::Word;

use crate::Variable;
pub(crate) use shell_syntax::quoted;

/// So long may a file be, in bytes: what [`shell_syntax::commands`] takes.
const MAX_FILE: u64 = 64 * 1024;

/// The text of a regular file; `None` if it is too long, or no text. What is no UTF-8 in it is replaced.
pub(crate) fn read(file: &Path) -> Option<String> {
    // A pipe or a device would be waited for.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = vec![];
    File::open(file).ok()?.take(MAX_FILE + 1).read_to_end(&mut text).ok()?;
    let is_text = text.len() as u64 <= MAX_FILE && !text.contains(&0);
    // A letter of another encoding stands for itself only in a comment or a string.
    is_text.then(|| String::from_utf8_lossy(&text).into_owned())
}

/// The start of a file that is text, and too long to be read.
pub(crate) fn too_long(file: &Path) -> Option<String> {
    const START: u64 = 4096;
    let about = file.metadata().ok().filter(|it| it.is_file() && it.len() > MAX_FILE)?;
    let mut start = vec![];
    File::open(file).ok()?.take(START.min(about.len())).read_to_end(&mut start).ok()?;
    let is_text = !start.contains(&0);
    is_text.then(|| String::from_utf8_lossy(&start).into_owned())
}

/// A path in a folder, without `.` and `..`.
pub(crate) fn below(folder: &Path, path: impl AsRef<Path>) -> PathBuf {
    let mut found = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                found.pop();
            }
            part => found.push(part),
        }
    }
    found
}

/// Words as they are typed, each behind a blank: one that is not literal stays an expansion, and one that may
/// be several stays one that may.
pub(crate) fn typed<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    words.into_iter().fold(String::new(), |mut text, word| {
        text.push(' ');
        // What `find` or `xargs` puts in is not told.
        let is_told = word.literal && !word.splits && !word.text.contains("{}");
        let may_be_many = word.splits || word.text.contains(['@', '*', '?', '[', '{']);
        text.push_str(&match () {
            () if is_told => quoted(&word.text),
            () if may_be_many => UNKNOWN.replace('"', ""),
            () => UNKNOWN.to_owned(),
        });
        text
    })
}

/// Whether a name is one of a variable of a shell.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|next| next.is_ascii_alphanumeric() || next == '_')
}

/// Lines that give variables the values that are known.
pub(crate) fn assigned(environment: &[Variable]) -> String {
    let known = environment.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let named = known.filter(|(name, _)| is_name(name));
    named.fold(String::new(), |text, (name, value)| text + name + "=" + &quoted(value) + "\n")
}

/// What stands for a text that is not known.
pub(crate) const UNKNOWN: &str = "\"$not_told\"";
