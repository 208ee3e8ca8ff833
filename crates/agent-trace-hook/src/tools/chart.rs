//! The chart of `stats`: a bar for each contributor, as SVG 1.1.

use std::fmt::Write as _;

use super::share::{Share, percent};
use crate::words::count;

const WIDTH: usize = 760;
const ROW: usize = 30;
const TOP: usize = 50;
const NAMES: usize = 260;
const BAR: usize = 360;

/// The longest name that its column holds.
const MAX_NAME: usize = 36;

/// The shares as bars, the largest first.
pub(super) fn svg(shares: &[Share], files: usize) -> String {
    let total: usize = shares.iter().map(|share| share.lines).sum();
    let height = TOP + ROW * shares.len() + 14;
    let title = format!(
        "{} in {}, by contributor",
        count(total as u64, "line"),
        count(files as u64, "file")
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#1f2328\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"14\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    for (at, share) in shares.iter().enumerate() {
        let y = TOP + ROW * at;
        let name = escaped(&hook_runtime::one_line(&share.name, MAX_NAME));
        let bar = (share.lines * BAR).checked_div(total).unwrap_or(0).max(1);
        let (label, base) = (percent(share.lines, total), y + 15);
        // Writing to a `String` cannot fail.
        let _ = write!(
            svg,
            "<text x=\"14\" y=\"{base}\">{name}</text>\n\
             <rect x=\"{NAMES}\" y=\"{y}\" width=\"{bar}\" height=\"20\" rx=\"2\" \
             fill=\"#2f6f9f\"/>\n\
             <text x=\"{}\" y=\"{base}\">{label} ({})</text>\n",
            NAMES + bar + 8,
            share.lines,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // XML has no place for them, escaped or not.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_be_markup() {
        let share = |name: &str, lines| Share { name: name.to_owned(), lines };
        let svg = svg(&[share("a/<script>\u{1}&\"x\"", 3), share("human or unknown", 1)], 1);
        assert!(svg.contains(">a/&lt;script&gt; &amp;&quot;x&quot;</text>"), "{svg}");
        assert!(svg.contains("75.0 % (3)"), "{svg}");
        assert!(svg.contains("<title>4 lines in 1 file, by contributor</title>"), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn nothing_is_a_chart_too() {
        let svg = svg(&[], 0);
        assert!(svg.contains("0 lines in 0 files"), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
