//! What is known of a client: the events that it has, the fields of their payloads, and what replies
//! do there. From a run of it, or from a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use memchr::memmem;
use serde_json::Value;

use super::outcome::{Trials, effects, observed};
use super::play::{Plan, play};
use super::shape::fields;
use crate::files::{json, stem};
use crate::output;

/// How the list of all events begins in a client.
const EVENTS: &[u8] = br#"["PreToolUse","PostToolUse","#;

/// More than any list of events has.
const MAX_EVENTS: usize = 4_000;

/// What is known of a client: lines that say for themselves what they are about.
#[derive(Debug, Default)]
pub(super) struct Recording {
    /// Its name and version.
    pub(super) client: String,
    pub(super) lines: BTreeSet<String>,
}

impl Recording {
    /// Plays all sessions and replies of `folder` whose names have this word in them.
    pub(super) fn of_client(client: &Path, folder: &Path, only: &str) -> anyhow::Result<Self> {
        let client = client.canonicalize().with_context(|| format!("no {}", client.display()))?;
        let knows = known(&fs::read(&client)?);
        ensure!(!knows.is_empty(), "{} has no list of events", client.display());
        let project = folder.join("project");
        let sessions: BTreeMap<String, Plan> =
            serde_json::from_value(json(&folder.join("sessions.json"))?)?;
        let trials: Trials = serde_json::from_value(json(&folder.join("replies.json"))?)?;
        let mut recording = Self::default();
        let mut payloads = Vec::new();
        for (name, plan) in
            sessions.iter().filter(|(name, _)| format!("session {name}").contains(only))
        {
            output::error_line(format_args!("session {name}"));
            let seen = play(&client, &knows, &project, plan, None).with_context(|| name.clone())?;
            recording.client = version(&seen.lines).unwrap_or(recording.client);
            payloads.extend(seen.payloads);
        }
        recording.lines = fields(&payloads);
        let mut without = BTreeMap::new();
        for tried in
            trials.all(&knows).iter().filter(|tried| format!("reply {}", tried.name).contains(only))
        {
            output::error_line(format_args!("reply {}", tried.name));
            let plan =
                trials.stages.get(tried.stage).with_context(|| format!("no {}", tried.stage))?;
            let observe = |reply| {
                let seen = play(&client, &knows, &project, plan, reply);
                seen.map(|seen| (version(&seen.lines), observed(&seen))).context(tried.name.clone())
            };
            if !without.contains_key(tried.stage) {
                without.insert(tried.stage, observe(None)?.1);
            }
            let (version, with) = observe(Some(&tried.reply))?;
            recording.client = version.unwrap_or(recording.client);
            let effects = without.get(tried.stage).map(|it| effects(it, &with)).unwrap_or_default();
            let effects =
                if effects.is_empty() { "nothing".to_owned() } else { effects.join(", ") };
            recording.lines.insert(format!("reply {}: {effects}", tried.name));
        }
        recording.lines.extend(knows.iter().map(|event| format!("event {event}")));
        Ok(recording)
    }

    /// What was written down.
    pub(super) fn of_file(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file);
        let text = text.with_context(|| format!("could not read {}", file.display()))?;
        Ok(Self { client: stem(file), lines: text.lines().map(str::to_owned).collect() })
    }

    /// As it stands in a file.
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// The lines that only one of both has: `-` those of `old`, `+` its own. Where it was not played as a
    /// whole, what it has nothing about is no difference.
    pub(super) fn difference(&self, old: &Self, is_whole: bool) -> Vec<String> {
        let about = |line: &str| line.split(": ").next().unwrap_or(line).to_owned();
        let known: BTreeSet<String> = self.lines.iter().map(|line| about(line)).collect();
        let gone = old.lines.difference(&self.lines);
        let gone = gone.filter(|line| is_whole || known.contains(&about(line)));
        let mut lines: Vec<(&String, char)> = gone.map(|line| (line, '-')).collect();
        lines.extend(self.lines.difference(&old.lines).map(|line| (line, '+')));
        lines.sort_unstable();
        lines.iter().map(|(line, sign)| format!("{sign} {line}")).collect()
    }
}

/// What a client says of itself at the start of a session.
fn version(lines: &[Value]) -> Option<String> {
    let version = lines.iter().find_map(|line| line.get("claude_code_version")?.as_str())?;
    Some(format!("claude-code-{version}"))
}

/// The longest list of events in a client, whatever the client is written in.
fn known(client: &[u8]) -> Vec<String> {
    let list = |at: usize| {
        let rest = client.get(at..)?;
        let rest = rest.get(..rest.len().min(MAX_EVENTS))?;
        let end = memchr::memchr(b']', rest)?;
        serde_json::from_slice::<Vec<String>>(rest.get(..=end)?).ok()
    };
    let lists = memmem::find_iter(client, EVENTS).filter_map(list);
    lists.max_by_key(Vec::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_events_of_a_client_are_its_longest_list() {
        let client = br#"x=["PreToolUse","PostToolUse","Stop"];y=["PreToolUse","PostToolUse","Stop","New"],["PreToolUse","PostToolUse",a]"#;
        assert_eq!(known(client), ["PreToolUse", "PostToolUse", "Stop", "New"]);
        assert!(known(b"nothing").is_empty());
    }

    #[test]
    fn a_difference_is_what_one_has_alone() {
        let of = |lines: &[&str]| Recording {
            client: String::new(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        };
        let old = of(&["event Old", "field Stop: a: string", "reply x: nothing"]);
        let new = of(&["field Stop: a: null", "reply x: nothing"]);
        let of_stop = ["+ field Stop: a: null", "- field Stop: a: string"];
        assert_eq!(new.difference(&old, false), of_stop);
        assert_eq!(new.difference(&old, true), [&["- event Old"][..], &of_stop].concat());
        assert!(new.difference(&new, true).is_empty());
    }
}
