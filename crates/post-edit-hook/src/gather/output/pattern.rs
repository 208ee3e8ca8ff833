//! Whatever a step's own pattern finds.

use super::RawFinding;
use crate::policy::LinePattern;

/// The findings in an output; a pattern may reach over several lines.
pub(super) fn findings(output: &str, pattern: Option<&LinePattern>) -> Vec<RawFinding> {
    let Some(regex) = pattern.and_then(LinePattern::regex) else { return Vec::new() };
    let output = output.replace("\r\n", "\n");
    let found = regex.captures_iter(&output).filter_map(|it| {
        let text = |name: &str| it.name(name).map(|it| it.as_str().trim().to_owned());
        Some(RawFinding {
            path: text("path"),
            line: Some(text("line")?.parse().ok()?),
            column: text("col").and_then(|it| it.parse().ok()),
            message: text("message")?,
            ..RawFinding::default()
        })
    });
    found.collect()
}
