//! A mount namespace in which everything is read-only but for what a plan opens.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use process_start::{Namespaces, leave_namespaces, make_read_only};
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, fsconfig_create, fsmount, fsopen, mount_change, move_mount, open_tree,
};
use rustix::process::{getegid, geteuid};

use crate::capabilities::may_mount;
use crate::layout::Mounts;
use crate::marks::Access;

/// Ubuntu's switch: with it the capabilities in a new user namespace are worth nothing.
pub(crate) const RESTRICTED: &str = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/// A mount that is nowhere yet, and where it goes.
type Detached = (PathBuf, OwnedFd);

/// Whether namespaces are worth trying.
pub(crate) fn may_work() -> bool {
    may_mount() || fs::read(RESTRICTED).map_or(true, |value| value.trim_ascii() != b"1")
}

/// Leaves the namespaces of the machine. A root that may mount stays in that of users, and keeps the files of
/// others. Nothing has happened where this fails with `PermissionDenied` or the like from the first step.
pub(crate) fn leave(network: bool) -> io::Result<()> {
    let users = !may_mount();
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    leave_namespaces(Namespaces { users, network })?;
    if users {
        tell("/proc/self/setgroups", "deny")?;
        tell("/proc/self/uid_map", &format!("{user} {user} 1"))?;
        tell("/proc/self/gid_map", &format!("{group} {group} 1"))?;
    }
    // What is mounted here is nobody's else to see.
    mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a file of the kernel is not replaced")]
fn tell(file: &str, text: &str) -> io::Result<()> {
    fs::write(file, text)
}

/// What becomes of all that has no mount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    ReadOnly,
    AsItIs,
}

/// Arranges the mounts, and covers the sockets, files and folders `hidden`.
pub(crate) fn arrange(mounts: &Mounts, hidden: &[PathBuf], rest: Rest) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the folder is entered again, on its new mount")]
    let cwd = std::env::current_dir();
    let open = clones(mounts, Access::Write)?;
    let covers = hidden.iter().filter_map(|path| Some((path, cover(path)?)));
    let covers: Vec<Detached> =
        covers.map(|(path, cover)| Ok((path.clone(), cover?))).collect::<io::Result<_>>()?;
    if rest == Rest::ReadOnly {
        make_read_only(CWD, c"/")?;
    }
    let closed = clones(mounts, Access::Read)?;
    if rest == Rest::AsItIs {
        closed.iter().try_for_each(|(_, mount)| make_read_only(mount.as_fd(), c""))?;
    }
    let mut all: Vec<Detached> = open.into_iter().chain(closed).collect();
    // What a mount lies in comes before it.
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, mount) in all.into_iter().chain(covers) {
        attach(&path, mount)?;
    }
    if let Ok(cwd) = cwd {
        // A folder that was removed stays the folder.
        let _stays = std::env::set_current_dir(cwd);
    }
    Ok(())
}

/// Copies of the mounts at those places that are to have an access, with the access that they have now.
fn clones(mounts: &Mounts, wanted: Access) -> io::Result<Vec<Detached>> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE
        | OpenTreeFlags::AT_EMPTY_PATH;
    let mut clones = Vec::new();
    for (path, access) in mounts {
        if *access != wanted {
            continue;
        }
        if let Some(place) = place(path)? {
            clones.push((path.clone(), open_tree(place, "", flags)?));
        }
    }
    Ok(clones)
}

fn attach(path: &Path, mount: impl AsFd) -> io::Result<()> {
    let Some(place) = place(path)? else { return Ok(()) };
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    move_mount(mount, "", place, "", flags)?;
    Ok(())
}

/// A path that leads through no link; a link itself where it is the last of the path. `None` if there is nothing
/// of the kind.
pub(crate) fn place(path: &Path) -> io::Result<Option<OwnedFd>> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(place) => Ok(Some(place)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::ACCESS) => Ok(None),
        Err(err) => Err(err.into()),
    }
}

/// A mount that hides what is at a path: an empty folder over a folder, the null device over all else. `None` for a
/// link, and where nothing is.
fn cover(path: &Path) -> Option<io::Result<OwnedFd>> {
    let metadata = fs::symlink_metadata(path).ok().filter(|metadata| !metadata.is_symlink())?;
    if metadata.is_dir() {
        return Some(empty_folder());
    }
    let null = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    Some(open_tree(CWD, "/dev/null", null).map_err(io::Error::from))
}

/// An empty folder that nobody can write.
fn empty_folder() -> io::Result<OwnedFd> {
    let system = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    fsconfig_create(&system)?;
    let attributes = MountAttrFlags::MOUNT_ATTR_RDONLY | MountAttrFlags::MOUNT_ATTR_NOSUID;
    Ok(fsmount(&system, FsMountFlags::FSMOUNT_CLOEXEC, attributes)?)
}
