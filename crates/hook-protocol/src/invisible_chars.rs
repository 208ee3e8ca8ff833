//! Characters that are invisible, or change how others are shown.

/// Whether a character is invisible: joiners, marks of direction, tags, fillers and variation
/// selectors. These are Unicode's default-ignorable characters without combining marks.
pub fn is_invisible(c: char) -> bool {
    picks_variant(c)
        || turns_direction(c)
        || matches!(
            c,
            '\u{ad}'
                | '\u{115f}'..='\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e00ff}'
                | '\u{e01f0}'..='\u{e0fff}'
        )
}

/// Whether it is a variation selector, which belongs to the character before it.
pub(crate) fn picks_variant(c: char) -> bool {
    matches!(
        c,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Whether it changes the direction of writing, and so the order in which others are shown.
pub(crate) fn turns_direction(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The line breaks of Unicode, standard annex 14, beside `\n`.
pub(crate) fn ends_line(c: char) -> bool {
    matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_shape_is_invisible() {
        for c in "\u{ad}\u{61c}\u{200b}\u{200d}\u{202e}\u{2066}\u{feff}\u{3164}\u{fe0f}\u{e0041}\u{e0100}".chars()
        {
            assert!(is_invisible(c), "{c:?}");
        }
        for c in "a \n\t\u{7}é\u{301}\u{a0}\u{3000}\u{2028}\u{1f600}日".chars() {
            assert!(!is_invisible(c), "{c:?}");
        }
    }
}
