//! Interpreters with a program in the line: `python -c`, `perl -e`, `node -e`, `ruby -e`, or in a
//! here-document.

mod scan;
mod signs;

use scan::{Sight, scan};

use crate::Word;
use crate::effects::args::part;
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// How an interpreter is called.
struct Interpreter {
    names: &'static [&'static str],
    /// Options whose value is code.
    code: &'static [&'static str],
    /// Letters of options that have another value.
    valued: &'static str,
    /// Letters whose value, if any, is the rest of the word.
    attached: &'static str,
    /// Long options with a value in the next word.
    long: &'static [&'static str],
    /// Whether the code is of a language whose signs of writing are known.
    is_known: bool,
}

const PLAIN: Interpreter =
    Interpreter { names: &[], code: &["-e"], valued: "", attached: "", long: &[], is_known: false };

const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &["python", "pypy", "pypy3"],
        code: &["-c"],
        valued: "mWXQ",
        is_known: true,
        ..PLAIN
    },
    Interpreter {
        names: &["perl"],
        code: &["-e", "-E"],
        attached: "0CDdFIlMmxi",
        is_known: true,
        ..PLAIN
    },
    Interpreter {
        names: &["ruby", "jruby"],
        code: &["-e"],
        valued: "rIEC",
        attached: "0FKTWxi",
        is_known: true,
        ..PLAIN
    },
    Interpreter {
        names: &["node", "nodejs", "bun", "tsx", "ts-node"],
        code: &["-e", "-p", "-pe", "--eval", "--print"],
        valued: "rC",
        long: &["--require", "--import", "--loader", "--env-file", "--conditions"],
        is_known: true,
        ..PLAIN
    },
    Interpreter {
        names: &["php"],
        code: &["-r", "-B", "-R", "-E"],
        valued: "cdfFSztT",
        is_known: true,
        ..PLAIN
    },
    Interpreter { names: &["lua", "luajit"], code: &["-e"], valued: "l", is_known: true, ..PLAIN },
    Interpreter {
        names: &[
            "tclsh", "wish", "R", "guile", "ghci", "scala", "irb", "jshell", "julia", "elixir",
            "groovy", "Rscript", "swift", "racket", "sbcl",
        ],
        code: &["-e", "--eval", "-c", "-E"],
        ..PLAIN
    },
];

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    let program = scene.program;
    let versions = |next: char| next.is_ascii_digit() || next == '.';
    let base = program.trim_end_matches(versions);
    let found =
        INTERPRETERS.iter().find(|one| one.names.contains(&program) || one.names.contains(&base));
    let Some(interpreter) = found else {
        return false;
    };
    let call = Call::read(&scene.words, interpreter);
    if let Some(suffix) = &call.in_place {
        in_place(scene, &call, suffix);
    }
    if call.asks {
        return true;
    }
    match (call.code.as_slice(), &call.module, call.operands.first()) {
        ([], Some(module), _) => return run_module(scene, module, &call),
        ([], None, Some(script)) if !is_stdin(&script.text) => {
            if !script.literal && script.text.contains("<(") {
                scene.runs_unseen("its program is the output of a command");
            }
            return false;
        }
        ([], None, _) => match scene.command.input.clone() {
            Some(code) => judge(scene, interpreter, &[code]),
            None if program == "php" && !scene.words.is_empty() => return false,
            None => scene.runs_unseen("its program comes from its input"),
        },
        (codes, ..) => judge(scene, interpreter, codes),
    }
    true
}

fn is_stdin(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// The arguments of an interpreter.
#[derive(Debug, Default)]
struct Call {
    code: Vec<Word>,
    module: Option<Word>,
    operands: Vec<Word>,
    /// The suffix of `-i`.
    in_place: Option<Word>,
    /// It asks for the version or help.
    asks: bool,
}

impl Call {
    fn read(words: &[Word], interpreter: &Interpreter) -> Self {
        let mut call = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.text.as_str();
            if interpreter.code.contains(&text) {
                call.code.extend(rest.next().cloned());
                // What stands behind is for the code, except where files are edited in place.
                continue;
            }
            let is_option = text.starts_with('-') && text.len() > 1 && text != "--";
            if !is_option || !call.operands.is_empty() {
                call.operands.extend((text != "--").then(|| word.clone()));
                continue;
            }
            if let Some((name, value)) = text.split_once('=').filter(|_| text.starts_with("--")) {
                if interpreter.code.contains(&name) {
                    call.code.push(part(word, value));
                }
            } else if text.starts_with("--") || interpreter.long.contains(&text) {
                call.asks |= matches!(text, "--version" | "--help");
                if interpreter.long.contains(&text) {
                    rest.next();
                }
            } else {
                call.letters(word, &mut rest, interpreter);
            }
            if call.module.is_some() {
                call.operands.extend(rest.cloned());
                return call;
            }
        }
        call
    }

    fn letters<'w>(
        &mut self,
        word: &Word,
        rest: &mut impl Iterator<Item = &'w Word>,
        interpreter: &Interpreter,
    ) {
        let mut letters = word.text.trim_start_matches('-').chars();
        let is_code = |letter: char| interpreter.code.contains(&format!("-{letter}").as_str());
        let python = interpreter.names.contains(&"python");
        while let Some(letter) = letters.next() {
            let value = letters.as_str();
            let mut taken = || match value {
                "" => rest.next().cloned(),
                value => Some(part(word, value)),
            };
            if letter == 'i' && interpreter.attached.contains('i') {
                self.in_place = Some(part(word, value));
                return;
            } else if is_code(letter) {
                self.code.extend(taken());
                return;
            } else if letter == 'm' && python {
                self.module = taken();
                return;
            } else if interpreter.attached.contains(letter) {
                // `-MFile::Path=rmtree` is code as well.
                self.code.extend(matches!(letter, 'M' | 'm').then(|| part(word, "")));
                if letter == '0' || letter == 'l' {
                    continue;
                }
                return;
            } else if interpreter.valued.contains(letter) {
                taken();
                return;
            }
            self.asks |= python && letter == 'V' || letter == 'v' && word.text == "-v";
        }
    }
}

fn in_place(scene: &mut Scene<'_>, call: &Call, suffix: &Word) {
    if suffix.text.contains(['/', '*']) {
        scene.unresolved("the copies that it keeps go to another folder");
    }
    let skipped = usize::from(call.code.is_empty());
    for file in call.operands.iter().skip(skipped) {
        scene.change(file, ChangeKind::Write, Extent::File);
        if !suffix.text.is_empty() {
            let copy = format!("{}{}", file.text, suffix.text);
            scene.change(&part(file, &copy), ChangeKind::Write, Extent::File);
        }
    }
}

/// `python -m MODULE`; `false` if nothing is known of it.
fn run_module(scene: &mut Scene<'_>, module: &Word, call: &Call) -> bool {
    match module.text.as_str() {
        "json.tool" => {
            let operands: Vec<&Word> =
                call.operands.iter().filter(|word| !word.text.starts_with("--")).collect();
            if let Some(output) = operands.get(1) {
                scene.output(output);
            }
            true
        }
        "timeit" => {
            scene.unresolved("it runs what it is told");
            true
        }
        "venv" | "virtualenv" => {
            for folder in call.operands.iter().filter(|word| !word.text.starts_with('-')) {
                scene.change(folder, ChangeKind::CreateDir, Extent::Tree);
            }
            true
        }
        "this" | "site" | "platform" | "sysconfig" | "tokenize" | "dis" | "ast" => true,
        "zipfile" | "tarfile" | "gzip" => {
            if call
                .operands
                .iter()
                .any(|word| matches!(word.text.as_str(), "-e" | "-c" | "--extract" | "--create"))
            {
                scene.unresolved("it packs or unpacks files");
            }
            true
        }
        _ => false,
    }
}

fn judge(scene: &mut Scene<'_>, interpreter: &Interpreter, codes: &[Word]) {
    let texts: Vec<&str> = codes.iter().map(|code| code.text.as_str()).collect();
    if codes.iter().any(|code| !code.literal) {
        scene.runs_unseen("its program depends on an expansion");
    }
    let is_shell_like = ["perl", "ruby", "php"].iter().any(|name| interpreter.names.contains(name));
    let mut is_unknown = !interpreter.is_known;
    for sight in scan(&texts.join("\n"), is_shell_like) {
        match sight {
            Sight::Changes { path, kind, extent } => {
                scene.change(&Word::plain(&path), kind, extent);
            }
            Sight::Hidden(sign) => scene.unresolved(&format!("`{sign}` in its program may write")),
            Sight::Loads => is_unknown = true,
        }
    }
    if is_unknown {
        scene.unknown();
    }
}
