//! The labels of options: what is compared of them, and the mark of a recommendation.

use unicode_normalization::UnicodeNormalization as _;

/// How options are marked as recommended, in brackets before or behind the label, in any case:
/// English, German, French, Spanish and Portuguese, Italian, Russian, Chinese, Japanese, Korean.
const MARKS: [&str; 18] = [
    "recommended",
    "empfohlen",
    "recommandé",
    "recommandée",
    "recomendado",
    "recomendada",
    "consigliato",
    "consigliata",
    "raccomandato",
    "raccomandata",
    "рекомендуется",
    "рекомендовано",
    "推荐",
    "推薦",
    "推奨",
    "おすすめ",
    "추천",
    "권장",
];

const BRACKETS: [(char, char); 4] = [('(', ')'), ('（', '）'), ('[', ']'), ('【', '】')];

/// The label without its mark in one form of Unicode (NFC), white space collapsed.
pub(crate) fn plain(label: &str) -> String {
    let label = collapsed(label);
    unmarked(&label).unwrap_or(label)
}

/// Whether the label is marked as recommended.
pub(crate) fn is_marked(label: &str) -> bool {
    unmarked(&collapsed(label)).is_some()
}

/// What two labels are compared by: case, white space, the mark and how Unicode writes the same
/// letter are nothing, and a letter that only looks the same is another one.
pub(crate) fn key(label: &str) -> String {
    plain(label).to_lowercase()
}

/// Whether two labels are the same option.
pub(crate) fn same_label(left: &str, right: &str) -> bool {
    key(left) == key(right)
}

/// A text as it is compared: in lower case, white space collapsed.
pub(crate) fn folded(text: &str) -> String {
    collapsed(text).to_lowercase()
}

fn collapsed(text: &str) -> String {
    let text: String = text.nfc().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rest of a label that begins or ends with a mark; a mark alone is a label.
fn unmarked(label: &str) -> Option<String> {
    let is_mark = |inside: &str| MARKS.contains(&inside.trim().to_lowercase().as_str());
    BRACKETS.iter().find_map(|(open, close)| {
        let behind = label.strip_suffix(*close).and_then(|rest| rest.rsplit_once(*open));
        let behind = behind.filter(|(_, inside)| is_mark(inside)).map(|(rest, _)| rest);
        let before = || label.strip_prefix(*open).and_then(|rest| rest.split_once(*close));
        let before = || before().filter(|(inside, _)| is_mark(inside)).map(|(_, rest)| rest);
        let rest = behind.or_else(before)?.trim();
        (!rest.is_empty()).then(|| rest.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_at_one_end_of_a_label() {
        for (label, expected) in [
            ("SQLite (recommended)", Some("SQLite")),
            ("SQLite(RECOMMENDED)", Some("SQLite")),
            ("(Recommended) SQLite", Some("SQLite")),
            ("[recommended] SQLite", Some("SQLite")),
            ("SQLite（推荐）", Some("SQLite")),
            ("【推薦】SQLite", Some("SQLite")),
            ("SQLite (推奨)", Some("SQLite")),
            ("SQLite （おすすめ）", Some("SQLite")),
            ("SQLite (추천)", Some("SQLite")),
            ("SQLite (Empfohlen)", Some("SQLite")),
            ("SQLite (recommande\u{301})", Some("SQLite")),
            ("SQLite (recomendado)", Some("SQLite")),
            ("SQLite (consigliato)", Some("SQLite")),
            ("SQLite (Рекомендуется)", Some("SQLite")),
            ("B (small) ( recommended )", Some("B (small)")),
            ("SQLite", None),
            ("SQLite recommended", None),
            ("SQLite (recommended) - one file", None),
            ("SQLite (not recommended)", None),
            ("SQLite (best)", None),
            ("SQLite (recommended]", None),
            ("SQLite (re\u{441}ommended)", None),
            ("(recommended)", None),
            ("", None),
        ] {
            assert_eq!(is_marked(label), expected.is_some(), "{label}");
            assert_eq!(plain(label), expected.unwrap_or(label), "{label}");
        }
    }

    #[test]
    fn a_label_is_another_one_where_a_letter_is() {
        for same in ["  redis\u{a0}cache ", "REDIS CACHE", "Redis  Cache (recommended)"] {
            assert!(same_label("Redis cache", same), "{same}");
        }
        assert!(same_label("Caf\u{e9}", "cafe\u{301}"));
        for other in ["R\u{435}dis cache", "Ｒedis cache", "Redis\u{200b} cache", "Redis-cache"] {
            assert!(!same_label("Redis cache", other), "{other}");
        }
    }
}
