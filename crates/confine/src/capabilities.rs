//! What root may do behind the wall: no more than in a container.

use std::io;

use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

/// Those without which programs that run as root do not work. None of them leads to another mount, to a device,
/// to the kernel, or to a file by its number (`CAP_DAC_READ_SEARCH`).
const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::NET_RAW)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID)
    .union(CapabilitySet::SETFCAP)
    .union(CapabilitySet::SETPCAP)
    .union(CapabilitySet::NET_BIND_SERVICE)
    .union(CapabilitySet::SYS_CHROOT)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::AUDIT_WRITE);

/// Takes the others from every program that this process becomes or starts.
pub(crate) fn drop_most() -> io::Result<()> {
    for capability in CapabilitySet::all().difference(KEPT).iter() {
        match remove_capability_from_bounding_set(capability) {
            // A kernel that does not know it does not give it.
            Err(rustix::io::Errno::INVAL) => {}
            result => result?,
        }
    }
    Ok(())
}

/// Whether this process may make mounts as it is.
pub(crate) fn may_mount() -> bool {
    rustix::thread::capabilities(None)
        .is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}
