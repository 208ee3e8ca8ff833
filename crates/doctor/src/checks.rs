//! The checks: each is a function from the facts to its findings.

use crate::facts::Facts;
use crate::finding::Finding;
use crate::other_hosts;
use crate::shell;

mod configuration;
mod entries;
mod fields;
mod files;
mod history;
mod matchers;
mod neighbours;
mod programs;
mod state;
mod switches;

pub(crate) use configuration::linted;
pub use configuration::{is_configured, unwritten};

/// A check: the name of its findings, and the function.
pub type Check = (&'static str, fn(&Facts<'_>) -> Vec<Finding>);

/// The checks that run nothing, in the order in which their findings are listed.
pub const CHECKS: [Check; 35] = [
    ("json", files::strict_json),
    ("place", files::hooks_where_no_host_reads_them),
    ("switch", switches::all_hooks_off),
    ("managed-only", switches::managed_hooks_alone),
    ("managed-sources", switches::other_managed_settings),
    ("trust", switches::trust),
    ("mode", switches::mode),
    ("entry", entries::events_taken_out),
    ("matcher", matchers::ours),
    ("condition", fields::condition),
    ("field", fields::not_waited_for),
    ("timeout", fields::timeout_below_the_deadline),
    ("on-failure", fields::on_failure),
    ("on-failure", fields::failure_that_passes),
    ("program", programs::startable),
    ("program", programs::nameless),
    ("program", programs::lasting),
    ("program", programs::of_this_version),
    ("program", programs::of_leases),
    ("shell", shell::written),
    ("twice", entries::twice),
    ("module", neighbours::modules),
    ("other-host", neighbours::other_hosts),
    ("state", state::folder),
    ("state", state::room),
    ("unheard", history::unheard),
    ("overruled", history::overruled),
    ("configuration", configuration::missing),
    ("configuration", configuration::of_another_checkout),
    ("policy", configuration::policies),
    ("host-file", other_hosts::unreadable),
    ("program", other_hosts::not_startable),
    ("program", other_hosts::of_another_version),
    ("entry", other_hosts::events_taken_out),
    ("timeout", other_hosts::timeout_below_the_deadline),
];

/// What all of them find.
pub(crate) fn findings(facts: &Facts<'_>) -> Vec<Finding> {
    let named = |(name, check): &Check| {
        let name = *name;
        check(facts).into_iter().map(move |finding| Finding { check: name, ..finding })
    };
    CHECKS.iter().flat_map(named).collect()
}
