//! Suggestions for mistyped names.

/// The least similarity of a suggestion, from 0 to 1.
const MIN_LIKENESS: f64 = 0.85;

/// The name most similar to `spoken`, ignoring case, if one is similar; the first of several.
pub fn nearest<'a>(spoken: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let spoken = spoken.to_lowercase();
    let likeness = |name: &str| strsim::jaro(&spoken, &name.to_lowercase());
    let mut best = (MIN_LIKENESS, None);
    for name in names {
        let likeness = likeness(name);
        if likeness > best.0 {
            best = (likeness, Some(name));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_another_name_is_none() {
        let names = ["WebFetch", "WebSearch", "Bash", "governance-hook", "intent-gate-hook"];
        for (spoken, expected) in [
            ("Webfetch", Some("WebFetch")),
            ("web-fetch", Some("WebFetch")),
            ("WebFecth", Some("WebFetch")),
            ("bash", Some("Bash")),
            ("goverance-hook", Some("governance-hook")),
            ("NoSuchTool", None),
            ("nope", None),
            ("", None),
        ] {
            assert_eq!(nearest(spoken, names), expected, "{spoken}");
        }
    }
}
