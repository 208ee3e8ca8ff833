//! `awk`: in place, and what its program prints into files or commands.
//!
//! POSIX.1-2024, `awk`, "Output Statements" and "Grammar"; gawk manual, 5.6 and 17.

use shell_syntax::Word;

use crate::args::{Args, part};
use crate::call::Call;
use crate::change::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what awk reads and changes.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let args = Args::read(&call.words, entry.settings.syntax, usize::MAX);
    let values = |list: &'static str| args.values(list).map(|value| &value.word);
    let mut operands = args.operands.clone();
    let mut programs: Vec<&Word> = values("-e,--source").collect();
    let from_file = args.has("-fE,--file,--exec");
    if programs.is_empty() && !from_file && !operands.is_empty() {
        programs.push(operands.remove(0));
    }
    let files = || operands.iter().filter(|word| !word.text.contains('='));
    for file in files().copied().chain(values("-fE,--file,--exec")) {
        sink.read(file, Extent::File);
    }
    let is_in_place = values("-il,--include,--load").any(|word| word.text.contains("inplace"));
    if is_in_place {
        for file in files() {
            sink.change(file, ChangeKind::Write, Extent::File);
        }
    } else if args.has("-il,--include,--load") || from_file {
        sink.unknown();
    }
    let written: Vec<Word> =
        values("-fE,--file,--exec").filter_map(|file| sink.script_of_line(file)).collect();
    let unseen = |file: &Word| !file.literal || file.text == "-" || file.text.starts_with("/dev/");
    if values("-fE,--file,--exec").any(unseen) {
        sink.unresolved("its program comes from its input");
    }
    // Those of mawk are words: `-W exec FILE`.
    if call.words.iter().any(|word| word.text.starts_with("-W")) {
        sink.unresolved("it is told options in words of their own");
    }
    if args.has("-D,--debug") {
        sink.unresolved("its debugger is told what to do");
    }
    if args.has("-dpo,--dump-variables,--profile,--pretty-print") {
        sink.unresolved("it writes what it is made of to a file");
    }
    for program in programs.into_iter().chain(&written) {
        for effect in effects_of(&program.text) {
            match effect {
                Effect::Prints(name) => sink.output(&part(program, &name)),
                Effect::Unknown(reason) => sink.unresolved(reason),
            }
        }
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

#[derive(Debug, PartialEq)]
enum Effect {
    Prints(String),
    Unknown(&'static str),
}

/// What a program does besides printing. Whether a slash within brackets ends a regular expression is
/// read differently: what either reading shows counts.
fn effects_of(program: &str) -> Vec<Effect> {
    let mut effects = effects_in(&tokens(program, Brackets::Hide));
    if program.contains('[') && program.contains('/') {
        for effect in effects_in(&tokens(program, Brackets::Plain)) {
            if !effects.contains(&effect) {
                effects.push(effect);
            }
        }
    }
    effects
}

fn effects_in(tokens: &[Token]) -> Vec<Effect> {
    let mut effects = vec![];
    let mut open = 0_usize;
    let mut prints = None;
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        match token {
            Token::Name(name) if name == "print" || name == "printf" => prints = Some(open),
            Token::Name(name) if name == "system" => {
                effects.push(Effect::Unknown("its program runs commands"));
            }
            Token::Sign('(') => open += 1,
            Token::Sign(')') => open = open.saturating_sub(1),
            Token::Sign(';' | '\n' | '{' | '}') => prints = None,
            Token::Sign('|')
                if matches!(next, Some(Token::Text(name)) if only_sorts(name))
                    && ends(tokens.get(index + 2)) => {}
            Token::Sign('|' | '@') => {
                effects.push(Effect::Unknown("its program runs commands"));
            }
            Token::Sign('>') if prints == Some(open) => match (next, tokens.get(index + 2)) {
                (Some(Token::Text(name)), behind) if ends(behind) => {
                    // Only some of them take this for the standard output.
                    let name = if name == "-" { "./-" } else { name.as_str() };
                    effects.push(Effect::Prints(name.to_owned()));
                }
                _ => effects.push(Effect::Unknown("its program computes where it prints to")),
            },
            _ => {}
        }
    }
    effects
}

/// Whether nothing more stands in a statement: a string behind another one is joined to it.
fn ends(token: Option<&Token>) -> bool {
    matches!(token, None | Some(Token::Sign(';' | '\n' | '}')))
}

/// Whether a command that is printed into is a `sort` that writes to its output.
fn only_sorts(command: &str) -> bool {
    let mut words = command.split(' ');
    let plain = |word: &str| {
        word.starts_with('-')
            && word.chars().all(|next| next.is_ascii_alphanumeric() || "-,.".contains(next))
            && !word.contains(['o', 'T'])
            && !word.starts_with("--")
    };
    words.next() == Some("sort") && words.all(plain)
}

#[derive(Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Sign(char),
}

/// What a bracket does in a regular expression.
#[derive(Clone, Copy, PartialEq)]
enum Brackets {
    /// A slash within them ends nothing.
    Hide,
    Plain,
}

/// The tokens of a program; `||`, `>=` and `>>` are one sign, and of a number nothing is kept.
fn tokens(program: &str, brackets: Brackets) -> Vec<Token> {
    let mut tokens: Vec<Token> = vec![];
    let mut rest = program.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '#' => while rest.next_if(|next| *next != '\n').is_some() {},
            '"' => tokens.push(Token::Text(quoted(&mut rest, '"'))),
            '/' if regex_may_start(tokens.last()) => {
                regex(&mut rest, brackets);
                tokens.push(Token::Name("regex".to_owned()));
            }
            '>' if rest.next_if_eq(&'=').is_some() => tokens.push(Token::Sign('=')),
            '>' => {
                rest.next_if_eq(&'>');
                tokens.push(Token::Sign('>'));
            }
            '|' if rest.next_if_eq(&'|').is_some() => tokens.push(Token::Sign('o')),
            '\\' if rest.next_if_eq(&'\n').is_some() => {}
            next if next == '_' || next.is_ascii_alphabetic() => {
                let mut name = String::from(next);
                while let Some(next) =
                    rest.next_if(|next| *next == '_' || next.is_ascii_alphanumeric())
                {
                    name.push(next);
                }
                tokens.push(Token::Name(name));
            }
            ' ' | '\t' | '\r' => {}
            next => tokens.push(Token::Sign(next)),
        }
    }
    tokens
}

/// Whether a slash after `last` begins a regular expression.
fn regex_may_start(last: Option<&Token>) -> bool {
    match last {
        None => true,
        Some(Token::Sign(sign)) => !matches!(sign, ')' | ']' | '$' | '.' | '0'..='9'),
        Some(Token::Name(name)) => {
            matches!(name.as_str(), "return" | "print" | "printf" | "in" | "case" | "else" | "do")
        }
        Some(Token::Text(_)) => false,
    }
}

/// Passes a regular expression and the slash behind it.
fn regex(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, brackets: Brackets) {
    if brackets == Brackets::Plain {
        quoted(rest, '/');
        return;
    }
    while let Some(next) = rest.next() {
        match next {
            '/' => return,
            '\\' => drop(rest.next()),
            '[' => bracket(rest),
            _ => {}
        }
    }
}

/// Passes a bracket expression behind its `[`.
fn bracket(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    rest.next_if_eq(&'^');
    rest.next_if_eq(&']');
    while let Some(next) = rest.next() {
        match next {
            ']' => return,
            '\\' => drop(rest.next()),
            '[' => {
                if let Some(class) = rest.next_if(|next| matches!(next, ':' | '.' | '=')) {
                    while rest.next().is_some_and(|next| next != class || rest.peek() != Some(&']'))
                    {
                    }
                    rest.next();
                }
            }
            _ => {}
        }
    }
}

fn quoted(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, end: char) -> String {
    let mut text = String::new();
    while let Some(next) = rest.next() {
        match next {
            '\\' => {
                text.push('\\');
                text.extend(rest.next());
            }
            next if next == end => break,
            next => text.push(next),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Effect, effects_of};

    #[test]
    fn programs_are_read_for_what_they_do() {
        let check = |program: &str, expected: &str| {
            let shown: Vec<String> = effects_of(program)
                .into_iter()
                .map(|effect| match effect {
                    Effect::Prints(name) => format!(">{name}"),
                    Effect::Unknown(reason) => format!("? {reason}"),
                })
                .collect();
            assert_eq!(shown.join(" · "), expected, "{program}");
        };
        check("{ print $1 }", "");
        check("$1 > 5 { print }", "");
        check("{ if ($1 > 5) print $2 }", "");
        check("{ print ($1 > 5) }", "");
        check("/a>b|c/ { print \"x > y | z\" } # > f", "");
        check("$1 >= 3 || $2 ~ /x/", "");
        check("{ gsub(/[/\"]/, \"_\"); print > \"out\" }", ">out");
        check("{ gsub(/[[:alpha:]/#]/, \"_\"); print > \"out\" }", ">out");
        check("{ gsub(/[^]/\"]/, \"_\"); print $1 }", "");
        check("{ x = 1. /2; print > \"out\"; y = \"/\" }", ">out");
        check("{ print > \"-\" }", ">./-");
        check("{ print > \"out\" }", ">out");
        check("{ printf \"%s\", $1 >> \"out\" }", ">out");
        check("{ print $1 / 2 > \"out\" }", ">out");
        check("{ print > $1 }", "? its program computes where it prints to");
        check("{ print > \"out\" \"side\" }", "? its program computes where it prints to");
        check("{ print | \"sh\" }", "? its program runs commands");
        check("{ print | \"sort -k2,2 -rn\" }", "");
        check("{ print | \"sort -n\" \" -o p\" }", "? its program runs commands");
        check("{ print | \"sort\" x }", "? its program runs commands");
        check("{ print | \"sort -o x\" }", "? its program runs commands");
        check("BEGIN { system(\"rm x\") }", "? its program runs commands");
        check("BEGIN { \"rm x\" | getline }", "? its program runs commands");
    }
}
