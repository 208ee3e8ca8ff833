//! Reads here-documents.
//!
//! Bash manual, 3.6.6 "Here Documents"; POSIX Shell Command Language, 2.7.4.

use std::rc::Rc;

use crate::parse_error::Unparsed;
use crate::reader::{Pending, Quoting, Reader};
use crate::tree::{Document, Lexed};

impl Reader<'_> {
    /// Reads the delimiter after `<<` or `<<-`.
    pub(crate) fn start_document(&mut self, strip_tabs: bool) -> Result<Document, Unparsed> {
        if !self.is_at_word() {
            return Err(Unparsed::new("a here-document without a delimiter"));
        }
        let start = self.cursor;
        let word = self.word()?;
        let written = self.cursor.since(start).trim_end_matches("\\\n");
        if written.contains(['$', '`', '(', '\n']) {
            return Err(Unparsed::new("a here-document delimiter that shells read differently"));
        }
        let document = Document::default();
        let quoted = written.contains(['\'', '"', '\\']);
        let delimiter = word.word.text;
        let waiting = Rc::clone(&document);
        self.pending.push(Pending { document: waiting, delimiter, quoted, strip_tabs });
        Ok(document)
    }

    /// Reads the texts of the here-documents that begin here.
    pub(crate) fn documents(&mut self) -> Result<(), Unparsed> {
        for pending in std::mem::take(&mut self.pending) {
            let text = Rc::new(self.document(&pending)?);
            // A document is read once, so that nothing is in its place.
            let _ = pending.document.set(text);
        }
        Ok(())
    }

    fn document(&mut self, pending: &Pending) -> Result<Lexed, Unparsed> {
        let mut text = String::new();
        loop {
            self.step()?;
            let line = self.document_line(pending)?;
            if line == pending.delimiter {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        if pending.quoted {
            return Ok(Lexed::bare(&text));
        }
        self.aside(&text, |reader| reader.document_text())
    }

    /// Reads a line, with those that a backslash joins to it if the delimiter is not quoted.
    fn document_line(&mut self, pending: &Pending) -> Result<String, Unparsed> {
        let mut joined = String::new();
        loop {
            let written = self
                .cursor
                .take_line()
                .ok_or_else(|| Unparsed::new("an unclosed here-document"))?;
            let tabs: &[char] = if pending.strip_tabs { &['\t'] } else { &[] };
            let line = written.trim_start_matches(tabs);
            if !joined.is_empty() && line == pending.delimiter {
                return Err(Unparsed::new("a here-document delimiter after a backslash"));
            }
            let backslashes = line.len() - line.trim_end_matches('\\').len();
            match line.strip_suffix('\\') {
                Some(start) if !pending.quoted && backslashes % 2 == 1 => {
                    joined.push_str(start);
                    joined.push_str("\\\n");
                }
                _ => {
                    joined.push_str(line);
                    return Ok(joined);
                }
            }
        }
    }

    fn document_text(&mut self) -> Result<Lexed, Unparsed> {
        let mut body = Lexed::default();
        while let Some(next) = self.cursor.peek() {
            self.step()?;
            match next {
                '$' | '`' => self.expansion(&mut body, Quoting::HereDocument)?,
                '\\' => self.escaped_in(&mut body, &['$', '`', '\\']),
                other => {
                    self.cursor.next();
                    body.push_quoted(other.encode_utf8(&mut [0; 4]));
                }
            }
        }
        Ok(body)
    }
}
