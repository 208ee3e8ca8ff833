//! A file for each session.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::value::RawValue;

use crate::leftovers::is_leftover;
use crate::lock::Lock;
use crate::replace::{create_private, replace_privately};
use crate::state_dir::{StateDir, invalid};
use crate::sweep::{self, Fate, has_ending};

/// The version of a format, and the key that it stands under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// The key.
    pub key: &'static str,
    /// The newest version that is understood, and the one that is written.
    pub version: u64,
}

/// Files in a folder, one for each session, each with a `T` as a JSON object.
///
/// A file has its version beside the fields of `T`, and fields that `T` does not know
/// stay in it. Any text is a session's id. All files have one lock, that of the folder,
/// so that nothing is left of a session but its file.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::time::Duration;
///
/// use hook_state::{Format, SessionFiles};
///
/// # let folder = tempfile::tempdir()?;
/// type Counts = BTreeMap<String, u64>;
/// let files = SessionFiles::<Counts>::new(folder.path().join("counts"), Format::V1);
/// files.update("session", Duration::ZERO, |counts| counts.insert("calls".to_owned(), 1))?;
/// assert_eq!(files.read("session")?.unwrap()["calls"], 1);
/// let text = std::fs::read_to_string(folder.path().join("counts/session.json"))?;
/// assert_eq!(text, r#"{"version":1,"calls":1}"#);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct SessionFiles<T> {
    folder: StateDir,
    format: Format,
    values: PhantomData<fn() -> T>,
}

/// A file's fields as they stand in it.
type Fields = BTreeMap<String, Box<RawValue>>;

impl Format {
    /// The first version, under the key `version`.
    pub const V1: Format = Format { key: "version", version: 1 };
}

impl<T: Serialize + DeserializeOwned> SessionFiles<T> {
    /// The files in `folder`, which is not touched.
    pub fn new(folder: PathBuf, format: Format) -> SessionFiles<T> {
        SessionFiles { folder: StateDir::new(folder), format, values: PhantomData }
    }

    /// The folder.
    pub fn folder(&self) -> &StateDir {
        &self.folder
    }

    /// The value of a session; `None` if it has no file.
    ///
    /// Fails as `InvalidData` if that is malformed, as `Unsupported` if a later version
    /// has written it, both with a message that names it, and as the system does.
    pub fn read(&self, session: &str) -> io::Result<Option<T>> {
        Ok(self.read_file(&file_name(session))?.map(|(value, _)| value))
    }

    /// Whether a session has a file.
    pub fn has(&self, session: &str) -> bool {
        self.folder.file(&file_name(session)).exists()
    }

    /// Changes the value of a session, or the default if it has no file. Two that do so
    /// at once come one after the other. What `change` returns is handed on; nothing is
    /// written if it changed nothing.
    ///
    /// A malformed file is taken for the default and kept as `<name>.broken`. Fails as
    /// `TimedOut` if others hold the lock for longer than `wait`, as `Unsupported` if a
    /// later version has written the file, and as the system does.
    pub fn update<R>(
        &self,
        session: &str,
        wait: Duration,
        change: impl FnOnce(&mut T) -> R,
    ) -> io::Result<R>
    where
        T: Default,
    {
        let name = file_name(session);
        let _lock = self.lock(wait)?;
        let (mut value, fields) = match self.read_file(&name) {
            Ok(found) => found.unwrap_or_default(),
            Err(err) if err.kind() == ErrorKind::InvalidData => {
                self.folder.put_aside(&name)?;
                Default::default()
            }
            Err(err) => return Err(err),
        };
        let before = serde_json::to_vec(&value)?;
        let result = change(&mut value);
        let after = serde_json::to_vec(&value)?;
        if after != before {
            let known: Fields = serde_json::from_slice(&before)?;
            let strangers = fields.into_iter().filter(|(key, _)| !known.contains_key(key));
            let bytes = self.format.file(&after, &strangers.collect())?;
            replace_privately(&self.folder.file(&name), &bytes)?;
        }
        Ok(result)
    }

    /// Replaces the file of a session. Unlike [`update`](SessionFiles::update) it takes
    /// no lock: for what is written together with something else, under that one's.
    pub fn write(&self, session: &str, value: &T) -> io::Result<()> {
        let bytes = self.format.file(&serde_json::to_vec(value)?, &Fields::new())?;
        self.folder.write(&file_name(session), &bytes)
    }

    /// Removes the file of a session, if it has one. Takes no lock either.
    pub fn remove(&self, session: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.file(&file_name(session))) {
            Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        }
    }

    /// The values of all sessions, in no order. What cannot be read is left out. Fails
    /// if the folder is there and cannot be read.
    pub fn all(&self) -> io::Result<Vec<T>> {
        Ok(self.values(&sweep::names(self.folder.path(), is_session)?))
    }

    /// The values of at most a thousand sessions, for what has to be done in time.
    /// Which ones follows from the time, so that all of them have their turn.
    pub fn part(&self, at: SystemTime) -> io::Result<Vec<T>> {
        let names = sweep::names(self.folder.path(), is_session)?;
        Ok(self.values(&sweep::part(names, at)))
    }

    /// Removes the files of sessions that were written last before `older_than`, and the
    /// locks that each session had in earlier versions, and what a writer left that was
    /// killed: not for sessions that [`write`](SessionFiles::write) writes. Looks at a
    /// thousand of them at most, others the next time, and leaves all to whoever holds the
    /// lock.
    pub fn sweep(&self, older_than: SystemTime) -> io::Result<()> {
        let folder = self.folder.path();
        let _lock = match Lock::of_folder(folder, Duration::ZERO) {
            Ok(lock) => lock,
            Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::TimedOut) => {
                return Ok(());
            }
            Err(err) => return Err(err),
        };
        sweep::sweep(folder, older_than, |name| match name {
            ".lock" => Fate::Stays,
            // Who writes a file holds the lock: it is of somebody who was killed.
            name if is_lock(name) || is_leftover(name) => Fate::Goes,
            _ => Fate::GoesIfOld,
        })
    }

    fn values(&self, names: &[OsString]) -> Vec<T> {
        let names = names.iter().filter_map(|name| name.to_str());
        names.filter_map(|name| self.read_file(name).ok()?).map(|(value, _)| value).collect()
    }

    fn lock(&self, wait: Duration) -> io::Result<Lock> {
        let folder = self.folder.path();
        match Lock::of_folder(folder, wait) {
            Err(err) if err.kind() == ErrorKind::NotFound => {
                create_private(folder)?;
                Lock::of_folder(folder, wait)
            }
            lock => lock,
        }
    }

    fn read_file(&self, name: &str) -> io::Result<Option<(T, Fields)>> {
        let Some(mut fields) = self.folder.read_json::<Fields>(name)? else {
            return Ok(None);
        };
        let file = self.folder.file(name);
        if let Some(version) = fields.remove(self.format.key) {
            let version = serde_json::from_str::<u64>(version.get());
            if version.map_err(|err| invalid(&file, &err))? > self.format.version {
                let message = format!("{} was written by a newer tacklebox", file.display());
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        }
        let raw = fields.iter().map(|(key, value)| (key.as_str(), &**value));
        let value = T::deserialize(MapDeserializer::new(raw));
        let value = value.map_err(|err: serde_json::Error| invalid(&file, &err))?;
        Ok(Some((value, fields)))
    }
}

impl Format {
    /// The bytes of a file: the version, the fields of `value`, which is JSON, and others.
    fn file(&self, value: &[u8], others: &Fields) -> io::Result<Vec<u8>> {
        let no_object = || io::Error::new(ErrorKind::InvalidInput, "the value is not an object");
        let inner = value.strip_prefix(b"{").and_then(|value| value.strip_suffix(b"}"));
        let mut bytes = format!("{{\"{}\":{}", self.key, self.version).into_bytes();
        let mut add = |inner: &[u8]| {
            if !inner.is_empty() {
                bytes.push(b',');
                bytes.extend_from_slice(inner);
            }
        };
        add(inner.ok_or_else(no_object)?);
        let others = serde_json::to_vec(others)?;
        add(others.get(1..others.len().saturating_sub(1)).unwrap_or_default());
        bytes.push(b'}');
        Ok(bytes)
    }
}

fn file_name(session: &str) -> String {
    format!("{session}.json")
}

fn is_session(name: &str) -> bool {
    has_ending(name, "json") && !name.starts_with('.')
}

/// Whether it is the lock that the file of a session had of its own.
fn is_lock(name: &str) -> bool {
    name.starts_with('.') && name.strip_suffix(".lock").is_some_and(|of| has_ending(of, "json"))
}
