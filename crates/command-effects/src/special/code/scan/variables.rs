//! Where a program sets its variables, and whether all else that it says of them leaves them alone.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use super::tokens::Token;

/// In so many functions a parameter may have one name.
const MAX_PLACES: usize = 8;

/// So deep a value may be made of others, and so many are looked for.
const MAX_NESTED: usize = 6;
const MAX_VALUES: usize = 4_000;

/// So many tokens before a place its parenthesis is looked for.
const MAX_REACH: usize = 1_000;

/// Functions of perl and PHP that leave the variable alone which they are given.
const LEAVING: &str = " open fopen print printf echo die warn close exit unlink rename mkdir rmdir chmod utime copy \
    move touch file_put_contents file_get_contents file_exists is_file basename dirname strlen ";

/// Methods that change the string itself.
const CHANGING: &str =
    " replace concat insert prepend clear force_encoding setbyte append push extend splice fill ";

/// Words behind which a name is only used.
const USING: &str =
    " return not and or if elsif elif unless while until assert print puts echo await yield else ";

/// Whether what stands from one place to before another is handed to a function, assigned or gone through.
pub(super) fn is_only_read(program: &Program<'_>, from: usize, to: usize) -> bool {
    let tokens = program.tokens;
    let Some(before) = from.checked_sub(1).filter(|_| !program.redefines("sys")) else {
        return false;
    };
    let ends = |at: usize| matches!(tokens.get(at), None | Some(Token::Sign('\n' | ';')));
    match (program.sign(before), program.sign(to)) {
        (Some('='), _) => ends(to),
        (Some('(' | ','), Some(')' | ',')) => program.call_of(from).is_some(),
        (None, Some(':')) => program.name(before) == Some("in"),
        _ => false,
    }
}

/// Where a variable is set: its value begins there.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Assigned(usize),
    /// By a loop, with the sign that ends what it goes over.
    Loop(usize, char),
    /// By a loop over what is in a mapping, as its key.
    Keys(usize),
    /// By a loop over what a walk finds, as its folder.
    Walked(usize),
    /// The same, as the names of what is in that folder.
    Names,
    /// By a loop over tuples, as the first of each.
    Firsts(usize),
    /// As a parameter of the function that is named there, behind so many others.
    Parameter(usize, usize),
}

/// A program, to be asked about its names. What was looked for once is kept, so that a long program is not
/// gone through for each of its names.
pub(super) struct Program<'a> {
    pub(super) tokens: &'a [Token],
    is_python: bool,
    /// How deep values stand in values now, and how many may still be looked for.
    bounds: Cell<(usize, usize)>,
    brackets: OnceCell<Brackets>,
    /// Where each name stands.
    names: OnceCell<HashMap<&'a str, Vec<usize>>>,
    set: RefCell<HashMap<String, Option<Vec<Place>>>>,
}

/// Of each place, the bracket that is open there, and of each bracket that opens, the one that closes it.
struct Brackets {
    opening: Vec<Option<usize>>,
    closing: Vec<Option<usize>>,
}

impl Brackets {
    fn of(tokens: &[Token]) -> Self {
        let mut open: Vec<usize> = vec![];
        let mut opening = Vec::with_capacity(tokens.len() + 1);
        let mut closing = vec![None; tokens.len()];
        for (at, token) in tokens.iter().enumerate() {
            opening.push(open.last().copied());
            match token {
                Token::Sign('(' | '[' | '{') => open.push(at),
                Token::Sign(')' | ']' | '}') => {
                    if let Some(place) = open.pop().and_then(|opening| closing.get_mut(opening)) {
                        *place = Some(at);
                    }
                }
                _ => {}
            }
        }
        opening.push(open.last().copied());
        Self { opening, closing }
    }
}

impl<'a> Program<'a> {
    pub(super) fn new(tokens: &'a [Token], is_python: bool) -> Self {
        let (brackets, names) = (OnceCell::new(), OnceCell::new());
        Self {
            tokens,
            is_python,
            bounds: Cell::new((0, MAX_VALUES)),
            brackets,
            names,
            set: RefCell::default(),
        }
    }

    pub(super) fn sign(&self, at: usize) -> Option<char> {
        match self.tokens.get(at)? {
            Token::Sign(sign) => Some(*sign),
            _ => None,
        }
    }

    pub(super) fn name(&self, at: usize) -> Option<&'a str> {
        match self.tokens.get(at)? {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The places at which it speaks of a variable, and not of a member of that name.
    pub(super) fn places(&self, name: &str) -> impl Iterator<Item = usize> {
        let all = self.of_name(name).iter().copied();
        all.filter(|at| self.sign(at.wrapping_sub(1)) != Some('.'))
    }

    /// The places at which a name stands.
    fn of_name(&self, name: &str) -> &[usize] {
        let names = self.names.get_or_init(|| {
            let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
            for (at, token) in self.tokens.iter().enumerate() {
                if let Token::Name(name) = token {
                    found.entry(name).or_default().push(at);
                }
            }
            found
        });
        names.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a single equals sign stands there, and none that compares or makes a function.
    fn assigns(&self, at: usize) -> bool {
        self.sign(at) == Some('=') && !matches!(self.sign(at + 1), Some('=' | '~' | '>'))
    }

    /// The place in which a variable is set; several only where all are parameters of functions.
    pub(super) fn set_at(&self, name: &str) -> Option<Vec<Place>> {
        if let Some(known) = self.set.borrow().get(name) {
            return known.clone();
        }
        let found = self.look_for(name);
        self.set.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    fn look_for(&self, name: &str) -> Option<Vec<Place>> {
        let mut found = vec![];
        for at in self.places(name) {
            match self.sets(at) {
                Some(place) if found.len() < MAX_PLACES => found.push(place),
                Some(_) => return None,
                None => self.is_used(at).then_some(())?,
            }
        }
        let are_parameters = found.iter().all(|place| matches!(place, Place::Parameter(..)));
        (found.len() == 1 || are_parameters && !found.is_empty()).then_some(found)
    }

    /// The value that is set in the one place in which a variable is.
    pub(super) fn assigned(&self, name: &str) -> Option<usize> {
        match self.set_at(name)?.as_slice() {
            [Place::Assigned(at)] => Some(*at),
            _ => None,
        }
    }

    /// Where the list or mapping begins that a variable is, if all else that is said of it is that loops go
    /// over it: by another name it could be changed.
    pub(super) fn gone_through(&self, name: &str) -> Option<usize> {
        let mut found = None;
        for at in self.places(name) {
            if self.assigns(at + 1) && found.is_none() {
                found = Some(at + 2);
            } else if at.checked_sub(1).and_then(|at| self.name(at)) != Some("in") {
                return None;
            }
        }
        found
    }

    /// Looks for a value within another one, within bounds.
    pub(super) fn within<T>(&self, look: impl FnOnce() -> Option<T>) -> Option<T> {
        let (depth, left) = self.bounds.get();
        let left = left.checked_sub(1).filter(|_| depth < MAX_NESTED)?;
        self.bounds.set((depth + 1, left));
        let found = look();
        self.bounds.set((depth, self.bounds.get().1));
        found
    }

    /// How the name at a place is set there.
    fn sets(&self, at: usize) -> Option<Place> {
        let before = |back: usize| at.checked_sub(back).and_then(|at| self.name(at));
        let follows = |place: usize, word: &str| self.name(place) == Some(word);
        if self.assigns(at + 1) {
            return Some(Place::Assigned(at + 2));
        }
        if let Some(place) = self.sets_several(at).filter(|_| self.is_python) {
            return Some(place);
        }
        match before(1) {
            Some("for") if follows(at + 1, "in") => return Some(Place::Loop(at + 2, ':')),
            Some("for") if self.sign(at + 1) == Some(',') && follows(at + 3, "in") => {
                return Some(Place::Keys(at + 4));
            }
            Some("const" | "let" | "var") if follows(at + 1, "of") && before(3) == Some("for") => {
                return Some(Place::Loop(at + 2, ')'));
            }
            _ => {}
        }
        let opening = self.opening(at)?;
        let function = opening.checked_sub(1).filter(|it| self.name(*it).is_some())?;
        let is_made = function.checked_sub(1).and_then(|at| self.name(at)) == Some("def");
        let ends = matches!(self.sign(at + 1), Some(',' | ')' | ':'));
        let parts = self.parts(opening + 1, at + 1);
        let is_first = parts.last().is_some_and(|part| part.len() == 1);
        let is_plain = is_made && !self.is_decorated(function - 1);
        (is_plain && ends && is_first).then(|| Place::Parameter(function, parts.len() - 1))
    }

    /// Whether the line before the one that begins here is a decorator.
    fn is_decorated(&self, at: usize) -> bool {
        let is_break = |at: usize| self.sign(at) == Some('\n');
        let end = (0..at).rev().find(|at| !is_break(*at)).unwrap_or(0);
        let start = (0..=end).rev().find(|at| is_break(*at)).map_or(0, |at| at + 1);
        self.sign(start) == Some('@')
    }

    /// What stands between commas, from one place to before another.
    pub(super) fn parts(&self, from: usize, to: usize) -> Vec<&'a [Token]> {
        let (mut open, mut start) = (0_usize, from);
        let mut found = vec![];
        for at in from..to {
            match self.sign(at) {
                Some('(' | '[' | '{') => open += 1,
                Some(')' | ']' | '}') => open = open.saturating_sub(1),
                Some(',') if open == 0 => {
                    found.extend(self.tokens.get(start..at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        found.extend(self.tokens.get(start..to));
        found
    }

    /// Whether the name at a place is used there, and surely not set or changed.
    fn is_used(&self, at: usize) -> bool {
        let is_perl = self.sign(at.wrapping_sub(1)) == Some('$');
        let before = at.wrapping_sub(if is_perl { 2 } else { 1 });
        let ends = |at: usize| matches!(self.tokens.get(at), None | Some(Token::Sign('\n' | ';')));
        match (self.tokens.get(before), self.tokens.get(at + 1)) {
            (_, Some(Token::Sign('.'))) if !is_perl => {
                let method = self.name(at + 2).unwrap_or_default();
                !CHANGING.contains(&format!(" {method} "))
                    && self.sign(at + 3) != Some('!')
                    && !self.assigns(at + 3)
            }
            (Some(Token::Sign('(' | ',')), Some(Token::Sign(')' | ',' | '+'))) => {
                self.sign(at + 2) != Some('=')
                    && self.call_of(at).is_some_and(|call| !is_perl || is_among(LEAVING, call))
            }
            (Some(Token::Sign('=')), _) if ends(at + 1) => !is_perl,
            // What is divided or added to makes another one.
            (Some(Token::Sign('(' | ',' | '=')), Some(Token::Sign('/')))
            | (
                Some(Token::Sign('(' | ',' | '=' | '+')),
                Some(Token::Sign('+' | ')' | ';' | '\n')),
            ) => {
                !is_perl
                    && self.sign(at + 2) != Some('=')
                    && self.sign(at + 2) != Some('+')
                    && self.sign(before.wrapping_sub(1)) != Some('+')
            }
            (
                Some(Token::Name(word)),
                Some(Token::Sign(':' | '\n' | ';' | '=' | '!') | Token::Name(_)) | None,
            ) => {
                let is_using = is_among(USING, word) || self.is_python && word == "in";
                is_using && !self.assigns(at + 1)
            }
            _ => false,
        }
    }

    /// The function to which what stands at a place is handed as it is.
    fn call_of(&self, at: usize) -> Option<&'a str> {
        let opening = self.opening(at)?;
        let closing = self.closing(opening)?;
        let call = self.name(opening.checked_sub(1)?)?;
        let word = opening.checked_sub(2).and_then(|at| self.name(at)).unwrap_or_default();
        let is_made = matches!(word, "def" | "function" | "sub" | "class" | "func")
            || matches!(
                call,
                "function"
                    | "async"
                    | "lambda"
                    | "for"
                    | "foreach"
                    | "my"
                    | "our"
                    | "local"
                    | "list"
            );
        // A method of a class, a function of JavaScript, or several that are set at once.
        let goes_on = self.sign(closing + 1) == Some('{')
            || self.sign(closing + 1) == Some('=') && self.sign(closing + 2) != Some('=');
        (!is_made && !goes_on).then_some(call)
    }

    /// The parenthesis that is open at a place.
    pub(super) fn opening(&self, at: usize) -> Option<usize> {
        let opening = (*self.brackets().opening.get(at)?)?;
        (self.sign(opening) == Some('(') && at - opening <= MAX_REACH).then_some(opening)
    }

    /// The sign that closes the one at a place, or the next one behind it.
    pub(super) fn closing(&self, at: usize) -> Option<usize> {
        let is_bracket =
            |at: &usize| matches!(self.sign(*at), Some('(' | '[' | '{' | ')' | ']' | '}'));
        let opening = (at..self.tokens.len()).find(is_bracket)?;
        *self.brackets().closing.get(opening)?
    }

    fn brackets(&self) -> &Brackets {
        self.brackets.get_or_init(|| Brackets::of(self.tokens))
    }

    /// Whether a function or module has another meaning than everywhere else.
    pub(super) fn redefines(&self, name: &str) -> bool {
        let gives = |word: &str| {
            matches!(word, "def" | "class" | "as" | "for" | "lambda" | "function" | "global")
        };
        self.of_name(name).iter().any(|at| self.assigns(at + 1))
            || self.places(name).any(|at| {
                let before = at.wrapping_sub(1);
                let is_set = matches!(self.sign(at + 1), Some('=' | ',' | ']' | ')' | ':' | '}'));
                is_set && self.name(before) != Some("import")
                    || self.name(before).is_some_and(gives)
            })
    }
}

fn is_among(list: &str, word: &str) -> bool {
    list.contains(&format!(" {word} "))
}

#[cfg(test)]
mod tests {
    use super::super::{Sight, scan};

    #[test]
    fn a_program_is_gone_through_so_often_and_no_more() {
        let is_given_up =
            |code: &str| scan(code, false, None).contains(&Sight::Hidden("(((".to_owned()));
        let nested = |times: usize| "open(".repeat(times) + &")".repeat(times);
        assert!(!is_given_up(&nested(100)));
        assert!(
            is_given_up(&nested(10_000)),
            "each call would be looked at in all those around it"
        );
        let read = "with open(os.path.join(folder, 'a')) as file:\n    print(file.read())\n";
        assert!(!is_given_up(&read.repeat(900)), "a long program is looked at whole");
    }
}
