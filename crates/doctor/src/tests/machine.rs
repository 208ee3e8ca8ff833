//! A project in which two hooks are installed, with all that belongs to it.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, Offer, Place, Plan, Scope, Twice, named,
};
use tempfile::TempDir;

use crate::{About, Examination, Given, HostVersion, Level, Mistake};
use crate::{PolicyProblem, examine, repair};

/// A program that takes its event and says nothing, with the mark of ours.
pub(super) const SILENT: &str = "#!/bin/sh\n\
    # \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\ncat > /dev/null\n";

/// Somebody else's program that does the same.
pub(super) const FOREIGN: &str = "#!/bin/sh\ncat > /dev/null # mine\n";

/// A machine of one person.
pub(super) struct Machine {
    dir: TempDir,
    pub(super) host: HostVersion,
    pub(super) modes: BTreeMap<String, String>,
    /// The hook that is paused.
    pub(super) paused: Option<String>,
    pub(super) closed: Vec<String>,
    pub(super) asked: Option<SystemTime>,
    pub(super) overruled: BTreeMap<String, String>,
    pub(super) damaged: BTreeMap<String, String>,
    pub(super) policy: Vec<PolicyProblem>,
    pub(super) mistakes: BTreeMap<String, String>,
}

impl Machine {
    /// Two guards that are configured, each by its own program.
    pub(super) fn healthy() -> Self {
        let machine = Self::empty();
        machine.install(&["governance-hook", "intent-gate-hook"], Scope::Project, Engine::Off);
        machine.write("project/.tacklebox/governance.yaml", "version: 1\n");
        machine.write("project/.orchestration/active_intents.yaml", "active_intents: []\n");
        machine
    }

    /// Nothing is installed.
    pub(super) fn empty() -> Self {
        Self::in_folder("a machine \u{e9} ")
    }

    /// Nothing is installed, in a folder whose name begins so.
    pub(super) fn in_folder(prefix: &str) -> Self {
        let machine = Self {
            dir: TempDir::with_prefix(prefix).unwrap(),
            host: HostVersion(2, 1, 330),
            modes: BTreeMap::new(),
            paused: None,
            closed: Vec::new(),
            asked: None,
            overruled: BTreeMap::new(),
            damaged: BTreeMap::new(),
            policy: Vec::new(),
            mistakes: BTreeMap::new(),
        };
        for dir in ["home", "project", "programs", "managed", "state"] {
            fs::create_dir(machine.path(dir)).unwrap();
        }
        for offer in offers() {
            machine.program(&format!("programs/{}", offer.hook), SILENT);
        }
        machine.program("programs/tacklebox", &format!("{SILENT}# tacklebox\n"));
        machine.program("programs/intent-mcp", SILENT);
        machine
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(super) fn folders(&self) -> (PathBuf, PathBuf) {
        (self.path("home"), self.path("managed"))
    }

    pub(super) fn install(&self, hooks: &[&str], scope: Scope, engine: Engine) {
        let known = offers();
        let hooks = named(hooks.iter().copied(), &known).unwrap();
        let place = match scope {
            Scope::User => Place::of_person(&self.path("home/.claude")),
            _ => Place::of(scope, &self.path("project")),
        };
        let choice = Choice {
            hooks: &hooks,
            known: &known,
            engine,
            by_hand: ByHand::Stays,
            twice: Twice::Allowed,
            form: FormWish::Exec,
            closed: &[],
            host: None,
            confine: Confine::AsBefore,
            walled: &[],
            exported: None,
        };
        let (home, _) = self.folders();
        let folders = Folders { home: Some(&home), ..Folders::default() };
        let plan = Plan::install(&place, &choice, &self.path("programs"), &folders).unwrap();
        plan.carry_out().unwrap();
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Replaces the first `from` in a file, which has to be there.
    pub(super) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no {from}: {text}");
        self.write(name, &text.replacen(from, to, 1));
    }

    pub(super) fn program(&self, name: &str, text: &str) {
        self.write(name, text);
        self.mode(name, 0o755);
    }

    pub(super) fn mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).unwrap();
    }

    pub(super) fn with<T>(&self, level: Level, then: impl FnOnce(&Given<'_>) -> T) -> T {
        let (home, managed) = self.folders();
        let [project, programs, state, config] =
            ["project", "programs", "state", "home/config"].map(|name| self.path(name));
        let folders = Folders {
            home: Some(&home),
            managed: Some(&managed),
            project: Some(&project),
            ..Folders::default()
        };
        let offers = offers();
        let about = |hook: &str| About {
            deadline: Duration::from_secs(if hook == "post-edit-hook" { 100 } else { 4 }),
            mode: self.modes.get(hook).map_or("enforce", String::as_str).to_owned(),
            paused_until: self.paused.as_ref().filter(|it| *it == hook).map(|_| "14:30".to_owned()),
            last: None,
            asked: self.asked,
            overruled: self.overruled.get(hook).cloned(),
            is_closed: self.closed.iter().any(|it| it == hook),
        };
        then(&Given {
            project: &project,
            folders,
            offers: &offers,
            programs: Some(&programs),
            host: Some(self.host),
            state: Some(&state),
            config: Some(&config),
            policy: &self.policy,
            about: &about,
            kept: &|hook| self.damaged.get(hook).cloned(),
            lint: &|hook| {
                let mistakes = self.mistakes.get(hook).cloned().into_iter();
                mistakes.map(|message| Mistake { file: None, line: None, message }).collect()
            },
            level,
        })
    }

    pub(super) fn examine(&self, level: Level) -> Examination {
        self.with(level, examine)
    }

    pub(super) fn mend(&self) {
        self.with(Level::Played, |given| repair(given, &examine(given)).map(drop)).unwrap();
    }

    /// Every finding as `severity check hook`.
    pub(super) fn findings(&self) -> Vec<String> {
        let examined = self.examine(Level::Played);
        let shown = |finding: &crate::Finding| {
            let severity = format!("{:?}", finding.severity).to_lowercase();
            let hook = finding.hook.as_deref().unwrap_or("-");
            assert!(!finding.fix.is_empty(), "{finding:?} says no way out");
            format!("{severity} {} {hook}", finding.check)
        };
        examined.findings.iter().map(shown).collect()
    }
}

/// What a hook needs of a host, as far as doctors ask.
fn needs(name: &str) -> String {
    let decides = ["governance", "intent-gate"].contains(&name);
    if decides { "PreToolUse deny".to_owned() } else { String::new() }
}

/// What there is to install, out of the templates of this repository.
pub(super) fn offers() -> Vec<Offer> {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../settings-templates");
    let mut names: Vec<String> = fs::read_dir(&templates)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix("-hook.json").map(str::to_owned))
        .collect();
    names.sort();
    let offer = |name: String| {
        let hook = format!("{name}-hook");
        Offer {
            template: fs::read_to_string(templates.join(format!("{hook}.json"))).unwrap(),
            server: fs::read_to_string(templates.join(format!("{hook}.mcp.json"))).ok(),
            description: String::new(),
            first_step: format!("`{hook} init`"),
            look: String::new(),
            needs: needs(&name),
            record: None,
            in_engine: true,
            hook,
        }
    };
    names.into_iter().map(offer).collect()
}
