//! What a word may name that holds variables which the line itself sets: `$f` in the body of `for f in
//! src/*.txt`, `"${f%.txt}.md"`, `src/$(basename "$f")`.
//!
//! What stands for a word are patterns: of what only the shell knows, the folder stays.

mod cut;

use shell_syntax::{SimpleCommand, Value, Word, WorkingDir};

use crate::call::is_defined;
use crate::change::Extent;
use crate::items::{Items, Runner, runners};
use crate::outputs;
use crate::programs::Programs;
use crate::variables::is_name;

/// The most words that stand for one.
const MAX_WORDS: usize = 64;

/// So often a value may be made of other ones.
const MAX_DEPTH: usize = 5;

/// Characters that a plain value has none of, since they would be signs in a pattern.
const SIGNS: [char; 14] = ['*', '?', '[', ']', '{', '}', '(', ')', '\\', '^', '#', '~', '$', '`'];

/// Variables of the shell whose value is a number.
const NUMBERS: [&str; 8] =
    ["RANDOM", "SRANDOM", "UID", "EUID", "PPID", "SECONDS", "LINENO", "EPOCHSECONDS"];

/// A command in its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'a> {
    pub(crate) command: &'a SimpleCommand,
    pub(crate) commands: &'a [SimpleCommand],
    pub(crate) items: &'a Items,
    pub(crate) programs: &'a Programs,
    pub(crate) text: &'a str,
    /// Where the command runs.
    pub(crate) dir: &'a WorkingDir,
}

impl Values<'_> {
    /// The words that may stand for one that holds expansions, if the line tells.
    pub(crate) fn of(&self, word: &Word) -> Option<Vec<Word>> {
        if word.literal || !word.text.contains(['$', '`']) {
            return None;
        }
        let texts = self.expanded(&word.text, 0)?;
        let is_one =
            |text: &String| !(text.is_empty() || word.splits && text.contains(char::is_whitespace));
        let plain = |text: String| Word { literal: !text.contains(SIGNS), text, splits: false };
        texts.iter().all(is_one).then(|| texts.into_iter().map(plain).collect())
    }

    /// The texts that may stand for one that holds expansions.
    fn expanded(&self, text: &str, depth: usize) -> Option<Vec<String>> {
        let mut found = vec![String::new()];
        let mut rest = text;
        while let Some(at) = rest.find(['$', '`']) {
            let (before, expansion) = rest.split_at_checked(at)?;
            let (parts, behind) = self.expansion(expansion, depth)?;
            found = joined(&found, before, &parts)?;
            rest = behind;
        }
        joined(&found, rest, &[String::new()])
    }

    /// What the expansion may stand for with which a text begins, and what is behind it.
    fn expansion<'t>(&self, text: &'t str, depth: usize) -> Option<(Vec<String>, &'t str)> {
        if depth > MAX_DEPTH {
            return None;
        }
        let number = || vec!["*".to_owned()];
        if let Some(rest) = text.strip_prefix('`') {
            let (script, behind) = rest.split_once('`')?;
            return Some((self.printed_by(script, depth)?, behind));
        }
        let rest = text.strip_prefix('$')?;
        if let Some(inner) = rest.strip_prefix("((") {
            return Some((number(), inner.split_once("))")?.1));
        }
        if rest.starts_with('(') {
            let (script, behind) = enclosed(rest, '(', ')')?;
            return Some((self.printed_by(script, depth)?, behind));
        }
        if rest.starts_with('{') {
            let (parameter, behind) = enclosed(rest, '{', '}')?;
            return Some((self.parameter(parameter, depth)?, behind));
        }
        let first = rest.chars().next()?;
        if matches!(first, '$' | '#' | '?' | '!') {
            return Some((number(), rest.get(1..)?));
        }
        let end = match first {
            '0'..='9' | '@' => 1,
            _ => rest.find(|next: char| !is_name(next)).unwrap_or(rest.len()),
        };
        let (name, behind) = rest.split_at_checked(end)?;
        // In zsh these choose a part of the value.
        if name.is_empty() || behind.starts_with(['[', ':']) {
            return None;
        }
        Some((self.variable(name, depth)?, behind))
    }

    /// What `${...}` may stand for.
    fn parameter(&self, text: &str, depth: usize) -> Option<Vec<String>> {
        if let Some(name) = text.strip_prefix('#').filter(|name| !name.is_empty()) {
            return name.chars().all(is_name).then(|| vec!["*".to_owned()]);
        }
        if let Some(name) = text.strip_suffix("[@]").or_else(|| text.strip_suffix("[*]")) {
            return self.array(name, depth);
        }
        let is_positional = text.starts_with(|next: char| next == '@' || next.is_ascii_digit());
        let end = if is_positional {
            1
        } else {
            text.find(|next: char| !is_name(next)).unwrap_or(text.len())
        };
        let (name, rest) = text.split_at_checked(end)?;
        let values = self.variable(name, depth);
        if rest.is_empty() {
            return values;
        }
        if let Some(other) = rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-')) {
            let other = unquoted(other);
            let others = self.expanded(other, depth + 1)?;
            return Some([values?, others].concat());
        }
        let cut = |value: String| cut::cut(&value, rest);
        let found: Option<Vec<Vec<String>>> = values?.into_iter().map(cut).collect();
        Some(found?.concat())
    }

    /// What a variable may stand for.
    fn variable(&self, name: &str, depth: usize) -> Option<Vec<String>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let is_number = NUMBERS.contains(&name)
            && self.text.match_indices(name).all(|(at, _)| {
                let before = self.text.get(..at).unwrap_or_default();
                before.ends_with('$') || before.ends_with("${")
            });
        if is_number {
            return Some(vec!["*".to_owned()]);
        }
        let binding = self.command.bound.iter().find(|binding| binding.name == name)?;
        let is_parameter = name == "@" || name.starts_with(|next: char| next.is_ascii_digit());
        if is_parameter && !self.has_all_parameters() {
            return None;
        }
        let mut found = vec![];
        for value in &binding.values {
            match value {
                Value::Number => found.push("*".to_owned()),
                Value::Printed(at) => found.extend(self.lines(*at)?),
                Value::Word(word, dir) => found.extend(self.word(word, dir, depth)?),
                Value::Unknown => return None,
            }
        }
        found.sort();
        found.dedup();
        (!found.is_empty() && found.len() <= MAX_WORDS).then_some(found)
    }

    /// The elements of an array, each of which is plain.
    fn array(&self, name: &str, depth: usize) -> Option<Vec<String>> {
        let binding = self.command.bound.iter().find(|binding| binding.name == name)?;
        let elements = |value: &Value| {
            let Value::Word(word, _) = value else { return None };
            let inner = word.text.strip_prefix('(')?.strip_suffix(')')?;
            let words = shell_syntax::words(inner)?;
            words.iter().all(|word| word.literal && !word.text.contains(SIGNS)).then_some(words)
        };
        let found: Option<Vec<Vec<Word>>> = binding.values.iter().map(elements).collect();
        let found: Vec<String> = found?.concat().into_iter().map(|word| word.text).collect();
        (depth <= MAX_DEPTH && !found.is_empty() && found.len() <= MAX_WORDS).then_some(found)
    }

    /// What the lines may be that a command prints.
    fn lines(&self, at: usize) -> Option<Vec<String>> {
        if self.commands.get(at).is_some_and(outputs::prints_one_name) {
            return Some(vec!["*".to_owned()]);
        }
        match outputs::told(self.commands, at) {
            Some(lines) => lines.iter().all(|line| !line.contains(SIGNS)).then_some(lines),
            None => Some(below(outputs::printed(self.commands, at)?)),
        }
    }

    /// What the shell may make of a word that a variable was given in `dir`.
    fn word(&self, word: &Word, dir: &WorkingDir, depth: usize) -> Option<Vec<String>> {
        let text = word.text.as_str();
        if text == "{}"
            && let Items::Found(folders, extent) = self.items
        {
            return Some(below((folders.clone(), *extent)));
        }
        if word.literal {
            return (!text.contains(SIGNS)).then(|| vec![text.to_owned()]);
        }
        if !text.contains(['$', '`']) {
            // An array, or a home whose name is not known.
            let is_pattern = !text.starts_with('(') && !text.contains("<(");
            return is_pattern.then(|| vec![text.to_owned()]);
        }
        for here in ["$PWD", "${PWD}", "$(pwd)", "`pwd`"] {
            if let Some(rest) = text.strip_prefix(here) {
                return self.behind_start(rest, dir);
            }
        }
        let texts = self.expanded(text, depth + 1)?;
        if !word.splits {
            return Some(texts);
        }
        Some(texts.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect())
    }

    /// What `$PWD` and `rest` stood for in `dir`, seen from where the command runs.
    fn behind_start(&self, rest: &str, dir: &WorkingDir) -> Option<Vec<String>> {
        let is_below = rest.is_empty() || rest.starts_with('/');
        if !is_below || rest.contains(['$', '`']) || *dir != WorkingDir::Unchanged {
            return None;
        }
        let up = match self.dir {
            WorkingDir::Unchanged => String::new(),
            WorkingDir::Literal(path) if !path.starts_with('/') && !path.contains("..") => {
                "../".repeat(path.split('/').count())
            }
            _ => return None,
        };
        Some(vec![format!("{up}.{rest}")])
    }

    /// Whether nothing puts more parameters behind those that are named.
    fn has_all_parameters(&self) -> bool {
        !runners(self.commands, self.command).any(|runner| {
            match Runner::of(runner, self.programs) {
                Some(Runner::Xargs(Some(sign))) => sign != "{}" || *self.items == Items::None,
                Some(Runner::Xargs(None) | Runner::Parallel) => true,
                Some(Runner::Find | Runner::Fd) | None => false,
            }
        })
    }

    /// What a script may print that stands in a word.
    fn printed_by(&self, script: &str, depth: usize) -> Option<Vec<String>> {
        if script.contains(['|', ';', '&', '<', '>', '\n']) {
            return self.files_of(script);
        }
        let script = script.trim();
        let (program, args) = script.split_once(' ').unwrap_or((script, ""));
        let any = || Some(vec!["*".to_owned()]);
        if is_defined(program, self.text) {
            return None;
        }
        match program {
            "date" => is_plain_date(args).then(any).flatten(),
            "basename" | "dirname" => {
                let words = shell_syntax::words(&args.replace('"', "")).unwrap_or_default();
                let (path, end) = match words.as_slice() {
                    [path] => (path, None),
                    [path, end] if program == "basename" && end.literal => (path, Some(&end.text)),
                    _ => return None,
                };
                let values = self.expanded(&path.text, depth + 1)?;
                let cut = |value: String| {
                    if program == "dirname" {
                        return cut::folder_of(&value);
                    }
                    let names = cut::cut(&value, "##*/")?;
                    let Some(end) = end else { return Some(names) };
                    let ends = names.iter().map(|name| cut::cut(name, &format!("%{end}")));
                    Some(ends.collect::<Option<Vec<_>>>()?.concat())
                };
                let found: Option<Vec<Vec<String>>> = values.into_iter().map(cut).collect();
                Some(found?.concat())
            }
            "whoami" | "nproc" | "arch" | "uuidgen" if args.is_empty() => any(),
            "id" if matches!(args, "-u" | "-un" | "-g" | "-gn") => any(),
            "uname" if matches!(args, "-s" | "-m" | "-r" | "") => any(),
            // The name of a branch has no `..`, and begins with no slash.
            "git" if matches!(args, "branch --show-current" | "symbolic-ref --short HEAD") => any(),
            "git" if matches!(args, "rev-parse --abbrev-ref HEAD" | "rev-list --count HEAD") => {
                any()
            }
            _ => self.files_of(script),
        }
    }

    /// The files whose names a script prints.
    fn files_of(&self, script: &str) -> Option<Vec<String>> {
        outputs::printed_in(script, self.text).map(below)
    }
}

/// What may stand for the files in folders.
fn below((folders, extent): (Vec<Word>, Extent)) -> Vec<String> {
    let mut found = vec![];
    for folder in folders {
        let text = folder.text.trim_end_matches('/');
        let text = if text.is_empty() && folder.text.starts_with('/') { "/" } else { text };
        match text {
            "" => found.push("*".to_owned()),
            "/" => found.push("/*".to_owned()),
            _ => found.push(format!("{text}/*")),
        }
        if extent != Extent::Below && !text.is_empty() {
            found.push(text.to_owned());
        }
    }
    found
}

/// Each of the texts with each of the parts behind it.
fn joined(texts: &[String], between: &str, parts: &[String]) -> Option<Vec<String>> {
    let found = texts
        .iter()
        .flat_map(|text| parts.iter().map(move |part| format!("{text}{between}{part}")));
    (texts.len() * parts.len() <= MAX_WORDS).then(|| found.collect())
}

/// What stands between the sign with which a text begins and the one that closes it, and what is behind.
fn enclosed(text: &str, opening: char, closing: char) -> Option<(&str, &str)> {
    let mut open = 0_usize;
    for (at, next) in text.char_indices() {
        if next == opening {
            open += 1;
        } else if next == closing {
            open -= 1;
            if open == 0 {
                return Some((text.get(1..at)?, text.get(at + 1..)?));
            }
        }
    }
    None
}

/// Whether `date` prints no slash with these words, and no name of a folder above.
fn is_plain_date(args: &str) -> bool {
    let Some(format) = args.strip_prefix("-u ").unwrap_or(args).strip_prefix(['+']) else {
        let format = args.trim_start_matches("-u ").trim_matches(['"', '\'']);
        return format.strip_prefix('+').is_some_and(is_plain_format);
    };
    is_plain_format(format.trim_matches(['"', '\'']))
}

fn is_plain_format(format: &str) -> bool {
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "%_-:T".contains(next);
    let slashed = ["%D", "%x", "%c", "%n", "%t"];
    !format.is_empty()
        && format.chars().all(is_plain)
        && !slashed.iter().any(|it| format.contains(it))
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}
