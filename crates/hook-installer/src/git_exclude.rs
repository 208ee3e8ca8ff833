//! What a person's own installation in a project leaves out of git: lines in `.git/info/exclude`, which
//! is of this clone alone, between two lines of ours. They go when the hooks go.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::error::InstallError;
use crate::files;
use crate::worktrees::MAX_GIT;

/// What stands before our lines, and behind them.
const FIRST: &str = "# tacklebox install --scope local: from here\n";
const LAST: &str = "# tacklebox install --scope local: to here\n";

/// What is written in a project by hooks and by their tools, where git tracks nothing of it.
const WRITTEN: [&str; 2] = [".orchestration/", ".tacklebox/"];

/// The settings.
const SETTINGS: &str = ".claude/settings.local.json";

/// Lines for git, and the file that they belong into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The file.
    pub file: PathBuf,
    /// The lines.
    pub lines: Vec<String>,
    way: Way,
}

/// What becomes of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

impl Exclusion {
    /// What is left out for a project; `None` where there is no git.
    pub(crate) fn enter(project: &Path) -> Option<Self> {
        let (file, prefix) = place(project)?;
        let is_ours = |name: &&str| !project.join(name).exists() || !is_tracked(project, name);
        let names = [SETTINGS].into_iter().chain(WRITTEN.into_iter().filter(is_ours));
        let lines = names.map(|name| format!("{prefix}{name}")).collect();
        Some(Self { file, lines, way: Way::In })
    }

    /// That the settings which a person has in a project are left out; `None` where there is no git.
    pub(crate) fn enter_settings(project: &Path) -> Option<Self> {
        Self::of_settings(project, Way::In)
    }

    /// That they no longer are.
    pub(crate) fn leave_settings(project: &Path) -> Option<Self> {
        Self::of_settings(project, Way::Out)
    }

    fn of_settings(project: &Path, way: Way) -> Option<Self> {
        let (file, prefix) = place(project)?;
        Some(Self { file, lines: vec![format!("{prefix}{SETTINGS}")], way })
    }

    /// What was left out for a project, and no longer is.
    pub(crate) fn leave(project: &Path) -> Option<Self> {
        let (file, prefix) = place(project)?;
        let names = [SETTINGS].into_iter().chain(WRITTEN);
        let lines = names.map(|name| format!("{prefix}{name}")).collect();
        Some(Self { file, lines, way: Way::Out })
    }

    /// The same but for the settings.
    pub(crate) fn but_settings(&self) -> Self {
        let is_kept = |line: &&String| !line.ends_with(SETTINGS);
        self.with(self.lines.iter().filter(is_kept).cloned().collect())
    }

    /// The same with these lines.
    pub(crate) fn with(&self, lines: Vec<String>) -> Self {
        Self { lines, ..self.clone() }
    }

    /// Whether the lines come.
    pub(crate) fn enters(&self) -> bool {
        self.way == Way::In
    }

    /// Changes the file. Those lines are returned that came or went.
    pub(crate) fn carry_out(&self) -> Result<Vec<String>, InstallError> {
        if self.changed(&self.read()?).1.is_empty() {
            return Ok(Vec::new());
        }
        let _lock = files::lock(&self.file)?;
        let (text, lines) = self.changed(&self.read()?);
        let attempt = InstallError::failed("write", &self.file);
        let target = files::resolve(&self.file)?.unwrap_or_else(|| self.file.clone());
        if text.is_empty() {
            fs::remove_file(&target).map_err(attempt)?;
        } else {
            let permissions = fs::metadata(&target).ok().map(|it| it.permissions());
            files::replace(&target, text.as_bytes(), permissions).map_err(attempt)?;
        }
        Ok(lines)
    }

    fn read(&self) -> Result<String, InstallError> {
        Ok(files::read(&self.file)?.unwrap_or_default())
    }

    /// The text afterwards, and the lines that came or went.
    fn changed(&self, text: &str) -> (String, Vec<String>) {
        let (before, ours, after) = parts(text);
        let is_there = |line: &&String| ours.contains(&line.as_str());
        let (there, missing): (Vec<String>, Vec<String>) =
            self.lines.iter().cloned().partition(|line| is_there(&line));
        let (left, changed): (Vec<&str>, Vec<String>) = match self.way {
            Way::In => (
                ours.iter().copied().chain(missing.iter().map(String::as_str)).collect(),
                missing.clone(),
            ),
            Way::Out => (
                ours.iter().copied().filter(|line| !there.iter().any(|it| it == line)).collect(),
                there.clone(),
            ),
        };
        if left.is_empty() {
            return (format!("{before}{after}"), changed);
        }
        let lines: String = left.iter().flat_map(|line| [*line, "\n"]).collect();
        (format!("{before}{FIRST}{lines}{LAST}{after}"), changed)
    }
}

/// Whether git tracks a file, or anything in a folder, of a project. True also if git cannot be asked in a
/// checkout.
pub fn is_tracked(project: &Path, path: &str) -> bool {
    if !project.ancestors().any(|folder| folder.join(".git").exists()) {
        return false;
    }
    let Some(project) = project.to_str() else { return true };
    let words = ["git", "-C", project, "ls-files", "--", path].map(str::to_owned);
    timed_command::output(&words, None, MAX_GIT).map_or(true, |listed| !listed.is_empty())
}

/// What stands before our lines, our lines, and what stands behind. Ours come first where there are
/// none yet: what has no line break at its end keeps that.
fn parts(text: &str) -> (&str, Vec<&str>, &str) {
    let found = text.match_indices(FIRST).find(|(at, _)| {
        text.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
    });
    let split = found.and_then(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let (ours, after) = rest.strip_prefix(FIRST)?.split_once(LAST)?;
        Some((before, ours.lines().collect(), after))
    });
    split.unwrap_or(("", Vec::new(), text))
}

/// The file of the clone that a project is in, and what its paths begin with there.
fn place(project: &Path) -> Option<(PathBuf, String)> {
    let project = fs::canonicalize(project).ok()?;
    let root = project.ancestors().find(|folder| folder.join(".git").exists())?;
    let git = folder(&root.join(".git"))?;
    let inside = project.strip_prefix(root).ok()?;
    let mut prefix = "/".to_owned();
    for part in inside.components() {
        let Component::Normal(name) = part else { return None };
        prefix.push_str(&escaped(name.to_str()?)?);
        prefix.push('/');
    }
    Some((git.join("info/exclude"), prefix))
}

/// The folder that all worktrees of a clone share.
fn folder(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    let text = fs::read_to_string(git).ok()?;
    let own = git.parent()?.join(text.trim_end().strip_prefix("gitdir: ")?);
    match fs::read_to_string(own.join("commondir")) {
        Ok(shared) => Some(own.join(shared.trim_end())),
        Err(_) => Some(own),
    }
}

/// A name as git reads it in such a file; nothing where it cannot stand there.
fn escaped(name: &str) -> Option<String> {
    if name.contains('\n') {
        return None;
    }
    let escape = |c: char| if "\\*?[ ".contains(c) { format!("\\{c}") } else { c.to_string() };
    Some(name.chars().map(escape).collect())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn git(folder: &Path, args: &[&str]) -> String {
        let output = Command::new("git").arg("-C").arg(folder).args(args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    fn git_sees_nothing_of_what_is_written_and_the_file_comes_back() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("a [b]");
        git(dir.path(), &["init", "-q", "a [b]"]);
        let project = root.join("p *q");
        files::replace(&project.join(".tacklebox/tracked"), b"", None).unwrap();
        git(&root, &["add", "."]);
        let author = ["-c", "user.name=a", "-c", "user.email=a@b"];
        git(&root, &[&author[..], &["commit", "-q", "-m", "x"]].concat());
        let exclude = root.join(".git/info/exclude");
        for before in ["", "*.log", "# mine\n*.log\n"] {
            files::replace(&exclude, before.as_bytes(), None).unwrap();
            files::replace(&project.join(".orchestration/untracked"), b"", None).unwrap();
            let entering = Exclusion::enter(&project).unwrap();
            assert_eq!(
                entering.carry_out().unwrap(),
                ["/p\\ \\*q/.claude/settings.local.json", "/p\\ \\*q/.orchestration/"]
            );
            assert!(entering.carry_out().unwrap().is_empty());
            for name in [".claude/settings.local.json", ".orchestration/x", "src"] {
                files::replace(&project.join(name), b"", None).unwrap();
            }
            let seen = git(&root, &["status", "--porcelain", "--untracked-files=all"]);
            assert_eq!(seen, "?? \"p *q/src\"\n");
            fs::remove_dir_all(project.join(".orchestration")).unwrap();
            let other = Exclusion::enter(&root).unwrap();
            assert_eq!(other.carry_out().unwrap().len(), 3);
            Exclusion::leave(&project).unwrap().carry_out().unwrap();
            assert!(fs::read_to_string(&exclude).unwrap().contains("/.orchestration/"));
            Exclusion::leave(&root).unwrap().carry_out().unwrap();
            assert_eq!(fs::read_to_string(&exclude).unwrap_or_default(), before);
        }
    }

    #[test]
    fn a_linked_worktree_has_the_file_of_its_clone() {
        let dir = tempfile::tempdir().unwrap();
        git(dir.path(), &["init", "-q", "clone"]);
        let clone = dir.path().join("clone");
        let author = ["-c", "user.name=a", "-c", "user.email=a@b"];
        git(&clone, &[&author[..], &["commit", "-q", "--allow-empty", "-m", "x"]].concat());
        git(&clone, &["worktree", "add", "-q", "../tree"]);
        let entering = Exclusion::enter(&dir.path().join("tree")).unwrap();
        let expected = fs::canonicalize(clone.join(".git")).unwrap();
        let found = fs::canonicalize(entering.file.parent().unwrap().parent().unwrap()).unwrap();
        assert_eq!(found, expected);
        assert!(Exclusion::enter(dir.path()).is_none());
    }
}
