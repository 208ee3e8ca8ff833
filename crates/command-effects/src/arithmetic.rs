//! Numbers that come from a file: bash takes what stands there for an expression, and that may run a
//! command, as `a[$(touch x)]` does.
//!
//! Bash manual, 6.5 "Shell Arithmetic".

use shell_syntax::SimpleCommand;

use crate::change::{Change, ChangeKind, Effects, Extent, Read};
use crate::variables::is_name;

/// Programs of which bash gets numbers, whatever they read.
const COUNTING: [&str; 9] =
    ["wc", "stat", "du", "cksum", "sum", "md5sum", "sha1sum", "sha256sum", "nproc"];

/// Builtins that fill variables with lines.
const FILLING: [&str; 3] = ["read ", "mapfile ", "readarray "];

/// Comparisons of numbers in `[[ ]]`.
const COMPARING: [&str; 6] = [" -eq ", " -ne ", " -gt ", " -ge ", " -lt ", " -le "];

/// So many commands a text goes through before it is counted.
const MAX_FILTERS: usize = 8;

/// The files of which a line takes text for numbers, as if they could change: for those who know to which
/// anybody may write.
pub(crate) fn obeyed(text: &str, commands: &[SimpleCommand], found: &Effects) -> Vec<Change> {
    let signs = ["((", "[[", "let ", " -i"];
    let may = !found.reads.is_empty() && signs.iter().any(|sign| text.contains(sign));
    if !may || !takes_text_for_numbers(text) {
        return vec![];
    }
    let reads = found.reads.iter().filter(|read| !is_counted(read, commands));
    reads.map(change).collect()
}

fn change(read: &Read) -> Change {
    let Read { path, anchor, program, written, command, .. } = read.clone();
    let (entry, extent, kind) = (None, Extent::Tree, ChangeKind::Write);
    Change { path, anchor, entry, extent, kind, program, written, command }
}

/// Whether an expression of the line has a part that something filled with text.
fn takes_text_for_numbers(text: &str) -> bool {
    let between = |start: &'static str, end: &'static str| {
        let behind = move |(at, _): (usize, &str)| {
            let rest = text.get(at + start.len()..).unwrap_or_default();
            rest.get(..rest.find(end).unwrap_or(rest.len())).unwrap_or_default()
        };
        text.match_indices(start).map(behind)
    };
    let compares = |test: &&str| COMPARING.iter().any(|sign| test.contains(sign));
    let mut expressions = between("((", "))")
        .chain(between("[[ ", " ]]").filter(compares))
        .chain(between("let ", ";"))
        .chain(["declare -i ", "typeset -i ", "local -i "].iter().flat_map(|it| between(it, ";")));
    expressions.any(|one| one.contains(['`']) || one.contains("$(") || names(one, text))
}

/// Whether one of the names in an expression is a variable that a command or a file fills.
fn names(expression: &str, text: &str) -> bool {
    let mut names = expression.split(|next| !is_name(next));
    names.any(|name| {
        name.starts_with(|next: char| next == '_' || next.is_ascii_alphabetic())
            && is_filled(name, text)
    })
}

fn is_filled(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + name.len()..).unwrap_or_default();
        if before.ends_with(|next| is_name(next) || next == '$' || next == '{')
            || behind.starts_with(is_name)
        {
            return false;
        }
        let value = behind.strip_prefix("+=").or_else(|| behind.strip_prefix('='));
        let value = value.map(|value| value.trim_start_matches(['"', '(']));
        let is_text = value.is_some_and(|value| {
            value.starts_with('`') || value.starts_with('$') && !value.starts_with("$((")
        });
        let start = before.rfind([';', '\n', '|', '&', '(']).map_or(0, |at| at + 1);
        let own = before.get(start..).unwrap_or_default();
        let is_read = || FILLING.iter().any(|builtin| own.contains(builtin));
        is_text || is_read() || own.ends_with("for ") && behind.starts_with(" in ")
    })
}

/// Whether what is read of a file is only counted.
fn is_counted(read: &Read, commands: &[SimpleCommand]) -> bool {
    let counts = |command: &SimpleCommand| match command.program() {
        Some("grep" | "egrep" | "fgrep" | "rg" | "zgrep") => command.args().any(|word| {
            let letters = word.text.strip_prefix('-').unwrap_or_default();
            word.text.starts_with("--count") || !letters.starts_with('-') && letters.contains('c')
        }),
        Some(program) => COUNTING.contains(&program),
        None => false,
    };
    commands.iter().filter(|command| counts(command)).any(|command| {
        let before = |command: &&SimpleCommand| commands.get(command.feeder?);
        let mut chain = std::iter::successors(Some(command), before).take(MAX_FILTERS);
        let own = commands.get(read.command);
        chain.any(|one| own.is_some_and(|own| std::ptr::eq(one, own)))
    })
}

#[cfg(test)]
mod tests {
    use crate::Programs;

    #[test]
    fn numbers_from_files_are_expressions() {
        let check = |text: &str, expected: bool| {
            let found = crate::effects(text, &Programs::default(), &[]);
            assert_eq!(!found.obeyed.is_empty(), expected, "{text}");
        };
        check("x=$(cat /tmp/a); echo $((x))", true);
        check("x=$(cat /tmp/a); [[ $x -gt 1 ]] && echo big", true);
        check("while read n; do ((s+=n)); done < /tmp/a", true);
        check("mapfile -t A < /tmp/a; echo $((A[0]))", true);
        check("declare -i n; n=$(cat /tmp/a)", true);
        check("seq 1 $(( $(cat /tmp/a) ))", true);
        check("x=$(head -1 /tmp/a); y=$x; for ((i=0;i<y;i++)); do :; done", true);
        check("x=$(wc -l < /tmp/a); echo $((x))", false);
        check("x=$(cat /tmp/a | wc -l); echo $((x))", false);
        check("x=$(grep -c a /tmp/a); (( x > 1 ))", false);
        check("n=5; tail -n $((n*2)) /tmp/a", false);
        check("cat /tmp/a; [[ -f /tmp/b ]] && echo y", false);
        check("x=$(cat /tmp/a); [ \"$x\" -gt 1 ]", false);
    }
}
