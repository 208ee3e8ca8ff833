//! Tasks in a `Taskfile.yml`, as `task` runs them.

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::Told;
use crate::marks::{self, UNSETTLED};
use crate::text::{below, quoted};

mod file;
mod run;
mod template;
#[cfg(test)]
mod tests;
mod vars;

use file::Taskfile;

/// What `task x` runs.
pub(crate) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(args)?;
    let start = call.folder.as_ref().map_or_else(|| folder.to_owned(), |it| below(folder, it));
    let file = match &call.file {
        Some(file) => below(folder, file),
        None => start.ancestors().find_map(file::in_folder)?,
    };
    let of_file = file.parent()?.to_owned();
    let place = if call.folder.is_some() { start } else { of_file };
    let found = Taskfile::read(&file, &place)?;
    let text = run::text(&found, &call.names, &call.given, folder)?;
    Some(Told::new(text, place, file))
}

/// A call of `task`.
#[derive(Debug, Default)]
struct Call {
    folder: Option<PathBuf>,
    file: Option<PathBuf>,
    names: Vec<String>,
    given: Vec<(String, String)>,
}

impl Call {
    fn read(args: &[Word]) -> Option<Self> {
        const PLAIN: [&str; 15] = [
            "-v",
            "--verbose",
            "-s",
            "--silent",
            "-f",
            "--force",
            "-y",
            "--yes",
            "-p",
            "--parallel",
            "-x",
            "--exit-code",
            "--color",
            "-c",
            "-F",
        ];
        const WITH_VALUE: [&str; 5] = ["-o", "--output", "-C", "--concurrency", "--interval"];
        let mut call = Self::default();
        let mut rest = args.iter();
        while let Some(word) = rest.next() {
            if let Some((name, value)) = word.text.split_once('=')
                && marks::is_name(name)
            {
                let value = if word.literal { value } else { UNSETTLED };
                call.given.push((name.to_owned(), value.to_owned()));
                continue;
            }
            if !word.literal {
                return None;
            }
            let next = || rest.next().filter(|word| word.literal).map(|word| &*word.text);
            let (option, value) = match word.text.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (word.text.as_str(), None),
            };
            match option {
                "-d" | "--dir" => call.folder = Some(value.or_else(next)?.into()),
                "-t" | "--taskfile" => call.file = Some(value.or_else(next)?.into()),
                option if WITH_VALUE.contains(&option) => {
                    value.or_else(next)?;
                }
                option if PLAIN.contains(&option) => {}
                "--" => {
                    let args: Vec<_> = rest.by_ref().map(argument).collect();
                    call.given.push(("CLI_ARGS".to_owned(), args.join(" ")));
                }
                option if option.starts_with('-') => return None,
                name => call.names.push(name.to_owned()),
            }
        }
        if call.names.is_empty() {
            call.names.push("default".to_owned());
        }
        Some(call)
    }
}

/// A word as it stands in a text for a shell.
fn argument(word: &Word) -> String {
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "-_=./:,@%+".contains(next);
    match word.literal {
        false => UNSETTLED.to_owned(),
        true if !word.text.is_empty() && word.text.chars().all(is_plain) => word.text.clone(),
        true => quoted(&word.text),
    }
}
