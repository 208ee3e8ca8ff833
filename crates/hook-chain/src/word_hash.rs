//! Replaces words that nobody needs to read by their length and a hash, with a key of this machine.
//! Equal words stay recognisable, but whoever has only the file cannot guess them.

use std::cell::OnceCell;
use std::fmt::Write as _;
#[cfg(feature = "config")]
use std::path::Path;

use hook_protocol::one_line;
use hook_runtime::Ctx;
#[cfg(feature = "config")]
use hook_state::StateDir;
#[cfg(feature = "config")]
use person::{Seal, SealError};

/// The key, in the state folder of all projects.
const FILE: &str = "account.key";

/// Longer words are replaced.
const MAX_WORD: usize = 8;

/// The number of hexadecimal digits of a hash.
const MAX_DIGITS: usize = 8;

/// Hashes with the key of this machine, which is created when it is needed first.
#[derive(Debug)]
pub(crate) struct WordHash<'a> {
    here: &'a Ctx,
    /// `None` if there is no usable key.
    seal: OnceCell<Option<Seal>>,
}

impl<'a> WordHash<'a> {
    pub(crate) fn of(here: &'a Ctx) -> Self {
        Self { here, seal: OnceCell::new() }
    }

    /// The hash of a text; `None` without a key.
    pub(crate) fn hash(&self, text: &str) -> Option<String> {
        let seal = self.seal.get_or_init(|| seal(self.here)).as_ref()?;
        Some(seal.on(text).chars().take(MAX_DIGITS).collect())
    }

    /// A line with each long word replaced by its length and hash.
    pub(crate) fn conceal(&self, text: &str, longest: usize) -> String {
        let mut line = String::new();
        for word in text.split_whitespace() {
            if line.len() > longest {
                break;
            }
            let characters = word.chars().count();
            line.push_str(if line.is_empty() { "" } else { " " });
            let _written = match (characters > MAX_WORD).then(|| self.hash(word)) {
                None => write!(line, "{word}"),
                Some(None) => write!(line, "<{characters}>"),
                Some(Some(hash)) => write!(line, "<{characters}:{hash}>"),
            };
        }
        one_line(&line, longest)
    }
}

#[cfg(feature = "config")]
/// The key, which is created if it is missing. `state` is the state folder of all projects.
///
/// # Errors
/// If it cannot be created or read, or others could have read it.
pub fn account_key(state: &Path) -> Result<Seal, SealError> {
    Seal::at(StateDir::new(state.to_owned()).file(FILE))
}

#[cfg(feature = "config")]
fn seal(here: &Ctx) -> Option<Seal> {
    let keeps = !here.is_dry_run() && here.sandbox().is_none();
    let folder = StateDir::new(here.user_state().filter(|_| keeps)?.to_owned());
    let file = folder.file(FILE);
    // The folder is there but for the first call.
    if let Ok(seal) = Seal::at(file.clone()) {
        return Some(seal);
    }
    folder.create().ok()?;
    Seal::at(file).map_err(|err| here.report(err)).ok()
}

/// Keys belong to persons, who are not known here.
#[cfg(not(feature = "config"))]
#[derive(Debug)]
enum Seal {}

#[cfg(not(feature = "config"))]
impl Seal {
    fn on(&self, _: &str) -> String {
        match *self {}
    }
}

#[cfg(not(feature = "config"))]
fn seal(_: &Ctx) -> Option<Seal> {
    None
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    #[test]
    fn a_long_word_is_kept_as_its_length_and_a_hash_with_the_key_of_this_machine() {
        let state = tempfile::tempdir().unwrap();
        let variables = [("TACKLEBOX_STATE_DIR".to_owned(), state.path().display().to_string())];
        let ctx = |variables| {
            Ctx::new("tacklebox", Environment::Fixed(variables), SystemTime::UNIX_EPOCH, None)
        };
        let here = ctx(variables.clone().into());
        let once = WordHash::of(&here).conceal("git push\n-u https://host/a/b", 200);
        assert!(once.starts_with("git push -u <16:") && once.len() == 25, "{once}");
        let again = WordHash::of(&here).conceal("git push -u https://host/a/b", 200);
        assert_eq!(again, once);
        assert_ne!(WordHash::of(&here).conceal("git push -u https://host/a/c", 200), once);
        let file = state.path().join(FILE);
        assert_eq!(std::fs::read(&file).unwrap().len(), 32);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let without = WordHash::of(&ctx([].into())).conceal("git push -u https://host/a/b", 200);
        assert_eq!(without, "git push -u <16>");
        let long = WordHash::of(&here).conceal(&"word ".repeat(9_000), 200);
        assert_eq!(long.chars().count(), 200);
    }
}
