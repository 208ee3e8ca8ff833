//! Writes what a program did into the case that expected something else.

use std::path::Path;

use anyhow::Context;
use text_archive::{Archive, Part};

use crate::case::Case;
use crate::findings::Findings;
use crate::{parts, table};

/// Makes the case expect what was found, in the form in which cases are written,
/// and says what changed.
///
/// # Errors
///
/// Fails when the file of the case cannot be written.
#[expect(clippy::print_stdout, reason = "who blesses wants to read what was written")]
pub(crate) fn bless(case: &Case, findings: &Findings) -> anyhow::Result<()> {
    let differences = findings.differences(&case.archive);
    let mut archive = case.archive.clone();
    for difference in &differences {
        archive.parts.retain(|part| part.name() != difference.part);
        if let Some(content) = findings.parts.get(&difference.part) {
            let part = Part::new(&*difference.part, content.clone());
            archive
                .parts
                .push(part.with_context(|| format!("{} is not a valid name", difference.part))?);
        }
    }
    write(&case.path, archive)?;
    if !differences.is_empty() {
        let words: Vec<_> = differences.into_iter().map(|difference| difference.words).collect();
        println!("blessed {}\n{}", case.path.display(), words.join("\n"));
    }
    Ok(())
}

/// Writes a case with its parts in their order.
fn write(path: &Path, mut archive: Archive) -> anyhow::Result<()> {
    archive.parts.sort_by(|one, other| parts::order(one.name()).cmp(&parts::order(other.name())));
    table::write(path, archive)
}
