//! Amounts of money: what costs so much is for a person, whatever it is called.

/// Signs and names of currencies.
const SIGNS: [char; 10] = [
    '$', '\u{20ac}', '\u{a3}', '\u{a5}', '\u{20b9}', '\u{20bd}', '\u{20ba}', '\u{20a9}',
    '\u{5143}', '\u{5186}',
];
const NAMES: [&str; 32] = [
    "aud", "bitcoin", "btc", "bucks", "cad", "chf", "cny", "czk", "dkk", "dollar", "dollars",
    "eth", "eur", "euro", "euros", "fr", "franken", "gbp", "huf", "inr", "jpy", "kr", "nok", "pln",
    "pounds", "quid", "rs", "rub", "sek", "usd", "usdc", "z\u{142}",
];

/// What is paid for again and again.
const PERIODS: [&str; 7] = ["annum", "license", "mo", "month", "seat", "year", "yr"];

/// What a question is about that speaks of amounts as of a thing that is shown or tested.
const SHOWN: [&str; 19] = [
    "column",
    "currencies",
    "currency",
    "display",
    "displayed",
    "example",
    "field",
    "fixture",
    "fixtures",
    "format",
    "formatted",
    "mock",
    "placeholder",
    "prices",
    "pricing",
    "rounded",
    "rounding",
    "shown",
    "tests",
];

/// Whether a text names an amount: `$49`, `12 €`, `EUR 40`, `~$1.5k`.
pub(crate) fn names_amount(text: &str) -> bool {
    let is_amount = |(at, sign): (usize, char)| {
        let before = text.get(..at).unwrap_or_default().trim_end_matches(' ');
        let behind = text.get(at + sign.len_utf8()..).unwrap_or_default();
        let is_behind = before.ends_with(|last: char| last.is_ascii_digit());
        is_behind && ends_amount(behind) || begins_amount(behind.trim_start_matches(' '))
    };
    text.char_indices().filter(|(_, sign)| SIGNS.contains(sign)).any(is_amount)
        || names_currency(text)
}

/// `12 USD`, `EUR 12`.
fn names_currency(text: &str) -> bool {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '.');
    let words: Vec<&str> =
        words.map(|it| it.trim_matches('.')).filter(|it| !it.is_empty()).collect();
    let is_name = |word: &str| NAMES.contains(&word.to_lowercase().as_str());
    let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    words.windows(2).any(|pair| match pair {
        [first, second] => {
            is_name(first) && is_number(second) || is_number(first) && is_name(second)
        }
        _ => false,
    })
}

/// What is paid again and again: `49 per month`, `49/mo`, `12 a seat`.
pub(crate) fn names_rate(text: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit();
    text.char_indices().any(|(at, sign)| {
        let behind = text.get(at + 1..).unwrap_or_default();
        is_digit(sign) && !behind.starts_with(is_digit) && begins_rate(behind)
    })
}

fn begins_rate(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let unit = ["/", "per ", "a "].iter().find_map(|each| text.strip_prefix(each));
    let unit = unit.map(|it| it.trim_start_matches(' ')).unwrap_or_default();
    let end = unit.find(|it: char| !it.is_alphanumeric()).unwrap_or(unit.len());
    unit.get(..end).is_some_and(|it| PERIODS.contains(&it))
}

/// More than the `$1` of a pattern or a script.
fn begins_amount(text: &str) -> bool {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let digits = text.len() - rest.len();
    let is_each = ["/", " a ", " an ", " per "].iter().any(|words| rest.starts_with(words));
    let has_cents = [".", ","].iter().any(|sign| {
        let cents = rest.strip_prefix(sign);
        cents.is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()))
    });
    let is_word = rest.starts_with(|next: char| next.is_alphabetic() && !"kKmM".contains(next));
    digits > 0 && (digits > 1 || is_each || has_cents) && !is_word
}

fn ends_amount(text: &str) -> bool {
    !text.starts_with(|next: char| next.is_alphanumeric() || "{_(\"'".contains(next))
}

/// Whether a question is about how amounts are shown, or about tests of them.
pub(crate) fn is_about_amounts(question: &str) -> bool {
    let mut words = question.split(|it: char| !it.is_alphanumeric());
    words.any(|word| SHOWN.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_known() {
        for text in [
            "$32 an hour",
            "2,100 $ a month",
            "Pro: $49/month",
            "$8 an hour",
            "the 50$ plan",
            "12 \u{20ac} a year",
            "about ~$60",
            "$1.5k",
            "40 EUR",
            "USD 12",
            "Fr. 40",
            "0.1 BTC",
            "49 z\u{142}",
        ] {
            assert!(names_amount(text), "{text}");
        }
        for text in ["$1 and $2", "use ${NAME}", "costs nothing", "a$b", "^12$(x)", "$12px", "2 d"]
        {
            assert!(!names_amount(text), "{text}");
        }
        assert!(
            is_about_amounts("How should prices be shown?") && !is_about_amounts("Which size?")
        );
    }
}
