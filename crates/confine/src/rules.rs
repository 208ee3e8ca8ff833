//! Landlock: a process, and all that it starts, writes below what is granted and nowhere else.

use std::io;
use std::os::fd::AsFd as _;
use std::path::PathBuf;

use landlock::{
    ABI, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope,
};
use rustix::fs::{FileType, fstat};

use crate::mounts::place;

/// The first version that handles all writes but those of modes, times and owners.
const NEEDED: ABI = ABI::V3;

/// Whether the kernel has what is needed.
pub(crate) fn are_there() -> bool {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.handle_access(AccessFs::from_write(NEEDED)).and_then(Ruleset::create).is_ok()
}

/// Restricts this process. What is granted and not there is left out, and so is what a link leads to. With
/// `no_tcp` it connects to nobody, as far as the kernel knows how.
pub(crate) fn restrict(granted: impl Iterator<Item = PathBuf>, no_tcp: bool) -> io::Result<()> {
    let all = AccessFs::from_write(NEEDED);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(all)
        .map_err(other)?
        .set_compatibility(CompatLevel::BestEffort)
        .scope(Scope::AbstractUnixSocket)
        .map_err(other)?;
    if no_tcp {
        rules = rules.handle_access(AccessNet::ConnectTcp).map_err(other)?;
    }
    let mut rules = rules.create().map_err(other)?;
    // A device that a command made would lead anywhere.
    let folder = all & !(AccessFs::MakeBlock | AccessFs::MakeChar);
    let file: BitFlags<AccessFs> = AccessFs::WriteFile | AccessFs::Truncate;
    for path in granted {
        let Some(place) = place(&path)? else { continue };
        let access = match FileType::from_raw_mode(fstat(&place)?.st_mode) {
            FileType::Directory => folder,
            FileType::Symlink => continue,
            _ => file,
        };
        rules = rules.add_rule(PathBeneath::new(place.as_fd(), access)).map_err(other)?;
    }
    rules.restrict_self().map_err(other)?;
    Ok(())
}

fn other(err: RulesetError) -> io::Error {
    io::Error::other(err)
}
