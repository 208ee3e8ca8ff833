//! Removes the temporary files of writers that were killed.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::sweep::{is_old, names, part};
use crate::temporary_file::RANDOM;

/// The longest time that a writer may take.
const MAX_AGE: Duration = Duration::from_secs(60);

/// Removes the temporary files of [`replace`](crate::replace) from a folder that are older than a
/// minute before `now`. If there are many, it removes only a part of them at a time.
///
/// Fails if the folder exists but cannot be read.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// # let folder = tempfile::tempdir()?;
/// let left = folder.path().join(".Ab3xY9.tmp");
/// # std::fs::File::create(&left)?;
/// hook_state::sweep_leftovers(folder.path(), SystemTime::now())?;
/// assert!(left.exists());
/// hook_state::sweep_leftovers(folder.path(), SystemTime::now() + Duration::from_secs(90))?;
/// assert!(!left.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn sweep_leftovers(folder: &Path, now: SystemTime) -> io::Result<()> {
    let Some(before) = now.checked_sub(MAX_AGE) else { return Ok(()) };
    for name in part(names(folder, is_leftover)?, now) {
        let path = folder.join(name);
        if is_old(&path, before) {
            // Gone already, or not ours to remove: nobody is worse off.
            let _stays = fs::remove_file(path);
        }
    }
    Ok(())
}

/// Whether a name is that of a temporary file of [`replace`](crate::replace).
pub(crate) fn is_leftover(name: &str) -> bool {
    let random = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
    random.is_some_and(|it| it.len() == RANDOM && it.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn only_what_is_ours_and_old_goes() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30);
        let make = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
        };
        make(".abcDE1.tmp", 61);
        make(".abcDE2.tmp", 59);
        for name in ["abcDE1.tmp", ".abcDE.tmp", ".abcDE12.tmp", ".abc-E1.tmp", ".abcDE1.tmpx"] {
            make(name, 1000);
        }
        fs::create_dir(folder.path().join(".folder.tmp")).unwrap();
        sweep_leftovers(folder.path(), now).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 7);
        assert!(!folder.path().join(".abcDE1.tmp").exists());
        sweep_leftovers(&folder.path().join("none"), now).unwrap();
    }

    #[test]
    fn the_names_are_those_that_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let new = crate::replace::written_beside(&folder.path().join("file"), b"x").unwrap();
        assert!(is_leftover(new.path().file_name().unwrap().to_str().unwrap()));
    }
}
