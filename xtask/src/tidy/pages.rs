//! The short pages of the hooks stay short: a person reads one in five minutes.

use super::Finding;

/// The folder of the short pages, here and in what a new hook is made of.
const FOLDER: &str = "docs/hooks/";

/// How many words one has at most, code and tables included.
const MAX_WORDS: usize = 1_200;

/// A short page that has too many words.
pub(super) fn check(path: &str, text: &str) -> Option<Finding> {
    let words = text.split_whitespace().count();
    let message = || {
        let name = path.rsplit('/').next().unwrap_or(path);
        format!("{words} words, and {MAX_WORDS} at most: the rest belongs to docs/reference/{name}")
    };
    (path.contains(FOLDER) && words > MAX_WORDS).then(|| Finding::new(path, 0, message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_page_is_short() {
        let [most, long] = [0, 1].map(|more| "word\n".repeat(MAX_WORDS + more));
        assert_eq!(check("docs/hooks/a-hook.md", &most), None);
        assert_eq!(check("docs/reference/a-hook.md", &long), None);
        let finding = check("docs/hooks/a-hook.md", &long).unwrap().to_string();
        let expected = "docs/hooks/a-hook.md: 1201 words, and 1200 at most: the rest belongs to \
                        docs/reference/a-hook.md";
        assert_eq!(finding, expected);
    }
}
