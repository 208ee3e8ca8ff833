//! The environment variables that a hook may look at.

use std::collections::BTreeMap;

/// Where single environment variables are looked up.
///
/// There is no way to list them: a host hands a secret to its hooks there.
#[derive(Debug, Clone, Default)]
pub enum Environment {
    /// The environment of this process.
    #[default]
    Process,
    /// These variables and no others.
    Fixed(BTreeMap<String, String>),
}

impl Environment {
    /// The variable `name`, if it is set to Unicode and not empty.
    pub fn get(&self, name: &str) -> Option<String> {
        let value = match self {
            #[expect(clippy::disallowed_methods, reason = "this is where it comes from")]
            Self::Process => std::env::var(name).ok(),
            Self::Fixed(variables) => variables.get(name).cloned(),
        };
        value.filter(|value| !value.is_empty())
    }
}
