//! The environment of a run: a host's, at a time that stands still.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::clock::NOW;
use crate::sandbox::Sandbox;

/// Builds the environment for a run that answers `payload`, or for a person's
/// call when there is none.
pub(crate) fn build(sandbox: &Sandbox, payload: Option<&Value>) -> BTreeMap<String, String> {
    let mut env = host_stand_in::variables(sandbox.places(), payload);
    env.insert("TACKLEBOX_NOW".to_owned(), NOW.to_owned());
    env
}
