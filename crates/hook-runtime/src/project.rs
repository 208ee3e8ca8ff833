//! The project that a tool speaks of.

use anyhow::{Context as _, Result};
use project_paths::ProjectRoot;

use crate::ctx::Ctx;

impl Ctx {
    /// The project, for a tool that is nothing without one.
    ///
    /// # Errors
    /// If there is none, which is so only where the folder of the shell is gone.
    pub fn need_project(&self) -> Result<&ProjectRoot> {
        self.project().context("there is no project here: this folder does not exist any more")
    }

    /// Of which project a tool speaks, as the end of a sentence about it: `in
    /// /home/user/app`.
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

    #[test]
    fn a_hook_and_its_tools_name_the_same_folder() {
        let ground = Ground::new(&[
            "mono/.git",
            "mono/web/.tacklebox",
            "mono/web/src",
            "mono/lib/src",
            "home/plain/sub",
            "home/.tacklebox",
        ]);
        for (start, project) in [
            ("mono", "mono"),
            ("mono/lib/src", "mono"),
            ("mono/web", "mono/web"),
            ("mono/web/src", "mono/web"),
            ("home/plain/sub", "home/plain/sub"),
            ("home", "home"),
        ] {
            let expected = Some(ground.path(project));
            let hook = ground.ctx(Some(start), "elsewhere");
            assert_eq!(root(&hook), expected, "hook {start}");
            assert_eq!(root(&ground.ctx(Some("gone"), start)), expected, "event {start}");
            let shell = ground.ctx(None, start);
            assert_eq!(root(&shell), expected, "shell {start}");
            assert_eq!(
                shell.in_which_project(),
                format!("in {}", expected.clone().unwrap().display())
            );
            let dir = ground.path(start).to_str().unwrap().to_owned();
            let elsewhere = ground.ctx(Some("mono/web"), "home");
            for args in [["list", "--project", &dir], ["--project", &dir, "list"]] {
                let (named, _) = ground.parsed(&elsewhere, &args);
                let named = named.unwrap();
                assert_eq!(root(&named), expected, "{args:?}");
                assert_eq!(root(&named.at(ground.path("mono/web"))), expected, "{args:?} at");
                assert_eq!(
                    named.state().map(|state| state.file("")),
                    hook.state().map(|it| it.file(""))
                );
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
