//! Looks for signs of writing in a program.
//!
//! This is no parser of any language: it reads names, the strings in their arguments and the
//! variables that are given a string once, and calls hidden what it does not see through.

mod arguments;
mod called;
mod members;
mod modules;
mod opening;
mod parts;
mod paths;
mod tokens;
mod variables;

use std::cell::Cell;
use std::collections::HashSet;

use modules::{renamed_modules, watched_as};
use opening::{
    asks_one_address, calls_a_text, escapes_a_letter, is_encoding, is_mode_first, is_named,
    is_read_mode, opens_by_path, reads_plainly,
};
use tokens::{Token, tokens};
use variables::Program;

use super::signs::{Sign, is_harmless, is_module, is_of_a_path, only_reads, sign};
use crate::change::{ChangeKind, Extent};

/// Names behind which stands what is loaded.
const LOADING: [&str; 7] =
    ["import", "from", "require", "require_relative", "autoload", "use", "include"];

/// So many tokens are looked at again behind names that tell something. What calls itself in its arguments
/// over and over would be looked at as often as it is long.
const MAX_AGAIN: usize = 1 << 19;

/// What was seen.
#[derive(Debug, PartialEq)]
pub(super) enum Sight {
    Changes {
        path: String,
        kind: ChangeKind,
        extent: Extent,
    },
    /// This name tells of writing, and nothing tells of which file.
    Hidden(String),
    /// It loads a module of which nothing is known.
    Loads,
}

/// Looks through a program; with `backquotes`, these run commands. `args` are its arguments as far as
/// the line tells them, if it is one of python.
pub(super) fn scan(code: &str, backquotes: bool, args: Option<&[String]>) -> Vec<Sight> {
    const MAX_SIGHTS: usize = 100;
    let mut tokens = arguments::filled(tokens(code), args.unwrap_or_default());
    if args.is_none() {
        tokens.iter_mut().for_each(tokens::only_of_python);
    }
    let mut sights = vec![];
    let is_run = || code.contains('`') || code.contains("%x") || code.contains("qx");
    if backquotes && (is_run() || tokens.iter().any(opening::names_a_pipe)) {
        sights.push(Sight::Hidden("`".to_owned()));
    }
    let modules = renamed_modules(&tokens);
    let left = Cell::new(MAX_AGAIN);
    let program = Program::new(&tokens, args.is_some());
    let watched = watched_as(&tokens);
    let (is_python, reads_json) = (args.is_some(), !backquotes);
    let scanner =
        Scanner { tokens: &tokens, program, modules, watched, is_python, reads_json, left };
    for index in 0..tokens.len() {
        if sights.len() >= MAX_SIGHTS {
            break;
        }
        if scanner.left.get() == 0 {
            sights.push(Sight::Hidden("(((".to_owned()));
            break;
        }
        scanner.at(index, &mut sights);
    }
    sights
}

struct Scanner<'a> {
    tokens: &'a [Token],
    program: Program<'a>,
    /// The names that stand for modules.
    modules: HashSet<&'a str>,
    /// The names that stand for modules whose functions change files.
    watched: HashSet<&'a str>,
    is_python: bool,
    /// Whether what is required by a name that ends in `.json` is read, and not run.
    reads_json: bool,
    /// How many tokens may still be looked at again.
    left: Cell<usize>,
}

impl Scanner<'_> {
    fn at(&self, index: usize, sights: &mut Vec<Sight>) {
        let Some(Token::Name(name)) = self.tokens.get(index) else {
            if self.computes_a_member(index)
                || calls_a_text(self.tokens, index)
                || escapes_a_letter(self.tokens, index)
            {
                sights.push(Sight::Hidden("[...]".to_owned()));
            }
            return;
        };
        self.by_its_name(index, name, sights);
        if LOADING.contains(&name.as_str()) {
            self.load(index, sights);
            return;
        }
        let owner = self.owner(index);
        if self.is_metadata(index) || self.is_imported(index) && sign(None, name).is_none() {
            return;
        }
        let Some(sign) = sign(owner, name) else {
            if owner.is_some() && !only_reads(name) && self.is_behind_watched(index) {
                sights.push(Sight::Hidden(name.clone()));
            }
            return;
        };
        if self.is_no_call(index, name) {
            return;
        }
        let hidden = || Sight::Hidden(name.clone());
        let arguments = self.counted(self.arguments(index + 1));
        let object = self.object(index);
        match (sign, arguments) {
            (Sign::Fetches, Some(arguments)) if asks_one_address(&arguments) => {}
            (Sign::Fetches | Sign::Sends | Sign::Saves, None) => {}
            (Sign::Fetches | Sign::Sends, _) => sights.push(Sight::Loads),
            (Sign::Hides, _) | (_, None) => sights.push(hidden()),
            (Sign::Opens, Some(arguments)) => {
                let is_method = owner.is_some_and(|owner| !opens_by_path(owner));
                self.opened(name, &arguments, object, is_method, sights);
            }
            (Sign::Changes(kind), Some(arguments)) => {
                let is_method = owner.is_some_and(|owner| !is_module(owner)) && is_of_a_path(name);
                let first = || arguments.first().and_then(|one| self.path(one));
                let path = object.or_else(|| if is_method { None } else { first() });
                sights.push(path.map_or_else(hidden, |path| changes(path, kind, Extent::File)));
            }
            (Sign::Saves, Some(_)) if self.is_of_a_made_path(index) => sights.push(hidden()),
            (Sign::Saves, Some(arguments)) => sights.extend(self.saved(name, &arguments)),
            (Sign::Tree(kind), Some(arguments)) => {
                let path = arguments.first().and_then(|one| self.path(one));
                sights.push(path.map_or_else(hidden, |path| changes(path, kind, Extent::Tree)));
            }
            (Sign::Pair { moves }, Some(arguments)) => {
                self.pair((moves, makes_a_link(name)), &arguments, object, sights, hidden);
            }
        }
    }

    /// Notes what a name tells alone.
    fn by_its_name(&self, index: usize, name: &str, sights: &mut Vec<Sight>) {
        if self.opens_a_socket(index, name)
            || self.does_so_unseen(index, name)
            || self.unpacks_objects(index, name)
        {
            sights.push(Sight::Hidden(name.to_owned()));
        }
        if self.loads_a_file(index, name) || self.ends_a_process(index, name) {
            sights.push(Sight::Loads);
        }
    }

    /// Counts what is looked at again for one name.
    fn counted<'t>(&self, arguments: Option<Vec<&'t [Token]>>) -> Option<Vec<&'t [Token]>> {
        let looked_at: usize = arguments.iter().flatten().map(|one| one.len() + 1).sum();
        self.left.set(self.left.get().saturating_sub(looked_at));
        arguments
    }

    /// What a method that saves its object writes.
    fn saved(&self, name: &str, arguments: &[&[Token]]) -> Option<Sight> {
        let named = |one: &[Token]| match one {
            [Token::Name(_), Token::Sign('='), Token::Text(text)] => Some(text.clone()),
            _ => None,
        };
        let is_path = |path: &String| name == "new" || opening::looks_like_a_path(path);
        let path = arguments.first().and_then(|one| self.path(one)).filter(is_path);
        let has_two = matches!(name, "dump" | "to_sql");
        let second = || arguments.get(1).filter(|_| has_two).and_then(|one| self.path(one));
        let second = || {
            let text = second()?;
            Some(text.strip_prefix("sqlite:///").map_or(text.clone(), str::to_owned))
        };
        let path = path.or_else(|| second().filter(is_path));
        let path = path.or_else(|| arguments.iter().find_map(|one| named(one).filter(is_path)))?;
        Some(changes(path, ChangeKind::Write, Extent::File))
    }

    fn pair(
        &self,
        (moves, links): (bool, bool),
        arguments: &[&[Token]],
        object: Option<String>,
        sights: &mut Vec<Sight>,
        hidden: impl Fn() -> Sight,
    ) {
        let mut paths = object.into_iter().chain(arguments.iter().map_while(|one| self.path(one)));
        let (Some(from), Some(to)) = (paths.next(), paths.next()) else {
            return sights.push(hidden());
        };
        if moves {
            sights.push(changes(from, ChangeKind::MoveFrom, Extent::Tree));
        }
        let (kind, extent) = if links {
            (ChangeKind::Link, Extent::File)
        } else {
            (ChangeKind::Write, Extent::Tree)
        };
        sights.push(changes(to, kind, extent));
    }

    /// What a call to open a file does.
    fn opened(
        &self,
        name: &str,
        arguments: &[&[Token]],
        object: Option<String>,
        is_method: bool,
        sights: &mut Vec<Sight>,
    ) {
        let is_method = object.is_some() || is_method;
        let modes = usize::from(!is_method);
        if arguments.len() <= modes && reads_plainly(arguments) {
            return;
        }
        let reads = |one: &[Token]| {
            matches!(one, [Token::Text(mode)] if is_read_mode(mode)) || is_encoding(one)
        };
        if arguments.iter().skip(modes).all(|one| is_named(one) || reads(one))
            && reads_plainly(arguments)
            && !is_mode_first(arguments)
        {
            return;
        }
        let is_perl =
            matches!(arguments.get(1), Some([Token::Text(mode)]) if mode.starts_with(['>', '+']));
        let path = if is_perl {
            arguments.get(2).and_then(|one| self.path(one))
        } else if is_method {
            object
        } else {
            arguments.first().and_then(|one| self.path(one))
        };
        let hidden = || Sight::Hidden(name.to_owned());
        sights
            .push(path.map_or_else(hidden, |path| changes(path, ChangeKind::Write, Extent::File)));
    }

    /// The strings that the code of an import names are modules.
    fn load(&self, index: usize, sights: &mut Vec<Sight>) {
        // `from x import a`: the module stands behind `from`.
        if matches!(self.tokens.get(index.wrapping_sub(2)), Some(Token::Name(from)) if from == "from")
            || self.sign(index.wrapping_sub(1)) == Some('.')
        {
            return;
        }
        let mut module = String::new();
        let mut any = false;
        let mut is_renamed = false;
        for token in self.tokens.iter().skip(index + 1) {
            match token {
                Token::Name(_) if is_renamed => is_renamed = false,
                Token::Sign('`') if module.is_empty() => any = true,
                Token::Name(name) if module.is_empty() || module.ends_with(['.', ':']) => {
                    module.push_str(name);
                }
                Token::Name(name) if name == "as" => is_renamed = true,
                Token::Sign(sign @ ('.' | ':')) if !module.is_empty() => module.push(*sign),
                Token::Sign('(') if module.is_empty() => {}
                Token::Sign(',') => any |= !is_harmless(&std::mem::take(&mut module)),
                Token::Text(text) if module.is_empty() => {
                    module.clone_from(text);
                    break;
                }
                _ => break,
            }
        }
        if module.trim_start_matches("node:").starts_with("inspector") && self.reads_json {
            sights.push(Sight::Hidden(module));
            return;
        }
        let is_data =
            self.reads_json && module.starts_with('.') && module.strip_suffix(".json").is_some();
        if any || !is_data && !is_harmless(&module) {
            sights.push(Sight::Loads);
        }
    }

    fn opens_a_socket(&self, index: usize, name: &str) -> bool {
        name == "listen"
            && self.sign(index + 1) == Some('(')
            && matches!(self.tokens.get(index + 2), Some(Token::Text(_) | Token::Sign('{')))
    }

    fn is_imported(&self, index: usize) -> bool {
        matches!(self.tokens.get(index.wrapping_sub(1)), Some(Token::Name(word)) if word == "import")
    }

    /// `importlib.metadata`, which only reads.
    fn is_metadata(&self, index: usize) -> bool {
        let part = self.tokens.get(index..index + 3).unwrap_or_default();
        matches!(part, [Token::Name(module), Token::Sign('.'), Token::Name(part)] if module == "importlib" && part == "metadata")
    }

    /// The name before `.name`, or `name(...)` before it.
    fn owner(&self, index: usize) -> Option<&str> {
        let dot = index.checked_sub(1)?;
        // One colon ends the head of a loop.
        let is_point = self.sign(dot) == Some('.');
        if !is_point && (self.sign(dot), self.sign(dot.wrapping_sub(1))) != (Some(':'), Some(':')) {
            return None;
        }
        match self.tokens.get(dot.checked_sub(1)?)? {
            Token::Name(name) if self.modules.contains(name.as_str()) => Some("os"),
            Token::Name(name) => Some(name),
            Token::Sign(')') => self
                .object(index)
                .map(|_| "Pathname")
                .or_else(|| self.closes_a_require(dot - 1).then_some("fs").or(Some(""))),
            Token::Sign(':') => match self.tokens.get(dot.checked_sub(2)?)? {
                Token::Name(name) => Some(name),
                _ => Some(""),
            },
            _ => Some(""),
        }
    }

    /// The path of `Path("x").name` or of `p.name` where `p` is one.
    fn object(&self, index: usize) -> Option<String> {
        let end = index.checked_sub(1).filter(|dot| self.sign(*dot) == Some('.'))?;
        match self.tokens.get(paths::start(&self.program, end)..end)? {
            [.., Token::Sign('.'), Token::Name(_)] => None,
            [.., Token::Name(name)] if !is_module(name) => paths::value(&self.program, name),
            made => paths::made_of(made, &self.program),
        }
    }

    /// The path that an argument is: a string, `Path("x")`, or a variable that is one.
    fn path(&self, argument: &[Token]) -> Option<String> {
        match argument {
            [Token::Text(text)] => Some(text.clone()),
            [Token::Name(name)] | [Token::Sign('$'), Token::Name(name)] => {
                paths::value(&self.program, name)
            }
            made => paths::made_of(made, &self.program),
        }
    }

    fn sign(&self, index: usize) -> Option<char> {
        match self.tokens.get(index)? {
            Token::Sign(sign) => Some(*sign),
            _ => None,
        }
    }
}

/// Whether a function of this name makes a link.
fn makes_a_link(name: &str) -> bool {
    name.contains("link") || name == "ln_s"
}

fn changes(path: String, kind: ChangeKind, extent: Extent) -> Sight {
    Sight::Changes { path, kind, extent }
}
