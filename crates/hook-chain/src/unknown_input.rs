//! Reports input of unknown hosts, once for each kind.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use hook_protocol::{Event, Host, field_names, one_line};
use hook_runtime::Ctx;
use hook_state::StateDir;

/// The folder of markers, one for each reported kind of payload.
pub(crate) const STRANGERS: &str = "chain-strangers";

/// The most characters of field names in a report.
const MAX_NAMES: usize = 300;

/// Logs that an event came from an unknown host, with the names of its fields but not their values;
/// once for each set of names.
pub(crate) fn note_host(here: &Ctx, event: &Event, payload: &[u8]) {
    if event.common().host == Host::Unknown {
        let what = format!("the event {} came from an unknown host", event.name());
        note(here, &what, payload);
    }
}

/// Logs the same for an object without the name of an event.
pub(crate) fn note_nameless(here: &Ctx, payload: &[u8]) {
    note(here, "an unknown host sent input that names no event", payload);
}

fn note(here: &Ctx, what: &str, payload: &[u8]) {
    let names = field_names(payload);
    let Some(state) = here.state().filter(|_| !here.is_dry_run() && !names.is_empty()) else {
        return;
    };
    let mut hasher = DefaultHasher::new();
    (what, &names).hash(&mut hasher);
    let marker = format!("{:016x}", hasher.finish());
    // Without a marker it would be reported every time, so rather not at all.
    if StateDir::new(state.file(STRANGERS)).once(&marker).unwrap_or(false) {
        let names = one_line(&names.join(", "), MAX_NAMES);
        here.report(format_args!("{what}; its fields: {names}"));
    }
}
