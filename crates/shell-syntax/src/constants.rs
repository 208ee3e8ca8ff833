//! Variables that stand for a text in a script.

/// Names with what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settled(Vec<(String, String)>);

impl Settled {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each name with its value.
    pub(crate) fn into_pairs(self) -> Vec<(String, String)> {
        self.0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a variable that is none of these.
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        if self.value(name).is_none() {
            self.0.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Leaves those of which this holds, given name and value.
    pub(crate) fn retain(&mut self, holds: impl Fn(&str, &str) -> bool) {
        self.0.retain(|(name, value)| holds(name, value));
    }

    /// What `name` stands for in quotes.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(settled, _)| settled == name);
        found.map(|(_, value)| value.as_str())
    }

    /// What it stands for without any, where the shell may split a value, or match files with it.
    pub(crate) fn unquoted(&self, name: &str) -> Option<&str> {
        self.value(name).filter(|value| is_plain(value))
    }
}

/// Whether the shell makes one word of a value, and that text itself, without quotes too.
fn is_plain(value: &str) -> bool {
    value.chars().all(|next| next.is_ascii_alphanumeric() || "_./:@%+,=-".contains(next))
}
