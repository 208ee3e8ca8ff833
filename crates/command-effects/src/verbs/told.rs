//! What a program is told to destroy in a language of its own: SQL in an argument or on its input, and
//! code of an interpreter that calls a client (`client.deleteIndex()`).

use shell_syntax::{SimpleCommand, Word};

use super::words;

/// What stands behind `drop`.
const DROPPED: [&str; 24] = [
    "table",
    "tables",
    "database",
    "databases",
    "schema",
    "keyspace",
    "index",
    "view",
    "materialized",
    "user",
    "role",
    "column",
    "collection",
    "constraint",
    "tablespace",
    "sequence",
    "function",
    "trigger",
    "type",
    "measurement",
    "graph",
    "stream",
    "topic",
    "owned",
];

/// Options whose value is text for people.
const SAYING: [&str; 12] = [
    "-m",
    "--message",
    "--title",
    "--body",
    "--description",
    "--comment",
    "--summary",
    "--subject",
    "--note",
    "--reason",
    "--text",
    "--prompt",
];

/// Interpreters that run code of an argument or of their input.
const INTERPRETERS: [&str; 16] = [
    "python", "pypy", "node", "ruby", "perl", "lua", "deno", "bun", "php", "elixir", "iex", "erl",
    "groovy", "scala", "julia", "Rscript",
];

/// What opens the console of a framework, or of its database.
const CONSOLES: [&str; 5] = ["console", "shell", "dbshell", "dbconsole", "tinker"];

/// Verbs of calls that destroy, where a noun stands behind them.
const CALLED: [&str; 12] = [
    "delete",
    "destroy",
    "drop",
    "purge",
    "terminate",
    "truncate",
    "erase",
    "wipe",
    "revoke",
    "deregister",
    "undeploy",
    "uninstall",
];

/// Nouns of calls that change a value in memory: `df.drop_duplicates()`.
const IN_MEMORY: [&str; 41] = [
    "at",
    "attr",
    "attribute",
    "caption",
    "cell",
    "char",
    "column",
    "columns",
    "contents",
    "cookie",
    "duplicated",
    "duplicates",
    "edge",
    "edges",
    "element",
    "first",
    "if",
    "item",
    "keys",
    "last",
    "left",
    "level",
    "line",
    "lines",
    "na",
    "nan",
    "node",
    "null",
    "nulls",
    "prefix",
    "property",
    "right",
    "row",
    "rows",
    "rule",
    "slice",
    "suffix",
    "text",
    "values",
    "while",
    "words",
];

/// Whether the words of a call, or its input, say in a language of queries to destroy something.
pub(crate) fn destroys(command: &SimpleCommand) -> bool {
    let before = std::iter::once("").chain(command.args().map(|word| word.text.as_str()));
    let mut told = before.zip(command.args());
    told.any(|(before, word)| !SAYING.contains(&before) && queries_destroy(&word.text))
        || command.input.as_ref().is_some_and(|input| queries_destroy(&input.text))
}

/// Whether the code that an interpreter is given destroys what another program keeps.
pub(crate) fn code_destroys(command: &SimpleCommand) -> bool {
    let program = command.program().unwrap_or_default();
    // What a framework is typed into: `rails console <<< 'User.delete_all'`.
    let is_console = |word: &Word| CONSOLES.contains(&word.text.as_str());
    let is_destroyed = |input: &Word| calls_destroy(&input.text) || queries_destroy(&input.text);
    if command.args().take(2).any(is_console) && command.input.as_ref().is_some_and(is_destroyed) {
        return true;
    }
    if !INTERPRETERS.iter().any(|name| program.starts_with(name)) {
        return false;
    }
    let queries = |code: &str| {
        let code = code.to_ascii_lowercase();
        ["execute", "query", "cursor", ">do(", "sql", "exec("].iter().any(|it| code.contains(it))
    };
    command.args().chain(&command.input).any(|word| {
        let code = word.text.as_str();
        calls_destroy(code)
            || queries(code) && queries_destroy(code)
            || of_records(code) && code.contains(".delete()")
            || program.starts_with("php") && code.contains("::truncate(")
    })
}

/// Whether code speaks of all records of a table, as Django and Eloquent do.
fn of_records(code: &str) -> bool {
    code.contains(".objects.") || code.contains("::query()")
}

fn queries_destroy(text: &str) -> bool {
    if !text.contains([' ', '_']) && text.len() < 8 {
        return false;
    }
    let is_sign = |next: char| !next.is_ascii_alphanumeric() && next != '_';
    let lower = text.to_ascii_lowercase();
    let told = lower.split(is_sign).map(|word| word.trim_matches('_'));
    let mut told = told.filter(|word| !word.is_empty());
    let mut before = "";
    told.any(|word| {
        let is_one = match (before, word) {
            ("drop", what) => DROPPED.contains(&what),
            ("delete", "from") | ("detach", "delete") | ("truncate", "table") => true,
            (_, word) => matches!(word, "flushall" | "flushdb" | "flush_all" | "dropdatabase"),
        };
        before = word;
        is_one
    }) && (text.contains(' ') || text.contains('(') || lower.starts_with("flush"))
}

/// Whether code calls a method that is named after a destruction: `db.dropDatabase()`,
/// `User.destroy_all`.
fn calls_destroy(code: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || next == '_';
    let mut rest = code;
    while let Some(at) = rest.find(['.', ':', '>']) {
        let behind = rest.get(at + 1..).unwrap_or_default();
        let end = behind.find(|next| !is_part(next)).unwrap_or(behind.len());
        let (name, after) = behind.split_at_checked(end).unwrap_or_default();
        let is_called = after.starts_with('(') || name.ends_with("_all");
        if is_called && is_destruction(name) {
            return true;
        }
        rest = behind;
    }
    false
}

fn is_destruction(name: &str) -> bool {
    let parts = words(name);
    match parts.as_slice() {
        [only] => matches!(only.as_str(), "flushall" | "flushdb" | "dropdatabase"),
        [verb, noun, ..] => {
            let is_flush = verb == "flush" && matches!(noun.as_str(), "all" | "db");
            is_flush || CALLED.contains(&verb.as_str()) && !IN_MEMORY.contains(&noun.as_str())
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> SimpleCommand {
        shell_syntax::commands(text, &|_| vec![]).unwrap().remove(0)
    }

    #[test]
    fn a_query_may_destroy() {
        for text in [
            "x -e 'drop table t'",
            "x 'DELETE FROM t WHERE a'",
            "x --execute=\"truncate table a.b\"",
            "x 'MATCH (n) DETACH DELETE n'",
            "x <<< 'drop database a'",
            "x flush_all",
            "x 'db._dropDatabase(1)'",
        ] {
            assert!(destroys(&first(text)), "{text}");
        }
        for text in [
            "x -m 'drop table t'",
            "x 'select a from t'",
            "x drop",
            "x 'drop it'",
            "x 'delete the from field'",
            "x drop_table.sql",
        ] {
            assert!(!destroys(&first(text)), "{text}");
        }
    }

    #[test]
    fn code_may_destroy() {
        for text in [
            "node -e 'client.deleteIndex()'",
            "python3 -c \"boto3.client('s3').delete_bucket(Bucket='x')\"",
            "ruby -e 'User.destroy_all'",
            "php -r '$db->dropTable(\"x\");'",
            "perl -e 'DBI->connect(1)->do(\"drop table t\")'",
            "python3 -c 'redis.Redis().flushall()'",
        ] {
            assert!(code_destroys(&first(text)), "{text}");
        }
        for text in [
            "python3 -c 'df.drop_duplicates()'",
            "node -e 'm.delete(1)'",
            "ruby -e 'a.delete_if { }'",
            "python3 -c 'print(\"drop table t\")'",
            "grep -r 'client.deleteIndex()' src",
        ] {
            assert!(!code_destroys(&first(text)), "{text}");
        }
    }
}
