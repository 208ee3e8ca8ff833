//! Scripts in files: `./x.sh`, `bash x.sh`, `. x.sh`, `python3 x.py`, `node x.js`.

use std::path::{Path, PathBuf};

use shell_syntax::Word;

use crate::doubts;
use crate::text::{assigned, quoted, read, too_long, typed};
use crate::{Told, Variable};

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
pub(crate) fn told(
    name: &str,
    program: &Word,
    args: &[Word],
    folder: &Path,
    environment: &[Variable],
) -> Option<Told> {
    let run = |file: PathBuf, args: &[Word], language: &str| {
        let script = Script { text: read(&file)?, file, language, folder };
        Some(script.run(args, environment))
    };
    if SHELLS.contains(&name) {
        let (script, args) = script(args, "bash")?;
        return run(place(script, folder)?, args, "bash");
    }
    if matches!(name, "." | "source") {
        let (script, args) = args.split_first()?;
        let file = place(script, folder)?;
        let text = assigned(environment) + &read(&file)?;
        // Without arguments it has those of whoever reads it.
        let told = match args {
            [] => Told::new(text, folder.to_owned(), file),
            args => run(file, args, "bash")?,
        };
        return Some(
            told.doubted(Some("a file that is read into a shell may leave something behind")),
        );
    }
    if let Some((_, language)) = RUNNERS.iter().find(|(runner, _)| *runner == name) {
        let (script, args) = script(args, language)?;
        return run(place(script, folder)?, args, language);
    }
    let is_path = program.text.contains('/') && !program.text.starts_with("/usr/");
    let file = place(program, folder).filter(|_| is_path)?;
    let text = read(&file)?;
    let language = interpreter(&text).or_else(|| by_ending(&file))?;
    run(file, args, language)
}

/// The script of a shell that a command runs, if it is too long to be told.
pub(crate) fn unread(name: &str, program: &Word, args: &[Word], folder: &Path) -> Option<PathBuf> {
    let named = match name {
        "." | "source" => args.first()?,
        name if SHELLS.contains(&name) => script(args, "bash")?.0,
        _ if program.text.contains('/') && !program.text.starts_with("/usr/") => program,
        _ => return None,
    };
    let file = place(named, folder)?;
    let start = too_long(&file)?;
    let is_one = named.text != program.text
        || interpreter(&start).or_else(|| by_ending(&file)) == Some("bash");
    is_one.then_some(file)
}

/// The script among the arguments of what runs it, and those behind it. What an option says besides is not
/// known, save of those that say only how it goes on.
fn script<'w>(args: &'w [Word], language: &str) -> Option<(&'w Word, &'w [Word])> {
    let (letters, long): (&str, &[&str]) = match language {
        "bash" => ("euxvfBCEhmpP", &["--norc", "--noprofile", "--posix", "--verbose", "--"]),
        "python3" => ("BEIOPRsSuvbq", &[]),
        "perl" => ("wWtTU", &["--"]),
        "ruby" => ("wv", &["--disable-gems", "--"]),
        _ => ("", &["--trace-warnings", "--no-warnings", "--enable-source-maps", "--"]),
    };
    let is_shell = language == "bash";
    let mut rest = args;
    while let Some((first, behind)) = rest.split_first() {
        if !first.literal {
            return None;
        }
        rest = behind;
        let option = first.text.as_str();
        let Some(given) =
            option.strip_prefix(['-', '+']).filter(|_| is_shell || option.starts_with('-'))
        else {
            return Some((first, behind));
        };
        if long.contains(&option) {
            continue;
        }
        let (given, takes_name) = match given.strip_suffix(['o', 'O']) {
            Some(given) if is_shell => (given, true),
            _ => (given, false),
        };
        if !given.chars().all(|next| letters.contains(next)) || given.is_empty() && !takes_name {
            return None;
        }
        if takes_name {
            rest = rest.split_first().filter(|(name, _)| name.literal)?.1;
        }
    }
    None
}

fn place(word: &Word, folder: &Path) -> Option<PathBuf> {
    (word.literal && !word.text.starts_with('~')).then(|| folder.join(&word.text))
}

/// A script of a file, which runs in a folder.
struct Script<'s> {
    text: String,
    file: PathBuf,
    language: &'s str,
    folder: &'s Path,
}

impl Script<'_> {
    /// A line that runs the text as its language does.
    fn run(self, args: &[Word], environment: &[Variable]) -> Told {
        let of_code = LANGUAGES.iter().find(|(name, ..)| *name == self.language);
        let name = quoted(&self.file.to_string_lossy());
        let start = match of_code {
            Some((program, option, _)) => format!("{program} {option} {}", quoted(&self.text)),
            None => format!("bash -c {} {name}", quoted(&(assigned(environment) + &self.text))),
        };
        let obeys = matches!(self.language, "perl" | "ruby") && self.text.starts_with("#!");
        let is_other = obeys && interpreter(&self.text) != Some(self.language);
        let doubt = if is_other { doubts::FIRST_LINE } else { None };
        let beside = self.file.canonicalize();
        let beside = beside.as_deref().unwrap_or(&self.file).parent().unwrap_or(self.folder);
        let of_code = of_code.and_then(|_| doubts::of_code(&self.text, self.language, beside));
        let told = Told::new(start + &typed(args), self.folder.to_owned(), self.file);
        told.doubted(doubt.or(of_code))
    }
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
