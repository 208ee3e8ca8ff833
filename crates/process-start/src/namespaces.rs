//! What takes a process out of the namespaces of the machine.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};

/// The namespaces that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Namespaces {
    /// That of users, in which the process has all capabilities until it starts a program.
    pub users: bool,
    /// That of the network: not even a loopback device is up in the new one.
    pub network: bool,
}

/// Gets a mount namespace of its own for this process, which must have one thread, and what else is said.
pub fn leave_namespaces(left: Namespaces) -> io::Result<()> {
    let users = if left.users { libc::CLONE_NEWUSER } else { 0 };
    let network = if left.network { libc::CLONE_NEWNET } else { 0 };
    // SAFETY: no table of file descriptors is left.
    match unsafe { libc::unshare(libc::CLONE_NEWNS | users | network) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Makes the mount at `path`, and all below it, read-only. With the empty path it is the mount of `at`.
pub fn make_read_only(at: BorrowedFd<'_>, path: &CStr) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path is a C string, and the attributes are as long as is said.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            at.as_raw_fd(),
            path.as_ptr(),
            libc::AT_RECURSIVE | libc::AT_EMPTY_PATH,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
