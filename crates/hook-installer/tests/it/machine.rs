//! A machine with a home, a project and programs, on which hooks are installed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clap::Parser;
use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, InstallArgs, InstallError, Needs, Offer,
    Plan, RollbackArgs, Twice, UninstallArgs, WrongCall, names_no_hook,
};
use tempfile::TempDir;

/// The program of the server that works beside a hook.
pub(crate) const SERVER: &str = "intent-mcp";

/// The program of the shell by which commands are held.
pub(crate) const SHELL: &str = "confine-bash";

/// The program that runs several hooks.
pub(crate) const ENGINE: &str = "tacklebox";

/// What tells our programs from those of others.
pub(crate) const MARK: &str = "# \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}";

/// A home, a project and a folder of programs that need no building.
pub(crate) struct Machine {
    dir: TempDir,
    /// The hooks that are to fail closed.
    pub(crate) closed: Vec<String>,
    /// The hooks that need the shell by which commands are held.
    pub(crate) walled: Vec<String>,
}

/// The command line of a program that installs hooks.
#[derive(Parser)]
#[command(no_binary_name = true)]
enum Call {
    Install(InstallArgs),
    Uninstall(UninstallArgs),
    Rollback(RollbackArgs),
}

impl Machine {
    pub(crate) fn new() -> Self {
        let machine = Self {
            dir: TempDir::with_prefix("a machine ").unwrap(),
            closed: Vec::new(),
            walled: Vec::new(),
        };
        for dir in ["home", "a project", "programs"] {
            fs::create_dir(machine.path(dir)).unwrap();
        }
        machine.build("#!/bin/sh\necho one\n");
        machine
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn project(&self, path: &str) -> PathBuf {
        self.path("a project").join(path)
    }

    /// Builds programs that do what these lines say, with our mark.
    pub(crate) fn build(&self, program: &str) {
        let program = format!("{program}{MARK}\n");
        for offer in offers() {
            self.build_one(&offer.hook, &program);
        }
        self.build_one(SERVER, &program);
        self.build_one(SHELL, &program);
        self.build_one(ENGINE, &format!("{program}# tacklebox\n"));
    }

    fn build_one(&self, name: &str, program: &str) {
        let path = self.path("programs").join(name);
        write(&path, program);
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    /// What comes of the words of `line`; `@` stands for the project, and for its settings where the
    /// line names no scope, `#` for a folder of programs that a person names.
    pub(crate) fn call(&self, line: &str) -> Result<String, InstallError> {
        let mut words: Vec<PathBuf> = Vec::new();
        for word in line.split(' ') {
            match word {
                "@" if line.contains("--scope") => {
                    words.extend(["--project".into(), self.project("")]);
                }
                "@" => words.extend(
                    ["--scope", "project", "--project"]
                        .into_iter()
                        .map(PathBuf::from)
                        .chain([self.project("")]),
                ),
                "#" => words.extend(["--bin-dir".into(), self.path("my bins")]),
                word => words.push(word.into()),
            }
        }
        self.perform(words)
    }

    /// The same with `project` as the project.
    pub(crate) fn at(&self, line: &str, project: &str) -> Result<String, InstallError> {
        let scope = if line.contains("--scope") { &[][..] } else { &["--scope", "project"] };
        let words = line.split(' ').chain(scope.iter().copied()).chain(["--project", project]);
        self.perform(words.map(PathBuf::from).collect())
    }

    fn perform(&self, words: Vec<PathBuf>) -> Result<String, InstallError> {
        let home = self.path("home");
        let folders = Folders { home: Some(&home), ..Folders::default() };
        match Call::try_parse_from(words).unwrap() {
            Call::Install(args) => {
                let project = args.place.project(&folders);
                let folders = Folders { project: project.as_deref(), ..folders };
                let place = args.place.resolve(&folders)?;
                let hooks = chosen(args.hooks.chosen(&offers())?)?;
                let (known, engine) = (&offers()[..], args.engine);
                let (by_hand, twice) = (args.by_hand(), args.twice());
                let (form, host) = (args.form, args.host_version);
                let closed = &self.closed;
                let (walled, confine) = (&self.walled, args.confine(None));
                let choice = Choice {
                    hooks: &hooks,
                    known,
                    engine,
                    by_hand,
                    twice,
                    form,
                    closed,
                    host,
                    confine,
                    walled,
                    exported: None,
                };
                let plan = Plan::install(&place, &choice, &self.path("programs"), &folders)?;
                carried_out(&plan, args.dry_run)
            }
            Call::Uninstall(args) => {
                let place = args.place.resolve(&folders)?;
                let hooks = chosen(args.hooks.chosen(&offers())?)?;
                carried_out(
                    &Plan::uninstall(&place, &hooks, &offers(), &self.walled)?,
                    args.dry_run,
                )
            }
            Call::Rollback(args) => {
                let (place, programs) = (args.place.resolve(&folders)?, self.path("programs"));
                let (known, confine) = (&offers()[..], Confine::with(None));
                let needs = Needs { known, walled: &self.walled, confine };
                let plan = Plan::rollback(&place, args.back.into(), &needs, &programs)?;
                carried_out(&plan, args.dry_run)
            }
        }
    }

    pub(crate) fn done(&self, line: &str) -> String {
        self.call(line).unwrap_or_else(|err| panic!("{line}: {err:?}"))
    }

    pub(crate) fn refused(&self, line: &str, because: &str) -> InstallError {
        let err = match self.call(line) {
            Ok(shown) => panic!("{line}: {shown}"),
            Err(err) => err,
        };
        let mut words = err.to_string();
        let mut source = std::error::Error::source(&err);
        while let Some(err) = source {
            words = format!("{words}: {err}");
            source = err.source();
        }
        assert!(words.contains(because), "{words}");
        err
    }

    /// Every file and folder of the project.
    pub(crate) fn tree(&self) -> Vec<String> {
        let mut paths = Vec::new();
        walk(&self.project(""), &self.project(""), &mut paths);
        paths.sort();
        paths
    }
}

fn chosen(hooks: Option<Vec<Offer>>) -> Result<Vec<Offer>, WrongCall> {
    hooks.ok_or_else(|| names_no_hook(&offers()))
}

fn carried_out(plan: &Plan, dry_run: bool) -> Result<String, InstallError> {
    if dry_run {
        return Ok(plan.to_string());
    }
    plan.carry_out().map(|report| report.to_string()).map_err(|stopped| *stopped.why)
}

/// These hooks, each in a program of its own.
pub(crate) fn alone(hooks: &[Offer]) -> Choice<'_> {
    let (by_hand, twice) = (ByHand::Goes, Twice::Refused);
    let (form, closed, host) = (FormWish::Exec, &[], None);
    let (engine, confine) = (Engine::Off, Confine::AsBefore);
    Choice {
        hooks,
        known: hooks,
        engine,
        by_hand,
        twice,
        form,
        closed,
        host,
        confine,
        walled: &[],
        exported: None,
    }
}

/// What there is to install, out of the templates of this repository.
pub(crate) fn offers() -> Vec<Offer> {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../settings-templates");
    let names = fs::read_dir(&templates).unwrap().filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_suffix(".json").filter(|hook| !hook.contains('.')).map(str::to_owned)
    });
    names
        .map(|hook| Offer {
            template: read(&templates.join(format!("{hook}.json"))),
            server: fs::read_to_string(templates.join(format!("{hook}.mcp.json"))).ok(),
            description: String::new(),
            first_step: "none".to_owned(),
            look: String::new(),
            needs: String::new(),
            record: None,
            in_engine: true,
            hook,
        })
        .collect()
}

pub(crate) fn offer(hook: &str) -> Offer {
    offers().into_iter().find(|offer| offer.hook == hook).unwrap()
}

fn walk(root: &Path, dir: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        paths.push(path.strip_prefix(root).unwrap().display().to_string());
        if path.is_dir() && !path.is_symlink() {
            walk(root, &path, paths);
        }
    }
}

pub(crate) fn write(path: &Path, text: &str) {
    use std::io::Write;
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

pub(crate) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}
