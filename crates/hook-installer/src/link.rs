//! The names of hooks that lead to the engine: links beside it, or copies where a file system or a
//! system has no links.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::error::InstallError;
use crate::files::PREFIX;
use crate::program;

/// Lets `link` lead to `engine`, in one step; `false` where it does already.
pub(crate) fn put(engine: &Path, link: &Path) -> Result<bool, InstallError> {
    put_by(symlink, engine, link)
}

/// How a system makes a link: its target, and where it is.
type Symlink = fn(&Path, &Path) -> io::Result<()>;

fn put_by(symlink: Symlink, engine: &Path, link: &Path) -> Result<bool, InstallError> {
    if program::leads_to_engine(link) {
        return Ok(false);
    }
    let attempt = InstallError::failed("link", link);
    match fs::symlink_metadata(link) {
        Ok(there) if !there.is_file() && !there.is_symlink() => {
            let message = format!("{}: not a regular file", link.display());
            return Err(attempt(io::Error::new(ErrorKind::InvalidInput, message)));
        }
        _ => {}
    }
    match replace(symlink, engine, link) {
        Ok(()) => Ok(true),
        Err(_no_links) => program::put(engine, link),
    }
}

fn replace(symlink: Symlink, engine: &Path, link: &Path) -> io::Result<()> {
    let (Some(dir), Some(name)) = (link.parent(), engine.file_name()) else {
        return Err(io::Error::other("it has no folder"));
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    builder.make_in(dir, |path| symlink(Path::new(name), path))?.persist(link)?;
    Ok(())
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn a_link_takes_the_place_of_a_program_and_is_relative() {
        let dir = tempfile::tempdir().unwrap();
        let [engine, hook] = ["tacklebox", "a-hook"].map(|name| dir.path().join(name));
        File::create(&engine).unwrap();
        File::create(&hook).unwrap();
        assert!(put(&engine, &hook).unwrap());
        assert_eq!(fs::read_link(&hook).unwrap(), Path::new("tacklebox"));
        assert!(!put(&engine, &hook).unwrap());
        assert!(program::leads_to_engine(&hook) && !program::leads_to_engine(&engine));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn where_there_are_no_links_there_is_a_copy() {
        let dir = tempfile::tempdir().unwrap();
        let [engine, hook] = ["tacklebox", "a-hook"].map(|name| dir.path().join(name));
        io::Write::write_all(&mut File::create(&engine).unwrap(), b"program").unwrap();
        let put = || put_by(|_, _| Err(ErrorKind::Unsupported.into()), &engine, &hook).unwrap();
        assert!(put());
        assert_eq!(fs::read(&hook).unwrap(), b"program");
        assert!(!hook.is_symlink() && !put());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_of_that_name_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let [engine, hook] = ["tacklebox", "a-hook"].map(|name| dir.path().join(name));
        File::create(&engine).unwrap();
        fs::create_dir(&hook).unwrap();
        put(&engine, &hook).unwrap_err();
        assert!(hook.is_dir());
    }
}
