//! `tacklebox new-hook`: writes a repository for a hook of the person's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use clap::builder::PossibleValuesParser;
use hook_runtime::{Console, Ctx};

use crate::hooks;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The name of the hook; `-hook` is added if it is missing
    name: String,
    /// The folder to create [default: the name of the hook]
    dir: Option<PathBuf>,
    /// The event that the hook answers
    #[arg(long, value_name = "EVENT", default_value = "PostToolUse",
          value_parser = PossibleValuesParser::new(EVENTS.map(|event| event.name)))]
    on: String,
    /// Use the crates in this folder, `crates` of a clone, instead of published ones
    #[arg(long, value_name = "DIR")]
    path_to_crates: Option<PathBuf>,
}

/// An event on which a hook can tell the agent something.
#[derive(Clone, Copy)]
struct Event {
    name: &'static str,
    /// The method of `Hook` that adds a handler.
    phase: &'static str,
    /// Makes a reply of a text.
    reply: &'static str,
    matcher: Option<&'static str>,
    /// The name of a recording, and the recording.
    payload: (&'static str, &'static str),
}

const EVENTS: [Event; 6] = [
    Event {
        name: "PreToolUse",
        phase: "guard",
        reply: "PreToolUseReply::default().with_context",
        matcher: Some("Write|Edit"),
        payload: (
            "PreToolUse-Write",
            include_str!("../../../tests/payloads/claude-code-2.1.330/PreToolUse-Write.json"),
        ),
    },
    Event {
        name: "PostToolUse",
        phase: "context",
        reply: "PostToolUseReply::default().with_context",
        matcher: Some("Write|Edit"),
        payload: (
            "PostToolUse-Write",
            include_str!("../../../tests/payloads/claude-code-2.1.330/PostToolUse-Write.json"),
        ),
    },
    Event {
        name: "PostToolUseFailure",
        phase: "context",
        reply: "PostToolUseFailureReply::context",
        matcher: Some("Bash"),
        payload: (
            "PostToolUseFailure-Bash",
            include_str!(
                "../../../tests/payloads/claude-code-2.1.330/PostToolUseFailure-Bash.json"
            ),
        ),
    },
    Event {
        name: "UserPromptSubmit",
        phase: "context",
        reply: "UserPromptSubmitReply::context",
        matcher: None,
        payload: (
            "UserPromptSubmit",
            include_str!("../../../tests/payloads/claude-code-2.1.330/UserPromptSubmit.json"),
        ),
    },
    Event {
        name: "SessionStart",
        phase: "context",
        reply: "SessionStartReply::context",
        matcher: None,
        payload: (
            "SessionStart-startup",
            include_str!("../../../tests/payloads/claude-code-2.1.330/SessionStart-startup.json"),
        ),
    },
    Event {
        name: "SubagentStart",
        phase: "context",
        reply: "SubagentStartReply::context",
        matcher: None,
        payload: (
            "SubagentStart",
            include_str!("../../../tests/payloads/claude-code-2.1.330/SubagentStart.json"),
        ),
    },
];

/// The files, with placeholders in their paths and texts.
const FILES: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("../new-hook/Cargo.toml.in")),
    ("README.md", include_str!("../new-hook/README.md.in")),
    ("tacklebox-hook.json", include_str!("../new-hook/tacklebox-hook.json.in")),
    ("src/main.rs", include_str!("../new-hook/main.rs.in")),
    ("tests/it.rs", include_str!("../new-hook/it.rs.in")),
    ("tests/golden/@HOOK@/tell-the-agent.txtar", include_str!("../new-hook/case.txtar.in")),
    (".github/workflows/ci.yml", include_str!("../new-hook/ci.yml.in")),
    (".gitignore", "/target\n"),
];

/// The crates that such a hook names, with their folders.
const CRATES: [(&str, &str); 4] = [
    ("hook-chain", "hook-chain"),
    ("hook-protocol", "hook-protocol"),
    ("hook-runtime", "hook-runtime"),
    ("tacklebox-golden", "golden"),
];

/// Writes the files.
///
/// # Errors
/// If the name is invalid or one of ours, the folder exists, or it cannot be written.
pub(crate) fn new_hook(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let name = args.name.strip_suffix("-hook").unwrap_or(&args.name);
    let hook = format!("{name}-hook");
    let is_name = hook_manifest::is_name(&hook) && !name.is_empty();
    ensure!(is_name, "{:?} is not a name: use a-z, 0-9 and -, at most 35 characters", args.name);
    ensure!(hooks::hook(&hook).is_none(), "{hook} is one of our own hooks: choose another name");
    let event = EVENTS.iter().find(|event| event.name == args.on);
    let event = event.context("the event is unknown")?;
    let cwd = ctx.cwd().context("could not find the current folder")?;
    let shown = args.dir.clone().unwrap_or_else(|| PathBuf::from(&hook));
    let dir = cwd.join(&shown);
    let is_free = fs::read_dir(&dir).map_or(!dir.exists(), |mut entries| entries.next().is_none());
    ensure!(is_free, "{} already exists", shown.display());
    let patch = args.path_to_crates.as_ref().map(|crates| patch(&cwd.join(crates))).transpose()?;
    for (path, text) in FILES {
        let mut text = filled(text, &hook, event);
        if path == "Cargo.toml" {
            text.extend(patch.as_deref());
        }
        write(&dir.join(filled(path, &hook, event)), &text)?;
    }
    let (name, payload) = event.payload;
    write(&dir.join(format!("tests/payloads/claude-code/{name}.json")), payload)?;
    console.line(format!("wrote {}: a hook that answers {}", shown.display(), event.name));
    console.line(format!("next  `cargo test` in {}; README.md has more", shown.display()));
    Ok(ExitCode::SUCCESS)
}

fn filled(text: &str, hook: &str, event: &Event) -> String {
    let matcher = event.matcher.map(|matcher| format!(", \"matcher\": \"{matcher}\""));
    text.replace("@HOOK@", hook)
        .replace("@EVENT@", event.name)
        .replace("@PHASE@", event.phase)
        .replace("@REPLY@", event.reply)
        .replace("@MATCHER@", &matcher.unwrap_or_default())
        .replace("@PAYLOAD@", &format!("claude-code/{}", event.payload.0))
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@RUST@", env!("CARGO_PKG_RUST_VERSION"))
        .replace("@REPOSITORY@", env!("CARGO_PKG_REPOSITORY"))
}

/// Has cargo take the crates from a folder.
fn patch(crates: &Path) -> Result<String> {
    let entry = |(package, folder): (&str, &str)| {
        let path = crates.join(folder);
        ensure!(path.join("Cargo.toml").is_file(), "{} has no {folder}", crates.display());
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        let path = path.to_str().with_context(|| format!("{} is not Unicode", path.display()))?;
        Ok(format!("{package} = {{ path = {path:?} }}\n"))
    };
    let entries = CRATES.into_iter().map(entry).collect::<Result<String>>()?;
    Ok(format!("\n[patch.crates-io]\n{entries}"))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| hook_state::replace(path, text.as_bytes()))
        .with_context(|| format!("could not write {}", path.display()))
}
