//! Sorts the lines of `src/programs/*.txt` and of `src/secret_files.txt` into tables that are compiled in, so that
//! a call reads those of the programs and files that it meets and no others.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a build script gets its folder from the environment, and may fail"
)]

#[path = "src/programs/line.rs"]
mod line;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::{env, fs};

const FOLDER: &str = "src/programs";
const SECRET_FILES: &str = "src/secret_files.txt";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-changed={SECRET_FILES}");
    let folder = env::var("OUT_DIR").unwrap();
    let folder = Path::new(&folder);
    fs::write(folder.join("table.rs"), programs()).unwrap();
    let list = fs::read_to_string(SECRET_FILES).unwrap();
    fs::write(folder.join("secret_files.rs"), secret_files(&list)).unwrap();
}

fn programs() -> String {
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
    let mut table = Table::default();
    for (name, mut lines) in index {
        // That about all calls comes first.
        lines.sort_by_key(|line| !line.head.is_empty());
        table.add(name, &lines);
    }
    let Table { text, names, rows, .. } = table;
    format!(
        "pub(super) static TEXT: &str = {text:?};\n\
         pub(super) static NAMES: [Name; {}] = [{}];\n\
         pub(super) static ROWS: [Row; {}] = [{}];\n",
        names.len(),
        names.join(", "),
        rows.len(),
        rows.join(", ")
    )
}

/// The table of programs: places in a text instead of pointers, of which each would be four times as long.
#[derive(Default)]
struct Table {
    text: String,
    names: Vec<String>,
    rows: Vec<String>,
    /// Where a text begins.
    places: HashMap<String, usize>,
    /// Where the rows of equal lines begin.
    groups: HashMap<String, usize>,
}

impl Table {
    fn add(&mut self, name: &str, lines: &[line::Line<'_>]) {
        let rows: Vec<String> = lines.iter().map(|line| self.row(line)).collect();
        let first = *self.groups.entry(rows.concat()).or_insert_with(|| {
            self.rows.extend_from_slice(&rows);
            self.rows.len() - rows.len()
        });
        let (at, length, count) = (self.place(name), name.len(), rows.len());
        self.names
            .push(format!("Name {{ at: {at}, length: {length}, first: {first}, count: {count} }}"));
    }

    fn row(&mut self, line: &line::Line<'_>) -> String {
        let line::Line { head, rest, subjects, begins } = *line;
        let at = self.place(&format!("{head}{rest}"));
        let [head, rest] = [head.len(), rest.len()];
        format!(
            "Row {{ begins: {begins:?}, at: {at}, head: {head}, rest: {rest}, subjects: {subjects} }}"
        )
    }

    fn place(&mut self, text: &str) -> usize {
        *self.places.entry(text.to_owned()).or_insert_with(|| {
            self.text.push_str(text);
            self.text.len() - text.len()
        })
    }
}

/// The lines that end in the name of a file, by this name, and the others: patterns of names, and folders.
fn secret_files(list: &str) -> String {
    let (mut named, mut others) = (vec![], vec![]);
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (line, signs) = split(line, " if ");
        let (pattern, exceptions) = split(line, " but ");
        let row = format!(
            "Line {{ pattern: {pattern:?}, exceptions: {exceptions:?}, signs: {signs:?} }}"
        );
        match pattern.rsplit('/').next() {
            Some(name) if !name.is_empty() && !name.contains('*') => named.push((name, row)),
            _ => others.push(row),
        }
    }
    named.sort_by_key(|(name, _)| *name);
    let named_rows: Vec<_> = named.iter().map(|(name, row)| format!("({name:?}, {row})")).collect();
    format!(
        "static NAMED: [(&str, Line); {}] = [{}];\nstatic OTHERS: [Line; {}] = [{}];\n",
        named_rows.len(),
        named_rows.join(", "),
        others.len(),
        others.join(", ")
    )
}

/// What stands before a sign, and what behind it.
fn split<'a>(line: &'a str, sign: &str) -> (&'a str, Option<&'a str>) {
    line.split_once(sign).map_or((line, None), |(before, behind)| (before, Some(behind)))
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
