//! Programs of somebody else that are in the way of ours.

use std::fs;
use std::path::Path;

use claude_settings::ENGINE;

use crate::error::InstallError;
use crate::program::{file_name, is_foreign};
use crate::step::Step;

/// Fails where a step would put a program in the place of one that is not ours. One that has the
/// bytes of what comes is none.
pub(crate) fn refuse(steps: &[Step], programs: &Path) -> Result<(), InstallError> {
    let target = |step: &'_ Step| match step {
        Step::Put { to, .. } => Some(to.clone()),
        Step::Link { link, .. } => Some(link.clone()),
        _ => None,
    };
    let foreign = steps.iter().filter_map(target).find(|target| {
        let name = target.file_name().unwrap_or_default();
        let comes = [programs.join(name), programs.join(file_name(ENGINE))];
        let is_the_same = || {
            let there = fs::read(target).ok();
            comes.iter().any(|program| fs::read(program).ok() == there)
        };
        is_foreign(target) && !is_the_same()
    });
    let Some(program) = foreign else { return Ok(()) };
    Err(InstallError::Refused(format!(
        "{} is no program of ours, or is damaged, and stays as it is; move it away, and install again",
        program.display()
    )))
}
