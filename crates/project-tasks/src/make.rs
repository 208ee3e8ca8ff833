//! Rules in a `Makefile`, as `make` runs them.

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::marks;
use crate::text::{below, quoted};
use crate::{Told, Variable};

mod file;
mod functions;
mod goals;
mod lines;
#[cfg(test)]
mod tests;
mod values;

use file::Makefile;
use values::Values;

/// What `make x` runs.
pub(crate) fn told(args: &[Word], folder: &Path, environment: &[Variable]) -> Option<Told> {
    let call = Call::read(args)?;
    let place = below(folder, &call.folder);
    let name = match &call.file {
        Some(name) => name.as_str(),
        None => *["GNUmakefile", "makefile", "Makefile"]
            .iter()
            .find(|name| place.join(name).is_file())?,
    };
    let mut values = Values::new();
    for (name, value) in environment {
        values.inherit(name, value.as_deref());
    }
    values.set("CURDIR", place.to_string_lossy().into_owned());
    values.set("PWD", folder.to_string_lossy().into_owned());
    values.set("MAKECMDGOALS", call.goals.join(" "));
    let mut again = "make".to_owned();
    for (name, text, is_known) in &call.given {
        values.give(name, text, *is_known);
        // What it is given it hands on to one that it starts.
        let text = if *is_known { quoted(text) } else { "\"$not_told\"".to_owned() };
        again.extend([" ", name, "=", &text]);
    }
    values.set("MAKE", again);
    let file = Makefile::read(values, &place, name)?;
    let goals = if call.goals.is_empty() { vec![file.default_goal()?] } else { call.goals };
    let text = goals::text(&file, &goals, &place)?;
    Some(Told::new(text, place.clone(), place.join(name)).doubted(file.doubt()))
}

/// A call of `make`.
#[derive(Debug, Default)]
struct Call {
    folder: PathBuf,
    file: Option<String>,
    /// Names of variables, their texts, and whether these are known.
    given: Vec<(String, String, bool)>,
    goals: Vec<String>,
}

/// Short options that say nothing of what runs, and those of them that may have a number behind them.
const PLAIN: &str = "BdkLrRsSwij";

impl Call {
    fn read(args: &[Word]) -> Option<Self> {
        const LONG: &str = " --always-make --debug --jobs --keep-going --silent --quiet --no-print-directory \
            --print-directory --warn-undefined-variables --no-builtin-rules --no-builtin-variables \
            --output-sync --trace --ignore-errors --max-load --load-average --no-silent --no-keep-going ";
        let mut call = Self::default();
        let mut rest = args.iter().peekable();
        while let Some(word) = rest.next() {
            let text = word.text.as_str();
            if let Some((name, value)) = text.split_once('=')
                && marks::is_name(name.trim_end_matches(':'))
            {
                let name = name.trim_end_matches(':');
                call.given.push((name.to_owned(), value.to_owned(), word.literal));
                continue;
            }
            if !word.literal {
                return None;
            }
            let mut next = || rest.next().filter(|word| word.literal).map(|word| &*word.text);
            let (option, value) = text.split_once('=').unwrap_or((text, ""));
            match option {
                "-C" | "--directory" if value.is_empty() => call.folder.push(next()?),
                "--directory" => call.folder.push(value),
                "-f" | "--file" | "--makefile" if value.is_empty() => call.file(next()?)?,
                "--file" | "--makefile" => call.file(value)?,
                "-j" | "-l" => {
                    let is_number = |word: &&Word| word.text.parse::<f32>().is_ok();
                    rest.next_if(is_number);
                }
                option if LONG.split(' ').any(|known| known == option) => {}
                option if option.starts_with("--") => return None,
                option if option.starts_with('-') => call.short(text.strip_prefix('-')?)?,
                goal => call.goals.push(goal.to_owned()),
            }
        }
        Some(call)
    }

    /// Takes short options that stand together.
    fn short(&mut self, letters: &str) -> Option<()> {
        if let Some(folder) = letters.strip_prefix('C') {
            self.folder.push(folder);
            return Some(());
        }
        if let Some(file) = letters.strip_prefix('f') {
            return self.file(file);
        }
        if letters.starts_with('O') {
            return Some(());
        }
        let is_plain = |next: char| PLAIN.contains(next) || next.is_ascii_digit() || next == '.';
        (!letters.is_empty() && letters.chars().all(is_plain)).then_some(())
    }

    /// Several files would be read as one.
    fn file(&mut self, name: &str) -> Option<()> {
        let is_first = self.file.replace(name.to_owned()).is_none();
        (is_first && name != "-").then_some(())
    }
}
