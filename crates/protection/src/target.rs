//! A file that a call would change: what was said, and where that really is.

use std::path::{Path, PathBuf, is_separator};

use command_effects::{Anchor, Change, ChangeKind, Extent};
use hook_runtime::Ctx;
use project_paths::{Pattern, ProjectRoot, RelPath, normalise};

/// A file, or a folder with what is in it, that a call would change.
#[derive(Debug, Clone)]
pub struct Target {
    /// The path as it was said.
    pub spoken: String,
    /// What the call may change there.
    pub reach: Reach,
    /// Where it is by its spelling alone.
    pub spelled: PathBuf,
    /// Where it may really be; `None` where no place can be named.
    pub places: Option<Vec<Place>>,
    /// Whether it is a folder, where that matters to how far a change goes.
    pub is_folder: bool,
    /// Whether a `cd` before it may fail, so that it is one of two places.
    pub behind_cd: bool,
}

/// Whether a change is of what a search finds in a folder, and not of the folder.
fn is_found(change: &Change) -> bool {
    change.extent != Extent::File && (change.written.contains("{}") || change.program == "find")
}

/// A place on the disk.
#[derive(Debug, Clone)]
pub struct Place {
    /// Absolute, without links.
    pub path: PathBuf,
    /// In the project; `None` outside.
    pub inside: Option<RelPath>,
}

/// How far a change goes from the path that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The file alone.
    File,
    /// The file; of a folder, the files in it and not itself.
    Files,
    /// The path, and with it whatever lies below: it is moved, removed or shut.
    Whole {
        /// Whether it was said to be a folder.
        tree: bool,
    },
    /// What lies below and matches a glob.
    Matches {
        /// The word from the first component on that is a pattern.
        glob: String,
    },
    /// What lies below.
    Below,
}

impl Reach {
    fn of(change: &Change) -> Self {
        let parts =
            matches!(change.kind, ChangeKind::Remove | ChangeKind::MoveFrom | ChangeKind::Mode);
        // That of git matches hidden names as any others.
        let is_of_shell = change.program != "git" && !is_found(change);
        let glob = pattern(&change.written).filter(|_| is_of_shell);
        let extent = if is_found(change) { Extent::Below } else { change.extent };
        match (extent, glob) {
            (Extent::Below, Some(glob)) => Self::Matches { glob: glob.to_owned() },
            (Extent::Below, None) => Self::Below,
            (Extent::Tree, _) if parts => Self::Whole { tree: true },
            (Extent::Tree, _) => Self::Files,
            (Extent::File, _) if parts => Self::Whole { tree: false },
            (Extent::File, _) => Self::File,
        }
    }

    /// Whether a change of `outer` that goes so far means `inner` too: it is moved,
    /// removed or shut with it, or matched.
    pub fn takes_along(&self, outer: &Path, inner: &Path) -> bool {
        match self {
            Self::File | Self::Files | Self::Below => false,
            Self::Whole { .. } => lies_in(inner, outer),
            Self::Matches { .. } => {
                let Ok(below) = inner.strip_prefix(outer) else { return false };
                self.may_name(&below.iter().next().unwrap_or_default().to_string_lossy())
            }
        }
    }

    /// Whether a change of a folder that goes so far may mean the entry of it that has a name.
    pub fn may_name(&self, name: &str) -> bool {
        match self {
            Self::Matches { glob } => names(glob, name),
            _ => true,
        }
    }
}

/// Whether a path is another one, or lies in it; both are normalised, so that their bytes tell it.
pub(crate) fn lies_in(inner: &Path, outer: &Path) -> bool {
    let outer = outer.as_os_str().as_encoded_bytes();
    let below = inner.as_os_str().as_encoded_bytes().strip_prefix(outer);
    let is_separator = |byte: &u8| is_separator(char::from(*byte));
    below.is_some_and(|below| {
        below.first().is_none_or(is_separator) || outer.last().is_some_and(is_separator)
    })
}

const GLOB: [char; 4] = ['*', '?', '[', '{'];

/// A word from the first component on that is a pattern.
fn pattern(written: &str) -> Option<&str> {
    let (before, _) = written.split_at_checked(written.find(GLOB)?)?;
    written.get(before.rfind('/').map_or(0, |slash| slash + 1)..)
}

/// Whether the first component of a pattern may be `name`.
fn names(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !names_hidden(pattern) {
        return false;
    }
    let first = pattern.split('/').next().unwrap_or_default();
    let braces = |sign: char| first.matches(sign).count();
    let is_plain = !pattern.contains(['(', ')', '\\', '^', '#', '$', '`', '"', '\''])
        && !pattern.contains("..")
        && braces('{') == braces('}');
    !is_plain || Pattern::trusted(first.to_owned()).matches_text(name)
}

/// Whether a pattern may name what begins with a dot: a glob does where it begins
/// with one, braces where one of their alternatives does.
fn names_hidden(pattern: &str) -> bool {
    let has = |signs: &[&str]| signs.iter().any(|sign| pattern.contains(sign));
    pattern.starts_with('.')
        || pattern.starts_with('{')
            && (has(&["{.", ",."]) || has(&["}."]) && has(&["{,", ",}", ",,"]))
}

impl Target {
    /// The file that a tool names.
    pub fn of_tool(ctx: &Ctx, project: &ProjectRoot, spoken: &str) -> Self {
        // Claude Code spells home folders out; other hosts may not.
        let home = spoken.strip_prefix("~/").and_then(|below| Some(ctx.home()?.join(below)));
        let path = home.as_deref().map_or(spoken.into(), Path::to_string_lossy);
        let base = base(ctx, project);
        let (spelled, places) = (normalise(&base.join(&*path)), places(ctx, project, &base, &path));
        Self::new(spoken.to_owned(), Reach::File, spelled, places)
    }

    /// The file that a command changes.
    pub fn of_command(ctx: &Ctx, project: &ProjectRoot, change: &Change) -> Self {
        let base = anchored(ctx, project, change.anchor);
        let (mut spelled, mut places_of_it) = (PathBuf::new(), None);
        if let Some(base) = base {
            spelled = base.join(&change.path);
            places_of_it = match change.entry.as_deref().filter(|_| spelled.is_dir()) {
                Some(entry) => places(ctx, project, &spelled, entry),
                None => places(ctx, project, &base, &change.path),
            };
        }
        let (spoken, reach) = (change.written.clone(), Reach::of(change));
        Self::new(spoken, reach, normalise(&spelled), places_of_it)
    }

    /// What lies at a place, whatever is there.
    #[cfg(test)]
    pub(crate) fn somewhere(path: &Path, reach: Reach) -> Self {
        let places = vec![Place { path: path.to_owned(), inside: None }];
        Self::new(path.display().to_string(), reach, path.to_owned(), Some(places))
    }

    fn new(spoken: String, reach: Reach, spelled: PathBuf, places: Option<Vec<Place>>) -> Self {
        let asks = matches!(reach, Reach::Files | Reach::Whole { tree: true });
        let is_folder = asks && places.iter().flatten().any(|place| place.path.is_dir());
        Self { spoken, reach, spelled, places, is_folder, behind_cd: false }
    }

    /// What to call it: its path in the project, else what was said.
    pub fn name(&self) -> String {
        let mut places = self.places.iter().flatten();
        let inside = places.find_map(|place| place.inside.as_ref());
        inside.map_or_else(|| self.spoken.clone(), ToString::to_string)
    }

    /// Whether something holds for all places of the project that it may be; `false` where one is
    /// outside, or cannot be named.
    pub fn holds_everywhere(&self, holds: impl Fn(&RelPath) -> bool) -> bool {
        let holds = |place: &Place| place.inside.as_ref().is_some_and(&holds);
        self.places.as_ref().is_some_and(|places| places.iter().all(holds))
    }
}

/// The folder that relative paths are taken from.
pub fn base(ctx: &Ctx, project: &ProjectRoot) -> PathBuf {
    let cwd = ctx.cwd().unwrap_or(project.path());
    project.path().join(cwd)
}

/// Where paths begin that are seen from an anchor, if the text tells.
pub(crate) fn anchored(ctx: &Ctx, project: &ProjectRoot, anchor: Anchor) -> Option<PathBuf> {
    match anchor {
        Anchor::Start => Some(base(ctx, project)),
        Anchor::Home => ctx.home(),
        Anchor::WorkTree => Some(work_tree(&base(ctx, project))),
        // What the text does not tell is unresolved.
        Anchor::Project | Anchor::Unknown => None,
    }
}

/// The top folder of the git work tree in which `folder` lies; else `folder`.
pub(crate) fn work_tree(folder: &Path) -> PathBuf {
    let top = folder.ancestors().find(|dir| dir.join(".git").exists());
    top.unwrap_or(folder).to_owned()
}

fn places(ctx: &Ctx, project: &ProjectRoot, base: &Path, spoken: &str) -> Option<Vec<Place>> {
    let place = |path: PathBuf| {
        // A name that is not Unicode is none that a scope has.
        let inside = path.to_str().and_then(|_| project.path_of(&path));
        Place { path, inside }
    };
    Some(ctx.real_paths().places(base, spoken)?.into_iter().map(place).collect())
}
