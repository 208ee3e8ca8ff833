//! The programs: puts them where settings can name them, and takes them away.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use claude_settings::ENGINE;
use hook_state::{Access, Links, RegularFile, open_regular};

use crate::error::InstallError;
use crate::files;

/// What Git is to ignore in a folder of ours: everything, this file too.
pub(crate) const IGNORE_ALL: &str = "*\n";

/// Where the programs are in a project.
const BIN_DIR: &str = ".claude/hooks/bin";

/// More than this is not a Tacklebox program.
const MAX_BYTES: u64 = 256 << 20;

/// The name of the program of a hook or a server, as a file of this system.
pub fn file_name(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// Tells Git to ignore a folder of ours by `file`; one that is there stays, whosever it is.
pub(crate) fn ignore(file: &Path) -> Result<(), InstallError> {
    let attempt = || InstallError::failed("write", file);
    // Empty, it was ours, and the machine was switched off before it was written.
    if fs::symlink_metadata(file).is_ok_and(|there| there.is_file() && there.len() == 0) {
        fs::remove_file(file).map_err(attempt())?;
    }
    if fs::symlink_metadata(file).is_ok() {
        return Ok(());
    }
    match files::create(file, IGNORE_ALL.as_bytes(), None) {
        Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(()),
        result => result.map_err(attempt()),
    }
}

/// Whether `path` is a link of ours to the engine beside it, be that there or not.
pub(crate) fn leads_to_engine(path: &Path) -> bool {
    fs::read_link(path).is_ok_and(|target| target == Path::new(&file_name(ENGINE)))
}

/// Whether `path` is a link to the program of this name in another checkout, which has lost it.
fn is_broken_link(path: &Path) -> bool {
    let Ok(target) = fs::read_link(path) else { return false };
    let is_ours = target.parent().is_some_and(|dir| dir.ends_with(BIN_DIR));
    is_ours && target.file_name() == path.file_name() && !path.exists()
}

/// Copies a program to `target`, in one step: a hook that is running goes on with the old one,
/// and none is ever started half written. `false` where they are the same, and nothing is done.
pub(crate) fn put(program: &Path, target: &Path) -> Result<bool, InstallError> {
    copy(program, target).map_err(|source| {
        let attempt = format!("could not copy {} to {}", program.display(), target.display());
        InstallError::Failed { attempt, source }
    })
}

fn copy(program: &Path, target: &Path) -> io::Result<bool> {
    let program = open(program)?;
    let permissions = program.metadata().permissions();
    let old = match open(target) {
        // Its content is that of another program.
        _ if leads_to_engine(target) => None,
        Err(err) if err.kind() == ErrorKind::NotFound => None,
        // A program that nobody may read is another one, and is replaced.
        Err(err) if err.kind() == ErrorKind::PermissionDenied => None,
        old => Some(old?),
    };
    let is_run_by_the_same =
        old.as_ref().is_some_and(|old| is_run_by_the_same(old.metadata(), program.metadata()));
    let content = program.read(MAX_BYTES)?;
    if let Some(old) = old.filter(|_| is_run_by_the_same)
        && old.read(MAX_BYTES).is_ok_and(|old| old == content)
    {
        return Ok(false);
    }
    files::replace(target, &content, Some(permissions))?;
    Ok(true)
}

/// Opens a file without waiting. What else has its name is neither read nor replaced.
fn open(path: &Path) -> io::Result<RegularFile> {
    open_regular(path, Access::Read, Links::Followed).map_err(|err| match err.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => err,
        kind => io::Error::new(kind, format!("{}: {err}", path.display())),
    })
}

/// Whether whoever may run the one may run the other.
#[cfg(unix)]
fn is_run_by_the_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let runs = |metadata: &Metadata| metadata.permissions().mode() & 0o111;
    runs(one) == runs(other)
}

/// Whether whoever may run the one may run the other.
#[cfg(not(unix))]
fn is_run_by_the_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether a file is not a Tacklebox program: there is something in it, and not our mark. What cannot be read
/// is not known to be somebody else's. A link is ours if it leads to the engine beside it, to a program
/// of ours, or to where another checkout had one; any other is somebody's, and would be lost.
pub fn is_foreign(program: &Path) -> bool {
    let Ok(there) = fs::symlink_metadata(program) else { return false };
    if there.is_symlink() {
        return !leads_to_engine(program) && !is_broken_link(program) && !is_marked(program);
    }
    let is_full = there.is_file() && there.len() > 0;
    is_full && open(program).is_ok() && !is_marked(program)
}

/// Whether it bears our mark, or is gone by now: another of us may be taking it out.
fn is_marked(program: &Path) -> bool {
    let bears_mark = || protection::bears_mark(program);
    bears_mark() || fs::symlink_metadata(program).is_err() || bears_mark()
}

/// Why a program stays although it has the name of ours; `None` where it is ours.
pub(crate) fn reason_to_keep(program: &Path) -> Option<String> {
    is_foreign(program).then(|| "it is not a Tacklebox program, or is damaged".to_owned())
}

/// Whether there is a program, or a link of ours that stands for one.
pub(crate) fn is_there(program: &Path) -> bool {
    program.is_file() || leads_to_engine(program) || is_broken_link(program)
}

/// Removes a program; `false` where there is none, and where it is the engine and a link leads to
/// it.
pub(crate) fn remove(program: &Path) -> Result<bool, InstallError> {
    if !is_there(program) || has_links(program) {
        return Ok(false);
    }
    fs::remove_file(program).map_err(InstallError::failed("remove", program))?;
    Ok(true)
}

fn has_links(program: &Path) -> bool {
    let is_engine = program.file_name() == Some(file_name(ENGINE).as_ref());
    let beside = program.parent().filter(|_| is_engine).map(fs::read_dir);
    let mut beside = beside.into_iter().flatten().flatten().flatten();
    beside.any(|entry| leads_to_engine(&entry.path()))
}

/// Removes a folder such as `.claude/hooks/bin` if nothing but our `.gitignore` is left in it, and of
/// `up` folders those above it that are then empty. What is not a folder of ours (a link to one, say) stays.
pub(crate) fn remove_folder(bin: &Path, up: usize) -> Result<(), InstallError> {
    remove_ignore(bin)?;
    for dir in bin.ancestors().take(up) {
        if !remove_empty(dir)? {
            break;
        }
    }
    Ok(())
}

/// Removes a folder of ours if nothing but our `.gitignore` is left in it.
pub(crate) fn remove_bare(dir: &Path) -> Result<(), InstallError> {
    remove_ignore(dir)?;
    remove_empty(dir).map(drop)
}

fn remove_ignore(dir: &Path) -> Result<(), InstallError> {
    let attempt = || InstallError::failed("tidy up", dir);
    let ignore = dir.join(".gitignore");
    let is_ours = fs::read_to_string(&ignore).is_ok_and(|text| text == IGNORE_ALL);
    if is_ours && fs::read_dir(dir).map_err(attempt())?.count() == 1 {
        fs::remove_file(&ignore).map_err(attempt())?;
    }
    Ok(())
}

/// Whether the folder is gone now.
fn remove_empty(dir: &Path) -> Result<bool, InstallError> {
    // Where nothing can be written, even what is not there cannot be removed.
    if fs::symlink_metadata(dir).is_err_and(|err| err.kind() == ErrorKind::NotFound) {
        return Ok(true);
    }
    match fs::remove_dir(dir).map_err(|err| (err.kind(), err)) {
        Ok(()) | Err((ErrorKind::NotFound, _)) => Ok(true),
        Err((ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory, _)) => Ok(false),
        Err((_, err)) => Err(InstallError::failed("tidy up", dir)(err)),
    }
}
