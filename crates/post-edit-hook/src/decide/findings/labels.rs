//! The labels below lines of source, as Rust's compiler draws them: each explains a finding, and may
//! stand at another line than the finding does.

/// The line of source that the last line of a text underlines.
pub(super) fn labelled(text: &str) -> Option<usize> {
    let (above, last) = text.rsplit_once('\n')?;
    let (margin, marks) = gutter(last)?;
    let marks = marks.trim_start().trim_start_matches(['|', '_']);
    (margin.is_empty() && marks.starts_with(['-', '^'])).then_some(())?;
    let source = above.rsplit('\n').find(|line| gutter(line).is_none_or(|it| !it.0.is_empty()));
    gutter(source?)?.0.parse().ok().filter(|line| *line > 0)
}

/// What stands before and behind the bar beside a line of source.
fn gutter(line: &str) -> Option<(&str, &str)> {
    let (margin, source) = line.split_once('|')?;
    let margin = margin.trim();
    margin.chars().all(|it| it.is_ascii_digit()).then_some((margin, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_about_the_line_above_it() {
        for (text, expected) in [
            ("12 | x\n   | - moved here", Some(12)),
            ("12 | x\n   | ^^^", Some(12)),
            ("12 |   x\n   |   -  - here\n   |   |\n   |   - there", Some(12)),
            ("12 | x\n   | ++++", None),
            ("12 | x", None),
            ("x\n   | ^^^", None),
            ("a | b\n   | ^^^", None),
        ] {
            assert_eq!(labelled(text), expected, "{text}");
        }
    }
}
