//! Recipes in a `justfile`, as `just` runs them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::Told;
use crate::marks::{self, UNSETTLED};
use crate::text::below;

mod expression;
mod file;
mod run;
#[cfg(test)]
mod tests;

use file::Justfile;

/// What `just x` runs.
pub(crate) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let mut call = Call::read(args)?;
    let mut start = folder.to_owned();
    if let Some(first) = call.words.first_mut()
        && let Some((above, name)) = first.clone().rsplit_once('/')
    {
        start = below(folder, above);
        name.clone_into(first);
        call.words.retain(|word| !word.is_empty());
    }
    let file = match &call.file {
        Some(file) => below(folder, file),
        None => start.ancestors().find_map(in_folder)?,
    };
    let found = Justfile::read(&file)?;
    let base = call.folder.as_ref().map_or_else(|| found.folder.clone(), |it| below(folder, it));
    let text = run::text(
        &found,
        &run::Call { started: folder, base: &base, given: &call.given, words: &call.words },
    )?;
    let doubt = found.doubt(call.reads_env.as_deref());
    Some(Told::new(text, base, file).doubted(doubt))
}

/// The justfile of a folder.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    const NAMES: [&str; 4] = ["justfile", "Justfile", ".justfile", "JUSTFILE"];
    NAMES.iter().map(|name| folder.join(name)).find(|file| file.is_file())
}

/// A call of `just`.
#[derive(Debug, Default)]
struct Call {
    file: Option<PathBuf>,
    folder: Option<PathBuf>,
    given: BTreeMap<String, String>,
    words: Vec<String>,
    /// The file of variables that an option names.
    reads_env: Option<String>,
}

impl Call {
    fn read(args: &[Word]) -> Option<Self> {
        const PLAIN: [&str; 10] = [
            "-q",
            "--quiet",
            "-v",
            "--verbose",
            "--yes",
            "--no-dotenv",
            "--unstable",
            "--one",
            "--explain",
            "--no-highlight",
        ];
        let mut call = Self::default();
        let mut rest = args.iter();
        while let Some(word) = rest.next() {
            let known = |word: &Word| {
                if word.literal { word.text.clone() } else { UNSETTLED.to_owned() }
            };
            if !call.words.is_empty() {
                call.words.push(known(word));
                continue;
            }
            if let Some((name, value)) = word.text.split_once('=')
                && marks::is_name(&name.replace('-', "_"))
            {
                let value = if word.literal { value } else { UNSETTLED };
                call.given.insert(name.to_owned(), value.to_owned());
                continue;
            }
            if !word.literal {
                return None;
            }
            let mut next = || rest.next().filter(|word| word.literal).map(|word| &*word.text);
            let (option, value) = match word.text.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (word.text.as_str(), None),
            };
            match option {
                "-f" | "--justfile" => call.file = Some(value.or_else(next)?.into()),
                "-d" | "--working-directory" => call.folder = Some(value.or_else(next)?.into()),
                "--color" => {
                    value.or_else(next)?;
                }
                "--dotenv-path" | "--dotenv-filename" | "-E" => {
                    call.reads_env = Some(value.or_else(next)?.into());
                }
                "--set" => {
                    let name = next()?.to_owned();
                    call.given.insert(name, known(rest.next()?));
                }
                option if PLAIN.contains(&option) => {}
                "--" => {}
                option if option.starts_with('-') => return None,
                _ => call.words.push(word.text.clone()),
            }
        }
        // A folder goes only with a file.
        (call.folder.is_none() || call.file.is_some()).then_some(call)
    }
}
