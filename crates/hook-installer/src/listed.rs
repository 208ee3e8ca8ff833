//! Where a hook is installed.

use std::fmt;

use claude_settings::{ENGINE, Start};

use crate::error::InstallError;
use crate::files;
use crate::offer::Offer;
use crate::place::{Place, Scope};

/// What one settings file says of a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// It starts the hook from where we put it.
    Here(Scope),
    /// It starts the hook together with others, from where we put the engine.
    Together(Scope),
    /// It starts a program of this name from another folder.
    Elsewhere(Scope, String),
    /// Nobody can say: the host would ignore the file. The text says why.
    Unreadable(Scope, String),
}

impl Listed {
    /// What the settings of these places say of the hook of `offer`; empty where it is in none.
    ///
    /// # Errors
    /// When a file is there and cannot be read.
    pub fn of(offer: &Offer, places: &[Place]) -> Result<Vec<Self>, InstallError> {
        let mut found = Vec::new();
        for place in places {
            let settings = files::read(&place.settings())?.unwrap_or_default();
            let command = place.command(&offer.hook)?;
            let scope = place.scope();
            if let Err(err) = claude_settings::uninstall(&settings, &[]) {
                found.push(Self::Unreadable(scope, err.to_string()));
            } else {
                found.extend(match claude_settings::started(&settings, &command) {
                    Some(Start::Alone) => Some(Self::Here(scope)),
                    Some(Start::Together) => Some(Self::Together(scope)),
                    None => None,
                });
            }
            let elsewhere = claude_settings::namesakes(&settings, &command);
            found.extend(elsewhere.into_iter().map(|program| Self::Elsewhere(scope, program)));
        }
        Ok(found)
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here(scope) => f.write_str(scope.name()),
            Self::Together(scope) => write!(f, "{}, by {ENGINE}", scope.name()),
            Self::Elsewhere(scope, program) => write!(f, "{}: {program}", scope.name()),
            Self::Unreadable(scope, why) => write!(f, "{}: unreadable, {why}", scope.name()),
        }
    }
}
