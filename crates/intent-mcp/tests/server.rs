//! The server as a process that speaks JSON-RPC, a line a message.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use hook_runtime::{Ctx, Environment};
use serde_json::{Value, json};
use tempfile::TempDir;

const INTENTS: &str = "active_intents:
- id: auth-1
  name: Sign in
  status: IN_PROGRESS
  owned_scope: [src/auth/**]
  constraints: [no new dependency]
  acceptance_criteria: [a wrong password is refused]
- id: old
  name: Gone
  status: COMPLETED
";

struct Ground(TempDir);

impl Ground {
    fn new(intents: &str) -> Ground {
        let ground = Ground(TempDir::new().unwrap());
        ground.write("active_intents.yaml", intents);
        ground
    }

    fn project(&self) -> PathBuf {
        self.0.path().join("a project")
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.project().join(".orchestration").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn lock(&self, session: &str, expires: &str) {
        let lock = json!({"session": session, "since": "2026-11-20T14:00:00Z", "expires": expires});
        self.write_lock(&lock.to_string());
    }

    fn write_lock(&self, text: &str) {
        let environment = [
            ("CLAUDE_PROJECT_DIR".to_owned(), self.project().to_string_lossy().into_owned()),
            ("TACKLEBOX_STATE_DIR".to_owned(), state(&self.project())),
        ];
        let environment = Environment::Fixed(environment.into());
        let ctx = Ctx::new("intent-mcp", environment, SystemTime::UNIX_EPOCH, None);
        let folder = ctx.state().unwrap().file("intent-locks");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("auth-1.json"), text).unwrap();
    }

    fn run(&self, input: &[u8]) -> Output {
        speak(&mut server(&self.project()), input)
    }

    /// What a session with these calls answers, by the numbers of the calls.
    fn answers(&self, calls: &[(&str, Value)]) -> BTreeMap<u64, Value> {
        let calls = calls.iter().zip(1..).map(|((tool, arguments), number)| {
            request(number, "tools/call", &json!({"name": tool, "arguments": arguments}))
        });
        let lines: Vec<String> = opening().into_iter().chain(calls).collect();
        let output = self.run((lines.join("\n") + "\n").as_bytes());
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        replies(&output.stdout)
    }

    /// The text of one call, and whether it is an error.
    fn call(&self, tool: &str, arguments: Value) -> (String, bool) {
        let answers = self.answers(&[(tool, arguments)]);
        let result = &answers[&1]["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answers:?}"));
        (text.to_owned(), result["isError"].as_bool().unwrap_or_default())
    }
}

/// The folder of the state of all projects.
fn state(project: &Path) -> String {
    project.with_file_name("state").to_string_lossy().into_owned()
}

fn server(project: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intent-mcp"));
    command
        .env_clear()
        .env("CLAUDE_PROJECT_DIR", project)
        .env("TACKLEBOX_STATE_DIR", state(project))
        .env("CLAUDE_CODE_SESSION_ID", "s1")
        .env("TACKLEBOX_NOW", "2026-11-20T14:03:00Z")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Sends all of `input` at once and ends it.
fn speak(server: &mut Command, input: &[u8]) -> Output {
    let mut child = server.spawn().unwrap();
    // What does not fit into the pipe waits until the server has read some.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn request(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// How Claude Code opens a session.
fn opening() -> [String; 2] {
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {"roots": {}},
        "clientInfo": {"name": "claude-code", "version": "2.1.330"}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    [request(0, "initialize", &params), ready.to_string()]
}

/// Every line of stdout, by its id.
fn replies(stdout: &[u8]) -> BTreeMap<u64, Value> {
    let text = String::from_utf8(stdout.to_vec()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| Some((line["id"].as_u64()?, line))).collect()
}

#[test]
fn a_session_begins_and_lists_the_tools() {
    let ground = Ground::new(INTENTS);
    let [opening, ready] = opening();
    let list = request(7, "tools/list", &json!({}));
    let output = ground.run(format!("{opening}\n{ready}\n{list}\n").as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let replies = replies(&output.stdout);
    let begun = &replies[&0]["result"];
    assert_eq!(begun["serverInfo"]["name"], "intent-mcp");
    assert_eq!(begun["protocolVersion"], "2025-06-18");
    assert_eq!(begun["capabilities"], json!({"tools": {}}));
    let tools = replies[&7]["result"]["tools"].as_array().unwrap();
    let told: Vec<_> = tools
        .iter()
        .map(|tool| {
            let only_reads = tool["annotations"]["readOnlyHint"].as_bool().unwrap();
            (tool["name"].as_str().unwrap(), only_reads, tool["inputSchema"]["required"].clone())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("list_intents", true, Value::Null),
            ("select_active_intent", false, json!(["intent_id"])),
            ("release_intent", false, Value::Null),
            ("scope_expansion_request", false, json!(["paths", "reason"])),
        ]
    );
}

#[test]
fn intents_are_listed_with_who_holds_them() {
    let list = |ground: &Ground| ground.call("list_intents", json!({}));
    let ground = Ground::new(INTENTS);
    let free = "- auth-1 [IN_PROGRESS] Sign in\n- old [COMPLETED] Gone (closed)";
    assert_eq!(list(&ground), (free.to_owned(), false));
    ground.lock("s2", "2026-11-20T14:03:00Z");
    assert_eq!(list(&ground), (free.to_owned(), false), "its time is over");
    for (session, words) in [("s2", "session s2"), ("s1", "this session"), ("a\nb", "session a b")]
    {
        ground.lock(session, "2026-11-20T14:03:01Z");
        let held = format!("Sign in (held by {words} until 2026-11-20T14:03:01Z)\n");
        assert!(list(&ground).0.contains(&held), "{}", list(&ground).0);
    }
    ground.write_lock("");
    assert!(list(&ground).0.contains("(held by a lock that cannot be read)"));
    assert!(list(&Ground::new("active_intents: []\n")).0.starts_with("No intents yet. "));
}

#[test]
fn a_choice_is_answered_with_the_context() {
    let select =
        |ground: &Ground, id: Value| ground.call("select_active_intent", json!({"intent_id": id}));
    let ground = Ground::new(INTENTS);
    let context = "<intent_context>\nintent: auth-1\nname: Sign in\nstatus: IN_PROGRESS\n\
                   owned_scope:\n- src/auth/**\nacceptance_criteria:\n\
                   - a wrong password is refused\nconstraints:\n- no new dependency\n\
                   </intent_context>";
    assert_eq!(select(&ground, json!("auth-1")), (context.to_owned(), false));
    ground.lock("s2", "2026-11-20T15:00:00Z");
    let held = "`auth-1` is held by session s2 until 2026-11-20T15:00:00Z.\n";
    assert_eq!(select(&ground, json!("auth-1")), (format!("{held}{context}"), false));
    let unknown = "no intent `x y`; the intents are: auth-1, old";
    assert_eq!(select(&ground, json!("x\ny")), (unknown.to_owned(), true));
    let closed = "the intent `old` is closed: its status is COMPLETED";
    assert_eq!(select(&ground, json!("old")), (closed.to_owned(), true));
    assert_eq!(select(&ground, json!(7)), ("`intent_id` must be a string".to_owned(), true));
}

#[test]
fn a_release_names_what_is_left() {
    let ground = Ground::new(INTENTS);
    let nothing = ("No intent is chosen in this session.".to_owned(), false);
    assert_eq!(ground.call("release_intent", json!({})), nothing);
    ground.lock("s2", "2026-11-20T15:00:00Z");
    assert_eq!(ground.call("release_intent", json!({})), nothing);
    ground.lock("s1", "2026-11-20T15:00:00Z");
    let left = "The gate releases auth-1.";
    assert_eq!(ground.call("release_intent", json!({})), (left.to_owned(), false));
}

#[test]
fn a_request_names_what_is_asked_for() {
    let ground = Ground::new(INTENTS);
    let ask = |paths: Value, reason: &str| {
        ground.call("scope_expansion_request", json!({"paths": paths, "reason": reason}))
    };
    let none = "no intent is chosen in this session: choose one first";
    assert_eq!(ask(json!(["docs/a.md"]), "because"), (none.to_owned(), true));
    ground.lock("s1", "2026-11-20T15:00:00Z");
    let absolute = ground.project().join("lib/a.rs");
    let asked = "Asked for: docs/a.md, lib/a.rs. A person decides; until then these paths are \
                 outside the scope.";
    assert_eq!(ask(json!(["./docs/a.md", absolute]), "because"), (asked.to_owned(), false));
    for (paths, reason, words) in [
        (
            json!(["../x"]),
            "because",
            "`../x` cannot be requested: it is outside the project, or is the whole project",
        ),
        (
            json!(["!a"]),
            "because",
            "`!a` cannot be requested: expected a path or a glob to include",
        ),
        (json!([]), "because", "`paths` must be a list"),
        (json!("a"), "because", "`paths` must be a list"),
        (json!([1]), "because", "`paths` must be a list of strings"),
        (json!(vec!["a"; 51]), "because", "more than 50 paths: use a glob"),
        (json!(["a"]), " ", "`reason` must not be empty: a person decides"),
    ] {
        assert_eq!(ask(paths, reason), (words.to_owned(), true));
    }
    assert!(!ground.project().join(".orchestration/scope_requests.jsonl").exists());
}

#[test]
fn a_project_without_intents_or_with_broken_ones_says_so() {
    let ground = Ground::new("active_intents:\n- id: a\n- id: a\n");
    let (text, is_error) = ground.call("list_intents", json!({}));
    assert!(
        is_error && text.ends_with("yaml:3:3: active_intents[1].id: duplicate id `a`"),
        "{text}"
    );
    fs::remove_dir_all(ground.project().join(".orchestration")).unwrap();
    let project = ground.project();
    let none = format!(
        "no .orchestration/active_intents.yaml in {}, so no intent is needed",
        project.display()
    );
    assert_eq!(ground.call("select_active_intent", json!({"intent_id": "a"})), (none, true));
}

/// Lays out `tests/projects.json` in `folder`, and returns the project of each start.
#[cfg(unix)]
fn projects_of_all_programs(folder: &Path) -> BTreeMap<PathBuf, Option<PathBuf>> {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/projects.json");
    let table: Value = serde_json::from_str(&fs::read_to_string(table).unwrap()).unwrap();
    let entries = |key: &str| table[key].as_object().unwrap().clone();
    for (path, text) in entries("files") {
        let file = folder.join(&path);
        let dir = if path.ends_with('/') { &file } else { file.parent().unwrap() };
        fs::create_dir_all(dir).unwrap();
        if !path.ends_with('/') {
            fs::write(file, text.as_str().unwrap()).unwrap();
        }
    }
    for (path, target) in entries("links") {
        std::os::unix::fs::symlink(target.as_str().unwrap(), folder.join(path)).unwrap();
    }
    let root = |root: Value| root.as_str().map(|root| folder.join(root));
    entries("projects").into_iter().map(|(start, it)| (folder.join(start), root(it))).collect()
}

/// What it says of the project tells which one it looked at.
#[cfg(unix)]
#[test]
fn the_project_is_that_of_all_programs() {
    let ground = TempDir::new().unwrap();
    let folder = ground.path().canonicalize().unwrap();
    let list = request(1, "tools/call", &json!({"name": "list_intents", "arguments": {}}));
    let input = opening().join("\n") + "\n" + &list + "\n";
    for (start, project) in projects_of_all_programs(&folder) {
        let Some(project) = project.filter(|_| start.is_dir()) else { continue };
        let mut declared = server(&start);
        let mut started_in = server(Path::new("/nowhere"));
        started_in.env_remove("CLAUDE_PROJECT_DIR").current_dir(&start);
        // The system knows the folder of a process by its path without links.
        let real = project.canonicalize().unwrap();
        for (command, root) in [(&mut declared, &project), (&mut started_in, &real)] {
            let output = speak(command.env("HOME", folder.join("home")), input.as_bytes());
            let reply = &replies(&output.stdout)[&1]["result"]["content"][0]["text"];
            let found = if project.join(".orchestration").is_dir() {
                "- TEAM [no status]".to_owned()
            } else {
                format!(" in {}, so no intent is needed", root.display())
            };
            assert!(reply.as_str().unwrap().contains(&found), "{}: {reply}", start.display());
        }
    }
}

#[test]
fn a_host_that_names_no_project_starts_the_server_in_it() {
    let ground = Ground::new(INTENTS);
    let list = request(1, "tools/call", &json!({"name": "list_intents", "arguments": {}}));
    let [opening, ready] = opening();
    let mut command = server(Path::new("/nowhere"));
    let command = command.env_remove("CLAUDE_PROJECT_DIR").current_dir(ground.project());
    let output = speak(command, format!("{opening}\n{ready}\n{list}\n").as_bytes());
    let text = replies(&output.stdout)[&1]["result"]["content"][0]["text"].clone();
    assert!(text.as_str().unwrap().starts_with("- auth-1 "), "{text}");
}

#[test]
fn garbage_is_passed_over() {
    let ground = Ground::new(INTENTS);
    let [opening, ready] = opening();
    let list = request(7, "tools/list", &json!({}));
    let garbage = "no json\n{\n[]\n42\n\"x\"\nnull\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\
                   {\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n{\"id\":6}\n\
                   {\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/list\"}\n\n\r\n";
    let mut input = Vec::new();
    // What is not a message at all may come before the session, too.
    for text in ["no json\n{\n[]\n42\n", &opening, "\n", garbage, &ready, "\n", garbage, &list] {
        input.extend_from_slice(text.as_bytes());
        if text == garbage {
            input.extend_from_slice(b"\xff\xfe\n");
        }
    }
    // The last line is not ended, and is answered all the same.
    let output = ground.run(&input);
    assert!(output.status.success(), "{output:?}");
    let replies = replies(&output.stdout);
    assert_eq!(replies[&0]["result"]["serverInfo"]["name"], "intent-mcp");
    assert_eq!(replies[&7]["result"]["tools"].as_array().map(Vec::len), Some(4));
}

#[test]
fn what_is_pending_is_answered_at_the_end_of_input() {
    let ground = Ground::new(INTENTS);
    let calls = vec![("list_intents", json!({})); 200];
    let answers = ground.answers(&calls);
    assert_eq!(answers.len(), 201);
    assert!(answers.values().skip(1).all(|answer| answer["result"]["isError"] == false));
    let unknown = ground.answers(&[("no_such_tool", json!({}))]);
    assert_eq!(unknown[&1]["error"]["message"], "there is no tool `no_such_tool`");
}

#[test]
fn an_input_without_a_session_is_no_failure() {
    let ground = Ground::new(INTENTS);
    for input in [&b""[..], b"\n", b"no json"] {
        let output = ground.run(input);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn it_says_what_it_is() {
    let run = |argument: &str| server(Path::new("/")).arg(argument).output().unwrap();
    let version = run("--version");
    let expected = format!("intent-mcp {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);
    let help = run("--help");
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--version"));
    assert_eq!(run("--nonsense").status.code(), Some(2));
}
