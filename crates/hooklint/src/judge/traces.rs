//! What a hook costs and leaves behind: time, processes, files, secrets.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{add_place, finding, together};
use crate::finding::{Finding, HERE};
use crate::probe::Kind;
use crate::run::SECRETS;
use crate::stage::{Place, Written};
use crate::survey::{SLOW, Seen, Survey};
use reply_rules::shown;

/// What a host waits for all hooks together at the end of a session.
const MAX_SESSION_END: Duration = Duration::from_millis(1_500);

/// Where programs keep what is theirs.
const OWN_IN_PROJECT: [&str; 3] = [".claude/", ".tacklebox/", ".orchestration/"];
const OWN_IN_HOME: [&str; 4] = [".claude/", ".cache/", ".config/", ".local/"];

pub(super) fn found(survey: &Survey) -> Vec<Finding> {
    let found = [
        slow(survey),
        slow_session_end(survey),
        left_behind(survey),
        secret(survey),
        network(survey),
    ];
    found.into_iter().flatten().chain(written(survey)).collect()
}

/// Runs that came to an end by themselves and took longer.
fn longer(survey: &Survey, than: Duration, is_session_end: bool) -> Vec<&Seen> {
    let is_hang = |seen: &Seen| seen.reply.faults.iter().any(|fault| fault.id == "hang");
    let is_meant = |seen: &&Seen| {
        seen.ran.call.took > than
            && (seen.probe.event == "SessionEnd") == is_session_end
            && !is_hang(seen)
    };
    survey.of(&[Kind::Harmless, Kind::Dangerous]).filter(is_meant).collect()
}

fn slow(survey: &Survey) -> Option<Finding> {
    together(longer(survey, SLOW, false), |seen| {
        let came = format!("{} ms, the fastest of three runs", seen.ran.call.took.as_millis());
        finding("slow", seen, came, "the agent waits for it each time", HERE)
    })
}

fn slow_session_end(survey: &Survey) -> Option<Finding> {
    together(longer(survey, MAX_SESSION_END, true), |seen| {
        let came = format!("{} ms, the fastest of three runs", seen.ran.call.took.as_millis());
        let host = "all hooks share 1.5 s at the end of a session; then the host kills them";
        finding("slow-session-end", seen, came, host, "from the types and documentation")
    })
}

fn left_behind(survey: &Survey) -> Option<Finding> {
    together(survey.seen.iter().filter(|seen| !seen.ran.left.is_empty()), |seen| {
        let came = format!("still running: {}", shown(&seen.ran.left.join(", ")));
        finding(
            "left-behind",
            seen,
            came,
            "it keeps running beside the session, one for each event",
            HERE,
        )
    })
}

fn network(survey: &Survey) -> Option<Finding> {
    together(survey.seen.iter().filter(|seen| seen.ran.attempts > 0), |seen| {
        let attempts = match seen.ran.attempts {
            1 => "1 attempt".to_owned(),
            attempts => format!("{attempts} attempts"),
        };
        let came = format!("{attempts} to connect, without a network");
        let host = "the content of the event may reach another program or leave this machine";
        finding("network", seen, came, host, HERE)
    })
}

fn secret(survey: &Survey) -> Option<Finding> {
    together(survey.seen.iter().filter(|seen| told(seen).is_some()), |seen| {
        let (name, place) = told(seen).unwrap_or_default();
        let host = "output ends up in transcripts, and files may be committed";
        finding("secret", seen, format!("the value of {name} {place}"), host, HERE)
    })
}

/// The variable whose value got out, and where.
fn told(seen: &Seen) -> Option<(&'static str, String)> {
    let streams = [("on stdout", &seen.ran.stdout), ("on stderr", &seen.ran.stderr)];
    SECRETS.iter().find_map(|(name, value)| {
        let stream = streams.iter().find(|(_, text)| text.contains(value));
        let holds =
            |file: &&Written| file.bytes.windows(value.len()).any(|it| it == value.as_bytes());
        let place = stream.map(|(place, _)| (*place).to_owned());
        let file = || Some(format!("in {}", seen.ran.written.iter().find(holds)?.path));
        Some((*name, place.or_else(file)?))
    })
}

/// The id of some files, which they are, and what is to be said of them.
type Kept = (&'static str, fn(&Written) -> bool, &'static str);

/// The files that were written, by where they lie.
fn written(survey: &Survey) -> Vec<Finding> {
    let kinds: [Kept; 2] = [
        (
            "writes-project",
            |file| file.place == Place::Project && !is_usual(file),
            "they are in the project, so git lists them",
        ),
        (
            "writes-home",
            |file| file.place == Place::Home && !is_usual(file),
            "they are in the home folder",
        ),
    ];
    let mut found = Vec::new();
    for (id, is_meant, host) in kinds {
        let mut files = BTreeSet::new();
        let mut one: Option<Finding> = None;
        for seen in &survey.seen {
            let own: BTreeSet<String> =
                seen.ran.written.iter().filter(|file| is_meant(file)).map(named).collect();
            if own.is_empty() {
                continue;
            }
            files.extend(own);
            match &mut one {
                Some(known) => add_place(known, seen),
                None => one = Some(finding(id, seen, "", host, HERE)),
            }
        }
        found.extend(one.map(|mut one| {
            one.came = format!("written: {}", shown(&Vec::from_iter(files).join(", ")));
            one
        }));
    }
    found
}

fn is_usual(file: &Written) -> bool {
    let usual: &[&str] = match file.place {
        Place::Project => &OWN_IN_PROJECT,
        Place::Home => &OWN_IN_HOME,
    };
    usual.iter().any(|folder| file.path.starts_with(folder))
}

fn named(file: &Written) -> String {
    match file.place {
        Place::Project => file.path.clone(),
        Place::Home => format!("~/{}", file.path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_usual_places() {
        let file = |place, path: &str| Written { place, path: path.to_owned(), bytes: Vec::new() };
        assert!(is_usual(&file(Place::Home, ".claude/x/y")));
        assert!(!is_usual(&file(Place::Home, "x.log")));
        assert!(!is_usual(&file(Place::Project, "logs/x.json")));
        assert_eq!(named(&file(Place::Home, "x.log")), "~/x.log");
    }
}
