//! How a linked worktree gets the programs that its settings name: git starts `post-checkout` in
//! each one that it makes, and ours lays links there to the programs of another checkout. A later checkout
//! adds links only where there are some: a worktree whose hooks were taken out stays without.
//!
//! The settings of a project name its programs from `${CLAUDE_PROJECT_DIR}`, which is the worktree,
//! since a host fills in nothing else that is right on every machine; and git has none of them.

use std::fs::{self, Permissions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use project_paths::GitDirs;

use crate::error::InstallError;
use crate::files;

/// How long git may take to answer.
pub(crate) const MAX_GIT: Duration = Duration::from_secs(5);

/// What the hook begins with, whichever version has written it.
const MARK: &str = "#!/bin/sh\n# tacklebox: ";

/// What stands before the projects.
const START: &str = r#"lays links to the programs of hooks into a linked worktree. `tacklebox uninstall`
# takes it out with the last hook.
[ -f .git ] || exit 0
# Git names no earlier commit when it has just made the worktree.
case $1 in *[!0]*) is_new= ;; *) is_new=yes ;; esac
serve() {
  git worktree list --porcelain | sed -n 's/^worktree //p' | while IFS= read -r checkout; do
    from=$checkout/$1/.claude to=./$1/.claude
    [ ! "$checkout" -ef . ] && [ -f "$from/hooks/bin/.gitignore" ] || continue
    [ "$is_new" ] || [ -d "$to/hooks/bin" ] || exit 0
    if [ ! -e "$to/settings.local.json" ] && grep -q /hooks/bin/ "$from/settings.local.json" 2>/dev/null; then
      mkdir -p "$to" && cp "$from/settings.local.json" "$to"
    fi
    [ -e "$to/settings.json" ] || [ -e "$to/settings.local.json" ] || exit 0
    mkdir -p "$to/hooks/bin" && cp "$from/hooks/bin/.gitignore" "$to/hooks/bin"
    for program in "$from"/hooks/bin/*; do
      [ -e "$to/hooks/bin/${program##*/}" ] || ln -sf "$program" "$to/hooks/bin"
    done
    exit 0
  done
}
"#;

/// What stands behind them.
const END: &str = "exit 0\n";

/// What a project is served by.
const SERVE: &str = "serve ";

/// That the worktrees of a clone get the programs of a project, or no longer do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutHook {
    /// The file of git's hook.
    file: PathBuf,
    /// The git directory of the clone.
    common: PathBuf,
    /// The line for the project.
    line: String,
    enters: bool,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is so already.
    Nothing,
    Changed,
    /// Another hook is there.
    Foreign,
}

/// The linked worktrees in which programs are links to those in `bin`, the folder of a checkout's programs.
pub(crate) fn users_of(bin: &Path) -> Vec<PathBuf> {
    let worktrees = || {
        let bin = fs::canonicalize(bin).ok()?;
        let root = bin.ancestors().find(|dir| dir.join(".git").exists())?;
        let inside = bin.strip_prefix(root).ok()?.to_owned();
        let records = fs::read_dir(GitDirs::around(root)?.common.join("worktrees")).ok()?;
        let worktree = |record: fs::DirEntry| {
            let file = fs::read_to_string(record.path().join("gitdir")).ok()?;
            Path::new(file.trim_end()).parent().map(Path::to_path_buf)
        };
        let leads_here = |link: fs::DirEntry| {
            fs::read_link(link.path()).is_ok_and(|to| to.parent() == Some(bin.as_path()))
        };
        let uses = |worktree: &PathBuf| {
            let programs = fs::read_dir(worktree.join(&inside));
            programs.is_ok_and(|mut programs| programs.any(|it| it.is_ok_and(leads_here)))
        };
        Some(records.flatten().filter_map(worktree).filter(uses).collect())
    };
    worktrees().unwrap_or_default()
}

impl CheckoutHook {
    /// That worktrees get them; `None` outside of git.
    pub(crate) fn enter(project: &Path) -> Option<Self> {
        Self::of(project, true)
    }

    /// That they no longer do; `None` where they never did.
    pub(crate) fn leave(project: &Path) -> Option<Self> {
        let hook = Self::of(project, false)?;
        let text = fs::read_to_string(&hook.file).ok()?;
        projects(&text)?.any(|line| line == hook.line).then_some(hook)
    }

    fn of(project: &Path, enters: bool) -> Option<Self> {
        let project = fs::canonicalize(project).ok()?;
        let root = project.ancestors().find(|dir| dir.join(".git").exists())?;
        let inside = project.strip_prefix(root).ok()?.to_str()?;
        let inside = if inside.is_empty() { "." } else { inside };
        let line = format!("{SERVE}'{}'", inside.replace('\'', r"'\''"));
        let is_one_line = !line.contains('\n');
        let file = hooks_folder(root)?.join("post-checkout");
        let common = GitDirs::around(root)?.common;
        is_one_line.then_some(Self { file, common, line, enters })
    }

    /// The file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether worktrees get them from then on.
    pub(crate) fn enters(&self) -> bool {
        self.enters
    }

    /// Why it cannot be, where git takes its hooks from a folder that is not of this clone alone,
    /// or another hook is there.
    pub(crate) fn obstacle(&self) -> Option<String> {
        let what = if is_foreign(&self.file) {
            "belongs to another program"
        } else if self.is_elsewhere() {
            "is shared (`core.hooksPath`)"
        } else {
            return None;
        };
        let file = self.file.display();
        Some(format!(
            "note: new worktrees will not get the programs, because {file} {what}; run `tacklebox install` in each worktree"
        ))
    }

    /// Whether git takes its hooks from another folder than that of the clone.
    fn is_elsewhere(&self) -> bool {
        let folder = self.common.join("hooks");
        let real = |dir: &Path| fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
        self.file.parent().map(real) != Some(real(&folder))
    }

    /// Writes the hook, or takes the project out of it, and the hook with the last one.
    pub(crate) fn carry_out(&self) -> Result<Outcome, InstallError> {
        let _lock = files::lock(&self.file)?;
        let text = files::read(&self.file)?;
        let mut lines: Vec<String> = match &text {
            None => Vec::new(),
            Some(text) => match projects(text) {
                Some(lines) => lines.map(str::to_owned).collect(),
                None => return Ok(Outcome::Foreign),
            },
        };
        lines.retain(|line| *line != self.line);
        if self.enters {
            lines.push(self.line.clone());
            lines.sort();
        }
        let attempt = InstallError::failed("write", &self.file);
        if lines.is_empty() {
            if text.is_some() {
                fs::remove_file(&self.file).map_err(attempt)?;
            }
            return Ok(if text.is_some() { Outcome::Changed } else { Outcome::Nothing });
        }
        let lines = lines.join("\n");
        let wanted = format!("{MARK}{START}{lines}\n{END}");
        if text.as_ref() == Some(&wanted) {
            return Ok(Outcome::Nothing);
        }
        files::replace(&self.file, wanted.as_bytes(), runnable()).map_err(attempt)?;
        Ok(Outcome::Changed)
    }

    /// What was done, in a line.
    pub(crate) fn told(&self) -> String {
        let what = if self.enters { "links" } else { "no longer links" };
        format!("git       {what} the programs into each new worktree ({})\n", self.file.display())
    }
}

/// The folder from which git takes its hooks in a checkout; `None` where git does not say it.
fn hooks_folder(root: &Path) -> Option<PathBuf> {
    let words = ["git", "-C", root.to_str()?, "rev-parse", "--git-path", "hooks"];
    let said = timed_command::output(&words.map(str::to_owned), None, MAX_GIT).ok()?;
    Some(root.join(said.trim_end_matches('\n')))
}

/// Whether another hook is there.
fn is_foreign(file: &Path) -> bool {
    match fs::read_to_string(file) {
        Ok(text) => projects(&text).is_none(),
        Err(_) => file.symlink_metadata().is_ok(),
    }
}

/// The lines for the projects in a hook of ours; `None` in another one.
fn projects(text: &str) -> Option<impl Iterator<Item = &str>> {
    text.starts_with(MARK).then(|| text.lines().filter(|line| line.starts_with(SERVE)))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such permission")]
fn runnable() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o755))
}

#[cfg(not(unix))]
fn runnable() -> Option<Permissions> {
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use super::*;

    fn git(folder: &Path, line: &str) {
        let author = "git -c user.name=a -c user.email=a@b";
        let output = Command::new("sh")
            .args(["-c", &line.replace("git ", &format!("{author} "))])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    }

    /// A repository `main repo` whose project `at` has a program and settings that are committed.
    fn ground(at: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap().join("main repo");
        let project = root.join(at);
        git(dir.path(), "git init -q 'main repo'");
        for (file, text) in [
            ("settings.json", "{}"),
            ("hooks/bin/.gitignore", "*\n"),
            ("hooks/bin/a-hook", "program"),
        ] {
            files::replace(&project.join(".claude").join(file), text.as_bytes(), None).unwrap();
        }
        git(&root, "git add . && git commit -qm x");
        (dir, root, project)
    }

    fn programs(project: &Path) -> Vec<String> {
        let found = fs::read_dir(project.join(".claude/hooks/bin")).into_iter().flatten().flatten();
        let names = found.map(|entry| entry.file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != ".gitignore").collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_worktree_has_the_programs() {
        for at in ["", "packages/it's web"] {
            let (dir, root, project) = ground(at);
            let hook = CheckoutHook::enter(&project).unwrap();
            assert_eq!(hook.obstacle(), None);
            assert_eq!(hook.carry_out().unwrap(), Outcome::Changed);
            assert_eq!(hook.carry_out().unwrap(), Outcome::Nothing);
            git(
                &root,
                "git worktree add -q -b out '../a tree' && git worktree add -q .claude/worktrees/in",
            );
            for tree in [dir.path().join("a tree"), root.join(".claude/worktrees/in")] {
                let there = tree.join(at);
                assert_eq!(programs(&there), ["a-hook"], "{at} {}", tree.display());
                let program = there.join(".claude/hooks/bin/a-hook");
                assert_eq!(fs::read_to_string(program).unwrap(), "program");
                git(&tree, "test -z \"$(git status --porcelain)\"");
            }
            // Nothing is laid into the checkout that has them.
            git(&root, "git switch -qc other");
            assert!(!project.join(".claude/hooks/bin/a-hook").is_symlink());
            let file = hook.file().to_owned();
            assert_eq!(
                CheckoutHook::leave(&project).unwrap().carry_out().unwrap(),
                Outcome::Changed
            );
            assert!(!file.exists() && CheckoutHook::leave(&project).is_none());
            git(&root, "git worktree add -q ../later");
            assert!(programs(&dir.path().join("later").join(at)).is_empty());
        }
    }

    #[test]
    fn worktrees_of_a_bare_clone_have_them_from_each_other() {
        let (dir, _, _) = ground("");
        git(
            dir.path(),
            "git clone -q --bare 'main repo' bare.git && git -C bare.git worktree add -q ../one",
        );
        let one = dir.path().join("one");
        let bin = one.join(".claude/hooks/bin");
        files::replace(&bin.join(".gitignore"), b"*\n", None).unwrap();
        files::replace(&bin.join("b-hook"), b"program", None).unwrap();
        let hook = CheckoutHook::enter(&one).unwrap();
        assert_eq!((hook.obstacle(), hook.carry_out().unwrap()), (None, Outcome::Changed));
        git(dir.path(), "git -C bare.git worktree add -q ../two");
        assert_eq!(programs(&dir.path().join("two")), ["b-hook"]);
    }

    #[test]
    fn your_own_settings_come_along_if_they_name_programs() {
        let (dir, root, project) = ground("");
        CheckoutHook::enter(&project).unwrap().carry_out().unwrap();
        git(
            &root,
            "git rm -q --cached .claude/settings.json && git commit -qm y && echo .claude >.git/info/exclude",
        );
        let local = project.join(".claude/settings.local.json");
        for (text, expected) in [("{}", false), ("{\"c\": \"/.claude/hooks/bin/a-hook\"}", true)] {
            files::replace(&local, text.as_bytes(), None).unwrap();
            let name = if expected { "with" } else { "without" };
            git(&root, &format!("git worktree add -q ../{name}"));
            let tree = dir.path().join(name);
            assert_eq!(tree.join(".claude/settings.local.json").exists(), expected);
            assert_eq!(programs(&tree).len(), usize::from(expected));
        }
    }

    #[test]
    fn projects_of_one_clone_share_the_hook() {
        let (_dir, root, project) = ground("p");
        let [one, other] = [&root, &project].map(|at| CheckoutHook::enter(at).unwrap());
        one.carry_out().unwrap();
        let alone = fs::read_to_string(one.file()).unwrap();
        other.carry_out().unwrap();
        CheckoutHook::leave(&project).unwrap().carry_out().unwrap();
        assert_eq!(fs::read_to_string(one.file()).unwrap(), alone);
    }

    #[test]
    fn another_hook_is_left_alone() {
        let (_dir, root, project) = ground("");
        let hook = CheckoutHook::enter(&project).unwrap();
        files::replace(hook.file(), b"#!/bin/sh\necho mine\n", None).unwrap();
        assert!(hook.obstacle().unwrap().contains("another program"));
        assert_eq!(hook.carry_out().unwrap(), Outcome::Foreign);
        assert!(CheckoutHook::leave(&project).is_none());
        fs::remove_file(hook.file()).unwrap();
        git(&root, "git config core.hooksPath .husky");
        let elsewhere = CheckoutHook::enter(&project).unwrap();
        assert!(elsewhere.obstacle().unwrap().contains("core.hooksPath"));
        assert!(CheckoutHook::enter(Path::new("/")).is_none());
    }
}
