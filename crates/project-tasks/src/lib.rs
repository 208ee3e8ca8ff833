//! What a project's own tasks and scripts say: the text behind `npm run x`, `make x` and `./x.sh`.
//!
//! A name tells little of what a task does, and the file in which it stands tells more. So who judges a
//! command line may have it read here, as a text for bash that does the same, and judge that.
//!
//! What the file does not settle (a variable of `make` that a command sets, a parameter that is not given)
//! stands in the text as a variable of the shell that nothing sets. A file that is too long, or not
//! understood, tells nothing. Nothing is run.

mod doubts;
mod files;
mod json;
mod just;
mod make;
mod managers;
mod marks;
mod mise;
mod package;
mod taskfile;
#[cfg(test)]
mod tests;
mod text;
mod toml;

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use doubts::Doubt;

/// What a task or a script says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// A text for bash that does the same.
    pub text: String,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// The file in which it stands.
    pub file: PathBuf,
    /// Why the text may not be all that it runs, if there is a sign of that.
    pub doubt: Option<&'static str>,
}

/// A variable that a command line puts into the environment of a command: its name, and its value if the line
/// tells it.
pub type Variable = (String, Option<String>);

impl Told {
    fn new(text: String, folder: PathBuf, file: PathBuf) -> Self {
        Self { text, folder, file, doubt: None }
    }

    fn doubted(self, doubt: Doubt) -> Self {
        Self { doubt: self.doubt.or(doubt), ..self }
    }
}

/// The script of a shell that a command runs whose text is not told, though it is there: it is too long.
pub fn unread(words: &[Word], folder: &Path) -> Option<PathBuf> {
    let (program, args) = words.split_first()?;
    let name = program.text.rsplit('/').next().filter(|_| program.literal)?;
    files::unread(name, program, args, folder)
}

/// What the command with these `words`, the program first, runs of a project, where it runs in `folder` with
/// an `environment` beside the one that is there. `None` if it runs no task or script, or if that cannot be told.
pub fn told(words: &[Word], folder: &Path, environment: &[Variable]) -> Option<Told> {
    let (program, args) = words.split_first()?;
    let name = program.text.rsplit('/').next().filter(|_| program.literal)?;
    let told = match name {
        "npm" | "pnpm" | "yarn" | "bun" => package::told(name, args, folder),
        "just" => just::told(args, folder),
        "task" | "go-task" => taskfile::told(args, folder),
        "mise" => mise::told(args, folder),
        "composer" | "deno" | "devbox" | "hatch" | "pdm" | "pixi" | "poe" | "poetry" | "rye"
        | "pipenv" | "uv" => managers::told(name, args, folder),
        "make" | "gmake" => make::told(args, folder, environment),
        _ => return files::told(name, program, args, folder, environment),
    }?;
    // Files of `make` and just are looked at by those who read them.
    let is_of_table =
        told.file.extension().is_some_and(|it| it == "toml" || it == "yml" || it == "yaml");
    let doubt = if is_of_table { doubts::of_table(&told.file) } else { None };
    let text = text::assigned(environment) + &told.text;
    Some(Told { text, ..told }.doubted(doubt))
}
