//! The state directory of a project, and its JSON files.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lock::Lock;
use crate::regular_file::{Access, Links, read_regular};
use crate::replace::{create_private, creating_folder, replace_privately};

/// The largest JSON file.
const MAX_JSON: u64 = 4 << 20;

const MAX_NAME: usize = 100;
const MAX_ENDING: usize = 8;

/// A directory for the state of hooks. It need not exist: for reading it counts as empty, and the
/// first write creates it, private to the user on Unix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateDir {
    path: PathBuf,
}

impl StateDir {
    /// The state directory at `path`, which is not accessed yet.
    pub fn new(path: PathBuf) -> StateDir {
        StateDir { path }
    }

    /// The directory itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the directory. A name from outside, such as a session's id, cannot lead out
    /// of it, and keeps its extension.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(safe_name(name))
    }

    /// Creates the directory, private to the user on Unix, if it is missing.
    /// Only needed for writes that do not go through this crate.
    pub fn create(&self) -> io::Result<()> {
        create_private(&self.path)
    }

    /// Replaces a file like [`replace_privately`], and creates the directory if it is missing.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(name);
        creating_folder(&file, || replace_privately(&file, bytes))
    }

    /// Reads a JSON file; `None` if it does not exist. Fails with `InvalidData`, and a message that names
    /// the file, if it is not such JSON or larger than 4 MiB.
    pub fn read_json<T: DeserializeOwned>(&self, name: &str) -> io::Result<Option<T>> {
        let file = self.file(name);
        let bytes = match read_regular(&file, Links::Followed, MAX_JSON) {
            Ok(bytes) => bytes,
            Err(err) => match err.kind() {
                ErrorKind::NotFound => return Ok(None),
                ErrorKind::InvalidInput | ErrorKind::FileTooLarge => {
                    return Err(invalid(&file, &err));
                }
                _ => return Err(err),
            },
        };
        if bytes.is_empty() {
            // What a power cut leaves of a file that was being replaced.
            return Ok(None);
        }
        serde_json::from_slice(&bytes).map(Some).map_err(|err| invalid(&file, &err))
    }

    /// Takes the lock called `name`, for what is read and then written outside
    /// this directory. Fails as `TimedOut` if another process holds it for
    /// longer than `wait`.
    pub fn lock(&self, name: &str, wait: Duration) -> io::Result<Lock> {
        Lock::of(&self.file(name), Access::EditPrivately, wait)
    }

    /// The same, in a directory that others in a team use too.
    pub fn lock_with_others(&self, name: &str, wait: Duration) -> io::Result<Lock> {
        Lock::of(&self.file(name), Access::Edit, wait)
    }

    /// Reads a JSON file, or the default if there is none, changes the value and
    /// writes it back, all under a lock of its own. What `change` returns is
    /// handed on; nothing is written if it changed nothing.
    ///
    /// A malformed file is taken for the default and kept as `<name>.broken`.
    /// Fails as `TimedOut` if another process holds the lock for longer than `wait`.
    pub fn update_json<T, R>(
        &self,
        name: &str,
        wait: Duration,
        change: impl FnOnce(&mut T) -> R,
    ) -> io::Result<R>
    where
        T: Default + Serialize + DeserializeOwned,
    {
        let file = self.file(name);
        let _lock = Lock::of(&file, Access::EditPrivately, wait)?;
        let mut value: T = match self.read_json(name) {
            Ok(found) => found.unwrap_or_default(),
            Err(err) if err.kind() == ErrorKind::InvalidData => {
                self.put_aside(name)?;
                T::default()
            }
            Err(err) => return Err(err),
        };
        let before = serde_json::to_vec(&value)?;
        let result = change(&mut value);
        let after = serde_json::to_vec(&value)?;
        if after != before {
            replace_privately(&file, &after)?;
        }
        Ok(result)
    }

    /// Keeps a malformed file under another name.
    pub(crate) fn put_aside(&self, name: &str) -> io::Result<()> {
        let file = self.file(name);
        fs::rename(&file, broken(&file))
    }
}

pub(crate) fn invalid(file: &Path, reason: &dyn std::fmt::Display) -> io::Error {
    let message = format!("could not read {}: {reason}", file.display());
    io::Error::new(ErrorKind::InvalidData, message)
}

fn broken(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".broken");
    name.into()
}

/// `name` itself if it is a plain file name of `[A-Za-z0-9._-]`, else a readable
/// part of it, a hash of all of it, and its ending.
pub(crate) fn safe_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let fits = !name.is_empty() && name.len() <= MAX_NAME;
    if fits && name.chars().all(is_plain) && !name.starts_with('.') {
        return name.to_owned();
    }
    let is_ending = |ending: &&str| {
        (1..=MAX_ENDING).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let ending = name.rsplit_once('.').map(|(_, ending)| ending).filter(is_ending);
    let ending = ending.map(|ending| format!(".{ending}")).unwrap_or_default();
    let readable: String = name
        .strip_suffix(&ending)
        .unwrap_or(name)
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .skip_while(|c| *c == '.')
        .take(MAX_NAME / 2)
        .collect();
    format!("{readable}-{:016x}{ending}", fnv1a(name.as_bytes()))
}

/// FNV-1a, 64 bits: the same in every version of this program.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn a_name_keeps_its_ending() {
        for session in ["", ".", "..", "../../x", "a\nb", "\u{e9}", &"n".repeat(10_000)] {
            let name = safe_name(&format!("{session}.json"));
            assert_eq!(name.rsplit('.').next(), Some("json"), "{name}");
            assert_eq!(safe_name(&name), name);
        }
        assert!(!safe_name("a/b").contains('.'));
        assert!(!safe_name("\u{e9}.tools-missing").ends_with(".tools-missing"));
    }

    #[test]
    fn a_name_stays_in_its_folder() {
        assert_eq!(safe_name("announced-4f2b.json"), "announced-4f2b.json");
        let odd = ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\\b", "a\0b", ".hidden", "ü"];
        let long = "n".repeat(5000);
        let names: Vec<String> = odd.into_iter().chain([long.as_str()]).map(safe_name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(name.len() <= 100, "{name}");
            assert!(!name.starts_with('.'), "{name}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)), "{name}");
            assert!(!names.iter().skip(at + 1).any(|other| other == name), "{name} twice");
        }
    }
}
