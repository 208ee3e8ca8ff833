//! Which files a prompt mentions.

/// What may stand around a mention without being part of it.
const PUNCTUATION: [char; 15] =
    ['.', ',', ';', ':', '!', '?', '"', '\'', '`', ')', ']', '}', '>', '(', '…'];

/// A prompt that mentions more than this was pasted, and speaks of none in
/// particular.
const MAX_MENTIONS: usize = 256;

/// The words of a prompt that mention a file as `@path` or `@"a path"`, without
/// the `@` and without the punctuation behind them. Whether there is such a file
/// is another question: `@someone` is here, too. The first 256.
pub fn at_mentions(prompt: &str) -> Vec<&str> {
    let mut mentions = Vec::new();
    for (at, _) in prompt.match_indices('@') {
        let (before, rest) = prompt.split_at(at);
        let begins =
            before.chars().next_back().is_none_or(|c| c.is_whitespace() || "([{\"'`".contains(c));
        let Some(rest) = rest.strip_prefix('@').filter(|_| begins) else { continue };
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let word = || rest.split(char::is_whitespace).next().unwrap_or_default();
        let mention =
            quoted.map_or_else(|| word().trim_end_matches(PUNCTUATION), |(quoted, _)| quoted);
        // `@file#L10-20` mentions lines of a file.
        let mention = mention.split_once("#L").map_or(mention, |(file, _)| file);
        if mentions.len() < MAX_MENTIONS && !mention.is_empty() && !mentions.contains(&mention) {
            mentions.push(mention);
        }
    }
    mentions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_of_a_prompt() {
        let check = |prompt: &str, expected: &[&str]| {
            assert_eq!(at_mentions(prompt), expected, "{prompt}");
        };
        check("look at @src/main.rs and @docs/a.md", &["src/main.rs", "docs/a.md"]);
        check("@/u/x/app/a.rs", &["/u/x/app/a.rs"]);
        check("see @a.rs, (@b.rs) and `@c.rs`.", &["a.rs", "b.rs", "c.rs"]);
        check("is it @a.rs?", &["a.rs"]);
        check("@\"my file.rs\" please", &["my file.rs"]);
        check("@a.rs @a.rs", &["a.rs"]);
        check("@src/a.rs#L10-20", &["src/a.rs"]);
        check("@ alone, and @", &[]);
        check("mail a@b.example", &[]);
        check("https://example.com/@user/x", &[]);
        check("no mention of src/main.rs", &[]);
        check("@.github/x.yml", &[".github/x.yml"]);
        check("é@x @ü.rs", &["ü.rs"]);
        check("", &[]);
        let many: Vec<String> = (0..1000).map(|number| format!("@{number}")).collect();
        assert_eq!(at_mentions(&many.join(" ")).len(), MAX_MENTIONS);
    }
}
