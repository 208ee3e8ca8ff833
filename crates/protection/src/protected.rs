//! What no agent may change: the guards' own files, and what switches them off.
//!
//! Hard links are beyond it: a second name of a file cannot be told from a file.

use std::fs;
use std::path::{Path, PathBuf};

use hook_runtime::Ctx;
use project_paths::{ProjectRoot, real_places};

use crate::target::{Reach, Target};

/// The protected places, as they are spelled and where they really are.
#[derive(Debug, Default)]
pub struct Protected {
    /// With all that is below.
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// Folders in which files called `settings*.json` are protected.
    settings: Vec<PathBuf>,
}

impl Protected {
    /// Those of the project and of the person.
    pub fn of(ctx: &Ctx, project: &ProjectRoot) -> Self {
        let mut protected = Self::default();
        let root = Folder { spelled: project.path(), real: project.resolved() };
        for name in [".orchestration", ".tacklebox", ".claude/hooks"] {
            root.add(&mut protected.folders, name);
        }
        root.add(&mut protected.files, ".mcp.json");
        protected.add_settings(&root, ".claude/");
        for folder in [ctx.user_config(), ctx.user_state()].into_iter().flatten() {
            Folder { spelled: folder, real: &real(folder) }.add(&mut protected.folders, "");
        }
        protected.files.extend(ctx.program());
        let own = ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from);
        if let Some(own) = own.or_else(|| Some(ctx.home()?.join(".claude"))) {
            protected.add_settings(&Folder { spelled: &own, real: &real(&own) }, "");
        }
        protected
    }

    fn add_settings(&mut self, folder: &Folder<'_>, below: &str) {
        folder.add(&mut self.settings, below);
        for name in ["settings.json", "settings.local.json"] {
            folder.add(&mut self.files, &format!("{below}{name}"));
        }
    }

    /// Whether a call that changes `target` changes one of them.
    pub fn covers(&self, target: &Target) -> bool {
        let places = target.places.iter().flatten().map(|place| place.path.as_path());
        // A link that leads nowhere has a place by its spelling alone.
        let mut places = places.chain([target.spelled.as_path()]);
        places.any(|place| self.covers_place(place, &target.reach))
    }

    /// Whether a call that changes what it finds below `target` may find one of
    /// them: it unpacks, formats or checks out a whole folder.
    pub fn lies_below(&self, target: &Target) -> bool {
        let mut places = target.places.iter().flatten().map(|place| place.path.as_path());
        places.any(|place| self.all().any(|inner| target.reach.may_reach(place, inner)))
    }

    fn covers_place(&self, place: &Path, reach: &Reach) -> bool {
        let is_settings = |folder: &PathBuf| {
            place.parent() == Some(folder) && place.file_name().is_some_and(is_settings_file)
        };
        self.folders.iter().any(|folder| place.starts_with(folder))
            || self.files.iter().any(|file| place == file)
            || self.settings.iter().any(is_settings)
            || self.all().any(|inner| reach.takes_along(place, inner))
    }

    fn all(&self) -> impl Iterator<Item = &Path> {
        let all = self.folders.iter().chain(&self.files).chain(&self.settings);
        all.map(PathBuf::as_path)
    }
}

fn is_settings_file(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    name.strip_suffix(".json").is_some_and(|name| name.starts_with("settings"))
}

/// A folder as it is spelled, and where it really is.
struct Folder<'a> {
    spelled: &'a Path,
    real: &'a Path,
}

impl Folder<'_> {
    /// Adds what is called `name` in the folder: as it is spelled, where the folder
    /// really is, and where a link leads to, if there is one on the way.
    fn add(&self, paths: &mut Vec<PathBuf>, name: &str) {
        // With a separator at its end, a link would be looked through.
        let name = name.trim_end_matches('/');
        let steps = Path::new(name).ancestors().filter(|step| *step != Path::new(""));
        let mut steps = steps.map(|step| self.real.join(step));
        let leads = steps.any(|step| fs::read_link(step).is_ok());
        let led = leads.then(|| real_places(self.real, name)).flatten().unwrap_or_default();
        let own = [self.spelled, self.real].map(|folder| match name {
            "" => folder.to_owned(),
            name => folder.join(name),
        });
        for path in own.into_iter().chain(led) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
}

/// Where a folder really is; as it is spelled where that cannot be told.
fn real(folder: &Path) -> PathBuf {
    let places = real_places(folder, ".").and_then(|places| places.into_iter().next());
    places.unwrap_or_else(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(place: &str, reach: &Reach, expected: bool) {
        let protected = Protected {
            folders: vec!["/p/.orchestration".into(), "/p/.claude/hooks".into()],
            files: vec!["/p/.mcp.json".into()],
            settings: vec!["/p/.claude".into()],
        };
        assert_eq!(protected.covers_place(Path::new(place), reach), expected, "{place} {reach:?}");
    }

    #[test]
    fn a_file_is_protected_by_its_place() {
        for (place, expected) in [
            ("/p/.orchestration", true),
            ("/p/.orchestration/locks/A.json", true),
            ("/p/.claude/hooks/bin/x", true),
            ("/p/.claude/settings.json", true),
            ("/p/.claude/settings.local.json", true),
            ("/p/.claude/commands/settings.json", false),
            ("/p/.claude/agents.json", false),
            ("/p/.mcp.json", true),
            ("/p/src/.mcp.json", false),
            ("/p/.orchestration-old/a", false),
            ("/p", false),
        ] {
            check(place, &Reach::File, expected);
        }
    }

    #[test]
    fn what_goes_with_a_folder_is_protected_too() {
        for tree in [true, false] {
            let whole = Reach::Whole { tree };
            check("/p", &whole, true);
            check("/", &whole, true);
            check("/p/.claude", &whole, true);
            check("/p/src", &whole, false);
        }
        let matches = |glob: &str| Reach::Matches { glob: glob.to_owned() };
        check("/p", &matches("*.log"), false);
        check("/p", &matches(".*"), true);
        check("/p/.claude", &matches("*"), true);
        check("/p/src", &matches(".*"), false);
        check("/p", &Reach::Below, false);
        check("/p", &Reach::Files, false);
    }
}
