//! What a program of python is called with: `sys.argv[1]`, `sys.argv[1:]`.

use super::tokens::Token;
use super::variables::{Program, is_only_read};

/// How many tokens `sys.argv[` has.
const HEAD: usize = 4;

/// The program with its arguments in the places in which it names them, if it only reads them.
pub(super) fn filled(tokens: Vec<Token>, args: &[String]) -> Vec<Token> {
    if args.is_empty() || !tokens.iter().any(|token| is_name(token, "argv")) {
        return tokens;
    }
    let program = Program::new(&tokens, true);
    let mut found = vec![];
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some((value, length)) = value(tokens.get(at..).unwrap_or_default(), args) {
            if !is_only_read(&program, at, at + length) {
                return tokens;
            }
            found.extend(value);
            at += length;
        } else if is_name(token, "argv") {
            // It is spoken of in another way.
            return tokens;
        } else {
            found.push(token.clone());
            at += 1;
        }
    }
    found
}

fn is_name(token: &Token, expected: &str) -> bool {
    matches!(token, Token::Name(name) if name == expected)
}

/// What the arguments are with which these tokens begin, and how many tokens that is.
fn value(tokens: &[Token], args: &[String]) -> Option<(Vec<Token>, usize)> {
    let head = tokens.get(..HEAD)?;
    let is_head = is_name(head.first()?, "sys")
        && *head.get(1)? == Token::Sign('.')
        && is_name(head.get(2)?, "argv")
        && *head.get(3)? == Token::Sign('[');
    let text = |arg: &String| Token::Text(arg.clone());
    match tokens.get(HEAD..).filter(|_| is_head)? {
        [Token::Sign(digit), Token::Sign(']'), ..] => {
            let place = usize::try_from(digit.to_digit(10)?).ok()?.checked_sub(1)?;
            Some((vec![text(args.get(place)?)], HEAD + 2))
        }
        [Token::Sign('1'), Token::Sign(':'), Token::Sign(']'), ..] => {
            let listed = args.iter().flat_map(|arg| [text(arg), Token::Sign(',')]);
            let list = std::iter::once(Token::Sign('[')).chain(listed);
            Some((list.chain([Token::Sign(']')]).collect(), HEAD + 3))
        }
        _ => None,
    }
}
