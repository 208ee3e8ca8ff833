//! Lines of a file of `make`, and their parts.

use super::values::{Assignment, Operator};
use crate::marks::{CLOSE, OPEN, inside};

/// A line, with those on which it goes on.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Whether it begins as a line of a recipe does; its text is then as it is written.
    pub(super) is_recipe: bool,
}

/// The lines of a text. `None` if it cannot be read here.
pub(super) fn of(text: &str) -> Option<Vec<Line>> {
    if text.contains([OPEN, CLOSE]) || text.contains(".RECIPEPREFIX") {
        return None;
    }
    let mut found = vec![];
    let mut lines = text.lines();
    let mut is_defining = false;
    while let Some(first) = lines.next() {
        let is_recipe = first.starts_with('\t');
        let mut line = first.strip_prefix('\t').unwrap_or(first).to_owned();
        while is_continued(&line)
            && let Some(next) = lines.next()
        {
            if is_recipe {
                line.push('\n');
                line.push_str(next.strip_prefix('\t').unwrap_or(next));
            } else {
                line.pop();
                let end = line.trim_end().len();
                line.truncate(end);
                line.push(' ');
                line.push_str(next.trim_start());
            }
        }
        // What stands between `define` and `endef` are no lines of the file.
        if is_defining {
            is_defining = line.trim() != "endef";
            continue;
        }
        if !is_recipe {
            let end = uncommented(&line).len();
            line.truncate(end);
            let words = ["define ", "override define ", "export define "];
            is_defining = words.iter().any(|word| line.trim_start().starts_with(word));
        }
        found.push(Line { text: line, is_recipe });
    }
    Some(found)
}

fn is_continued(line: &str) -> bool {
    (line.len() - line.trim_end_matches('\\').len()) % 2 == 1
}

/// A line without its comment.
pub(super) fn uncommented(line: &str) -> &str {
    let mut marks = line.match_indices('#').map(|(place, _)| place);
    let is_one = |place: &usize| line.get(..*place).is_some_and(|before| !before.ends_with('\\'));
    marks.find(is_one).and_then(|place| line.get(..place)).unwrap_or(line)
}

/// The place of the first of these characters that stands in no reference.
fn outside(text: &str, wanted: &[char]) -> Option<usize> {
    let mut rest = text;
    loop {
        let (before, _) =
            rest.split_at_checked(rest.find(|it| it == '$' || wanted.contains(&it))?)?;
        let place = text.len() - rest.len() + before.len();
        let Some(behind) = text.get(place..)?.strip_prefix('$') else { return Some(place) };
        let open = behind.chars().next()?;
        let behind = behind.get(open.len_utf8()..)?;
        rest = match open {
            '(' | '{' => inside(behind, open)?.1,
            _ => behind,
        };
    }
}

/// The assignment that a line is, and whether it exports the variable.
pub(super) fn assignment(line: &str) -> Option<(bool, Assignment)> {
    let mut rest = line.trim_start();
    let (mut is_exported, mut is_override) = (false, false);
    while let Some((word, behind)) = rest.split_once([' ', '\t']) {
        match word {
            "export" => is_exported = true,
            "override" => is_override = true,
            "private" => {}
            _ => break,
        }
        rest = behind.trim_start();
    }
    let (name, behind) = rest.split_at_checked(outside(rest, &['=', ':'])?)?;
    let (name, operator, text) = if let Some(text) = behind.strip_prefix('=') {
        let (operator, end) = match name.chars().next_back() {
            Some('?') => (Operator::IfUnset, 1),
            Some('+') => (Operator::Append, 1),
            Some('!') => (Operator::Run, 1),
            _ => (Operator::Deferred, 0),
        };
        (name.get(..name.len() - end)?, operator, text)
    } else {
        let marks = [":::=", "::=", ":="];
        let text = marks.iter().find_map(|mark| behind.strip_prefix(mark))?;
        (name, Operator::Now, text)
    };
    let name = name.trim();
    if name.is_empty() || name.contains([' ', '\t', '$']) {
        return None;
    }
    let text = text.trim_start().replace("\\#", "#");
    Some((is_exported, Assignment { name: name.to_owned(), operator, text, is_override }))
}

/// The names of the variables that a line sets by `eval`.
pub(super) fn evaluated(line: &str) -> impl Iterator<Item = &str> {
    let calls = line.split("eval ").skip(1);
    let name = |call: &'_ str| call.trim_start().find(|next: char| " :?+!=".contains(next));
    calls.filter_map(move |call| call.trim_start().get(..name(call)?)).filter(|it| !it.is_empty())
}

/// The endings from which and to which a suffix rule leads: `.c` and `.o` for `.c.o`.
pub(super) fn suffixes(target: &str) -> Option<(&str, &str)> {
    let (from, to) = target.strip_prefix('.')?.split_once('.')?;
    let is_ending = |text: &str| {
        (1..=4).contains(&text.len()) && text.chars().all(|next| next.is_ascii_alphanumeric())
    };
    let both = is_ending(from) && is_ending(to);
    both.then(|| target.split_at_checked(from.len() + 1))?
}

/// The targets of a rule, whether its colon is a double one, and what stands behind that.
pub(super) fn rule(line: &str) -> Option<(&str, bool, &str)> {
    let (targets, behind) = line.split_at_checked(outside(line, &[':'])?)?;
    let rest = behind.strip_prefix("::").or_else(|| behind.strip_prefix(':'))?;
    Some((targets.trim_end_matches('&'), behind.starts_with("::"), rest))
}

/// What stands before and behind the semicolon of a rule.
pub(super) fn split_recipe(rest: &str) -> Option<(&str, &str)> {
    let (prerequisites, recipe) = rest.split_at_checked(outside(rest, &[';'])?)?;
    Some((prerequisites, recipe.strip_prefix(';')?))
}

/// The two sides of `(a,b)` or `"a" "b"`.
pub(super) fn sides(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix('(') {
        let (both, _) = inside(rest, '(')?;
        let (left, right) = both.split_at_checked(outside(both, &[','])?)?;
        return Some((left.trim(), right.strip_prefix(',')?.trim()));
    }
    let one = |text: &'_ str| -> Option<(usize, char)> {
        let quote = text.chars().next().filter(|next| matches!(next, '"' | '\''))?;
        Some((text.get(1..)?.find(quote)?, quote))
    };
    let (end, _) = one(text)?;
    let left = text.get(1..=end)?;
    let rest = text.get(end + 2..)?.trim_start();
    let (end, _) = one(rest)?;
    Some((left, rest.get(1..=end)?))
}
