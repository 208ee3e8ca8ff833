//! The lines that name no place and stand above one: which of them are its headline.

use crate::decide::findings::place::{Place, fact, header, is_tag};
use crate::decide::findings::shape::{indent, is_item, is_sum, is_title, says_error};
use crate::gather::target::Target;

/// In lines.
const MAX_HEAD: usize = 16;

/// Lines that may be the headline of the next place; with whether something empty stands above each.
#[derive(Default)]
pub(super) struct Waiting<'a> {
    lines: Vec<(&'a str, bool)>,
}

impl<'a> Waiting<'a> {
    pub(super) fn push(&mut self, line: &'a str, gap: bool) {
        self.lines.push((line, gap));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes what is the headline of no place.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = &'a str> {
        self.lines.drain(..).map(|(line, _)| line)
    }

    /// Takes the headline of the place in `line`, if one waits; whether something empty stands
    /// between is `gap`.
    pub(super) fn headline(
        &mut self,
        line: &str,
        place: Place,
        gap: bool,
        target: &Target,
    ) -> Vec<&'a str> {
        let titled = self.lines.iter().rposition(|(head, _)| {
            is_title(head) || (is_item(head) || is_tag(head)) && indent(head) < indent(line)
        });
        match titled {
            Some(start) => self.from(start),
            None if self.is_headed(line, place, gap) => self.last_paragraph(target),
            None => Vec::new(),
        }
    }

    /// Takes the paragraph above a place that stands alone between empty lines, further right than
    /// what is said.
    pub(super) fn above_apart(&mut self, line: &str, target: &Target) -> Vec<&'a str> {
        let is_said = |(last, _): &(&str, bool)| !is_sum(last) && indent(last) < indent(line);
        if self.lines.last().is_some_and(is_said) {
            self.last_paragraph(target)
        } else {
            Vec::new()
        }
    }

    fn is_headed(&self, line: &str, place: Place, gap: bool) -> bool {
        let last = self.lines.last().map(|(last, _)| *last);
        let announces = |last: &str| last.ends_with(':') && says_error(last);
        let is_left_of_it = |last: &str| {
            let says_something = last.contains(char::is_alphanumeric) && !is_sum(last);
            says_something && indent(last) < indent(line) && (says_error(last) || !gap)
        };
        let is_next = place.is_bare
            || last.is_some_and(announces)
            || self.paragraph_says_error(indent(line))
            || line.contains(" Task/Handler: ");
        let is_counted = place.is_bare && last.is_some_and(is_sum);
        !gap && is_next && !is_counted || last.is_some_and(is_left_of_it)
    }

    /// Whether the lines after the last empty one begin with an error, further left.
    fn paragraph_says_error(&self, before: usize) -> bool {
        let start = self.lines.iter().rposition(|(_, gap)| *gap).unwrap_or_default();
        let first = self.lines.get(start).filter(|(line, _)| indent(line) < before);
        first.is_some_and(|(line, _)| says_error(line) && !is_sum(line))
    }

    /// Takes the lines after the last sum, for what a test says may have gaps.
    pub(super) fn last_section(&mut self) -> Vec<&'a str> {
        let sum = self.lines.iter().rposition(|(line, _)| is_sum(line)).map_or(0, |at| at + 1);
        self.from(sum.max(self.lines.len().saturating_sub(MAX_HEAD)))
    }

    /// Takes the lines after the last empty one, or from where an element of XML or an item
    /// begins. The path of the rows below is no headline of the first of them.
    pub(super) fn last_paragraph(&mut self, target: &Target) -> Vec<&'a str> {
        let begins = |line: &str| is_tag(line) || is_item(line);
        let start = self.lines.iter().rposition(|(line, gap)| *gap || begins(line));
        let start = start.unwrap_or_default();
        let is_header = |line: &str| fact(line).is_none() && header(line, target).is_some();
        let names_file = |line: &str| is_header(line) && !says_error(line);
        let after = self.lines.iter().rposition(|(line, _)| names_file(line)).map(|at| at + 1);
        let is_whole = self.lines.get(start).is_some_and(|(line, _)| begins(line));
        self.from(after.filter(|_| !is_whole).map_or(start, |after| start.max(after)))
    }

    fn from(&mut self, start: usize) -> Vec<&'a str> {
        self.lines.split_off(start).into_iter().map(|(line, _)| line).collect()
    }
}
