//! What a new hook is called, and where its names go.

/// The names of a hook.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// `bell-hook`: the package, the program, the template.
    pub(super) hook: String,
    /// `bell`: its configuration.
    pub(super) short: String,
    /// What it is for.
    about: String,
}

impl Name {
    /// Says what is wrong with a name, or with what the hook is for.
    pub(super) fn new(name: &str, about: &str) -> Result<Self, String> {
        let short = name.strip_suffix("-hook").unwrap_or(name);
        let is_word = |word: &str| {
            word.starts_with(|char: char| char.is_ascii_lowercase())
                && word.chars().all(|char| char.is_ascii_lowercase() || char.is_ascii_digit())
        };
        if !short.split('-').all(is_word) {
            return Err(format!(
                "`{name}` is not a name: use lower-case words with hyphens between them"
            ));
        }
        let about = about.trim();
        let is_plain = |char: char| !char.is_control() && !"\"\\|`@".contains(char);
        if about.is_empty() || about.ends_with('.') || !about.chars().all(is_plain) {
            return Err(format!("`{about}` is not a sentence in plain words without a full stop"));
        }
        Ok(Self { hook: format!("{short}-hook"), short: short.to_owned(), about: about.to_owned() })
    }

    /// A text of the model with the names in their places.
    pub(super) fn fill(&self, model: &str) -> String {
        model
            .replace("@HOOK@", &self.hook)
            .replace("@CRATE@", &self.hook.replace('-', "_"))
            .replace("@NAME@", &self.short)
            .replace("@ABOUT@", &self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_words_with_hyphens() {
        for name in ["bell", "bell-hook"] {
            let name = Name::new(name, " Rings ").unwrap();
            let filled = name.fill("@HOOK@ @CRATE@ @NAME@: @ABOUT@.");
            assert_eq!(filled, "bell-hook bell_hook bell: Rings.");
        }
        assert_eq!(Name::new("door-bell2-hook", "Rings").unwrap().short, "door-bell2");
        for name in ["", "-hook", "Bell", "bell_hook", "bell--ring", "2bell", "../bell", "bell-"] {
            assert!(Name::new(name, "Rings").is_err(), "{name}");
        }
    }

    #[test]
    fn what_it_is_for_is_a_sentence() {
        for about in ["", "Rings.", "Rings \"loud\"", "a | b", "a\nb"] {
            assert!(Name::new("bell", about).is_err(), "{about}");
        }
    }
}
