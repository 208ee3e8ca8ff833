//! The cells of a notebook that an edit touched: linters count lines in a cell, and not in the file.

use std::collections::HashSet;

use serde_json::Value;

/// The cells that are new or not what they were.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cells {
    /// Their numbers among all cells, and among those of code, from 1.
    of_all: HashSet<usize>,
    of_code: HashSet<usize>,
    /// How many lines all cells have: what is about a later one counts lines of the file.
    lines: usize,
}

impl Cells {
    /// The cells of `after` that are not in `before`; `None` where it is no notebook.
    pub(crate) fn changed(before: &str, after: &str) -> Option<Self> {
        let known: HashSet<(bool, String)> = cells(before)?.into_iter().collect();
        let (mut changed, mut code) = (Self::default(), 0);
        for (cell, at) in cells(after)?.into_iter().zip(1..) {
            code += usize::from(cell.0);
            changed.lines += cell.1.lines().count();
            if !known.contains(&cell) {
                changed.of_all.insert(at);
                changed.of_code.extend(cell.0.then_some(code));
            }
        }
        Some(changed)
    }

    /// Whether a finding may be about one of them; `None` where it counts lines of the file, as some
    /// finding does whose last line is `last`.
    pub(crate) fn has(&self, finding: &str, last: usize) -> Option<bool> {
        let of = |sign: &str, cells: &HashSet<usize>| {
            let (_, rest) = finding.split_once(sign)?;
            let number = rest.split(|it: char| !it.is_ascii_digit()).next()?;
            Some(cells.contains(&number.parse().ok()?))
        };
        // ruff, and nbQA
        let named = of("cell ", &self.of_all).or_else(|| of("cell_", &self.of_code));
        named.or_else(|| (last <= self.lines).then_some(true))
    }
}

/// The cells of a notebook: whether each is code, and its source.
fn cells(text: &str) -> Option<Vec<(bool, String)>> {
    let notebook: Value = serde_json::from_str(text).ok()?;
    let cells = notebook.get("cells")?.as_array()?.iter();
    let cells = cells.map(|cell| {
        let source = match cell.get("source") {
            Some(Value::String(source)) => source.clone(),
            Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
            _ => String::new(),
        };
        (cell.get("cell_type").and_then(Value::as_str) == Some("code"), source)
    });
    Some(cells.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cell_is_named_by_its_number() {
        let notebook = |last: &str| {
            let cell = |kind: &str, source: Value| json!({"cell_type": kind, "source": source});
            let text = cell("markdown", json!("# t"));
            let cells = [text, cell("code", json!(["x\n", "y"])), cell("code", json!(last))];
            json!({ "cells": cells }).to_string()
        };
        let cells = Cells::changed(&notebook("a"), &notebook("b\nc")).unwrap();
        for (finding, last, expected) in [
            ("n.ipynb:cell 3:2:1: x", 2, Some(true)),
            ("n.ipynb:cell 2:2:1: x", 2, Some(false)),
            ("n.ipynb:cell_2:2:1: x", 2, Some(true)),
            ("n.ipynb:cell_1:2:1: x", 2, Some(false)),
            ("n.ipynb:2:1: x", 5, Some(true)),
            ("n.ipynb:2:1: x", 6, None),
        ] {
            assert_eq!(cells.has(finding, last), expected, "{finding}");
        }
        assert_eq!(Cells::changed("{}", "{}"), None);
        assert_eq!(Cells::changed("x", &notebook("a")), None);
    }
}
