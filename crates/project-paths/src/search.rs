//! The one rule by which hooks, tools, servers and the installer find a project.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use crate::checkout::{Checkout, Finder};
use crate::marker::is_marked;
use crate::root::ProjectRoot;
use crate::spelling::normalise;

/// The search for a project.
///
/// It is looked for from [`declared`](Self::declared) if that names a folder, else
/// from [`cwd`](Self::cwd). From there upwards, the nearest folder is the project
/// that has `.tacklebox/`, settings of a host that name one of our
/// [`PROGRAMS`](crate::PROGRAMS), or a [file of intents](crate::INTENTS_FILE); else
/// the root of the git checkout around the start; else the start itself.
///
/// The search does not leave that checkout, which for a submodule is the outermost
/// one. It finds neither the [home folder](Self::home) nor a folder above it, nor a folder such as
/// `/tmp`, where everybody can create files: they are projects only if the search starts in them.
/// Links are followed first, as git does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Search<'a> {
    /// What a host declares as the project (`CLAUDE_PROJECT_DIR`), or a person with
    /// `--project`.
    pub declared: Option<&'a Path>,
    /// The folder of an event, or of the shell. If it no longer exists, the search starts above it, but
    /// it is not a project itself.
    pub cwd: Option<&'a Path>,
    /// The person's home folder.
    pub home: Option<&'a Path>,
    /// A folder that is there and has no links in its path, as that of the process
    /// has none. What is spelled as it, or as a folder above it, needs no look.
    pub without_links: Option<&'a Path>,
}

impl Search<'_> {
    /// The project; `None` if there is no absolute path to start from, or if it does not exist and no
    /// project contains it.
    pub fn project(&self) -> Option<ProjectRoot> {
        let start = |dir| Start::at(dir, self.without_links);
        let declared = self.declared.filter(|dir| dir.is_absolute()).and_then(start);
        if let Some(start) = declared.filter(|start| start.is_there()) {
            return self.from(&start);
        }
        self.from(&start(self.cwd.filter(|dir| dir.is_absolute())?)?)
    }

    /// The project that would contain the folder of `inner` if that were not a project, if there is one.
    pub fn around(&self, inner: &ProjectRoot) -> Option<ProjectRoot> {
        let (spelled, real) = (inner.path().to_owned(), inner.resolved().to_owned());
        let start = Start { spelled, real, state: State::Unmarked };
        self.from(&start).filter(|found| found.resolved() != inner.resolved())
    }

    fn from(&self, start: &Start) -> Option<ProjectRoot> {
        let climb = self.climb(start);
        match (climb.marked, climb.checkout) {
            (Some(dir), None) => Some(start.project(dir)),
            (Some(dir), Some(around)) if dir.starts_with(&around.root) => Some(start.project(dir)),
            (_, Some(around)) if around.root == start.real || !is_everybodys(&around.root) => {
                Some(start.project(&around.root.clone()).with_checkout(around))
            }
            _ if !start.is_there() => None,
            (_, Some(_)) => Some(start.project(&start.real)),
            (_, None) => Some(start.project(&start.real).with_git_from(climb.end)),
        }
    }

    /// Goes up until it is known what the project is. No folder is asked twice.
    fn climb<'s>(&self, start: &'s Start) -> Climb<'s> {
        let real_home = OnceCell::new();
        let mut finder = Finder::default();
        let (mut marked, mut checkout, mut end) = (None, None, start.real.as_path());
        for dir in start.real.ancestors() {
            end = dir;
            let is_start = start.is_there() && dir == start.real;
            if !is_start && self.is_out_of_reach(dir, start, &real_home) {
                break;
            }
            let counts = !is_start || start.state != State::Unmarked;
            if counts && marked.is_none() && is_marked(dir) && (is_start || !is_everybodys(dir)) {
                marked = Some(dir);
                // In a submodule it is not known yet whether this is its checkout.
                if !finder.is_in_submodule() {
                    break;
                }
            }
            checkout = finder.ask(dir);
            if checkout.is_some() {
                break;
            }
        }
        Climb { marked, checkout: checkout.or(finder.submodule()), end }
    }

    /// Whether `dir` is the home folder, or above it.
    fn is_out_of_reach(
        &self,
        dir: &Path,
        start: &Start,
        real_home: &OnceCell<Option<PathBuf>>,
    ) -> bool {
        let Some(home) = self.home else {
            return dir.parent().is_none();
        };
        let resolve = || fs::canonicalize(home).ok();
        dir.parent().is_none()
            || home.starts_with(dir)
            // Else the home is spelled without links, as the start is.
            || !start.real.starts_with(home)
                && real_home.get_or_init(resolve).as_ref().is_some_and(|home| home.starts_with(dir))
    }
}

/// What was found on the way up.
struct Climb<'s> {
    marked: Option<&'s Path>,
    checkout: Option<Checkout>,
    /// The last folder, below which nothing is a checkout where none was found.
    end: &'s Path,
}

/// Where a search begins.
struct Start {
    spelled: PathBuf,
    /// With links resolved; of what is not there, the nearest folder above.
    real: PathBuf,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    There,
    Gone,
    /// It is there, and what marks it as a project does not count.
    Unmarked,
}

impl Start {
    fn at(path: &Path, without_links: Option<&Path>) -> Option<Start> {
        let spelled = normalise(path);
        if without_links.is_some_and(|dir| dir.starts_with(&spelled)) {
            return Some(Start { real: spelled.clone(), spelled, state: State::There });
        }
        if let Ok(real) = fs::canonicalize(&spelled)
            && real.is_dir()
        {
            return Some(Start { spelled, real, state: State::There });
        }
        let above = |dir: &Path| {
            let real = fs::canonicalize(dir).ok().filter(|real| real.is_dir())?;
            Some(Start { spelled: dir.to_path_buf(), real, state: State::Gone })
        };
        spelled.ancestors().skip(1).find_map(above)
    }

    fn is_there(&self) -> bool {
        self.state != State::Gone
    }

    fn project(&self, root: &Path) -> ProjectRoot {
        ProjectRoot::seen_from(&self.spelled, &self.real, root)
    }
}

/// Whether everybody can create files in `dir`, as in `/tmp`. Such files do not belong to the owners of
/// the folders below.
#[cfg(unix)]
fn is_everybodys(dir: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    /// Writable for all, and sticky.
    const OPEN: u32 = 0o1002;
    fs::metadata(dir).is_ok_and(|metadata| metadata.permissions().mode() & OPEN == OPEN)
}

#[cfg(not(unix))]
fn is_everybodys(_dir: &Path) -> bool {
    false
}
