//! Fresh places for one case, with the files, links and modes that it asks for.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use host_stand_in::{NAMES, Placeholders, Places};
use project_paths::ProjectRoot;

use crate::clock::NOW;
use crate::tree::{self, Tree};

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
    places: Places,
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
        let places = Places::new()?;
        let mut sandbox = Self {
            placeholders: places.placeholders(),
            places,
            initial: Tree::new(),
            modes: setup.modes.clone(),
            run_as: None,
        };
        sandbox.fill_places(setup)?;
        sandbox.initial = sandbox.snapshot()?;
        let is_root = rustix::process::geteuid().is_root();
        if is_root && setup.modes.iter().any(|mode| mode.bits & 0o600 != 0o600) {
            sandbox.run_as = Some(UNPRIVILEGED);
            give_away(sandbox.places.root())?;
        }
        sandbox.apply_modes()?;
        Ok(sandbox)
    }

    /// The folders.
    pub(crate) fn places(&self) -> &Places {
        &self.places
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
            .filter(|dir| dir.starts_with(self.places.root()) && dir.is_dir())
            .unwrap_or_else(|| self.places.project())
    }

    /// A path at which the runs can start `program`: an unprivileged user may not
    /// be able to reach the build folder, so it gets a copy.
    pub(crate) fn reachable(&self, program: &Path) -> anyhow::Result<PathBuf> {
        if self.run_as.is_none() {
            return Ok(program.to_owned());
        }
        let name = program.file_name().context("the program has no name")?;
        let copy = self.places.aside().join(name);
        if !copy.exists() {
            fs::copy(program, &copy).context("could not copy the program")?;
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
        for place in NAMES {
            for (name, entry) in tree::read(&self.places.dir(place))? {
                let name = self.placeholders.restore(&format!("{place}/{name}"));
                let entry = entry.map_text(|text| seal_hidden(&self.placeholders.restore(text)));
                restored.insert(rename_component(&name, ".git", "[GIT]"), entry);
            }
        }
        Ok(restored)
    }

    /// Names what stands beside the places, where no program has any business.
    pub(crate) fn strays(&self) -> anyhow::Result<Vec<String>> {
        self.places.strays()
    }

    fn fill_places(&mut self, setup: &Setup) -> anyhow::Result<()> {
        let source = &setup.before;
        if let Some(name) = source.keys().find(|name| !is_in_a_place(name)) {
            bail!("{name} is below none of {}", NAMES.join(", "));
        }
        for place in NAMES {
            // Only now does what the key follows from stand.
            if place == "config" {
                let key = ProjectRoot::at(&self.places.project()).key();
                self.placeholders.add("[KEY]", &key);
            }
            let prefix = format!("{place}/");
            let entries = source.iter().filter(|(name, _)| name.starts_with(&prefix));
            let entries = entries.map(|(name, entry)| {
                (self.real_name(name), entry.clone().map_text(|text| self.placeholders.fill(text)))
            });
            let entries = entries.collect();
            tree::write(self.places.root(), &entries)?;
            for name in entries.keys() {
                date(&self.places.root().join(name))?;
            }
        }
        for link in &setup.links {
            let path = self.places.root().join(self.real_name(&link.path));
            let parent = path.parent().context("the link has no folder")?;
            fs::create_dir_all(parent).context("could not make the folder of a link")?;
            symlink(self.placeholders.fill(&link.target), &path)
                .with_context(|| format!("could not link {}", link.path))?;
        }
        Ok(())
    }

    fn real_name(&self, name: &str) -> String {
        rename_component(&self.placeholders.fill(name), "[GIT]", ".git")
    }

    /// Sets the modes that the case asks for, again after a snapshot.
    pub(crate) fn apply_modes(&self) -> anyhow::Result<()> {
        for mode in &self.modes {
            let path = self.places.root().join(self.real_name(&mode.path));
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
            let path = self.places.root().join(self.real_name(&mode.path));
            let _ = set_mode(&path, mode.bits | 0o700);
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.lift_modes();
    }
}

/// Puts `[SEAL]` for the hash that seals what a person grants: it depends on where the
/// project lies.
fn seal_hidden(text: &str) -> String {
    const FIELD: &str = "\"seal\":\"";
    let is_seal = |seal: &str| seal.len() == 64 && seal.bytes().all(|b| b.is_ascii_hexdigit());
    let hide = |part: &str| match part.split_once('"') {
        Some((seal, rest)) if is_seal(seal) => format!("[SEAL]\"{rest}"),
        _ => part.to_owned(),
    };
    let parts = text.split(FIELD).enumerate();
    let parts = parts.map(|(at, part)| if at == 0 { part.to_owned() } else { hide(part) });
    parts.collect::<Vec<_>>().join(FIELD)
}

/// Whether a path of a case lies in one of the four places.
pub(crate) fn is_in_a_place(path: &str) -> bool {
    let is_below = path.split_once('/').is_some_and(|(place, _)| NAMES.contains(&place));
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
