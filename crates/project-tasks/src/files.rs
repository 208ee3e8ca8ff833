//! Scripts in files: `./x.sh`, `bash x.sh`, `. x.sh`, `python3 x.py`, `node x.js`.

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::Told;
use crate::text::{quoted, read, typed};

/// The shells whose scripts are read as those of bash.
const SHELLS: [&str; 5] = ["bash", "sh", "dash", "ksh", "zsh"];

/// What runs a text that `-c` or `-e` announces, by the ending of the files that it runs.
const LANGUAGES: [(&str, &str, &[&str]); 4] = [
    ("python3", "-c", &["py"]),
    ("node", "-e", &["js", "cjs", "mjs", "ts", "mts"]),
    ("ruby", "-e", &["rb"]),
    ("perl", "-e", &["pl"]),
];

/// What runs files of these languages under another name.
const RUNNERS: [(&str, &str); 8] = [
    ("python", "python3"),
    ("python3", "python3"),
    ("node", "node"),
    ("tsx", "node"),
    ("ts-node", "node"),
    ("bun", "node"),
    ("ruby", "ruby"),
    ("perl", "perl"),
];

/// What a script says that `program` with these arguments runs, or that it is.
pub(crate) fn told(name: &str, program: &Word, args: &[Word], folder: &Path) -> Option<Told> {
    if SHELLS.contains(&name) {
        let (script, args) = script(args)?;
        return of_file(&place(script, folder)?, args, folder, name);
    }
    if matches!(name, "." | "source") {
        let (script, args) = args.split_first()?;
        return of_file(&place(script, folder)?, args, folder, "bash");
    }
    if let Some((_, language)) = RUNNERS.iter().find(|(runner, _)| *runner == name) {
        let (script, args) = script(args)?;
        return of_file(&place(script, folder)?, args, folder, language);
    }
    let is_path = program.text.contains('/') && !program.text.starts_with("/usr/");
    let file = place(program, folder).filter(|_| is_path)?;
    let text = read(&file)?;
    let language = interpreter(&text).or_else(|| by_ending(&file))?;
    Some(run(&text, language, &file, args, folder))
}

/// The script among the arguments of what runs it, and those behind it. What an option says besides is not
/// known, save of those that say how a shell goes on.
fn script(args: &[Word]) -> Option<(&Word, &[Word])> {
    const PLAIN: [&str; 8] = ["-e", "-u", "-x", "-eu", "-ex", "-eux", "-euo", "--"];
    let mut rest = args;
    while let Some((first, behind)) = rest.split_first() {
        if !first.literal {
            return None;
        }
        match first.text.as_str() {
            "pipefail" => {}
            option if PLAIN.contains(&option) => {}
            option if option.starts_with('-') => return None,
            _ => return Some((first, behind)),
        }
        rest = behind;
    }
    None
}

fn place(word: &Word, folder: &Path) -> Option<PathBuf> {
    (word.literal && !word.text.starts_with('~')).then(|| folder.join(&word.text))
}

fn of_file(file: &Path, args: &[Word], folder: &Path, language: &str) -> Option<Told> {
    Some(run(&read(file)?, language, file, args, folder))
}

/// A line that runs the text of a file as its language does.
fn run(text: &str, language: &str, file: &Path, args: &[Word], folder: &Path) -> Told {
    let of_code = LANGUAGES.iter().find(|(name, ..)| *name == language);
    let name = quoted(&file.to_string_lossy());
    let start = match of_code {
        Some((program, option, _)) => format!("{program} {option} {}", quoted(text)),
        None => format!("bash -c {} {name}", quoted(text)),
    };
    let text = start + &typed(args);
    Told { text, folder: folder.to_owned(), file: file.to_owned() }
}

/// What the first line of a text says that runs it; `None` for what is not known here.
pub(crate) fn interpreter(text: &str) -> Option<&'static str> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let names = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let mut names = names.skip_while(|name| *name == "env" || *name == "-S");
    let name = names.next()?;
    // `perl -pi` edits what it is given.
    let is_plain = |option: &str| {
        let letters = option.strip_prefix('-').unwrap_or_default();
        !letters.is_empty() && letters.chars().all(|next| "euxw".contains(next))
    };
    if !names.all(is_plain) {
        return None;
    }
    let shell = SHELLS.iter().find(|shell| **shell == name).map(|_| "bash");
    shell.or_else(|| {
        let runner = RUNNERS.iter().find(|(runner, _)| *runner == name);
        runner.map(|(_, language)| *language)
    })
}

/// The option before a text of a language; `None` if that is a shell.
pub(crate) fn option_of_code(language: &str) -> Option<&'static str> {
    LANGUAGES.iter().find(|(name, ..)| *name == language).map(|(_, option, _)| *option)
}

/// What runs a file of this ending, where its first line does not say. A shell runs one without such a line.
fn by_ending(file: &Path) -> Option<&'static str> {
    let ending = file.extension()?.to_str()?;
    matches!(ending, "sh" | "bash").then_some("bash")
}
