//! Where the hooks of these tests are looked at.

use std::path::Path;
use std::time::Duration;

use hooklint::{DEFAULT_VERSION, Given, Hook, Level, Network, Person, Report, lint};

/// Long enough for a machine that has other things to do.
const AMPLE: Duration = Duration::from_secs(60);

/// Looks at hooks as the program does.
pub(crate) fn looked_at(hooks: Vec<Hook>, settings: Option<&str>) -> Report {
    looked_at_within(AMPLE, hooks, settings)
}

/// The same, where a run that takes longer than the limit is ended.
pub(crate) fn looked_at_within(
    limit: Duration,
    hooks: Vec<Hook>,
    settings: Option<&str>,
) -> Report {
    lint(&Given {
        hooks,
        settings,
        version: DEFAULT_VERSION,
        path: "/usr/local/bin:/usr/bin:/bin",
        limit: Some(limit),
        network: Network::AsItIs,
        progress: &|_step| {},
    })
    .unwrap()
}

/// A line for a shell, on one event and tool.
pub(crate) fn script(line: &str, place: &str) -> Hook {
    let (event, tool) = place.split_once(' ').unwrap_or((place, ""));
    let person = Person { cwd: Path::new("/"), home: None };
    let tool = (!tool.is_empty()).then_some(tool);
    Hook::typed(&[line.to_owned()], &person).narrowed(Some(event), tool).unwrap()
}

/// The ids of all faults, each once.
pub(crate) fn faults(report: &Report) -> Vec<&'static str> {
    let faults = report.findings.iter().filter(|found| found.level == Level::Finding);
    let mut ids: Vec<_> = faults.map(|found| found.id).collect();
    ids.dedup();
    ids
}
