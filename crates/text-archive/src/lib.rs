//! Many small files in one text file that people read and write, in the form of
//! Go's txtar: a comment, then parts, each below a line with its name.
//!
//! ```text
//! A comment, up to the first part.
//! -- notes/a.txt --
//! One line.
//! -- notes/empty --
//! -- notes/b.txt (no final newline) --
//! {}
//! ```
//!
//! A part is the text between two such lines, so it ends with a newline or is
//! empty. Three marks after a name are for content that plain text cannot have:
//!
//! | mark | meaning |
//! |---|---|
//! | `(no final newline)` | the last newline is not part of the content |
//! | `(escaped)` | `\\` is a backslash, `\r` a carriage return, `\xNN` a byte, and a `\` at the end of a line removes its newline |
//! | `(hex)` | bytes as pairs of hexadecimal digits; blanks and newlines are ignored |
//!
//! ```
//! use text_archive::{Archive, Part};
//!
//! let archive = Archive::parse("About it.\n-- a --\nx\n-- b (hex) --\n00 ff\n")?;
//! assert_eq!(archive.comment, "About it.");
//! assert_eq!(archive.get("b"), Some(&[0, 255][..]));
//!
//! let part = Part::new("a", b"-- b --\n").ok_or("no name")?;
//! let archive = Archive { comment: String::new(), parts: vec![part] };
//! assert_eq!(archive.to_string(), "-- a (escaped) --\n\\x2d- b --\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate does no I/O.

mod content;

use std::error::Error;
use std::fmt;

use content::Mark;

/// A text file with named parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// The text before the first part, trimmed.
    pub comment: String,
    /// The parts in their order; no two have the same name.
    pub parts: Vec<Part>,
}

/// One file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    name: String,
    /// Its bytes, which need not be text.
    pub content: Vec<u8>,
}

/// What is wrong with the text of an archive, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line that is wrong, from 1.
    pub line: usize,
    message: String,
}

impl Archive {
    /// Reads an archive.
    ///
    /// # Errors
    ///
    /// Fails on a carriage return, which an editor or a checkout may have added, on a repeated or
    /// invalid name, on an unknown mark, and on content that its mark does not allow.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut archive = Self::default();
        let mut open = Open { header: None, line: 0, text: String::new() };
        for (line, content) in (1..).zip(text.split_inclusive('\n')) {
            if content.contains('\r') {
                let message = "a carriage return: write `\\r` in a part that is (escaped)";
                return Err(ParseError { line, message: message.to_owned() });
            }
            match header(content) {
                Some(header) => {
                    open.close(&mut archive)?;
                    open = Open { header: Some(header.to_owned()), line, text: String::new() };
                }
                None => open.text.push_str(content),
            }
        }
        if !open.text.is_empty() && !open.text.ends_with('\n') {
            open.text.push('\n');
        }
        open.close(&mut archive)?;
        Ok(archive)
    }

    /// The content of the part with this name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.parts.iter().find(|part| part.name == name).map(|part| part.content.as_slice())
    }
}

impl fmt::Display for Archive {
    /// Writes the archive, each part with the mark that keeps it most readable.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.comment.is_empty() {
            writeln!(formatter, "{}\n", self.comment)?;
        }
        for part in &self.parts {
            let mark = Mark::of(&part.content);
            let words = mark.map(|mark| format!(" ({})", mark.words())).unwrap_or_default();
            writeln!(formatter, "-- {}{words} --", part.name)?;
            formatter.write_str(&content::write(mark, &part.content))?;
        }
        Ok(())
    }
}

impl Part {
    /// A part; `None` for an invalid name: one that is empty, has blanks around it or a control
    /// character in it, or ends like a mark.
    pub fn new(name: impl Into<String>, content: impl Into<Vec<u8>>) -> Option<Self> {
        let name = name.into();
        let is_like_a_mark = name.ends_with(')') && name.contains(" (");
        let is_bare = name.trim() == name && !name.chars().any(char::is_control);
        let is_name = is_bare && !is_like_a_mark && !name.is_empty();
        is_name.then(|| Self { name, content: content.into() })
    }

    /// The name of the part.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl Error for ParseError {}

/// Whether a line of content looks like the beginning of a part.
fn header(line: &str) -> Option<&str> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_prefix("-- ")?.strip_suffix(" --")
}

/// The part, or the comment, that is being read.
struct Open {
    header: Option<String>,
    line: usize,
    text: String,
}

impl Open {
    fn close(&self, archive: &mut Archive) -> Result<(), ParseError> {
        let Some(header) = &self.header else {
            self.text.trim().clone_into(&mut archive.comment);
            return Ok(());
        };
        let wrong = |line: usize, message: String| ParseError { line, message };
        let (name, mark) = match header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
            Some((name, words)) => {
                let mark = Mark::parse(words);
                let unknown = || wrong(self.line, format!("unknown mark ({words})"));
                (name, Some(mark.ok_or_else(unknown)?))
            }
            None => (header.as_str(), None),
        };
        let content = content::read(mark, &self.text);
        let content = content.map_err(|(at, message)| wrong(self.line + at, message.to_owned()))?;
        let part = Part::new(name, content);
        let part = part.ok_or_else(|| wrong(self.line, format!("`{name}` is not a valid name")))?;
        if archive.get(name).is_some() {
            return Err(wrong(self.line, format!("{name} occurs twice")));
        }
        archive.parts.push(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
