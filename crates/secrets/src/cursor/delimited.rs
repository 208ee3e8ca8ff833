//! Values between other signs than quotes: `q(v)` of Perl, `[[v]]` of Lua, `R"(v)"` of C++.

use hook_protocol::beginning;

use super::{Cursor, Value};

/// How far the end is looked for, in bytes.
const MAX_DELIMITED: usize = 160;

/// What opens a text, and what closes it.
const DELIMITERS: [(&str, &str); 9] = [
    ("\"\"\"\n", "\"\"\""),
    ("R\"(", ")\""),
    ("[[", "]]"),
    ("q(", ")"),
    ("q[", "]"),
    ("q{", "}"),
    ("qq(", ")"),
    ("qq[", "]"),
    ("qq{", "}"),
];

impl<'t> Cursor<'t> {
    /// The value that is so delimited here.
    pub(super) fn delimited(&self) -> Option<Value<'t>> {
        let rest = self.rest();
        let [b'q' | b'[' | b'R' | b'"', second, ..] = *rest.as_bytes() else { return None };
        matches!(second, b'q' | b'(' | b'[' | b'{' | b'"').then_some(())?;
        let (open, close) = DELIMITERS.iter().find(|(open, _)| rest.starts_with(*open))?;
        let near = beginning(rest.get(open.len()..)?, MAX_DELIMITED);
        crate::count_steps(near.len());
        let inside = near.get(..near.find(close)?)?.trim_end();
        let is_text = !inside.contains(['\n', '"', '\'', ' ', ',']);
        is_text.then(|| self.cut(self.at + open.len(), inside.len(), Some('\'')))?
    }
}
