//! A state that is only supposed, for whoever asks what a hook would say in it.

use super::Ctx;

impl Ctx {
    /// The same where hooks take `state` for what they would otherwise look up: the activity state,
    /// or the intent that was chosen.
    #[must_use]
    pub fn supposing(&self, state: &str) -> Self {
        Self { supposed: Some(state.into()), ..self.clone() }
    }

    /// The state to go by, where one is supposed ([`Ctx::supposing`]).
    pub fn supposed_state(&self) -> Option<&str> {
        self.supposed.as_deref()
    }
}
