//! `bench --session`: what a session takes in a real client, without hooks and with them. A host
//! does more for a hook than to start it, and that is felt too.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use hook_installer::{Confine, Engine, Offer};
use scripted_client::{Session, ToolCall, be_alone};
use serde::Deserialize;
use tempfile::TempDir;

use super::rounds::percentile;
use crate::files::{copy_tree, json};
use crate::installation::Installation;
use crate::output;
use crate::workspace::Workspace;

/// The hook that stands for one alone: it looks at every call.
const ONE: &str = "governance-hook";

/// How long a session may take.
const MAX_SESSION: Duration = Duration::from_secs(300);

/// What the model does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    /// `[PROJECT]` stands for the project.
    calls: Vec<ToolCall>,
}

/// The hooks of a session, and how they are started.
struct SetUp {
    name: &'static str,
    hooks: Vec<Offer>,
    engine: Engine,
    times: Vec<Duration>,
}

/// Plays `rounds` sessions of each set-up, in turn.
///
/// # Errors
/// If a client cannot be run without a network, or a session fails.
pub(super) fn run(
    workspace: &Workspace,
    client: &Path,
    rounds: usize,
    programs: Option<&Path>,
) -> anyhow::Result<()> {
    be_alone()?;
    let client = client.canonicalize().with_context(|| format!("no {}", client.display()))?;
    let all = workspace.offers()?;
    let one = all.iter().filter(|offer| offer.hook == ONE).cloned().collect();
    let set_up = |name, hooks, engine| SetUp { name, hooks, engine, times: Vec::new() };
    let mut set_ups = [
        set_up("no hook", Vec::new(), Engine::Off),
        set_up("one hook", one, Engine::Off),
        set_up("all, a program each", all.clone(), Engine::Off),
        set_up("all, in one process", all, Engine::On),
    ];
    let folder = workspace.root().join("tests/session");
    for round in 1..=rounds {
        for set_up in &mut set_ups {
            let time = session(workspace, &client, &folder, set_up, programs)
                .with_context(|| format!("{}, session {round}", set_up.name))?;
            set_up.times.push(time);
        }
    }
    Ok(output::text(report(&set_ups))?)
}

fn session(
    workspace: &Workspace,
    client: &Path,
    folder: &Path,
    set_up: &SetUp,
    programs: Option<&Path>,
) -> anyhow::Result<Duration> {
    let place = TempDir::new()?;
    let (project, home) = (place.path().join("project"), place.path().join("home"));
    copy_tree(&folder.join("project"), &project)?;
    fs::create_dir_all(&home)?;
    if !set_up.hooks.is_empty() {
        let installation = Installation {
            hooks: &set_up.hooks,
            engine: set_up.engine,
            programs,
            host: None,
            confine: Confine::No,
        };
        installation.install(workspace, &project)?;
    }
    let calls = calls(folder, &project)?;
    let expected = calls.len() + 1;
    let (script, limit) = (calls.into(), MAX_SESSION);
    let played = Session { script, limit, ..Session::new(client, &project, &home) }.play()?;
    ensure!(played.answers == expected, "{} of {expected} answers were asked for", played.answers);
    Ok(played.took)
}

fn calls(folder: &Path, project: &Path) -> anyhow::Result<Vec<ToolCall>> {
    let file: PathBuf = folder.join("script.json");
    let text = json(&file)?.to_string().replace("[PROJECT]", &project.to_string_lossy());
    let script: Script = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    Ok(script.calls)
}

/// The least and the median time of each, and what that is above a session without hooks.
fn report(set_ups: &[SetUp]) -> String {
    let least = |set_up: &SetUp| percentile(&set_up.times, 0);
    let median = |set_up: &SetUp| percentile(&set_up.times, 50);
    let added = |time: fn(&SetUp) -> Duration, of: &SetUp| {
        let none = set_ups.first().map(time).unwrap_or_default();
        time(of).saturating_sub(none)
    };
    let mut lines = vec![format!(
        "{:<22} {:>10} {:>10} {:>10} {:>10}",
        "hooks", "least ms", "added", "median ms", "added"
    )];
    for set_up in set_ups {
        lines.push(format!(
            "{:<22} {:>10} {:>10} {:>10} {:>10}",
            set_up.name,
            least(set_up).as_millis(),
            added(least, set_up).as_millis(),
            median(set_up).as_millis(),
            added(median, set_up).as_millis(),
        ));
    }
    if let [.., programs, engine] = set_ups {
        lines.push(format!(
            "one process adds {:.0} % of what programs add by the least times, {:.0} % by medians",
            100.0 * share(added(least, engine), added(least, programs)),
            100.0 * share(added(median, engine), added(median, programs)),
        ));
    }
    lines.join("\n") + "\n"
}

fn share(part: Duration, whole: Duration) -> f64 {
    if whole.is_zero() { 0.0 } else { part.as_secs_f64() / whole.as_secs_f64() }
}
