//! Templates of a Taskfile, as far as variables settle them.

use crate::marks::{OPEN, UNSETTLED};

/// What a text says with its actions followed; `value` tells a variable. What is not known is not settled.
pub(super) fn expanded(text: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut found = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        found.push_str(before);
        let (action, behind) = action(behind)?;
        rest = behind;
        if let Some(inside) = action.strip_prefix("- ") {
            let end = found.trim_end().len();
            found.truncate(end);
            found.push_str(&said(inside.trim_end_matches('-'), &mut rest, value)?);
        } else {
            found.push_str(&said(action.trim_end_matches('-'), &mut rest, value)?);
        }
        if action.ends_with(" -") {
            rest = rest.trim_start();
        }
    }
    found.push_str(rest);
    Some(found)
}

/// What an action gives; of one that begins a block, `rest` is what stands behind that.
fn said(action: &str, rest: &mut &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let action = action.trim();
    let word = action.split_whitespace().next().unwrap_or("");
    match word {
        _ if action.starts_with("/*") => Some(String::new()),
        "if" => {
            let block = block(rest)?;
            *rest = block.behind;
            let chosen = match holds(action.strip_prefix("if")?.trim(), value) {
                Some(true) => Some(block.first),
                Some(false) => block.second,
                None => None,
            };
            chosen.map_or_else(|| Some(UNSETTLED.to_owned()), |text| expanded(text, value))
        }
        "range" | "with" | "define" | "block" => {
            *rest = block(rest)?.behind;
            Some(UNSETTLED.to_owned())
        }
        _ => pipeline(action, value),
    }
}

/// Whether a condition holds; `None` if that is not settled.
fn holds(condition: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<bool> {
    let words = words(condition)?;
    let text = |word: &str| settled(operand(word, value)?);
    let is_true = |text: String| !text.is_empty() && text != "false";
    match words.as_slice() {
        [one] => text(one).map(is_true),
        ["not", one] => text(one).map(|text| !is_true(text)),
        [operator @ ("eq" | "ne"), left, right] => {
            Some((text(left)? == text(right)?) == (*operator == "eq"))
        }
        _ => None,
    }
}

fn settled(text: String) -> Option<String> {
    (!text.contains(OPEN)).then_some(text)
}

/// What `.X | default "a"` and its like give.
fn pipeline(action: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut steps = action.split('|');
    let first = words(steps.next()?)?;
    let mut found = match first.as_slice() {
        [one] => operand(one, value)?,
        ["default", other, one] => or(operand(one, value)?, operand(other, value)?),
        _ => UNSETTLED.to_owned(),
    };
    for step in steps {
        found = match words(step)?.as_slice() {
            ["default", other] => or(found, operand(other, value)?),
            ["trim"] if !found.contains(OPEN) => found.trim().to_owned(),
            _ => UNSETTLED.to_owned(),
        };
    }
    Some(found)
}

/// A text, or another one where nothing sets it.
fn or(text: String, other: String) -> String {
    let is_unset = text.strip_prefix(OPEN).is_some_and(crate::marks::is_one_name);
    if text.is_empty() || is_unset { other } else { text }
}

fn operand(word: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if let Some(name) = word.strip_prefix('.').filter(|name| crate::marks::is_name(name)) {
        return value(name);
    }
    let quoted = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(text) = quoted('"').filter(|text| !text.contains('\\')).or_else(|| quoted('`')) {
        return Some(text.to_owned());
    }
    Some(match word {
        "OS" | "os" => match std::env::consts::OS {
            "macos" => "darwin".to_owned(),
            name => name.to_owned(),
        },
        "exeExt" if cfg!(unix) => String::new(),
        "true" | "false" => word.to_owned(),
        number if number.parse::<i64>().is_ok() => number.to_owned(),
        _ => UNSETTLED.to_owned(),
    })
}

/// The words of an action; a string is one.
fn words(text: &str) -> Option<Vec<&str>> {
    let mut found = vec![];
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let end = if matches!(first, '"' | '`') {
            rest.get(1..)?.find(first)? + 2
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at_checked(end)?;
        found.push(word);
        rest = behind.trim_start();
    }
    Some(found)
}

/// What stands before `}}`, and what behind that. Strings may hold it.
fn action(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (place, next) in text.char_indices() {
        match (quote, next) {
            (None, '"' | '`') => quote = Some(next),
            (Some(open), _) if open == next => quote = None,
            (None, '}') => {
                let (inside, behind) = text.split_at_checked(place)?;
                if let Some(behind) = behind.strip_prefix("}}") {
                    return Some((inside, behind));
                }
            }
            _ => {}
        }
    }
    None
}

/// What stands between the action that begins a block and its end.
struct Block<'t> {
    first: &'t str,
    /// Behind its `else`; `None` if that has a condition.
    second: Option<&'t str>,
    behind: &'t str,
}

fn block(text: &str) -> Option<Block<'_>> {
    let mut depth = 1;
    let mut middle: Option<(usize, usize)> = None;
    let mut is_chain = false;
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("{{") {
        let start = text.len() - behind.len() - 2;
        let (inside, behind) = action(behind)?;
        rest = behind;
        let inside = inside.trim_matches('-').trim();
        match inside.split_whitespace().next().unwrap_or("") {
            "if" | "range" | "with" | "define" | "block" => depth += 1,
            "else" if depth == 1 => {
                is_chain |= inside != "else";
                middle.get_or_insert((start, text.len() - rest.len()));
            }
            "end" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let (first, second) = match middle {
                Some((at, behind)) => (text.get(..at)?, text.get(behind..start)?),
                None => (text.get(..start)?, ""),
            };
            return Some(Block { first, second: (!is_chain).then_some(second), behind: rest });
        }
    }
    None
}
