//! Which machines of an organisation are covered, from records of all of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_state::{Links, read_regular};
use humantime::parse_rfc3339;
use serde::Serialize;

use crate::machine::Machine;

/// The only version of the format that is understood.
const VERSION: u32 = 1;

/// The largest file of records.
const MAX_FILE: u64 = 256 << 20;

/// Whether a machine is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageState {
    /// It was expected, and there is no record of it.
    Missing,
    /// Its last record is too old.
    Silent,
    /// It has no hooks.
    NoHooks,
    /// A hook does not protect.
    NotProtecting,
    /// It has an earlier revision of the organisation's policy, or none.
    OldPolicy,
    /// The doctor did not run, or only projects have hooks.
    Unknown,
    /// All its hooks protect.
    Covered,
}

/// A machine, by its last record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MachineCoverage {
    /// Its `host.id`, or else the id of its account.
    pub name: String,
    /// Whether it is covered.
    pub state: CoverageState,
    /// The last record; `None` if it is missing.
    pub record: Option<Machine>,
}

/// What the records say.
#[derive(Debug, Default, Serialize)]
pub struct Coverage {
    /// The machines, the worst first.
    pub machines: Vec<MachineCoverage>,
    /// Files and lines that are not records, and why.
    pub unreadable: Vec<String>,
}

/// What is expected of machines.
#[derive(Debug, Clone)]
pub struct Expectations {
    /// The `host.id` of machines that should have a record.
    pub machines: Vec<String>,
    /// How old it may be.
    pub max_age: Duration,
    /// The revision of the organisation's policy that they should have at least.
    pub policy_revision: Option<u64>,
}

/// Reads the records in a folder: `.json` files with one record, and `.jsonl` files with one a line. Of several records of
/// a machine the last one counts.
///
/// # Errors
/// If the folder cannot be listed.
pub fn coverage(
    folder: &Path,
    expectations: &Expectations,
    now: SystemTime,
) -> io::Result<Coverage> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let mut last: BTreeMap<String, Machine> = BTreeMap::new();
    let mut unreadable = Vec::new();
    for file in files {
        for record in records(&file) {
            match record {
                Ok(record) => match last.get(&record.instance) {
                    Some(known) if known.time >= record.time => {}
                    _ => drop(last.insert(record.instance.clone(), record)),
                },
                Err(why) => unreadable.push(why),
            }
        }
    }
    let covered = |machine: Machine| MachineCoverage {
        name: machine.host_id.clone().unwrap_or_else(|| machine.instance.clone()),
        state: state(&machine, expectations, now),
        record: Some(machine),
    };
    let mut machines: Vec<MachineCoverage> = last.into_values().map(covered).collect();
    let known: std::collections::BTreeSet<&str> =
        machines.iter().map(|machine| machine.name.as_str()).collect();
    let is_missing = |name: &&String| !known.contains(name.as_str());
    let missing = |name: &String| MachineCoverage {
        name: name.clone(),
        state: CoverageState::Missing,
        record: None,
    };
    let missing: Vec<MachineCoverage> =
        expectations.machines.iter().filter(is_missing).map(missing).collect();
    machines.extend(missing);
    machines.sort_by(|a, b| (a.state, &a.name).cmp(&(b.state, &b.name)));
    Ok(Coverage { machines, unreadable })
}

/// The records of a file; none if it is of another kind.
fn records(file: &Path) -> Vec<Result<Machine, String>> {
    let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if !matches!(extension, "json" | "jsonl") {
        return Vec::new();
    }
    let text = match read_regular(file, Links::Followed, MAX_FILE) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(err) => return vec![Err(format!("{}: {err}", file.display()))],
    };
    if extension == "json" {
        return vec![record(&text).map_err(|why| format!("{}: {why}", file.display()))];
    }
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            record(line).map_err(|why| format!("{}:{number}: {why}", file.display()))
        })
        .collect()
}

fn record(text: &str) -> Result<Machine, String> {
    let machine: Machine = serde_json::from_str(text).map_err(|err| err.to_string())?;
    if machine.version != VERSION {
        return Err(format!("unknown version {}; expected {VERSION}", machine.version));
    }
    parse_rfc3339(&machine.time).map_err(|_| format!("`{}` is not a time", machine.time))?;
    Ok(machine)
}

fn state(machine: &Machine, expectations: &Expectations, now: SystemTime) -> CoverageState {
    let age = parse_rfc3339(&machine.time).ok().and_then(|at| now.duration_since(at).ok());
    let states = || machine.hooks.iter().filter_map(|hook| hook.state.as_deref());
    match &machine.doctor {
        _ if age.unwrap_or_default() > expectations.max_age => CoverageState::Silent,
        None => CoverageState::Unknown,
        _ if machine.hooks.is_empty() => CoverageState::NoHooks,
        Some(verdict) if verdict.errors > 0 => CoverageState::NotProtecting,
        Some(_) if states().any(|state| state == "not") => CoverageState::NotProtecting,
        Some(_) if machine.policy_revision < expectations.policy_revision => {
            CoverageState::OldPolicy
        }
        Some(_) if states().next().is_some() && states().all(|state| state == "protecting") => {
            CoverageState::Covered
        }
        Some(_) => CoverageState::Unknown,
    }
}
