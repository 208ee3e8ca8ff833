//! The words that stand in a recorded file for paths which differ from run to run.

use std::fmt::Write as _;
use std::path::Path;

/// Pairs of a placeholder and what it stands for in this run.
#[derive(Clone, Debug, Default)]
pub struct Placeholders {
    meanings: Vec<(String, String)>,
    /// Every spelling a program may print, longest first, with its placeholder.
    spellings: Vec<(String, String)>,
}

impl Placeholders {
    /// Adds a placeholder for a folder that exists.
    pub fn add_dir(&mut self, placeholder: &str, dir: &Path) {
        let plain = dir.to_string_lossy().into_owned();
        let resolved = dir.canonicalize().map(|dir| dir.to_string_lossy().into_owned());
        self.add(placeholder, &plain);
        for spelling in [plain.clone(), resolved.unwrap_or(plain)] {
            self.spellings.push((json_escaped(&spelling), placeholder.to_owned()));
            self.spellings.push((ascii_escaped(&spelling), placeholder.to_owned()));
            self.spellings.push((spelling, placeholder.to_owned()));
        }
        self.sort();
    }

    /// Adds a placeholder for a plain word.
    pub fn add(&mut self, placeholder: &str, meaning: &str) {
        self.meanings.push((placeholder.to_owned(), meaning.to_owned()));
        self.spellings.push((meaning.to_owned(), placeholder.to_owned()));
        self.sort();
    }

    /// Puts the real values into a text.
    pub fn fill(&self, text: &str) -> String {
        let replace = |text: String, (placeholder, meaning): &(String, String)| {
            text.replace(placeholder, meaning)
        };
        self.meanings.iter().fold(text.to_owned(), replace)
    }

    /// Puts the real values into a JSON document.
    pub fn fill_json(&self, json: &str) -> String {
        let replace = |text: String, (placeholder, meaning): &(String, String)| {
            text.replace(placeholder, &json_escaped(meaning))
        };
        self.meanings.iter().fold(json.to_owned(), replace)
    }

    /// Takes the real values out of a text that a program wrote.
    pub fn restore(&self, text: &str) -> String {
        let replace = |text: String, (spelling, placeholder): &(String, String)| {
            text.replace(spelling, placeholder)
        };
        self.spellings.iter().fold(text.to_owned(), replace)
    }

    fn sort(&mut self) {
        self.spellings.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
    }
}

/// The text as it stands between the quotes of a JSON string.
fn json_escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text).to_owned()
}

/// The same, by a writer that escapes everything outside ASCII.
fn ascii_escaped(text: &str) -> String {
    let mut units = [0; 2];
    let mut escaped = String::new();
    for sign in json_escaped(text).chars() {
        if sign.is_ascii() {
            escaped.push(sign);
        } else {
            for unit in sign.encode_utf16(&mut units) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restore_undoes_every_spelling_and_prefers_the_longest() {
        let root = tempfile::Builder::new().prefix("a \"é\u{1f980} ").tempdir().unwrap();
        let outer = root.path().join("p");
        let inner = outer.join("q");
        std::fs::create_dir_all(&inner).unwrap();
        std::os::unix::fs::symlink(&outer, root.path().join("link")).unwrap();
        let mut placeholders = Placeholders::default();
        placeholders.add_dir("[OUTER]", &root.path().join("link"));
        placeholders.add_dir("[INNER]", &inner);
        placeholders.add("[KEY]", "p-12ab");

        let filled = placeholders.fill("[OUTER]/x [INNER] [KEY] [OTHER]");
        assert!(filled.contains("link/x ") && filled.ends_with(" p-12ab [OTHER]"), "{filled}");
        let inner = inner.to_str().unwrap();
        let outer = outer.to_str().unwrap();
        let table = [
            (filled.clone(), "[OUTER]/x [INNER] [KEY] [OTHER]"),
            (format!("{inner}/y in {outer}"), "[INNER]/y in [OUTER]"),
            (serde_json::to_string(inner).unwrap(), "\"[INNER]\""),
            (ascii_escaped(inner), "[INNER]"),
            (placeholders.fill_json("\"[INNER]\""), "\"[INNER]\""),
        ];
        for (written, restored) in table {
            assert_eq!(placeholders.restore(&written), restored, "{written}");
        }
        let quoted: String = serde_json::from_str(&placeholders.fill_json("\"[INNER]\"")).unwrap();
        assert_eq!(quoted, inner);
    }
}
