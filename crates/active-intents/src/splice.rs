//! Where a text of intents has to be changed, and what has to stand there then.
//!
//! A file of intents is a person's: comments, order, quotes and indentation stay.
//! So an edit puts text in at places that a parser named, and [`edit`](crate::edit)
//! compares what came of it with what was wanted.

use std::ops::Range;

use hook_config::{Node, NodeKind, Quoting};

/// Keys of one short value each, behind which a missing key is put in.
const SHORT_KEYS: [&str; 3] = ["status", "name", "id"];

/// A piece of text in place of another.
#[derive(Debug)]
pub(crate) struct Splice {
    range: Range<usize>,
    text: String,
}

impl Splice {
    fn insert(at: usize, text: String) -> Splice {
        Splice { range: at..at, text }
    }

    /// `whole` with the splice; `None` if it is not on the bounds of characters.
    pub(crate) fn apply(&self, whole: &str) -> Option<String> {
        let before = whole.get(..self.range.start)?;
        let after = whole.get(self.range.end..)?;
        Some([before, &self.text, after].concat())
    }
}

/// The text of a file and one intent in it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) text: &'a str,
    pub(crate) intent: &'a Node,
}

impl Place<'_> {
    /// Puts `status` in the place of the intent's.
    pub(crate) fn set_status(self, status: &str) -> Option<Splice> {
        let Some(node) = self.intent.get("status") else {
            return self.add_key("status", &Value::Word(status));
        };
        let NodeKind::Scalar { quoting, .. } = node.kind else {
            return None;
        };
        if self.text.get(node.range.clone())?.starts_with(['!', '&']) {
            return None;
        }
        let text = match quoting {
            Quoting::Plain if node.range.is_empty() => {
                return self.fill(node, &Value::Word(status));
            }
            Quoting::Plain => status.to_owned(),
            Quoting::Single => format!("'{status}'"),
            Quoting::Double => format!("\"{status}\""),
            Quoting::Block => return None,
        };
        Some(Splice { range: node.range.clone(), text })
    }

    /// Adds globs to the intent's scope.
    pub(crate) fn add_to_scope(self, globs: &[String]) -> Option<Splice> {
        let Some(scope) = self.intent.get("owned_scope") else {
            return self.add_key("owned_scope", &Value::List(globs));
        };
        match &scope.kind {
            NodeKind::Sequence { flow: true, items } => self.extend_flow(scope, items, globs),
            NodeKind::Sequence { flow: false, items } => self.extend_block(items, globs),
            NodeKind::Scalar { text, quoting: Quoting::Plain }
                if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL") =>
            {
                let list = Value::List(globs);
                if scope.range.is_empty() {
                    return self.fill(scope, &list);
                }
                Some(Splice { range: scope.range.clone(), text: list.in_flow()? })
            }
            NodeKind::Scalar { quoting, .. } if *quoting != Quoting::Block => {
                let only = match quoting {
                    // What is plain in a block need not be so in brackets.
                    Quoting::Plain => quoted(&[scalar(scope)?], *quoting, Style::Flow)?.concat(),
                    _ => self.text.get(scope.range.clone())?.to_owned(),
                };
                let items = quoted(globs, *quoting, Style::Flow)?;
                let text = format!("[{only}, {}]", items.join(", "));
                Some(Splice { range: scope.range.clone(), text })
            }
            _ => None,
        }
    }

    /// Gives a key that has none a value. To the parser, nothing stands before the
    /// colon.
    fn fill(self, nothing: &Node, value: &Value<'_>) -> Option<Splice> {
        let at = nothing.range.start;
        if !self.text.get(at..)?.starts_with(':') {
            return None;
        }
        match (value, self.indentation()) {
            (Value::List(_), Some(indentation)) => {
                Some(self.lines_below(at, &value.in_block()?, &indentation))
            }
            _ => Some(Splice::insert(at + 1, format!(" {}", value.in_flow()?))),
        }
    }

    /// `[a]` becomes `[a, b]`.
    fn extend_flow(self, scope: &Node, items: &[Node], globs: &[String]) -> Option<Splice> {
        let Some(last) = items.last() else {
            let text = format!("[{}]", quoted(globs, Quoting::Plain, Style::Flow)?.join(", "));
            let inner = self.text.get(scope.range.start + 1..scope.range.end - 1)?;
            let only_blanks = inner.trim().is_empty();
            return only_blanks.then(|| Splice { range: scope.range.clone(), text });
        };
        let added = quoted(globs, quoting_of(last), Style::Flow)?.join(", ");
        let behind = self.text.get(last.range.end..scope.range.end)?;
        let blanks = behind.len() - behind.trim_start().len();
        if behind.trim_start().starts_with(',') {
            let comma = last.range.end + blanks;
            return Some(Splice::insert(comma + 1, format!(" {added}")));
        }
        Some(Splice::insert(last.range.end, format!(", {added}")))
    }

    /// A line for each glob, below the last that is there.
    fn extend_block(self, items: &[Node], globs: &[String]) -> Option<Splice> {
        let is_short = |item: &&Node| matches!(&item.kind, NodeKind::Scalar { quoting, .. } if *quoting != Quoting::Block);
        let last = items.iter().rfind(is_short)?;
        let line = self.text.get(..last.range.start)?.rfind('\n').map_or(0, |at| at + 1);
        let dash = self.text.get(line..last.range.start)?;
        let is_dash = dash.trim() == "-" && dash.ends_with([' ', '\t']);
        let lines = quoted(globs, quoting_of(last), Style::Block)?;
        is_dash.then(|| self.lines_below(last.range.end, &lines, dash))
    }

    /// A key that is missing: on lines of its own below the short ones or, in an
    /// intent between braces, behind one of them.
    fn add_key(self, key: &str, value: &Value<'_>) -> Option<Splice> {
        let is_short = |node: &&Node| match &node.kind {
            NodeKind::Scalar { quoting, .. } => {
                *quoting != Quoting::Block && !node.range.is_empty()
            }
            _ => false,
        };
        let before = SHORT_KEYS.iter().find_map(|key| self.intent.get(key).filter(is_short))?;
        let Some(indentation) = self.indentation() else {
            return Some(Splice::insert(
                before.range.end,
                format!(", {key}: {}", value.in_flow()?),
            ));
        };
        let lines = match value {
            Value::Word(word) => vec![format!("{key}: {word}")],
            Value::List(_) => [vec![format!("{key}:")], value.in_block()?].concat(),
        };
        Some(self.lines_below(before.range.end, &lines, &indentation))
    }

    /// What stands before the keys of the intent, unless it is between braces.
    fn indentation(self) -> Option<String> {
        let NodeKind::Mapping { flow: false, entries } = &self.intent.kind else {
            return None;
        };
        let (first, _) = entries.first()?;
        let line = self.text.get(..first.range.start)?.rfind('\n').map_or(0, |at| at + 1);
        Some(" ".repeat(self.text.get(line..first.range.start)?.chars().count()))
    }

    /// Whole lines below the one in which `at` lies.
    fn lines_below(self, at: usize, lines: &[String], before: &str) -> Splice {
        let rest = self.text.get(at..).unwrap_or_default();
        let newline = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let text = format!("{before}{}", lines.join(&format!("{newline}{before}")));
        match rest.find('\n') {
            Some(end) => Splice::insert(at + end + 1, format!("{text}{newline}")),
            None => Splice::insert(self.text.len(), format!("{newline}{text}")),
        }
    }
}

/// What a key gets that had no value.
enum Value<'a> {
    Word(&'a str),
    List(&'a [String]),
}

impl Value<'_> {
    /// On one line.
    fn in_flow(&self) -> Option<String> {
        match self {
            Value::Word(word) => Some((*word).to_owned()),
            Value::List(globs) => {
                Some(format!("[{}]", quoted(globs, Quoting::Plain, Style::Flow)?.join(", ")))
            }
        }
    }

    /// On lines below the key.
    fn in_block(&self) -> Option<Vec<String>> {
        match self {
            Value::Word(word) => Some(vec![format!("  {word}")]),
            Value::List(globs) => {
                let items = quoted(globs, Quoting::Plain, Style::Block)?;
                Some(items.iter().map(|item| format!("  - {item}")).collect())
            }
        }
    }
}

/// Where a scalar is going to stand.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Block,
    Flow,
}

fn scalar(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Scalar { text, .. } => Some(text.clone()),
        _ => None,
    }
}

fn quoting_of(node: &Node) -> Quoting {
    match node.kind {
        NodeKind::Scalar { quoting, .. } => quoting,
        _ => Quoting::Plain,
    }
}

/// The globs as scalars, quoted as their neighbours are, or as they have to be.
fn quoted(globs: &[String], like: Quoting, style: Style) -> Option<Vec<String>> {
    let one = |glob: &String| match like {
        Quoting::Plain if is_plain(glob, style) => Some(glob.clone()),
        Quoting::Single if !glob.contains(char::is_control) => {
            Some(format!("'{}'", glob.replace('\'', "''")))
        }
        // What JSON writes, YAML reads alike.
        _ => serde_json::to_string(glob).ok(),
    };
    globs.iter().map(one).collect()
}

/// Whether a glob without quotes is that text, and nothing else, to every YAML.
fn is_plain(glob: &str, style: Style) -> bool {
    let in_block = |c: char| style == Style::Block && matches!(c, '{' | '}' | '[' | ']' | ',');
    let is_safe =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '*') || in_block(c);
    let is_word = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    glob.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && glob.chars().all(is_safe)
        && !is_word.contains(&glob.to_lowercase().as_str())
        && glob.parse::<f64>().is_err()
}
