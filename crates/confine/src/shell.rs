//! What the program `confine-bash` does, also under the name `confine-zsh`: hold the plan, and become the shell.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use crate::clients::Clients;
use crate::line;
use crate::outcome::Call;
use crate::places::Surroundings;
use crate::plan::{OnFailure, Plan, Plans};
use crate::start::{is_inside, layer_of_machine, start, start_as_it_is};
use crate::tickets::Tickets;
use crate::{LAYER_OPTION, RUN_OPTION, WRITE_OPTION};

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
    if let Some((first, rest)) = rest.split_first()
        && first == RUN_OPTION
    {
        return run(rest);
    }
    let is_zsh = own.file_name().is_some_and(|name| name.to_string_lossy().ends_with("zsh"));
    let Some(real) = real_shell(if is_zsh { "zsh" } else { "bash" }) else {
        return say("no shell was found");
    };
    if is_inside() {
        return say(start_as_it_is(&real, rest));
    }
    become_held(plan_of(rest), &real, rest)
}

/// Becomes a program under a plan, or as it is where there is none.
fn become_held(held: Option<(Plan, Call)>, program: &Path, args: &[OsString]) -> ExitCode {
    let Some((plan, call)) = held else { return say(start_as_it_is(program, args)) };
    let failure = start(&plan, &call, program, args);
    match plan.on_failure {
        OnFailure::Open => say(start_as_it_is(program, args)),
        OnFailure::Closed => say(format_args!("{failure}; the command did not run")),
    }
}

/// Becomes a program that a hook starts: `[--tacklebox-write=PATH]... -- PROGRAM ARGS`.
fn run(args: &[OsString]) -> ExitCode {
    let (options, words) = match args.iter().position(|arg| arg == "--") {
        Some(at) => (args.get(..at), args.get(at + 1..)),
        None => (None, Some(args)),
    };
    let Some((program, rest)) = words.unwrap_or_default().split_first() else {
        return say("there is no program");
    };
    let Some(path) = found(Path::new(program)) else {
        return say(format_args!("there is no program {}", program.display()));
    };
    if is_inside() {
        return say(start_as_it_is(&path, rest));
    }
    let opened = options.unwrap_or_default().iter().filter_map(|option| {
        let path = option.to_str()?.strip_prefix(WRITE_OPTION)?.strip_prefix('=')?;
        fs::canonicalize(path).ok()
    });
    let call = Call { also_writable: opened.collect(), ..Call::default() };
    let plan = session().and_then(|(state, session)| joined(&state, &session, &session));
    become_held(plan.map(|plan| (plan, call)), &path, rest)
}

/// The program that would be started by this name.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_path_buf());
    }
    let path = variable("PATH")?;
    let all: Vec<PathBuf> = std::env::split_paths(&path).map(|dir| dir.join(program)).collect();
    let is_program = |file: &PathBuf| {
        fs::metadata(file).is_ok_and(|found| found.is_file() && found.mode() & 0o111 != 0)
    };
    all.into_iter().find(is_program)
}

/// The folder of the person's state, and the session that this process belongs to.
fn session() -> Option<(PathBuf, String)> {
    let state = hook_state::person_state(&variable)?;
    let session = variable("CLAUDE_CODE_SESSION_ID").or_else(|| Clients::new(&state).session())?;
    Some((state, session))
}

/// What holds by the plan `name` of a session.
fn joined(state: &Path, session: &str, name: &str) -> Option<Plan> {
    let unreadable = || Plan::unreadable(temporary(), cwd());
    let mut plan = Plans::new(state).join(name, session, unreadable)?;
    plan.read_only.extend(crate::places::folder(state));
    Some(plan)
}

/// The plan for what is asked of the shell, if its session has one.
fn plan_of(args: &[OsString]) -> Option<(Plan, Call)> {
    let (state, session) = session()?;
    let line = line_of(args);
    let command = line::command(&line);
    let named = Tickets::new(&state, &session).take(&command, now());
    // A ticket for a plan that is gone leaves that of the session.
    let name = named.filter(|name| !matches!(Plans::new(&state).read(name), Ok(None)));
    let plan = joined(&state, &session, name.as_deref().unwrap_or(&session))?;
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
