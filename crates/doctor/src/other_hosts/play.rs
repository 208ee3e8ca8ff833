//! Runs the commands in the files of other hosts as these would: in a shell, with the variable that names
//! the project, and with each event.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use hook_installer::{HostEntry, HostFile};
use host_stand_in::Call;

use super::answer;
use crate::event::event_of;
use crate::facts::Facts;
use crate::play::{Played, Run};
use crate::program::unstartable;
use crate::stage::{DEFAULT_TIMEOUT, Stage};

/// Runs every entry that can start.
pub(crate) fn play(facts: &Facts<'_>, stage: &Stage, played: &mut Played) {
    for file in &facts.hosts {
        for entry in file.read() {
            let is_broken = file.program(entry).is_none_or(|it| unstartable(&it).is_some());
            if !is_broken && !stage.tells_others(&entry.hooks) {
                let hooks = &entry.hooks;
                let host = Some(file.host.name());
                let run = Run { host, hooks, file: &file.file, line: entry.at };
                let judge = |call: &Call| answer::judge(call, file.host, &entry.event, hooks);
                played.add((facts, stage), &run, command(stage, file, entry), judge);
            }
        }
    }
}

/// Runs the command of an entry.
fn command(stage: &Stage, file: &HostFile, entry: &HostEntry) -> Result<Call> {
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
