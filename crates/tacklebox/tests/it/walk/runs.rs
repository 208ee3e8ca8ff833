//! What the commands do: in an agent's place, without a configuration, outside of a project,
//! for a session that nobody knows, where nobody reads, and on a terminal of 80 columns.

use std::io::Write as _;
use std::process::Output;

use serde_json::Value;

use super::ground::{Ground, text};
use super::{Broken, Verb, broken};

/// The columns of the terminal.
const COLUMNS: usize = 80;

/// What a command needs to be called with, where that is not nothing.
const OPERANDS: &[(&str, &[&str])] = &[
    ("agent-trace blame", &["src/a.rs"]),
    ("agent-trace prune", &["--before", "2000-01-01"]),
    ("agent-trace squash", &["--before", "2000-01-01"]),
    ("completions", &["bash"]),
    ("doctor", &["--programs", "programs"]),
    ("file-context forget", &["--file", "src/a.rs"]),
    ("file-context ingest", &["src"]),
    ("file-context note add", &["src/a.rs", "words"]),
    ("file-context note rm", &["1"]),
    ("file-context query", &["--file", "src/a.rs"]),
    ("governance allow", &["--primitive", "web-fetch", "--for", "1h", "--reason", "words"]),
    ("governance check", &["--command", "ls"]),
    ("governance state set", &["DO"]),
    ("hooklint", &["echo words", "--event", "Stop", "--with-network"]),
    ("install", &["agent-trace-hook", "--programs", "programs"]),
    ("intent-gate check", &["--command", "ls"]),
    ("intent-gate complete", &["INT-001"]),
    ("intent-gate requests approve", &["1"]),
    ("intent-gate requests refuse", &["1"]),
    ("intent-gate select", &["INT-001"]),
    ("intent-gate show", &["INT-001"]),
    ("intent-gate trailer", &["COMMIT_EDITMSG"]),
    ("managed", &["agent-trace-hook", "--out", "rollout", "--programs", "programs"]),
    ("new-hook", &["bell"]),
    ("pause", &["governance", "--for", "1h", "--why", "words"]),
    ("policy build", &["policies", "--out", "built.tbx"]),
    ("policy pull", &["bundle.tbx"]),
    ("policy sign", &["bundle.tbx", "--key", "key.pem"]),
    ("policy verify", &["bundle.tbx"]),
    ("post-edit check", &["src/a.rs"]),
    ("post-edit run", &["src/a.rs"]),
    ("prompt-detect show", &["walk"]),
    ("prompt-detect wait", &["--for", "idle", "--timeout", "1ms"]),
    ("question-preference check", &["a-question"]),
    ("question-preference set", &["a-question", "always-ask"]),
    ("question-preference unset", &["a-question"]),
    ("resume", &["governance"]),
    ("rollback", &["--yes", "--programs", "programs"]),
    ("try", &["agent-trace"]),
    ("uninstall", &["agent-trace-hook"]),
    ("update", &["--programs", "programs"]),
];

/// What changes settings: what it could not do, it ends with as the installer does.
const INSTALLERS: [&str; 7] =
    ["doctor", "install", "list", "managed", "rollback", "uninstall", "update"];

/// What a host calls, and what becomes another program: they have rules of their own.
pub(super) const WITH_OWN_RULES: [&str; 2] = ["confine", "run"];

/// What only a person may do.
const FOR_A_PERSON: [&str; 15] = [
    "agent-trace prune",
    "agent-trace squash",
    "file-context forget",
    "file-context note add",
    "file-context note rm",
    "file-context prune",
    "governance allow",
    "intent-gate complete",
    "intent-gate requests approve",
    "intent-gate requests refuse",
    "pause",
    "question-preference set",
    "question-preference unset",
    "resume",
    "trust",
];

pub(super) fn broken_by(verbs: &[Verb]) -> Broken {
    let mut found = Broken::new();
    for verb in verbs.iter().filter(|verb| !WITH_OWN_RULES.contains(&verb.name().as_str())) {
        let Some(args) = args_of(verb) else {
            found.insert(broken("needs operands that the walk does not know", verb));
            continue;
        };
        for (rule, check) in RULES {
            if !check(verb, &args) {
                found.insert(broken(rule, verb));
            }
        }
    }
    found
}

/// With what a command is called; `None` where that is not known.
pub(super) fn args_of(verb: &Verb) -> Option<Vec<&str>> {
    let name = verb.name();
    let operands = OPERANDS.iter().find(|(of, _)| *of == name).map(|(_, operands)| *operands);
    if verb.needs_operands() && operands.is_none() {
        return None;
    }
    let mut args = verb_words(verb);
    args.extend(operands.unwrap_or_default());
    Some(args)
}

/// A rule, and whether a command with these arguments keeps it.
type Rule = (&'static str, fn(&Verb, &[&str]) -> bool);

const RULES: [Rule; 9] = [
    ("is not for a person alone, or does not say so as all do", is_for_whom_it_should),
    ("does not do without a configuration", does_without_configuration),
    ("does not name a project that is not there", names_a_missing_project),
    ("does not end quietly where nobody reads", ends_quietly),
    ("is wider than a terminal of 80 columns", fits_a_terminal),
    ("prints something else than one JSON document", prints_one_document),
    ("takes a session that nobody knows, or changes something", knows_its_sessions),
    ("does not show its own usage", shows_its_usage),
    ("has no help, or not by `help` too", has_help),
];

fn is_for_whom_it_should(verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::configured().call(args, &[]);
    let says = text(&output.stderr).contains("refused: ")
        && text(&output.stderr).contains(" is only for a person, but ");
    let is_for_a_person = FOR_A_PERSON.contains(&verb.name().as_str());
    says == is_for_a_person && (!says || output.status.code() == Some(1))
}

fn does_without_configuration(_verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::bare().call(args, &[]);
    let is_quiet = text(&output.stderr).lines().count() <= 2;
    matches!(output.status.code(), Some(0 | 1)) && is_quiet
}

fn names_a_missing_project(verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::bare().call(&[args, &["--project", "no/such"]].concat(), &[]);
    let is_installer = INSTALLERS.contains(&verb.name().as_str());
    let status = if is_installer && verb.has("project") { 1 } else { 2 };
    let named = if verb.has("project") { "no/such" } else { "--project" };
    output.status.code() == Some(status) && text(&output.stderr).contains(named)
}

fn ends_quietly(verb: &Verb, args: &[&str]) -> bool {
    let is_installer = INSTALLERS.contains(&verb.name().as_str());
    // There is something to take out, or nothing to put in.
    let made = match verb.last() {
        "uninstall" | "rollback" | "update" | "doctor" | "list" => Ground::installed,
        _ => Ground::configured,
    };
    let told = made();
    let expected = told.call(args, &[]);
    let ground = made();
    let mut child = ground.command(args, &[]).spawn().unwrap();
    drop(child.stdout.take());
    let _unread = child.stdin.take().unwrap().write_all(&ground.event());
    let output = child.wait_with_output().unwrap();
    let words = |output: &Output, ground: &Ground| {
        text(&output.stderr).replace(ground.path().to_str().unwrap(), "")
    };
    let done = |ground: &Ground| {
        let root = format!("{}/", ground.path().display());
        let files = ground.files().into_keys().map(|file| file.replace(&root, ""));
        files.filter(|file| !file.starts_with("state/")).collect::<Vec<_>>()
    };
    output.status == expected.status
        && (!is_installer || done(&ground) == done(&told))
        && words(&output, &ground).lines().count() == text(&expected.stderr).lines().count()
}

fn fits_a_terminal(verb: &Verb, args: &[&str]) -> bool {
    // What is told in whole sentences wraps; tables do not.
    let is_table = matches!(
        verb.last(),
        "log"
            | "stats"
            | "status"
            | "list"
            | "matrix"
            | "query"
            | "recent"
            | "blame"
            | "errors"
            | "cost"
            | "doctor"
    );
    let fits =
        |output: &Output| text(&output.stdout).lines().all(|line| line.chars().count() <= COLUMNS);
    let is_installer = INSTALLERS.contains(&verb.name().as_str());
    let ground = if is_installer { Ground::installed() } else { Ground::used() };
    let columns = COLUMNS.to_string();
    let help =
        ground.call(&[&verb_words(verb)[..], &["--help"]].concat(), &[("COLUMNS", &columns)]);
    fits(&help) && (!is_table || fits(&ground.call(args, &[("COLUMNS", &columns)])))
}

fn prints_one_document(verb: &Verb, args: &[&str]) -> bool {
    if !verb.has("json") {
        return true;
    }
    [Ground::bare(), Ground::configured(), Ground::installed(), Ground::used()].iter().all(
        |ground| {
            let output = ground.call(&[args, &["--json"]].concat(), &[]);
            let is_silent = output.stdout.is_empty() && output.status.code() != Some(0);
            let document = serde_json::from_slice::<Value>(&output.stdout);
            is_silent || document.is_ok_and(|it| it.is_object() && it.get("version").is_some())
        },
    )
}

fn knows_its_sessions(verb: &Verb, args: &[&str]) -> bool {
    // Who waits may wait for a session that is still to come.
    if !verb.has("session") || verb.last() == "wait" {
        return true;
    }
    let ground = Ground::used();
    let describes = verb.has("tool") && verb.has("input") && !args.contains(&"--command");
    let call: &[&str] = if describes { &["--command", "ls"] } else { &[] };
    // It forgets one thing: here, the session.
    let args = if verb.last() == "forget" { &verb_words(verb) } else { args };
    let args = [args, call, &["--session", "nonsense"]].concat();
    let before = ground.files();
    let own = [("CLAUDE_CODE_SESSION_ID", "")];
    let output = ground.call(&args, &own);
    let says = text(&output.stderr).contains("nonsense");
    output.status.code() == Some(1) && says && ground.files() == before
}

fn shows_its_usage(verb: &Verb, _args: &[&str]) -> bool {
    let words = verb_words(verb);
    let output = Ground::bare().call(&[&words[..], &["--no-such-flag"]].concat(), &[]);
    let below: Vec<&str> = words.iter().skip(1).copied().collect();
    let usage = if below.is_empty() { words.join(" ") } else { below.join(" ") };
    let stderr = text(&output.stderr);
    let shown = stderr.lines().find(|line| line.starts_with("Usage: ")).unwrap_or_default();
    output.status.code() == Some(2) && shown.contains(&usage)
}

fn has_help(verb: &Verb, _args: &[&str]) -> bool {
    let words = verb_words(verb);
    let ground = Ground::bare();
    let [own, by_help] = [[&words[..], &["--help"]].concat(), [&["help"], &words[..]].concat()]
        .map(|args| ground.call(&args, &[]));
    let is_help = |output: &Output| {
        output.status.code() == Some(0) && text(&output.stdout).contains("Usage: ")
    };
    is_help(&own) && is_help(&by_help)
}

fn verb_words(verb: &Verb) -> Vec<&str> {
    verb.words.iter().map(String::as_str).collect()
}
