//! A reader of shell text, and the bounds within which it reads.
//!
//! It goes through a text once and asks the grammar at each place what may stand there, as a shell
//! does: Bash manual, 3.1.1 "Shell Operation", steps 2 and 3; POSIX Shell Command Language, 2.3
//! "Token Recognition". What it reads is in the modules `word`, `expansion`, `heredoc`, `token`,
//! `grammar`, `clauses` and `conditional`. Where shells read the same text differently, it is refused.

use std::collections::BTreeSet;

use crate::constants::Constants;
use crate::cursor::Cursor;
use crate::parse_error::{MAX_DEPTH, Unparsed};
use crate::tree::{Document, List};

/// The most compound commands within each other, in one script.
const MAX_OPEN: usize = 50;

/// The most compound commands within each other, in all scripts that stand in each other.
const MAX_NESTED: usize = 100;

/// How many steps are taken for a byte of text. Two are usual; each here-document, backquote and
/// `((` around the byte adds one or two.
const MAX_STEPS: usize = 64;

/// A reader of one text; the scripts in its substitutions are read in the same go.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(crate) cursor: Cursor<'a>,
    /// Here-documents whose text begins after the next newline.
    pub(crate) pending: Vec<Pending>,
    /// Whether a script around this one has such here-documents.
    pub(crate) is_before_document: bool,
    /// Where `((` was found to begin two subshells, so that each is tried once.
    pub(crate) subshells: BTreeSet<usize>,
    /// The variables whose values are known.
    pub(crate) constants: Constants,
    bounds: Bounds,
}

/// What is left of what may be read.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// How deep in substitutions and scripts.
    depth: usize,
    /// Within how many compound commands of this script.
    open: usize,
    /// Within how many compound commands of all scripts.
    nested: usize,
    /// How many steps may be taken.
    steps: usize,
}

/// A here-document whose text has not been reached.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) document: Document,
    pub(crate) delimiter: String,
    pub(crate) quoted: bool,
    pub(crate) strip_tabs: bool,
}

/// In which quotes an expansion stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quoting {
    None,
    Double,
    /// The text of a here-document, in which a double quote is a plain character.
    HereDocument,
}

/// Reads `text`, which is `depth` levels deep in scripts, with these variables replaced.
pub(crate) fn read(text: &str, depth: usize, constants: &Constants) -> Result<List, Unparsed> {
    Reader { constants: constants.clone(), ..Reader::new(text, depth) }.text()
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, depth: usize) -> Self {
        let steps = MAX_STEPS * (text.len() + MAX_STEPS);
        let bounds = Bounds { depth, open: 0, nested: 0, steps };
        Self {
            cursor: Cursor::new(text),
            pending: vec![],
            is_before_document: false,
            subshells: BTreeSet::new(),
            constants: Constants::default(),
            bounds,
        }
    }

    /// Reads another text, made of a part of this one, within the same bounds.
    pub(crate) fn aside<T>(
        &mut self,
        text: &str,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        let mut reader =
            Reader { bounds: Bounds { open: 0, ..self.bounds }, ..Reader::new(text, 0) };
        let value = read(&mut reader)?;
        self.bounds.steps = reader.bounds.steps;
        Ok(value)
    }

    /// Counts one step.
    pub(crate) fn step(&mut self) -> Result<(), Unparsed> {
        let left = self.bounds.steps.checked_sub(1);
        self.bounds.steps = left.ok_or_else(|| Unparsed::new("the text is too complex"))?;
        Ok(())
    }

    /// Reads one level deeper in substitutions.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        self.bounds.depth += 1;
        if self.bounds.depth > MAX_DEPTH {
            return Err(Unparsed::new("substitutions are nested too deeply"));
        }
        let value = read(self)?;
        self.bounds.depth -= 1;
        Ok(value)
    }

    /// Reads what stands in a compound command.
    pub(crate) fn within<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        self.bounds.open += 1;
        self.bounds.nested += 1;
        if self.bounds.open > MAX_OPEN || self.bounds.nested > MAX_NESTED {
            return Err(Unparsed::new("compound commands are nested too deeply"));
        }
        let value = read(self)?;
        self.bounds.open -= 1;
        self.bounds.nested -= 1;
        Ok(value)
    }

    /// Reads a script that stands in this one.
    pub(crate) fn inner<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        let open = std::mem::take(&mut self.bounds.open);
        let pending = std::mem::take(&mut self.pending);
        let outer = self.is_before_document;
        self.is_before_document |= !pending.is_empty();
        let value = read(self)?;
        if !self.pending.is_empty() {
            return Err(Unparsed::new(SPLIT_HERE_DOCUMENT));
        }
        self.is_before_document = outer;
        self.pending = pending;
        self.bounds.open = open;
        Ok(value)
    }

    /// Refuses a newline in the middle of a word or expression while the text of a here-document
    /// is still to come: shells differ in whether it begins there.
    pub(crate) fn no_newline_before_document(&self, passed: &str) -> Result<(), Unparsed> {
        if !self.pending.is_empty() && passed.contains('\n') {
            return Err(Unparsed::new("a newline in a word before a here-document"));
        }
        Ok(())
    }
}

/// Why a here-document is refused that does not end in the script in which it begins.
pub(crate) const SPLIT_HERE_DOCUMENT: &str = "a here-document that begins within a substitution";

#[cfg(test)]
mod tests;
