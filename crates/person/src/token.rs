//! A token: text in a file of the person's own, by which their scripts are known.

use std::io::ErrorKind;

use crate::{account, private_file};
use hmac_sha256::Hash;
use hook_runtime::Ctx;

/// Where a script passes it.
pub(crate) const VARIABLE: &str = "TACKLEBOX_PERSON_TOKEN";

/// Where it stands, in the folder of the person's configuration.
const FILE: &str = "person-token";

/// In characters. Shorter ones could be guessed.
const MIN_LENGTH: usize = 16;

/// In bytes, far more than a token has.
const MAX_FILE: u64 = 4096;

/// What was passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    NotGiven,
    Right,
    Wrong,
    /// There is none to compare it with, and why.
    Unusable(String),
}

pub(crate) fn given(ctx: &Ctx) -> Token {
    let Some(given) = ctx.env(VARIABLE) else { return Token::NotGiven };
    let Some(file) = account::config(ctx).map(|folder| folder.join(FILE)) else {
        return Token::Unusable("the home folder of this account is not known".to_owned());
    };
    let unusable = |why: &str| Token::Unusable(format!("{}: {why}", file.display()));
    let kept = match private_file::read(&file, MAX_FILE) {
        Ok(kept) => kept,
        Err(err) if err.kind() == ErrorKind::NotFound => return unusable("there is no such file"),
        Err(err) => return unusable(&err.to_string()),
    };
    let kept = String::from_utf8_lossy(&kept);
    if kept.trim().chars().count() < MIN_LENGTH {
        return unusable(&format!("it has fewer than {MIN_LENGTH} characters"));
    }
    if is_same(kept.trim().as_bytes(), given.trim().as_bytes()) {
        Token::Right
    } else {
        Token::Wrong
    }
}

/// Compares in a time that tells nothing about where two texts differ, or how long they are.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (Hash::hash(one), Hash::hash(other));
    let differs = one.iter().zip(&other).fold(0, |differs, (one, other)| differs | (one ^ other));
    std::hint::black_box(differs) == 0
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    /// What comes of passing `given` where the file has this text and mode.
    #[track_caller]
    fn check(file: Option<(&str, u32)>, given: &str, expected: Result<Token, &str>) {
        let folder = tempfile::tempdir().unwrap();
        if let Some((text, mode)) = file {
            let path = folder.path().join(FILE);
            hook_state::replace(&path, text.as_bytes()).unwrap();
            std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        }
        let config = folder.path().to_str().unwrap().to_owned();
        let variables = [("TACKLEBOX_CONFIG_DIR", config), (VARIABLE, given.to_owned())];
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        let environment = Environment::Fixed(variables.into());
        let ctx = Ctx::new("example-hook", environment, SystemTime::UNIX_EPOCH, None);
        match (super::given(&ctx), expected) {
            (Token::Unusable(why), Err(words)) => assert!(why.contains(words), "{why}"),
            (found, expected) => assert_eq!(Ok(found), expected),
        }
    }

    #[test]
    fn a_token_is_compared_with_a_file_of_the_persons_own() {
        let kept = "0123456789abcdef";
        check(Some((kept, 0o600)), kept, Ok(Token::Right));
        check(Some(("0123456789abcdef\n", 0o400)), kept, Ok(Token::Right));
        check(Some((kept, 0o600)), "0123456789abcdeF", Ok(Token::Wrong));
        check(Some((kept, 0o600)), "0123456789abcde", Ok(Token::Wrong));
        check(Some((kept, 0o600)), "", Ok(Token::NotGiven));
        check(Some((kept, 0o640)), kept, Err("open to others"));
        check(Some((kept, 0o604)), kept, Err("open to others"));
        check(Some(("0123456789abcde", 0o600)), "0123456789abcde", Err("fewer than 16"));
        check(Some(("", 0o600)), "x", Err("fewer than 16"));
        check(None, kept, Err("there is no such file"));
    }
}
