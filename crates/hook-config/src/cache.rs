//! Compiled configurations, kept until one of their sources changes.

use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hook_state::{Links, StateDir, read_regular};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fingerprint::{Fingerprint, is_missing};

/// Names the format; another one gets another last byte.
const MAGIC: &[u8] = b"tacklebox cache\x01";

/// Larger than what a configuration of the largest size compiles to.
const MAX_CACHE: u64 = 16 << 20;

/// The files that a configuration is compiled from, each looked at once.
#[derive(Debug, Default)]
pub struct Sources {
    paths: Vec<PathBuf>,
    /// What is at each; `None` where the system does not tell.
    recorded: Vec<Option<Recorded>>,
}

impl Sources {
    /// These files, some of which may be missing.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self::default().and(paths)
    }

    /// The same and more of them.
    #[must_use]
    pub fn and(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        for path in paths {
            self.recorded.push(Recorded::of(&path));
            self.paths.push(path);
        }
        self
    }

    /// The same and one at which the system was asked already.
    #[must_use]
    pub fn and_found(mut self, path: PathBuf, found: &Metadata) -> Self {
        self.recorded.push(Some(Recorded::Present(Fingerprint::new(&path, found))));
        self.paths.push(path);
        self
    }

    /// Whether none of them exists. One that cannot be looked at may.
    pub fn are_missing(&self) -> bool {
        self.recorded.iter().all(|it| matches!(it, Some(Recorded::Missing(_))))
    }
}

/// The compiled form of `sources`, from `cache_file` if that was written by the
/// same `version` of the program for the same list of sources and none of them
/// changed, appeared or vanished since; else from `compile`, whose result is
/// then kept.
///
/// With its value, `compile` returns the further files that it read; they count
/// as sources from then on. The result is not kept if a source changed within 2
/// seconds before `now`, or after it, for it may change again unnoticed within
/// the clock's grain; nor if a further file is missing. A cache that is damaged,
/// foreign or cannot be written is passed over without a word.
///
/// The cache does not describe itself, so `T` and all in it must be read back
/// by its serde implementation without help: no `flatten`, `untagged`, `tag` or
/// `skip_serializing_if`. A type that is not so is never found in the cache.
///
/// Fails as `compile` does. A hit costs one read and one `stat` for each source.
pub fn cached<T, E>(
    cache_file: &Path,
    sources: Sources,
    version: &str,
    now: SystemTime,
    compile: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>,
) -> Result<T, E>
where
    T: Serialize + DeserializeOwned,
{
    let Sources { paths, recorded } = sources;
    // Taken before they are read: a change in between makes the cache stale.
    let Some(mut recorded) = recorded.into_iter().collect::<Option<Vec<Recorded>>>() else {
        return compile().map(|(value, _further)| value);
    };
    if let Some(value) = load(cache_file, &recorded, version) {
        return Ok(value);
    }
    let (value, further) = compile()?;
    let added = further.iter().filter(|path| !paths.contains(path));
    let added: Option<Vec<Recorded>> = added.map(|path| Recorded::present(path)).collect();
    if let Some(added) = added {
        recorded.extend(added);
        let header = Header { version, sources: recorded, asked: paths.len() };
        store(cache_file, &header, now, &value);
    }
    Ok(value)
}

/// The name of the cache file of configuration `name` for the project at `root`, as `program`
/// compiles it: linked worktrees share a state folder, and each has a configuration of its own;
/// and two programs with the same hook in them would write over each other's on every call.
pub fn cache_name(name: &str, root: Option<&Path>, program: Option<&Path>) -> String {
    let mut hasher = DefaultHasher::new();
    (root, program).hash(&mut hasher);
    format!("{name}-{:016x}.cache", hasher.finish())
}

#[derive(Serialize, Deserialize)]
struct Header<'a> {
    version: &'a str,
    /// Those that were asked for come first, the further ones after them.
    sources: Vec<Recorded>,
    asked: usize,
}

/// A source as it was when the cache was written.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Recorded {
    Present(Fingerprint),
    Missing(PathBuf),
}

impl Recorded {
    /// `None` if the system does not tell, and for a link that leads nowhere: it is there, and cannot be read.
    fn of(path: &Path) -> Option<Recorded> {
        let found = match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => fs::metadata(path).ok()?,
            Ok(found) => found,
            Err(err) if is_missing(&err) => return Some(Recorded::Missing(path.to_path_buf())),
            Err(_) => return None,
        };
        Some(Recorded::Present(Fingerprint::new(path, &found)))
    }

    fn present(path: &Path) -> Option<Recorded> {
        Recorded::of(path).filter(|recorded| matches!(recorded, Recorded::Present(_)))
    }

    fn path(&self) -> &Path {
        match self {
            Recorded::Present(fingerprint) => fingerprint.path(),
            Recorded::Missing(path) => path,
        }
    }

    fn is_settled(&self, now: SystemTime) -> bool {
        match self {
            Recorded::Present(fingerprint) => fingerprint.is_settled(now),
            Recorded::Missing(_) => true,
        }
    }
}

fn load<T: DeserializeOwned>(cache_file: &Path, asked: &[Recorded], version: &str) -> Option<T> {
    let bytes = read_regular(cache_file, Links::Followed, MAX_CACHE).ok()?;
    let (sum, body) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
    if u64::from_le_bytes(*sum) != checksum(body) {
        return None;
    }
    let (header, value) = postcard::take_from_bytes::<Header<'_>>(body).ok()?;
    let (known, further) = header.sources.split_at_checked(header.asked)?;
    let is_current = |recorded: &Recorded| Recorded::of(recorded.path()).as_ref() == Some(recorded);
    if header.version != version || known != asked || !further.iter().all(is_current) {
        return None;
    }
    match postcard::take_from_bytes(value) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}

fn store<T: Serialize>(cache_file: &Path, header: &Header<'_>, now: SystemTime, value: &T) {
    if !header.sources.iter().all(|source| source.is_settled(now)) {
        return;
    }
    let Ok(mut body) = postcard::to_stdvec(header) else {
        return;
    };
    let Ok(value) = postcard::to_stdvec(value) else {
        return;
    };
    body.extend(value);
    let bytes = [MAGIC, &checksum(&body).to_le_bytes(), &body].concat();
    if hook_state::replace_privately(cache_file, &bytes).is_err()
        && let Some(folder) = cache_file.parent()
    {
        // The next call is as slow as this one, and no worse, if this fails too.
        let created = StateDir::new(folder.to_path_buf()).create();
        let _ = created.and_then(|()| hook_state::replace_privately(cache_file, &bytes));
    }
}

/// Guards against accidents: a damaged cache could decode into another policy.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}
