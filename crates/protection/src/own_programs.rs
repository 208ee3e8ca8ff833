//! Our programs: where they are, how a file is known to be one, and which of their commands only a
//! person may run.
//!
//! A command is known by the name of its program. The programs themselves find out whether a person
//! runs them, whatever they are called.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use hook_state::{Access, Links, open_regular, read_regular};
use process_start::mark;
use project_paths::PROGRAMS;
use serde_json::Value;
use shell_syntax::{SimpleCommand, Word};

/// The server beside the hooks.
const SERVER: &str = "intent-mcp";

/// The program that asks the authority of a team, for the gate. An agent may run only [`STATUS`] of it.
const SYNC: &str = "tacklebox-sync";
const STATUS: &str = "status";

/// What only a person may run, as the first words after the program.
const OF_A_PERSON: [&[&str]; 19] = [
    &["requests", "approve"],
    &["requests", "refuse"],
    &["complete"],
    &["allow"],
    &["set"],
    &["unset"],
    &["squash"],
    &["forget"],
    &["prune"],
    &["note", "add"],
    &["pause"],
    &["rollback"],
    &["trust"],
    &["person"],
    &["install"],
    &["uninstall"],
    &["update"],
    &["policy", "pull"],
    &["doctor", FIX],
];

/// The option by which a look becomes a change.
const FIX: &str = "--fix";

/// What the gate judges by its own name, and what is refused under another.
const OF_THE_GATE: [&str; 3] = ["select", "release", "init"];

/// The gate's own program.
const GATE: &str = "intent-gate-hook";

/// The program of all hooks.
const ENGINE: &str = "tacklebox";

/// Programs that believe an event which they are told.
const JUDGES: [&str; 3] = [GATE, "governance-hook", ENGINE];

/// What is wrong with running a program of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// Only a person may do that.
    OfAPerson,
    /// It is told an event by hand.
    Fed,
}

/// The names of our programs.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().copied().chain([SERVER, SYNC])
}

/// The running program, and ours beside it, as far as they are named.
pub(crate) fn beside(program: Option<&Path>) -> Vec<PathBuf> {
    let Some(program) = program else { return Vec::new() };
    let folder = program.parent().unwrap_or(program);
    let all = names().chain(confine::SHELLS);
    let others = all.map(|name| folder.join(name)).filter(|other| other != program);
    std::iter::once(program.to_owned()).chain(others).collect()
}

/// The records of hooks from elsewhere, beside the running program.
pub(crate) fn records(program: Option<&Path>) -> Vec<PathBuf> {
    const RECORD_END: &str = ".hook.json";
    let entries = program.and_then(Path::parent).and_then(|folder| folder.read_dir().ok());
    let is_record = |path: &PathBuf| path.to_str().is_some_and(|path| path.ends_with(RECORD_END));
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_record).collect()
}

/// The program of a hook from elsewhere and its manifest, as its record says.
pub(crate) fn files_of(record: &Path) -> Vec<PathBuf> {
    const MAX_RECORD: u64 = 128 << 10;
    let files = || {
        let bytes = read_regular(record, Links::Followed, MAX_RECORD).ok()?;
        let record: Value = serde_json::from_slice(&bytes).ok()?;
        let folder = PathBuf::from(record.get("folder")?.as_str()?);
        let program = record.pointer("/manifest/program")?.as_str()?;
        Some(vec![folder.join(program), folder.join("tacklebox-hook.json")])
    };
    files().unwrap_or_default()
}

/// What is wrong with a command, if it runs a program of ours.
pub(crate) fn judge(command: &SimpleCommand) -> Option<Run> {
    let program = command.words.first()?;
    let own = names().find(|name| command.program() == Some(name));
    let words = verbs(command);
    if let Some(name) = own {
        let is_gate = |word: &Word| word.literal && hook_of(&word.text) == Some(GATE);
        return match words.get(1..) {
            // The gate knows this form of its own name, where nothing stands between.
            Some(rest) if name == ENGINE && command.args().next().is_some_and(is_gate) => {
                of_words(GATE, rest)
            }
            _ => of_words(name, &words),
        };
    }
    // The text does not tell which program `find` or `xargs` puts here, or an expansion yields.
    let text = &program.text;
    let is_expansion = text.starts_with(['$', '`']) && names().any(|own| text.contains(own));
    if text.contains("{}") || is_expansion { of_words("", &words) } else { None }
}

fn of_words(name: &str, words: &[&Word]) -> Option<Run> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    if matches!(words.last(), Some(last) if matches!(last.text.as_str(), "-h" | "--help")) {
        return None;
    }
    if name == SYNC {
        let is_look = words.first().is_none_or(|word| word.literal && word.text == STATUS);
        return (!is_look).then_some(Run::OfAPerson);
    }
    let is_judge = name.is_empty() || JUDGES.contains(&name);
    let Some(first) = words.first() else { return is_judge.then_some(Run::Fed) };
    if text(0) == "run" && (name == ENGINE || name.is_empty() && is_named(text(1))) {
        return Some(Run::Fed);
    }
    if name == ENGINE && hook_of(text(0)).is_some() {
        return of_words("", words.get(1..).unwrap_or_default());
    }
    let is_hidden = is_put_in(first)
        || text(0) == "requests" && words.get(1).is_some_and(|word| is_put_in(word));
    let is_of_person =
        OF_A_PERSON.iter().any(|verb| verb.iter().enumerate().all(|(at, word)| text(at) == *word));
    let is_of_gate = name.is_empty() && OF_THE_GATE.contains(&text(0));
    (is_hidden || is_of_person || is_of_gate).then_some(Run::OfAPerson)
}

/// Whether a word is not told by the text: an expansion, or what `xargs` and `find` put in.
fn is_put_in(word: &Word) -> bool {
    !word.literal || word.text.contains("{}")
}

fn is_named(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    names().any(|own| own == name)
}

/// The hook that a word behind `tacklebox` names, with or without `-hook`.
fn hook_of(text: &str) -> Option<&'static str> {
    let name = text.rsplit('/').next().unwrap_or(text);
    names().find(|own| *own == name || own.strip_suffix("-hook") == Some(name))
}

/// The words behind a program that say what it is to do: without options, and without the project.
fn verbs(command: &SimpleCommand) -> Vec<&Word> {
    let mut found = Vec::new();
    let mut words = command.args();
    while let Some(word) = words.next() {
        match word.text.as_str() {
            "--project" => {
                words.next();
            }
            "-h" | "--help" | FIX => found.push(word),
            text if text.starts_with('-') && word.literal => {}
            _ => found.push(word),
        }
    }
    found
}

/// Whether a file has the mark of our programs in it, whatever its name. One that cannot be read has not.
pub fn bears_mark(file: &Path) -> bool {
    holds(file, mark()).unwrap_or(false)
}

/// Whether a file has `wanted` in it, read piece by piece: a program may be large.
fn holds(file: &Path, wanted: &[u8]) -> io::Result<bool> {
    const PIECE: u64 = 256 << 10;
    let mut file = open_regular(file, Access::Read, Links::Followed)?.into_file();
    let mut piece = Vec::new();
    loop {
        // The end of the piece before, in which it may begin.
        let from = piece.len().saturating_sub(wanted.len());
        piece.drain(..from);
        if file.by_ref().take(PIECE).read_to_end(&mut piece)? == 0 {
            return Ok(false);
        }
        if contains(&piece, wanted) {
            return Ok(true);
        }
    }
}

/// Whether `bytes` have `wanted` in them.
fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    let Some(first) = wanted.first() else { return true };
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| byte == first) {
        rest = rest.get(at..).unwrap_or_default();
        if rest.starts_with(wanted) {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<Run>) {
        let commands = shell_syntax::commands(line, &|_| vec![]).unwrap();
        assert_eq!(judge(&commands[0]), expected, "{line}");
    }

    #[test]
    fn verbs_of_a_person_are_known_whatever_stands_before_them() {
        let person = Some(Run::OfAPerson);
        check("intent-gate-hook requests approve 1", person);
        check(".claude/hooks/bin/intent-gate-hook requests --project x refuse 1", person);
        check("governance-hook --project /p allow --primitive x", person);
        check("$(which governance-hook) allow --primitive x", person);
        check("question-preference-hook unset a", person);
        check("question-preference-hook set a never-ask --yes-i-am-a-person", person);
        check("file-context-hook note add x", person);
        check("agent-trace-hook squash --before 2030-01-01", person);
        check("tacklebox governance-hook allow", person);
        check("tacklebox trust .", person);
        check("tacklebox uninstall --all", person);
        check("tacklebox policy pull 7.tbx --key mine.pub --system", person);
        check("tacklebox install governance-hook --programs /tmp/mine", person);
        check("tacklebox doctor --json --fix --programs /tmp/mine", person);
        check("tacklebox governance allow --primitive x", person);
        check("tacklebox intent-gate complete A", person);
        check("tacklebox intent-gate requests approve 1", person);
        check("tacklebox --json intent-gate select A", person);
        check("tacklebox $hook select A", person);
        check("intent-gate-hook $verb", person);
        check("tacklebox-sync claim < request.json", person);
        check("/p/tacklebox-sync keep --state s", person);
        check("tacklebox-sync $verb", person);
        check("$g requests approve 1", None);
        for line in [
            "intent-gate-hook requests",
            "intent-gate-hook list",
            "intent-gate-hook select A",
            "intent-gate-hook release",
            ".tacklebox/bin/tacklebox intent-gate select A --session s",
            "tacklebox intent-gate-hook list",
            "intent-gate-hook complete --help",
            "governance-hook state set DO",
            "file-context-hook note list",
            "agent-trace-hook blame src/a:1",
            "agent-trace-hook verify",
            "tacklebox order",
            "tacklebox policy status",
            "tacklebox-sync status",
            "tacklebox-sync --version",
            "tacklebox doctor --json",
            "tacklebox uninstall --help",
            "npm install x",
            "git set x",
            "src/g requests approve 1",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn an_event_told_by_hand_is_known() {
        check("intent-gate-hook < end.json", Some(Run::Fed));
        check("governance-hook", Some(Run::Fed));
        check("tacklebox run intent-gate-hook < end.json", Some(Run::Fed));
        check("src/other < end.json", None);
        check("agent-trace-hook < stop.json", None);
        check("post-edit-hook run src/a", None);
    }

    #[test]
    fn the_mark_is_found_wherever_it_is() {
        let mut bytes = vec![0x1d; 100];
        assert!(!contains(&bytes, mark()));
        bytes.extend(mark());
        bytes.push(0);
        assert!(contains(&bytes, mark()));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for before in [0, 100, (256 << 10) - 20, 256 << 10, 600 << 10] {
            hook_state::replace(&file, &[&vec![0x1d; before], mark()].concat()).unwrap();
            assert!(holds(&file, mark()).unwrap(), "{before}");
        }
        hook_state::replace(&file, &vec![0x1d; 1 << 20]).unwrap();
        assert!(!holds(&file, mark()).unwrap());
    }
}
