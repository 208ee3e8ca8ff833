//! Writes what a program did into the case that expected something else.

use std::fs;

use anyhow::Context;

use crate::case::Case;
use crate::findings::Findings;
use crate::sandbox::Sandbox;
use crate::tree::{self, Entry, Tree};

/// Makes the case expect what was found, and says what changed.
///
/// # Errors
///
/// Fails when a file of the case cannot be written or removed.
#[expect(clippy::print_stdout, reason = "who blesses wants to read what was written")]
pub(crate) fn bless(
    case: &Case,
    sandbox: &Sandbox,
    findings: &Findings,
    actual: &Tree,
) -> anyhow::Result<()> {
    for change in &findings.changes {
        match &change.content {
            Some(content) => tree::write_file(&change.path, content.as_bytes())?,
            None => fs::remove_file(&change.path)
                .with_context(|| format!("could not remove {}", change.path.display()))?,
        }
    }
    let after = case.dir.join("after");
    if after.exists() {
        fs::remove_dir_all(&after).context("could not replace after/")?;
    }
    if actual != sandbox.initial() {
        let mut tree = actual.clone();
        for link in &case.setup.links {
            let kept = Entry::Link(link.target.clone());
            tree.retain(|name, entry| *name != link.path || *entry != kept);
        }
        tree::write(&after, &tree)?;
    }
    println!("blessed {}\n{}", case.dir.display(), findings.differences.join("\n"));
    Ok(())
}
