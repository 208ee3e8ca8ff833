//! The files of other hosts than Claude Code in which hooks of ours stand.

use hook_installer::HostFile;
use hook_protocol::ELSEWHERE;

use crate::facts::Facts;
use crate::finding::Finding;
use crate::program::is_of_this_version;

/// A file that cannot be read, and a program that is not there, which nobody else would say.
pub(super) fn files(facts: &Facts<'_>) -> Vec<Finding> {
    facts.elsewhere.iter().flat_map(|file| of_file(facts, file)).collect()
}

fn of_file(facts: &Facts<'_>, file: &HostFile) -> Vec<Finding> {
    let name = file.host.name();
    let hooks = match &file.hooks {
        Ok(hooks) => hooks,
        Err(why) => {
            let words =
                format!("the file of {name} names hooks of ours, and cannot be read: {why}");
            let line = why.strip_prefix("line ").and_then(|rest| rest.split_once(','));
            let line = line.and_then(|(line, _)| line.parse().ok());
            let finding = Finding::error(words).in_file(&file.file).fix("correct that line");
            return vec![line.map_or(finding.clone(), |line| finding.on_line(line))];
        }
    };
    let program = file.program.display();
    let again = format!("`tacklebox install {} --host {}`", hooks.join(" "), key(file));
    let is_ours = is_of_this_version(facts.given, &file.program);
    let found = match (is_startable(&file.program), is_ours) {
        (false, _) => Some(
            Finding::error(format!(
                "{program}, which {name} starts, is not there, or has no run bit"
            ))
            .fix(format!("{again} puts it there again")),
        ),
        (true, Some(false)) => Some(
            Finding::warning(format!("{program}, which {name} starts, is not of this version"))
                .fix(format!("{again} puts this one there")),
        ),
        (true, _) => None,
    };
    let strange = hooks.iter().filter(|hook| facts.offer(hook).is_none());
    let strange = strange.map(|hook| {
        Finding::warning(format!("{name} is to start {hook}, which this version does not have"))
            .fix("update the program, or take the name out of the entry")
    });
    found.into_iter().chain(strange).map(|finding| finding.in_file(&file.file)).collect()
}

/// What no hook can do there, and what has to be known.
pub(super) fn limits(facts: &Facts<'_>) -> Vec<Finding> {
    let note = |file: &HostFile| {
        let row = file.host.description();
        let cannot: Vec<&str> = row.cannot.iter().chain(ELSEWHERE).copied().collect();
        let first = row.setup.map_or("", |setup| setup.first);
        let words = format!("on {} a hook cannot {}; {first}", row.name, cannot.join("; cannot "));
        Finding::note(words).in_file(&file.file)
    };
    facts.elsewhere.iter().filter(|file| file.hooks.is_ok()).map(note).collect()
}

fn key(file: &HostFile) -> &'static str {
    file.host.description().setup.map_or("", |setup| setup.key)
}

#[cfg(unix)]
fn is_startable(program: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let found = std::fs::metadata(program);
    found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_startable(program: &std::path::Path) -> bool {
    program.is_file()
}
