//! Writes the first files of a project, for `init`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use project_paths::{CONFIG_DIR, INTENTS_FILE, ProjectRoot};

use crate::console::Console;
use crate::ctx::Ctx;

/// The folder for a project's first files: the one that a person named with `--project`, which
/// thereby becomes a project, else the project.
#[derive(Debug)]
pub struct Starters<'a> {
    ctx: &'a Ctx,
    root: PathBuf,
    /// The project around it.
    outer: Option<ProjectRoot>,
    /// Whether the folder belonged to that project before.
    is_new: bool,
}

impl<'a> Starters<'a> {
    /// For the project of `ctx`.
    ///
    /// # Errors
    /// If there is none.
    pub fn of(ctx: &'a Ctx) -> Result<Self> {
        let found = ctx.need_project()?;
        let root = match ctx.named_project() {
            Some(dir) => ProjectRoot::at(dir),
            None => found.clone(),
        };
        let outer = ctx.place().around(&root, ctx.home().as_deref());
        let is_new = root.resolved() != found.resolved();
        Ok(Self { ctx, root: root.path().to_owned(), outer, is_new })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, relative to the folder, and prints what it replaces; `false` if the file
    /// exists, which stays.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, console: &mut Console, file: &str, text: &str) -> Result<bool> {
        let path = self.root.join(file);
        if path.symlink_metadata().is_ok() {
            return Ok(false);
        }
        let parent = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent)
            .and_then(|()| hook_state::replace(&path, text.as_bytes()))
            .with_context(|| format!("could not write {}", path.display()))?;
        console.line(format!("wrote {}", path.display()));
        for shadowed in self.shadowed(file) {
            let shadowed = shadowed.display();
            console.error_line(format!("note: it replaces {shadowed} here"));
        }
        Ok(true)
    }

    /// The file as the main checkout has it, if this is a linked worktree without it.
    pub fn in_main_checkout(&self, file: &str) -> Option<PathBuf> {
        let is_there = |file: &PathBuf| file.symlink_metadata().is_ok();
        let there = ProjectRoot::at(&self.root).in_main_checkout()?.join(file);
        (!is_there(&self.root.join(file)) && is_there(&there)).then_some(there)
    }

    /// Prints what else changes if the folder has become a project.
    pub fn tell(&self, console: &mut Console, put: &[&str]) {
        let Some(outer) = self.outer.as_ref().filter(|_| self.is_new) else {
            return;
        };
        let (root, outer) = (self.root.display(), outer.path());
        console.error_line(format!("note: {root} is no longer part of {}", outer.display()));
        let put: Vec<PathBuf> = put.iter().map(|file| outer.join(file)).collect();
        for file in files_of(outer).into_iter().filter(|file| !put.contains(file)) {
            console.error_line(format!("note: {} no longer applies there", file.display()));
        }
    }

    /// The files that `file` replaces here, the nearest first.
    fn shadowed(&self, file: &str) -> Vec<PathBuf> {
        let outer = self.outer.as_ref().map(|outer| outer.path().join(file));
        let own = Path::new(file).strip_prefix(CONFIG_DIR).ok();
        let own = own.and_then(|name| Some(self.ctx.user_config()?.join(name)));
        outer.into_iter().chain(own).filter(|file| file.symlink_metadata().is_ok()).collect()
    }
}

/// The exit code if there is a configuration already.
const REFUSED: u8 = 1;

/// Implements `init`: writes each file that does not exist, relative to the project. Exit code 1 if
/// one exists, which stays and is named. In a linked worktree nothing is written that the main checkout has.
///
/// # Errors
/// If there is no project, or a file cannot be written.
pub fn init(ctx: &Ctx, files: &[(&str, &str)], console: &mut Console) -> Result<ExitCode> {
    init_and_tell(ctx, files, &[], console)
}

/// Like [`init`]; where all files are new it also prints `after`: what applies now, and the next
/// command.
///
/// # Errors
/// If there is no project, or a file cannot be written.
pub fn init_and_tell(
    ctx: &Ctx,
    files: &[(&str, &str)],
    after: &[&str],
    console: &mut Console,
) -> Result<ExitCode> {
    let starters = Starters::of(ctx)?;
    let mut put = Vec::new();
    for (name, text) in files {
        let file = starters.root().join(name);
        let file = file.display();
        if let Some(there) = starters.in_main_checkout(name) {
            let there = there.display();
            console.error_line(format!(
                "did not write {file}: the main checkout has {there}; commit and merge it, or copy it"
            ));
        } else if starters.put(console, name, text)? {
            put.push(*name);
        } else {
            console.error_line(format!("{file} already exists and was not changed"));
        }
    }
    if !put.is_empty() {
        starters.tell(console, &put);
    }
    let is_whole = put.len() == files.len();
    after.iter().filter(|_| is_whole).for_each(|line| console.line(line));
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

/// What a project says to our programs, in alphabetical order.
fn files_of(root: &Path) -> Vec<PathBuf> {
    let config = fs::read_dir(root.join(CONFIG_DIR));
    let config = config.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let intents = Some(root.join(INTENTS_FILE)).filter(|file| file.symlink_metadata().is_ok());
    let mut files: Vec<PathBuf> = config.chain(intents).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use crate::environment::Environment;

    use super::*;

    /// Puts `governance.yaml` into the project of `start`, or into `named`, and
    /// returns what that says.
    fn put(files: &[&str], start: &str, named: Option<&str>) -> (String, bool) {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        for file in files {
            let file = here.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            hook_state::replace(&file, b"").unwrap();
        }
        fs::create_dir_all(here.join("mono/.git")).unwrap();
        fs::create_dir_all(here.join("mono/web/src")).unwrap();
        let config = here.join("config").to_str().unwrap().to_owned();
        let environment = Environment::Fixed([("TACKLEBOX_CONFIG_DIR".to_owned(), config)].into());
        let ctx = Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, Some(here.join(start)));
        let ctx = named.map_or(ctx.clone(), |dir| ctx.in_project(&here.join(dir)).unwrap());
        let mut console = Console::default();
        let starters = Starters::of(&ctx).unwrap();
        let file = ".tacklebox/governance.yaml";
        let is_put = starters.put(&mut console, file, "version: 1\n").unwrap();
        if is_put {
            starters.tell(&mut console, &[file]);
            assert_eq!(fs::read_to_string(starters.root().join(file)).unwrap(), "version: 1\n");
        }
        let (out, err) = console.printed();
        ((out.to_owned() + err).replace(here.to_str().unwrap(), ""), is_put)
    }

    #[track_caller]
    fn check(files: &[&str], start: &str, named: Option<&str>, expected: &[&str]) {
        let (said, is_put) = put(files, start, named);
        assert_eq!(said.lines().collect::<Vec<_>>(), expected);
        assert_eq!(is_put, !expected.is_empty());
    }

    #[test]
    fn a_file_is_put_into_the_project_or_into_the_named_folder() {
        let root = "wrote /mono/.tacklebox/governance.yaml";
        let web = "wrote /mono/web/.tacklebox/governance.yaml";
        check(&[], "mono", None, &[root]);
        check(&[], "mono/web/src", None, &[root]);
        check(&["mono/.tacklebox/governance.yaml"], "mono/web", None, &[]);
        let own = "note: /mono/web is no longer part of /mono";
        check(&[], "mono", Some("mono/web"), &[web, own]);
        check(&["mono/web/.tacklebox/x"], "mono", Some("mono/web"), &[web]);
        check(&[], "mono/web", Some("mono"), &[root]);
    }

    #[test]
    fn what_it_takes_the_place_of_is_named() {
        let root = "wrote /mono/.tacklebox/governance.yaml";
        let web = "wrote /mono/web/.tacklebox/governance.yaml";
        let own = "note: /mono/web is no longer part of /mono";
        let user = "note: it replaces /config/governance.yaml here";
        let outer = "note: it replaces /mono/.tacklebox/governance.yaml here";
        check(&["config/governance.yaml"], "mono", None, &[root, user]);
        let files = ["config/governance.yaml", "mono/.tacklebox/governance.yaml"];
        check(&files, "mono", Some("mono/web"), &[web, outer, user, own]);
        let files = ["mono/.tacklebox/governance.yaml", "mono/web/.tacklebox/post-edit.yaml"];
        check(&files, "mono/web/src", None, &[web, outer]);
        let files = ["mono/.tacklebox/post-edit.yaml", "mono/.orchestration/active_intents.yaml"];
        let gone = [
            "note: /mono/.orchestration/active_intents.yaml no longer applies there",
            "note: /mono/.tacklebox/post-edit.yaml no longer applies there",
        ];
        check(&files, "mono", Some("mono/web"), &[web, own, gone[0], gone[1]]);
    }
}
