//! `sed`: in place, and the commands of a script that write.
//!
//! POSIX.1-2024, `sed`; GNU sed manual, 3 "sed scripts".

use std::iter::Peekable;
use std::str::Chars;

use shell_syntax::Word;

use crate::args::{Args, part};
use crate::call::{Call, is_stdin};
use crate::judgement::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what sed reads and changes.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let args = Args::read(&call.words, entry.settings.syntax, usize::MAX);
    let mut files = args.operands.clone();
    let mut scripts: Vec<&Word> = args.values("-e,--expression").map(|value| &value.word).collect();
    let is_in_place = args.has("-iI,--in-place");
    // The sed of BSD has the suffix in a word of its own.
    if is_in_place && files.first().is_some_and(|word| word.text.is_empty()) {
        files.remove(0);
    }
    if scripts.is_empty() && !args.has("-f,--file") && !files.is_empty() {
        scripts.push(files.remove(0));
    }
    for script in scripts {
        script_of(sink, script);
    }
    for file in args.values("-f,--file").map(|value| &value.word) {
        script_in(call, sink, file);
    }
    for file in &files {
        sink.read(file, Extent::File);
    }
    if is_in_place {
        in_place(sink, &files, args.value("-i,--in-place"));
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// Notes what a script does.
fn script_of(sink: &mut Sink<'_>, script: &Word) {
    match told_by(&script.text) {
        Some(told) => {
            for name in told.written {
                sink.output(&part(script, &name));
            }
            for name in told.read {
                sink.read(&part(script, &name), Extent::File);
            }
        }
        None => sink.unresolved("its script may run commands, or is not understood"),
    }
}

/// Notes what a script in a file does.
fn script_in(call: &Call<'_>, sink: &mut Sink<'_>, file: &Word) {
    let input = call.input().filter(|input| input.literal);
    match (is_stdin(&file.text), input) {
        (true, Some(script)) if told_by(&script.text).is_some_and(|it| it.written.is_empty()) => {}
        (true, _) => sink.unresolved("its script comes from its input"),
        (false, _) if !file.literal => sink.unresolved("its script depends on an expansion"),
        (false, _) => {
            sink.read(file, Extent::File);
            sink.unknown();
            if let Some(script) = sink.script_of_line(file) {
                script_of(sink, &script);
            }
        }
    }
}

fn in_place(sink: &mut Sink<'_>, files: &[&Word], suffix: Option<&Word>) {
    if suffix.is_some_and(|suffix| suffix.text.contains('/') || !suffix.literal) {
        sink.unresolved("its backups go to another folder");
    }
    for file in files {
        sink.change(file, ChangeKind::Write, Extent::File);
        if let Some(suffix) = suffix.filter(|suffix| !suffix.text.is_empty()) {
            let name = if suffix.text.contains('*') {
                Word { text: format!("{}*", file.text), literal: false, ..(*file).clone() }
            } else {
                part(file, &format!("{}{}", file.text, suffix.text))
            };
            sink.change(&name, ChangeKind::Write, Extent::File);
        }
    }
}

/// The files that a script names.
#[derive(Debug, Default, PartialEq)]
struct Told {
    written: Vec<String>,
    read: Vec<String>,
}

/// The files that a script names; `None` if it runs commands or is not understood.
fn told_by(script: &str) -> Option<Told> {
    let mut told = Told::default();
    let mut rest = script.chars().peekable();
    loop {
        while rest.next_if(|next| next.is_whitespace() || matches!(next, ';' | '{' | '}')).is_some()
        {
        }
        if rest.peek().is_none() {
            return Some(told);
        }
        address(&mut rest)?;
        let Some(command) = rest.next() else {
            return Some(told);
        };
        match command {
            'a' | 'i' | 'c' => text(&mut rest),
            ':' | 'b' | 't' | 'T' => label(&mut rest),
            '#' => drop(line(&mut rest)),
            'r' | 'R' => told.read.push(line(&mut rest)),
            'w' | 'W' => told.written.push(line(&mut rest)),
            's' => substitution(&mut rest, &mut told.written)?,
            'y' => {
                let end = rest.next()?;
                through(&mut rest, end)?;
                through(&mut rest, end)?;
            }
            '{' | '}' | ';' | '\n' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p'
            | 'P' | 'x' | 'z' | 'F' => {}
            'l' | 'L' | 'q' | 'Q' | 'v' => {
                while rest.next_if(|next| next.is_ascii_alphanumeric() || *next == ' ').is_some() {}
            }
            _ => return None,
        }
    }
}

/// Passes the addresses before a command.
fn address(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    loop {
        match *rest.peek()? {
            '0'..='9' | '$' | ',' | '~' | '+' | '!' | ' ' | '\t' => {
                // What `${x}` expands to is a number as well, as far as anyone can tell.
                let is_dollar = rest.next() == Some('$');
                if is_dollar && rest.next_if_eq(&'{').is_some() {
                    through(rest, '}')?;
                } else if is_dollar && rest.next_if_eq(&'(').is_some() {
                    parentheses(rest)?;
                } else if rest.peek().is_some_and(|next| *next == '_') {
                    return None;
                }
            }
            '/' => {
                rest.next();
                regex(rest, '/')?;
                while rest.next_if(|next| matches!(next, 'I' | 'M')).is_some() {}
            }
            '\\' => {
                rest.next();
                let end = rest.next()?;
                regex(rest, end)?;
            }
            _ => return Some(()),
        }
    }
}

/// Passes `s/a/b/flags`, of which `w` names a file and `e` runs the result.
fn substitution(rest: &mut Peekable<Chars<'_>>, names: &mut Vec<String>) -> Option<()> {
    let end = rest.next()?;
    regex(rest, end)?;
    through(rest, end)?;
    while let Some(flag) = rest.next_if(|next| next.is_ascii_alphanumeric()) {
        match flag {
            'w' => {
                names.push(line(rest));
                return Some(());
            }
            'e' => return None,
            _ => {}
        }
    }
    Some(())
}

/// Passes the rest of a command substitution.
fn parentheses(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    let mut open = 1_usize;
    while open > 0 {
        match rest.next()? {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
    }
    Some(())
}

/// Passes a regular expression and the `end` behind it, which in brackets is none.
fn regex(rest: &mut Peekable<Chars<'_>>, end: char) -> Option<()> {
    while let Some(next) = rest.next() {
        match next {
            '\\' => drop(rest.next()),
            '[' if end != '[' => brackets(rest)?,
            next if next == end => return Some(()),
            _ => {}
        }
    }
    None
}

/// Passes a bracket expression behind its `[`.
fn brackets(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    rest.next_if_eq(&'^');
    rest.next_if_eq(&']');
    loop {
        match rest.next()? {
            ']' => return Some(()),
            '[' => {
                if let Some(class) = rest.next_if(|next| matches!(next, ':' | '.' | '=')) {
                    while rest.next()? != class || rest.peek() != Some(&']') {}
                    rest.next();
                }
            }
            _ => {}
        }
    }
}

/// Passes what stands before `end`, and `end`.
fn through(rest: &mut Peekable<Chars<'_>>, end: char) -> Option<()> {
    while let Some(next) = rest.next() {
        if next == '\\' {
            rest.next();
        } else if next == end {
            return Some(());
        }
    }
    None
}

/// Passes a label. GNU's ends at a blank, behind which the next command stands; where it goes on to the
/// end of the line, that makes no script of it.
fn label(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
    while rest.next_if(|next| !next.is_whitespace() && !matches!(next, ';' | '}')).is_some() {}
}

/// Takes the rest of the line.
fn line(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut line = String::new();
    while let Some(next) = rest.next_if(|next| *next != '\n') {
        line.push(next);
    }
    line.trim_start().to_owned()
}

/// Passes the text of `a`, `i` and `c`, in which a backslash joins lines.
fn text(rest: &mut Peekable<Chars<'_>>) {
    while let Some(next) = rest.next() {
        match next {
            '\\' => drop(rest.next()),
            '\n' => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::told_by;

    #[test]
    fn scripts_are_read_for_what_they_write() {
        let check = |script: &str, expected: Option<&[&str]>| {
            let found = told_by(script).map(|told| told.written);
            let found = found.as_ref().map(|names| names.iter().map(String::as_str).collect());
            assert_eq!(found, expected.map(<[_]>::to_vec), "{script}");
        };
        check("s/a/b/", Some(&[]));
        check("s/a/b/g;s|c|d|;p", Some(&[]));
        check("1,5p", Some(&[]));
        check("$d", Some(&[]));
        check("/foo/,/bar/{ /x/d; s/a/b/ }", Some(&[]));
        check("\\,a/b,p", Some(&[]));
        check("y/abc/xyz/", Some(&[]));
        check("a\\\nwrite w x\\\nmore\np", Some(&[]));
        check("i w x", Some(&[]));
        check("/w/p", Some(&[]));
        check("s/w /e/", Some(&[]));
        check(":a;N;$!ba;s/\\n/ /g", Some(&[]));
        check("${line}p", Some(&[]));
        check("$(grep -n a b | cut -d: -f1)p", Some(&[]));
        check("w out", Some(&["out"]));
        check("1!w out; p", Some(&["out; p"]));
        check("s/a/b/w out\ns/c/d/gpw other", Some(&["out", "other"]));
        check("/x/W out", Some(&["out"]));
        check("s/[/]/x/;w out", Some(&["out"]));
        check("/[^]/[:alpha:]w]/d;s/[[:space:]]*$//", Some(&[]));
        check(":a w out", Some(&["out"]));
        check(": a w out", Some(&["out"]));
        check("$!ba w out\n:a", Some(&["out"]));
        check(":a e touch out", None);
        check("e rm x", None);
        check("1e", None);
        check("s/a/b/e", None);
        check("s/a/b", None);
        check("", Some(&[]));
    }
}
