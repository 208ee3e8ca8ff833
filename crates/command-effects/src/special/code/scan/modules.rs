//! The names that a program gives modules.

use std::collections::HashSet;

use super::super::signs::{is_module, is_watched};
use super::tokens::Token;

/// What the program calls modules itself: `import os as o`, `f = require("fs")`.
pub(super) fn renamed_modules(tokens: &[Token]) -> HashSet<&str> {
    let renamed = tokens.windows(3).enumerate().filter_map(|(index, part)| match part {
        [Token::Name(module), Token::Name(word), Token::Name(name)] if word == "as" => {
            is_module(module).then_some(name.as_str())
        }
        [Token::Name(name), Token::Sign('='), Token::Name(call)] => {
            let ends = matches!(tokens.get(index + 3), None | Some(Token::Sign(';' | '\n' | ',')));
            let imports =
                matches!(tokens.get(index + 3), Some(Token::Name(word)) if word == "import");
            let loads = matches!(call.as_str(), "require" | "import") || call == "await" && imports;
            (loads || is_module(call) && ends).then_some(name.as_str())
        }
        _ => None,
    });
    renamed.collect()
}

/// What the program calls a module whose functions change files: `import os as o`, `f = require("fs")`.
pub(super) fn watched_as(tokens: &[Token]) -> HashSet<&str> {
    let renamed = tokens.windows(5).filter_map(|part| match part {
        [Token::Name(module), Token::Name(word), Token::Name(name), ..] if word == "as" => {
            is_watched(module).then_some(name.as_str())
        }
        [
            Token::Name(name),
            Token::Sign('='),
            Token::Name(call),
            Token::Sign('('),
            Token::Text(module),
        ] if call == "require" => is_of_files(module).then_some(name.as_str()),
        _ => None,
    });
    renamed.collect()
}

/// Whether this is the name of a module of node that changes files.
pub(super) fn is_of_files(module: &str) -> bool {
    matches!(module.strip_prefix("node:").unwrap_or(module), "fs" | "fs/promises" | "fs-extra")
}
