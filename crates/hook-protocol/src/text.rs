//! Text that a reply carries to the agent.

/// How much context one reply may carry, in UTF-16 code units, so that it is
/// within the limit however a host counts characters.
///
/// Claude Code delivers 10,000 characters whole; beyond that the agent gets a
/// preview of two kilobytes and a file name, and nobody is told. The margin is
/// for what a host puts around it.
pub const CONTEXT_LIMIT: usize = 9_500;

/// `text` within [`CONTEXT_LIMIT`], cut between characters, with a sentence that
/// says how much was left out.
pub(crate) fn capped(text: String) -> String {
    // No text has more code units than bytes.
    if text.len() <= CONTEXT_LIMIT || text.encode_utf16().count() <= CONTEXT_LIMIT {
        return text;
    }
    let length = text.chars().count();
    // The sentence gets no longer than this: fewer characters are left out.
    let room = CONTEXT_LIMIT - left_out(length).len();
    let mut units = 0;
    let fits = |c: &char| {
        units += c.len_utf16();
        units <= room
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    let left = length - kept.chars().count();
    kept.push_str(&left_out(left));
    kept
}

fn left_out(characters: usize) -> String {
    format!("\n[{characters} more characters were left out.]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_as_it_is() {
        for text in [String::new(), "é".repeat(CONTEXT_LIMIT)] {
            assert_eq!(capped(text.clone()), text);
        }
    }

    #[test]
    fn what_does_not_fit_says_how_much_is_missing() {
        for (letter, length) in [("x", 9_501), ("é", 12_000), ("\u{1f600}", 2_000_000)] {
            let short = capped(letter.repeat(length));
            // None of the letters occurs in the sentence.
            let kept = short.chars().filter(|c| letter.contains(*c)).count();
            assert!(short.encode_utf16().count() <= CONTEXT_LIMIT);
            assert!(
                short.ends_with(&format!("\n[{} more characters were left out.]", length - kept))
            );
        }
    }
}
