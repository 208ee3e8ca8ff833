//! The paths that expressions of a program make: `Path("a") / "b"`, `glob("a/*")`, `["a", "b"]`.

use super::tokens::Token;
use super::variables::{Place, Program};

/// Names that make a path of a string.
const PATHS: [&str; 3] = ["Path", "PosixPath", "Pathname"];

/// Functions whose arguments are files over which a loop may go, and those that hand on what they are given.
const MANY: [&str; 7] = ["glob", "iglob", "rglob", "iterdir", "sorted", "list", "set"];

/// So often a value may be another name.
const MAX_DEPTH: usize = 3;

/// The path that an expression is: a string, `Path("a", "b")`, `Path("a") / "b"`, `os.path.join("a", "b")`.
pub(super) fn made_of(tokens: &[Token], program: &Program<'_>) -> Option<String> {
    program.path(tokens, 0)
}

/// Where the expression begins that ends before `end`: a name, a call, or what is in parentheses.
pub(super) fn start(program: &Program<'_>, end: usize) -> usize {
    let last = end.saturating_sub(1);
    let mut start = last;
    if program.sign(last) == Some(')') {
        let Some(opening) = program.opening(last) else { return last };
        start = opening;
        if opening.checked_sub(1).is_some_and(|at| program.name(at).is_some()) {
            start -= 1;
        }
    }
    // The names before a point belong to it.
    while start >= 2
        && program.name(start).is_some()
        && program.sign(start - 1) == Some('.')
        && program.name(start - 2).is_some()
    {
        start -= 2;
    }
    // What is called there hands on another thing.
    if start > 0 && matches!(program.sign(start - 1), Some('.')) { start - 1 } else { start }
}

/// The string that a variable is, or a pattern for all that it may be where a loop goes over files or a
/// function is called with several: if it is set in one place, and whatever else is said of it leaves it alone.
pub(super) fn value(program: &Program<'_>, name: &str) -> Option<String> {
    let places = program.set_at(name)?;
    if let [place] = places.as_slice() {
        return match *place {
            Place::Assigned(at) => program.text(at),
            Place::Loop(at, closing) => {
                let (found, end) = program.files(at, 0)?;
                (program.sign(end) == Some(closing)).then_some(found)
            }
            Place::Keys(at) => program.keys(at).or_else(|| program.firsts(at)),
            Place::Walked(at) => program.walked(at),
            Place::Firsts(at) => program.firsts(at),
            Place::Names => None,
            Place::Parameter(..) => common(&program.arguments(place)?),
        };
    }
    let found: Option<Vec<Vec<String>>> = places.iter().map(|it| program.arguments(it)).collect();
    common(&found?.concat())
}

impl Program<'_> {
    /// The paths that a parameter is given, by all calls of its function.
    fn arguments(&self, place: &Place) -> Option<Vec<String>> {
        let Place::Parameter(function, index) = *place else { return None };
        let argument = |at: usize| {
            let end = (self.sign(at + 1) == Some('(')).then(|| self.closing(at + 1)).flatten()?;
            let parts = self.parts(at + 2, end);
            let is_named = |part: &&[Token]| matches!(part, [Token::Name(_), Token::Sign('='), ..]);
            let is_plain = !parts.iter().take(index + 1).any(is_named);
            is_plain.then(|| self.path(parts.get(index)?, 0)).flatten()
        };
        let calls = self.places(self.name(function)?).filter(|at| *at != function);
        calls.map(argument).collect()
    }

    /// The path that an expression is.
    fn path(&self, tokens: &[Token], depth: usize) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut open = 0_usize;
        let divided = |token: &Token| {
            match token {
                Token::Sign('(') => open += 1,
                Token::Sign(')') => open = open.saturating_sub(1),
                _ => {}
            }
            *token == Token::Sign('/') && open == 0
        };
        let parts: Vec<&[Token]> = tokens.split(divided).collect();
        if let [first, rest @ ..] = parts.as_slice()
            && !rest.is_empty()
        {
            // A string alone is not divided.
            let is_string = matches!(first, [Token::Text(_)]);
            let first = if is_string { None } else { self.path(first, depth + 1) }?;
            let rest: Option<Vec<String>> = rest.iter().map(|part| self.part(part)).collect();
            return Some(joined(std::iter::once(first).chain(rest?)));
        }
        if let Some(text) = self.added(tokens) {
            return Some(text);
        }
        let (makes, inner) = match tokens {
            [Token::Text(text)] => return Some(text.clone()),
            [Token::Name(name)] if depth > 0 => return self.within(|| value(self, name)),
            [Token::Name(name)] => {
                let at = self.assigned(name)?;
                return self.text(at);
            }
            [Token::Sign('('), inner @ .., Token::Sign(')')] => return self.path(inner, depth + 1),
            [
                Token::Name(os),
                Token::Sign('.'),
                Token::Name(path),
                Token::Sign('.'),
                Token::Name(join),
                Token::Sign('('),
                inner @ ..,
                Token::Sign(')'),
            ] if os == "os" && path == "path" && join == "join" => ("os", inner),
            [
                Token::Name(module),
                Token::Sign('.'),
                Token::Name(path),
                Token::Sign('('),
                inner @ ..,
                Token::Sign(')'),
            ] if module == "pathlib" && PATHS.contains(&path.as_str()) => ("pathlib", inner),
            [Token::Name(path), Token::Sign('('), inner @ .., Token::Sign(')')]
                if PATHS.contains(&path.as_str()) =>
            {
                (path.as_str(), inner)
            }
            _ => return None,
        };
        let parts = self.arguments_of_a_path(inner, depth);
        let is_other = self.redefines(makes) || makes == "os" && self.redefines("join");
        (!is_other).then(|| parts.map(|parts| joined(parts.into_iter()))).flatten()
    }

    /// The parts of a path that stand between commas: the first may be a path.
    fn arguments_of_a_path(&self, inner: &[Token], depth: usize) -> Option<Vec<String>> {
        let mut parts = inner.split(|token| *token == Token::Sign(','));
        let first = parts.next()?;
        let first = self.part(first).filter(|it| it != "*").or_else(|| self.path(first, depth + 1));
        std::iter::once(first).chain(parts.map(|part| self.part(part))).collect()
    }

    /// A pattern for the keys of the mapping over whose items a loop goes: `edits.items()`.
    fn keys(&self, at: usize) -> Option<String> {
        let name = self.name(at)?;
        let is_items = self.sign(at + 1) == Some('.') && self.name(at + 2) == Some("items");
        let opening =
            self.gone_through(name).filter(|it| is_items && self.sign(*it) == Some('{'))?;
        let closing = self.closing(opening)?;
        if !matches!(self.sign(closing + 1), None | Some(';' | '\n')) {
            return None;
        }
        let parts = self.parts(opening + 1, closing);
        let is_break = |part: &[Token]| part.iter().all(|token| *token == Token::Sign('\n'));
        let key = |part: &[Token]| {
            let part = part.iter().skip_while(|token| **token == Token::Sign('\n'));
            match part.take(2).collect::<Vec<_>>().as_slice() {
                [Token::Text(text), Token::Sign(':')] => Some(text.clone()),
                _ => None,
            }
        };
        let found: Option<Vec<String>> =
            parts.into_iter().filter(|part| !is_break(part)).map(key).collect();
        common(&found?)
    }

    /// The path that stands alone there.
    fn text(&self, at: usize) -> Option<String> {
        let rest = self.tokens.get(at..)?;
        let end = rest.iter().position(|token| matches!(token, Token::Sign(';' | '\n')));
        match rest.get(..end.unwrap_or(rest.len()))? {
            // Another name of a variable is not followed.
            [Token::Name(_)] => None,
            path => self.path(path, 0),
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
                let is_break = |part: &&[Token]| part.iter().all(|it| *it == Token::Sign('\n'));
                let parts = self.parts(at + 1, end).into_iter().filter(|part| !is_break(part));
                let texts: Option<Vec<String>> = parts.map(text_of).collect();
                Some((common(&texts?)?, end + 1))
            }
            (Some("sorted" | "list" | "set"), Some('(')) => {
                let (found, end) = self.files(at + 2, depth + 1)?;
                (self.sign(end) == Some(')')).then_some((found, end + 1))
            }
            (Some("glob"), Some('.')) => self.found_by_glob(at + 2),
            (Some("glob" | "iglob"), Some('(')) => self.found_by_glob(at),
            (Some("pathlib"), Some('.')) | (Some(_), Some('(')) => {
                let end = self.closing(at + if next == Some('.') { 3 } else { 1 })?;
                self.found_below(&made_of(self.tokens.get(at..=end)?, self)?, end + 1)
            }
            (Some(name), Some('.')) => {
                let value = self.assigned(name)?;
                self.found_below(&self.text(value)?, at + 1)
            }
            (Some(name), _) => {
                let value = self.gone_through(name)?;
                let (found, end) = self.files(value, depth + 1)?;
                matches!(self.tokens.get(end), None | Some(Token::Sign(';' | '\n')))
                    .then_some((found, at + 1))
            }
            _ => None,
        }
    }

    /// What `glob("src/*.py")` finds.
    fn found_by_glob(&self, at: usize) -> Option<(String, usize)> {
        let is_known = matches!(self.name(at), Some("glob" | "iglob"));
        let (true, Some('('), Token::Text(pattern)) =
            (is_known, self.sign(at + 1), self.tokens.get(at + 2)?)
        else {
            return None;
        };
        let end = self.closing(at + 1)?;
        let is_in_a_folder = |token: &Token| matches!(token, Token::Name(name) if name == "root_dir" || name == "dir_fd");
        let rest = self.tokens.get(at + 3..end)?;
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
        let is_plain = match (self.name(at + 1)?, self.tokens.get(at + 3..end)?) {
            ("iterdir", []) => true,
            ("glob" | "rglob", [Token::Text(pattern)]) => {
                !pattern.contains("..") && !pattern.starts_with('/')
            }
            _ => false,
        };
        is_plain.then(|| (below(folder.trim_end_matches('/'), folder == "/"), end + 1))
    }
}

/// A pattern for all in a folder.
pub(super) fn below(folder: &str, is_root: bool) -> String {
    match folder {
        "" if is_root => "/*".to_owned(),
        "" | "." => "*".to_owned(),
        folder => format!("{folder}/*"),
    }
}

/// The string that is all of some tokens, line breaks aside.
fn text_of(tokens: &[Token]) -> Option<String> {
    let told: Vec<&Token> = tokens.iter().filter(|it| **it != Token::Sign('\n')).collect();
    match told.as_slice() {
        [Token::Text(text)] => Some(text.clone()),
        _ => None,
    }
}

/// Paths behind each other, of which one that begins at the root counts alone.
fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.fold(String::new(), |path, part| {
        if path.is_empty() || part.starts_with('/') { part } else { format!("{path}/{part}") }
    })
}

/// The path that all of these are, or a pattern for the folder in which they are.
pub(super) fn common(paths: &[String]) -> Option<String> {
    let (first, rest) = paths.split_first()?;
    if rest.iter().all(|path| path == first) {
        return Some(first.clone());
    }
    let parts = |path: &str| -> Option<Vec<String>> {
        let (folder, _) = path.rsplit_once('/')?;
        Some(folder.split('/').map(str::to_owned).collect())
    };
    let mut shared = parts(first)?;
    for path in rest {
        let other = parts(path)?;
        let same = shared.iter().zip(&other).take_while(|(one, two)| one == two).count();
        shared.truncate(same);
    }
    let folder = shared.join("/");
    (!folder.is_empty() && !paths.iter().any(|path| path.contains("..")))
        .then(|| below(&folder, false))
}
