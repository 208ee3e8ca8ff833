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
    text.lines().flat_map(|line| [fold(line, columns), "\n".to_owned()]).collect()
}

fn fold(line: &str, columns: usize) -> String {
    let own = line.chars().take_while(|c| *c == ' ').count();
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
            folded.extend(std::iter::repeat_n(' ', own + INDENT));
            length = own + INDENT;
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
    use super::folded;

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
}
