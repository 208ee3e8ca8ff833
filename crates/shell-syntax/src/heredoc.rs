//! Reads here-documents.
//!
//! Bash manual, 3.6.6 "Here Documents"; POSIX Shell Command Language, 2.7.4.

use crate::lexed::Lexed;
use crate::lexer::{Lexer, is_blank, is_operator};
use crate::script::Script;
use crate::unparsed::Unparsed;
use crate::word::Quoting;

/// A here-document whose text has not been reached.
#[derive(Debug)]
pub(crate) struct Pending {
    slot: usize,
    delimiter: String,
    quoted: bool,
    strip_tabs: bool,
}

impl Lexer<'_> {
    /// Reads the delimiter after `<<` or `<<-`.
    pub(crate) fn start_here_document(
        &mut self,
        script: &mut Script,
        strip_tabs: bool,
    ) -> Result<(), Unparsed> {
        self.cursor.eat_while(is_blank);
        let start = self.cursor;
        if self.cursor.peek().is_none_or(|next| is_operator(next) || matches!(next, '\n' | '#')) {
            return Err(Unparsed::new("a here-document without a delimiter"));
        }
        let word = self.word()?;
        let written = self.cursor.since(start);
        if written.contains(['$', '`', '(', '\n']) {
            return Err(Unparsed::new("a here-document delimiter that shells read differently"));
        }
        let slot = script.here_document()?;
        let quoted = written.contains(['\'', '"', '\\']);
        self.pending.push(Pending { slot, delimiter: word.word.text, quoted, strip_tabs });
        Ok(())
    }

    /// Reads the text of a here-document, and returns it with its slot.
    pub(crate) fn here_document(&mut self, pending: &Pending) -> Result<(usize, Lexed), Unparsed> {
        let mut text = String::new();
        loop {
            let line = self.here_document_line(pending)?;
            if line == pending.delimiter {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        let body = if pending.quoted {
            Lexed::bare(&text)
        } else {
            Lexer::new(&text, self.depth).here_document_text()?
        };
        Ok((pending.slot, body))
    }

    /// Reads a line, with those that a backslash joins to it if the delimiter is not quoted.
    fn here_document_line(&mut self, pending: &Pending) -> Result<String, Unparsed> {
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

    fn here_document_text(&mut self) -> Result<Lexed, Unparsed> {
        let mut body = Lexed::default();
        while let Some(next) = self.cursor.peek() {
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
