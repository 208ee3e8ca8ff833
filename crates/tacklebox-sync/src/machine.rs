//! A name for this machine that no other machine of the team has.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::environment::person_state;

/// The names, in the person's state folder.
const FILE: &str = "machines.json";

const WAIT: Duration = Duration::from_secs(1);

/// The name of this machine: its host name and a random id, made once. It is kept with a hash of the system's own id, so
/// a copy of the folder on another machine gets another name.
///
/// # Errors
/// If the person has no state folder, or it cannot be written.
pub(crate) fn name() -> Result<String> {
    let dir = person_state().context("there is no home folder")?;
    let key = system_id();
    let known: Option<BTreeMap<String, String>> = dir.read_json(FILE).unwrap_or_default();
    if let Some(name) = known.and_then(|mut known| known.remove(&key)) {
        return Ok(name);
    }
    let new = new_name()?;
    let pick = |names: &mut BTreeMap<String, String>| names.entry(key).or_insert(new).clone();
    dir.update_json(FILE, WAIT, pick).context("could not save the name of this machine")
}

/// A hash, because the id itself is confidential. Source: `machine-id(5)`.
fn system_id() -> String {
    let files = ["/etc/machine-id", "/var/lib/dbus/machine-id"];
    let id = files.iter().find_map(|file| fs::read_to_string(file).ok());
    let id = id.filter(|id| !id.trim().is_empty()).unwrap_or_else(host_name);
    hex(&Sha256::digest(format!("tacklebox-sync {}", id.trim())))
}

fn new_name() -> Result<String> {
    let mut random = [0; 6];
    getrandom::fill(&mut random).map_err(|err| anyhow::anyhow!("no randomness: {err}"))?;
    Ok(format!("{}-{}", host_name(), hex(&random)))
}

#[cfg(unix)]
fn host_name() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}
