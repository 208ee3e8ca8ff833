//! Plays a session in a client: in a project of its own, with a hook on every event that writes down
//! what it is told, and where a reply is tried, a second hook that gives it, once.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use host_stand_in::End;
use scripted_client::{Asked, Script, Session, Talk, Turn};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::files::{copy_tree, json, listing, write};

/// How long a session may take.
const MAX_SESSION: Duration = Duration::from_secs(120);

/// What a client still writes after its last words.
const LATE: Duration = Duration::from_millis(300);

const PROMPT: &str = "go";

/// Writes down what it is told; a file is whole when it has its name.
const RECORD: &str = r#"n=$(date +%s%N)-$$; cat > "$1/$n.part" && mv "$1/$n.part" "$1/$n.json""#;

/// Gives what lies in its folder, the first time that it is asked.
const REPLY: &str = r#"cat > /dev/null; mkdir "$1/given" 2>/dev/null || exit 0
cat "$1/stderr" >&2; cat "$1/stdout"; exit "$(cat "$1/exit")""#;

/// A session as it stands in a file. `[PROJECT]` stands for the project.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The tools that need no permission.
    #[serde(default)]
    allowed: Option<String>,
    /// What is said by a program that answers for the person; one prompt and nobody otherwise.
    #[serde(default)]
    prompts: Option<Vec<String>>,
    #[serde(default)]
    permissions: Vec<Value>,
    main: Vec<Turn>,
    #[serde(default)]
    subagent: Vec<Turn>,
    /// Whether the client ends with an error.
    #[serde(default)]
    fails: bool,
}

/// A reply to an event.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) event: String,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) exit: u8,
}

/// What was seen.
#[derive(Debug)]
pub(super) struct Seen {
    /// What hooks were told, in the order in which they were.
    pub(super) payloads: Vec<Value>,
    /// The lines that the client printed.
    pub(super) lines: Vec<Value>,
    pub(super) asked: Vec<Asked>,
    /// The names of the files in the project.
    pub(super) files: BTreeSet<String>,
}

/// Has the client play this.
pub(super) fn play(
    client: &Path,
    events: &[String],
    project: &Path,
    plan: &Plan,
    reply: Option<&Reply>,
) -> anyhow::Result<Seen> {
    let place = TempDir::new()?;
    let root = place.path().canonicalize()?;
    let [own, home, told] = ["project", "home", "told"].map(|name| root.join(name));
    copy_tree(project, &own)?;
    [&home, &told].into_iter().try_for_each(fs::create_dir)?;
    write(&root.join("record.sh"), RECORD)?;
    let settings = settings(events, &root, reply)?;
    fs::create_dir(own.join(".claude"))?;
    write(&own.join(".claude/settings.json"), &settings.to_string())?;
    let printing = ["--output-format", "stream-json", "--verbose", "--mcp-config", ".mcp.json"];
    let talk = match &plan.prompts {
        Some(prompts) => {
            let permissions = plan.permissions.clone();
            Talk::Stream { prompts: prompts.clone(), permissions }
        }
        None => Talk::Print(PROMPT.to_owned()),
    };
    let script = placed(plan, &own)?;
    let mut session = Session {
        script,
        talk,
        args: printing.map(Into::into).to_vec(),
        limit: MAX_SESSION,
        ..Session::new(client, &own, &home)
    };
    if let Some(allowed) = &plan.allowed {
        session.allowed = allowed;
    }
    let (call, played) = session.hold()?;
    let ended =
        matches!(call.end, End::Ended(status) if plan.fails || reply.is_some() || status.success());
    let words = String::from_utf8_lossy(&call.stderr);
    ensure!(ended, "the client ended with {:?}: {}", call.end, words.trim());
    thread::sleep(LATE);
    let files = listing(&own)?;
    let name =
        |path: &std::path::PathBuf| path.file_name().map(|it| it.to_string_lossy().into_owned());
    Ok(Seen {
        payloads: payloads(&told)?,
        lines: lines(&played.stdout),
        asked: played.asked,
        files: files.iter().filter_map(name).collect(),
    })
}

/// The script with the project's place in it.
fn placed(plan: &Plan, project: &Path) -> anyhow::Result<Script> {
    let project = project.to_string_lossy();
    let place = |turns: &[Turn]| {
        let mut turns = turns.to_vec();
        for turn in &mut turns {
            if let Turn::Calls(calls) = turn {
                for call in calls {
                    let text = call.input.to_string().replace("[PROJECT]", &project);
                    call.input = serde_json::from_str(&text)?;
                }
            }
        }
        anyhow::Ok(turns)
    };
    Ok(Script { main: place(&plan.main)?, subagent: place(&plan.subagent)?, ..Script::default() })
}

/// Hooks on all events.
fn settings(events: &[String], root: &Path, reply: Option<&Reply>) -> anyhow::Result<Value> {
    let command = |script: &str, folder: &str| {
        let [script, folder] = [script, folder].map(|name| root.join(name));
        let command = format!("sh '{}' '{}'", script.display(), folder.display());
        json!({"hooks": [{"type": "command", "command": command}]})
    };
    let mut hooks: Map<String, Value> = Map::new();
    for event in events {
        let mut groups = vec![command("record.sh", "told")];
        if let Some(reply) = reply.filter(|reply| reply.event == *event) {
            groups.push(command("reply.sh", "reply"));
            let folder = root.join("reply");
            fs::create_dir(&folder)?;
            write(&root.join("reply.sh"), REPLY)?;
            let exit = reply.exit.to_string();
            for (name, text) in
                [("stdout", &reply.stdout), ("stderr", &reply.stderr), ("exit", &exit)]
            {
                write(&folder.join(name), text)?;
            }
        }
        hooks.insert(event.clone(), Value::from(groups));
    }
    Ok(json!({"hooks": hooks}))
}

fn payloads(folder: &Path) -> anyhow::Result<Vec<Value>> {
    let files = listing(folder)?.into_iter();
    let whole = files.filter(|path| path.extension().is_some_and(|it| it == "json"));
    whole.map(|path| json(&path).context("a hook was told this")).collect()
}

fn lines(stdout: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(stdout);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
