//! The words of a shell command that may name files.

use std::path::Path;

use command_effects::Programs;
use shell_syntax::{SimpleCommand, WorkingDir};

/// A command that names more files speaks of none in particular.
const MOST_WORDS: usize = 256;

/// The words of `command` that may name files, each as seen from where the shell
/// starts: a `cd` before it counts. Whether there is such a file is another
/// question. None if the text cannot be told apart into commands.
pub(crate) fn files(command: &str) -> Vec<String> {
    let commands = command_effects::commands(command, &Programs::default()).unwrap_or_default();
    let mut files: Vec<String> = Vec::new();
    for file in commands.iter().flat_map(files_of) {
        if files.len() < MOST_WORDS && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

fn files_of(command: &SimpleCommand) -> Vec<String> {
    let dir = match &command.dir {
        WorkingDir::Unchanged => Path::new(""),
        WorkingDir::Literal(dir) => Path::new(dir),
        WorkingDir::Unknown => return Vec::new(),
    };
    // A program is a file of the project only if it is called by its path.
    let program = command.words.iter().take(1).filter(|word| word.text.contains('/'));
    let words = program.chain(command.args());
    let targets = command.redirects.iter().map(|redirect| &redirect.target);
    words
        .chain(targets)
        .filter(|word| word.literal)
        .filter_map(|word| operand(&word.text))
        .map(|word| dir.join(word).to_string_lossy().into_owned())
        .collect()
}

/// The part of a word that may be a path: of `--option=value` the value.
fn operand(word: &str) -> Option<&str> {
    let part = match word.strip_prefix('-') {
        Some(option) => option.split_once('=')?.1,
        None => word,
    };
    Some(part).filter(|part| !part.is_empty() && !part.contains(['\n', '\0']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_be_files() {
        let check = |command: &str, expected: &[&str]| {
            assert_eq!(files(command), expected, "{command}");
        };
        check("cat src/a.rs docs/b.md", &["src/a.rs", "docs/b.md"]);
        check("cd src && cat a.rs ../b.md", &["src", "src/a.rs", "src/../b.md"]);
        check("cd /u/x && cat a.rs", &["/u/x", "/u/x/a.rs"]);
        check("cd \"$D\" && cat a.rs", &[]);
        check("cat < in > out 2>&1", &["in", "out"]);
        check("cargo test --manifest-path=a/Cargo.toml -q", &["test", "a/Cargo.toml"]);
        check("./run.sh a", &["./run.sh", "a"]);
        check("sudo cat a && cat a", &["cat", "a"]);
        check("cat $F *.rs ~/a '$x'", &["$x"]);
        check("echo $(cat a.rs)", &["a.rs"]);
        check("cat 'my file.rs'", &["my file.rs"]);
        check("cat 'open", &[]);
        check("", &[]);
        let many: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        assert_eq!(files(&format!("cat {}", many.join(" "))).len(), MOST_WORDS);
    }
}
