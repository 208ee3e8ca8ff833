//! The lines that a skill or a slash command runs when it is loaded (`` !`command` ``).
//!
//! The host runs them without a call of a tool, and before Claude Code 2.1.331 it tells no hook of
//! them. So who calls `Skill` answers for them too. Not seen are the lines of what a person types
//! there, of a plugin, and of a skill in a folder below the one in which the agent works.

mod text;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hook_protocol::{PreToolUse, PreToolUseReply, SkillInput, ToolCall, one_line};
use hook_runtime::Ctx;
use hook_state::{Links, read_regular};
use serde_json::json;

/// In bytes, of the file of a skill. More than any that a person writes.
const MAX_FILE: u64 = 4 << 20;

/// The most files of commands that are looked at in a folder, and how deep.
const MAX_FILES: usize = 4_096;
const MAX_DEPTH: usize = 8;

/// In characters, of a line that the agent is told.
const MAX_TOLD: usize = 200;

/// Has `judge` judge the lines that the call runs, each as a call of the shell, and joins that with
/// what was said of the call itself. Of other calls than those of skills that is all.
///
/// # Errors
/// As `judge` fails, and if the file of a skill is there and cannot be read.
pub fn with_lines_of_skill<E: From<io::Error>>(
    ctx: &Ctx,
    event: &PreToolUse,
    mut reply: PreToolUseReply,
    mut judge: impl FnMut(&PreToolUse) -> Result<PreToolUseReply, E>,
) -> Result<PreToolUseReply, E> {
    let Some(input) = event.call.view::<SkillInput<'_>>() else { return Ok(reply) };
    let name = input.skill.trim().trim_start_matches('/');
    for file in files(ctx) {
        let is_named = file.name == name;
        let skill = match file.read() {
            Ok(Some(skill)) if is_named || skill.name() == Some(name) => skill,
            Err(err) if is_named => return Err(err.into()),
            _ => continue,
        };
        for command in skill.commands(input.args) {
            let call = ToolCall::new(skill.shell(), json!({ "command": command }));
            let mut line = event.clone();
            line.call = call;
            let judged = judge(&line)?;
            let told = judged.is_stricter_than_silence().then(|| told(&command, &file.path));
            let told = PreToolUseReply::default().with_context(told.unwrap_or_default());
            reply = reply.and(judged).and(told);
        }
    }
    Ok(reply)
}

/// Why a call of a skill is not let through.
fn told(command: &str, file: &Path) -> String {
    let command = one_line(command, MAX_TOLD);
    format!("This is about a line that {} would run: `{command}`.", file.display())
}

/// A file that may be meant, and its name by its place.
struct File {
    name: String,
    path: PathBuf,
}

impl File {
    /// Its text, if it is there.
    fn read(&self) -> io::Result<Option<text::Skill>> {
        match read_regular(&self.path, Links::Followed, MAX_FILE) {
            Ok(bytes) => Ok(Some(text::Skill::of(&String::from_utf8_lossy(&bytes)))),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(err) => Err(io::Error::new(err.kind(), format!("{}: {err}", self.path.display()))),
        }
    }
}

/// All skills and commands that the agent may call, of the project and of the person.
fn files(ctx: &Ctx) -> Vec<File> {
    let above = ctx.cwd().into_iter().flat_map(Path::ancestors);
    let folders = above.chain(ctx.project().map(|project| project.path()));
    let mut folders: Vec<PathBuf> = folders.map(|folder| folder.join(".claude")).collect();
    folders.extend(ctx.home().map(|home| home.join(".claude")));
    folders.extend(ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from));
    folders.sort();
    folders.dedup();
    let mut found = Vec::new();
    for folder in folders {
        for path in entries(&folder.join("skills")) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push(File { name, path: path.join("SKILL.md") });
        }
        let mut left = MAX_FILES;
        commands(&folder.join("commands"), "", MAX_DEPTH, &mut left, &mut found);
    }
    found
}

/// The files of commands in a folder and below it: a folder stands before a colon in their names.
fn commands(folder: &Path, before: &str, depth: usize, left: &mut usize, found: &mut Vec<File>) {
    for path in entries(folder) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if depth > 0 {
                commands(&path, &format!("{before}{name}:"), depth - 1, left, found);
            }
            continue;
        }
        let name = if name.eq_ignore_ascii_case("SKILL.md") {
            before.trim_end_matches(':').to_owned()
        } else if let Some(name) = name.strip_suffix(".md") {
            format!("{before}{name}")
        } else {
            continue;
        };
        found.push(File { name, path });
    }
}

/// What is in a folder, in the order of its names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
