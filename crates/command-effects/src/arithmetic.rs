//! Numbers that come from a file: bash takes what stands there for an expression, and that may run a
//! command, as `a[$(touch x)]` does.
//!
//! Bash manual, 6.5 "Shell Arithmetic".

use std::collections::HashSet;

use shell_syntax::SimpleCommand;

use crate::change::{Change, ChangeKind, Effects, Extent, Read};
use crate::variables::is_name;

/// Programs of which bash gets numbers, whatever they read.
const COUNTING: [&str; 9] =
    ["wc", "stat", "du", "cksum", "sum", "md5sum", "sha1sum", "sha256sum", "nproc"];

/// Builtins that fill variables with lines.
const FILLING: [&str; 3] = ["read", "mapfile", "readarray"];

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
    let counted = counted(commands);
    let is_counted = |read: &&Read| counted.get(read.command).copied().unwrap_or_default();
    found.reads.iter().filter(|read| !is_counted(read)).map(change).collect()
}

fn change(read: &Read) -> Change {
    let Read { path, anchor, program, written, command, .. } = read.clone();
    let (entry, extent, kind) = (None, Extent::Tree, ChangeKind::Write);
    Change { path, anchor, entry, extent, kind, program, written, command }
}

/// Whether an expression of the line has a part that something filled with text.
fn takes_text_for_numbers(text: &str) -> bool {
    let compares = |test: &&str| COMPARING.iter().any(|sign| test.contains(sign));
    let declared = ["declare -i ", "typeset -i ", "local -i "];
    let mut expressions = Parts { text, start: "((", end: in_brackets }
        .chain(Parts { text, start: "[[ ", end: |rest| rest.find(" ]]") }.filter(compares))
        .chain(Parts { text, start: "let ", end: |rest| rest.find(';') })
        .chain(declared.iter().flat_map(|start| Parts { text, start, end: |rest| rest.find(';') }));
    let filled = filled(text);
    expressions.any(|one| {
        one.contains('`')
            || one.contains("$(")
            || one.split(|next| !is_name(next)).any(|name| filled.contains(name))
    })
}

/// The parts of a text from a start to its end, one after the other; that without an end is the last.
struct Parts<'a> {
    text: &'a str,
    start: &'static str,
    end: fn(&str) -> Option<usize>,
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (_, rest) = self.text.split_once(self.start)?;
        let (part, rest) = rest.split_at((self.end)(rest).unwrap_or(rest.len()));
        self.text = rest;
        Some(part)
    }
}

/// Where the inner one of the two brackets ends that were opened before.
fn in_brackets(rest: &str) -> Option<usize> {
    let mut depth = 1;
    rest.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// The variables that a command or a file fills.
fn filled(text: &str) -> HashSet<&str> {
    let mut filled = HashSet::new();
    let (mut before, mut last_name, mut fills) = (' ', "", false);
    let mut rest = text;
    for part in text.split_inclusive(|next| !is_name(next)) {
        let name = part.trim_end_matches(|next| !is_name(next));
        let behind = rest.get(name.len()..).unwrap_or_default();
        let after = behind.chars().next().unwrap_or(' ');
        let is_variable = name.starts_with(|next: char| next == '_' || next.is_ascii_alphabetic())
            && !matches!(before, '$' | '{');
        let of_loop = || last_name == "for" && before == ' ' && behind.starts_with(" in ");
        if is_variable && (fills || is_text(behind) || of_loop()) {
            filled.insert(name);
        }
        fills = match after {
            ';' | '\n' | '|' | '&' | '(' => false,
            _ => fills || FILLING.contains(&name) && after == ' ',
        };
        if !name.is_empty() {
            last_name = name;
        }
        (before, rest) = (after, rest.get(part.len()..).unwrap_or_default());
    }
    filled
}

/// Whether what stands behind a name gives it what a command or a variable says.
fn is_text(behind: &str) -> bool {
    let value = behind.strip_prefix("+=").or_else(|| behind.strip_prefix('='));
    let value = value.map(|value| value.trim_start_matches(['"', '(']));
    value.is_some_and(|value| {
        value.starts_with('`') || value.starts_with('$') && !value.starts_with("$((")
    })
}

/// For each command whether what it reads is only counted.
fn counted(commands: &[SimpleCommand]) -> Vec<bool> {
    let counts = |command: &SimpleCommand| match command.program() {
        Some("grep" | "egrep" | "fgrep" | "rg" | "zgrep") => command.args().any(|word| {
            let letters = word.text.strip_prefix('-').unwrap_or_default();
            word.text.starts_with("--count") || !letters.starts_with('-') && letters.contains('c')
        }),
        Some(program) => COUNTING.contains(&program),
        None => false,
    };
    let mut counted = vec![false; commands.len()];
    for (at, _) in commands.iter().enumerate().filter(|(_, command)| counts(command)) {
        let before = |at: &usize| commands.get(*at)?.feeder;
        for at in std::iter::successors(Some(at), before).take(MAX_FILTERS) {
            if let Some(counted) = counted.get_mut(at) {
                *counted = true;
            }
        }
    }
    counted
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
        check("x=$(cat /tmp/a); echo $(( (1) + ((2)) + x ))", true);
        check("x=$(cat /tmp/a); echo $(( (1) + 2 )) x", false);
        check("x=$(head -1 /tmp/a); y=$x; for ((i=0;i<y;i++)); do :; done", true);
        check("x=$(wc -l < /tmp/a); echo $((x))", false);
        check("x=$(cat /tmp/a | wc -l); echo $((x))", false);
        check("x=$(grep -c a /tmp/a); (( x > 1 ))", false);
        check("n=5; tail -n $((n*2)) /tmp/a", false);
        check("cat /tmp/a; [[ -f /tmp/b ]] && echo y", false);
        check("x=$(cat /tmp/a); [ \"$x\" -gt 1 ]", false);
    }

    #[test]
    fn the_parts_of_a_text_are_gone_through_once() {
        let parts = |text: &'static str| {
            super::Parts { text, start: "((", end: super::in_brackets }.collect::<Vec<_>>()
        };
        assert_eq!(parts("((a)) ((b + ((c)))) d"), ["a", "b + ((c))"]);
        assert_eq!(parts("((((((("), ["((((("]);
        assert_eq!(parts("none"), [""; 0]);
    }
}
