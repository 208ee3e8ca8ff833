//! What a project's own tasks and scripts say: the text behind `npm run x`, `make x` and `./x.sh`.
//!
//! A name tells little of what a task does, and the file in which it stands tells more. So who judges a
//! command line may have it read here, as a text for bash that does the same, and judge that.
//!
//! What the file does not settle (a variable of `make` that a command sets, a parameter that is not given)
//! stands in the text as a variable of the shell that nothing sets. A file that is too long, or not
//! understood, tells nothing. Nothing is run.

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

/// What a task or a script says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// A text for bash that does the same.
    pub text: String,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// The file in which it stands.
    pub file: PathBuf,
}

/// What the command with these `words`, the program first, runs of a project, where it runs in `folder`.
/// `None` if it runs no task or script, or if that cannot be told.
pub fn told(words: &[Word], folder: &Path) -> Option<Told> {
    let (program, args) = words.split_first()?;
    let name = program.text.rsplit('/').next().filter(|_| program.literal)?;
    match name {
        "npm" | "pnpm" | "yarn" | "bun" => package::told(name, args, folder),
        "just" => just::told(args, folder),
        "task" | "go-task" => taskfile::told(args, folder),
        "mise" => mise::told(args, folder),
        "composer" | "deno" | "devbox" | "hatch" | "pdm" | "pixi" | "poe" | "poetry" | "rye"
        | "pipenv" | "uv" => managers::told(name, args, folder),
        "make" | "gmake" => make::told(args, folder),
        _ => files::told(name, program, args, folder),
    }
}
