//! A simple command, its words, its redirections, and where it runs.
//!
//! Paths are joined lexically, as `cd` does without `-P`.

/// A program with its arguments, or redirections alone (`> file`, `{ ...; } > file`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct SimpleCommand {
    /// The program and its arguments, without the assignments before it.
    pub words: Vec<Word>,
    /// The files that the shell opens for it.
    pub redirects: Vec<Redirect>,
    /// The directory in which it runs.
    pub dir: WorkingDir,
    /// Other directories in which it runs if a `cd` before it fails; see [`crate::commands_where`].
    pub other_dirs: Vec<WorkingDir>,
    /// Whether another command, which is listed before it, runs it.
    pub wrapped: bool,
    /// The index of the command that runs it, or runs the script that contains it.
    pub runner: Option<usize>,
    /// The assignments before the program, as `NAME=value`.
    pub assignments: Vec<Word>,
    /// Its standard input, if the text shows it: a here-document, a here-string, or the output of an
    /// `echo` before it in a pipeline.
    pub input: Option<Word>,
    /// The index of the command before it in a pipeline, if that is a simple command and its only input.
    pub feeder: Option<usize>,
    /// Whether its standard input may contain more than words of the line: the output of a command other
    /// than `echo`, or a file.
    pub fed: bool,
    /// Whether it runs a script that contains expansions, so that it is not fully known.
    pub opaque: bool,
    /// Whether the line defines a function with its program's name, so that its output is unknown.
    pub calls_function: bool,
}

impl SimpleCommand {
    /// The base name of the program (`sqlite3` for `/usr/bin/sqlite3`), or an expansion as it is written.
    /// `None` if there are only redirections.
    pub fn program(&self) -> Option<&str> {
        let program = self.words.first()?;
        let text = program.text.as_str();
        let base = text.rsplit('/').next().unwrap_or(text);
        let readable = |next: char| next.is_ascii_alphanumeric() || "._+-".contains(next);
        Some(match program.literal {
            // In zsh `=rm` is the path of `rm`.
            true => base.strip_prefix('=').unwrap_or(base),
            false if !base.is_empty() && base.chars().all(readable) => base,
            false => text,
        })
    }

    /// Whether it prints only words of the line.
    pub(crate) fn only_echoes(&self) -> bool {
        let echoes = matches!(self.program(), Some("echo" | "printf" | "true" | ":" | "yes"));
        echoes && self.words.iter().all(|word| word.literal)
    }

    /// Its output, if it is an `echo` or `printf` of words that all shells print alike.
    pub fn printed(&self) -> Option<String> {
        let args = self.words.get(1..)?;
        let is_alike = |word: &Word| word.literal && !word.text.contains('\\');
        if !self.redirects.is_empty() {
            return None;
        }
        let texts = |args: &[Word], with: &str| {
            let texts: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
            texts.join(with) + "\n"
        };
        match (self.program()?, args) {
            ("echo", [first, rest @ ..]) if first.text == "-n" => {
                rest.iter().all(is_alike).then(|| texts(rest, " "))
            }
            ("echo", [first, ..]) if first.text.starts_with('-') => None,
            ("echo", args) => args.iter().all(is_alike).then(|| texts(args, " ")),
            ("printf", [format, rest @ ..]) if matches!(&*format.text, "%s\\n" | "%s\\0") => {
                (format.literal && rest.iter().all(is_alike)).then(|| texts(rest, "\n"))
            }
            ("printf", [format]) => {
                let lines = format.text.replace("\\n", "\n");
                let is_plain = format.literal && !lines.contains(['\\', '%']);
                is_plain.then(|| lines.strip_suffix('\n').unwrap_or(&lines).to_owned() + "\n")
            }
            _ => None,
        }
    }

    /// The words after the program.
    pub fn args(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().skip(1)
    }

    /// The words after the program, with one blank between each.
    pub fn joined_args(&self) -> String {
        let args: Vec<&str> = self.args().map(|word| word.text.as_str()).collect();
        args.join(" ")
    }
}

/// A word after quote removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text, with expansions, globs and braces as they are written.
    pub text: String,
    /// Whether the shell passes exactly this text: it has no expansion, glob, brace or tilde.
    pub literal: bool,
    /// Whether it contains an unquoted expansion, so that it may become several words or none.
    pub splits: bool,
}

impl Word {
    /// A literal word.
    pub fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), literal: true, splits: false }
    }
}

/// A file that the shell opens for a command. `2>&1` opens none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The access.
    pub access: RedirectAccess,
    /// Its path, relative to the command's directory.
    pub target: Word,
}

impl Redirect {
    /// Whether it puts the content of a file on the standard input.
    pub(crate) fn feeds(&self) -> bool {
        self.access != RedirectAccess::Write && self.target.text != "/dev/null"
    }
}

/// The access for which a redirection opens a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectAccess {
    /// `<`
    Read,
    /// `>`, `>>`, `>|`, `&>`, `&>>`, `>&file`
    Write,
    /// `<>`
    ReadWrite,
}

/// The directory in which a command runs, relative to the one in which the shell starts.
///
/// Every `cd` before the command is taken to have succeeded; see [`SimpleCommand::other_dirs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkingDir {
    /// Where the shell starts.
    Unchanged,
    /// This path: absolute, or relative to where the shell starts. `.` and `..` are resolved
    /// lexically.
    Literal(String),
    /// Unknown.
    Unknown,
}

impl WorkingDir {
    /// The directory that `target` names here.
    #[must_use]
    pub fn enter(&self, target: &Word) -> Self {
        let path = target.text.as_str();
        match self {
            _ if !target.literal || path.is_empty() => Self::Unknown,
            _ if path.starts_with('/') => literal(path),
            Self::Unchanged => literal(path),
            Self::Literal(dir) => literal(&format!("{dir}/{path}")),
            Self::Unknown => Self::Unknown,
        }
    }
}

fn literal(path: &str) -> WorkingDir {
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = vec![];
    for part in path.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            ("..", None) if absolute => {}
            _ => parts.push(part),
        }
    }
    match (absolute, parts.is_empty()) {
        (true, _) => WorkingDir::Literal(format!("/{}", parts.join("/"))),
        (false, true) => WorkingDir::Unchanged,
        (false, false) => WorkingDir::Literal(parts.join("/")),
    }
}
