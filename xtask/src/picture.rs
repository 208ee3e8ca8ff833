//! `cargo xtask picture`: records terminal sessions, and draws them as the pictures of the README and the guide:
//! of `tacklebox try`, and of the first minute of each preset.

mod session;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anstyle_svg::Term;
use anyhow::{Context, ensure};
use regex::Regex;

use crate::registration::ENGINE;
use crate::workspace::Workspace;
use crate::{files, output};

const PICTURES: &str = "docs/pictures";

const COMMAND: &str = "tacklebox try tacklebox";

/// Words that are shown in a colour of their own, where a line has them as a cell: codes of ANSI.
const CELLS: [(&str, u8); 7] = [
    ("deny", 31),
    ("ask", 33),
    ("allow", 32),
    ("context", 36),
    ("terminal", 36),
    ("silent", 90),
    ("enforce", 32),
];

/// The beginnings of verdicts, in the same way.
const VERDICTS: [(&str, u8); 3] = [("denied:", 31), ("the person is asked:", 33), ("allowed", 32)];

/// How many lines of `try` are shown, the last one apart.
const MAX_LINES: usize = 24;

/// What a person may ask of `picture`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail if a picture is out of date
    #[arg(long)]
    check: bool,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Args {
    /// Compares the pictures with what the programs in a folder print.
    pub(crate) fn check(programs: &Path) -> Self {
        Self { check: true, programs: Some(programs.to_owned()) }
    }
}

/// Fails when a session cannot be recorded, and with `--check` when a picture is another one.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let programs = match &args.programs {
        Some(dir) => dir.to_owned(),
        None => workspace.build_locally(&[ENGINE, session::SERVER])?,
    };
    let mut sessions = vec![("try".to_owned(), excerpt(&record(&programs)?)?)];
    sessions.extend(session::all(workspace, &programs)?);
    for (name, lines) in sessions {
        let file = format!("{PICTURES}/{name}.svg");
        let (path, picture) = (workspace.root().join(&file), draw(&lines));
        if args.check {
            let known = fs::read_to_string(&path);
            let known = known.with_context(|| format!("could not read {}", path.display()))?;
            let is_same = masked(&known)? == masked(&picture)?;
            ensure!(is_same, "{file} is out of date; `cargo xtask picture` draws it again");
        } else {
            files::write(&path, &picture)?;
            output::line(file)?;
        }
    }
    Ok(())
}

/// Plays the session of all hooks.
fn record(programs: &Path) -> anyhow::Result<String> {
    let mut command = Command::new(programs.join(ENGINE));
    let output = command.args(["try", ENGINE]).env("COLUMNS", "80").stdin(Stdio::null()).output();
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
    let lines: Vec<&str> = played.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("event "));
    let rows = lines.get(first.context("`try` has no table")?..).unwrap_or_default();
    // What belongs to a row that is not shown as a whole is not shown either.
    let (shown, rest) = rows.split_at(rows.len().min(MAX_LINES));
    let is_cut = rest.first().is_some_and(|line| line.starts_with(' '));
    let cut = shown.iter().rev().take_while(of_a_row).count() + 1;
    let count = if is_cut { shown.len().saturating_sub(cut) } else { shown.len() };
    let prompt = format!("{}{COMMAND}", session::PROMPT);
    let mut shown: Vec<String> =
        [prompt].into_iter().chain(shown.iter().take(count).map(row)).collect();
    shown.push("...".to_owned());
    shown.extend(rows.last().map(row));
    Ok(shown)
}

/// The session as an SVG: a prompt is bold, what a call is about is dim, outcomes have colours.
fn draw(lines: &[String]) -> String {
    let styled = |line: &String| {
        if line.starts_with(session::PROMPT) {
            return format!("\x1b[1;32m{line}\x1b[0m");
        }
        if let Some((word, colour)) = VERDICTS.iter().find(|(word, _)| line.starts_with(word)) {
            let rest = line.get(word.len()..).unwrap_or_default();
            return format!("\x1b[{colour}m{word}\x1b[0m{rest}");
        }
        if line.starts_with("  > ") {
            return format!("\x1b[2m{line}\x1b[0m");
        }
        // Only in a row of a table a word is a cell: it has two blanks before it, or a column.
        let cell = CELLS.iter().find_map(|(word, colour)| {
            let (before, after) = line.split_once(&format!(" {word}"))?;
            let is_cell = !line.starts_with(' ') && (after.is_empty() || after.starts_with("  "));
            is_cell.then(|| format!("{before} \x1b[{colour}m{word}\x1b[0m{after}"))
        });
        cell.unwrap_or_else(|| line.clone())
    };
    let rows: Vec<String> = lines.iter().map(styled).collect();
    Term::new().render_svg(&rows.join("\n"))
}

/// A picture without what differs each time: ages, and the blanks that make room for them.
fn masked(picture: &str) -> anyhow::Result<String> {
    let ages = Regex::new(r"\b\d+(\.\d+)?( ms|ms|s|m|h)\b")?;
    let room = Regex::new(r" {2,}")?;
    Ok(room.replace_all(&ages.replace_all(picture, "AGE"), "  ").into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_no_times_and_the_last_line() {
        let rows = "PreToolUse Read  deny  1.2\n    took 1.2\n".repeat(MAX_LINES);
        let played = format!("Installing\n\nevent  outcome   ms\n{rows}\n1 deny; slowest 9.1 ms");
        let shown = excerpt(&played).unwrap();
        // The last row that fits has more to it, and that does not fit.
        assert_eq!(shown.len(), MAX_LINES - 1 + 3);
        assert_eq!(shown[1..4], ["event  outcome", "PreToolUse Read  deny", "    took 1.2"]);
        assert_eq!(shown[MAX_LINES..], ["...", "1 deny"]);
        assert!(excerpt("nothing").is_err());
        let picture = draw(&shown);
        assert!(picture.contains("red") && picture.contains(COMMAND), "{picture}");
    }
}
