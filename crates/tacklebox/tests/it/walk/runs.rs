//! What the commands do: in an agent's place, without a configuration, outside of a project,
//! for a session that nobody knows, where nobody reads, and on a terminal of 80 columns.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::{Broken, Verb, broken};

/// The columns of the terminal.
const COLUMNS: usize = 80;

/// What a command needs to be called with, where that is not nothing.
const OPERANDS: &[(&str, &[&str])] = &[
    ("agent-trace blame", &["src/a.rs"]),
    ("agent-trace prune", &["--before", "2000-01-01"]),
    ("agent-trace squash", &["--before", "2000-01-01"]),
    ("completions", &["bash"]),
    ("file-context forget", &["--file", "src/a.rs"]),
    ("file-context ingest", &["src"]),
    ("file-context note add", &["src/a.rs", "words"]),
    ("file-context note rm", &["1"]),
    ("file-context query", &["--file", "src/a.rs"]),
    ("governance allow", &["--primitive", "web-fetch", "--for", "1h", "--reason", "words"]),
    ("governance check", &["--command", "ls"]),
    ("governance state set", &["DO"]),
    ("hooklint", &["echo words", "--event", "Stop", "--with-network"]),
    ("intent-gate check", &["--command", "ls"]),
    ("intent-gate complete", &["INT-001"]),
    ("intent-gate requests approve", &["1"]),
    ("intent-gate requests refuse", &["1"]),
    ("intent-gate select", &["INT-001"]),
    ("intent-gate show", &["INT-001"]),
    ("pause", &["governance", "--for", "1h", "--why", "words"]),
    ("post-edit check", &["src/a.rs"]),
    ("post-edit run", &["src/a.rs"]),
    ("prompt-detect show", &["walk"]),
    ("prompt-detect tail", &["--no-follow"]),
    ("prompt-detect wait", &["--for", "idle", "--timeout", "1ms"]),
    ("question-preference check", &["a-question"]),
    ("question-preference import", &["src/a.rs"]),
    ("question-preference set", &["a-question", "always-ask"]),
    ("question-preference unset", &["a-question"]),
    ("resume", &["governance"]),
];

/// What is not called here: it answers a host, goes on for ever, or has walks of its own.
pub(super) const NOT_CALLED: [&str; 10] = [
    "run",
    "prompt-detect serve",
    "install",
    "uninstall",
    "update",
    "managed",
    "rollback",
    "list",
    "doctor",
    "install doctor",
];

/// What only a person may do.
const FOR_A_PERSON: [&str; 17] = [
    "agent-trace prune",
    "agent-trace squash",
    "file-context forget",
    "file-context note add",
    "file-context note rm",
    "file-context prune",
    "file-context vacuum",
    "governance allow",
    "intent-gate complete",
    "intent-gate requests approve",
    "intent-gate requests refuse",
    "pause",
    "question-preference import",
    "question-preference set",
    "question-preference unset",
    "resume",
    "trust",
];

/// A project in which a command is called.
pub(super) struct Ground(tempfile::TempDir);

pub(super) fn broken_by(verbs: &[Verb]) -> Broken {
    let mut found = Broken::new();
    for verb in verbs.iter().filter(|verb| !NOT_CALLED.contains(&verb.name().as_str())) {
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

const RULES: [Rule; 8] = [
    ("is not for a person alone, or does not say so as all do", is_for_whom_it_should),
    ("does not do without a configuration", does_without_configuration),
    ("does not name a project that is not there", names_a_missing_project),
    ("does not end quietly where nobody reads", ends_quietly),
    ("is wider than a terminal of 80 columns", fits_a_terminal),
    ("prints something else than one JSON document", prints_one_document),
    ("takes a session that nobody knows, or changes something", knows_its_sessions),
    ("does not show its own usage", shows_its_usage),
];

fn is_for_whom_it_should(verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::configured().call(args, &[]);
    let says = text(&output.stderr).contains("refused: ")
        && text(&output.stderr).contains(" is for a person, and ");
    let is_for_a_person = FOR_A_PERSON.contains(&verb.name().as_str());
    says == is_for_a_person && (!says || output.status.code() == Some(1))
}

fn does_without_configuration(_verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::bare().call(args, &[]);
    let is_quiet = text(&output.stderr).lines().count() <= 2;
    matches!(output.status.code(), Some(0 | 1)) && is_quiet
}

fn names_a_missing_project(_verb: &Verb, args: &[&str]) -> bool {
    let output = Ground::bare().call(&[args, &["--project", "no/such"]].concat(), &[]);
    output.status.code() == Some(2) && text(&output.stderr).contains("no/such")
}

fn ends_quietly(_verb: &Verb, args: &[&str]) -> bool {
    let expected = Ground::configured().call(args, &[]);
    let ground = Ground::configured();
    let mut child = ground.command(args, &[]).spawn().unwrap();
    drop(child.stdout.take());
    let _unread = child.stdin.take().unwrap().write_all(&ground.event());
    let output = child.wait_with_output().unwrap();
    let words = |output: &Output, ground: &Ground| {
        text(&output.stderr).replace(ground.0.path().to_str().unwrap(), "")
    };
    output.status == expected.status
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
            | "tail"
            | "errors"
            | "order"
            | "cost"
    );
    let fits =
        |output: &Output| text(&output.stdout).lines().all(|line| line.chars().count() <= COLUMNS);
    let ground = Ground::used();
    let columns = COLUMNS.to_string();
    let help =
        ground.call(&[&verb_words(verb)[..], &["--help"]].concat(), &[("COLUMNS", &columns)]);
    fits(&help) && (!is_table || fits(&ground.call(args, &[("COLUMNS", &columns)])))
}

fn prints_one_document(verb: &Verb, args: &[&str]) -> bool {
    // `tail` goes on, if it is not told otherwise: its form is a line for each.
    if !verb.has("json") || verb.last() == "tail" {
        return true;
    }
    [Ground::bare(), Ground::configured(), Ground::used()].iter().all(|ground| {
        let output = ground.call(&[args, &["--json"]].concat(), &[]);
        let is_silent = output.stdout.is_empty() && output.status.code() != Some(0);
        let document = serde_json::from_slice::<Value>(&output.stdout);
        is_silent || document.is_ok_and(|it| it.is_object() && it.get("version").is_some())
    })
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

fn verb_words(verb: &Verb) -> Vec<&str> {
    verb.words.iter().map(String::as_str).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Ground {
    /// A project with a file and nothing else.
    fn bare() -> Self {
        let ground = Self(tempfile::tempdir().unwrap());
        ground.put("src/a.rs", "fn main() {}\n");
        fs::create_dir_all(ground.0.path().join("home")).unwrap();
        ground
    }

    /// A project with the configurations that `init` writes.
    fn configured() -> Self {
        let ground = Self::bare();
        ground.put(
            ".tacklebox/governance.yaml",
            "version: 1\nstates: [DO]\ndefault_state: DO\n\
             rules: { web-fetch: { DO: { action: block, message: no } } }\n",
        );
        ground.put(
            ".orchestration/active_intents.yaml",
            "active_intents:\n  - { id: INT-001, name: n, status: PENDING, owned_scope: ['src/**'] }\n",
        );
        ground.put(".tacklebox/intent-gate.yaml", "version: 1\n");
        ground.put(
            ".tacklebox/post-edit.yaml",
            "version: 1\nsteps: [{ files: '*.rs', kind: check, run: [a-program-of-a-long-name, --with, '{file}'] }]\n",
        );
        ground
    }

    /// A project in which no configuration can be read.
    pub(super) fn broken() -> Self {
        let ground = Self::configured();
        for name in [
            "agent-trace",
            "file-context",
            "governance",
            "intent-gate",
            "post-edit",
            "prompt-detect",
            "questions",
        ] {
            ground.put(&format!(".tacklebox/{name}.yaml"), "version: 1\nno-such-key: [1]\n");
        }
        ground
    }

    /// A project with configurations, after some calls.
    pub(super) fn used() -> Self {
        let ground = Self::configured();
        let long = "a/folder/of/a/rather/long/name/".repeat(4);
        let calls = [
            ("Bash", json!({"command": format!("cat {long}x && rm {long}y")})),
            ("WebFetch", json!({"url": "https://example.org/", "prompt": "p"})),
            ("Read", json!({"file_path": ground.0.path().join("src/a.rs")})),
            (
                "Edit",
                json!({"file_path": ground.0.path().join("src/a.rs"), "old_string": "a", "new_string": "b"}),
            ),
        ];
        for (tool, input) in calls {
            for event in ["PreToolUse", "PostToolUse"] {
                let event = json!({
                    "hook_event_name": event, "session_id": "walk", "cwd": ground.0.path(),
                    "tool_name": tool, "tool_input": input, "tool_use_id": format!("{tool}-1"),
                    "tool_response": {},
                });
                ground.send(&event);
            }
        }
        ground
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn put(&self, name: &str, text: &str) {
        let file = self.0.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, text.as_bytes()).unwrap();
    }

    fn event(&self) -> Vec<u8> {
        let input = json!({"command": "ls"});
        let event = json!({
            "hook_event_name": "PreToolUse", "session_id": "walk", "cwd": self.0.path(),
            "tool_name": "Bash", "tool_input": input,
        });
        event.to_string().into_bytes()
    }

    pub(super) fn send(&self, event: &Value) {
        let hooks: Vec<String> =
            tacklebox::all().hooks().map(|hook| hook.name().to_owned()).collect();
        let mut args = vec!["run"];
        args.extend(hooks.iter().map(String::as_str));
        let output = self.run(&args, &[], event.to_string().as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }

    /// Calls the program as it is called in an agent's shell.
    pub(super) fn call(&self, args: &[&str], env: &[(&str, &str)]) -> Output {
        self.run(args, env, &self.event())
    }

    fn run(&self, args: &[&str], env: &[(&str, &str)], stdin: &[u8]) -> Output {
        let mut child = self.command(args, env).spawn().unwrap();
        let _unread = child.stdin.take().unwrap().write_all(stdin);
        child.wait_with_output().unwrap()
    }

    fn command(&self, args: &[&str], env: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tacklebox"));
        command
            .args(args)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.0.path().join("home"))
            .env("TACKLEBOX_STATE_DIR", self.0.path().join("state"))
            .env("TACKLEBOX_CONFIG_DIR", self.0.path().join("config"))
            .env("CLAUDE_PROJECT_DIR", self.0.path())
            .env("CLAUDE_CODE_SESSION_ID", "walk")
            .env("TZ", "UTC")
            .envs(env.iter().copied())
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// All files and what is in them, but for what is only kept to be faster, and the store with
    /// what waits to be taken into it: who reads it takes that in.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.0.path(), &mut files);
        let is_passing =
            |name: &str| ["/cache", "/context", "/.context"].iter().any(|it| name.contains(it));
        files.retain(|name, _| !is_passing(name));
        files
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.to_str().unwrap().to_owned(), fs::read(&path).unwrap_or_default());
        }
    }
}
