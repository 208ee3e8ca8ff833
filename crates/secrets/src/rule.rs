//! The rules: what is looked for, each in a file of its own.
//!
//! To add one, write a file with the prefixes that it looks for and a function that finds what
//! begins there, and add it to [`RULES`]. Rules of one prefix are asked in the order of the list,
//! until one finds something.

use crate::scan::Scan;
use crate::{
    assignment, formatting, header, private_key, token_format, url, user_option, web_token,
};

/// Something that is looked for.
pub(crate) struct Rule {
    /// How it begins, in either case. One byte says that the rule is to be asked.
    pub(crate) prefixes: &'static [&'static str],
    /// Adds the secrets of what begins at a place of the text, if it is what the rule looks for.
    pub(crate) find: fn(&mut Scan<'_>, usize),
}

/// At most eight.
pub(crate) const RULES: [Rule; 8] = [
    Rule { prefixes: &formatting::PREFIXES, find: formatting::find },
    Rule { prefixes: &private_key::PREFIXES, find: private_key::find },
    Rule { prefixes: &web_token::PREFIXES, find: web_token::find },
    Rule { prefixes: &token_format::ANCHORS, find: token_format::find },
    Rule { prefixes: &url::PREFIXES, find: url::find },
    Rule { prefixes: &user_option::PREFIXES, find: user_option::find },
    Rule { prefixes: &header::PREFIXES, find: header::find },
    Rule { prefixes: &assignment::PREFIXES, find: assignment::find },
];
