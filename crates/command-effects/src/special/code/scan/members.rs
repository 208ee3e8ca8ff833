//! Members of modules whose functions change files, and the ways to reach them by another name.

use super::super::signs::{is_harmless, is_module, is_watched};
use super::Scanner;
use super::modules::is_of_files;
use super::tokens::Token;

/// So many tokens the name of a module may be made of.
const MAX_NAME: usize = 24;

impl Scanner<'_> {
    /// Whether it is a member of a module whose functions change files.
    pub(super) fn is_behind_watched(&self, index: usize) -> bool {
        let colons = usize::from(self.sign(index - 1) == Some(':'));
        let Some(end) = index.checked_sub(2 + colons) else { return false };
        match self.tokens.get(end) {
            // In python these are names of variables.
            Some(Token::Name(name)) if self.is_python => {
                matches!(name.as_str(), "os" | "shutil" | "posix")
                    || self.watched.contains(name.as_str())
            }
            Some(Token::Name(name)) => is_watched(name) || self.watched.contains(name.as_str()),
            Some(Token::Sign(')')) => {
                let made = self.tokens.get(end.saturating_sub(3)..end).unwrap_or_default();
                matches!(made, [Token::Name(call), Token::Sign('('), Token::Text(module)]
                    if matches!(call.as_str(), "require" | "import") && is_of_files(module))
            }
            _ => false,
        }
    }

    /// `pickle.load(open("/tmp/x"))`: objects that come from where anybody may write run what they like.
    pub(super) fn unpacks_objects(&self, index: usize, name: &str) -> bool {
        const MODULES: [&str; 6] = ["pickle", "joblib", "dill", "cloudpickle", "torch", "marshal"];
        let by_module = || {
            matches!(name, "load" | "loads")
                && self.owner(index).is_some_and(|owner| MODULES.contains(&owner))
        };
        let is_free = |token: &Token| matches!(token, Token::Text(path) if path.starts_with("/tmp/") || path.starts_with("/var/tmp/"));
        let asks = |token: &Token| matches!(token, Token::Name(it) if it == "allow_pickle");
        let behind = || self.tokens.get(index + 1..).unwrap_or_default().iter().take(MAX_NAME);
        (by_module()
            || matches!(name, "read_pickle" | "Unpickler")
            || name == "load" && behind().any(asks))
            && behind().any(is_free)
    }

    /// Whether a name has a module do something by a way that does not show what.
    pub(super) fn does_so_unseen(&self, index: usize, name: &str) -> bool {
        self.hands_on_a_module(index, name)
            || self.calls_an_inner_one(index, name)
            || self.is_placed(index, name)
    }

    /// `os.kill(pid, 9)`; signal 0 only asks whether there is such a process.
    pub(super) fn ends_a_process(&self, index: usize, name: &str) -> bool {
        if !matches!(name, "kill" | "killpg") {
            return false;
        }
        let arguments = self.arguments(index + 1);
        let asks = arguments.and_then(|all| all.last().copied());
        let asks = matches!(asks, Some([Token::Sign('0')]));
        let is_own = match self.owner(index) {
            None => !self.is_python && !self.reads_json,
            Some(owner) => matches!(owner, "os" | "process"),
        };
        is_own && !asks
    }

    /// Whether the name at a place is a keyword argument, a name that is imported, or the end of an open file.
    pub(super) fn is_no_call(&self, index: usize, name: &str) -> bool {
        let is_keyword =
            self.sign(index + 1) == Some('=') && self.sign(index.wrapping_sub(1)) != Some('.');
        is_keyword
            || self.is_imported_by_name(index)
            || name == "truncate" && self.changes_what_is_open(index)
    }

    /// `import { writeFile } from "fs"`, under its own name.
    fn is_imported_by_name(&self, index: usize) -> bool {
        let is_list = |token: &Token| matches!(token, Token::Name(_) | Token::Sign(',' | '\n'));
        let before = self.tokens.get(..index).unwrap_or_default();
        let opening = before.iter().rposition(|token| !is_list(token));
        let opens = opening.filter(|at| self.sign(*at) == Some('{'));
        let imports = opens.and_then(|at| self.tokens.get(at.checked_sub(1)?));
        matches!(imports, Some(Token::Name(word)) if word == "import")
            && matches!(self.sign(index + 1), Some(',' | '}'))
            && !matches!(self.tokens.get(index.wrapping_sub(1)), Some(Token::Name(_)))
    }

    /// `f.truncate()`: how an open file is cut was told when it was opened.
    fn changes_what_is_open(&self, index: usize) -> bool {
        let owner = self.owner(index).is_some_and(|owner| !is_module(owner));
        owner && self.sign(index + 1) == Some('(') && self.sign(index + 2) == Some(')')
    }

    /// `f(fs)`, `{...fs}` and `f(require("fs"))`: its functions may be called by any name.
    fn hands_on_a_module(&self, index: usize, name: &str) -> bool {
        let before = |back: usize| self.sign(index.wrapping_sub(back));
        let spreads = || (1..4).all(|back| self.sign(index.wrapping_sub(back)) == Some('.'));
        if !self.is_python
            && (is_watched(name) || self.watched.contains(name))
            && (spreads()
                || before(1) == Some(',') && self.sign(index + 1) == Some(')')
                || before(1) == Some('=') && before(2) == Some('}') && self.takes_by_text(index))
        {
            return true;
        }
        if name == "import"
            && matches!(self.tokens.get(index + 2), Some(Token::Text(module)) if is_of_files(module))
            && self.sign(index + 4) == Some('.')
        {
            return true;
        }
        if !matches!(self.sign(index.wrapping_sub(1)), Some('(' | '[')) {
            return false;
        }
        let is_named = is_module(name) || self.modules.contains(name);
        let end = if name == "require" { index + 4 } else { index + 1 };
        (is_named || name == "require") && matches!(self.sign(end), Some(')' | ',' | ']'))
    }

    /// `fs["write" + "FileSync"]`, `globals()["x"]`: a name that is not written as one.
    pub(super) fn computes_a_member(&self, index: usize) -> bool {
        self.sign(index) == Some('[')
            && matches!(self.tokens.get(index.wrapping_sub(1)), Some(Token::Sign(')')))
            && matches!(
                self.tokens.get(index + 1),
                Some(Token::Text(_) | Token::Format(_) | Token::Unclear)
            )
            && self.closes_a_require(index - 1)
            || self.sign(index) == Some('[')
                && matches!(self.tokens.get(index.wrapping_sub(1)), Some(Token::Name(name)) if is_module(name) || matches!(name.as_str(), "process" | "global" | "globalThis") || self.modules.contains(name.as_str()))
    }

    /// Whether a parenthesis closes a call by which a module is brought in, whatever its name is made of.
    pub(super) fn closes_a_require(&self, close: usize) -> bool {
        let before = self.opening(close).and_then(|open| self.tokens.get(open.wrapping_sub(1)));
        matches!(before, Some(Token::Name(name)) if name == "require")
    }

    /// Where the parenthesis opens that is closed at a place not far behind it.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut open = 0_usize;
        for index in (close.saturating_sub(MAX_NAME)..close).rev() {
            match self.sign(index) {
                Some(')') => open += 1,
                Some('(') if open > 0 => open -= 1,
                Some('(') => return Some(index),
                _ => {}
            }
        }
        None
    }

    /// `(Pathname.pwd + "x").write`: a method of a path that is put together.
    pub(super) fn is_of_a_made_path(&self, index: usize) -> bool {
        let Some(close) = index.checked_sub(2).filter(|at| self.sign(*at) == Some(')')) else {
            return false;
        };
        let made = self.opening(close).and_then(|open| self.tokens.get(open..close));
        let is_path = |token: &Token| matches!(token, Token::Name(name) if matches!(name.as_str(), "Pathname" | "Path"));
        self.object(index).is_none() && made.unwrap_or_default().iter().any(is_path)
    }

    /// `sysconfig._generate_posix_vars()`: a function that a module keeps for itself.
    fn calls_an_inner_one(&self, index: usize, name: &str) -> bool {
        /// These ask, or end the program.
        const PLAIN: [&str; 4] = ["_getframe", "_exit", "_asdict", "_current_frames"];
        let module = self.tokens.get(index.wrapping_sub(2));
        self.is_python
            && name.starts_with('_')
            && !name.starts_with("__")
            && !PLAIN.contains(&name)
            && self.sign(index.wrapping_sub(1)) == Some('.')
            && self.sign(index + 1) == Some('(')
            && matches!(module, Some(Token::Name(module)) if is_harmless(module))
    }

    /// `TemporaryDirectory(dir=".")`: what is temporary lies where the program says.
    fn is_placed(&self, index: usize, name: &str) -> bool {
        const NAMES: [&str; 3] = ["TemporaryDirectory", "TemporaryFile", "SpooledTemporaryFile"];
        let is_dir =
            |pair: &[Token]| matches!(pair, [Token::Name(it), Token::Sign('=')] if it == "dir");
        let behind = || self.tokens.get(index + 1..).unwrap_or_default().windows(2).take(MAX_NAME);
        NAMES.contains(&name) && behind().any(is_dir)
    }

    /// `{["write" + "FileSync"]: w} = fs`, before a place.
    fn takes_by_text(&self, end: usize) -> bool {
        let before = self.tokens.get(..end).unwrap_or_default();
        before.windows(2).any(|pair| matches!(pair, [Token::Sign('{' | ','), Token::Sign('[')]))
    }

    /// `load "x"`, `do "x"`, and what is loaded by the name of a constant.
    pub(super) fn loads_a_file(&self, index: usize, name: &str) -> bool {
        let behind = index + 1 + usize::from(self.sign(index + 1) == Some('('));
        name == "autoload"
            || matches!(name, "do" | "load")
                && self.owner(index).is_none_or(|owner| owner == "Specification")
                && matches!(self.tokens.get(behind), Some(Token::Text(_)))
    }
}
