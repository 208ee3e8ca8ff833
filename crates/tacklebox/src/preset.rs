//! `install --preset`: what is asked before the hooks are installed, and what is done afterwards.
//!
//! Files that this writes are recorded, so that `uninstall` can remove those that nobody has changed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use hook_installer::{
    Caller, ConfigOption, InstallArgs, InstallError, Preset, PresetChoice, Scope, Share, Stopped,
    UninstallArgs, chosen_preset, is_tracked, names_nothing, preset_menu, shown,
};
use hook_runtime::{Console, Ctx, columns};
use hook_state::{Links, StateDir, read_regular};
use serde::{Deserialize, Serialize};

use crate::hooks;
use crate::settings::{installed, installed_for_person};

/// The width of the menu where that of the terminal is unknown.
pub(crate) const DEFAULT_COLUMNS: usize = 80;

/// The folders into which `init` writes.
const FOLDERS: [&str; 2] = [".tacklebox", ".orchestration"];

/// The verb that writes a configuration.
const INIT: &str = "init";

/// The record, in the state folder of the project.
const RECORD: &str = "preset-files.json";

/// More than the record or one of its files has.
const MAX_FILE: u64 = 1 << 20;

/// A file that a preset wrote.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    hook: String,
    file: PathBuf,
    text: String,
}

/// Installs hooks; of a preset, also what makes it useful at once.
///
/// # Errors
/// As [`hook_installer::install`], and if what comes after it fails.
pub(crate) fn install(
    ctx: &Ctx,
    caller: &Caller<'_>,
    args: &mut InstallArgs,
    console: &mut Console,
) -> Result<(), Stopped> {
    choose(ctx, args)?;
    let Some(preset) = args.preset else {
        print(&hook_installer::install(caller, args)?, console);
        return Ok(());
    };
    let project = args.place.project(&caller.folders);
    let hooks = args.chosen(caller.offers).map_err(InstallError::from)?.unwrap_or_default();
    let place = args.place.resolve_for(&hooks, Share::All, &caller.folders)?;
    let is_own = place.scope() == Scope::Local && args.hosts.is_claude_alone();
    let run = Run { ctx, preset, project: project.as_deref(), scope: place.scope(), is_own };
    if args.dry_run {
        print(&hook_installer::install(caller, args)?, console);
        run.announce(console);
        return Ok(());
    }
    // What is refused is refused before anything is written.
    args.dry_run = true;
    hook_installer::install(caller, args)?;
    args.dry_run = false;
    let option = run.wanted_option();
    // What is installed depends on the configuration.
    run.configure(option, console).map_err(|err| after(&err))?;
    print(&hook_installer::install(caller, args)?, console);
    run.finish(console).map_err(|err| after(&err))
}

/// Removes hooks, and of what presets wrote for them what nobody has changed.
///
/// # Errors
/// As [`hook_installer::uninstall`], and if a file cannot be removed.
pub(crate) fn uninstall(
    ctx: &Ctx,
    caller: &Caller<'_>,
    args: &UninstallArgs,
    console: &mut Console,
) -> Result<(), Stopped> {
    let project = args.place.project(&caller.folders);
    let there = project.clone().map_or_else(|| ctx.clone(), |project| ctx.at(project));
    // Without the hooks it may be no project any more, and have no state of its own.
    let records = [Of::Project, Of::Person].map(|of| Record::of(&there, of));
    print(&hook_installer::uninstall(caller, args)?, console);
    for record in records.into_iter().filter(|_| !args.dry_run) {
        match record {
            Ok(record) => {
                record.forget(&there, project.as_deref(), console).map_err(|err| after(&err))?;
            }
            Err(err) => console.line(format!("kept      what a preset wrote: {err:#}")),
        }
    }
    Ok(())
}

fn print(told: &str, console: &mut Console) {
    told.lines().for_each(|line| console.line(line));
}

/// What went wrong after the settings were changed.
fn after(err: &anyhow::Error) -> Stopped {
    InstallError::Refused(format!("{err:#}")).into()
}

/// Asks a person at a terminal what to install, if nothing was named.
fn choose(ctx: &Ctx, args: &mut InstallArgs) -> Result<(), InstallError> {
    if !args.names_nothing() {
        return Ok(());
    }
    let menu = preset_menu(columns(ctx).unwrap_or(DEFAULT_COLUMNS));
    let answer = asked(&format!("{menu}Which one (or q)? ")).ok_or_else(names_nothing)?;
    if answer.is_empty() {
        return Err(InstallError::Declined);
    }
    if let PresetChoice::Preset(preset) = chosen_preset(&answer)? {
        args.preset = Some(preset);
    }
    Ok(())
}

/// What a person at a terminal answers; empty for `q`, and at the end of the input. `None` without
/// a terminal.
pub(crate) fn asked(words: &str) -> Option<String> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return None;
    }
    let mut stdout = io::stdout().lock();
    write!(stdout, "{words}").and_then(|()| stdout.flush()).ok()?;
    let mut answer = String::new();
    if stdin.lock().read_line(&mut answer).ok()? == 0 {
        let _gone = writeln!(stdout);
    }
    let answer = answer.trim();
    Some(if answer == "q" { String::new() } else { answer.to_owned() })
}

/// A preset that is installed.
struct Run<'a> {
    ctx: &'a Ctx,
    preset: &'static Preset,
    project: Option<&'a Path>,
    scope: Scope,
    /// Whether nobody else gets the hooks.
    is_own: bool,
}

impl Run<'_> {
    /// The configuration file of the preset, if it is not there yet and a person at a terminal wants it.
    fn wanted_option(&self) -> Option<&'static ConfigOption> {
        let option = self.preset.option.as_ref()?;
        let path = self.ctx.env("PATH").unwrap_or_default();
        let has_program = |dir: PathBuf| option.programs.iter().any(|it| dir.join(it).is_file());
        let is_possible = std::env::split_paths(&path).any(has_program);
        let is_new = self.file_of(option).is_some_and(|file| !file.exists());
        let answer =
            (is_possible && is_new).then(|| asked(&format!("{}? [y/N] ", option.question)));
        answer
            .flatten()
            .filter(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes"))
            .map(|_| option)
    }

    /// Says what would be done after the installation.
    fn announce(&self, console: &mut Console) {
        for (hook, verb) in self.preset.commands {
            let command = command(hook, verb);
            console.line(match self.scope {
                Scope::User => format!("next      in each project: {command}"),
                _ => format!("would run {command}"),
            });
        }
    }

    /// Writes the configuration.
    fn configure(&self, option: Option<&ConfigOption>, console: &mut Console) -> Result<()> {
        if let Some((option, file)) = option.and_then(|it| Some((it, self.file_of(it)?))) {
            let attempt = || format!("could not write {}", file.display());
            fs::create_dir_all(file.parent().unwrap_or(&file)).with_context(attempt)?;
            hook_state::replace(&file, option.text.as_bytes()).with_context(attempt)?;
            console.line(format!("wrote     {}", file.display()));
            self.record(&[(option.hook, file)])?;
        }
        self.run_commands(console, |verb| verb == INIT)
    }

    /// Does what is left to do after the installation, and says what happens now.
    fn finish(&self, console: &mut Console) -> Result<()> {
        let line = |words: String| match columns(self.ctx) {
            Some(columns) => shown(&words, columns, &[]).trim_end().to_owned(),
            None => words,
        };
        self.run_commands(console, |verb| verb != INIT)?;
        if self.is_own {
            let shared = "`--scope project` gives them to the team";
            console.line(line(format!("scope     only you have these hooks; {shared}")));
        }
        console.line(line(format!("now       {}", self.preset.first_minute)));
        if let Some(note) = self.preset.note {
            console.line(line(format!("note      {note}")));
        }
        console.line(format!("try       {}", self.preset.trial));
        Ok(())
    }

    /// Runs the commands of the preset whose verb is meant, and records the files that each writes.
    fn run_commands(&self, console: &mut Console, is_meant: impl Fn(&str) -> bool) -> Result<()> {
        let there = self.there();
        for (hook, verb) in self.preset.commands.iter().filter(|(_, verb)| is_meant(verb)) {
            if self.scope == Scope::User {
                console.line(format!("next      in each project: {}", command(hook, verb)));
                continue;
            }
            // What is done is shown before what may take long. A reader who has gone does not end it.
            let _gone = console.flush();
            let Some(made) = hooks::hook(hook).map(|make| make()) else { continue };
            let before = files_in(self.project);
            let words = [*hook, *verb].map(OsString::from).to_vec();
            let done = made.run_tools(&made.ctx_in(&there), words, console);
            let after = files_in(self.project);
            let written: Vec<_> =
                after.difference(&before).map(|file| (*hook, file.clone())).collect();
            self.record(&written)?;
            // A file that is there already is named, and is no failure here.
            let _status = done.with_context(|| command(hook, verb))?;
        }
        Ok(())
    }

    /// Records files that were written.
    fn record(&self, written: &[(&'static str, PathBuf)]) -> Result<()> {
        let of = if self.scope == Scope::User { Of::Person } else { Of::Project };
        if written.is_empty() { Ok(()) } else { Record::of(&self.there(), of)?.add(written) }
    }

    /// The context of the project.
    fn there(&self) -> Ctx {
        self.project.map_or_else(|| self.ctx.clone(), |project| self.ctx.at(project.to_owned()))
    }

    /// The file of an option: the project's, or the person's own for all projects.
    fn file_of(&self, option: &ConfigOption) -> Option<PathBuf> {
        let folder = match self.scope {
            Scope::User => self.ctx.user_config().map(Path::to_path_buf),
            Scope::Local | Scope::Project => self.project.map(|project| project.join(FOLDERS[0])),
        };
        folder.map(|folder| folder.join(option.file))
    }
}

fn command(hook: &str, verb: &str) -> String {
    format!("`tacklebox {} {verb}`", hook.strip_suffix("-hook").unwrap_or(hook))
}

/// What a preset was installed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    /// One project.
    Project,
    /// All projects of a person.
    Person,
}

/// The files that presets wrote for a project, or for a person.
struct Record {
    of: Of,
    folder: Option<StateDir>,
    files: Vec<Written>,
}

impl Record {
    /// Reads the record.
    fn of(ctx: &Ctx, of: Of) -> Result<Self> {
        let folder = match of {
            Of::Project => ctx.state().cloned(),
            Of::Person => ctx.user_state().map(|folder| StateDir::new(folder.to_owned())),
        };
        let files = folder.as_ref().map(|folder| folder.read_json(RECORD)).transpose();
        let files = files.with_context(|| format!("could not read {RECORD}"))?;
        Ok(Self { of, folder, files: files.flatten().unwrap_or_default() })
    }

    /// Adds files with what is in them now.
    fn add(&mut self, written: &[(&str, PathBuf)]) -> Result<()> {
        self.files.retain(|old| written.iter().all(|(_, file)| old.file != *file));
        for (hook, file) in written {
            let text = read_regular(file, Links::Refused, MAX_FILE).map(String::from_utf8);
            if let Ok(Ok(text)) = text {
                self.files.push(Written { hook: (*hook).to_owned(), file: file.clone(), text });
            }
        }
        self.write()
    }

    /// Removes the files of hooks that are no longer installed in `project`, unless somebody has changed them
    /// or git tracks them. Those of other checkouts stay, although all worktrees of a clone share the record.
    fn forget(mut self, ctx: &Ctx, project: Option<&Path>, console: &mut Console) -> Result<()> {
        let installed = match self.of {
            Of::Project => installed(ctx),
            Of::Person => installed_for_person(ctx),
        };
        let is_here = |file: &Path| self.of == Of::Person || is_of_checkout(file, project);
        let is_used = |it: &Written| {
            if is_here(&it.file) { installed.contains(it.hook.as_str()) } else { it.file.exists() }
        };
        let (kept, gone): (Vec<_>, Vec<_>) = self.files.drain(..).partition(is_used);
        if gone.is_empty() {
            self.files = kept;
            return Ok(());
        }
        for Written { file, text, .. } in gone.iter().filter(|it| is_here(&it.file)) {
            let now = read_regular(file, Links::Refused, MAX_FILE);
            if now.is_ok_and(|now| now == text.as_bytes()) {
                if is_tracked_file(file) {
                    console.line(format!("kept      {}: git tracks it", file.display()));
                    continue;
                }
                let attempt = || format!("could not remove {}", file.display());
                fs::remove_file(file).with_context(attempt)?;
                console.line(format!("removed   {}: nobody has changed it", file.display()));
                // What others have put there stays.
                let _used = file.parent().map(fs::remove_dir);
            }
        }
        self.files = kept;
        self.write()
    }

    fn write(&self) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let written = if self.files.is_empty() {
            fs::remove_file(folder.file(RECORD))
        } else {
            folder.write(RECORD, &serde_json::to_vec(&self.files)?)
        };
        written.with_context(|| format!("could not write {RECORD}"))
    }
}

/// Whether a file that a preset wrote is in this checkout of the project, not in another worktree.
fn is_of_checkout(file: &Path, project: Option<&Path>) -> bool {
    let real = |dir: &Path| fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    file.ancestors().nth(2).map(real) == project.map(real)
}

fn is_tracked_file(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    file.parent().zip(name).is_none_or(|(folder, name)| is_tracked(folder, name))
}

/// The files into which commands of hooks may have written.
fn files_in(project: Option<&Path>) -> BTreeSet<PathBuf> {
    let folders = project.into_iter().flat_map(|project| FOLDERS.map(|name| project.join(name)));
    let entries = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}
