//! Projects laid out for a test.

use std::fs;
use std::path::PathBuf;

use project_paths::{ProjectRoot, Search};
#[cfg(unix)]
use serde_json::Value;
use tempfile::TempDir;

/// A folder to lay projects out in.
pub(crate) struct Ground {
    dir: TempDir,
}

impl Ground {
    pub(crate) fn new() -> Ground {
        Ground { dir: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.dir.path()).unwrap().join(path)
    }

    pub(crate) fn dir(&self, path: &str) -> &Ground {
        fs::create_dir_all(self.path(path)).unwrap();
        self
    }

    pub(crate) fn file(&self, path: &str, text: &str) -> &Ground {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("[HERE]", self.path("").to_str().unwrap())).unwrap();
        self
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: &str) -> &Ground {
        let target = target.replace("[HERE]", self.path("").to_str().unwrap());
        std::os::unix::fs::symlink(target, self.path(path)).unwrap();
        self
    }

    /// A linked worktree, as `git worktree add` leaves it.
    pub(crate) fn worktree(&self, main: &str, name: &str, at: &str) -> &Ground {
        let git_dir = format!("{main}/.git/worktrees/{name}");
        self.file(&format!("{git_dir}/commondir"), "../..\n")
            .file(&format!("{git_dir}/gitdir"), &format!("[HERE]{at}/.git\n"))
            .file(&format!("{at}/.git"), &format!("gitdir: [HERE]{git_dir}\n"))
    }

    /// A submodule, as `git submodule add` leaves it.
    pub(crate) fn submodule(&self, at: &str, git_dir: &str) -> &Ground {
        let up = "../".repeat(at.split('/').count());
        self.dir(git_dir).file(&format!("{at}/.git"), &format!("gitdir: {up}{git_dir}\n"))
    }

    /// What `tests/projects.json` lays out, and the project of each start.
    #[cfg(unix)]
    pub(crate) fn of_all_programs() -> (Ground, Vec<(PathBuf, Option<PathBuf>)>) {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/projects.json");
        let table: Value = serde_json::from_str(&fs::read_to_string(table).unwrap()).unwrap();
        let entries = |key: &str| table[key].as_object().unwrap().clone();
        let ground = Ground::new();
        for (path, text) in entries("files") {
            match path.strip_suffix('/') {
                Some(dir) => ground.dir(dir),
                None => ground.file(&path, text.as_str().unwrap()),
            };
        }
        for (path, target) in entries("links") {
            ground.link(&path, target.as_str().unwrap());
        }
        let root = |root: Value| root.as_str().map(|root| ground.path(root));
        let projects = entries("projects").into_iter();
        let projects = projects.map(|(start, it)| (ground.path(&start), root(it))).collect();
        (ground, projects)
    }

    /// The project that a search from `cwd` finds.
    pub(crate) fn found(&self, cwd: &str) -> ProjectRoot {
        let cwd = self.path(cwd);
        Search { cwd: Some(&cwd), ..Search::default() }.project().expect("a project")
    }

    /// The project with this root.
    pub(crate) fn root(&self, path: &str) -> ProjectRoot {
        ProjectRoot::at(&self.path(path))
    }
}
