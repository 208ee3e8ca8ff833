//! Programs of which a line of the table cannot tell all: their words are a language of their own.

pub(crate) mod code;
pub(crate) mod find;
pub(crate) mod git;
mod patch;
mod sed;
pub(crate) mod shells;
mod tar;

use crate::call::Call;
use crate::programs::Entry;
use crate::reading::Reading;
use crate::rule;
use crate::sink::Sink;

/// Notes what is known of a call by a line of the table, and by code where the line says so;
/// whether that is all there is to know of it.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) -> bool {
    match name(entry) {
        "code" => return code::look_up(call, sink, entry),
        "find" => find::look_up(call, sink),
        "git" => git::look_up(call, sink),
        "apply-patch" => patch::apply_patch(call, sink),
        "patch" => patch::patch(call, sink, entry),
        "sed" => sed::look_up(call, sink, entry),
        "shell" => {
            rule::note(&Reading::new(entry, &call.words, call.command, call.text), sink);
            shells::shell(call, sink, entry);
        }
        "source" => shells::source(call, sink),
        "tar" => tar::look_up(call, sink, entry),
        // What they run is a command of its own.
        "alias" | "eval" | "fd" | "trap" => {}
        _ => return rule::apply(call, sink, entry),
    }
    true
}

/// The code that a line is about.
pub(crate) fn name<'t>(entry: &Entry<'t>) -> &'t str {
    match entry.settings.special_of_all {
        "" => entry.settings.special,
        name => name,
    }
}
