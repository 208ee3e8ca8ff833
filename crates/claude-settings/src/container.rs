//! Splices into an array or an object: a new last child, or a child less.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object};
use jsonc_parser::common::{self, Ranged};

use crate::layout::{line_indent, splice};

/// The places of the children of an array or an object.
pub(crate) struct Container {
    /// Behind the opening bracket.
    open: usize,
    children: Vec<Range<usize>>,
}

impl From<&Array<'_>> for Container {
    fn from(array: &Array<'_>) -> Self {
        Self::new(array.range, array.elements.iter().map(Ranged::range))
    }
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object<'_>) -> Self {
        Self::new(object.range, object.properties.iter().map(Ranged::range))
    }
}

impl Container {
    fn new(range: common::Range, children: impl Iterator<Item = common::Range>) -> Self {
        Self {
            open: range.start + 1,
            children: children.map(|child| child.start..child.end).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.children.len()
    }

    /// `text` with one more child, the last. `render` gets the indentation of the new child.
    ///
    /// The white space before the last child is repeated before the new one. An empty container
    /// keeps the white space in it behind the new child, which stands right at the bracket.
    pub(crate) fn append(&self, text: &str, render: impl FnOnce(&str) -> String) -> String {
        let Some(last) = self.children.last() else {
            return splice(text, self.open..self.open, &render(line_indent(text, self.open)));
        };
        let child = render(line_indent(text, last.start));
        let lead = match self.lead(text) {
            "" => " ",
            lead => lead,
        };
        splice(text, last.end..last.end, &format!(",{lead}{child}"))
    }

    /// The range to cut out so that child `index` is gone; the inverse of [`Container::append`]
    /// for the last child. `None` where nothing would be left of a container that was not there
    /// empty, so that it should go as well.
    pub(crate) fn cut(&self, index: usize) -> Option<Range<usize>> {
        let child = self.children.get(index)?;
        let next = self.children.get(index + 1);
        match (index.checked_sub(1).and_then(|i| self.children.get(i)), next) {
            (Some(previous), _) => Some(previous.end..child.end),
            (None, Some(next)) => Some(child.start..next.start),
            (None, None) => (child.start == self.open).then(|| child.clone()),
        }
    }

    /// The white space before the last child.
    fn lead<'t>(&self, text: &'t str) -> &'t str {
        let [.., previous, last] = self.children.as_slice() else {
            let first = self.children.first();
            return first.and_then(|first| text.get(self.open..first.start)).unwrap_or_default();
        };
        let between = text.get(previous.end..last.start).unwrap_or_default();
        between.split_once(',').map_or("", |(_, lead)| lead)
    }
}
