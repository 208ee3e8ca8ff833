//! Findings in tables of comma-separated values of which the first line names the columns.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::decide::findings::Finding;
use crate::decide::findings::json;
use crate::gather::target::Target;

/// So many columns has a table, and so long is a line of one, in bytes.
const MIN_COLUMNS: usize = 3;
const MAX_LINE: usize = 4 << 10;

/// The findings in the rows of a table, and the lines above it: all of the output where there
/// are none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    let mut above = 0;
    for line in output.split_inclusive('\n') {
        if let Some(columns) = columns(line) {
            let rows = output.get(above + line.len()..).unwrap_or_default();
            let found: Vec<Finding> =
                rows.lines().filter_map(|row| finding(&columns, row, target)).collect();
            if !found.is_empty() {
                return (found, output.get(..above).unwrap_or_default().into());
            }
        }
        above += line.len();
    }
    (Vec::new(), output.into())
}

/// The columns, if one of them is a line, and one a path or what is said.
fn columns(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    (line.len() < MAX_LINE && line.contains(',')).then_some(())?;
    let names: Vec<String> = cells(line).iter().map(|it| it.trim().to_lowercase()).collect();
    let has = |words: &[&str]| names.iter().any(|name| words.contains(&name.as_str()));
    let is_name = |name: &String| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || " _-#".contains(c))
    };
    let has_path = has(&["file", "path", "filename", "file name", "file_path", "filepath"]);
    let has_line =
        has(&["line", "line_number", "line number", "lineno", "linenumber", "start_line", "row"]);
    let has_message = has(&["message", "description", "error", "warning"]);
    let is_table = names.len() >= MIN_COLUMNS && names.iter().all(is_name);
    (is_table && has_line && (has_path || has_message)).then_some(names)
}

/// The finding of a row, as if it were an object.
fn finding(columns: &[String], row: &str, target: &Target) -> Option<Finding> {
    let cells = cells(row.trim_end());
    (row.len() < MAX_LINE && cells.len() >= columns.len()).then_some(())?;
    let keys = columns.iter().map(|name| name.replace(' ', "_"));
    let object: Map<String, Value> =
        keys.zip(cells).map(|(key, cell)| (key, Value::String(cell))).collect();
    json::of_object(&Value::Object(object), target)
}

/// The cells of a line, without the quotes around them.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    cells.push(cell);
    cells
}
