//! The names of intents.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A lock of the intent is a file of its name, and no file system takes longer ones.
const MAX_LENGTH: usize = 200;

/// The id of an intent: `[A-Za-z0-9][A-Za-z0-9._-]*`, at most 200 characters, and
/// so the name of a file that cannot lead out of its folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct IntentId(String);

impl IntentId {
    /// The id that `text` is, if it is one.
    pub fn new(text: &str) -> Option<IntentId> {
        let first = text.chars().next()?;
        let is_id = first.is_ascii_alphanumeric()
            && text.len() <= MAX_LENGTH
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
        is_id.then(|| IntentId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IntentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for IntentId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<IntentId, Self::Error> {
        IntentId::new(&text).ok_or("not an intent id")
    }
}

#[cfg(test)]
mod tests {
    use super::IntentId;

    #[test]
    fn an_id_is_the_name_of_a_file() {
        for id in ["a", "7", "INT-001", "a.b_c-d", "A..", &"x".repeat(200)] {
            assert!(IntentId::new(id).is_some(), "{id}");
        }
        for id in ["", ".a", "-a", "_a", "a/b", "../a", "a b", "é", "a\n", &"x".repeat(201)] {
            assert!(IntentId::new(id).is_none(), "{id}");
        }
    }
}
