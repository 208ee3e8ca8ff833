//! Sessions of `tests/pictures`: commands that a person types in a new project, and what they print.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use hook_installer::{file_name, shown};
use text_archive::Archive;

use crate::files;
use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// What a command begins with in a picture.
pub(super) const PROMPT: &str = "$ ";

/// The program beside the engine.
pub(super) const SERVER: &str = "intent-mcp";

/// Where the sessions are: each is `session.txt` with its commands, and files for `project`, `home` and
/// `transcripts`, the folder of the client's transcripts. `[PROJECT]` and `[TRANSCRIPTS]` are paths.
const SESSIONS: &str = "tests/pictures";

/// The width of the terminal.
const COLUMNS: usize = 80;

/// What stands for the client, whose version decides what is installed.
const CLIENT: &str = "#!/bin/sh\necho '2.1.332 (Claude Code)'\n";

/// The lines of each session, with its name.
pub(super) fn all(workspace: &Workspace, programs: &Path) -> Result<Vec<(String, Vec<String>)>> {
    let folder = workspace.root().join(SESSIONS);
    let session = |file: &PathBuf| {
        let name = files::stem(file);
        let lines = play(workspace, programs, file).with_context(|| format!("session {name}"))?;
        Ok((format!("preset-{name}"), lines))
    };
    files::listing(&folder)?.iter().map(session).collect()
}

/// Plays one session. Its folders are not temporary ones, in which hooks allow more.
fn play(workspace: &Workspace, programs: &Path, file: &Path) -> Result<Vec<String>> {
    let archive = Archive::parse(&fs::read_to_string(file)?)?;
    let root = tempfile::Builder::new().prefix("picture-").tempdir_in(workspace.target_dir()?)?;
    let home = fs::canonicalize(root.path())?;
    let (project, bin) = (home.join("project"), home.join("bin"));
    let slug = project.to_string_lossy().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let transcripts = home.join(".claude/projects").join(slug);
    let paths = [("[PROJECT]", &project), ("[TRANSCRIPTS]", &transcripts)];
    let mut commands = String::new();
    for part in &archive.parts {
        let mut text = String::from_utf8_lossy(&part.content).into_owned();
        for (word, path) in &paths {
            text = text.replace(word, &path.to_string_lossy());
        }
        let file = match part.name().split_once('/') {
            Some(("project", name)) => project.join(name),
            Some(("home", name)) => home.join(name),
            Some(("transcripts", name)) => transcripts.join(name),
            _ => {
                commands = text;
                continue;
            }
        };
        fs::create_dir_all(file.parent().unwrap_or(&home))?;
        files::write(&file, &text)?;
    }
    fs::create_dir(&bin)?;
    let client = bin.join("claude");
    files::write(&client, CLIENT)?;
    fs::set_permissions(client, Permissions::from_mode(0o755))?;
    for name in [ENGINE, SERVER].map(file_name) {
        let program = programs.join(&name);
        fs::copy(&program, bin.join(&name))
            .with_context(|| format!("could not copy {}", program.display()))?;
    }
    // Otherwise the checkout around it would be the project's.
    typed("git init -q", &home)?;
    let mut lines = Vec::new();
    for line in commands.lines() {
        lines.push(format!("{PROMPT}{line}"));
        let said = typed(line, &home)?.replace(&*home.to_string_lossy(), "~");
        lines.extend(shown(&said, COLUMNS, &[]).lines().map(str::to_owned));
    }
    Ok(lines)
}

/// What a line of a person prints, errors included.
fn typed(line: &str, home: &Path) -> Result<String> {
    let path = format!("{}:/usr/bin:/bin", home.join("bin").display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {line}")]).stdin(Stdio::null());
    shell.env_clear().env("HOME", home).env("PATH", path).current_dir(home.join("project"));
    let output = shell.output().with_context(|| format!("could not start {line}"))?;
    String::from_utf8(output.stdout).with_context(|| format!("{line} prints no text"))
}
