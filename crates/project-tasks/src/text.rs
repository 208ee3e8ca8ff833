//! Files of bounded length, and words for a shell.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use shell_syntax::Word;
pub(crate) use shell_syntax::quoted;

/// So long may a file be, in bytes: what [`shell_syntax::commands`] takes.
const MAX_FILE: u64 = 64 * 1024;

/// The text of a regular file; `None` if it is too long, or no text.
pub(crate) fn read(file: &Path) -> Option<String> {
    // A pipe or a device would be waited for.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(file).ok()?.take(MAX_FILE + 1).read_to_string(&mut text).ok()?;
    (text.len() as u64 <= MAX_FILE).then_some(text)
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

/// Words as they are typed, each behind a blank: one that is not literal stays an expansion.
pub(crate) fn typed<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    words.into_iter().fold(String::new(), |mut text, word| {
        text.push(' ');
        // What `find` or `xargs` puts in is not told.
        let is_told = word.literal && !word.splits && !word.text.contains("{}");
        text.push_str(&if is_told { quoted(&word.text) } else { UNKNOWN.to_owned() });
        text
    })
}

/// What stands for a text that is not known.
pub(crate) const UNKNOWN: &str = "\"$not_told\"";
