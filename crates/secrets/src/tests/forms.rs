//! Tokens of services in text that says nothing of them.

use super::redacted_part;

/// `what|beginning|alphabet|length|ending`. The values are made up when the test runs,
/// so that no scanner takes these files for a leak.
const FORMS: &str = include_str!("forms.txt");

/// Forms at which nobody looked before the table was done.
const FORMS_HELD: &str = include_str!("forms-held.txt");

/// What the lists of other scanners had and the table had not.
const FORMS_PUBLISHED: &str = include_str!("forms-published.txt");

/// What stands around a token, with no name for it.
const CONTEXTS: [(&str, &str); 12] = [
    ("I found ", " in the log of yesterday"),
    ("\"", "\""),
    ("see `", "`, please"),
    ("[", "]"),
    ("value: ", "\n"),
    ("a=1&b=", "&c=3"),
    ("<td>", "</td>"),
    ("{\"line\": \"x\\n", "\\n\"}"),
    ("run --with '", "' --now"),
    ("| 7 | ", " | ok |"),
    ("2026-11-20T14:03:00Z INFO got ", ", going on"),
    ("", ""),
];

/// A value that is the same in every run.
fn value(alphabet: &str, length: usize, seed: usize) -> String {
    let characters = match alphabet {
        "t" => "A2B3C4D5E6F7GHIJKLMNOPQRSTUVWXYZ",
        "h" => "0123456789abcdef",
        "u" => "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ",
        "l" => "0123456789abcdefghijkmnpqrstuvwxyz",
        "b" => "0123456789ABCDEFGHabcdefghijkmnpqrstuvwxyz+/",
        _ => "0123456789ABCDEFGHabcdefghijkmnpqrstuvwxyz",
    };
    let mut state = u32::try_from(seed).unwrap().wrapping_mul(2_654_435_761) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        characters.as_bytes()[state as usize % characters.len()] as char
    };
    (0..length).map(|_| next()).collect()
}

/// Those of which a context keeps more than the beginning.
fn kept(forms: &str) -> Vec<String> {
    let mut kept = Vec::new();
    for (number, form) in forms.lines().enumerate() {
        let mut parts = form.split('|').skip(1);
        let mut next = || parts.next().unwrap_or_default();
        let (beginning, alphabet, length) = (next(), next(), next().parse().unwrap());
        let secret = value(alphabet, length, number + 1);
        let token = format!("{beginning}{secret}{}", next());
        for shift in 0..3 {
            let (before, after) = CONTEXTS[(number + shift * 4) % CONTEXTS.len()];
            let text = format!("{before}{token}{after}");
            if redacted_part(&text).is_none_or(|part| !part.contains(&secret)) {
                kept.push(format!("{form}: {text}"));
            }
        }
    }
    kept
}

#[test]
fn tokens_are_known_by_their_forms() {
    assert_eq!(kept(FORMS), [""; 0]);
}

#[test]
fn forms_that_were_held_back_are_known() {
    assert!(FORMS.lines().count() + FORMS_HELD.lines().count() > 120);
    let kept = kept(FORMS_HELD);
    assert_eq!(kept, [""; 0]);
}

#[test]
fn what_other_scanners_list_is_known() {
    assert_eq!(kept(FORMS_PUBLISHED), [""; 0]);
}
