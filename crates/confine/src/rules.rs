//! Landlock: a process, and everything that it starts, can write only what is granted.

use std::io;
use std::os::fd::AsFd as _;
use std::path::PathBuf;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath,
    Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope,
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

/// The version of Landlock that the kernel has, as far as this crate asks for it: from 6 on all are one. 0 if there is
/// none.
pub(crate) fn version() -> u32 {
    let has = |abi| {
        let rules = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let files = || rules().handle_access(AccessFs::from_all(abi));
        match abi {
            ABI::V4 => files().and_then(|it| it.handle_access(AccessNet::ConnectTcp)),
            ABI::V6 => files().and_then(|it| it.scope(Scope::AbstractUnixSocket)),
            _ => files(),
        }
        .and_then(Ruleset::create)
        .is_ok()
    };
    let known = [ABI::V6, ABI::V5, ABI::V4, ABI::V3, ABI::V2, ABI::V1];
    known.into_iter().find(|abi| has(*abi)).map_or(0, |abi| abi as u32)
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
