//! What stands between a name and the value that is given to it.

use std::ops::Range;

use hook_protocol::beginning;

/// How a value is given to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `name=value`, without blanks.
    Tight,
    /// `name = "value"`, `name: value`, `name := value`.
    Spaced,
    /// `set("name", "value")`, `["--name", "value"]`.
    Comma,
    /// `<name>value</name>`.
    Tag,
    /// `--name value`.
    Option,
    /// `name is value`.
    Verb,
    /// `name value`.
    Word,
}

/// Signs that assign or compare. The longest that stands there counts.
const SIGNS: [&str; 18] = [
    ":::=", "::=", "===", "!==", "||=", "??=", ":=", "?=", "+=", ".=", "=>", "==", "!=", "->",
    "<-", "||", "=", ":",
];

/// How far a type between a name and `=` may reach, in bytes.
const MAX_TYPE: usize = 60;

/// The operator behind the name at this place, and where the value begins.
pub(crate) fn behind(text: &str, name: &Range<usize>) -> Option<(Operator, usize)> {
    let mut reader = Reader { text, at: name.end };
    let before = text.get(..name.start)?;
    let is_option = before.ends_with('-');
    let is_tag = before.ends_with('<');
    let is_quoted = reader.close_quote();
    if is_tag {
        return reader.tag_end().then_some((Operator::Tag, reader.at));
    }
    let is_named = || before.ends_with("name: ") || before.ends_with("key: ");
    if (is_quoted || is_named()) && reader.paired_value() {
        return Some((Operator::Spaced, reader.at));
    }
    let is_apart = reader.blanks();
    if is_quoted && reader.eat(",") {
        reader.blanks_and_lines();
        let is_first = is_option || before.trim_end_matches(['"', '\'', '`', '\\']).ends_with('(');
        return (is_first && reader.has_quote()).then_some((Operator::Comma, reader.at));
    }
    if !is_quoted {
        reader.type_annotation();
    }
    if let Some(sign) = SIGNS.iter().find(|sign| reader.rest().starts_with(**sign)) {
        // The path of `Token::Number`, and a URL.
        let is_path =
            *sign == ":" && (reader.rest().starts_with("::") || reader.rest().starts_with("://"));
        if is_path {
            return None;
        }
        reader.at += sign.len();
        let is_spaced = reader.before_value(*sign == ":") || is_apart;
        let is_tight = *sign == "=" && !is_spaced;
        return Some((if is_tight { Operator::Tight } else { Operator::Spaced }, reader.at));
    }
    if !is_apart {
        return None;
    }
    let is_said = ["is ", "was "].iter().any(|verb| reader.eat(verb));
    let operator = match (is_said, is_option && !is_quoted) {
        (true, _) => Operator::Verb,
        (false, true) => Operator::Option,
        (false, false) => Operator::Word,
    };
    Some((operator, reader.at))
}

/// A place in a text that moves forward.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let is_there = self.rest().starts_with(wanted);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> bool {
        let rest = self.rest();
        let distance = rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
        crate::count_steps(distance);
        self.at += distance;
        distance > 0
    }

    fn blanks(&mut self) -> bool {
        self.skip(|c| matches!(c, ' ' | '\t'))
    }

    fn blanks_and_lines(&mut self) -> bool {
        let start = self.at;
        self.skip(char::is_whitespace);
        while ["\\n", "\\r", "\\t"].iter().any(|line| self.eat(line)) {
            self.skip(char::is_whitespace);
        }
        self.at > start
    }

    /// The quote behind a key of JSON, the bracket behind an index, the mark of bold text.
    fn close_quote(&mut self) -> bool {
        let start = self.at;
        while self.at < start + 4
            && ["\"", "'", "`", "\\\"", "]", "**"].iter().any(|it| self.eat(it))
        {}
        self.at > start
    }

    fn has_quote(&self) -> bool {
        self.rest().trim_start_matches('\\').starts_with(['"', '\'', '`'])
    }

    /// `<name>`, `<name encoding="base64">`.
    fn tag_end(&mut self) -> bool {
        let near = beginning(self.rest(), MAX_TYPE);
        let Some(length) = near.find(['>', '<', '\n']) else { return false };
        crate::count_steps(length);
        self.at += length;
        self.eat(">")
    }

    /// `"name": "TOKEN", "value": "v"`, `name="token" value="v"`, and the same on two lines.
    fn paired_value(&mut self) -> bool {
        const WORD: &str = "value";
        let mut inside = Reader { text: self.text, at: self.at };
        let is_apart = inside.eat(",") | inside.blanks_and_lines();
        inside.close_quote();
        let is_value =
            inside.rest().get(..WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD));
        if !is_apart || !is_value {
            return false;
        }
        inside.at += WORD.len();
        inside.close_quote();
        inside.blanks();
        if !inside.eat("=") && !inside.eat(":") {
            return false;
        }
        inside.blanks_and_lines();
        self.at = inside.at;
        true
    }

    /// `: &str = "v"`, ` string = "v"`, `[] = "v"`: goes to the `=`.
    fn type_annotation(&mut self) {
        let near = beginning(self.rest(), MAX_TYPE);
        let Some(length) = near.find(['=', '\n', '"', '(', ',', ';']) else { return };
        crate::count_steps(length);
        let between = near.get(..length).unwrap_or_default();
        let behind = near.get(length..).unwrap_or_default();
        let name = between.strip_prefix(':').unwrap_or(between).trim();
        let is_type = |c: char| c.is_ascii_alphanumeric() || "_<>[]&'|?*.: ".contains(c);
        let is_assigned = behind.starts_with('=') && !behind.starts_with("=>");
        if is_assigned
            && between.ends_with([' ', ']'])
            && name.starts_with(|first: char| first.is_alphabetic() || "&*[".contains(first))
            && name.chars().all(is_type)
        {
            self.at += length;
        }
    }

    /// Goes on to the value, whether it is on this line, in a block of YAML, or in quotes on the
    /// next line. Whether anything is between.
    fn before_value(&mut self, is_colon: bool) -> bool {
        let start = self.at;
        // `**Password:** v`.
        self.eat("**");
        self.blanks();
        if is_colon {
            let block = self.rest();
            let is_block =
                ["|\n", "|-\n", ">\n", ">-\n"].iter().any(|mark| block.starts_with(mark));
            if is_block {
                self.skip(|c| "|>-".contains(c));
                self.skip(char::is_whitespace);
            }
        }
        let mut below = Reader { text: self.text, at: self.at };
        if below.rest().starts_with(['\n', '\r', '[']) {
            below.eat("[");
            below.skip(char::is_whitespace);
            if below.has_quote() {
                self.at = below.at;
            }
        }
        self.at > start
    }
}
