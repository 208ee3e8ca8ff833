//! What the transcripts and the account tell of the sessions that were: calls of which no hook heard,
//! and calls that ran although they were denied.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_installer::Kind;
use transcripts::{Block, Place, find_from_end, read_on};

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::matcher::read;

/// So many sessions are looked at, the newest.
const MAX_SESSIONS: usize = 5;

/// So much of the end of a transcript is read.
const MAX_READ: u64 = 1 << 20;

/// The time of the last call of a hook is known to the minute, and a call takes a while.
const TOLERANCE: Duration = Duration::from_secs(180);

/// A session of the host.
struct Session {
    file: PathBuf,
    begun: SystemTime,
}

/// Calls of which a hook should have heard, in a session that began after it was installed.
pub(super) fn unheard(facts: &Facts<'_>) -> Vec<Finding> {
    let sessions = sessions(facts);
    let mut found = Vec::new();
    for hook in facts.installed() {
        let asked = (facts.given.about)(hook).asked;
        let deciding =
            facts.of(hook).filter(|entry| entry.handler.event == "PreToolUse").collect::<Vec<_>>();
        let newest = deciding.iter().flat_map(|entry| {
            let since = installed_at(facts, entry);
            let its =
                sessions.iter().filter(move |session| since.is_some_and(|it| session.begun > it));
            its.filter_map(|session| last_call(facts, entry, hook, session))
        });
        let Some((at, tool, file)) = newest.max_by_key(|(at, ..)| *at) else { continue };
        if asked.is_none_or(|asked| asked + TOLERANCE < at) {
            let message = format!("{tool} was used in a session, but {hook} did not run");
            let finding = Finding::warning(message).of(hook).in_file(&file);
            found.push(finding.fix("`claude --debug` shows which hooks the client starts"));
        }
    }
    found
}

/// Calls that a hook denied, and that have run.
pub(super) fn overruled(facts: &Facts<'_>) -> Vec<Finding> {
    let told = |hook: &str| {
        let call = (facts.given.about)(hook).overruled?;
        let message = format!("a call that {hook} denied ran anyway: {call}");
        let fix = "`tacklebox log --denied` shows it; look for plugins with modules";
        Some(Finding::error(message).of(hook).fix(fix))
    };
    facts.anywhere().into_iter().filter_map(told).collect()
}

/// The newest sessions of the project.
fn sessions(facts: &Facts<'_>) -> Vec<Session> {
    let Some(host) = facts.given.folders.of_host() else { return Vec::new() };
    let name = facts.given.project.to_string_lossy();
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let entries = fs::read_dir(host.join("projects").join(name)).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let files = files.filter(|file| file.extension().is_some_and(|it| it == "jsonl"));
    let mut files: Vec<(SystemTime, PathBuf)> =
        files.filter_map(|file| Some((modified(&file)?, file))).collect();
    files.sort();
    let newest = files.into_iter().rev().take(MAX_SESSIONS);
    newest.filter_map(|(_, file)| Some(Session { begun: begun(&file)?, file })).collect()
}

fn begun(file: &Path) -> Option<SystemTime> {
    let batch = read_on(file, Place::default()).ok()?;
    batch.entries().find_map(|entry| entry.at())
}

/// Since when an entry is as it is: its file and its program.
fn installed_at(facts: &Facts<'_>, entry: &Entered) -> Option<SystemTime> {
    let is_settings = matches!(facts.kind(entry), Some(Kind::Settings(_) | Kind::Managed));
    let settings = modified(facts.file(entry)).filter(|_| is_settings)?;
    let program = entry.program.as_deref().and_then(modified)?;
    Some(settings.max(program))
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|found| found.modified()).ok()
}

/// The last call of a tool that an entry reaches, and the hook is for.
fn last_call(
    facts: &Facts<'_>,
    entry: &Entered,
    hook: &str,
    session: &Session,
) -> Option<(SystemTime, String, PathBuf)> {
    let wanted = facts.wanted(hook, &entry.handler.event)?;
    let [is, should] = [&entry.handler, &wanted].map(|it| read(it.matcher.as_deref()));
    let call = |line: &transcripts::Entry<'_>| {
        let at = line.at()?;
        let tool = line.blocks().into_iter().find_map(|block| match block {
            Block::ToolUse(call) if is.reaches(&call.name) && should.reaches(&call.name) => {
                Some(call.name.into_owned())
            }
            _ => None,
        })?;
        Some((at, tool, session.file.clone()))
    };
    find_from_end(&session.file, MAX_READ, call).ok().flatten()
}
