//! Devices that a command may write. The others, above all disks, are no business of a command, be it root's.

use std::path::PathBuf;

const DEVICES: [&str; 11] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
    "/dev/console",
    "/dev/kvm",
    "/dev/dri",
];

pub(crate) fn writable() -> impl Iterator<Item = PathBuf> {
    DEVICES.iter().map(PathBuf::from)
}
