//! The shell by which a client starts commands, where settings name ours: which one it would really start, and
//! whether that holds a plan.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use confine::{Layer, Plan, Plans, SHELLS, VARIABLE};
use hook_installer::{Kind, Source, file_name};
use serde_json::Value;

use crate::facts::Facts;
use crate::finding::{Finding, Severity};
use crate::input::Level;
use crate::program::unstartable;
use crate::verdict::{Standing, State, in_ms};

/// The check by whose name all of this is found.
const CHECK: &str = "shell";

/// The hook that is told of the shell, and judges by text where there is none.
const GATE: &str = "intent-gate-hook";

/// How long the two writes of the trial may take.
const MAX_TRIAL: Duration = Duration::from_secs(10);

/// A shell that a settings file names.
struct Named<'f> {
    source: &'f Source,
    path: String,
}

impl Named<'_> {
    fn name(&self) -> &str {
        Path::new(&self.path).file_name().and_then(OsStr::to_str).unwrap_or_default()
    }

    /// Whether it is meant to be ours, well written or not.
    fn is_ours(&self) -> bool {
        self.name().starts_with("confine")
    }

    fn found(&self, finding: Finding) -> Finding {
        let at = self.source.settings().lines().position(|line| line.contains(VARIABLE));
        let finding = finding.of(self.name()).in_file(&self.source.file);
        Finding { line: at.map(|at| at + 1), check: CHECK, ..finding }
    }
}

/// What is known of the shell of ours.
#[derive(Default)]
pub(crate) struct Shell {
    pub(crate) findings: Vec<Finding>,
    pub(crate) standing: Option<Standing>,
}

/// What settings say, as far as a file tells.
pub(crate) fn written(facts: &Facts<'_>) -> Vec<Finding> {
    let all = named(facts);
    let Some((last, weaker)) = all.split_last() else { return Vec::new() };
    if !last.is_ours() {
        let overruled = weaker.iter().filter(|named| named.is_ours());
        return overruled.map(|named| named.found(overruled_by(last))).collect();
    }
    let unfit = wrong(last).map(|words| last.found(Finding::error(words).fix(again())));
    let older = older(facts, last).filter(|_| unfit.is_none());
    let both = sandbox(facts).map(|source| {
        let words = "with this shell and the client's own `sandbox`, every command fails";
        let fix = "set `sandbox.enabled` to false, or remove `CLAUDE_CODE_SHELL`";
        Finding { file: Some(source.file.clone()), line: None, ..last.found(Finding::error(words)) }
            .fix(fix)
    });
    unfit.into_iter().chain(older).chain(both).collect()
}

/// Has the shell hold a plan for two writes. `known` is what was found in files.
pub(crate) fn tried(facts: &Facts<'_>, known: &[Finding]) -> Shell {
    let all = named(facts);
    let Some(last) = all.iter().rfind(|named| named.is_ours()) else {
        return Shell {
            findings: hint(facts, !all.is_empty()).into_iter().collect(),
            ..Shell::default()
        };
    };
    let mut standing = Standing {
        hook: last.name().to_owned(),
        host: None,
        state: State::Protecting,
        level: facts.given.level,
        scopes: vec![last.source.kind.to_string()],
        last: None,
        is_final: "unknown",
        because: "the client runs commands with it".to_owned(),
        denies: false,
        layer: None,
        took_ms: None,
    };
    let is_against = |it: &&Finding| it.check == CHECK && it.severity == Severity::Error;
    let mut findings = Vec::new();
    if let Some(against) = known.iter().find(is_against) {
        standing.state = State::Not;
        standing.is_final = "no";
        standing.because.clone_from(&against.message);
    } else if facts.given.level == Level::Played {
        findings.extend(play(last, &mut standing));
    }
    Shell { findings, standing: Some(standing) }
}

/// The shells that settings name, that of the strongest last: it wins.
fn named<'f>(facts: &'f Facts<'_>) -> Vec<Named<'f>> {
    let read = settings(facts).filter_map(|source| {
        let path = source.json()?.get("env")?.get(VARIABLE)?.as_str()?.to_owned();
        (!path.is_empty()).then_some(Named { source, path })
    });
    read.collect()
}

/// The settings that a host takes, the weakest first.
fn settings<'f>(facts: &'f Facts<'_>) -> impl DoubleEndedIterator<Item = &'f Source> {
    let taken = facts.sources.iter().enumerate().filter(|(at, _)| !facts.is_dropped(*at));
    taken.map(|(_, source)| source).filter(|source| !matches!(source.kind, Kind::Plugin(_)))
}

/// The settings that switch the client's own sandbox on, if that holds.
fn sandbox<'f>(facts: &'f Facts<'_>) -> Option<&'f Source> {
    let said = settings(facts).rev().find_map(|source| {
        let is_on = source.json()?.pointer("/sandbox/enabled").and_then(Value::as_bool)?;
        Some((source, is_on))
    });
    said.filter(|(_, is_on)| *is_on).map(|(source, _)| source)
}

fn overruled_by(winner: &Named<'_>) -> Finding {
    let (path, kind) = (&winner.path, &winner.source.kind);
    let words =
        format!("the client uses {path} from the {kind} settings, so commands are not confined");
    Finding::error(words).fix(format!("remove `{VARIABLE}` from {}", winner.source.file.display()))
}

/// Why a client does not start a shell by this name, or another one than is meant.
fn wrong(named: &Named<'_>) -> Option<String> {
    let path = Path::new(&named.path);
    if !SHELLS.contains(&named.name()) {
        let known = SHELLS.join(" or ");
        return Some(format!(
            "{} is not called {known}, so the client does not use it",
            named.path
        ));
    }
    if !path.is_absolute() {
        return Some(format!(
            "{} is not an absolute path, and variables in it are not expanded",
            named.path
        ));
    }
    let why = unstartable(path)?;
    Some(format!("{} {why}: the client silently uses the plain shell", named.path))
}

/// A shell that does not understand the tickets of hooks of this version.
fn older(facts: &Facts<'_>, named: &Named<'_>) -> Option<Finding> {
    let words = format!("{} is from another version", named.path);
    is_older(facts, named).then(|| named.found(Finding::warning(words).fix(again())))
}

/// Whether a shell is there, and is not the program of this version. The program that has all hooks is one by its
/// name too.
fn is_older(facts: &Facts<'_>, named: &Named<'_>) -> bool {
    let [name, _] = SHELLS;
    let ours = |name: &str| fs::read(facts.given.programs?.join(file_name(name))).ok();
    match (fs::read(&named.path).ok(), ours(name)) {
        (Some(there), Some(own)) => there != own && Some(there) != ours("tacklebox"),
        _ => false,
    }
}

/// The shells of ours that a person's settings name and that are not the program of this version.
pub(crate) fn outdated(facts: &Facts<'_>) -> Vec<PathBuf> {
    let is_named_well = |named: &Named<'_>| named.is_ours() && wrong(named).is_none();
    let of_settings = |named: &Named<'_>| matches!(named.source.kind, Kind::Settings(_));
    let all = named(facts).into_iter().filter(|it| is_named_well(it) && of_settings(it));
    all.filter(|it| is_older(facts, it)).map(|it| PathBuf::from(it.path)).collect()
}

fn again() -> String {
    format!("`tacklebox install {GATE}` installs the shell again")
}

/// A machine that could hold plans, with a gate and without our shell.
fn hint(facts: &Facts<'_>, is_taken: bool) -> Option<Finding> {
    let [name, _] = SHELLS;
    let shell = facts.given.programs?.join(file_name(name));
    let mut gate = facts.of(GATE).filter_map(|entry| facts.kind(entry));
    let is_installed = gate.any(|kind| matches!(kind, Kind::Settings(_)));
    let is_asked = facts.given.level == Level::Played && is_installed;
    let is_free = is_asked && !is_taken && sandbox(facts).is_none() && !confine::is_inside();
    if !is_free || !shell.is_file() {
        return None;
    }
    let layer = protection::wall::layer(&shell);
    let words = format!(
        "{GATE} judges shell commands only by their text; this machine could enforce what they write ({})",
        layer.as_str()
    );
    let fix = format!(
        "`tacklebox install {GATE}` installs the shell that does; see docs/hooks/confine.md"
    );
    let note = Finding { check: CHECK, ..Finding::note(words) };
    (layer != Layer::Nothing).then(|| note.of(GATE).fix(fix))
}

/// Asks for the layer, and tries it.
fn play(named: &Named<'_>, standing: &mut Standing) -> Option<Finding> {
    if confine::is_inside() {
        standing.state = State::Unknown;
        "the doctor itself runs under a plan, so it cannot try one"
            .clone_into(&mut standing.because);
        return None;
    }
    let shell = PathBuf::from(&named.path);
    let layer = protection::wall::layer(&shell);
    standing.layer = Some(layer.as_str());
    let lack = confine::lack(layer);
    let failed = if layer == Layer::Nothing {
        let why = lack.unwrap_or_else(|| "it does not say how it enforces plans".to_owned());
        let finding = Finding::warning(format!(
            "{why}: the kernel enforces no plan, so commands are judged only by their text"
        ));
        Some(finding.fix("see docs/hooks/confine.md for what a system needs"))
    } else {
        match trial(&shell) {
            Ok(took) => {
                standing.is_final = "yes";
                standing.took_ms = Some(in_ms(took));
                standing.because = held_by(layer, lack);
                None
            }
            Err(err) => Some(Finding::error(format!("{err:#}")).fix(again())),
        }
    };
    let finding = named.found(failed?);
    standing.state = State::Not;
    standing.is_final = "no";
    standing.because.clone_from(&finding.message);
    Some(finding)
}

fn held_by(layer: Layer, lack: Option<String>) -> String {
    let landlock = match confine::landlock_version() {
        0 => String::new(),
        6 => ", Landlock 6 or later".to_owned(),
        version => format!(", Landlock {version}"),
    };
    let lack = lack.map(|lack| format!("; {lack}")).unwrap_or_default();
    format!("a write outside its plan failed: {}{landlock}{lack}", layer.as_str())
}

/// Runs two writes by a plan that opens one of them, in a folder that is thrown away.
///
/// # Errors
/// If the plan is not held.
fn trial(shell: &Path) -> Result<Duration> {
    let dir = tempfile::Builder::new().prefix("tacklebox-doctor-").tempdir()?;
    let _interrupted = process_start::remove_on_interrupt(dir.path());
    let top = fs::canonicalize(dir.path())?;
    let (open, closed) = (top.join("open"), top.join("closed"));
    for folder in [&open, &closed] {
        fs::create_dir(folder)?;
    }
    let text = open.to_str().context("the path of the temporary folder is not Unicode")?;
    let (session, project) = ("doctor".to_owned(), top.clone());
    let plan = Plan { session, project, writable: vec![format!("{text}/")], ..Plan::default() };
    let state = top.join("state");
    Plans::new(&state).write("doctor", &plan)?;
    let mut command = Command::new(shell);
    command.args(["-c", "echo x > open/file; echo x > closed/file"]).current_dir(&top);
    command.env("TACKLEBOX_STATE_DIR", &state).env("CLAUDE_CODE_SESSION_ID", "doctor");
    let call = host_stand_in::call(command, b"", MAX_TRIAL)?;
    let said = String::from_utf8_lossy(&call.stderr).lines().next().unwrap_or_default().to_owned();
    ensure!(!closed.join("file").exists(), "a command wrote outside its plan");
    ensure!(open.join("file").exists(), "a command could not write inside its plan: {said}");
    Ok(call.took)
}
