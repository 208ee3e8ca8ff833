//! The places of the nodes of a YAML text, for errors that name a line and for edits that change
//! nothing else.
//!
//! The deserializer reads these nodes too, so an edit and a configuration are never read differently.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

/// Deeper trees could overflow the stack, when they are read or dropped.
pub(crate) const MAX_DEPTH: usize = 128;

/// A node of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its bytes in the text, including the tag or anchor of a scalar. A collection in block style ends
    /// where the next token begins.
    pub range: Range<usize>,
    /// What it is.
    pub kind: NodeKind,
    /// The number of its anchor; 0 if it has none.
    pub(crate) anchor: usize,
    /// Whether it has a tag, such as `!!str`: then it is text if it is a scalar.
    pub(crate) is_tagged: bool,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// Text, a number and the like.
    Scalar {
        /// Its text.
        text: String,
        /// How it is written.
        quoting: Quoting,
    },
    /// A sequence.
    Sequence {
        /// Whether it is written in brackets.
        flow: bool,
        /// Its items.
        items: Vec<Node>,
    },
    /// A mapping.
    Mapping {
        /// Whether it is written in braces.
        flow: bool,
        /// Its keys, each with its value.
        entries: Vec<(Node, Node)>,
    },
    /// `*name`: a reference to the node with this number of an anchor.
    Alias(usize),
}

/// A step from a node of a document to one below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To an item of a sequence, from 0.
    Index(usize),
    /// To the value of a key.
    Key(String),
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// Without quotes, or empty.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// As a block after `|` or `>`.
    Block,
}

impl Node {
    /// The value of a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, value)| value)
    }

    fn entry(&self, key: &str) -> Option<&(Node, Node)> {
        let NodeKind::Mapping { entries, .. } = &self.kind else {
            return None;
        };
        entries.iter().find(|(name, _)| name.text() == Some(key))
    }

    /// Its text, if this is a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Nothing, at this byte.
    pub(crate) fn empty(at: usize) -> Self {
        let kind = NodeKind::Scalar { text: String::new(), quoting: Quoting::Plain };
        Self { range: at..at, kind, anchor: 0, is_tagged: false }
    }

    /// The items, if this is a sequence.
    pub fn items(&self) -> &[Node] {
        match &self.kind {
            NodeKind::Sequence { items, .. } => items,
            _ => &[],
        }
    }

    /// The node at the end of a path, or the last one on it that exists. If the last step is the value of
    /// a key, it is the key.
    pub(crate) fn at(&self, way: &[Step]) -> Option<&Node> {
        let Some((step, rest)) = way.split_first() else {
            return Some(self);
        };
        match (step, &self.kind) {
            (Step::Index(index), NodeKind::Sequence { items, .. }) => items.get(*index)?.at(rest),
            (Step::Key(key), NodeKind::Mapping { .. }) => match self.entry(key)? {
                (key, _) if rest.is_empty() => Some(key),
                (_, value) => value.at(rest),
            },
            _ => Some(self),
        }
    }
}

/// The roots of the documents in a text.
pub(crate) fn documents(text: &str) -> Result<Vec<Node>, ScanError> {
    let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let byte = |character: usize| offsets.get(character).copied().unwrap_or(text.len());
    let mut open: Vec<Collection> = Vec::new();
    let mut roots = Vec::new();
    let tagged = |tag: Option<Cow<'_, Tag>>, at: &Span| match tag {
        Some(tag) if !tag.is_yaml_core_schema() => {
            Err(ScanError::new_str(at.start, "text that begins with `!` needs quotes"))
        }
        tag => Ok(tag.is_some()),
    };
    for event in Parser::new_from_str(text) {
        let (event, span) = event?;
        let range = byte(span.start.index())..byte(span.end.index());
        let node = match event {
            Event::Scalar(said, style, anchor, tag) => {
                let (range, kind) = scalar(text, &said, style, range);
                Node { range, kind, anchor, is_tagged: tagged(tag, &span)? }
            }
            Event::Alias(anchor) => {
                Node { range, kind: NodeKind::Alias(anchor), anchor: 0, is_tagged: false }
            }
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                if open.len() == MAX_DEPTH {
                    return Err(ScanError::new_str(span.start, "recursion limit exceeded"));
                }
                let is_tagged = tagged(tag, &span)?;
                open.push(Collection { start: range, nodes: Vec::new(), anchor, is_tagged });
                continue;
            }
            Event::SequenceEnd => close(&mut open, range, sequence),
            Event::MappingEnd => close(&mut open, range, mapping),
            _ => continue,
        };
        open.last_mut().map_or(&mut roots, |around| &mut around.nodes).push(node);
    }
    Ok(roots)
}

/// A collection that is not complete.
struct Collection {
    /// The bracket, or nothing in block style.
    start: Range<usize>,
    nodes: Vec<Node>,
    anchor: usize,
    is_tagged: bool,
}

fn close(
    open: &mut Vec<Collection>,
    end: Range<usize>,
    kind: fn(bool, Vec<Node>) -> NodeKind,
) -> Node {
    // The parser closes what it opened.
    let Some(Collection { start, nodes, anchor, is_tagged }) = open.pop() else {
        return Node::empty(end.start);
    };
    let flow = !start.is_empty();
    // It counts a comment behind a bracket in, too.
    let end = if flow { end.start + 1 } else { end.end };
    Node { range: start.start..end, kind: kind(flow, nodes), anchor, is_tagged }
}

fn sequence(flow: bool, items: Vec<Node>) -> NodeKind {
    NodeKind::Sequence { flow, items }
}

fn mapping(flow: bool, nodes: Vec<Node>) -> NodeKind {
    let mut nodes = nodes.into_iter();
    let mut entries = Vec::new();
    while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
        entries.push((key, value));
    }
    NodeKind::Mapping { flow, entries }
}

fn scalar(
    whole: &str,
    text: &str,
    style: ScalarStyle,
    mut range: Range<usize>,
) -> (Range<usize>, NodeKind) {
    let quoting = match style {
        ScalarStyle::Plain => Quoting::Plain,
        ScalarStyle::SingleQuoted => Quoting::Single,
        ScalarStyle::DoubleQuoted => Quoting::Double,
        ScalarStyle::Literal | ScalarStyle::Folded => Quoting::Block,
    };
    // The parser counts a comment behind a quoted scalar in.
    if let Some(length) = whole.get(range.start..).and_then(|rest| quoted_length(rest, quoting)) {
        range.end = range.start + length;
    }
    (range, NodeKind::Scalar { text: text.to_owned(), quoting })
}

/// How many bytes the quoted scalar takes with which `text` begins.
fn quoted_length(text: &str, quoting: Quoting) -> Option<usize> {
    let (quote, escape) = match quoting {
        Quoting::Single => ('\'', '\''),
        Quoting::Double => ('"', '\\'),
        Quoting::Plain | Quoting::Block => return None,
    };
    let mut characters = text.char_indices().peekable();
    // A tag or an anchor stands before the quote.
    characters.next_if(|(_, first)| *first == quote)?;
    while let Some((at, c)) = characters.next() {
        let escapes = c == escape
            && (c != quote || characters.peek().is_some_and(|(_, next)| *next == quote));
        if escapes {
            characters.next();
        } else if c == quote {
            return Some(at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ConfigError;

    fn layout(text: &str) -> Result<Option<Node>, ConfigError> {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("a.yaml");
        hook_state::replace(&file, text.as_bytes()).expect("a file");
        crate::read(&file)?.layout()
    }

    /// All scalars and brackets, as the text has them.
    fn spelled<'a>(text: &'a str, node: &Node, into: &mut Vec<&'a str>) {
        let below: Vec<&Node> = match &node.kind {
            NodeKind::Mapping { entries, .. } => {
                entries.iter().flat_map(|(key, value)| [key, value]).collect()
            }
            NodeKind::Sequence { flow: false, items } => items.iter().collect(),
            _ => return into.push(text.get(node.range.clone()).expect("characters")),
        };
        for node in below {
            spelled(text, node, into);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let root = layout(text).unwrap().expect("a document");
        let mut found = Vec::new();
        spelled(text, &root, &mut found);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_node_is_where_the_text_has_it() {
        check("a: b\n", &["a", "b"]);
        check("a: \"\u{e9}\"   # \"x\"\nb: 'it''s' # c\n", &["a", "\"\u{e9}\"", "b", "'it''s'"]);
        check("a: \"x \\\" y\"\n", &["a", "\"x \\\" y\""]);
        check("a:\n  - b # c\n  - \"d\"\n", &["a", "b", "\"d\""]);
        check("a: [ b, \"c\" ] # d\ne: []\n", &["a", "[ b, \"c\" ]", "e", "[]"]);
        check("a: [b,\n  c,\n]\nd:\n", &["a", "[b,\n  c,\n]", "d", ""]);
        check("a: !!str &x b\nc: *x\n", &["a", "!!str &x b", "c", "*x"]);
        check("a: &x 'b' # 'c'\n", &["a", "&x 'b' # 'c'"]);
        check("'\u{1f600}': \u{e9} \u{e9}\r\nb: c", &["'\u{1f600}'", "\u{e9} \u{e9}", "b", "c"]);
    }

    #[test]
    fn a_value_is_found_by_its_key() {
        let root = layout("a:\n- {b: c}\n- d\n").unwrap().expect("a document");
        let items = root.get("a").expect("a").items();
        assert_eq!(items.len(), 2);
        assert_eq!(items[0].get("b").map(|node| node.range.clone()), Some(9..10));
        assert_eq!((root.get("x"), items[1].get("d"), items[1].items()), (None, None, &[][..]));
    }

    #[test]
    fn a_document_may_be_so_deep() {
        for (open, close) in [("[", "]"), ("- ", ""), ("{a: ", "}"), ("? ", "")] {
            let nested = |depth: usize| format!("{}x{}\n", open.repeat(depth), close.repeat(depth));
            assert!(layout(&nested(MAX_DEPTH)).is_ok(), "{open}");
            let err = layout(&nested(100_000)).unwrap_err();
            assert_eq!(err.message, "recursion limit exceeded", "{open}");
        }
    }

    #[test]
    fn what_is_no_document_has_no_layout() {
        assert_eq!(layout("# nothing\n").unwrap(), None);
        let err = layout("a: [b\n").unwrap_err();
        assert_eq!((err.line, err.column), (Some(2), Some(1)), "{err}");
    }
}
