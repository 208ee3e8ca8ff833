//! Calls of programs that run tasks by name, and the files in which these stand.

use std::path::{Path, PathBuf};

use serde_json::Value;
use shell_syntax::Word;

use crate::marks::{CLOSE, OPEN};
use crate::text::{below, quoted, read, typed};
use crate::{json, toml};

/// So long may a text become, in bytes: what [`shell_syntax::commands`] takes.
const MAX_TEXT: usize = 64 * 1024;

/// How a program is called.
#[derive(Debug, Default)]
pub(super) struct Spec {
    /// Words before the name of a task.
    pub(super) run: &'static [&'static str],
    /// Whether one of them has to be there.
    pub(super) needs_run: bool,
    /// Options that name the folder.
    pub(super) folder: &'static [&'static str],
    /// Other options with a value.
    pub(super) with_value: &'static [&'static str],
    pub(super) plain: &'static [&'static str],
    /// Words that are commands of the program itself.
    pub(super) own: &'static str,
}

/// A call of a task.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) folder: PathBuf,
    pub(super) name: &'a str,
    /// What is handed on.
    pub(super) args: &'a [Word],
    /// Options with their values.
    pub(super) options: Vec<(&'a str, &'a str)>,
}

impl<'a> Call<'a> {
    /// Reads the arguments of a program that runs in `folder`. `None` if they say more than is known.
    pub(super) fn read(spec: &Spec, args: &'a [Word], folder: &Path) -> Option<Self> {
        let mut found = Self { folder: folder.to_owned(), name: "", args: &[], options: vec![] };
        let mut is_run = spec.run.is_empty();
        let mut rest = args;
        while let Some((first, behind)) = rest.split_first() {
            if !first.literal {
                return None;
            }
            rest = behind;
            let text = first.text.as_str();
            let (option, value) = match text.split_once('=') {
                Some((option, value)) if option.starts_with('-') => (option, Some(value)),
                _ => (text, None),
            };
            let mut value = || {
                value.or_else(|| {
                    let (value, behind) = rest.split_first()?;
                    rest = behind;
                    value.literal.then_some(&*value.text)
                })
            };
            if spec.folder.contains(&option) {
                found.folder = below(folder, value()?);
            } else if spec.with_value.contains(&option) {
                found.options.push((option, value()?));
            } else if option.starts_with('-') {
                spec.plain.contains(&option).then_some(())?;
            } else if !is_run && spec.run.contains(&text) {
                is_run = true;
            } else {
                let is_own = spec.own.split_whitespace().any(|own| own == text);
                if !is_run && (spec.needs_run || is_own) {
                    return None;
                }
                found.name = text;
                let ends = rest.first().is_some_and(|word| word.literal && word.text == "--");
                found.args = rest.get(usize::from(ends)..)?;
                return Some(found);
            }
        }
        None
    }
}

/// A file with tasks.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) folder: PathBuf,
    pub(super) file: PathBuf,
    pub(super) value: Value,
}

impl Config {
    /// The first of these files that is in a folder or one above, and says something at the place that
    /// stands behind its name.
    pub(super) fn above(folder: &Path, files: &[(&str, &str)]) -> Option<Self> {
        let in_folder =
            |folder: &Path| files.iter().find_map(|(name, key)| Self::read(folder, name, key));
        folder.ancestors().find_map(in_folder)
    }

    /// A file of a folder, if it says something at `key`.
    pub(super) fn read(folder: &Path, name: &str, key: &str) -> Option<Self> {
        let file = folder.join(name);
        let text = read(&file).filter(|text| !text.contains([OPEN, CLOSE]))?;
        let is_toml = file.extension().is_some_and(|ending| ending == "toml");
        let value = if is_toml { toml::parsed(&text) } else { json::parsed(&text) }?;
        value.pointer(key)?;
        Some(Self { folder: folder.to_owned(), file, value })
    }

    /// What is told of a text that runs in the folder of this file.
    pub(super) fn told(self, text: String) -> Option<crate::Told> {
        let is_short = text.len() <= MAX_TEXT;
        is_short.then_some(crate::Told::new(text, self.folder, self.file))
    }
}

/// The elements of a list, or the only one.
pub(super) fn many(value: Option<&Value>) -> Vec<&Value> {
    match value {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(value) if !value.is_null() => vec![value],
        _ => vec![],
    }
}

/// A line with arguments, for a shell of its own.
pub(super) fn shell(line: &str, args: &[Word]) -> String {
    format!("({}{}\n)\n", line.trim(), typed(args))
}

/// Lines in a folder, relative to the one in which the text runs, with an environment of their own.
pub(super) fn placed(lines: String, folder: Option<&str>, env: Option<&Value>) -> String {
    let mut exports = String::new();
    for (name, value) in env.and_then(Value::as_object).into_iter().flatten() {
        if let Some(value) = value.as_str().filter(|_| crate::marks::is_name(name)) {
            let value =
                if value.contains(['$', '{']) { "\"$not_told\"".to_owned() } else { quoted(value) };
            exports.extend(["export ", name, "=", &*value, "\n"]);
        }
    }
    match folder {
        Some(folder) => format!("(cd {} && {{\n{exports}{lines}}}\n)\n", quoted(folder)),
        None if exports.is_empty() => lines,
        None => format!("({exports}{lines})\n"),
    }
}
