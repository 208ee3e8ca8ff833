//! What each contributor has of the lines.

/// Lines of a contributor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) name: String,
    pub(super) lines: usize,
}

/// A part of the whole, to a tenth of a percent.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
