//! `sqlite3`: what it is told is SQL, or a command that begins with a dot.
//!
//! "Command Line Shell For SQLite".

use shell_syntax::Word;

use crate::args::Args;
use crate::call::Call;
use crate::change::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what the database shell reads and changes.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let args = Args::read(&call.words, entry.settings.syntax, usize::MAX);
    let commands = args.values("-cmd").map(|value| &value.word);
    let told = args.operands.iter().copied().skip(1);
    let texts: Vec<&Word> = call.input().into_iter().chain(commands).chain(told).collect();
    if args.has("-init") {
        sink.unresolved("a file says what it does");
    }
    let database = args.operands.first().filter(|file| file.text != ":memory:");
    if let Some(database) = database {
        sink.read(database, Extent::File);
        let told = database.text.split_once('?').map_or("", |(_, told)| told);
        let is_kept = database.text.starts_with("file:") && only_opens(told);
        if !is_kept && !args.has("-readonly") {
            sink.open(database);
        }
    }
    if texts.is_empty() || !texts.iter().all(|text| only_queries(&text.text)) {
        let mut leaves = texts.is_empty();
        for text in &texts {
            let (files, rest) = outputs(&text.text);
            for file in &files {
                let word = Word { text: (*file).to_owned(), ..(*text).clone() };
                sink.change(&word, ChangeKind::Write, Extent::File);
            }
            leaves |= leaves_the_database(&rest);
        }
        if leaves {
            sink.unresolved("what it is told may write other files");
        }
        if let Some(database) = database {
            sink.change(database, ChangeKind::Write, Extent::File);
        }
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// The files to which commands of a text send what is printed, and the rest of the text.
fn outputs(sql: &str) -> (Vec<&str>, String) {
    const COMMANDS: [&str; 2] = [".output", ".once"];
    let mut files = vec![];
    let mut rest = String::new();
    for line in sql.lines() {
        let mut words = line.split_ascii_whitespace();
        let is_one = words.next().is_some_and(|word| COMMANDS.contains(&word));
        match (is_one, words.next(), words.next()) {
            (true, None, _) => {}
            (true, Some(file), None) if !file.starts_with(['|', '-', '"', '\'']) => {
                files.extend((file != "stdout").then_some(file));
            }
            _ => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (files, rest)
}

fn only_queries(sql: &str) -> bool {
    const STARTS: &[&str] = &[
        "select",
        "explain",
        "with",
        "values",
        ".schema",
        ".tables",
        ".headers",
        ".header",
        ".mode",
        ".width",
        ".indexes",
        ".indices",
        ".databases",
        ".dump",
        ".nullvalue",
        ".timer",
        ".fullschema",
    ];
    let sql = sql.to_ascii_lowercase();
    let writes =
        ["insert", "update ", "delete ", "replace ", "writefile", "edit(", "load_extension"];
    let queries = |text: &str| STARTS.iter().any(|start| text.starts_with(start));
    !writes.iter().any(|sign| sql.contains(sign))
        && statements(&sql).into_iter().all(queries)
        && !leaves_the_database(&sql)
}

/// The statements of a text, and its commands that begin with a dot and end with their line.
fn statements(sql: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = sql.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with('.') {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            end_of_statement(rest)
        };
        let (statement, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        found.extend((!statement.is_empty()).then_some(statement));
        rest = behind.trim_start_matches(|next: char| next == ';' || next.is_whitespace());
    }
    found
}

/// Where a statement ends: at a semicolon that stands in no string, name or comment.
fn end_of_statement(sql: &str) -> usize {
    let mut within: Option<&str> = None;
    let mut skipped = 0;
    for (at, next) in sql.char_indices() {
        let rest = sql.get(at..).unwrap_or_default();
        if at < skipped {
            continue;
        }
        match within {
            Some(end) if rest.starts_with(end) => {
                within = None;
                skipped = at + end.len();
            }
            Some(_) => {}
            None if next == ';' => return at,
            None => {
                let pairs =
                    [("'", "'"), ("\"", "\""), ("`", "`"), ("[", "]"), ("--", "\n"), ("/*", "*/")];
                let opened = pairs.iter().find(|(start, _)| rest.starts_with(start));
                if let Some((start, end)) = opened {
                    within = Some(end);
                    skipped = at + start.len();
                }
            }
        }
    }
    sql.len()
}

fn leaves_the_database(sql: &str) -> bool {
    const SIGNS: &[&str] = &[
        ".output",
        ".once",
        ".shell",
        ".system",
        ".backup",
        ".save",
        ".clone",
        ".read",
        ".import",
        ".excel",
        ".log",
        ".open",
        ".cd",
        ".restore",
        ".load",
        ".archive",
        ".ar ",
        ".trace",
        "attach",
        "vacuum",
        "writefile",
        "edit(",
        "load_extension",
        ".www",
        ".iotrace",
        ".recover",
        ".dbinfo",
    ];
    let sql = sql.to_ascii_lowercase();
    // Abbreviations of commands are taken as well.
    SIGNS.iter().any(|sign| sql.contains(sign))
        || sql.split('\n').any(|line| {
            let line = line.trim_start();
            [".out", ".on", ".sh", ".sy", ".b", ".sa", ".r", ".im", ".o", ".tes", ".ses"]
                .iter()
                .any(|sign| line.starts_with(sign))
        })
}

/// Whether the words behind the `?` of a database have it read.
fn only_opens(told: &str) -> bool {
    let mut modes = told.split('&').filter_map(|word| word.strip_prefix("mode="));
    matches!((modes.next(), modes.next()), (Some("ro" | "memory"), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_queries_read() {
        for sql in [
            "select 1",
            "select 1; select 2;",
            "select a,\n b from t;\n.mode csv\nselect ';create' from [a;b] -- ;drop\n;",
            "  with x as (select 1) select 1",
            "",
        ] {
            assert!(only_queries(sql), "{sql}");
        }
        for sql in [
            "select 1;create table t(a)",
            "select 1;\ncreate table t(a)",
            "with x as (select 1) select 1;create table t(a)",
            "select 1; pragma journal_mode=wal",
            "select 1 /* ; */; drop table t",
            ".tables\n.save x",
        ] {
            assert!(!only_queries(sql), "{sql}");
        }
    }
}
