//! The strings that stand in variables of a program.

use super::tokens::Token;

/// Names that make a path of a string.
const PATHS: [&str; 3] = ["Path", "PosixPath", "Pathname"];

/// Functions whose arguments are files over which a loop may go, and those that hand on what they are given.
const MANY: [&str; 7] = ["glob", "iglob", "rglob", "iterdir", "sorted", "list", "set"];

/// So often a value may be another name.
const MAX_DEPTH: usize = 3;

/// Functions of perl and PHP that leave the variable alone which they are given.
const LEAVING: &str = " open fopen print printf echo die warn close exit unlink rename mkdir rmdir chmod utime copy \
    move touch file_put_contents file_get_contents file_exists is_file basename dirname strlen ";

/// Methods that change the string itself.
const CHANGING: &str =
    " replace concat insert prepend clear force_encoding setbyte append push extend splice fill ";

/// Words behind which a name is only used.
const USING: &str =
    " return not and or if elsif elif unless while until assert print puts echo await yield else ";

/// What is between the parentheses of a call that makes a path of a string: `Path("x")`, `pathlib.Path("x")`.
pub(super) fn made_of(tokens: &[Token], all: &[Token]) -> Option<String> {
    let tokens = match tokens {
        [Token::Name(module), Token::Sign('.'), rest @ ..] if module == "pathlib" => rest,
        _ => tokens,
    };
    match tokens {
        [Token::Name(path), Token::Sign('('), Token::Text(text), Token::Sign(')')]
            if PATHS.contains(&path.as_str()) =>
        {
            let program = Program(all);
            (!program.redefines(path) && !program.redefines("pathlib")).then(|| text.clone())
        }
        _ => None,
    }
}

/// The string that a variable is, or a pattern for all that it may be where a loop goes over files: if it is
/// set in one place, and whatever else is said of it leaves it alone.
pub(super) fn value(tokens: &[Token], name: &str) -> Option<String> {
    let program = Program(tokens);
    match program.set_at(name)? {
        Place::Assigned(at) => program.text(at),
        Place::Loop(at) => {
            program.files(at, 0).filter(|(_, end)| program.sign(*end) == Some(':')).map(|it| it.0)
        }
    }
}

/// Where a variable is set: its value begins there.
enum Place {
    Assigned(usize),
    Loop(usize),
}

struct Program<'a>(&'a [Token]);

impl<'a> Program<'a> {
    fn sign(&self, at: usize) -> Option<char> {
        match self.0.get(at)? {
            Token::Sign(sign) => Some(*sign),
            _ => None,
        }
    }

    fn name(&self, at: usize) -> Option<&'a str> {
        match self.0.get(at)? {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The places at which it speaks of a variable, and not of a member of that name.
    fn places(&self, name: &str) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(move |at| {
            self.name(*at) == Some(name) && self.sign(at.wrapping_sub(1)) != Some('.')
        })
    }

    /// Whether a single equals sign stands there, and none that compares or makes a function.
    fn assigns(&self, at: usize) -> bool {
        self.sign(at) == Some('=') && !matches!(self.sign(at + 1), Some('=' | '~' | '>'))
    }

    /// The one place in which a variable is set.
    fn set_at(&self, name: &str) -> Option<Place> {
        let mut found = None;
        for at in self.places(name) {
            let set = if self.assigns(at + 1) {
                Some(Place::Assigned(at + 2))
            } else if self.name(at.wrapping_sub(1)) == Some("for")
                && self.name(at + 1) == Some("in")
            {
                Some(Place::Loop(at + 2))
            } else {
                self.is_used(at).then_some(())?;
                continue;
            };
            if found.is_some() {
                return None;
            }
            found = set;
        }
        found
    }

    /// Whether the name at a place is used there, and surely not set or changed.
    fn is_used(&self, at: usize) -> bool {
        let is_perl = self.sign(at.wrapping_sub(1)) == Some('$');
        let before = at.wrapping_sub(if is_perl { 2 } else { 1 });
        let ends = |at: usize| matches!(self.0.get(at), None | Some(Token::Sign('\n' | ';')));
        match (self.0.get(before), self.0.get(at + 1)) {
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
            (Some(Token::Sign('=')), _) => ends(at + 1) && !is_perl,
            (
                Some(Token::Name(word)),
                Some(Token::Sign(':' | '\n' | ';' | '=' | '!') | Token::Name(_)) | None,
            ) => is_among(USING, word) && !self.assigns(at + 1),
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
    fn opening(&self, at: usize) -> Option<usize> {
        let mut open = 0_usize;
        for at in (0..at).rev() {
            match self.sign(at) {
                Some(')' | ']' | '}') => open += 1,
                Some('(') if open == 0 => return Some(at),
                Some('[' | '{') if open == 0 => return None,
                Some('(' | '[' | '{') => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// The sign that closes the one at a place.
    fn closing(&self, at: usize) -> Option<usize> {
        let mut open = 0_usize;
        for at in at..self.0.len() {
            match self.sign(at) {
                Some('(' | '[' | '{') => open += 1,
                Some(')' | ']' | '}') => {
                    open = open.checked_sub(1)?;
                    if open == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a function has another meaning than everywhere else.
    fn redefines(&self, name: &str) -> bool {
        let gives = |word: &str| {
            matches!(word, "def" | "class" | "as" | "for" | "lambda" | "function" | "global")
        };
        self.places(name).any(|at| {
            let before = at.wrapping_sub(1);
            let is_set = matches!(self.sign(at + 1), Some('=' | ',' | ']' | ')' | ':' | '}'));
            is_set && self.name(before) != Some("import") || self.name(before).is_some_and(gives)
        })
    }

    /// The string that stands alone there.
    fn text(&self, at: usize) -> Option<String> {
        let rest = self.0.get(at..)?;
        let end = rest
            .iter()
            .position(|token| matches!(token, Token::Sign(';' | '\n')))
            .unwrap_or(rest.len());
        match rest.get(..end)? {
            [Token::Text(text)] => Some(text.clone()),
            made => made_of(made, self.0),
        }
    }

    /// A pattern for the files over which the expression goes that begins there, and where it ends.
    fn files(&self, at: usize, depth: usize) -> Option<(String, usize)> {
        if depth > MAX_DEPTH || MANY.iter().any(|name| self.redefines(name)) {
            return None;
        }
        let (name, next) = (self.name(at), self.sign(at + 1));
        match (name, next) {
            (None, _) if matches!(self.sign(at), Some('[' | '(')) => {
                let end = self.closing(at)?;
                Some((common(self.0.get(at + 1..end)?)?, end + 1))
            }
            (Some("sorted" | "list" | "set"), Some('(')) => {
                let (found, end) = self.files(at + 2, depth + 1)?;
                (self.sign(end) == Some(')')).then_some((found, end + 1))
            }
            (Some("glob"), Some('.')) => self.found_by_glob(at + 2),
            (Some("glob" | "iglob"), Some('(')) => self.found_by_glob(at),
            (Some("pathlib"), Some('.')) | (Some(_), Some('(')) => {
                let end = self.closing(at + if next == Some('.') { 3 } else { 1 })?;
                self.found_below(&made_of(self.0.get(at..=end)?, self.0)?, end + 1)
            }
            (Some(name), Some('.')) => {
                let Place::Assigned(value) = self.set_at(name)? else { return None };
                self.found_below(&self.text(value)?, at + 1)
            }
            (Some(name), _) => {
                let Place::Assigned(value) = self.set_at(name)? else { return None };
                let (found, end) = self.files(value, depth + 1)?;
                matches!(self.0.get(end), None | Some(Token::Sign(';' | '\n')))
                    .then_some((found, at + 1))
            }
            _ => None,
        }
    }

    /// What `glob("src/*.py")` finds.
    fn found_by_glob(&self, at: usize) -> Option<(String, usize)> {
        let is_known = matches!(self.name(at), Some("glob" | "iglob"));
        let (true, Some('('), Token::Text(pattern)) =
            (is_known, self.sign(at + 1), self.0.get(at + 2)?)
        else {
            return None;
        };
        let end = self.closing(at + 1)?;
        let is_in_a_folder = |token: &Token| matches!(token, Token::Name(name) if name == "root_dir" || name == "dir_fd");
        let rest = self.0.get(at + 3..end)?;
        let signs = ['*', '?', '['];
        let folder = match pattern.find(signs) {
            Some(sign) => pattern.get(..sign)?.rsplit_once('/').map_or("", |(folder, _)| folder),
            None => return None,
        };
        let is_plain = !pattern.contains("..") && !rest.iter().any(is_in_a_folder);
        is_plain.then(|| (below(folder, pattern.starts_with('/')), end + 1))
    }

    /// What `.rglob("*.py")` behind a path finds.
    fn found_below(&self, folder: &str, at: usize) -> Option<(String, usize)> {
        let (Some('.'), Some('(')) = (self.sign(at), self.sign(at + 2)) else { return None };
        let end = self.closing(at + 2)?;
        let is_plain = match (self.name(at + 1)?, self.0.get(at + 3..end)?) {
            ("iterdir", []) => true,
            ("glob" | "rglob", [Token::Text(pattern)]) => {
                !pattern.contains("..") && !pattern.starts_with('/')
            }
            _ => false,
        };
        is_plain.then(|| (below(folder.trim_end_matches('/'), folder == "/"), end + 1))
    }
}

fn is_among(list: &str, word: &str) -> bool {
    list.contains(&format!(" {word} "))
}

/// A pattern for all in a folder.
fn below(folder: &str, is_root: bool) -> String {
    match folder {
        "" if is_root => "/*".to_owned(),
        "" | "." => "*".to_owned(),
        folder => format!("{folder}/*"),
    }
}

/// A pattern for the folder of all strings of a list.
fn common(list: &[Token]) -> Option<String> {
    let mut folder: Option<&str> = None;
    for (at, token) in list.iter().filter(|token| **token != Token::Sign('\n')).enumerate() {
        match token {
            Token::Text(text) if at % 2 == 0 => {
                let (own, _) = text.rsplit_once('/')?;
                folder = match folder {
                    None => Some(own),
                    Some(before) if before == own => Some(own),
                    Some(before) => {
                        let shared =
                            before.split('/').zip(own.split('/')).take_while(|(a, b)| a == b);
                        let length = shared.map(|(part, _)| part.len() + 1).sum::<usize>();
                        before.get(..length.checked_sub(1)?)
                    }
                };
            }
            Token::Sign(',') if at % 2 == 1 => {}
            _ => return None,
        }
    }
    folder
        .filter(|folder| !folder.is_empty() && !folder.contains(".."))
        .map(|folder| below(folder, false))
}
