//! Patterns over text: `*` is any text, `?` a character, `[a-z]` and `[!a-z]` one of a class.

/// Whether `pattern` is all of `text`.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    if !has_signs(pattern) {
        return pattern == text;
    }
    let (mut pattern, mut text) = (pattern, text);
    // Where to go on if what stands behind the last `*` does not match: `*` takes one more.
    let mut again: Option<(&str, &str)> = None;
    loop {
        if let Some(rest) = pattern.strip_prefix('*') {
            pattern = rest;
            again = Some((rest, text));
            continue;
        }
        match one(pattern, text) {
            Some((rest_of_pattern, rest)) => (pattern, text) = (rest_of_pattern, rest),
            None if pattern.is_empty() && text.is_empty() => return true,
            None => {
                let Some((behind, from)) = again else {
                    return false;
                };
                let mut skipped = from.chars();
                if skipped.next().is_none() {
                    return false;
                }
                again = Some((behind, skipped.as_str()));
                (pattern, text) = (behind, skipped.as_str());
            }
        }
    }
}

/// Whether a word is one of a list, which has blanks between its words.
pub(crate) fn is_among(list: &str, word: &str) -> bool {
    // Each call asks this often: looking for the text is faster than taking the list apart.
    let ends = |at: usize| {
        let (before, behind) = list.split_at(at);
        let behind = behind.get(word.len()..).unwrap_or_default();
        (before.is_empty() || before.ends_with(' '))
            && (behind.is_empty() || behind.starts_with(' '))
    };
    let is_word = !word.is_empty() && !word.contains(' ');
    is_word && list.match_indices(word).any(|(at, _)| ends(at))
}

/// Whether a pattern is more than the text that it matches.
pub(crate) fn has_signs(pattern: &str) -> bool {
    pattern.bytes().any(is_sign)
}

/// Whether a pattern that begins so may match what does not.
pub(crate) fn is_sign(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[')
}

/// Whether `pattern`, in which nothing but `*` has a meaning, is all of `text`.
pub(crate) fn stars(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*').filter(|part| !part.is_empty()) {
        let Some((_, behind)) = text.split_once(part) else {
            return false;
        };
        text = behind;
    }
    text.ends_with(end)
}

/// What is left of both behind one character, if that matches.
fn one<'p, 't>(pattern: &'p str, text: &'t str) -> Option<(&'p str, &'t str)> {
    let mut wanted = pattern.chars();
    let mut rest = text.chars();
    let (next, first) = (wanted.next()?, rest.next()?);
    if next == '['
        && let Some((class, behind)) = wanted.as_str().split_once(']')
        && !class.is_empty()
    {
        let (class, is_in) = class.strip_prefix('!').map_or((class, true), |rest| (rest, false));
        return (class_has(class, first) == is_in).then_some((behind, rest.as_str()));
    }
    (next == '?' || next == first).then_some((wanted.as_str(), rest.as_str()))
}

fn class_has(class: &str, character: char) -> bool {
    let mut rest = class.chars();
    while let Some(from) = rest.next() {
        let mut range = rest.clone();
        if range.next() == Some('-')
            && let Some(to) = range.next()
        {
            rest = range;
            if (from..=to).contains(&character) {
                return true;
            }
        } else if from == character {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match() {
        let check = |pattern: &str, text: &str, expected: bool| {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
            if !pattern.contains(['?', '[']) {
                assert_eq!(stars(pattern, text), expected, "{pattern} {text}");
            }
        };
        check("a", "a", true);
        check("a", "ab", false);
        check("a*", "ab", true);
        check("*b", "ab", true);
        check("a*c", "abc", true);
        check("a*c", "ac", true);
        check("ab*bc", "abc", false);
        check("*b*", "abc", true);
        check("a*b*c*d", "axbxcxd", true);
        check("a*b*c*d", "axcxbxd", false);
        check("*", "", true);
        check("?b", "äb", true);
        check("[0-9]", "7", true);
        check("[0-9]", "77", false);
        check("-*[rwx]*", "-aw", true);
        check("-*[rwx]*", "-R", false);
        check("-[!RV-]*", "-i", true);
        check("-[!RV-]*", "--i", false);
        check("[", "[", true);
        check("[[", "[[", true);
        check("*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false);
    }
}
