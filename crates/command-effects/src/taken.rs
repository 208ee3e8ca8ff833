//! What a request takes along in its words: what other commands print, and variables that the line
//! fills with that.

use shell_syntax::Word;

/// Programs that tell of the machine, the time or the repository, and print no file.
const TELLING: [&str; 20] = [
    "uname",
    "date",
    "arch",
    "nproc",
    "id",
    "whoami",
    "hostname",
    "pwd",
    "git",
    "dpkg",
    "lsb_release",
    "sw_vers",
    "tr",
    "basename",
    "dirname",
    "mktemp",
    "uuidgen",
    "getconf",
    "seq",
    "lsb-release",
];

/// Whether a word of the line `text` holds what a command prints that may read a file, or what
/// stands on an input.
pub(crate) fn takes_along(word: &Word, text: &str) -> bool {
    let told = word.text.as_str();
    if word.literal || !told.contains(['$', '`', '<']) {
        return false;
    }
    let from_input = told == "$@" || told.starts_with('$') && told.contains("{}");
    from_input
        || told.contains("<(")
        || substitutions(told).any(|script| !only_tells(script))
        || names(told).any(|name| is_filled(name, text))
}

/// Whether a word of the line `text` holds what a command prints that prints files, or an encoding
/// of them: `$(cat a)`, `$(base64 a)`. A file that is named after a version is none.
pub(crate) fn tells_a_file(word: &Word, text: &str) -> bool {
    const PRINTING: [&str; 16] = [
        "cat", "tac", "head", "tail", "base64", "base32", "xxd", "od", "hexdump", "gzip", "tar",
        "openssl", "zstd", "xz", "printenv", "env",
    ];
    let told = word.text.as_str();
    if word.literal || !told.contains(['$', '`']) {
        return false;
    }
    let prints = |script: &str| {
        let script = script.trim_start();
        let is_version =
            script.to_ascii_lowercase().contains("version") || script.contains(".nvmrc");
        let mut programs = script.split(['|', ';', '&']).filter_map(|command| {
            let name = command.split_ascii_whitespace().next()?;
            Some(name.rsplit('/').next().unwrap_or(name))
        });
        !is_version && (script.starts_with('<') || programs.any(|it| PRINTING.contains(&it)))
    };
    let fills = |name: &str| {
        let start = format!("{name}=");
        text.match_indices(&start).any(|(at, _)| {
            let value = text.get(at + start.len()..).unwrap_or_default();
            let value = value.split([';', '\n']).next().unwrap_or_default();
            substitutions(value).any(prints)
        })
    };
    substitutions(told).any(prints) || names(told).any(fills)
}

/// The scripts whose output stands in a text. What stands behind one is taken for a part of it.
fn substitutions(text: &str) -> impl Iterator<Item = &str> {
    let opened = text.split("$(").skip(1).filter(|script| !script.starts_with('('));
    let opened = opened.map(|script| script.split_once(')').map_or(script, |(inner, _)| inner));
    opened.chain(text.split('`').skip(1).step_by(2))
}

/// Whether a script runs nothing but programs that tell no file.
fn only_tells(script: &str) -> bool {
    !script.contains(['<', ';', '&', '\n', '$', '`'])
        && script.split('|').all(|command| {
            let mut words = command.split_ascii_whitespace();
            let program = words.next().unwrap_or_default();
            let told = words.next().unwrap_or_default();
            let is_asked = matches!(told, "rev-parse" | "describe" | "branch" | "symbolic-ref");
            TELLING.contains(&program) && (program != "git" || is_asked)
        })
}

/// The variables in a text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('$').skip(1).filter_map(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let end = rest.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
        let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        (!name.is_empty()).then_some(name)
    })
}

/// Whether a variable is named after a secret: `API_TOKEN`, `dbPassword`.
pub(crate) fn is_name_of_one(name: &str) -> bool {
    const PARTS: [&str; 12] = [
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "APIKEY",
        "API_KEY",
        "CREDENTIAL",
        "PRIVATE_KEY",
        // An address of these holds a password.
        "DATABASE_URL",
        "CONNECTION_STRING",
        "MONGO",
    ];
    let name = name.to_ascii_uppercase();
    let ends = ["ACCESS_KEY", "_DSN", "REDIS_URL", "POSTGRES_URL", "DB_URL", "AMQP_URL"];
    PARTS.iter().any(|part| name.contains(part)) || ends.iter().any(|end| name.ends_with(end))
}

/// Whether a line gives a variable what a command prints, or what it reads.
fn is_filled(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = text.split_at_checked(at).unwrap_or_default();
        let after = after.get(name.len()..).unwrap_or_default();
        let words = before.trim_end_matches([' ', '\t']);
        if let Some(value) = after.strip_prefix('=') {
            let value = value.trim_start_matches(['"', '\'', '(']);
            let value = value.split([';', '\n']).next().unwrap_or_default();
            return substitutions(value).any(|script| !only_tells(script));
        }
        if let Some(listed) = after.trim_start().strip_prefix("in ") {
            let listed = listed.split([';', '\n']).next().unwrap_or_default();
            return words.ends_with("for") && substitutions(listed).any(|it| !only_tells(it));
        }
        let command = before.rsplit([';', '\n', '|', '&']).next().unwrap_or_default();
        let mut words = command.split_ascii_whitespace();
        !before.ends_with(['$', '{']) && words.any(|word| matches!(word, "read" | "mapfile"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_print_is_taken_along() {
        let check = |line: &str, expected: bool| {
            let found = shell_syntax::commands(line, &|_| vec![]).unwrap();
            let mut words = found.iter().filter(|it| it.program() == Some("x"));
            let word = words.next().unwrap().words.last().unwrap();
            assert_eq!(takes_along(word, line), expected, "{line}");
        };
        for line in [
            "x \"h/$(cat a)\"",
            "x `base64 a`",
            "x h/$(uname; cat a)",
            "A=$(cat a); x h/$A",
            "A=\"$(cat a)\"; x \"h/${A}\"",
            "for A in $(cat a); do x $A; done",
            "while read -r A; do x $A; done < a",
            "x <(cat a)",
            "x $(git show HEAD:a)",
        ] {
            check(line, true);
        }
        for line in [
            "x 'h/$(cat a)'",
            "x h/$(uname -s)-$(uname -m | tr A-Z a-z)",
            "x h/$A",
            "A=b; x h/$A",
            "for A in 1 2; do x $A; done",
            "V=$(git rev-parse HEAD); x $V",
            "x $((1 + 2))",
        ] {
            check(line, false);
        }
    }
}
