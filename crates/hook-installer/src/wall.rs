//! The shell that holds what commands may write: `CLAUDE_CODE_SHELL` in the settings, and its program
//! beside the others.
//!
//! The variable has an absolute path, which settings of a team cannot have: hooks in `settings.json` of a
//! project have it in `settings.local.json`.

use std::path::{Path, PathBuf};

use claude_settings::{ENGINE, Start, Variable, variable};
use confine::SHELLS;
use project_paths::{CONFIG_DIR, programs_in};
use serde_json::Value;

use crate::change::Change;
use crate::edit::Edit;
use crate::error::InstallError;
use crate::foreign_programs::started_by_others;
use crate::git_exclude::Exclusion;
use crate::offer::{Choice, Confine, Needs, Offer};
use crate::place::{Bin, Folders, Place, Scope};
use crate::program::{self, file_name};
use crate::roster::Roster;
use crate::sources::{Source, sources};
use crate::step::Step;
use crate::{backups, files};

/// The configuration of governance.
const GOVERNANCE: &str = "governance.yaml";

/// By which Claude Code is told which shell to start.
const VARIABLE: &str = "CLAUDE_CODE_SHELL";

/// From which it takes the shell where nobody has told it.
const FALLBACK: &str = "SHELL";

/// What becomes of the wall, and what a person is told of it.
pub(crate) struct Wall {
    /// What becomes of the variable; `None` leaves it.
    variable: Option<Variable>,
    steps: Vec<Step>,
    pub(crate) notes: Vec<String>,
}

impl Wall {
    fn nothing() -> Self {
        Self { variable: None, steps: Vec::new(), notes: Vec::new() }
    }

    fn by_text(why: &str) -> Self {
        Self { notes: vec![by_text(why)], ..Self::nothing() }
    }

    /// What `install` does. `start` is how the hooks are started.
    ///
    /// # Errors
    /// When the client has a sandbox of its own: in both together every command fails.
    pub(crate) fn entered(
        place: &Place,
        choice: &Choice<'_>,
        programs: &Path,
        start: Start,
        folders: &Folders<'_>,
    ) -> Result<Self, InstallError> {
        let at = At::read(place)?;
        let is_walled = |hook: &Offer| choice.walled.contains(&hook.hook);
        let (shell, is_renewal) = match (choice.confine, at.shell()) {
            (Confine::No, _) => {
                let mut wall = Self::taken_out(place, &at, None);
                wall.steps.push(remember(place, true));
                return Ok(wall);
            }
            (Confine::By(shell), _) if choice.hooks.iter().any(is_walled) => {
                let sources = sources_of(place, folders);
                refuse_sandbox(place, &sources)?;
                if let Some(why) = taken(&sources, choice.exported) {
                    return Ok(Self::by_text(&why));
                }
                (shell, false)
            }
            (Confine::By(_) | Confine::AsBefore, Some(shell)) => (shell, true),
            (Confine::By(_) | Confine::AsBefore, None) => return Ok(Self::nothing()),
        };
        let program = place.program(shell);
        let Some(value) = program.to_str() else {
            let why =
                format!("{} is not valid Unicode, so JSON cannot contain it", program.display());
            return Ok(Self::by_text(&why));
        };
        let is_new = place.scope() == Scope::Project && !at.file.exists();
        let exclusion = is_new.then(|| Exclusion::enter_settings(place.folder())).flatten();
        // What is there already stays where no newer one can come.
        let is_put = !is_renewal || can_come(choice.known, programs);
        let put = is_put.then(|| put(programs, place, shell, (choice.known, start)));
        let wanted = (!is_renewal).then(|| remember(place, false));
        let steps = put.into_iter().chain(exclusion.map(Step::Exclude)).chain(wanted).collect();
        let variable = Some(at.variable(Some(value.to_owned())));
        Ok(Self { variable, steps, notes: Vec::new() })
    }

    /// What `uninstall` does, where the settings will be `after`: it goes with the last of the hooks that
    /// need it.
    pub(crate) fn left(
        place: &Place,
        roster: &Roster<'_>,
        after: Option<&str>,
        walled: &[String],
    ) -> Result<Self, InstallError> {
        let beside = place.sibling().map(|file| files::read(&file)).transpose()?.flatten();
        let mut texts = [after, beside.as_deref()].into_iter().flatten();
        let is_needed = |text: &str| roster.names_in(text).any(|hook| walled.contains(&hook));
        if texts.any(is_needed) {
            return Ok(Self::nothing());
        }
        Ok(Self::taken_out(place, &At::read(place)?, after))
    }

    /// What `rollback` does. Where the variable stands in a file of its own, it comes back with the hooks
    /// that need it, unless a person has left it out. It does not come back without its program.
    pub(crate) fn restored(
        place: &Place,
        roster: &Roster<'_>,
        after: Option<&str>,
        needs: &Needs<'_>,
        programs: &Path,
    ) -> Result<Self, InstallError> {
        let at = At::read(place)?;
        let wanted = if place.scope() == Scope::Project {
            let left = Self::left(place, roster, after, needs.walled)?;
            let is_needed = |text: &str| roster.names_in(text).any(|it| needs.walled.contains(&it));
            let new = || match needs.confine {
                Confine::By(shell)
                    if after.is_some_and(is_needed)
                        && !backups::is_shell_left_out(&place.backups()) =>
                {
                    place.program(shell).to_str().map(str::to_owned)
                }
                _ => None,
            };
            if left.variable.is_some() {
                return Ok(left);
            }
            at.value.clone().or_else(new)
        } else {
            variable(after.unwrap_or_default(), VARIABLE)
        };
        let is_it = |shell: &&str| wanted.as_deref().map(Path::new) == Some(&place.program(shell));
        let Some(shell) = SHELLS.into_iter().find(is_it) else {
            let is_apart = place.scope() == Scope::Project;
            return Ok(if is_apart { Self::nothing() } else { Self::taken_out(place, &at, after) });
        };
        let start = if roster.is_run_by(after) { Start::Together } else { Start::Alone };
        let is_missing = !place.program(shell).is_file();
        if is_missing && !can_come(needs.known, programs) {
            let without = Self::by_text(&no_shell_in(programs));
            return Ok(Self { variable: Some(at.variable(None)), ..without });
        }
        let steps = is_missing.then(|| put(programs, place, shell, (needs.known, start)));
        let variable = Some(at.variable(wanted));
        Ok(Self { variable, steps: steps.into_iter().collect(), notes: Vec::new() })
    }

    fn taken_out(place: &Place, at: &At, after: Option<&str>) -> Self {
        let mut wall = Self { variable: Some(at.variable(None)), ..Self::nothing() };
        for shell in SHELLS {
            let program = place.program(shell);
            let of_others = || {
                matches!(place.bin(), Bin::Named(_))
                    .then(|| "other settings may name it".to_owned())
            };
            let reason = program::reason_to_keep(&program)
                .or_else(of_others)
                .or_else(|| started_by_others(place, shell, after));
            match reason {
                _ if !program::is_there(&program) => {}
                Some(why) => wall.notes.push(format!("{} stays: {why}", program.display())),
                None => wall.steps.push(Step::Remove { program }),
            }
        }
        if place.scope() == Scope::Project && at.shell().is_some() && !at.has_hooks {
            wall.steps.extend(Exclusion::leave_settings(place.folder()).map(Step::Exclude));
        }
        wall
    }

    /// The variable, where it stands in the same file as the hooks.
    pub(crate) fn beside_hooks(&self, place: &Place) -> Option<Variable> {
        self.variable.clone().filter(|_| place.scope() != Scope::Project)
    }

    /// A version of the settings that comes back, without the variable where its program cannot come. What
    /// is no JSON comes back as it was.
    pub(crate) fn fitted(&self, place: &Place, version: Option<String>) -> Option<String> {
        match self.beside_hooks(place).filter(|variable| variable.value.is_none()) {
            Some(variable) => variable.apply(version.as_deref()).unwrap_or(version),
            None => version,
        }
    }

    /// The steps, among them the edit of the file that has the variable alone.
    pub(crate) fn steps(self, place: &Place) -> Result<Vec<Step>, InstallError> {
        let mut steps = self.steps;
        if let Some(variable) = self.variable.filter(|_| place.scope() == Scope::Project) {
            let edit = Edit::plan(file_of(place), place.backups(), Change::Variable(variable))?;
            if !edit.planned().is_nothing() {
                steps.push(Step::Edit(edit));
            }
        }
        Ok(steps)
    }
}

/// Whether a hook writes plans of what commands may write: the gate always, governance where it has rules
/// about files. `config` is the folder of the person's own configuration.
pub fn is_walled(hook: &str, project: Option<&Path>, config: Option<&Path>) -> bool {
    match hook {
        "intent-gate-hook" => true,
        "governance-hook" => {
            let of_project = project.map(|project| project.join(CONFIG_DIR));
            let mut files =
                of_project.iter().map(PathBuf::as_path).chain(config).map(|it| it.join(GOVERNANCE));
            // The project's own stands in the place of the person's, as a whole.
            files.find(|file| file.exists()).is_some_and(|file| {
                // The other one may have them.
                ["paths", "matrix"].iter().any(|key| hook_config::has(&file, key))
            })
        }
        _ => false,
    }
}

/// The file in which the variable stands, and what is in it.
struct At {
    file: PathBuf,
    value: Option<String>,
    ours: Vec<String>,
    /// Whether hooks of ours are in it too.
    has_hooks: bool,
}

impl At {
    fn read(place: &Place) -> Result<Self, InstallError> {
        let file = file_of(place);
        let text = files::read(&file)?.unwrap_or_default();
        let value = variable(&text, VARIABLE);
        let path = |shell: &str| place.program(shell).to_str().map(str::to_owned);
        let mut ours: Vec<String> = SHELLS.into_iter().filter_map(path).collect();
        // One of a project that was moved, or of another folder of programs.
        ours.extend(value.iter().filter(|value| is_ours(value)).cloned());
        let has_hooks = !claude_settings::handlers(&text).is_empty()
            && programs_in(text.as_bytes()).any(|it| !SHELLS.contains(&it));
        Ok(Self { file, value, ours, has_hooks })
    }

    /// The shell of ours that is named there.
    fn shell(&self) -> Option<&'static str> {
        let value = Path::new(self.value.as_deref()?);
        SHELLS.into_iter().find(|shell| value.ends_with(shell))
    }

    fn variable(&self, value: Option<String>) -> Variable {
        Variable { name: VARIABLE.to_owned(), value, ours: self.ours.clone() }
    }
}

/// The file in which a client is told of it.
pub(crate) fn file_of(place: &Place) -> PathBuf {
    match place.scope() {
        Scope::Project => place.dir().join("settings.local.json"),
        Scope::Local | Scope::User => place.settings(),
    }
}

/// Whether settings name a shell of ours.
pub(crate) fn is_named_in(settings: Option<&str>) -> bool {
    variable(settings.unwrap_or_default(), VARIABLE).is_some_and(|value| is_ours(&value))
}

fn is_ours(value: &str) -> bool {
    SHELLS.iter().any(|shell| Path::new(value).ends_with(shell))
}

/// The step by which the shell comes to where the variable names it. There is one program, which takes the
/// shell from the end of its name; the engine, too, is that program by such a name.
fn put(programs: &Path, place: &Place, shell: &str, (known, start): (&[Offer], Start)) -> Step {
    let [name, _] = SHELLS;
    let (from, to) = (programs.join(file_name(name)), place.program(shell));
    let engine = stand_in(known, programs);
    match &engine {
        Some(engine) if start == Start::Together && engine.is_file() && !from.is_file() => {
            Step::Link { engine: place.program(ENGINE), link: to }
        }
        _ => Step::Put { name: name.to_owned(), from, stand_in: engine, to },
    }
}

/// The engine, where it lies without the programs of hooks and so is every one of them.
fn stand_in(known: &[Offer], programs: &Path) -> Option<PathBuf> {
    let is_there = |hook: &Offer| programs.join(file_name(&hook.hook)).is_file();
    (!known.iter().any(is_there)).then(|| programs.join(file_name(ENGINE)))
}

/// Whether a folder has the program of the shell.
fn can_come(known: &[Offer], programs: &Path) -> bool {
    let [name, _] = SHELLS;
    let all = [Some(programs.join(file_name(name))), stand_in(known, programs)];
    all.into_iter().flatten().any(|program| program.is_file())
}

/// The variable that names this shell.
pub(crate) fn variable_of(path: String) -> Variable {
    Variable { name: VARIABLE.to_owned(), value: Some(path), ours: Vec::new() }
}

/// What a person wants, as far as this folder of programs has the shell; and a note where it has not.
pub(crate) fn that_can_come(
    wish: Confine,
    known: &[Offer],
    programs: &Path,
) -> (Confine, Option<String>) {
    match wish {
        Confine::By(_) if !can_come(known, programs) => {
            (Confine::AsBefore, Some(by_text(&no_shell_in(programs))))
        }
        wish => (wish, None),
    }
}

fn no_shell_in(programs: &Path) -> String {
    let [name, _] = SHELLS;
    format!("{} has no {name}", programs.display())
}

/// The step by which `rollback` knows later whether a person has left the shell out.
fn remember(place: &Place, is_left_out: bool) -> Step {
    Step::RememberShell { backups: place.backups(), is_left_out }
}

fn by_text(why: &str) -> String {
    format!(
        "note: the kernel does not confine commands, so guards check only their text:\n      {why}"
    )
}

/// The settings that count together with those of a place.
fn sources_of(place: &Place, folders: &Folders<'_>) -> Vec<Source> {
    let project = match place.scope() {
        Scope::User => folders.project,
        Scope::Project | Scope::Local => Some(place.folder()),
    };
    sources(project, folders)
}

/// Fails where the client's own sandbox is on: the strongest settings that speak of it count. Those of a
/// person count also for projects that turn it off for themselves.
fn refuse_sandbox(place: &Place, sources: &[Source]) -> Result<(), InstallError> {
    let is_of_place = |source: &&Source| place.scope() != Scope::User || !source.is_of_project();
    let everywhere = sources.iter().filter(is_of_place).filter_map(sandbox).next_back();
    let here = sources.iter().filter_map(sandbox).next_back();
    let Some((file, _)) = [everywhere, here].into_iter().flatten().find(|(_, is_on)| *is_on) else {
        return Ok(());
    };
    Err(InstallError::Refused(format!(
        "{} enables the client's own sandbox; together with the confining shell every \
         command would fail. Use `--no-confine`, or disable `sandbox.enabled`",
        file.display()
    )))
}

/// Whether settings turn the client's own sandbox on or off, if they speak of it.
fn sandbox(source: &Source) -> Option<(&Path, bool)> {
    let is_on = source.json()?.pointer("/sandbox/enabled").and_then(Value::as_bool)?;
    Some((&source.file, is_on))
}

/// Who has told the client already which shell to start.
fn taken(sources: &[Source], exported: Option<&str>) -> Option<String> {
    let settings = sources.iter().find_map(|source| {
        let value = |name: &&str| variable(source.settings(), name);
        let is_theirs = |name: &&str| value(name).is_some_and(|value| !is_ours(&value));
        let name = [VARIABLE, FALLBACK].into_iter().find(is_theirs)?;
        Some(format!("{} already sets {name}", source.file.display()))
    });
    let is_exported = exported.is_some_and(|value| !value.is_empty() && !is_ours(value));
    settings.or_else(|| is_exported.then(|| format!("{VARIABLE} is set in your environment")))
}
