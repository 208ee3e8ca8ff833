//! The project of a command, and the resolved paths of a call.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use project_paths::{ProjectRoot, RealPaths};

use crate::ctx::Ctx;

impl Ctx {
    /// The resolved paths that the hooks of this event share; in a sandbox, those of all events.
    pub fn real_paths(&self) -> Arc<RealPaths> {
        let around = |project: &ProjectRoot| RealPaths::around(project.resolved());
        self.lasting(|| self.project().map(around).unwrap_or_default())
    }

    /// The project, for a command that needs one.
    ///
    /// # Errors
    /// If there is none, because the current folder was removed.
    pub fn need_project(&self) -> Result<&ProjectRoot> {
        self.project().context("no project here: the current folder no longer exists")
    }

    /// The project of a command, as the end of a sentence: `in /home/user/app`.
    pub fn in_which_project(&self) -> String {
        match self.project() {
            Some(project) => format!("in {}", project.path().display()),
            None => "outside of any project".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::PathBuf;
    use std::time::SystemTime;

    use clap::{Parser, Subcommand};
    #[cfg(unix)]
    use serde_json::Value;
    use tempfile::TempDir;

    use super::*;
    use crate::console::Console;
    use crate::environment::Environment;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(subcommand)]
        _tool: Tool,
    }

    #[derive(Debug, Subcommand)]
    enum Tool {
        List,
    }

    /// Folders below a temporary one that is what is above a person's home.
    struct Ground(TempDir);

    impl Ground {
        fn new(folders: &[&str]) -> Ground {
            let ground = Ground(tempfile::tempdir().unwrap());
            for dir in folders {
                fs::create_dir_all(ground.path(dir)).unwrap();
            }
            ground
        }

        fn path(&self, path: &str) -> PathBuf {
            self.0.path().canonicalize().unwrap().join(path)
        }

        fn ctx(&self, declared: Option<&str>, cwd: &str) -> Ctx {
            let text = |path: &str| self.path(path).to_str().unwrap().to_owned();
            let declared = declared.map(|dir| ("CLAUDE_PROJECT_DIR".to_owned(), text(dir)));
            let home = Some(("HOME".to_owned(), text("home")));
            let environment = Environment::Fixed(declared.into_iter().chain(home).collect());
            Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, Some(self.path(cwd)))
        }

        fn parsed(&self, ctx: &Ctx, args: &[&str]) -> (Option<Ctx>, String) {
            let args = ["a-hook"].iter().chain(args).map(OsString::from).collect();
            let mut console = Console::default();
            let parsed = console.parse::<Cli>(ctx, args).ok().map(|(_, ctx)| ctx);
            let here = self.path("").to_str().unwrap().to_owned();
            (parsed, console.printed().1.replace(&here, "[HERE]/"))
        }
    }

    fn root(ctx: &Ctx) -> Option<PathBuf> {
        ctx.project().map(|project| project.path().to_owned())
    }

    /// What `tests/projects.json` lays out, and the project of each start.
    #[cfg(unix)]
    fn of_all_programs() -> (Ground, Vec<(String, Option<PathBuf>)>) {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/projects.json");
        let table: Value = serde_json::from_str(&fs::read_to_string(table).unwrap()).unwrap();
        let entries = |key: &str| table[key].as_object().unwrap().clone();
        let ground = Ground::new(&[]);
        for (path, text) in entries("files") {
            let file = ground.path(&path);
            if path.ends_with('/') {
                fs::create_dir_all(file).unwrap();
            } else {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                hook_state::replace(&file, text.as_str().unwrap().as_bytes()).unwrap();
            }
        }
        for (path, target) in entries("links") {
            std::os::unix::fs::symlink(target.as_str().unwrap(), ground.path(&path)).unwrap();
        }
        let root = |root: Value| root.as_str().map(|root| ground.path(root));
        let projects = entries("projects").into_iter();
        let projects = projects.map(|(start, it)| (start, root(it))).collect();
        (ground, projects)
    }

    #[cfg(unix)]
    #[test]
    fn a_hook_and_its_tools_name_the_same_folder() {
        let (ground, projects) = of_all_programs();
        for (start, expected) in projects {
            let event = ground.ctx(Some("gone"), &start);
            assert_eq!(root(&event), expected, "event {start}");
            if !ground.path(&start).is_dir() {
                continue;
            }
            let hook = ground.ctx(Some(&start), "elsewhere");
            assert_eq!(root(&hook), expected, "hook {start}");
            let shell = ground.ctx(None, &start);
            assert_eq!(root(&shell), expected, "shell {start}");
            let words = format!("in {}", expected.clone().unwrap().display());
            assert_eq!(shell.in_which_project(), words);
            let dir = ground.path(&start).to_str().unwrap().to_owned();
            let elsewhere = ground.ctx(Some("mono/web"), "home");
            for args in [["list", "--project", &dir], ["--project", &dir, "list"]] {
                let named = ground.parsed(&elsewhere, &args).0.unwrap();
                assert_eq!(root(&named), expected, "{args:?}");
                assert_eq!(root(&named.at(ground.path("mono/web"))), expected, "{args:?} at");
                let state = |ctx: &Ctx| ctx.state().map(|state| state.file("x"));
                assert_eq!(state(&named), state(&hook), "{args:?}");
            }
        }
    }

    #[test]
    fn files_are_named_from_where_a_person_is_or_from_the_folder() {
        let ground = Ground::new(&["app/.git", "app/src", "app/lib", "other"]);
        let cwd = |from: &str, dir: &str| {
            let (named, _) = ground.parsed(&ground.ctx(None, from), &["list", "--project", dir]);
            named.unwrap().cwd().unwrap().canonicalize().unwrap()
        };
        assert_eq!(cwd("app/src", "../lib"), ground.path("app/src"));
        assert_eq!(cwd("app", "."), ground.path("app"));
        assert_eq!(cwd("other", "../app/lib"), ground.path("app/lib"));
    }

    #[test]
    fn a_folder_that_is_not_there_is_a_mistake_with_its_path() {
        let ground = Ground::new(&["app"]);
        fs::File::create(ground.path("file")).unwrap();
        for (dir, words) in [
            ("../gone", "a-hook: there is no folder [HERE]/gone"),
            ("../file", "a-hook: [HERE]/file is not a folder"),
        ] {
            let (named, err) = ground.parsed(&ground.ctx(None, "app"), &["list", "--project", dir]);
            assert!(named.is_none());
            assert!(err.starts_with(words), "{err}");
        }
    }
}
