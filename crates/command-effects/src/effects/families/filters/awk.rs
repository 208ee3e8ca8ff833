//! `awk`: in place, and what its program prints into files or commands.
//!
//! POSIX.1-2024, `awk`, "Output Statements" and "Grammar"; gawk manual, 5.6 and 17.

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// Notes what awk changes.
pub(super) fn look_up(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let long = &["assign", "field-separator", "file", "source", "include", "load", "exec"];
    let args = Args::read(&words, options("FvfeilEW", "dpo", long));
    let mut operands = args.operands.clone();
    let mut programs: Vec<&Word> = args.values(&["e", "source"]).collect();
    let from_file = args.has(&["f", "file", "E", "exec"]);
    if programs.is_empty() && !from_file && !operands.is_empty() {
        programs.push(operands.remove(0));
    }
    let includes: Vec<&Word> = args.values(&["i", "include", "l", "load"]).collect();
    if includes.iter().any(|word| word.text.contains("inplace")) {
        for file in operands.iter().filter(|word| !word.text.contains('=')) {
            scene.change(file, ChangeKind::Write, Extent::File);
        }
    } else if !includes.is_empty() || from_file {
        scene.unknown();
    }
    let unseen = |file: &Word| !file.literal || file.text == "-" || file.text.starts_with("/dev/");
    if args.values(&["f", "file", "E", "exec"]).any(unseen) {
        scene.unresolved("its program comes from its input");
    }
    for option in [&["d", "dump-variables"], &["p", "profile"], &["o", "pretty-print"]] {
        if args.has(option) {
            scene.unresolved("it writes what it is made of to a file");
        }
    }
    for program in programs {
        for effect in effects_of(&program.text) {
            match effect {
                Effect::Prints(name) => scene.output(&part(program, &name)),
                Effect::Unknown(reason) => scene.unresolved(reason),
            }
        }
    }
}

#[derive(Debug, PartialEq)]
enum Effect {
    Prints(String),
    Unknown(&'static str),
}

/// What a program does besides printing.
fn effects_of(program: &str) -> Vec<Effect> {
    let tokens = tokens(program);
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
            Token::Sign('|') if matches!(next, Some(Token::Text(name)) if only_sorts(name)) => {}
            Token::Sign('|' | '@') => {
                effects.push(Effect::Unknown("its program runs commands"));
            }
            Token::Sign('>') if prints == Some(open) => match (next, tokens.get(index + 2)) {
                (Some(Token::Text(name)), None | Some(Token::Sign(';' | '\n' | '}'))) => {
                    effects.push(Effect::Prints(name.clone()));
                }
                _ => effects.push(Effect::Unknown("its program computes where it prints to")),
            },
            _ => {}
        }
    }
    effects
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

/// The tokens of a program; `||`, `>=` and `>>` are one sign, and of a number nothing is kept.
fn tokens(program: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = vec![];
    let mut rest = program.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '#' => while rest.next_if(|next| *next != '\n').is_some() {},
            '"' => tokens.push(Token::Text(quoted(&mut rest, '"'))),
            '/' if regex_may_start(tokens.last()) => {
                quoted(&mut rest, '/');
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
        Some(Token::Sign(sign)) => !matches!(sign, ')' | ']' | '$' | '0'..='9'),
        Some(Token::Name(name)) => matches!(name.as_str(), "return" | "print" | "in"),
        Some(Token::Text(_)) => false,
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
        check("{ print > \"out\" }", ">out");
        check("{ printf \"%s\", $1 >> \"out\" }", ">out");
        check("{ print $1 / 2 > \"out\" }", ">out");
        check("{ print > $1 }", "? its program computes where it prints to");
        check("{ print > \"out\" \"side\" }", "? its program computes where it prints to");
        check("{ print | \"sh\" }", "? its program runs commands");
        check("{ print | \"sort -k2,2 -rn\" }", "");
        check("{ print | \"sort -o x\" }", "? its program runs commands");
        check("BEGIN { system(\"rm x\") }", "? its program runs commands");
        check("BEGIN { \"rm x\" | getline }", "? its program runs commands");
    }
}
