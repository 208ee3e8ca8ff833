//! The last line of a place that has several: `a.py:28-32`, `a.py(28,1)-(32,4)`, `#L28-L32`.

/// The line at which a place ends that begins at `first`, by what stands behind that.
pub(super) fn last_line(first: usize, rest: &str) -> usize {
    let last = behind_dash(rest).or_else(|| spelled(rest)).or_else(|| four(first, rest));
    last.or_else(|| in_braces(rest))
        .or_else(|| attribute(rest))
        .filter(|last| *last >= first)
        .unwrap_or(first)
}

/// `-32`, `-L32`, `,1)-(32,4)`, `.5-32.7`, `:5-32:7`, `:5 - 32:7`. What has one column has both.
fn behind_dash(rest: &str) -> Option<usize> {
    let sign = rest.chars().next().filter(|sign| matches!(sign, ',' | '.' | ':'));
    let sign = sign.filter(|_| !rest.starts_with(".."));
    let behind = match sign {
        Some(sign) => number(rest.strip_prefix(sign)?.trim_start())?.1,
        None => rest,
    };
    let behind = behind.strip_prefix(')').unwrap_or(behind);
    // Between blanks it may be a dash before words.
    let signs = ["->", "--", "-", "\u{2013}", "..", " - "];
    let count = if sign.is_some() { signs.len() } else { signs.len() - 1 };
    let behind = signs.iter().take(count).find_map(|sign| behind.strip_prefix(sign))?;
    let behind = behind.strip_prefix('(').unwrap_or(behind);
    let (last, behind) = number(behind.strip_prefix('L').unwrap_or(behind))?;
    let has_column = |sign: char| behind.strip_prefix(sign).is_some_and(|it| number(it).is_some());
    sign.is_none_or(has_column).then_some(last)
}

/// ` to line 32`, ` through 32`.
fn spelled(rest: &str) -> Option<usize> {
    let behind = [" to ", " through ", " and "].iter().find_map(|word| rest.strip_prefix(word))?;
    Some(number(behind.strip_prefix("line ").unwrap_or(behind))?.0)
}

/// `:5:32:7`, `,5,32,7`: a line, a column, a line, a column.
fn four(first: usize, rest: &str) -> Option<usize> {
    let sign = rest.chars().next().filter(|sign| matches!(sign, ',' | ':'))?;
    let (_, behind) = number(rest.strip_prefix(sign)?)?;
    let (last, behind) = number(behind.strip_prefix(sign)?)?;
    let has_column = behind.strip_prefix(sign).is_some_and(|it| number(it).is_some());
    (has_column && last >= first).then_some(last)
}

/// `:5:{28:5-32:7}`, as clang has it.
fn in_braces(rest: &str) -> Option<usize> {
    let (_, behind) = number(rest.strip_prefix(':')?)?;
    let (first, behind) = number(behind.strip_prefix(":{")?)?;
    Some(last_line(first, behind))
}

/// `endline="32"`, as XML and the commands of CI systems have it.
fn attribute(rest: &str) -> Option<usize> {
    const KEYS: [&str; 5] = ["endline=", "endLine=", "end_line=", "endlineNumber=", "lastLine="];
    let value = KEYS.iter().find_map(|key| Some(rest.split_once(key)?.1))?;
    Some(number(value.trim_start_matches(['"', '\'']))?.0)
}

fn number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|next: char| next.is_ascii_digit());
    Some((text.get(..text.len() - rest.len())?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_ends_at_its_last_line() {
        for (rest, expected) in [
            (": x", 28),
            (":5 - 32:7 x", 32),
            (":5--32:7: x", 32),
            (":5->32:7: x", 32),
            (":5:{28:5-32:7}: x", 32),
            (",5,32,7): x", 32),
            (" - 32 x", 28),
            (":5 - 32 x", 28),
            (":5: x", 28),
            (":5-9: x", 28),
            ("-32: x", 32),
            ("-L32 x", 32),
            (",1)-(32,4): x", 32),
            (".5-32.7: x", 32),
            (":5-32:7: x", 32),
            (":5:32:7: x", 32),
            (":5:32: x", 28),
            (" to line 32", 32),
            ("..32: x", 32),
            (":5..32:7: x", 32),
            (":5..7: x", 28),
            ("\" endline=\"32\">", 32),
            ("-3: x", 28),
            ("-99999999999999999999999: x", 28),
        ] {
            assert_eq!(last_line(28, rest), expected, "{rest}");
        }
    }
}
