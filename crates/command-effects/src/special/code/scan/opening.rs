//! How files are opened: which argument is the path, and which mode only reads.

use super::super::signs::is_module;
use super::tokens::Token;

/// Whether a string is a command where a file is meant: Perl and Ruby run a name that begins or ends so.
pub(super) fn names_a_pipe(token: &Token) -> bool {
    matches!(token, Token::Text(text) if text.len() > 2
        && (text.trim_start().starts_with('|') || text.trim_end().ends_with('|')))
}

/// Whether `open` of this module has the path as its first argument, as that of `Path` has not.
pub(super) fn opens_by_path(module: &str) -> bool {
    let packers = ["gzip", "bz2", "lzma", "codecs", "tokenize", "wave", "dbm", "webbrowser", "Zip"];
    is_module(module) || packers.contains(&module)
}

/// Whether a string is more likely a path than a text that goes into a file.
pub(super) fn looks_like_a_path(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let has_ending = (1..6).contains(&ending.len())
        && ending.starts_with(|next: char| next.is_ascii_alphabetic())
        && ending.bytes().all(|next| next.is_ascii_alphanumeric());
    let is_one_word =
        !text.contains(|next: char| next.is_whitespace() || "\\<>{}();,'\"".contains(next));
    is_one_word && text.len() > 1 && (has_ending || text.contains('/') && !text.contains("://"))
}

/// Whether a mode, or another argument that is a string, only reads.
pub(super) fn is_read_mode(mode: &str) -> bool {
    let plain = mode.split(':').next().unwrap_or(mode).trim();
    plain == "<"
        || plain.starts_with('r') && plain.chars().all(|next| matches!(next, 'r' | 'b' | 't' | 'U'))
        || mode.starts_with("utf")
        || matches!(mode, "UTF-8" | "ascii" | "latin1" | "base64" | "hex" | "binary")
}

/// Whether an argument is named, and its name is not that of a mode.
pub(super) fn is_named(one: &[Token]) -> bool {
    let is_constant = matches!(one, [_, Token::Sign(':'), Token::Sign(':'), ..]);
    !is_constant
        && matches!(one, [Token::Name(_), Token::Sign('=' | ':'), ..])
        && !matches!(one.first(), Some(Token::Name(name)) if is_mode(name))
}

fn is_mode(name: &str) -> bool {
    matches!(name, "mode" | "flags" | "flag")
}

/// Whether a mode by its name stands where the path is looked for: `open(mode="w", file="x")`.
pub(super) fn is_mode_first(arguments: &[&[Token]]) -> bool {
    matches!(arguments.first(), Some([Token::Name(name), Token::Sign('='), ..]) if is_mode(name))
}

/// Whether an argument is an object that only says the encoding: `{encoding: "utf8"}`.
pub(super) fn is_encoding(one: &[Token]) -> bool {
    matches!(one, [
        Token::Sign('{'),
        Token::Name(name),
        Token::Sign(':'),
        Token::Text(_),
        Token::Sign('}'),
    ] if name == "encoding")
}

/// Whether a letter of a name is written by its number: `mk\\u0064ir`.
pub(super) fn escapes_a_letter(tokens: &[Token], index: usize) -> bool {
    matches!(tokens.get(index), Some(Token::Sign('\\')))
        && matches!(tokens.get(index + 1), Some(Token::Name(name)) if name.starts_with('u'))
}

/// Whether the arguments hold no sign that they are more than a path: `open("| rm x")`.
pub(super) fn reads_plainly(arguments: &[&[Token]]) -> bool {
    arguments.iter().all(|one| {
        !one.iter().any(|token| match token {
            Token::Text(text) => text.starts_with(['|', '>', '+']) || text.ends_with('|'),
            Token::Sign('*') => true,
            _ => false,
        })
    })
}

/// Whether a server is asked for no more than one address, and that is written out.
pub(super) fn asks_one_address(arguments: &[&[Token]]) -> bool {
    matches!(arguments, [] | [[Token::Text(_)]])
}

/// Whether a function is called whose name is a string: `("sys" . "tem")("x")`.
pub(super) fn calls_a_text(tokens: &[Token], index: usize) -> bool {
    let before = tokens.get(index.saturating_sub(2)..index).unwrap_or_default();
    let is_text =
        |token: &Token| matches!(token, Token::Text(_) | Token::Format(_) | Token::Unclear);
    matches!(tokens.get(index), Some(Token::Sign('(')))
        && match before {
            [text, Token::Sign(')')] | [_, text] | [text] => is_text(text),
            _ => false,
        }
}
