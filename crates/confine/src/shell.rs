//! What the program `confine-bash` does, also under the name `confine-zsh`: hold the plan, and become the shell.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use crate::LAYER_OPTION;
use crate::clients::Clients;
use crate::line;
use crate::outcome::Call;
use crate::places::Surroundings;
use crate::plan::{OnFailure, Plan, Plans};
use crate::start::{is_inside, layer_of_machine, start, start_as_it_is};
use crate::tickets::Tickets;

/// The status of a shell for what it found and could not run.
const NOT_RUN: u8 = 126;

/// Where a shell is looked for, when `SHELL` names none of its kind.
const FOLDERS: [&str; 5] =
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"];

/// Becomes the shell whose name the first argument ends in, with all other arguments. Before that it has the kernel
/// hold the plan of the session that started it, or of the subagent for which a hook left a ticket. Without a plan
/// the shell is as it always was.
///
/// `--tacklebox-layer` prints the [`Layer`](crate::Layer) by which plans are held on this machine.
pub fn shell(args: &[OsString]) -> ExitCode {
    let own = args.first().map_or(Path::new("confine-bash"), Path::new);
    let rest = args.get(1..).unwrap_or_default();
    if rest.first().is_some_and(|first| first == LAYER_OPTION) {
        let written = writeln!(io::stdout(), "{}", layer_of_machine().as_str());
        return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(NOT_RUN) };
    }
    let is_zsh = own.file_name().is_some_and(|name| name.to_string_lossy().ends_with("zsh"));
    let Some(real) = real_shell(if is_zsh { "zsh" } else { "bash" }) else {
        return say("no shell was found");
    };
    if is_inside() {
        return say(start_as_it_is(&real, rest));
    }
    let Some((plan, call)) = plan_of(rest) else { return say(start_as_it_is(&real, rest)) };
    let failure = start(&plan, &call, &real, rest);
    match plan.on_failure {
        OnFailure::Open => say(start_as_it_is(&real, rest)),
        OnFailure::Closed => say(format_args!("{failure}; the command did not run")),
    }
}

/// The plan for what is asked of the shell, if its session has one.
fn plan_of(args: &[OsString]) -> Option<(Plan, Call)> {
    let state = hook_state::person_state(&variable)?;
    let session = variable("CLAUDE_CODE_SESSION_ID").or_else(|| Clients::new(&state).session())?;
    let line = line_of(args);
    let command = line::command(&line);
    let plans = Plans::new(&state);
    let named = Tickets::new(&state, &session).take(&command, now());
    let named = named.and_then(|name| plans.read(&name).transpose());
    let plan = named.or_else(|| plans.read(&session).transpose())?;
    let mut plan = plan.unwrap_or_else(|_| Plan::unreadable(temporary(), cwd()));
    plan.read_only.extend(crate::places::folder(&state));
    let call = Call {
        names_git: line::names_git(&command),
        also_writable: snapshots(&line).into_iter().collect(),
        also_hidden: variable("CLAUDE_CODE_MESSAGING_SOCKET")
            .map(PathBuf::from)
            .into_iter()
            .collect(),
    };
    Some((plan, call))
}

/// What a shell is to run: the argument that follows `-c` and other options.
fn line_of(args: &[OsString]) -> String {
    let is_option = |arg: &&OsString| arg.as_encoded_bytes().starts_with(b"-");
    let has_line = args.iter().take_while(is_option).any(|arg| {
        let text = arg.to_string_lossy();
        !text.starts_with("--") && text.contains('c')
    });
    let line = args.iter().find(|arg| !is_option(arg)).filter(|_| has_line);
    line.map_or_else(String::new, |line| line.to_string_lossy().into_owned())
}

/// The folder of the client's snapshot, if the line is that which makes it.
fn snapshots(line: &str) -> Option<PathBuf> {
    let file = PathBuf::from(line::snapshot(line)?);
    let home = variable("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".claude")))?;
    let folder = home.join("shell-snapshots");
    (file.parent() == Some(&folder)).then(|| fs::canonicalize(folder).ok())?
}

fn temporary() -> Vec<PathBuf> {
    let at = Surroundings { project: Path::new("/"), home: None, ours: &[], variable: &variable };
    at.temporary()
}

/// The person's own shell, where it is of this kind, or the first that the system has; never this program.
fn real_shell(name: &str) -> Option<PathBuf> {
    let own = fs::metadata("/proc/self/exe").or_else(|_| fs::metadata(own_path()?)).ok();
    let is_other = |path: &PathBuf| {
        let Ok(found) = fs::metadata(path) else { return false };
        let same =
            own.as_ref().is_some_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino()));
        found.is_file() && !same
    };
    let theirs = variable("SHELL").map(PathBuf::from);
    let theirs =
        theirs.filter(|path| path.is_absolute() && path.file_name() == Some(OsStr::new(name)));
    let usual = FOLDERS.iter().map(|folder| Path::new(folder).join(name));
    theirs.into_iter().chain(usual).find(is_other)
}

fn own_path() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// A line for whoever reads the command's stderr, and the status of what could not run.
fn say(message: impl std::fmt::Display) -> ExitCode {
    let _nobody_reads = writeln!(io::stderr(), "confine: {message}");
    ExitCode::from(NOT_RUN)
}

/// The variable `name`, if it is set to Unicode and not empty.
#[expect(clippy::disallowed_methods, reason = "no hook: a shell that has no Ctx")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[expect(clippy::disallowed_methods, reason = "no hook: a shell that has no Ctx")]
fn cwd() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

#[expect(clippy::disallowed_methods, reason = "no hook: a shell that has no Ctx")]
fn now() -> SystemTime {
    SystemTime::now()
}
