//! Projects laid out for a test.

use std::fs;
use std::path::PathBuf;

use project_paths::{ProjectRoot, Search};
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
        self.file(&format!("{main}/.git/worktrees/{name}/commondir"), "../..\n")
            .file(&format!("{at}/.git"), &format!("gitdir: [HERE]{main}/.git/worktrees/{name}\n"))
    }

    /// A submodule, as `git submodule add` leaves it.
    pub(crate) fn submodule(&self, at: &str, git_dir: &str) -> &Ground {
        let up = "../".repeat(at.split('/').count());
        self.dir(git_dir).file(&format!("{at}/.git"), &format!("gitdir: {up}{git_dir}\n"))
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
