//! `sqlite3`: what it is told is SQL, or a command that begins with a dot.
//!
//! "Command Line Shell For SQLite".

use crate::Word;
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// Notes what the database shell changes.
pub(super) fn look_up(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let single_dash =
        ["-cmd", "-init", "-separator", "-newline", "-nullvalue", "-vfs", "-lookaside"];
    let mut operands: Vec<&Word> = vec![];
    let mut texts: Vec<&Word> = scene.command.input.iter().collect();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.text.trim_start_matches('-');
        if !word.text.starts_with('-') {
            operands.push(word);
        } else if single_dash.iter().any(|known| known.trim_start_matches('-') == option) {
            let value = rest.next();
            texts.extend(value.filter(|_| matches!(option, "cmd")));
        }
    }
    texts.extend(operands.iter().skip(1));
    if texts.is_empty() || !texts.iter().all(|text| only_queries(&text.text)) {
        if texts.iter().any(|text| leaves_the_database(&text.text)) || texts.is_empty() {
            scene.unresolved("what it is told may write other files");
        }
        if let Some(database) = operands.first().filter(|file| file.text != ":memory:") {
            scene.change(database, ChangeKind::Write, Extent::File);
        }
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
