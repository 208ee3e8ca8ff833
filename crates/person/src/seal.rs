//! A seal on what a person grants: a keyed hash, with a key that no tool of an agent may
//! read. Who can write a file but does not have the key cannot make one.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use hmac_sha256::HMAC;
use hook_runtime::Ctx;

use crate::private_file;
use crate::token::is_same;

/// In the folder of the person's configuration.
const FILE: &str = "grants.key";
/// In bytes.
const KEY: usize = 32;
/// In bytes. Whatever is larger is no key.
const MAX_FILE: u64 = 4096;

/// The key with which grants are sealed.
pub struct Seal {
    key: [u8; KEY],
}

/// Why there is no key.
#[derive(Debug)]
pub struct SealError {
    file: PathBuf,
    error: io::Error,
}

impl SealError {
    /// Whether no key was made yet.
    pub fn is_missing(&self) -> bool {
        self.error.kind() == ErrorKind::NotFound
    }
}

impl std::fmt::Display for SealError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "could not use {}: {}", self.file.display(), self.error)
    }
}

impl std::error::Error for SealError {}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// The person's key.
    ///
    /// # Errors
    /// If there is none, or others could have read or written it.
    pub fn load(ctx: &Ctx) -> Result<Self, SealError> {
        let file = file(ctx)?;
        read(&file).map_err(|error| SealError { file, error })
    }

    /// The person's key, which is made where there is none.
    ///
    /// # Errors
    /// If it cannot be made, or others could have read or written it.
    pub fn load_or_make(ctx: &Ctx) -> Result<Self, SealError> {
        Self::at(file(ctx)?)
    }

    /// The key in a file, which is made where there is none.
    ///
    /// # Errors
    /// If it cannot be made, or others could have read or written it.
    pub fn at(file: PathBuf) -> Result<Self, SealError> {
        let made = match read(&file) {
            Err(err) if err.kind() == ErrorKind::NotFound => make(&file).and_then(|()| read(&file)),
            found => found,
        };
        made.map_err(|error| SealError { file, error })
    }

    /// The seal on a text: 64 hexadecimal digits.
    pub fn on(&self, text: &str) -> String {
        let mut seal = String::new();
        for byte in HMAC::mac(text.as_bytes(), self.key) {
            let _written = write!(seal, "{byte:02x}");
        }
        seal
    }

    /// Whether `seal` is the seal on a text.
    pub fn fits(&self, text: &str, seal: &str) -> bool {
        is_same(self.on(text).as_bytes(), seal.as_bytes())
    }
}

fn file(ctx: &Ctx) -> Result<PathBuf, SealError> {
    let nowhere = || SealError {
        file: PathBuf::from(FILE),
        error: io::Error::new(ErrorKind::NotFound, "no folder of configuration is known"),
    };
    Ok(ctx.user_config().ok_or_else(nowhere)?.join(FILE))
}

fn read(file: &Path) -> io::Result<Seal> {
    let key = private_file::read(file, MAX_FILE)?;
    let key = key.try_into().map_err(|_| {
        io::Error::new(ErrorKind::InvalidData, format!("a key has {KEY} bytes: remove the file"))
    })?;
    Ok(Seal { key })
}

/// Makes a key. Where another process was first, its key stays.
fn make(file: &Path) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut key = [0; KEY];
    getrandom::fill(&mut key).map_err(|err| io::Error::other(err.to_string()))?;
    // Beside it first, so that nobody sees a part of a key.
    let beside = folder.join(format!(".{FILE}.{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut open = options.open(&beside)?;
    let written = open.write_all(&key).and_then(|()| open.sync_all());
    let linked = written.and_then(|()| fs::hard_link(&beside, file));
    fs::remove_file(&beside)?;
    match linked {
        Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    fn ctx(folder: &Path) -> Ctx {
        let config = folder.join("config").to_str().unwrap().to_owned();
        let environment = Environment::Fixed([("TACKLEBOX_CONFIG_DIR".to_owned(), config)].into());
        Ctx::new("example-hook", environment, SystemTime::UNIX_EPOCH, None)
    }

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // Computed with Python's hmac module.
        let mut key = [0; KEY];
        (0..).zip(key.iter_mut()).for_each(|(at, byte)| *byte = at);
        let seal = Seal { key };
        assert_eq!(
            seal.on("what do ya want for nothing?"),
            "099805f4ac310786968565c098db515cc50862b420ae31e20238312344bed36a"
        );
        assert_eq!(seal.on(""), "d38b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb");
    }

    #[test]
    fn a_key_is_made_once_and_for_one_person() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path());
        assert!(Seal::load(&ctx).unwrap_err().is_missing());
        let seal = Seal::load_or_make(&ctx).unwrap().on("x");
        assert!(Seal::load_or_make(&ctx).unwrap().fits("x", &seal));
        assert!(!Seal::load(&ctx).unwrap().fits("y", &seal));
        assert!(!Seal::load(&ctx).unwrap().fits("x", ""));
        let file = folder.path().join("config").join(FILE);
        let found = fs::metadata(&file).unwrap();
        assert_eq!((found.len(), found.permissions().mode() & 0o777), (32, 0o600));
        assert_eq!(fs::read_dir(folder.path().join("config")).unwrap().count(), 1);

        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let err = Seal::load_or_make(&ctx).unwrap_err();
        assert!(!err.is_missing() && err.to_string().contains("open to others"), "{err}");
        hook_state::replace(&file, b"short").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert!(Seal::load(&ctx).unwrap_err().to_string().contains("a key has 32 bytes"));
    }
}
