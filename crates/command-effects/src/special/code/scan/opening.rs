//! How files are opened: which argument is the path, and which mode only reads.

use super::super::signs::is_module;
use super::tokens::Token;

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
