//! Text of the agent, cut down to what a line of ours may carry.

/// `text` on one line of at most `longest` characters. Line breaks, control
/// characters and those that change the direction of writing become blanks: a
/// label must not be able to look like a second line or to hide its end.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let is_gap = |c: char| c.is_whitespace() || is_unruly(c);
    let mut line = String::new();
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        if line.len() > longest * 4 {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    cut(&line, longest)
}

/// `text` with its line breaks made blanks, at most `longest` characters of it.
/// Nothing else is changed: this is for the log, which keeps what was said.
pub(crate) fn flattened(text: &str, longest: usize) -> String {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if is_break(c) { ' ' } else { c }).take(longest).collect()
}

/// JSON that says the same, with characters escaped that a terminal might obey.
pub(crate) fn tame_json(json: &str) -> String {
    let escaped = |c: char| match c {
        _ if is_unruly(c) => format!("\\u{:04x}", u32::from(c)),
        _ => c.to_string(),
    };
    json.chars().map(escaped).collect()
}

fn is_unruly(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn cut(text: &str, longest: usize) -> String {
    if text.chars().nth(longest).is_none() {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(longest.saturating_sub(3)).collect();
    cut.push_str("...");
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line() {
        for (text, expected) in [
            ("plain", "plain"),
            (" a\n\nb\tc ", "a b c"),
            ("a\u{1b}[31mb", "a [31mb"),
            ("abc\u{202e}cba", "abc cba"),
            ("\u{1f600} é", "\u{1f600} é"),
            ("exactly ten", "exactly..."),
            ("exactly t.", "exactly t."),
            (&format!("yes{}but", " ".repeat(500)), "yes but"),
            (&format!("yes{}but not now", "\u{1b}".repeat(500)), "yes but..."),
            (&"é".repeat(500), "ééééééé..."),
        ] {
            assert_eq!(one_line(text, 10), expected);
        }
    }

    #[test]
    fn the_log_keeps_what_was_said_on_one_line() {
        assert_eq!(flattened("a\r\nb\u{1b}\u{2028}c", 20), "a  b\u{1b} c");
        assert_eq!(flattened("äöü", 2), "äö");
    }

    #[test]
    fn json_is_tame_and_the_same() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}é\u{1f600}\n";
        let json = tame_json(&serde_json::to_string(text).unwrap());
        assert!(!json.chars().any(is_unruly), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
