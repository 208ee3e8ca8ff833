//! What the variables of a command line hold, as far as its own text says so.

use shell_syntax::{Word, words};

/// The most values of one variable, and the most texts that a word may stand for.
const MAX_VALUES: usize = 64;

/// The most bytes of the texts that a word may stand for together. Values that are made of each other
/// twice would double with each.
const MAX_BYTES: usize = 16 << 10;

/// Names with the values that the text gives them.
#[derive(Debug, Default)]
pub(crate) struct Variables(Vec<(String, Vec<String>)>);

impl Variables {
    /// Those that `text` sets: `a=b`, `export a=b`, `for a in b c`.
    pub(crate) fn of(text: &str) -> Self {
        let mut variables = Self::default();
        if !text.contains('=') && !text.contains(" in ") {
            return variables;
        }
        for statement in text.split([';', '\n', '&', '|', '(']) {
            variables.read(statement.trim().trim_start_matches("{ "));
        }
        variables
    }

    fn read(&mut self, statement: &str) {
        const BEFORE: [&str; 9] =
            ["do", "then", "else", "export", "local", "declare", "typeset", "readonly", "time"];
        // With expansions in it, blanks alone part its words.
        let parted = || {
            let plain = statement.split_whitespace().map(|text| text.replace(['"', '\''], ""));
            plain.map(|text| Word::plain(&text)).collect()
        };
        let words = words(statement).unwrap_or_else(parted);
        let mut rest = words.as_slice();
        while let [first, behind @ ..] = rest
            && (BEFORE.contains(&first.text.as_str()) || first.text.starts_with('-'))
        {
            rest = behind;
        }
        if let [start, name, is_in, values @ ..] = rest
            && matches!(start.text.as_str(), "for" | "select")
            && is_in.text == "in"
        {
            for value in values {
                self.set(&name.text, value);
            }
        }
        for word in rest {
            let Some((name, value)) = word.text.split_once('=') else { break };
            if !is_name(name) {
                break;
            }
            self.set(name, &Word { text: value.to_owned(), ..word.clone() });
        }
    }

    fn set(&mut self, name: &str, value: &Word) {
        let values = self.expanded(&value.text);
        if let Some((_, known)) = self.0.iter_mut().find(|(known, _)| known == name) {
            known.extend(values);
            known.truncate(MAX_VALUES);
        } else {
            self.0.push((name.to_owned(), values));
        }
    }

    /// What a text may stand for: with each value of the variables in it that are known.
    pub(crate) fn expanded(&self, text: &str) -> Vec<String> {
        let mut found = vec![text.to_owned()];
        for (name, values) in &self.0 {
            if !found.iter().any(|text| text.contains(name.as_str())) {
                continue;
            }
            for sign in [format!("${{{name}}}"), format!("${name}")] {
                if !found.iter().any(|text| has(text, &sign)) {
                    continue;
                }
                if let Some(with) = with_values(&found, &sign, values) {
                    found = with;
                }
            }
        }
        found
    }
}

/// Each text with each of the values in place of `sign`; `None` if they become too long.
fn with_values(texts: &[String], sign: &str, values: &[String]) -> Option<Vec<String>> {
    let mut found = vec![];
    let mut bytes = 0;
    let pairs = texts.iter().flat_map(|text| values.iter().map(move |value| (text, value)));
    for (text, value) in pairs.take(MAX_VALUES) {
        bytes += text.len() + text.matches(sign).count() * value.len();
        if bytes > MAX_BYTES {
            return None;
        }
        found.push(replaced(text, sign, value));
    }
    Some(found)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|next| next == '_' || next.is_ascii_alphanumeric())
}

/// Whether a variable stands in a text: `$a` does not in `$ab`.
fn has(text: &str, sign: &str) -> bool {
    text.match_indices(sign).any(|(at, _)| ends(text, at + sign.len(), sign))
}

fn ends(text: &str, at: usize, sign: &str) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    sign.ends_with('}') || !next.is_some_and(|next| next == '_' || next.is_ascii_alphanumeric())
}

fn replaced(text: &str, sign: &str, value: &str) -> String {
    let mut found = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(sign) {
        if ends(text, at + sign.len(), sign) {
            found.push_str(text.get(from..at).unwrap_or_default());
            found.push_str(value);
            from = at + sign.len();
        }
    }
    found + text.get(from..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, word: &str, expected: &[&str]) {
        assert_eq!(Variables::of(line).expanded(word), expected, "{line}");
    }

    #[test]
    fn what_a_line_sets_is_known_in_it() {
        check("x=.mcp.json; echo y > $x", "$x", &[".mcp.json"]);
        check("x=.mcp; echo y > $x.json", "$x.json", &[".mcp.json"]);
        check("x=.mcp && echo y > ${x}.json", "${x}.json", &[".mcp.json"]);
        check("export x='a b'; y", "$x/c", &["a b/c"]);
        check("a=.c; b=${a}laude; y", "$b/settings.json", &[".claude/settings.json"]);
        check("for f in .*.json b; do echo > $f; done", "$f", &[".*.json", "b"]);
        check("x=a; x=b; y", "$x", &["a", "b"]);
        check("x=a; y", "$xy $x", &["$xy a"]);
        check("x=a y > $z", "$z", &["$z"]);
        check("echo x=a; y", "$x", &["$x"]);
    }

    #[test]
    fn values_do_not_grow_without_end() {
        for twice in ["$$", "\"$/$\""] {
            let set = |at: usize| format!("a{}={}", at + 1, twice.replace('$', &format!("$a{at}")));
            let line: Vec<String> = (0..400).map(set).collect();
            let variables = Variables::of(&line.join(";"));
            let longest = variables.0.iter().flat_map(|(_, values)| values).map(String::len).max();
            assert!(longest.unwrap() <= MAX_BYTES, "{twice}");
        }
    }
}
