//! Tasks in a `mise.toml` and scripts beside it, as `mise run` runs them.

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::Told;
use crate::text::below;

mod file;
mod run;
#[cfg(test)]
mod tests;

/// The commands of `mise` itself, which go before tasks of the same name.
const OWN: &str = " activate alias a backends b bin-paths cache completion completions config cfg current \
    deactivate deps direnv doctor dr edit en env e exec x fmt generate g gen git hook-env hook-not-found \
    implode install i install-into latest link ln lock ls list ls-remote mcp oci outdated plugins plugin p \
    prepare prune registry reshim search self-update set settings shell sh shell-alias sync test-tool token \
    tool tool-alias tool-stub trust uninstall unset unuse remove rm upgrade up use u usage version v watch w \
    where which help untrust asdf ";

/// What `mise run x` and `mise x` run.
pub(crate) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(args)?;
    let start = below(folder, &call.folder);
    let mut texts = String::new();
    let mut first = None;
    for words in call.words.split(|word| word.literal && word.text == ":::") {
        let (name, args) = words.split_first()?;
        let name = name.literal.then_some(&*name.text)?;
        let task = file::find(name, &start)?;
        let (base, _) = first.get_or_insert_with(|| (task.root.clone(), task.file.clone()));
        let args = args.strip_prefix(&[Word::plain("--")]).unwrap_or(args);
        texts.push_str(&run::text(&task, args, base)?);
    }
    let (folder, file) = first?;
    Some(Told::new(texts, folder, file))
}

/// A call of `mise`: a task and its arguments.
#[derive(Debug)]
struct Call<'a> {
    folder: PathBuf,
    words: &'a [Word],
}

impl<'a> Call<'a> {
    fn read(args: &'a [Word]) -> Option<Self> {
        const PLAIN: [&str; 16] = [
            "-y",
            "--yes",
            "-q",
            "--quiet",
            "-v",
            "--verbose",
            "-S",
            "--silent",
            "-f",
            "--force",
            "-p",
            "--prefix",
            "-i",
            "--interleave",
            "-r",
            "--raw",
        ];
        const WITH_VALUE: [&str; 8] =
            ["-E", "--env", "-j", "--jobs", "-o", "--output", "-t", "--tool"];
        let mut call = Self { folder: PathBuf::new(), words: &[] };
        let mut is_run = false;
        let mut rest = args;
        while let Some((first, behind)) = rest.split_first() {
            if !first.literal {
                return None;
            }
            let (option, value) = match first.text.split_once('=') {
                Some((option, value)) if option.starts_with('-') => (option, Some(value)),
                _ => (first.text.as_str(), None),
            };
            let has_value = value.is_some();
            let next = behind.first().filter(|word| word.literal).map(|word| &*word.text);
            match option {
                "-C" | "--cd" => call.folder.push(value.or(next)?),
                option if PLAIN.contains(&option) => {}
                option if WITH_VALUE.contains(&option) => {
                    value.or(next)?;
                }
                "tasks" | "t" if !is_run => {
                    let is_next = |word: &&Word| matches!(&*word.text, "run" | "r");
                    behind.first().filter(is_next)?;
                }
                "run" | "r" if !is_run => is_run = true,
                option if option.starts_with('-') => return None,
                name if !is_run && OWN.split(' ').any(|own| own == name) => return None,
                _ => {
                    call.words = rest;
                    return Some(call);
                }
            }
            let takes_next = option == "-C" || option == "--cd" || WITH_VALUE.contains(&option);
            rest = behind.get(usize::from(takes_next && !has_value)..)?;
        }
        // Without a name it is the task of this name.
        None
    }
}
