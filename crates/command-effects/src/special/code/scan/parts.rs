//! Paths that a program puts together of names it goes over: `f"src/{name}.txt"`, `os.path.join(root, file)`.
//! What may be any name stands in them as `*`.

use super::tokens::Token;
use super::variables::{Place, Program};

/// What stands for any name in a folder.
const ANY: &str = "*";

impl Program<'_> {
    /// A part of a path: a string, a variable that is one, or any name of some.
    pub(super) fn part(&self, tokens: &[Token]) -> Option<String> {
        match without_breaks(tokens).as_slice() {
            [Token::Text(text)] => Some(text.clone()),
            [Token::Name(letter), Token::Format(text)] if is_format(letter) => {
                self.within(|| self.formatted(text))
            }
            [Token::Name(name)] => self.within(|| self.named(name)),
            _ => None,
        }
    }

    /// What a variable is that has a string, or any name.
    fn named(&self, name: &str) -> Option<String> {
        let places = self.set_at(name)?;
        let [place] = places.as_slice() else { return None };
        match *place {
            Place::Assigned(at) => {
                let rest = self.tokens.get(at..)?;
                let end = rest.iter().position(|token| matches!(token, Token::Sign(';' | '\n')));
                match rest.get(..end.unwrap_or(rest.len()))? {
                    [Token::Name(letter), Token::Format(text)] if is_format(letter) => {
                        self.formatted(text)
                    }
                    [Token::Text(text)] => Some(text.clone()),
                    _ => None,
                }
            }
            Place::Loop(at, closing) => self.goes_over_names(at, closing).then(|| ANY.to_owned()),
            _ => None,
        }
    }

    /// The string with a variable in it.
    fn formatted(&self, text: &str) -> Option<String> {
        let mut found = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let (inner, behind) = behind.split_once('}')?;
            let (name, width) = inner.split_once(':').unwrap_or((inner, ""));
            let is_name = !name.is_empty()
                && name.chars().all(|next| next == '_' || next.is_ascii_alphanumeric());
            // A number may be filled up with zeros.
            let is_plain = width.chars().all(|next| next.is_ascii_digit() || next == 'd');
            if !is_name || !is_plain || before.contains('}') {
                return None;
            }
            found.push_str(before);
            // The path of another one is only known to lead there from its beginning.
            let value = self.within(|| self.named(name));
            let whole = || self.within(|| super::paths::value(self, name));
            let value = value.or_else(|| whole().filter(|_| found.is_empty()));
            found.push_str(&value?);
            rest = behind;
        }
        (!rest.contains('}')).then(|| found + rest)
    }

    /// A string with variables, or strings behind each other: `"src/" + name + ".txt"`.
    pub(super) fn added(&self, tokens: &[Token]) -> Option<String> {
        if matches!(tokens, [Token::Name(_), Token::Format(_)]) {
            return self.part(tokens);
        }
        let parts: Vec<&[Token]> = tokens.split(|token| *token == Token::Sign('+')).collect();
        let is_one = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
        let texts: Option<Vec<String>> = parts.iter().map(|part| self.part(part)).collect();
        texts.filter(|_| is_one).map(|texts| texts.concat())
    }

    /// How the name at a place is set in the head of a loop with three names or more: `for root, dirs, files in os.walk("src"):`.
    pub(super) fn sets_several(&self, at: usize) -> Option<Place> {
        const MAX_NAMES: usize = 6;
        let is_comma = |at: usize| self.sign(at) == Some(',');
        let back = (0..MAX_NAMES).take_while(|back| is_before(at, 2 * back, &is_comma)).last()?;
        let first = at.checked_sub(2 * back)?;
        if self.name(first.checked_sub(1)?) != Some("for") {
            return None;
        }
        let count = (1..MAX_NAMES).find(|count| !is_comma(first + 2 * count - 1))?;
        let over = first + 2 * count;
        if count < 3 || self.name(over - 1) != Some("in") {
            return None;
        }
        let walks = self.name(over) == Some("os")
            && self.sign(over + 1) == Some('.')
            && self.name(over + 2) == Some("walk")
            && self.sign(over + 3) == Some('(');
        match back {
            0 if walks => Some(Place::Walked(over)),
            _ if walks => Some(Place::Names),
            0 => Some(Place::Firsts(over)),
            _ => None,
        }
    }

    /// Whether a loop goes over names that stand in no other folder: strings without a slash, numbers, what
    /// `os.listdir` or a walk finds.
    fn goes_over_names(&self, at: usize, closing: char) -> bool {
        let ends = |end: usize| self.sign(end) == Some(closing);
        let calls = |from: usize| self.closing(from).is_some_and(|end| ends(end + 1));
        match (self.name(at), self.sign(at + 1)) {
            (None, _) if matches!(self.sign(at), Some('[' | '(')) => {
                let Some(end) = self.closing(at).filter(|end| ends(end + 1)) else { return false };
                let parts = self.parts(at + 1, end);
                let is_plain = |part: &&[Token]| match without_breaks(part).as_slice() {
                    [] => true,
                    [Token::Text(text)] => is_plain_name(text),
                    _ => false,
                };
                parts.iter().all(is_plain)
            }
            (Some("range"), Some('(')) => !self.redefines("range") && calls(at + 1),
            (Some("os"), Some('.')) => {
                self.name(at + 2) == Some("listdir")
                    && !["os", "listdir"].iter().any(|name| self.redefines(name))
                    && calls(at + 3)
            }
            (Some("fs"), Some('.')) if !self.redefines("readdirSync") => {
                let lists = self.name(at + 2) == Some("readdirSync");
                let is_one = matches!(self.tokens.get(at + 4), Some(Token::Text(_)))
                    && self.sign(at + 5) == Some(')');
                lists && is_one && calls(at + 3)
            }
            (Some("sorted"), Some('(')) => {
                let is_end = self.sign(at + 3) == Some(')') && ends(at + 4);
                is_end
                    && !self.redefines("sorted")
                    && self.name(at + 2).is_some_and(|it| self.is_walked(it))
            }
            (Some(name), _) => ends(at + 1) && self.is_walked(name),
            _ => false,
        }
    }

    /// Whether a variable is the names of a walk.
    fn is_walked(&self, name: &str) -> bool {
        let places = self.set_at(name);
        places.is_some_and(|places| matches!(places.as_slice(), [Place::Names]))
    }

    /// All that is in the folder through which a walk goes.
    pub(super) fn walked(&self, at: usize) -> Option<String> {
        let end = self.closing(at + 3)?;
        let parts = self.parts(at + 4, end);
        let [folder] = parts.as_slice() else { return None };
        let folder = self.part(folder)?;
        let is_plain = self.sign(end + 1) == Some(':')
            && !["os", "walk"].iter().any(|name| self.redefines(name));
        is_plain.then(|| super::paths::below(folder.trim_end_matches('/'), folder == "/"))
    }

    /// The first strings of the tuples over which a loop goes: `for path, text in [("a", "b")]:`.
    pub(super) fn firsts(&self, at: usize) -> Option<String> {
        let (opening, is_here) = match self.name(at) {
            Some(name) => (self.gone_through(name)?, false),
            None => (at, true),
        };
        let closing =
            self.closing(opening).filter(|_| matches!(self.sign(opening), Some('[' | '(')))?;
        let behind = self.sign(closing + 1);
        let is_whole = if is_here {
            behind == Some(':')
        } else {
            matches!(self.tokens.get(closing + 1), None | Some(Token::Sign(';' | '\n')))
                && self.sign(at + 1) == Some(':')
        };
        let first = |part: &[Token]| match without_breaks(part).as_slice() {
            [Token::Sign('('), Token::Text(text), Token::Sign(','), ..] => Some(text.clone()),
            _ => None,
        };
        let parts = self.parts(opening + 1, closing);
        let parts = parts.into_iter().filter(|part| !without_breaks(part).is_empty());
        let found: Option<Vec<String>> = parts.map(first).collect();
        super::paths::common(&found.filter(|_| is_whole)?)
    }
}

fn without_breaks(tokens: &[Token]) -> Vec<&Token> {
    tokens.iter().filter(|token| **token != Token::Sign('\n')).collect()
}

/// Whether a name in front of a string makes it one with variables, and nothing else.
fn is_format(letter: &str) -> bool {
    matches!(letter, "f" | "F")
}

/// Whether a string is the name of a file, and leads nowhere else, whatever stands around it.
fn is_plain_name(text: &str) -> bool {
    text.contains(|next: char| next.is_ascii_alphanumeric())
        && !text.contains(['/', '\\'])
        && !text.contains("..")
}

/// Whether commas stand before every second token, as far back as this.
fn is_before(at: usize, back: usize, is_comma: &dyn Fn(usize) -> bool) -> bool {
    (1..=back).step_by(2).all(|one| at.checked_sub(one).is_some_and(is_comma))
}
