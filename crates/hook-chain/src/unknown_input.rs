//! Says once what a host has sent that nobody has described.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use hook_protocol::{Event, Host, field_names, one_line};
use hook_runtime::Ctx;
use hook_state::StateDir;

/// The folder of markers, one for each kind of payload that was said.
pub(crate) const STRANGERS: &str = "chain-strangers";

/// How many letters of the fields' names are told.
const MAX_NAMES: usize = 300;

/// Writes into the error log that an event came from a host that is not known, with the names
/// of its fields and none of their values; once for each set of them.
pub(crate) fn note_host(here: &Ctx, event: &Event, payload: &[u8]) {
    if event.common().host == Host::Unknown {
        let what = format!("the event {} came from a host that is not known", event.name());
        note(here, &what, payload);
    }
}

/// The same of an object that does not say its event.
pub(crate) fn note_nameless(here: &Ctx, payload: &[u8]) {
    note(here, "a host that is not known sent something that does not say its event", payload);
}

fn note(here: &Ctx, what: &str, payload: &[u8]) {
    let names = field_names(payload);
    let Some(state) = here.state().filter(|_| !here.is_dry_run() && !names.is_empty()) else {
        return;
    };
    let mut hasher = DefaultHasher::new();
    (what, &names).hash(&mut hasher);
    let marker = format!("{:016x}", hasher.finish());
    // A marker that cannot be written says the same every time: rather nothing, then.
    if StateDir::new(state.file(STRANGERS)).once(&marker).unwrap_or(false) {
        let names = one_line(&names.join(", "), MAX_NAMES);
        here.report(format_args!("{what}; its fields: {names}"));
    }
}
