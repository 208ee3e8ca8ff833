//! `python -m`: modules that are run.

use shell_syntax::Word;

use super::Told;
use crate::args::part;
use crate::change::{ChangeKind, Extent};
use crate::glob::is_among;
use crate::sink::Sink;

/// Modules that are programs of the table under the same name.
const AS_PROGRAMS: [&str; 26] = [
    "pip",
    "black",
    "ruff",
    "isort",
    "mypy",
    "flake8",
    "pylint",
    "pytest",
    "twine",
    "yamllint",
    "bandit",
    "codespell",
    "autopep8",
    "yapf",
    "coverage",
    "lizard",
    "alembic",
    "vulture",
    "radon",
    "pycodestyle",
    "pydocstyle",
    "pyflakes",
    "pipdeptree",
    "interrogate",
    "hatch",
    "poetry",
];

/// Whether a module writes a file when it is run with these operands.
fn writes_when_run(module: &str, told: &Told) -> bool {
    let has = |option: &str| told.operands.iter().any(|word| word.text.starts_with(option));
    match module {
        "uu" | "sqlite3" | "pickle" | "idlelib" => true,
        "sysconfig" => has("--generate"),
        "pdb" => has("-c"),
        "trace" => {
            has("-C")
                || has("--coverdir")
                || has("-f")
                || has("--file")
                || has("-c")
                || has("--count")
        }
        "lib2to3" => has("-w") || has("--write") || has("-o"),
        "cProfile" | "profile" | "pickletools" | "zipapp" => has("-o"),
        "pydoc" => has("-w"),
        _ => false,
    }
}

/// Whether a module runs what is typed, as python itself does.
pub(super) fn is_a_prompt(module: &str) -> bool {
    is_among(" code asyncio pdb IPython bpython ptpython ", module)
}

/// Whether a statement of python brings in no module and calls nothing by which it could get at one. The names of the
/// module `timeit` are there for it too.
fn only_computes(statement: &Word) -> bool {
    const REACHING: &str = " import open exec eval compile getattr setattr globals locals vars breakpoint input help exit quit \
        sys gc Timer timeit repeat main ";
    let text = statement.text.as_str();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = text.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
    let reaches = |word: &str| {
        word.len() > 1 && word.starts_with('_') || is_among(REACHING, word) || !word.is_ascii()
    };
    statement.literal && !words.any(reaches)
}

/// `python -m MODULE`; `false` if nothing is known of it.
pub(super) fn run(sink: &mut Sink<'_>, module: &Word, told: &Told) -> bool {
    if writes_when_run(&module.text, told) {
        sink.unresolved("the module writes a file");
    }
    match module.text.as_str() {
        "json.tool" => {
            let operands: Vec<&Word> =
                told.operands.iter().filter(|word| !word.text.starts_with("--")).collect();
            if let Some(input) = operands.first() {
                sink.read(input, Extent::File);
            }
            if let Some(output) = operands.get(1) {
                sink.output(output);
            }
            true
        }
        "timeit" => {
            if !told.operands.iter().all(only_computes) {
                sink.unresolved("it runs what it is told");
            }
            true
        }
        "py_compile" => compiled(sink, told),
        "venv" | "virtualenv" | "compileall" => {
            for folder in told.operands.iter().filter(|word| !word.text.starts_with('-')) {
                sink.change(folder, ChangeKind::CreateDir, Extent::Tree);
            }
            true
        }
        "sysconfig" => told.operands.is_empty(),
        "this" | "site" | "platform" | "tokenize" | "dis" | "ast" => true,
        // What it does is told as of the program of that name, which runs as well.
        name if AS_PROGRAMS.contains(&name) => true,
        "zipfile" | "tarfile"
            if told
                .operands
                .iter()
                .any(|word| matches!(word.text.as_str(), "-e" | "--extract")) =>
        {
            // What it unpacks is told as of the program for it.
            let outer = std::mem::replace(&mut sink.program, "tar");
            let is_operand = |word: &&Word| !word.text.starts_with('-');
            match told.operands.iter().filter(is_operand).nth(1) {
                Some(folder) => sink.below(folder, ChangeKind::Write),
                None => sink.below_here(ChangeKind::Write),
            }
            sink.program = outer;
            true
        }
        "zipfile" | "tarfile" | "gzip" => {
            if told
                .operands
                .iter()
                .any(|word| matches!(word.text.as_str(), "-e" | "-c" | "--extract" | "--create"))
            {
                sink.unresolved("it packs or unpacks files");
            }
            true
        }
        _ => false,
    }
}

/// Notes what `py_compile` writes: into a folder beside each file.
fn compiled(sink: &mut Sink<'_>, told: &Told) -> bool {
    for file in told.operands.iter().filter(|word| !word.text.starts_with('-')) {
        let folder = file.text.rsplit_once('/').map_or(".", |(folder, _)| folder);
        sink.below(&part(file, &format!("{folder}/__pycache__")), ChangeKind::Write);
    }
    true
}
