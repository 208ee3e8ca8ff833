//! Sorts the lines of `src/programs/*.txt` into a table that is compiled in, so that a call reads
//! those of the programs that it meets and no others.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a build script gets its folder from the environment, and may fail"
)]

#[path = "src/programs/line.rs"]
mod line;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const FOLDER: &str = "src/programs";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut files: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let lines: Vec<String> =
        files.iter().flat_map(|file| lines(&fs::read_to_string(file).unwrap())).collect();
    let mut index: BTreeMap<&str, Vec<line::Line<'_>>> = BTreeMap::new();
    for (names, line) in lines.iter().map(|line| line::split(line)) {
        for name in names.split(',') {
            index.entry(name).or_default().push(line);
        }
    }
    let mut table =
        format!("pub(super) static TABLE: [(&str, &[Line<'_>]); {}] = [\n", index.len());
    for (name, mut lines) in index {
        // That about all calls comes first.
        lines.sort_by_key(|line| !line.head.is_empty());
        writeln!(table, "    ({name:?}, &{lines:?}),").unwrap();
    }
    table.push_str("];\n");
    let folder = env::var("OUT_DIR").unwrap();
    fs::write(Path::new(&folder).join("table.rs"), table).unwrap();
}

/// The lines of a file, each with those that continue it, which begin with a blank.
fn lines(text: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match found.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => found.push(line.trim_end().to_owned()),
        }
    }
    found
}
