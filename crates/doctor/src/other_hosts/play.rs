//! The commands in the files of other hosts, run as these would: in a shell, with the variable that
//! leads to the project, over an event of each kind.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use hook_installer::{HostEntry, HostFile};
use host_stand_in::Call;

use super::{about, again, answer};
use crate::event::event_of;
use crate::facts::Facts;
use crate::finding::Finding;
use crate::program;
use crate::stage::{DEFAULT_TIMEOUT, Stage};

/// What came of it.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) findings: Vec<Finding>,
    /// The shortest time that a hook took, by its host's name and its own.
    pub(crate) took: BTreeMap<(&'static str, String), Duration>,
    /// Why nothing could be played.
    pub(crate) unknown: Option<String>,
}

/// Plays what can be started.
pub(crate) fn play(facts: &Facts<'_>) -> Played {
    let mut played = Played::default();
    if facts.hosts.is_empty() {
        return played;
    }
    let stage = match Stage::set(facts.given) {
        Ok(stage) => stage,
        Err(err) => return Played { unknown: Some(format!("{err:#}")), ..played },
    };
    for file in &facts.hosts {
        for entry in file.read() {
            let program = file.program(entry);
            let is_broken = program.is_none_or(|it| program::unstartable(&it).is_some());
            if !is_broken && !stage.tells_others(&entry.hooks) {
                played.of_entry(facts, &stage, file, entry);
            }
        }
    }
    played
}

impl Played {
    fn of_entry(&mut self, facts: &Facts<'_>, stage: &Stage, file: &HostFile, entry: &HostEntry) {
        let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
        let found = match run(stage, file, entry) {
            Ok(call) => {
                if let Some(took) = answer::took(&call) {
                    for hook in &entry.hooks {
                        let known = self.took.entry((file.host.name(), hook.clone()));
                        let known = known.or_insert(took);
                        *known = took.min(*known);
                    }
                }
                answer::judge(&call, file.host, &entry.event, &entry.hooks)
            }
            Err(err) => {
                let finding = Finding { check: "played", ..Finding::error(format!("{err:#}")) };
                vec![finding.fix(again(file, hook))]
            }
        };
        for finding in found {
            let (of, place, line) = (finding.hook.clone(), finding.file.clone(), finding.line);
            let mut finding = about(file, entry, finding);
            if let Some(hook) = of {
                finding.hook = Some(hook);
            }
            if let Some(place) = place {
                finding.file = Some(stage.as_in_project(&place, facts.given.project));
                finding.line = line;
            }
            finding.message = stage.told(&finding.message, facts.given.project);
            if self.findings.iter().all(|known| known.message != finding.message) {
                self.findings.push(finding);
            }
        }
    }
}

/// Runs the command of an entry.
fn run(stage: &Stage, file: &HostFile, entry: &HostEntry) -> Result<Call> {
    let project = stage.project();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &entry.line]);
    stage.furnish(&mut command);
    if let Some(variable) = file.host.description().setup.and_then(|it| it.project_variable) {
        command.env(variable, &project);
    }
    let seconds = entry.timeout.unwrap_or(DEFAULT_TIMEOUT).clamp(0.1, 120.0);
    let stdin = event_of(file.host, &entry.event, &project);
    host_stand_in::call(command, format!("{stdin}\n").as_bytes(), Duration::from_secs_f64(seconds))
}
