//! Lines of a terminal as an SVG, whose letters stand in columns with any font.

use std::fmt::Write;

/// How wide a terminal is drawn, in letters.
const COLUMNS: usize = 82;

/// The size of a letter, and the distance of two lines.
const LETTER: f64 = 7.8;
const LINE: usize = 19;

/// The room around the text.
const MARGIN: usize = 16;

/// Words that are shown in a colour of their own, where a line has them as a cell.
const COLOURED: [(&str, &str); 7] = [
    ("deny", "#ff7b72"),
    ("ask", "#e3b341"),
    ("allow", "#7ee787"),
    ("context", "#79c0ff"),
    ("terminal", "#79c0ff"),
    ("silent", "#8b949e"),
    ("enforce", "#7ee787"),
];

/// Draws a command and what it prints.
pub(super) fn draw(command: &str, lines: &[String]) -> String {
    let height = MARGIN * 2 + LINE * (lines.len() + 1);
    let width = 2 * MARGIN + (COLUMNS * 78).div_ceil(10);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{0}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"13\" fill=\"#c9d1d9\" xml:space=\"preserve\">\n",
        escaped(command)
    );
    push_line(&mut text, 0, &format!("$ {command}"));
    for (at, line) in (1..).zip(lines) {
        push_line(&mut text, at, line);
    }
    text + "</g>\n</svg>\n"
}

fn push_line(text: &mut String, at: usize, line: &str) {
    let line = line.trim_end();
    if line.is_empty() {
        return;
    }
    let baseline = MARGIN + LINE * at + 13;
    // Without a decimal place more, the file would say what nobody sees.
    #[expect(clippy::cast_precision_loss, reason = "a line has few letters")]
    let length = line.chars().count() as f64 * LETTER;
    // Writing to a string does not fail.
    writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"{baseline}\" textLength=\"{length:.1}\">{}</text>",
        coloured(line)
    )
    .ok();
}

/// A line with its colours: a prompt is bold, what a call is about is grey.
fn coloured(line: &str) -> String {
    let escaped = escaped(line);
    let span = |style: &str| format!("<tspan {style}>{escaped}</tspan>");
    if line.starts_with("$ ") {
        return span("fill=\"#7ee787\" font-weight=\"bold\"");
    }
    if line.starts_with("  > ") {
        return span("fill=\"#8b949e\"");
    }
    // Only in a row of a table a word is a cell: it has two blanks before it, or a column.
    for (word, colour) in COLOURED {
        let cell = format!(" {word}");
        if let Some((before, after)) = escaped.split_once(&cell)
            && !line.starts_with(' ')
            && (after.is_empty() || after.starts_with("  "))
        {
            return format!("{before} <tspan fill=\"{colour}\">{word}</tspan>{after}");
        }
    }
    escaped
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_text_in_columns() {
        let lines = ["event  outcome", "", "Stop   deny", "  > a <b> & c", "to deny it"];
        let picture = draw("x", &lines.map(str::to_owned));
        let texts: Vec<&str> = picture.lines().filter(|line| line.starts_with("<text")).collect();
        let expected = [
            "<text x=\"16\" y=\"29\" textLength=\"23.4\">\
             <tspan fill=\"#7ee787\" font-weight=\"bold\">$ x</tspan></text>",
            "<text x=\"16\" y=\"48\" textLength=\"109.2\">event  outcome</text>",
            "<text x=\"16\" y=\"86\" textLength=\"85.8\">\
             Stop   <tspan fill=\"#ff7b72\">deny</tspan></text>",
            "<text x=\"16\" y=\"105\" textLength=\"101.4\">\
             <tspan fill=\"#8b949e\">  &gt; a &lt;b&gt; &amp; c</tspan></text>",
            "<text x=\"16\" y=\"124\" textLength=\"78.0\">to deny it</text>",
        ];
        assert_eq!(texts, expected);
    }
}
