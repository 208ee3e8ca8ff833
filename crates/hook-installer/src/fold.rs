//! Text for a terminal: aligned rows, and lines that are folded at its edge.

/// How far what follows a folded line is indented.
const INDENT: usize = 4;

/// The rows with their columns below each other, the last one as long as it is.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let line = |row: &Vec<String>| {
        let cell = |(at, cell): (usize, &String)| {
            let width = width(at);
            format!("{cell:<width$}")
        };
        let cells = row.iter().enumerate().map(cell);
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// The text with each line that is longer than `columns` folded at blanks, where it has any. The
/// columns of a table and what is not folded stay as they are; a word is never cut, so that a path
/// can be copied.
pub fn folded(text: &str, columns: usize) -> String {
    text.lines()
        .flat_map(|line| [fold(line, columns, own(line) + INDENT), "\n".to_owned()])
        .collect()
}

/// The text of [`aligned`] rows with each that is longer than `columns` folded in its last column, where
/// that is at least a fifth of the width.
pub fn folded_rows(text: &str, columns: usize) -> String {
    let row = |line: &str| {
        let last = line.rmatch_indices("  ").next().map_or(0, |(at, _)| at + 2);
        let at = line.get(..last).unwrap_or_default().chars().count();
        let at = if at + columns / 5 <= columns { at } else { INDENT };
        fold(line, columns, at) + "\n"
    };
    text.lines().map(row).collect()
}

/// A line that is folded in the same way, and goes on below its column `at`. Each of `whole` stays in one
/// piece, though it has blanks: a path or a command that was cut cannot be copied.
pub(crate) fn folded_below(line: &str, columns: usize, at: usize, whole: &[String]) -> String {
    /// Stands for such a blank meanwhile.
    const STAND_IN: char = '\u{1f}';
    if line.contains(STAND_IN) {
        return fold(line, columns, at);
    }
    let mut joined = line.to_owned();
    for piece in whole.iter().filter(|piece| piece.contains(' ')) {
        joined = joined.replace(piece, &piece.replace(' ', "\u{1f}"));
    }
    fold(&joined, columns, at).replace(STAND_IN, " ")
}

/// A note for a person, in lines that fit every terminal.
pub(crate) fn note(text: &str) -> String {
    const COLUMNS: usize = 79;
    const START: &str = "note: ";
    fold(&format!("{START}{text}"), COLUMNS, START.len())
}

/// How many blanks a line begins with.
fn own(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count()
}

fn fold(line: &str, columns: usize, at: usize) -> String {
    let own = own(line);
    let mut folded = String::new();
    let mut length = 0_usize;
    // The blanks before a word stay with it, so that columns stay below each other.
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let (_, from) = rest.split_at_checked(blanks).unwrap_or((rest, ""));
        let word = from.split(' ').next().unwrap_or_default();
        let needed = word.chars().count();
        if length > own && length + blanks + needed > columns {
            folded.push('\n');
            folded.extend(std::iter::repeat_n(' ', at));
            length = at;
        } else {
            folded.extend(std::iter::repeat_n(' ', blanks));
            length += blanks;
        }
        folded.push_str(word);
        length += needed;
        rest = from.get(word.len()..).unwrap_or_default();
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::{folded, folded_below, folded_rows, note};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(folded(text, 20), expected);
    }

    #[test]
    fn what_is_too_long_goes_on_below() {
        check("short\n\nsecond", "short\n\nsecond\n");
        check("a-hook  NOT  it was not asked", "a-hook  NOT  it was\n    not asked\n");
        check("  fix: one two three four", "  fix: one two three\n      four\n");
        check("exactly twenty, yes.", "exactly twenty, yes.\n");
        check(
            "in /a/path/that/is/longer/than that",
            "in\n    /a/path/that/is/longer/than\n    that\n",
        );
    }

    #[test]
    fn a_row_goes_on_below_its_last_column() {
        assert_eq!(folded_rows("a  bb  one two three", 15), "a  bb  one two\n       three\n");
        assert_eq!(folded_rows("a long one  b c d", 13), "a long one  b\n    c d\n");
    }

    #[test]
    fn a_path_with_blanks_stays_whole() {
        let path = "/a path/of four words";
        let text = format!("in {path}/x it is");
        let whole = [path.to_owned()];
        let expected = "in\n  /a path/of four words/x\n  it is";
        assert_eq!(folded_below(&text, 20, 2, &whole), expected);
        assert_eq!(folded_below("one\u{1f}two three four five", 20, 2, &whole).lines().count(), 2);
    }

    #[test]
    fn a_note_is_folded_below_its_beginning() {
        let long = format!("{} ending", "word ".repeat(14).trim_end());
        assert_eq!(note("short"), "note: short");
        assert_eq!(note(&long), format!("note: {}\n      ending", "word ".repeat(14).trim_end()));
    }
}
