//! A fresh place for one run: project, home, configuration and state folders
//! below a temporary folder whose path is as awkward as a user's may be.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use project_paths::ProjectRoot;
use tempfile::TempDir;

use crate::environment::NOW;
use crate::placeholders::Placeholders;
use crate::tree::{self, Tree};

/// The folders of a sandbox, in the order in which they are laid out: the key of
/// the project is known once the first two stand.
const PLACES: [&str; 4] = ["project", "home", "config", "state"];

/// Stands beside the places when an unprivileged user runs a copy of the program.
const BIN: &str = "bin";

/// The user and group that have no rights but their own, `nobody` by custom.
const UNPRIVILEGED: u32 = 65_534;

/// A file mode that a case asks for; a path that ends in `/` is made as a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) bits: u32,
    pub(crate) path: String,
}

/// A symbolic link that a case asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) path: String,
    pub(crate) target: String,
}

/// What a sandbox holds before the first run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The files below `project/`, `home/`, `config/` and `state/`.
    pub(crate) before: Tree,
    pub(crate) links: Vec<Link>,
    pub(crate) modes: Vec<Mode>,
}

/// The folders of one case, deleted when dropped.
pub(crate) struct Sandbox {
    root: TempDir,
    placeholders: Placeholders,
    /// The content before the first run, with placeholders.
    initial: Tree,
    modes: Vec<Mode>,
    run_as: Option<u32>,
}

impl Sandbox {
    /// Lays out a setup.
    ///
    /// A mode that takes a right from its owner binds everyone but root. Where the
    /// tests run as root, the folders of such a case are handed to an unprivileged
    /// user, and so are its runs: the refusal that the program meets is real.
    pub(crate) fn new(setup: &Setup) -> anyhow::Result<Self> {
        let root = tempfile::Builder::new().prefix("golden é ").tempdir();
        let root = root.context("could not make a temporary folder")?;
        let mut sandbox = Self {
            root,
            placeholders: Placeholders::default(),
            initial: Tree::new(),
            modes: setup.modes.clone(),
            run_as: None,
        };
        for place in PLACES {
            let dir = sandbox.path(place);
            fs::create_dir(&dir).with_context(|| format!("could not make {place}"))?;
            let placeholder = format!("[{}]", place.to_ascii_uppercase());
            sandbox.placeholders.add_dir(&placeholder, &dir);
        }
        sandbox.fill_places(setup)?;
        sandbox.initial = sandbox.snapshot()?;
        let is_root = rustix::process::geteuid().is_root();
        if is_root && setup.modes.iter().any(|mode| mode.bits & 0o600 != 0o600) {
            sandbox.run_as = Some(UNPRIVILEGED);
            give_away(sandbox.root.path())?;
        }
        sandbox.apply_modes()?;
        Ok(sandbox)
    }

    /// The path of `project`, `home`, `config` or `state`, as text.
    pub(crate) fn dir(&self, place: &str) -> String {
        self.path(place).to_string_lossy().into_owned()
    }

    pub(crate) fn placeholders(&self) -> &Placeholders {
        &self.placeholders
    }

    pub(crate) fn initial(&self) -> &Tree {
        &self.initial
    }

    /// The user to run programs as, where it is not our own.
    pub(crate) fn run_as(&self) -> Option<u32> {
        self.run_as
    }

    /// The folder in which a host with this current directory starts a hook: the
    /// directory itself where it lies in the sandbox, else the project.
    pub(crate) fn cwd(&self, claimed: Option<&str>) -> PathBuf {
        claimed
            .map(|claimed| PathBuf::from(self.placeholders.fill(claimed)))
            .filter(|dir| dir.starts_with(self.root.path()) && dir.is_dir())
            .unwrap_or_else(|| self.path("project"))
    }

    /// A path at which the runs can start `program`: an unprivileged user may not
    /// be able to reach the build folder, so it gets a copy.
    pub(crate) fn reachable(&self, program: &Path) -> anyhow::Result<PathBuf> {
        if self.run_as.is_none() {
            return Ok(program.to_owned());
        }
        let name = program.file_name().context("the program has no name")?;
        let copy = self.path(BIN).join(name);
        if !copy.exists() {
            fs::create_dir(self.path(BIN)).context("could not make a folder for the program")?;
            fs::copy(program, &copy).context("could not copy the program")?;
            set_mode(&self.path(BIN), 0o755)?;
            set_mode(&copy, 0o755)?;
        }
        Ok(copy)
    }

    /// The present content of all places, with placeholders.
    ///
    /// Lifts the modes of the case, so a run after it meets none of them.
    pub(crate) fn snapshot(&self) -> anyhow::Result<Tree> {
        self.lift_modes();
        let mut restored = Tree::new();
        for place in PLACES {
            for (name, entry) in tree::read(&self.path(place))? {
                let name = self.placeholders.restore(&format!("{place}/{name}"));
                let entry = entry.map_text(|text| self.placeholders.restore(text));
                restored.insert(rename_component(&name, ".git", "[GIT]"), entry);
            }
        }
        Ok(restored)
    }

    /// Names what stands beside the places, where no program has any business.
    pub(crate) fn strays(&self) -> anyhow::Result<Vec<String>> {
        let names = tree::children(self.root.path())?.into_iter();
        let names = names.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        let known = |name: &str| PLACES.contains(&name) || name == BIN;
        Ok(names.filter(|name| !known(name)).collect())
    }

    fn path(&self, place: &str) -> PathBuf {
        self.root.path().join(place)
    }

    fn fill_places(&mut self, setup: &Setup) -> anyhow::Result<()> {
        let source = &setup.before;
        if let Some(name) = source.keys().find(|name| !is_in_a_place(name)) {
            bail!("{name} is below none of {}", PLACES.join(", "));
        }
        for place in PLACES {
            if place == "config" {
                let project = self.path("project");
                let key = ProjectRoot::at(&project).key();
                self.placeholders.add("[KEY]", &key);
            }
            let prefix = format!("{place}/");
            let entries = source.iter().filter(|(name, _)| name.starts_with(&prefix));
            let entries = entries.map(|(name, entry)| {
                (self.real_name(name), entry.clone().map_text(|text| self.placeholders.fill(text)))
            });
            let entries = entries.collect();
            tree::write(self.root.path(), &entries)?;
            for name in entries.keys() {
                date(&self.root.path().join(name))?;
            }
        }
        for link in &setup.links {
            let path = self.root.path().join(self.real_name(&link.path));
            let parent = path.parent().context("a link at no place")?;
            fs::create_dir_all(parent).context("could not make the folder of a link")?;
            symlink(self.placeholders.fill(&link.target), &path)
                .with_context(|| format!("could not link {}", link.path))?;
        }
        Ok(())
    }

    fn real_name(&self, name: &str) -> String {
        rename_component(&self.placeholders.fill(name), "[GIT]", ".git")
    }

    fn apply_modes(&self) -> anyhow::Result<()> {
        for mode in &self.modes {
            let path = self.root.path().join(self.real_name(&mode.path));
            if mode.path.ends_with('/') {
                fs::create_dir_all(&path)
                    .with_context(|| format!("could not make {}", mode.path))?;
                if let Some(id) = self.run_as {
                    lchown(&path, Some(id), Some(id)).context("could not give away a folder")?;
                }
            }
            set_mode(&path, mode.bits)?;
        }
        Ok(())
    }

    /// Makes everything readable and deletable again; what is gone needs nothing.
    fn lift_modes(&self) {
        for mode in self.modes.iter().rev() {
            let path = self.root.path().join(self.real_name(&mode.path));
            let _ = set_mode(&path, mode.bits | 0o700);
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.lift_modes();
    }
}

/// Whether a path of a case lies in one of the four places.
pub(crate) fn is_in_a_place(path: &str) -> bool {
    let is_below = path.split_once('/').is_some_and(|(place, _)| PLACES.contains(&place));
    is_below && path.split('/').all(|part| part != "..")
}

fn rename_component(path: &str, from: &str, to: &str) -> String {
    let rename = |part| if part == from { to } else { part };
    path.split('/').map(rename).collect::<Vec<_>>().join("/")
}

/// Makes a file as old as the run: whatever the machine's own clock says, a
/// program sees a file that has only just been written.
fn date(path: &Path) -> anyhow::Result<()> {
    let now = humantime::parse_rfc3339(NOW).context("the clock of the runs")?;
    let dated = File::open(path).and_then(|file| file.set_modified(now));
    dated.with_context(|| format!("could not date {}", path.display()))
}

fn set_mode(path: &Path, bits: u32) -> anyhow::Result<()> {
    ensure!(!path.is_symlink(), "{} is a link, which has no mode", path.display());
    fs::set_permissions(path, Permissions::from_mode(bits))
        .with_context(|| format!("could not set the mode of {}", path.display()))
}

fn give_away(path: &Path) -> anyhow::Result<()> {
    lchown(path, Some(UNPRIVILEGED), Some(UNPRIVILEGED))
        .with_context(|| format!("could not give away {}", path.display()))?;
    if path.is_dir() && !path.is_symlink() {
        for child in tree::children(path)? {
            give_away(&child)?;
        }
    }
    Ok(())
}
