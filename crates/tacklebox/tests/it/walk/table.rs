//! What every command says first and ends with, in four states of a project, as a table in
//! `tests/walk/verbs.txt`: a command, its states, an exit code and the first line of what it prints.
//! A command that does the same in each state has one line.
//!
//! `BLESS=1` writes the table.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::ground::{Ground, text};
use super::runs::{WITH_OWN_RULES, args_of};
use super::{Broken, Verb};

/// A state of a project, and its ground.
type State = (&'static str, fn() -> Ground);

const STATES: [State; 4] = [
    ("without", Ground::bare),
    ("empty", Ground::empty),
    ("with", Ground::configured),
    ("broken", Ground::broken),
];

/// A line for each result that differs from the table.
#[expect(clippy::disallowed_methods, reason = "a test has no Ctx")]
pub(super) fn broken_by(verbs: &[Verb]) -> Broken {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/walk/verbs.txt");
    let known = fs::read_to_string(&file).unwrap_or_default();
    let said = table(verbs);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, said.as_bytes()).unwrap();
        return Broken::new();
    }
    let known: Vec<&str> = known.lines().collect();
    let new = said.lines().filter(|line| !known.contains(line));
    let gone = known.iter().filter(|line| !said.lines().any(|it| it == **line));
    let new = new.map(|line| format!("is not in tests/walk/verbs.txt: {line}"));
    new.chain(gone.map(|line| format!("is no longer so: {line}"))).collect()
}

fn table(verbs: &[Verb]) -> String {
    let mut lines = Vec::new();
    for verb in verbs.iter().filter(|verb| !WITH_OWN_RULES.contains(&verb.name().as_str())) {
        let Some(args) = args_of(verb) else { continue };
        let mut results: Vec<(Vec<&str>, String)> = Vec::new();
        for (state, ground) in STATES {
            let ground = ground();
            let output = ground.call(&args, &[("CLAUDE_CODE_SESSION_ID", "")]);
            let code = output.status.code().unwrap_or(-1);
            let result = format!("{code} {}", first_line(&output, ground.path()));
            match results.iter_mut().find(|(_, known)| *known == result) {
                Some((states, _)) => states.push(state),
                None => results.push((vec![state], result)),
            }
        }
        lines.extend(results.iter().map(|(states, result)| {
            let is_all = states.len() == STATES.len();
            let states = if is_all { "all".to_owned() } else { states.join(" ") };
            format!("{} | {states} | {result}", verb.name()).trim_end().to_owned()
        }));
    }
    lines.join("\n") + "\n"
}

/// The first line on stdout, else the first on stderr, without what differs from run to run.
fn first_line(output: &Output, folder: &Path) -> String {
    let all = [text(&output.stdout), text(&output.stderr)].concat();
    let line = all.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let real = folder.canonicalize().unwrap_or_else(|_| PathBuf::from(folder));
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let line = line.replace(real.to_str().unwrap_or_default(), "P");
    let line = line.replace(folder.to_str().unwrap_or_default(), "P").replace(&name, "P");
    line.split_whitespace().map(steady).collect::<Vec<_>>().join(" ")
}

/// A word, or a mark where it is a time, a version or a sum.
fn steady(word: &str) -> &str {
    let is_time =
        word.len() >= 8 && word.contains(':') && word.starts_with(|c: char| c.is_ascii_digit());
    let is_date = word.len() == 10 && word.split('-').count() == 3 && word.starts_with("20");
    let is_sum = word.len() >= 32 && word.chars().all(|c| c.is_ascii_hexdigit());
    match (is_time || is_date, is_sum) {
        (true, _) => "TIME",
        (_, true) => "SUM",
        _ => word,
    }
}
