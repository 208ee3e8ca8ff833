//! A copy of the file for a formatter, or of what it was before the edit for a linter, at the same
//! place below a folder of its own. All that lies beside it there is a link to what lies beside the file: whoever looks for a configuration, a
//! module or a program by the path of the file finds it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_runtime::Ctx;
use process_start::{Cleanup, remove_on_interrupt};
use timed_command::Ended;

use crate::gather::snapshot::Snapshot;
use crate::gather::target::Target;

/// The folder of the copies, in the state folder. Each has the first free number, so that a
/// formatter which remembers files by their paths meets few of them.
const FOLDER: &str = "post-edit-copies";

/// More than there are calls at one time.
const MAX_COPIES: usize = 100;

/// Longer than a call may take: what is older was left by one that was killed.
const MAX_AGE: Duration = Duration::from_secs(119);

/// What belongs to a work tree, which a copy is not: a program that stages or stashes would take
/// the links for the files.
const LEFT_OUT: [&str; 4] = [".git", ".hg", ".jj", ".svn"];

/// A copy, removed when dropped.
#[derive(Debug)]
pub(crate) struct Copy {
    /// The folder of its own.
    folder: PathBuf,
    /// The folder that it begins with, and what stands for that.
    top: PathBuf,
    of_top: PathBuf,
    _interrupted: Cleanup,
}

impl Copy {
    /// A copy of a file with this content and mode.
    ///
    /// # Errors
    /// If there is no place for one, or no links can be made there.
    pub(crate) fn of(ctx: &Ctx, target: &Target, content: &Snapshot) -> io::Result<Self> {
        let state = ctx.state().ok_or_else(|| io::Error::other("there is no state folder"))?;
        let folder = free(&state.file(FOLDER))?;
        let top = top(target.root());
        let name = top.file_name().unwrap_or(OsStr::new("root"));
        let interrupted = remove_on_interrupt(&folder);
        let copy = Self { of_top: folder.join(name), folder, top, _interrupted: interrupted };
        copy.fill(&target.path, content)?;
        Ok(copy)
    }

    /// The folder of its own.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What stands for a path of the project.
    pub(crate) fn place(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.top) {
            Ok(rest) if rest == Path::new("") => self.of_top.clone(),
            Ok(rest) => self.of_top.join(rest),
            Err(_) => path.to_owned(),
        }
    }

    /// What a program said, with the paths of the project in place of those here.
    pub(crate) fn named(&self, mut ended: Ended) -> Ended {
        for text in [&mut ended.stdout, &mut ended.stderr] {
            *text = text.replace(&*self.of_top.to_string_lossy(), &self.top.to_string_lossy());
        }
        ended
    }

    /// Makes the folders down to the file, each with links to what else is in it.
    fn fill(&self, file: &Path, content: &Snapshot) -> io::Result<()> {
        let (mut from, mut to) = (self.top.clone(), self.of_top.clone());
        let rest = file.strip_prefix(&self.top).map_err(io::Error::other)?;
        for name in rest {
            fs::create_dir(&to)?;
            // In a folder that may not be listed nobody finds anything.
            for other in fs::read_dir(&from).into_iter().flatten() {
                let other = other?.file_name();
                if other != name && !LEFT_OUT.iter().any(|it| other == *it) {
                    link(&from, &to, &other)?;
                }
            }
            from.push(name);
            to.push(name);
        }
        content.write(&to)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What a program holds on to goes another time.
        let _stays = fs::remove_dir_all(&self.folder);
    }
}

/// Removes the copies of calls that were killed.
pub(crate) fn sweep(ctx: &Ctx) {
    let folder = ctx.state().map(|state| state.file(FOLDER));
    let before = ctx.now().checked_sub(MAX_AGE);
    let (Some(folder), Some(before)) = (folder, before) else { return };
    for copy in fs::read_dir(folder).into_iter().flatten().flatten() {
        let made = copy.metadata().and_then(|metadata| metadata.modified());
        if made.is_ok_and(|made| made < before) {
            // What stays is removed another time.
            let _stays = fs::remove_dir_all(copy.path());
        }
    }
}

/// A new folder with the first number that is free.
fn free(folder: &Path) -> io::Result<PathBuf> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)?;
    builder.recursive(false);
    for number in 0..MAX_COPIES {
        let path = folder.join(number.to_string());
        match builder.create(&path) {
            Ok(()) => return Ok(path),
            Err(err) if err.kind() == ErrorKind::AlreadyExists => {}
            Err(err) => return Err(err),
        }
    }
    Err(io::Error::other("there are too many copies"))
}

/// The outermost folder with a work tree around a project, whose configurations hold for the
/// project too; the project's root where there is none.
fn top(root: &Path) -> PathBuf {
    let work_trees = root.ancestors().filter(|folder| folder.join(".git").exists());
    work_trees.last().unwrap_or(root).to_owned()
}

#[cfg(unix)]
fn link(from: &Path, to: &Path, name: &OsString) -> io::Result<()> {
    std::os::unix::fs::symlink(from.join(name), to.join(name))
}

#[cfg(not(unix))]
fn link(_from: &Path, _to: &Path, _name: &OsString) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::File;
    use std::process::ExitStatus;
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use project_paths::{ProjectRoot, RealPaths};

    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(path, text.as_bytes()).unwrap();
    }

    fn ctx(folder: &Path, now: SystemTime) -> Ctx {
        let state = folder.join("state").to_string_lossy().into_owned();
        let environment = Environment::Fixed([("TACKLEBOX_STATE_DIR".to_owned(), state)].into());
        Ctx::new("h", environment, now, None)
    }

    #[test]
    fn a_copy_has_links_beside_it_and_is_no_work_tree() {
        let folder = tempfile::tempdir().unwrap();
        let around = folder.path().join("around");
        for file in [".git/HEAD", "style", "project/src/a.rs", "project/src/a/b.rs"] {
            write(&around.join(file), file);
        }
        let project = ProjectRoot::at(&around.join("project"));
        let target = Target::find_by(&RealPaths::default(), &project, None, "src/a.rs").unwrap();
        let content = Snapshot::of(&target.path).unwrap();
        let ctx = ctx(folder.path(), SystemTime::UNIX_EPOCH);
        let copy = Copy::of(&ctx, &target, &content).unwrap();
        let another = Copy::of(&ctx, &target, &content).unwrap();
        let path = copy.place(&target.path);
        assert!(path.ends_with("0/around/project/src/a.rs"), "{path:?}");
        assert!(another.place(&target.path).ends_with("1/around/project/src/a.rs"));
        write(&path, "formatted");
        assert!(content.is_content_of(&target.path));
        let read = |path: &str| fs::read_to_string(copy.of_top.join(path)).ok();
        assert_eq!(read("project/src/a/b.rs").as_deref(), Some("project/src/a/b.rs"));
        assert_eq!(read("style").as_deref(), Some("style"));
        assert_eq!(read(".git/HEAD"), None);
        let (stdout, stderr) = (format!("{}:3: x", path.display()), String::new());
        let ended = Ended { status: ExitStatus::default(), stdout, stderr, is_cut: false };
        assert_eq!(copy.named(ended).stdout, format!("{}:3: x", target.path.display()));
        drop((copy, another));
        assert_eq!(fs::read_dir(ctx.state().unwrap().file(FOLDER)).unwrap().count(), 0);
        assert!(around.join("project/src/a/b.rs").is_file());
    }

    #[test]
    fn what_a_killed_call_left_goes_when_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30);
        let ctx = ctx(folder.path(), now);
        let copies = ctx.state().unwrap().file(FOLDER);
        write(&folder.path().join("theirs"), "theirs");
        for (name, age) in [("0", 121), ("1", 60)] {
            let copy = copies.join(name);
            fs::create_dir_all(&copy).unwrap();
            link(folder.path(), &copy, &"theirs".into()).unwrap();
            let made = now - Duration::from_secs(age);
            File::open(&copy).unwrap().set_modified(made).unwrap();
        }
        sweep(&ctx);
        assert!(!copies.join("0").exists() && copies.join("1").exists());
        assert!(folder.path().join("theirs").exists());
    }
}
