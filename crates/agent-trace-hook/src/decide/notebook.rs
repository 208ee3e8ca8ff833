//! Where a cell of a notebook stands in the lines of its file.
//!
//! Source: the notebook format, version 4: an object with a list `cells`, each an
//! object, from 4.5 on with an `id`. The host calls one without an id `cell-<n>`,
//! counted from 0.

use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Notebook<'a> {
    #[serde(borrow)]
    cells: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Identified {
    id: Option<String>,
}

/// The lines, from 0, that the cell called `id` is on; `None` if the text is no
/// notebook or has no such cell.
pub(crate) fn cell_lines(text: &str, id: &str) -> Option<Range<usize>> {
    let notebook: Notebook<'_> = serde_json::from_str(text).ok()?;
    let has_id = |cell: &&RawValue| {
        let found = serde_json::from_str::<Identified>(cell.get());
        found.is_ok_and(|found| found.id.as_deref() == Some(id))
    };
    let by_number = || {
        let number = id.strip_prefix("cell-")?.parse::<usize>().ok()?;
        notebook.cells.get(number)
    };
    let cell = notebook.cells.iter().copied().find(has_id).or_else(|| by_number().copied())?;
    // The cell borrows from the text, so its place in it is that of its bytes.
    let start = cell.get().as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let breaks = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
    let first = breaks(text.get(..start)?);
    Some(first..first + breaks(cell.get()) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n \"cells\": [\n  {\n   \"id\": \"a\"\n  },\n  {\"source\": [],\n   \"id\": \"b\"},\n  {}\n ]\n}\n";

    #[test]
    fn a_cell_is_found_by_id_or_number() {
        let check = |id: &str, expected: Option<Range<usize>>| {
            assert_eq!(cell_lines(TEXT, id), expected, "{id}");
        };
        check("a", Some(2..5));
        check("b", Some(5..7));
        check("cell-2", Some(7..8));
        check("cell-3", None);
        check("c", None);
        assert_eq!(cell_lines("print(1)", "a"), None);
        assert_eq!(cell_lines("{\"cells\": 1}", "a"), None);
    }
}
