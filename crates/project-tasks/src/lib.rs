//! Shows what a project's own task says: the text behind `npm run x`, `make x` and `just x`.
//!
//! A name tells little of what a task does, so whoever denies a call or asks a person about it shows the text beside
//! it. Nothing is judged by it. What needs a parser of its own is left out: variables, included files, prerequisites
//! and other kinds of files.

mod recipe;

use std::path::{Path, PathBuf};

use hook_state::{Links, read_regular};
use serde_json::Value;
use shell_syntax::{SimpleCommand, WorkingDir};

/// In bytes, of a file of tasks. More than any that a person writes.
const MAX_FILE: u64 = 1 << 20;

/// What npm and its like run by these words without `run`.
const SHORT: [&str; 4] = ["test", "start", "stop", "restart"];

/// A task that a command line runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The command that runs it.
    pub call: String,
    /// What it says, as it stands in the file.
    pub text: String,
    /// The name of that file.
    pub file: &'static str,
}

/// The first task that a command line runs in `folder`, if its text can be shown.
pub fn shown(line: &str, folder: &Path) -> Option<Task> {
    let commands = shell_syntax::commands(line, &|_| vec![]).ok()?;
    commands.iter().find_map(|command| of_command(command, folder))
}

fn of_command(command: &SimpleCommand, folder: &Path) -> Option<Task> {
    let folder = match &command.dir {
        WorkingDir::Unchanged => folder.to_owned(),
        WorkingDir::Literal(dir) => folder.join(dir),
        WorkingDir::Unknown => return None,
    };
    let call = Call::of(command, folder)?;
    let (text, file) = match command.program()? {
        program @ ("npm" | "pnpm" | "yarn" | "bun") => (call.script(program)?, "package.json"),
        "make" | "gmake" => call
            .recipe(&["GNUmakefile", "makefile", "Makefile"], |text, name| {
                recipe::of_make(text, name)
            })?,
        "just" => call.recipe(&["justfile", "Justfile", ".justfile"], recipe::of_just)?,
        _ => return None,
    };
    let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
    Some(Task { call: words.join(" "), text, file })
}

/// The words of a call that matter: where it runs, and what.
struct Call<'a> {
    folder: PathBuf,
    names: Vec<&'a str>,
}

impl<'a> Call<'a> {
    /// `None` where a word is not told by the text, or an option stands there that leads to other files.
    fn of(command: &'a SimpleCommand, folder: PathBuf) -> Option<Self> {
        const FOLDERS: [&str; 5] = ["-C", "--directory", "--prefix", "--cwd", "--dir"];
        const ELSEWHERE: [&str; 9] = [
            "-f",
            "--file",
            "--makefile",
            "--justfile",
            "-w",
            "--workspace",
            "--workspaces",
            "--filter",
            "-r",
        ];
        let mut call = Self { folder, names: vec![] };
        let mut words = command.args();
        while let Some(word) = words.next() {
            let text = word.literal.then_some(word.text.as_str())?;
            let option = text.split_once('=').map_or(text, |(option, _)| option);
            match text {
                "--" => break,
                _ if FOLDERS.contains(&text) => call.folder.push(&words.next()?.text),
                _ if ELSEWHERE.contains(&option) => return None,
                _ if text.starts_with('-') || text.contains('=') => {}
                _ => call.names.push(text),
            }
        }
        Some(call)
    }

    /// A script of the next `package.json` above, as npm and its like run it.
    fn script(&self, manager: &str) -> Option<String> {
        let name = match self.names.as_slice() {
            ["run" | "run-script", name, ..] => name,
            [name, ..] if SHORT.contains(name) || matches!(manager, "yarn" | "pnpm") => name,
            _ => return None,
        };
        let file = self.folder.ancestors().map(|dir| dir.join("package.json"));
        let package: Value =
            serde_json::from_str(&file.into_iter().find_map(|it| read(&it))?).ok()?;
        Some(package.get("scripts")?.get(name)?.as_str()?.to_owned())
    }

    /// The recipe of the first name, or the first recipe, in the first of `files` that is there.
    fn recipe(
        &self,
        files: &[&'static str],
        recipe: impl Fn(&str, Option<&str>) -> Option<String>,
    ) -> Option<(String, &'static str)> {
        let there = |file: &&'static str| Some((read(&self.folder.join(file))?, *file));
        let (text, file) = files.iter().find_map(there)?;
        Some((recipe(&text, self.names.first().copied())?, file))
    }
}

fn read(file: &Path) -> Option<String> {
    String::from_utf8(read_regular(file, Links::Followed, MAX_FILE).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_task_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            hook_state::replace(&file, text.as_bytes()).unwrap();
        };
        write("package.json", r#"{ "scripts": { "ship": "git push", "test": "vitest" } }"#);
        write(
            "sub/Makefile",
            "all: a\n\techo all\n\n.PHONY: up\nup down:: x\n\t@ssh h \\\n\t  up\n\nX := y\n",
        );
        write(
            "justfile",
            "x := 'y'\n\nship target='prod': build\n    ./ship {{target}}\n\nbuild:\n  make\n",
        );
        for (line, expected) in [
            ("npm run ship", Some(("git push", "package.json"))),
            ("cd sub && npm run --silent ship -- --force", Some(("git push", "package.json"))),
            ("git add . && npm test", Some(("vitest", "package.json"))),
            ("yarn ship", Some(("git push", "package.json"))),
            ("npm ship", None),
            ("npm run none", None),
            ("npm run ship -w packages/a", None),
            ("npm run $X", None),
            ("make -C sub", Some(("echo all", "Makefile"))),
            ("make -C sub V=1 down", Some(("@ssh h \\\n  up", "Makefile"))),
            ("make -C sub X", None),
            ("make -f other up", None),
            ("make", None),
            ("just ship", Some(("./ship {{target}}", "justfile"))),
            ("just", Some(("./ship {{target}}", "justfile"))),
            ("just build", Some(("make", "justfile"))),
            ("ls", None),
            ("npm run 'open", None),
        ] {
            let found = shown(line, folder.path());
            let found = found.as_ref().map(|task| (task.text.as_str(), task.file));
            assert_eq!(found, expected, "{line}");
        }
    }
}
