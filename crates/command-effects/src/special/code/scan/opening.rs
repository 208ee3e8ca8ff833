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

/// Whether a mode, or another argument that is a string, only reads.
pub(super) fn is_read_mode(mode: &str) -> bool {
    let plain = mode.split(':').next().unwrap_or(mode).trim();
    plain == "<"
        || plain.starts_with('r') && plain.chars().all(|next| matches!(next, 'r' | 'b' | 't' | 'U'))
        || mode.starts_with("utf")
        || mode == "UTF-8"
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
    let is_text = |token: &Token| matches!(token, Token::Text(_) | Token::Unclear);
    matches!(tokens.get(index), Some(Token::Sign('(')))
        && match before {
            [text, Token::Sign(')')] | [_, text] | [text] => is_text(text),
            _ => false,
        }
}
