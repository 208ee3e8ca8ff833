//! The names, strings and signs of a program in any of the languages.

use std::iter::Peekable;
use std::str::Chars;

/// A piece of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    /// A string without an interpolation or escape.
    Text(String),
    /// One of python that has only names of variables within its text.
    Format(String),
    /// Any other string.
    Unclear,
    Sign(char),
}

/// So deep code is looked for in the strings of code.
const MAX_DEPTH: usize = 3;

/// Splits a program; blanks are left out, newlines stay.
pub(super) fn tokens(code: &str) -> Vec<Token> {
    tokens_within(code, 0)
}

/// Takes a string with variables for an unclear one, since only python has it.
pub(super) fn only_of_python(token: &mut Token) {
    if matches!(token, Token::Format(_)) {
        *token = Token::Unclear;
    }
}

fn tokens_within(code: &str, depth: usize) -> Vec<Token> {
    let mut tokens = vec![];
    let mut rest = code.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '"' | '\'' => {
                let mut quotes = 1;
                while quotes < 3 && rest.next_if_eq(&next).is_some() {
                    quotes += 1;
                }
                // Two are an empty string.
                if quotes == 2 {
                    tokens.push(Token::Text(String::new()));
                    continue;
                }
                let mut inner = vec![];
                let string = string(&mut rest, next, quotes, tokens.last(), &mut inner);
                tokens.push(string);
                for code in inner {
                    tokens.push(Token::Sign('\n'));
                    tokens.extend(match depth {
                        MAX_DEPTH => vec![Token::Name("eval".to_owned())],
                        depth => tokens_within(&code, depth + 1),
                    });
                    tokens.push(Token::Sign('\n'));
                }
            }
            // In a here-document of Ruby `#{` begins code.
            '#' if rest.peek() != Some(&'{')
                && matches!(tokens.last(), None | Some(Token::Sign('\n'))) =>
            {
                while rest.next_if(|next| *next != '\n').is_some() {}
            }
            next if next == '_' || next.is_alphabetic() => {
                let mut name = String::from(next);
                while let Some(next) = rest.next_if(|next| *next == '_' || next.is_alphanumeric()) {
                    name.push(next);
                }
                tokens.push(Token::Name(name));
            }
            ' ' | '\t' | '\r' => {}
            '\\' => {
                // An escape outside of a string joins lines, or hides a name.
                if rest.next_if_eq(&'\n').is_none() {
                    tokens.push(Token::Sign('\\'));
                }
            }
            next => tokens.push(Token::Sign(next)),
        }
    }
    tokens
}

fn string(
    rest: &mut Peekable<Chars<'_>>,
    quote: char,
    quotes: usize,
    before: Option<&Token>,
    inner: &mut Vec<String>,
) -> Token {
    let mut text = String::new();
    let mut closing = 0;
    let formatted = matches!(before, Some(Token::Name(name)) if name.len() < 3 && name.contains(['f', 'F', 'r', 'R', 'b']));
    let mut is_clear = !formatted;
    let mut is_escaped = false;
    while closing < quotes {
        let Some(next) = rest.next() else {
            inner.extend(code_in(&text, formatted));
            return Token::Unclear;
        };
        if next == quote {
            closing += 1;
            continue;
        }
        text.extend(std::iter::repeat_n(quote, std::mem::take(&mut closing)));
        if next == '\\' {
            (is_clear, is_escaped) = (false, true);
            rest.next();
        } else if next == '\n' && quotes == 1 {
            // An apostrophe in a comment ends with its line.
            return Token::Unclear;
        } else {
            is_clear &= quote != '"' || !matches!(next, '$' | '#' | '@');
            text.push(next);
        }
    }
    if formatted || quote == '"' {
        inner.extend(code_in(&text, formatted));
    }
    let is_format = matches!(before, Some(Token::Name(name)) if name == "f" || name == "F");
    match (is_clear, is_format && !is_escaped) {
        (true, _) => Token::Text(text),
        (_, true) if quotes == 1 => Token::Format(text),
        _ => Token::Unclear,
    }
}

/// The code that a string holds which calls something: `f'{f()}'`, `"#{f()}"`, `"@{[f()]}"`, `"{$f()}"`.
fn code_in(text: &str, formatted: bool) -> Option<String> {
    let opens = |at: usize, sign: &str| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + 1..).and_then(|text| text.chars().next());
        is_subscript(before)
            || sign == "{"
                && (formatted || before.ends_with(['#', '@', '$']) || behind == Some('$'))
    };
    let at =
        text.match_indices(['{', '[']).find(|(at, sign)| opens(*at, sign)).map(|(at, _)| at)?;
    let code = text.get(at + 1..).unwrap_or_default();
    let calls = code.contains('(') || !formatted && code.contains(' ');
    calls.then(|| code.to_owned())
}

/// Whether a bracket behind this is a subscript of a variable: `$a[`, `@a{`, `$x->[`.
fn is_subscript(before: &str) -> bool {
    let name = before.trim_end_matches(|next: char| next == '_' || next.is_ascii_alphanumeric());
    before.ends_with("->") || name.len() < before.len() && name.ends_with(['$', '@'])
}
