//! Looks whether a case would notice: each thing that it expects is changed by
//! one byte, or left out, and the case must fail each time.

use std::path::Path;

use anyhow::{Context, ensure};
use text_archive::{Archive, Part};

use crate::case::{self, Case};
use crate::parts::is_expectation;
use crate::{Hook, Mode, check_case, table, tree};

/// Breaks every expectation of the case in the file `path`, one at a time, in a
/// copy of it.
///
/// # Errors
///
/// Names the expectations that may be broken without the case failing.
#[expect(clippy::print_stdout, reason = "who breaks cases wants to know how many")]
pub fn break_case(hook: &Hook, path: &Path) -> anyhow::Result<()> {
    let case = Case::read(path)?;
    check_case(hook, path, Mode::Check).context("the case fails as it is")?;
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let name = case::name_of(path)?;
    let copy = folder.path().join(format!("{name}.{}", table::EXTENSION));
    let mut unnoticed = Vec::new();
    let broken = broken(&case.archive);
    for (what, archive) in &broken {
        tree::write_file(&copy, archive.to_string().as_bytes())?;
        if check_case(hook, &copy, Mode::Check).is_ok() {
            unnoticed.push(what.as_str());
        }
    }
    println!("broke {name}: {} changes, {} unnoticed", broken.len(), unnoticed.len());
    ensure!(unnoticed.is_empty(), "the case does not notice: {}", unnoticed.join(", "));
    Ok(())
}

/// The archive with one expectation changed or left out, for each of them, with
/// words for what was done.
fn broken(archive: &Archive) -> Vec<(String, Archive)> {
    let mut all = Vec::new();
    for (at, part) in archive.parts.iter().enumerate() {
        if !is_expectation(part.name()) {
            continue;
        }
        let mut changed = archive.clone();
        if let Some(part) = changed.parts.get_mut(at) {
            let place = change(part);
            all.push((format!("{} with another byte at {place}", part.name()), changed));
        }
        let mut without = archive.clone();
        without.parts.remove(at);
        // A case that holds nothing else is none without it.
        if !without.parts.is_empty() {
            all.push((format!("{} left out", part.name()), without));
        }
    }
    all
}

/// Changes one byte in the middle of a part, a letter or a digit if it has one,
/// so that what it says differs and not only how, and returns its place.
fn change(part: &mut Part) -> usize {
    let middle = part.content.len() / 2;
    let is_telling = |byte: &u8| byte.is_ascii_alphanumeric();
    let (before, after) = part.content.split_at(middle);
    let place = match (after.iter().position(is_telling), before.iter().rposition(is_telling)) {
        (Some(place), _) => middle + place,
        (None, Some(place)) => place,
        (None, None) => middle,
    };
    match part.content.get_mut(place) {
        Some(byte) => *byte = if *byte == b'7' { b'3' } else { b'7' },
        None => part.content.push(b'7'),
    }
    place
}
