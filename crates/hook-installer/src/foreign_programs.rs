//! Programs of somebody else that are in the way of ours, and ours that entries of somebody else start.

use std::fs;
use std::path::Path;

use claude_settings::{ENGINE, Handler, handlers};

use crate::error::InstallError;
use crate::files;
use crate::place::Place;
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
        "{} is not a Tacklebox program, or is damaged; it was left unchanged. Move it away, and install again",
        program.display()
    )))
}

/// Why a program has to stay that other entries start, by a line that is not ours: a wrapper around it, say.
/// `after` are the settings without our entries.
pub(crate) fn started_by_others(place: &Place, name: &str, after: Option<&str>) -> Option<String> {
    let sibling = place.sibling().and_then(|file| Some((files::read(&file).ok()??, file)));
    let own = after.map(|text| (text.to_owned(), place.settings()));
    let path = format!("hooks/bin/{name}");
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_in = |text: &str| text.split(&path).skip(1).any(|rest| !rest.starts_with(goes_on));
    let starts = |handler: &Handler| {
        handler.command.iter().chain(handler.args.iter().flatten()).any(|text| is_in(text))
    };
    let mut files = own.into_iter().chain(sibling);
    let (_, file) = files.find(|(text, _)| handlers(text).iter().any(starts))?;
    Some(format!("another entry in {} starts it", file.display()))
}
