//! The built-in table of risks, and how its lines match a command.

use std::sync::LazyLock;

use super::Tier;

/// What stands in `table.txt`.
static TABLE: LazyLock<Vec<Line>> = LazyLock::new(|| read(include_str!("table.txt")));

/// The name under which the table speaks of all clients of SQL databases.
const SQL: &str = "sql";

const SQL_CLIENTS: &[&str] = &[
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "sqlite",
    "sqlcmd",
    "duckdb",
    "clickhouse-client",
    "cockroach",
    "mycli",
    "pgcli",
    "usql",
    "litecli",
    "isql",
    "sqlplus",
    "snowsql",
    "bq",
];

#[derive(Debug)]
struct Line {
    tier: Tier,
    program: &'static str,
    args: &'static str,
}

fn read(table: &'static str) -> Vec<Line> {
    let mut tier = Tier::Safe;
    let mut lines = vec![];
    for line in table.lines().map(str::trim) {
        match line {
            "[destructive]" => tier = Tier::Destructive,
            "[critical]" => tier = Tier::Critical,
            "" => {}
            comment if comment.starts_with('#') => {}
            line => {
                let (program, args) = line.split_once(' ').unwrap_or((line, ""));
                lines.push(Line { tier, program, args });
            }
        }
    }
    lines
}

/// The highest tier that the table has for a command; [`Tier::Safe`] if it does not speak of it.
pub(super) fn built_in(program: &str, args: &[&str], input: &str) -> Tier {
    let own = TABLE.iter().filter(|line| {
        line.program != SQL && matches(line.program, program) && occurs(line.args, args)
    });
    let tier = own.map(|line| line.tier).max().unwrap_or_default();
    if !SQL_CLIENTS.contains(&program) {
        return tier;
    }
    let text = format!("{} {input}", args.join(" ")).to_ascii_lowercase();
    let is_sign = |next: char| !next.is_ascii_alphanumeric() && next != '_';
    let words: Vec<&str> = text.split(is_sign).filter(|word| !word.is_empty()).collect();
    let sql = TABLE.iter().filter(|line| line.program == SQL && follows(line.args, &words));
    sql.map(|line| line.tier).max().unwrap_or_default().max(tier)
}

/// Whether the words of `wanted` stand next to each other in `words`.
fn follows(wanted: &str, words: &[&str]) -> bool {
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    words.windows(wanted.len().max(1)).any(|part| part == wanted.as_slice())
}

/// Whether the words of `wanted` occur in `args` in their order.
pub(super) fn occurs(wanted: &str, args: &[&str]) -> bool {
    let mut rest = args.iter();
    let mut words = wanted.split_whitespace().filter(|word| *word != "*");
    words.all(|word| rest.any(|arg| word.split('|').any(|one| is_meant(one, arg))))
}

fn is_meant(word: &str, arg: &str) -> bool {
    let mut letters = word.strip_prefix('-').unwrap_or_default().chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && letter.is_ascii_alphanumeric()
    {
        return arg
            .strip_prefix('-')
            .is_some_and(|all| !all.starts_with('-') && all.contains(letter));
    }
    let name = if word.starts_with("--") { arg.split('=').next().unwrap_or(arg) } else { arg };
    matches(word, name) || matches(word, arg)
}

/// Whether `pattern`, in which `*` stands for any text, is all of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some((_, behind)) = text.split_once(part).filter(|_| !part.is_empty()) else {
            if part.is_empty() {
                continue;
            }
            return false;
        };
        text = behind;
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match() {
        let check = |pattern: &str, text: &str, expected: bool| {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        };
        check("a", "a", true);
        check("a", "ab", false);
        check("a*", "ab", true);
        check("*b", "ab", true);
        check("a*c", "abc", true);
        check("a*c", "ac", true);
        check("ab*bc", "abc", false);
        check("*b*", "abc", true);
        check("a*b*c*d", "axbxcxd", true);
        check("a*b*c*d", "axcxbxd", false);
        check("*", "", true);
    }

    #[test]
    fn the_table_is_sorted_and_has_no_line_twice() {
        for section in include_str!("table.txt").split('[').skip(1) {
            let lines: Vec<&str> =
                section.lines().skip(1).filter(|line| !line.is_empty()).collect();
            assert!(lines.is_sorted(), "{lines:?}");
            assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{lines:?}");
        }
    }
}
