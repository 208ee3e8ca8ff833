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
    let database = args.operands.first().filter(|file| file.text != ":memory:");
    if let Some(database) = database {
        sink.read(database, Extent::File);
    }
    if texts.is_empty() || !texts.iter().all(|text| only_queries(&text.text)) {
        if texts.iter().any(|text| leaves_the_database(&text.text)) || texts.is_empty() {
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
    let statements = sql.split([';', '\n']).map(str::trim).filter(|text| !text.is_empty());
    let starts = |text: &str| STARTS.iter().any(|start| text.starts_with(start));
    !writes.iter().any(|sign| sql.contains(sign)) && {
        // A statement may go on over several lines.
        let mut any = false;
        let all = statements.into_iter().all(|text| {
            any |= starts(text);
            any && (starts(text) || !text.starts_with(['.']))
        });
        all && (any || sql.trim().is_empty()) && !leaves_the_database(&sql)
    }
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
            [".out", ".on", ".sh", ".sy", ".b", ".sa", ".r", ".im", ".o"]
                .iter()
                .any(|sign| line.starts_with(sign))
        })
}
