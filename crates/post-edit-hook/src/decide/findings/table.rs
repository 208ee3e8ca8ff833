//! Findings in tables of comma-separated values of which the first line names the columns.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::decide::findings::Finding;
use crate::decide::findings::json;
use crate::gather::target::Target;

/// So many columns has a table, and so long is a line of one, in bytes.
const MIN_COLUMNS: usize = 3;
const MAX_LINE: usize = 4 << 10;

/// The findings in the rows of tables, and what stands above, between and below them: all of the
/// output where there are none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    parted(output, |columns, row| finding(columns, row, target))
}

/// What `of_row` makes of the rows below the names of columns, and the other lines. Each line is read
/// once, with the last names above it.
fn parted<T>(
    output: &str,
    mut of_row: impl FnMut(&[String], &str) -> Option<T>,
) -> (Vec<T>, Cow<'_, str>) {
    let (mut found, mut rest) = (Vec::new(), String::new());
    let mut table: Option<Vec<String>> = None;
    // The line with the names, until the first row shows that they are some.
    let mut names = "";
    for line in output.split_inclusive('\n') {
        if let Some(columns) = columns(line) {
            rest.push_str(names);
            (table, names) = (Some(columns), line);
        } else if let Some(row) = table.as_ref().and_then(|it| of_row(it, line)) {
            found.push(row);
            names = "";
        } else {
            rest.extend([names, line]);
            names = "";
        }
    }
    rest.push_str(names);
    if found.is_empty() { (found, output.into()) } else { (found, rest.into()) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_read_once() {
        let header = "file,line,message\n";
        for output in [header.repeat(1_000), format!("{header}{}", "a.py,25,x\n".repeat(1_000))] {
            let mut count = 0;
            let mut read = |_: &[String], row: &str| {
                count += 1;
                row.starts_with("a.py").then_some(())
            };
            let (found, _) = parted(&output, &mut read);
            assert!(count <= 1_001 && (found.is_empty() || found.len() == 1_000), "{count}");
        }
    }

    #[test]
    fn what_is_no_row_is_kept() {
        let row = |columns: &[String], row: &str| {
            (cells(row).len() >= columns.len()).then(|| row.trim_end().to_owned())
        };
        let table = "above\nfile,line,message\na.py,2,two\na.py,3,\"three\nmore\"\nbelow\nfile,line,error\n";
        let (found, rest) = parted(table, row);
        assert_eq!(found, ["a.py,2,two", "a.py,3,\"three"]);
        assert_eq!(rest, "above\nmore\"\nbelow\nfile,line,error\n");
    }
}
