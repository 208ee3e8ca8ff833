//! How much of somebody's words is told where there is no room for all.

/// Signs that end a sentence, where a space or nothing follows.
const SENTENCE_ENDS: [char; 6] = ['.', '!', '?', '…', '؟', '۔'];

/// Signs of scripts without spaces, which end a sentence whatever follows.
const FULL_STOPS: [char; 5] = ['。', '！', '？', '｡', '।'];

/// In less room, in characters, the beginning of a sentence says nothing.
const MIN_BEGINNING: usize = 80;

/// The longest beginning of words that ends with a sentence or a line and takes
/// at most `room` characters when it is quoted.
pub(super) fn sentences(words: &str, room: usize) -> Option<&str> {
    // Each line has `> ` before it and its end behind it.
    let mut used = 3;
    let mut end = None;
    let mut signs = words.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        used += if sign == '\n' { 3 } else { 1 };
        if used > room && sign != '\n' {
            break;
        }
        let next = signs.peek().map(|(_, next)| *next);
        let is_end = FULL_STOPS.contains(&sign)
            || SENTENCE_ENDS.contains(&sign) && next.is_none_or(char::is_whitespace);
        match sign {
            '\n' => end = Some(at),
            _ if is_end => end = Some(at + sign.len_utf8()),
            _ => {}
        }
        if used > room {
            break;
        }
    }
    words.get(..end?).map(str::trim_end).filter(|kept| !kept.is_empty())
}

/// The longest beginning of a line that ends with a word and takes at most `room` characters when
/// it is quoted and marked as a part; one that ends anywhere where no word does.
pub(super) fn beginning(words: &str, room: usize) -> Option<&str> {
    if room < MIN_BEGINNING {
        return None;
    }
    let line = words.lines().next()?;
    // `> ` before it, the mark and the end behind it.
    let (end, _) = line.char_indices().nth(room - 4)?;
    let part = line.get(..end)?;
    let word = part.rsplit_once(char::is_whitespace).map(|(before, _)| before.trim_end());
    Some(word.filter(|before| !before.is_empty()).unwrap_or(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_space_follows() {
        let check = |words: &str, room: usize, expected: Option<&str>| {
            assert_eq!(sentences(words, room), expected, "{words} in {room}");
        };
        check("One. Two.", 100, Some("One. Two."));
        check("One. Two.", 12, Some("One. Two."));
        check("One. Two.", 11, Some("One."));
        check("One. Two.", 6, None);
        check("v1.2 is out. x", 16, Some("v1.2 is out."));
        check("a list\n- item", 12, Some("a list"));
        check("一つ目です。二つ目です。", 14, Some("一つ目です。"));
        check("पहला। दूसरा।", 9, Some("पहला।"));
        check("a list\n- item", 9, Some("a list"));
        check("a list\n- item", 8, None);
        check("no end", 100, None);
        check("é… x", 5, Some("é…"));
    }
}
