//! How the text is laid out, and how our entries are written so that they fit in.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

/// The line breaks and the indentation of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// `None` where everything stands on one line.
    newline: Option<&'static str>,
    /// One step of indentation.
    step: String,
}

impl Layout {
    /// What is written where there is no file yet.
    pub(crate) fn default_file() -> Self {
        Self { newline: Some("\n"), step: "  ".to_owned() }
    }

    /// The layout of `text`, whose root object is `root`.
    pub(crate) fn of(text: &str, root: &Object<'_>) -> Self {
        if !root.properties.is_empty() && !root.text(text).contains('\n') {
            return Self { newline: None, step: String::new() };
        }
        let newline = match text.split_once('\n') {
            Some((first_line, _)) if first_line.ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let step = text.lines().map(leading_space).find(|space| !space.is_empty());
        Self { newline: Some(newline), step: step.unwrap_or("  ").to_owned() }
    }

    fn line_break(&self, indent: &str) -> String {
        self.newline.map_or_else(|| " ".to_owned(), |newline| format!("{newline}{indent}"))
    }
}

/// A JSON value to be written: leaves as they are spelt, the rest laid out anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Leaf(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    /// A value of ours.
    pub(crate) fn of_value(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Array(items) => {
                Self::Array(items.iter().map(Self::of_value).collect())
            }
            leaf => Self::Leaf(leaf.to_string()),
        }
    }

    /// `value`, which was read from `text`.
    pub(crate) fn of(text: &str, value: &Value<'_>) -> Self {
        match value {
            Value::Array(array) => {
                Self::Array(array.elements.iter().map(|item| Self::of(text, item)).collect())
            }
            Value::Object(object) => {
                let property = |p: &jsonc_parser::ast::ObjectProp<'_>| {
                    (p.name.as_str().to_owned(), Self::of(text, &p.value))
                };
                Self::Object(object.properties.iter().map(property).collect())
            }
            leaf => Self::Leaf(leaf.text(text).to_owned()),
        }
    }

    /// The value itself.
    pub(crate) fn value(&self) -> serde_json::Value {
        match self {
            Self::Leaf(text) => serde_json::from_str(text).unwrap_or_default(),
            Self::Array(items) => items.iter().map(Self::value).collect(),
            Self::Object(properties) => {
                properties.iter().map(|(name, node)| (name.clone(), node.value())).collect()
            }
        }
    }

    /// The text of this value; the lines after the first begin with `indent` or more.
    pub(crate) fn render(&self, layout: &Layout, indent: &str) -> String {
        let inner = format!("{indent}{}", layout.step);
        match self {
            Self::Leaf(text) => text.clone(),
            Self::Array(items) => {
                let items = items.iter().map(|item| item.render(layout, &inner));
                enclose(["[", "]"], &items.collect::<Vec<_>>(), layout, [indent, &inner])
            }
            Self::Object(properties) => {
                let properties = properties
                    .iter()
                    .map(|(name, value)| render_property(name, value, layout, &inner));
                enclose(["{", "}"], &properties.collect::<Vec<_>>(), layout, [indent, &inner])
            }
        }
    }
}

/// The text of a property, laid out like [`Node::render`].
pub(crate) fn render_property(name: &str, value: &Node, layout: &Layout, indent: &str) -> String {
    let name = serde_json::Value::from(name);
    format!("{name}: {}", value.render(layout, indent))
}

/// The white space that begins the line of byte `offset`.
pub(crate) fn line_indent(text: &str, offset: usize) -> &str {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    text.get(start..).map_or("", leading_space)
}

/// `text` with `range` replaced.
pub(crate) fn splice(text: &str, range: Range<usize>, with: &str) -> String {
    let mut spliced = text.to_owned();
    spliced.replace_range(range, with);
    spliced
}

fn enclose(
    [open, close]: [&str; 2],
    items: &[String],
    layout: &Layout,
    [outer, inner]: [&str; 2],
) -> String {
    if items.is_empty() {
        return format!("{open}{close}");
    }
    let lead = layout.line_break(inner);
    let items = items.join(&format!(",{lead}"));
    format!("{open}{lead}{items}{}{close}", layout.line_break(outer))
}

fn leading_space(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.strip_suffix(rest).unwrap_or_default()
}
