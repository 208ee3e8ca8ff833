//! What stands between a name and what is given to it.

use hook_protocol::beginning;

use super::{Cursor, Value};
use crate::signs::{is_one_of, table};

/// What gives a value to a name.
const OPERATORS: [&str; 24] = [
    "=", ":", ":=", "::=", ":::=", "?=", ".=", "+=", "=>", "==", "===", "!=", "!==", "||=", "??=",
    "<-", "->", "|", "~=", "//=", "=:", "<<", "<<<", "=~",
];

/// The signs of these, and how many one has.
static OF_OPERATORS: [bool; 256] = table(b"=:?.+|<>~!-/");
const MAX_OPERATOR: usize = 4;

/// How long a value between brackets may be, in bytes.
const MAX_DUMPED: usize = 120;

/// What says that a name has a value.
const VERBS: [&str; 17] = [
    "lautet", "ist", "est", "es", "is", "was", "are", "has", "been", "now", "to", "set", "reset",
    "changed", "rotated", "updated", "equals",
];

/// Dashes between a name and a value.
const DASHES: [&str; 2] = ["—", "–"];

/// One letter more than the longest of them has.
const MAX_VERB: usize = 8;

/// The signs as strings of JSON and of languages escape them, behind the backslash.
const ESCAPED: [&str; 8] = ["u003d", "u003D", "u003a", "u003A", "x3d", "x3D", "075", "072"];

/// What stands before the text that a command of a shell prints.
const PRINTED: [&str; 5] = ["-n ", "-e ", "%s ", "'%s' ", "\"%s\" "];

impl<'t> Cursor<'t> {
    /// Goes behind what stands before a value in YAML, `!vault` and `&anchor`, and in a
    /// shell: `$(echo v)`.
    pub(crate) fn tag(&mut self, operator: &str) {
        let mut behind = *self;
        if operator == ":" && (behind.eat("!!") || behind.eat("!") || behind.eat("&")) {
            behind.skip(|c| c.is_ascii_alphanumeric());
            if behind.blank() {
                *self = behind;
            }
        }
        self.literal();
        let mut shell = *self;
        shell.eat("\"");
        if shell.eat("$(echo ") || shell.eat("$(printf ") {
            while PRINTED.iter().any(|option| shell.eat(option)) {}
            *self = shell;
        }
    }

    /// Goes into what other languages have for quotes, `%q(v)` and `~s(v)`, and to the first line of a
    /// document in a shell or Ruby: `$(cat <<EOF`, `<<~EOF`.
    fn literal(&mut self) {
        if self.eat("%q(") || self.eat("%Q(") || self.eat("~s(") {
            return;
        }
        let mut behind = *self;
        let _ = behind.eat("$(cat ") || behind.eat("\"$(cat ");
        if behind.eat("<<") {
            let _ = behind.eat("-") || behind.eat("~");
            behind.skip_word("_'\"");
            if behind.eat("\n") {
                behind.blank();
                *self = behind;
            }
        }
    }

    /// ` 2` before a colon.
    pub(crate) fn counted(&mut self) {
        let mut behind = *self;
        if behind.blank() && behind.rest().starts_with(|first: char| first.is_ascii_digit()) {
            behind.skip(|c| c.is_ascii_digit());
            if behind.rest().starts_with(':') {
                *self = behind;
            }
        }
    }

    /// ` (staging)`.
    pub(crate) fn parenthesis(&mut self) -> bool {
        let mut inside = *self;
        inside.blank();
        if !inside.eat("(") {
            return false;
        }
        let found = inside.rest().char_indices().take(41).find(|(_, c)| matches!(c, ')' | '\n'));
        match found {
            Some((length, ')')) if length > 0 => {
                self.at = inside.at + length + 1;
                true
            }
            _ => false,
        }
    }

    /// ` for the test server`, up to an operator or the verb behind it.
    pub(crate) fn purpose(&mut self) -> bool {
        let rest = self.rest();
        let second = || rest.as_bytes().get(1).copied().unwrap_or_default();
        if !rest.starts_with(' ')
            || !matches!(second(), b'f' | b'o' | b't' | b'i')
            || ![" for ", " of ", " to ", " on ", " in "].iter().any(|word| rest.starts_with(word))
        {
            return false;
        }
        let near = rest.char_indices().take(48).map(|(place, _)| place).skip(5);
        let ends = |place: &usize| {
            let behind = rest.get(*place..).unwrap_or_default();
            [" is ", " is: ", ":", "=", " =", "\n", "."].iter().any(|end| behind.starts_with(end))
        };
        let Some(length) = near.into_iter().find(ends) else {
            return false;
        };
        if rest.get(..length).is_some_and(|said| said.contains(['"', '\'', '`', ',', ';', '('])) {
            return false;
        }
        self.at += length;
        true
    }

    /// What gives a value to what stands before it; empty if it is nothing.
    pub(crate) fn operator(&mut self) -> &'t str {
        let rest = self.rest();
        let first = rest.as_bytes().first().copied().unwrap_or_default();
        if matches!(first, b'u' | b'x' | b'0') && self.is_behind_backslash() {
            return if ESCAPED.iter().any(|sign| self.eat(sign)) { "=" } else { "" };
        }
        let is_escaped = matches!(first, b'%' | b'&') || !first.is_ascii();
        if !is_escaped && !is_one_of(&OF_OPERATORS, first) {
            return "";
        }
        if is_escaped
            && [
                "%3D", "%3d", "%3A", "%3a", "：", "＝", "∶", "→", "⇒", "⟶", "›", "…", "&#61;", "│",
                "┃", "║",
            ]
            .iter()
            .any(|operator| self.eat(operator))
        {
            return "=";
        }
        let signs = rest.bytes().take(MAX_OPERATOR);
        let length = signs.take_while(|byte| is_one_of(&OF_OPERATORS, *byte)).count();
        // A value may begin with a sign.
        let operator = (1..=length).rev().filter_map(|length| rest.get(..length));
        let operator = operator.into_iter().find(|found| OPERATORS.contains(found));
        // The path of `Token::Number`, and an address.
        let is_path =
            |found: &&str| *found == ":" && (rest.starts_with("::") || rest.starts_with("://"));
        let operator = operator.filter(|found| !is_path(found)).unwrap_or_default();
        self.at += operator.len();
        // The sign as mails write it.
        let _ = operator == "=" && self.eat("3D");
        operator
    }

    fn is_behind_backslash(&self) -> bool {
        self.text.get(..self.at).is_some_and(|before| before.ends_with('\\'))
    }

    /// `X-Api-Key:[v]`, as Go prints headers.
    fn is_dumped(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default().as_bytes();
        let is_named = matches!(before, [.., name, b':'] if name.is_ascii_alphanumeric());
        let near = beginning(self.rest(), MAX_DUMPED);
        let word = near.find(|c: char| c.is_whitespace() || matches!(c, ']' | ',' | '"' | '\''));
        is_named && word.is_some_and(|end| near.get(end..).is_some_and(|it| it.starts_with(']')))
    }

    /// Goes into a list: `["v"]`, and `- v` on the next line.
    pub(crate) fn item(&mut self) {
        let mut behind = *self;
        let is_list = behind.eat("[");
        let is_open = is_list || behind.eat("(") || behind.eat("{");
        let is_quoted = is_open && behind.rest().starts_with(['"', '\'']);
        if is_list && !is_quoted && self.is_dumped() {
            self.at += 1;
            return;
        }
        if is_quoted && (is_list || behind.is_item()) {
            *self = behind;
        }
        let mut below = *self;
        if below.eat("\n") && below.blank() && below.eat("- ") {
            *self = below;
        }
    }

    /// Whether a blank and one word follow, and no other on this line.
    fn is_last_word(&self) -> bool {
        let near = beginning(self.rest(), MAX_DUMPED);
        let word = near.strip_prefix(' ').and_then(|rest| rest.split('\n').next());
        word.is_some_and(|word| !word.trim_end().is_empty() && !word.trim_end().contains(' '))
    }

    /// Whether what stands here in quotes is all that the brackets hold.
    fn is_item(&self) -> bool {
        let behind = |value: Value<'_>| self.text.as_bytes().get(value.range.end + 1).copied();
        self.value().is_some_and(|value| matches!(behind(value), Some(b')' | b'}')))
    }

    /// Goes on to the first word of a block of YAML: `|` at the end of a line.
    pub(crate) fn block(&mut self) -> bool {
        let mut behind = *self;
        let is_block = behind.eat("|") || behind.eat(">");
        behind.skip(|c| matches!(c, '-' | '+'));
        if !is_block || !behind.eat("\n") || !behind.blank() {
            return false;
        }
        *self = behind;
        true
    }

    /// ` is `, ` has been changed to: `.
    pub(crate) fn verbs(&mut self) -> bool {
        let start = self.at;
        loop {
            let mut behind = *self;
            if !behind.blank() {
                break;
            }
            if DASHES.iter().any(|dash| behind.eat(dash)) {
                if behind.is_last_word() {
                    *self = behind;
                }
                break;
            }
            let letters = behind.rest().bytes().take(MAX_VERB);
            let length = letters.take_while(u8::is_ascii_lowercase).count();
            let word = behind.rest().get(..length).unwrap_or_default();
            behind.at += length;
            let is_verb = VERBS.contains(&word) || word == "from" && self.at > start;
            if !behind.rest().starts_with([' ', ':']) || !is_verb {
                break;
            }
            *self = behind;
        }
        let is_said = self.at > start;
        if is_said {
            self.eat(":");
        }
        is_said && self.blank()
    }
}
