//! `verify`: which program this is, and whether an archive is as it was released.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use data_encoding::HEXLOWER;
use hook_runtime::{Console, Ctx};
use hook_state::{Links, read_regular};
use minisign_verify::{PublicKey, Signature};
use sha2::{Digest as _, Sha256};

use crate::NAME;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// An archive of a release, with `SHA256SUMS` or its signature beside it
    #[arg(value_name = "ARCHIVE")]
    archive: Option<PathBuf>,
    /// A minisign public key, or its file [default: the key of this build]
    #[arg(long, value_name = "KEY|FILE", requires = "archive")]
    key: Option<String>,
}

/// The status of an archive that is refused.
const REFUSED: u8 = 1;

/// Where the sums of a release stand.
const SUMS: &str = "SHA256SUMS";

/// The commit that a release was built of. `cargo xtask package` gives it.
const COMMIT: Option<&str> = option_env!("TACKLEBOX_COMMIT");

/// The public key by which releases are signed, where there is one.
const RELEASE_KEY: Option<&str> = option_env!("TACKLEBOX_RELEASE_KEY");

const MAX_ARCHIVE: u64 = 1 << 30;
const MAX_TEXT: u64 = 1 << 20;

/// An archive, and what lies beside it.
struct Found {
    name: String,
    bytes: Vec<u8>,
    sums: Option<String>,
    signature: Option<String>,
}

/// Says which program this is, and judges the archive that is named.
///
/// # Errors
/// If a file cannot be read, or the key is none.
pub(crate) fn verify(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(archive) = &args.archive else {
        itself(ctx, console)?;
        return Ok(ExitCode::SUCCESS);
    };
    let here = |path: &Path| ctx.cwd().map_or_else(|| path.to_owned(), |cwd| cwd.join(path));
    let given = args.key.as_deref().map(|key| public_key(key, &here(Path::new(key))));
    let built_in = RELEASE_KEY.filter(|key| !key.is_empty());
    let built_in = || built_in.map(|key| public_key(key, Path::new("")));
    let key = given.or_else(built_in).transpose()?;
    let found = Found::at(&here(archive))?;
    match judge(&found, key.as_ref()) {
        Ok(seen) => {
            for line in seen {
                console.line(line);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            console.error_line(format!("{NAME}: {} is refused: {why}", found.name));
            Ok(ExitCode::from(REFUSED))
        }
    }
}

fn itself(ctx: &Ctx, console: &mut Console) -> Result<()> {
    let program = ctx.program().context("the path of this program is unknown")?;
    let bytes = read(&program, MAX_ARCHIVE)?;
    let commit = COMMIT.map_or("built in a clone".to_owned(), |commit| format!("commit {commit}"));
    let library = if cfg!(target_env = "musl") {
        ", musl"
    } else if cfg!(target_env = "gnu") {
        ", glibc"
    } else {
        ""
    };
    let linked = if cfg!(target_feature = "crt-static") { ", static" } else { "" };
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    console.line(format!("version  {NAME} {}", env!("CARGO_PKG_VERSION")));
    console.line(format!("build    {commit}, {os} {arch}{library}{linked}"));
    console.line(format!("sha256   {}", sum(&bytes)));
    console.line(format!("file     {}", program.display()));
    Ok(())
}

impl Found {
    fn at(archive: &Path) -> Result<Self> {
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let beside = |name: &str| {
            let file = archive.with_file_name(name);
            let text = file.exists().then(|| read(&file, MAX_TEXT)).transpose()?;
            anyhow::Ok(text.map(|text| String::from_utf8_lossy(&text).into_owned()))
        };
        Ok(Self {
            bytes: read(archive, MAX_ARCHIVE)?,
            sums: beside(SUMS)?,
            signature: beside(&format!("{name}.minisig"))?,
            name,
        })
    }
}

/// What speaks for the archive, or what against it. Sums alone show damage; who can put another
/// archive there can put other sums there too.
fn judge(found: &Found, key: Option<&PublicKey>) -> Result<Vec<String>, String> {
    let Found { name, bytes, sums, signature } = found;
    let mut seen = Vec::new();
    if let Some(sums) = sums {
        let is = sum(bytes);
        let said = sum_of(name, sums).ok_or_else(|| format!("{SUMS} does not name it"))?;
        if is != said {
            return Err(format!("its SHA-256 checksum is {is}; {SUMS} has {said}"));
        }
        seen.push(format!("{name}: checksum matches {SUMS}"));
    }
    match (signature, key) {
        (Some(signature), Some(key)) => {
            judge_signature(found, signature, key)?;
            seen.push(format!("{name}: signature is valid"));
        }
        (None, Some(_)) => return Err(format!("{name}.minisig is missing")),
        (Some(_), None) => {
            let words = "signature not checked: no key is known; use --key";
            seen.push(format!("{name}: {words}"));
        }
        (None, None) => {}
    }
    if sums.is_none() && key.is_none() {
        return Err(format!("{SUMS} is missing, and no key is known to check a signature"));
    }
    Ok(seen)
}

fn judge_signature(found: &Found, signature: &str, key: &PublicKey) -> Result<(), String> {
    let Found { name, bytes, .. } = found;
    let signature = Signature::decode(signature)
        .map_err(|err| format!("{name}.minisig is not a signature: {err}"))?;
    key.verify(bytes, &signature, false)
        .map_err(|err| format!("its signature is not valid for this key: {err}"))?;
    // Else an older archive would do under the name of a newer one.
    match signature.trusted_comment().strip_prefix("file:") {
        Some(signed) if signed == name => Ok(()),
        _ => Err(format!("the signature is for `{}`", signature.trusted_comment())),
    }
}

/// The line of a file in what `sha256sum` prints.
fn sum_of<'a>(name: &str, sums: &'a str) -> Option<&'a str> {
    let mut lines = sums.lines().filter_map(|line| line.split_once(' '));
    let is_it = |file: &str| file.strip_prefix([' ', '*']).unwrap_or(file) == name;
    lines.find(|(_, file)| is_it(file)).map(|(sum, _)| sum)
}

/// A key as text, or as the file that minisign writes.
fn public_key(text: &str, file: &Path) -> Result<PublicKey> {
    if let Ok(key) = PublicKey::from_base64(text) {
        return Ok(key);
    }
    let bytes = read_regular(file, Links::Followed, MAX_TEXT);
    let bytes = bytes.with_context(|| format!("{text:?} is neither a key nor a key file"))?;
    let key = PublicKey::decode(&String::from_utf8_lossy(&bytes));
    key.map_err(|err| anyhow::anyhow!("{} has no minisign public key: {err}", file.display()))
}

fn read(file: &Path, limit: u64) -> Result<Vec<u8>> {
    let bytes = read_regular(file, Links::Followed, limit);
    bytes.with_context(|| format!("could not read {}", file.display()))
}

fn sum(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Made by `minisign -G -W` and `minisign -S -t file:a.tar.gz`; the secret key is gone.
    const KEY: &str = "RWRVPd5d2S+b67bkJwP0tFQvo830xo8+NGsbnVtXtVZoBf8cvgFrWJOc";
    const OTHER: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    const SIGNATURE: &str = "untrusted comment: tacklebox 0.1.0\n\
        RURVPd5d2S+b631T97vn0jSuCrvh2OZ9OS8SlKBbCgV5VayHbxLuP9cDdhSaRrVbt6OO/lPpp14YDo1Cvc58Q/Lu22FfiASLjQA=\n\
        trusted comment: file:a.tar.gz\n\
        60+SXw3qaQYizQYaVhdJpEshHQ5m/s8r+4JnYRrMUqwyVWpC6mSDFpCkhJAlPA25UG1Fds/PIyBWmC0qf1YvDQ==\n";
    const SUM: &str = "4cd36b3ca046f7c17e81e1aa31bf2dc6a91b98c94238810db57456b4904d3a22";

    /// `Ok` with how many things speak for the archive, or words of what speaks against it.
    #[track_caller]
    fn check(
        (name, bytes): (&str, &str),
        sums: Option<&str>,
        signature: Option<&str>,
        key: Option<&str>,
        expected: Result<usize, &str>,
    ) {
        let key = key.map(|key| PublicKey::from_base64(key).unwrap());
        let found = Found {
            name: name.into(),
            bytes: bytes.into(),
            sums: sums.map(str::to_owned),
            signature: signature.map(str::to_owned),
        };
        match (judge(&found, key.as_ref()), expected) {
            (Ok(seen), Ok(count)) => assert_eq!(seen.len(), count, "{seen:?}"),
            (Err(why), Err(words)) => assert!(why.contains(words), "{why}"),
            (judged, _) => panic!("{judged:?}"),
        }
    }

    #[test]
    fn an_archive_is_as_its_sum_and_its_signature_say() {
        let it = ("a.tar.gz", "an archive\n");
        let flipped = ("a.tar.gz", "an archivf\n");
        let sums = format!("{}  b.tar.gz\n{SUM}  a.tar.gz\n", "0".repeat(64));
        let sums = Some(sums.as_str());
        let signed = Some(SIGNATURE);
        let key = Some(KEY);
        check(it, sums, None, None, Ok(1));
        check(it, sums, signed, None, Ok(2));
        check(it, sums, signed, key, Ok(2));
        check(it, None, signed, key, Ok(1));
        check(flipped, sums, None, None, Err("its SHA-256 checksum is "));
        check(flipped, None, signed, key, Err("its signature is not valid"));
        check(it, None, None, None, Err("SHA256SUMS is missing"));
        check(it, None, signed, None, Err("SHA256SUMS is missing"));
        check(it, sums, None, key, Err("a.tar.gz.minisig is missing"));
        check(it, sums, signed, Some(OTHER), Err("its signature is not valid"));
        check(it, sums, Some("no signature"), key, Err("a.tar.gz.minisig is not a signature"));
        check(it, Some(""), None, None, Err("SHA256SUMS does not name it"));
        let renamed = ("a-v2.tar.gz", "an archive\n");
        check(renamed, None, signed, key, Err("the signature is for `file:a.tar.gz`"));
        let forged = SIGNATURE.replace("file:a.tar.gz", "file:a-v2.tar.gz");
        check(renamed, None, Some(&forged), key, Err("its signature is not valid"));
    }

    #[test]
    fn sums_are_read_in_both_forms() {
        assert_eq!(sum_of("a", "1 *a\n2  b\n"), Some("1"));
        assert_eq!(sum_of("b", "1 *a\n2  b\n"), Some("2"));
        assert_eq!(sum_of("c", "1 *a\n2  b\nc"), None);
    }

    #[test]
    fn a_key_is_a_word_or_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("k.pub");
        hook_state::replace(&file, format!("untrusted comment: mine\n{KEY}\n").as_bytes()).unwrap();
        public_key(KEY, Path::new("")).unwrap();
        public_key("k.pub", &file).unwrap();
        let err = public_key("none", &folder.path().join("none")).unwrap_err();
        assert_eq!(err.to_string(), "\"none\" is neither a key nor a key file");
        hook_state::replace(&file, b"nothing\n").unwrap();
        assert!(
            public_key("k.pub", &file).unwrap_err().to_string().contains("no minisign public key")
        );
    }
}
