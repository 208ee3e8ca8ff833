//! Real processes of one session at once, as parallel calls and subagents start them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_prompt-detect-hook");

const SESSION: &str = "3f0c1d52-0000-4000-8000-000000000001";

struct Ground(TempDir);

impl Ground {
    fn new() -> Ground {
        let dir = TempDir::new().unwrap();
        fs::create_dir_all(dir.path().join("project/.tacklebox")).unwrap();
        Ground(dir)
    }

    fn start(&self) -> Child {
        let project = self.0.path().join("project");
        Command::new(PROGRAM)
            .env_clear()
            .env("HOME", self.0.path())
            .env("CLAUDE_PROJECT_DIR", &project)
            .env("TACKLEBOX_STATE_DIR", self.0.path().join("state"))
            .current_dir(&project)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Starts a hook for each event, and lets them go together.
    fn play(&self, events: &[Value]) {
        let mut hooks: Vec<Child> = events.iter().map(|_| self.start()).collect();
        let stdins: Vec<_> = hooks.iter_mut().map(|hook| hook.stdin.take().unwrap()).collect();
        // Each waits for the end of its input.
        for (mut stdin, event) in stdins.into_iter().zip(events) {
            stdin.write_all(event.to_string().as_bytes()).unwrap();
        }
        for hook in hooks {
            let output = hook.wait_with_output().unwrap();
            assert!(output.status.success());
            assert_eq!(String::from_utf8_lossy(&output.stdout), "");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        }
    }

    fn state(&self) -> PathBuf {
        let projects = self.0.path().join("state/projects");
        fs::read_dir(projects).unwrap().next().unwrap().unwrap().path()
    }

    /// The lines of the journal, whose numbers follow each other.
    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.state().join("agent-events.jsonl")).unwrap();
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (line, seq) in lines.iter().zip(1_u64..) {
            assert_eq!(line["seq"], seq, "{line}");
        }
        lines
    }

    fn session(&self, id: &str) -> Value {
        read(&self.state().join(format!("prompts/{id}.json")))
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn event(name: &str, agent: usize, session: &str) -> Value {
    json!({
        "session_id": session,
        "hook_event_name": name,
        "agent_id": format!("agent{agent}"),
        "agent_type": "Explore",
        "tool_name": "AskUserQuestion",
        "tool_input": {"questions": [{"question": format!("Which one, {agent}?")}]},
        "tool_use_id": format!("toolu_{agent}"),
    })
}

fn calls(lines: &[Value], kind: &str) -> BTreeSet<String> {
    let of_kind = lines.iter().filter(|line| line["type"] == kind);
    of_kind.map(|line| line["tool_use_id"].as_str().unwrap().to_owned()).collect()
}

fn all(number: usize) -> BTreeSet<String> {
    (0..number).map(|at| format!("toolu_{at}")).collect()
}

pub(crate) fn hooks_that_run_at_once_lose_nothing() {
    let ground = Ground::new();
    // Each event twice, as where the hook is registered twice.
    let of_all =
        |name: &str| -> Vec<Value> { (0..24).map(|at| event(name, at / 2, SESSION)).collect() };
    ground.play(&of_all("PreToolUse"));
    assert_eq!(calls(&ground.lines(), "agent:prompt"), all(12));
    assert_eq!(ground.lines().len(), 12);
    assert_eq!(ground.session(SESSION)["prompts"].as_array().unwrap().len(), 12);
    assert_eq!(ground.session(SESSION)["state"], "prompting");

    ground.play(&of_all("PostToolUse"));
    let lines = ground.lines();
    assert_eq!(calls(&lines, "agent:prompt_resolved"), all(12));
    assert_eq!(lines.len(), 24);
    let left: Vec<&Value> = lines.iter().skip(12).map(|line| &line["state"]).collect();
    let (last, before) = left.split_last().unwrap();
    assert_eq!(*last, "working");
    assert!(before.iter().all(|state| *state == "prompting"));
    assert_eq!(ground.session(SESSION)["state"], "working");
}

pub(crate) fn a_question_that_is_told_before_it_is_asked_stays_closed() {
    let ground = Ground::new();
    for round in 0..8 {
        let asked = event("PreToolUse", round, SESSION);
        let answered = event("PostToolUse", round, SESSION);
        ground.play(&[asked, answered]);
        // Whichever was first: then it is open, and closed by nothing but the next.
        let session = ground.session(SESSION);
        assert_eq!(session["prompts"], json!([]), "{session:#}");
    }
}

pub(crate) fn sessions_of_a_project_share_the_numbers_and_nothing_else() {
    let ground = Ground::new();
    let session = |at: usize| format!("session{at}");
    let events: Vec<Value> = (0..24).map(|at| event("PreToolUse", at, &session(at))).collect();
    ground.play(&events);
    assert_eq!(calls(&ground.lines(), "agent:prompt"), all(24));
    for at in 0..24 {
        let kept = ground.session(&session(at));
        assert_eq!(kept["prompts"][0]["tool_use_id"], format!("toolu_{at}"));
        assert_eq!(kept["prompts"].as_array().unwrap().len(), 1);
    }
}

pub(crate) fn of_questions_of_any_size_so_much_is_kept_that_the_file_can_be_read() {
    let ground = Ground::new();
    let text = "\u{1f600}\"".repeat(900);
    let option = json!({"label": text, "description": text});
    let question = json!({"question": text, "header": text, "options": vec![&option; 10]});
    let mut asked = event("PreToolUse", 0, SESSION);
    asked["tool_input"] = json!({"questions": vec![&question; 5]});
    for at in 0..18 {
        asked["tool_use_id"] = json!(format!("toolu_{at}"));
        // Of many agents: none closes what another asks.
        asked["agent_id"] = json!(format!("agent{at}"));
        ground.play(std::slice::from_ref(&asked));
    }
    let kept = ground.session(SESSION);
    let prompts = kept["prompts"].as_array().unwrap();
    assert_eq!(prompts.last().unwrap()["tool_use_id"], "toolu_17");
    assert_eq!(prompts.len(), 16);
    assert_eq!(prompts.last().unwrap()["questions"].as_array().unwrap().len(), 4);
    assert!(prompts.iter().all(|prompt| prompt["questions"][0]["options"][0]["label"] != ""));
}

pub(crate) fn a_plan_of_a_megabyte_is_kept_in_part() {
    let ground = Ground::new();
    let mut exit = event("PreToolUse", 0, SESSION);
    exit["tool_name"] = json!("ExitPlanMode");
    for (at, filler) in ["x", "é", "€", "\u{1f600}"].into_iter().enumerate() {
        let plan = format!("# Plan\n{}", filler.repeat((1 << 20) / filler.len()));
        exit["tool_input"] = json!({"plan": plan});
        exit["tool_use_id"] = json!(format!("toolu_{at}"));
        ground.play(std::slice::from_ref(&exit));
        let lines = ground.lines();
        let kept = lines.last().unwrap()["plan"].as_str().unwrap();
        assert!(plan.starts_with(kept), "{filler}");
        assert!(kept.len() > (32 << 10) - 4 && kept.len() <= 32 << 10, "{}", kept.len());
    }
}

pub(crate) fn names_of_any_length_leave_a_file_that_can_be_read() {
    let ground = Ground::new();
    let long = |at: usize| format!("{at}{}", "\u{1}\u{1f600}".repeat(60_000));
    for at in 0..6 {
        let mut asked = event("PreToolUse", 0, SESSION);
        let with = json!({"agent_id": long(at), "agent_type": long(at), "tool_use_id": long(at)});
        asked.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        if at % 2 == 0 {
            asked["tool_name"] = json!(format!("mcp__{}__AskUserQuestion", long(at)));
            asked["tool_use_id"] = Value::Null;
        }
        ground.play(std::slice::from_ref(&asked));
        assert_eq!(ground.session(SESSION)["state"], "prompting", "{at}");
        asked["hook_event_name"] = json!("PostToolUse");
        ground.play(std::slice::from_ref(&asked));
        assert_eq!(ground.session(SESSION)["prompts"], json!([]), "{at}");
    }
    for (name, field) in [("StopFailure", "error"), ("SessionEnd", "reason")] {
        let end = json!({"hook_event_name": name, "session_id": SESSION, field: long(0)});
        ground.play(&[end]);
    }
    assert_eq!(ground.session(SESSION)["state"], "exited");
    assert!(ground.lines().iter().all(|line| line.to_string().len() < 64 << 10));
}
