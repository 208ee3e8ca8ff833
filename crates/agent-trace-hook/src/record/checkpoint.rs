//! Signed checkpoints: a key says which record the chain had come to.
//!
//! A chain without a key can be written anew by whoever can write it. A signature
//! of Ed25519 (RFC 8032) over the canonical JSON of a checkpoint cannot, as long
//! as the key is kept elsewhere.

use std::path::Path;

use anyhow::{Context as _, Result};
use hook_protocol::{from_hex, hex};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use signing_keys::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::record::files;
use crate::record::line::Finding;
use crate::record::link::Link;

const VERSION: u32 = 1;

/// A line of the file of checkpoints.
#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint {
    version: u32,
    timestamp: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// The last record's place in the chain.
    #[serde(flatten)]
    link: Link,
    /// The public key, in hexadecimal digits.
    public_key: String,
}

/// The private key in a file.
///
/// # Errors
/// If it cannot be read, or is none of Ed25519.
pub(crate) fn read_key(path: &Path) -> Result<SigningKey> {
    signing_keys::private_key(&read(path)?)
        .with_context(|| format!("{} is not an Ed25519 private key in PEM", path.display()))
}

/// The public key in a file.
///
/// # Errors
/// As [`read_key`].
pub(crate) fn read_public_key(path: &Path) -> Result<VerifyingKey> {
    signing_keys::public_key(&read(path)?)
        .with_context(|| format!("{} is not an Ed25519 public key in PEM", path.display()))
}

fn read(path: &Path) -> Result<String> {
    let bytes = files::read(path);
    let bytes = bytes.with_context(|| format!("could not read the key {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A signed checkpoint.
///
/// # Errors
/// If it cannot be written as JSON.
pub(crate) fn sign(
    key: &SigningKey,
    link: Link,
    session_id: Option<String>,
    timestamp: String,
) -> Result<Value> {
    let public_key = hex(key.verifying_key().as_bytes());
    let checkpoint = Checkpoint { version: VERSION, timestamp, session_id, link, public_key };
    let mut value = serde_json::to_value(&checkpoint)?;
    let message = serde_json_canonicalizer::to_vec(&value)?;
    let signature = Value::String(hex(&key.sign(&message).to_bytes()));
    value.as_object_mut().context("no object")?.insert("signature".to_owned(), signature);
    Ok(value)
}

/// What is wrong with the checkpoints in `text`, that of `file`, which are to fit the places of
/// `chain`. Without `key` any key is good.
pub(crate) fn check(
    text: &str,
    file: &str,
    chain: &[Link],
    key: Option<&VerifyingKey>,
) -> Vec<Finding> {
    let wrong = |(at, line)| {
        let what = check_one(line, chain, key).err()?;
        Some(Finding { place: format!("{file}:{}", at + 1), id: None, what: what.to_owned() })
    };
    lines(text).filter_map(wrong).collect()
}

/// The checkpoints in `text`, by their places. Half a last line is the next writer's
/// to cut off.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let whole = text.rfind('\n').and_then(|end| text.get(..end)).unwrap_or_default();
    whole.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
}

fn check_one(line: &str, chain: &[Link], key: Option<&VerifyingKey>) -> Result<(), &'static str> {
    let mut value: Value = serde_json::from_str(line).map_err(|_| "is not JSON")?;
    let signature = value.as_object_mut().and_then(|object| object.remove("signature"));
    let signature = signature.as_ref().and_then(Value::as_str).and_then(from_hex);
    let signature = signature.ok_or("has no signature")?;
    let message = serde_json_canonicalizer::to_vec(&value).map_err(|_| "is not a checkpoint")?;
    let checkpoint: Checkpoint =
        serde_json::from_value(value).map_err(|_| "is not a checkpoint")?;
    let own = from_hex(&checkpoint.public_key).ok_or("has no public key")?;
    let own = VerifyingKey::from_bytes(&own).map_err(|_| "has no public key")?;
    if key.is_some_and(|key| *key != own) {
        return Err("was signed with another key");
    }
    let signature = Signature::from_bytes(&signature);
    own.verify_strict(&message, &signature).map_err(|_| "was changed: its signature is wrong")?;
    let is_there = chain.contains(&checkpoint.link);
    is_there.then_some(()).ok_or("names a record that the ledger does not have in that form")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(seq: u64) -> Link {
        Link { seq, hash: format!("{seq:064}") }
    }

    fn signed(key: u8, seq: u64) -> String {
        let key = SigningKey::from_bytes(&[key; 32]);
        let timestamp = "2026-11-20T14:03:00Z".to_owned();
        sign(&key, link(seq), Some("s".to_owned()), timestamp).unwrap().to_string()
    }

    #[track_caller]
    fn check_line(line: &str, expected: Option<&str>) {
        let key = SigningKey::from_bytes(&[1; 32]).verifying_key();
        let found = check(&format!("{line}\n"), "c", &[link(1), link(2)], Some(&key));
        assert_eq!(found.first().map(|finding| finding.what.as_str()), expected, "{line}");
    }

    #[test]
    fn what_was_signed_is_told_from_what_was_not() {
        check_line(&signed(1, 2), None);
        check_line("", None);
        check_line(
            &signed(1, 3),
            Some("names a record that the ledger does not have in that form"),
        );
        check_line(&signed(2, 2), Some("was signed with another key"));
        let changed = signed(1, 2).replace("14:03", "14:04");
        check_line(&changed, Some("was changed: its signature is wrong"));
        check_line("{", Some("is not JSON"));
        check_line("{}", Some("has no signature"));
        check_line(&signed(1, 2).replace("public_key", "key"), Some("is not a checkpoint"));
        assert_eq!(check(&format!("{}\n", signed(2, 1)), "c", &[link(1)], None), []);
        assert_eq!(check("{\"version\": 1, \"seq", "c", &[link(1)], None), []);
    }
}
