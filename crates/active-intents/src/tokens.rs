//! The last token of each intent, so that the next is higher after a release too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::folder::{Folder, FolderError, failed};
use crate::id::IntentId;

/// Its name is not that of a lock: it has no ending.
const FILE: &str = "tokens";

const VERSION: u64 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct Tokens {
    version: u64,
    tokens: BTreeMap<IntentId, u64>,
}

/// Notes a token that is higher than all before, at least `wanted`, and returns it. If the file is lost or broken, only
/// `wanted` counts.
///
/// # Errors
/// If the file cannot be read or written.
pub(crate) fn raise(folder: &Folder, id: &IntentId, wanted: u64) -> Result<u64, FolderError> {
    raise_by(folder, id, wanted, 1)
}

/// Notes a token that an authority gave.
///
/// # Errors
/// As [`raise`].
pub(crate) fn note(folder: &Folder, id: &IntentId, token: u64) -> Result<(), FolderError> {
    raise_by(folder, id, token, 0).map(drop)
}

fn raise_by(folder: &Folder, id: &IntentId, wanted: u64, by: u64) -> Result<u64, FolderError> {
    let content = folder.read(FILE)?;
    let known = content.and_then(|content| serde_json::from_slice(&content.bytes).ok());
    let mut known = known.unwrap_or(Tokens { version: VERSION, tokens: BTreeMap::new() });
    let last = known.tokens.get(id).copied().unwrap_or_default();
    let token = wanted.max(last.saturating_add(by));
    if token != last {
        known.tokens.insert(id.clone(), token);
        let bytes = serde_json::to_vec(&known);
        let bytes = bytes.map_err(|err| failed("write", &folder.file(FILE))(err.into()))?;
        folder.put(FILE, &bytes)?;
    }
    Ok(token)
}
