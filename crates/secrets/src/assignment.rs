//! Values that are assigned to a name: `DB_PASSWORD=v`, `"api_key": "v"`, `--token v`.

use crate::characters::{is_hash, is_scrambled, turns};
use crate::header::is_basic_pair;
use crate::name::{self, Kind};
use crate::operator::{self, Operator};
use crate::placeholder::{is_code, is_literal, is_member, is_quoted_literal, is_word_for_password};
use crate::randomness::{is_noise, is_random, is_strong, is_very_random};
use crate::scan::Scan;
use crate::value::Value;

pub(crate) const PREFIXES: [&str; 8] = name::WORDS;

/// How short a password and a token may be, in bytes.
const MIN_PASSWORD: usize = 4;
const MIN_TOKEN: usize = 6;

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    let behind = scan.text.as_bytes().get(at..).unwrap_or_default();
    let begins = |word: &str| {
        behind.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()))
    };
    if !name::WORDS.iter().any(|word| begins(word)) {
        return;
    }
    let place = name::place(scan.text, at);
    if place == scan.name {
        return;
    }
    scan.name = place.clone();
    if let Some(assignment) = Assignment::of(scan.text, &place)
        && assignment.is_secret()
    {
        scan.add(assignment.value.whole(scan.text));
    }
}

/// A name with the value that it is given.
struct Assignment<'t> {
    text: &'t str,
    name: &'t str,
    kind: Kind,
    operator: Operator,
    value: Value<'t>,
}

impl<'t> Assignment<'t> {
    fn of(text: &'t str, place: &std::ops::Range<usize>) -> Option<Assignment<'t>> {
        let (operator, at) = operator::behind(text, place)?;
        let kind = name::kind_at(text, place)?;
        let value = match operator {
            Operator::Tag => Value::until_tag(text, at),
            Operator::Verb | Operator::Word => Value::at(text, at).map(Value::without_stop),
            _ => Value::at(text, at),
        };
        Some(Assignment { text, name: text.get(place.clone())?, kind, operator, value: value? })
    }

    fn is_secret(&self) -> bool {
        !self.is_expression()
            && match self.kind {
                Kind::Password => self.is_password(),
                Kind::Token => self.is_token(),
                Kind::Unsure => self.is_key(),
            }
    }

    /// Whether words alone are between the name and the value.
    fn is_said(&self) -> bool {
        matches!(self.operator, Operator::Verb | Operator::Word)
    }

    fn is_quoted(&self) -> bool {
        self.value.quote.is_some()
    }

    /// Whether the value is code that goes on behind it, or stands for another one.
    fn is_expression(&self) -> bool {
        let text = self.value.text;
        let behind = self.value.behind(self.text);
        if self.is_quoted() {
            // `"token: " + n + "` of minified code, where a quote that closes is taken for one
            // that opens, and `` `cat file` ``.
            let is_joined =
                |sign: char| text.trim().starts_with(sign) && text.trim().ends_with(sign);
            return is_joined('+')
                || is_joined('.')
                || self.value.quote == Some('`') && text.contains(' ');
        }
        let is_compared = || {
            let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
            word.chars().all(|c| c.is_ascii_alphabetic() || c == '_') && text.len() < word.len() + 2
        };
        text.ends_with(['=', '-', ':', '['])
            && behind.starts_with(['"', '\'', '>'])
            && turns(text) < 2
            || behind.starts_with(" ? ")
            || is_member(text)
            || self.operator != Operator::Tight && self.kind != Kind::Password && is_compared()
            || name::kind(text).is_some() && turns(text) < 2 && self.operator != Operator::Tight
    }

    fn is_password(&self) -> bool {
        let text = self.value.text;
        let is_padded =
            text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
        let is_own_name = self.name.ends_with(text);
        if text.len() < MIN_PASSWORD || is_padded || is_own_name || is_word_for_password(text) {
            return false;
        }
        // Tests pass: `pass: 12`, `pass => "..."`.
        if self.name.len() >= 4
            && self.name.get(self.name.len() - 4..).is_some_and(|it| it == "pass")
        {
            return is_strong(text) && !self.is_said() && !text.contains(' ');
        }
        match self.operator {
            Operator::Comma => is_strong(text) && !text.contains(' '),
            Operator::Verb | Operator::Word => is_strong(text) && is_random(text),
            _ if self.is_quoted() => {
                is_quoted_literal(text) && !is_sentence(text) && !is_path(text)
            }
            Operator::Tag => is_literal(text) && !text.contains(char::is_whitespace),
            // `connect(password=password)`.
            Operator::Tight if !self.is_argument() => is_literal(text) && !is_path(text),
            _ => is_strong(text) && !is_path(text),
        }
    }

    /// Whether the value is that of an argument in code.
    fn is_argument(&self) -> bool {
        self.value.behind(self.text).starts_with([')', ',', ']', '}', ';'])
            && !name::is_variable(self.name)
            && self.name.contains(|c: char| c.is_ascii_lowercase())
            && !self.name.starts_with(|c: char| c.is_ascii_uppercase())
    }

    fn is_token(&self) -> bool {
        let text = self.value.text;
        if text.len() < MIN_TOKEN || text.contains(char::is_whitespace) {
            return false;
        }
        match self.operator {
            Operator::Verb => is_random(text) && turns(text) > 2 && !is_hash(text),
            Operator::Word => is_very_random(text) && !is_hash(text),
            _ if self.is_quoted() && is_noise(text) => true,
            _ => is_random(text) || is_scrambled(text) && !is_code(text),
        }
    }

    fn is_key(&self) -> bool {
        let text = self.value.text;
        let is_pair = self.name.eq_ignore_ascii_case("auth") || self.name == "_auth";
        !self.is_said()
            && (is_very_random(text) || is_pair && text.len() > 11 && is_basic_pair(text))
    }
}

/// Whether it is what a form says to a person.
fn is_sentence(value: &str) -> bool {
    let words = value.split_whitespace().count();
    let begins = value.starts_with(char::is_uppercase);
    words > 3 || words > 1 && begins && !value.contains(|c: char| c.is_ascii_digit())
}

fn is_path(value: &str) -> bool {
    value.starts_with(['/', '~', '.']) || value.get(1..).is_some_and(|rest| rest.starts_with(":\\"))
}
