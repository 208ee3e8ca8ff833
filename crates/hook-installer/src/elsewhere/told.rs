//! What a person is told of a host.

use super::place::HostPlace;
use crate::offer::Offer;
use crate::report::Report;
use crate::told::{Where, kept, summary};

/// After `install`.
pub(crate) fn installed(
    report: &Report,
    hooks: &[Offer],
    next: &[String],
    place: &HostPlace,
) -> String {
    let names: Vec<&str> = hooks.iter().map(|hook| hook.hook.as_str()).collect();
    let mut text = summary("installed", report, &names.join(", "), &place_of(place));
    text.extend(next.iter().map(|line| format!("next      {line}\n")));
    text
}

/// After `uninstall`: `taken` were installed.
pub(crate) fn uninstalled(report: &Report, taken: &[&str], place: &HostPlace) -> String {
    let here = place_of(place);
    if taken.is_empty() && !report.changes() {
        return format!("no hook of ours is installed here ({})\n", here.label);
    }
    let what = if taken.is_empty() { "what was left".to_owned() } else { taken.join(", ") };
    summary("removed", report, &what, &here) + &kept(&place.backups())
}

/// Where it is, in words.
pub(crate) fn place_of(place: &HostPlace) -> Where<'_> {
    let label = format!("{}, scope {}", place.host.name(), place.scope.name());
    Where { label, programs: &place.bin }
}
