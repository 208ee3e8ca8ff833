//! Whether a folder is ours alone: what others can write there they can make lead elsewhere.

use std::io;
use std::path::Path;

#[cfg(unix)]
const ROOT: u32 = 0;

/// The user that this process acts for.
#[cfg(target_os = "linux")]
pub fn user() -> u32 {
    process_start::user()
}

/// The user that this process acts for, which is asked once.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn user() -> u32 {
    static US: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *US.get_or_init(|| rustix::process::geteuid().as_raw())
}

/// Refuses a folder of somebody else, and one that others may write. What is ours, by the name
/// that we gave it, is closed to others instead. A folder that is missing is made closed.
///
/// Root may use what another user has closed to all others, as in a container with that one's
/// home in it.
///
/// Fails as `PermissionDenied`, with a message that names the folder and says why.
#[cfg(unix)]
pub fn keep_private(folder: &Path) -> io::Result<()> {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    let Ok(found) = fs::metadata(folder) else { return Ok(()) };
    let us = user();
    let is_ours = found.uid() == us;
    let denied = |why: &str| {
        let message = format!("{} {why}: it is not used", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    };
    if !is_ours && us != ROOT {
        return denied("belongs to somebody else");
    }
    let mode = found.mode();
    let of_others = mode & 0o077;
    if of_others == 0 {
        return Ok(());
    }
    let is_closed =
        is_ours && fs::set_permissions(folder, Permissions::from_mode(mode & 0o700)).is_ok();
    if mode & 0o022 == 0 || is_closed { Ok(()) } else { denied("is open to others") }
}

/// Folders have no such modes here.
#[cfg(not(unix))]
pub fn keep_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Refuses a folder above ours where others may put another in our folder's place.
///
/// Fails as [`keep_private`] does.
#[cfg(unix)]
pub fn check_above(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;

    let Ok(found) = std::fs::metadata(folder) else { return Ok(()) };
    let (us, owner) = (user(), found.uid());
    let denied = |why: &str| {
        let message = format!("{} {why}: it is not used", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    };
    if us != ROOT && owner != us && owner != ROOT {
        return denied("belongs to somebody else");
    }
    // In a sticky one nobody removes what is another's; the group of a person is often theirs
    // alone.
    let is_of_our_group = || found.gid() == rustix::process::getegid().as_raw();
    let is_open = found.mode() & 0o002 != 0 || found.mode() & 0o020 != 0 && !is_of_our_group();
    if is_open && found.mode() & 0o1000 == 0 { denied("is open to others") } else { Ok(()) }
}

/// Folders have no such modes here.
#[cfg(not(unix))]
pub fn check_above(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// A folder of this mode is used or not, and has this mode then.
    #[track_caller]
    fn check(judge: fn(&Path) -> io::Result<()>, mode: u32, expected: Option<u32>) {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
        let judged = judge(&folder).map_err(|err| err.to_string());
        let reason = format!("{} is open to others: it is not used", folder.display());
        assert_eq!(judged, expected.map(drop).ok_or(reason), "{mode:o}");
        let found = fs::metadata(&folder).unwrap().permissions().mode() & 0o7777;
        assert_eq!(found, expected.unwrap_or(mode), "{mode:o}");
    }

    #[test]
    fn what_is_ours_is_closed() {
        check(keep_private, 0o700, Some(0o700));
        check(keep_private, 0o755, Some(0o700));
        check(keep_private, 0o777, Some(0o700));
        keep_private(Path::new("/nowhere/at/all")).unwrap();
    }

    #[test]
    fn what_is_above_is_only_looked_at() {
        check(check_above, 0o755, Some(0o755));
        check(check_above, 0o775, Some(0o775));
        check(check_above, 0o777, None);
        check(check_above, 0o1777, Some(0o1777));
        check_above(Path::new("/nowhere/at/all")).unwrap();
    }

    #[test]
    fn what_another_has_is_for_root_alone() {
        let folder = tempfile::tempdir().unwrap();
        let nobody = Some(rustix::fs::Uid::from_raw(65534));
        if !rustix::process::geteuid().is_root() || !is_given_away(folder.path(), nobody) {
            return;
        }
        keep_private(folder.path()).unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        let err = keep_private(folder.path()).unwrap_err();
        assert!(err.to_string().ends_with("is open to others: it is not used"), "{err}");
    }

    fn is_given_away(folder: &Path, to: Option<rustix::fs::Uid>) -> bool {
        rustix::fs::chown(folder, to, None).is_ok()
    }
}
