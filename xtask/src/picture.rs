//! `cargo xtask picture`: records a terminal session of `try` and `status`, and draws it as the
//! pictures of the README.

mod svg;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use regex::Regex;

use crate::output;
use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// Where the pictures are.
const FOLDER: &str = "docs/pictures";

/// How many lines of `try` are shown, the last one apart.
const MAX_LINES: usize = 24;

/// What a person may ask of `picture`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail where a picture does not show what is printed now
    #[arg(long)]
    check: bool,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Args {
    /// Holds the pictures against the programs in a folder.
    pub(crate) fn check(programs: &Path) -> Self {
        Self { check: true, programs: Some(programs.to_owned()) }
    }
}

/// A part of a terminal session.
struct Shot {
    name: &'static str,
    command: &'static str,
    lines: Vec<String>,
}

/// Fails when the session cannot be recorded, and with `--check` when a picture is another one.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let folder = workspace.root().join(FOLDER);
    let mut stale = Vec::new();
    for shot in record(workspace, args.programs.as_deref())? {
        let path = folder.join(format!("{}.svg", shot.name));
        let picture = svg::draw(shot.command, &shot.lines);
        if args.check {
            let known = fs::read_to_string(&path)
                .with_context(|| format!("could not read {}", path.display()))?;
            if masked(&known)? != masked(&picture)? {
                stale.push(format!("{FOLDER}/{}.svg", shot.name));
            }
        } else {
            fs::create_dir_all(&folder)
                .and_then(|()| fs::File::create(&path))
                .and_then(|mut file| std::io::Write::write_all(&mut file, picture.as_bytes()))
                .with_context(|| format!("could not write {}", path.display()))?;
            output::line(format_args!("{FOLDER}/{}.svg", shot.name))?;
        }
    }
    if !stale.is_empty() {
        let stale = stale.join(" and ");
        bail!("{stale} shows what is not printed any more: `cargo xtask picture` draws it anew");
    }
    Ok(())
}

/// Plays the session of all hooks as `try` does, and asks in its project how they stand.
fn record(workspace: &Workspace, programs: Option<&Path>) -> anyhow::Result<[Shot; 2]> {
    // The file of this program may be another one by now: `ci` builds xtask with the workspace.
    let mut played = Command::new("cargo");
    played.current_dir(workspace.root());
    played.args(["run", "--quiet", "--package", "xtask", "--", "try", ENGINE, "--keep"]);
    played.args(programs.iter().flat_map(|dir| [Path::new("--programs"), dir]));
    let played = printed(&mut played)?;
    let kept = played.lines().find_map(|line| line.strip_prefix("Kept in "));
    let kept = PathBuf::from(kept.context("`try` has kept no folder")?);
    let project = kept.join("project");
    let mut status = Command::new(project.join(".claude/hooks/bin").join(ENGINE));
    status.arg("status").current_dir(&project).env_clear().env("HOME", kept.join("home"));
    for (name, folder) in [("TACKLEBOX_STATE_DIR", "state"), ("TACKLEBOX_CONFIG_DIR", "config")] {
        status.env(name, kept.join(folder));
    }
    let status = printed(&mut status);
    fs::remove_dir_all(&kept).with_context(|| format!("could not remove {}", kept.display()))?;
    let status = status?.replace(&*project.to_string_lossy(), "~/my-project");
    Ok([
        Shot { name: "try", command: "cargo xtask try tacklebox", lines: excerpt(&played)? },
        Shot {
            name: "status",
            command: "tacklebox status",
            lines: status.lines().map(str::to_owned).collect(),
        },
    ])
}

/// What a command prints where nobody has a terminal.
fn printed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("could not start {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} ended with {}:\n{errors}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} prints no text"))
}

/// The beginning of what `try` prints, and its last line. How long a call took is left out: that
/// depends on the machine, and on how the programs were built.
fn excerpt(played: &str) -> anyhow::Result<Vec<String>> {
    let times = Regex::new(r" +(ms|-|\d+\.\d)$|; slowest .*$")?;
    let of_a_row = |line: &&&str| line.starts_with(' ');
    let row = |line: &&str| match line {
        line if line.starts_with(' ') => (*line).to_owned(),
        line => times.replace(line, "").into_owned(),
    };
    // What depends on how it was started.
    let is_aside = |line: &&str| line.starts_with("Kept in ") || line.starts_with("Built without ");
    let lines: Vec<&str> = played.lines().filter(|line| !is_aside(line)).collect();
    let first = lines.iter().position(|line| line.starts_with("event "));
    let rows = lines.get(first.context("`try` has no table")?..).unwrap_or_default();
    // What belongs to a row that is not shown as a whole is not shown either.
    let (shown, rest) = rows.split_at(rows.len().min(MAX_LINES));
    let is_cut = rest.first().is_some_and(|line| line.starts_with(' '));
    let cut = shown.iter().rev().take_while(of_a_row).count() + 1;
    let count = if is_cut { shown.len().saturating_sub(cut) } else { shown.len() };
    let mut shown: Vec<String> = shown.iter().take(count).map(row).collect();
    shown.push("...".to_owned());
    shown.extend(rows.last().map(row));
    Ok(shown)
}

/// A picture without what differs each time: ages, and the blanks that make room for them.
fn masked(picture: &str) -> anyhow::Result<String> {
    let ages = Regex::new(r"\b\d+(\.\d+)?( ms|ms|s|m|h)\b")?;
    let room = Regex::new(r#" {2,}|textLength="[^"]*""#)?;
    Ok(room.replace_all(&ages.replace_all(picture, "AGE"), "  ").into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_no_times_and_the_last_line() {
        let rows = "PreToolUse Read  deny  1.2\n    took 1.2\n".repeat(MAX_LINES);
        let played = format!(
            "Installing\n\nevent  outcome   ms\n{rows}\nKept in x\n\n1 deny; slowest 9.1 ms"
        );
        let shown = excerpt(&played).unwrap();
        // The last row that fits has more to it, and that does not fit.
        assert_eq!(shown.len(), MAX_LINES - 1 + 2);
        assert_eq!(shown[..3], ["event  outcome", "PreToolUse Read  deny", "    took 1.2"]);
        assert_eq!(shown[MAX_LINES - 1..], ["...", "1 deny"]);
        assert!(excerpt("nothing").is_err());
    }

    #[test]
    fn an_age_makes_no_other_picture() {
        let masked = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            masked(&svg::draw("status", &lines)).unwrap()
        };
        assert_eq!(masked(&["a  34s ago  2"]), masked(&["a  1s ago   2"]));
        assert_eq!(masked(&["spoke in 38.6 ms"]), masked(&["spoke in 112 ms"]));
        assert_ne!(masked(&["a  34s ago  2"]), masked(&["a  34s ago  3"]));
    }
}
