//! What is known of a client: the events that it has, the shapes of their payloads, and what replies
//! do there. From a run of it, from a file, or from a folder of payloads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use memchr::memmem;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::outcome::{Trials, effects, observed};
use super::play::{Plan, play};
use super::shape::{Shape, event, shapes};
use crate::files::{json, listing};
use crate::output;

/// How the list of all events begins in a client.
const EVENTS: &[u8] = br#"["PreToolUse","PostToolUse","#;

/// More than any list of events has.
const MAX_EVENTS: usize = 4_000;

/// What is known of a client.
#[derive(Debug, Default)]
pub(super) struct Recording {
    /// Its name and version.
    pub(super) client: String,
    /// The events that it knows; nobody knows where this is empty.
    pub(super) knows: BTreeSet<String>,
    /// By kind.
    pub(super) payloads: BTreeMap<String, Shape>,
    /// What replies do, by event and reply.
    pub(super) replies: BTreeMap<String, Vec<String>>,
    /// Whether it was made by the sessions, so that what the model sends is the same.
    pub(super) is_played: bool,
}

/// A recording as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    client: String,
    knows: BTreeSet<String>,
    payloads: BTreeMap<String, BTreeMap<String, String>>,
    replies: BTreeMap<String, Vec<String>>,
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
        let mut recording = Self { is_played: true, ..Self::default() };
        let mut payloads = Vec::new();
        for (name, plan) in
            sessions.iter().filter(|(name, _)| format!("session {name}").contains(only))
        {
            output::error_line(format_args!("session {name}"));
            let seen = play(&client, &knows, &project, plan, None).with_context(|| name.clone())?;
            recording.client = version(&seen.lines).unwrap_or(recording.client);
            payloads.extend(seen.payloads);
        }
        recording.payloads = shapes(&payloads);
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
            let effects = without.get(tried.stage).map(|it| effects(it, &with));
            recording.replies.insert(tried.name.clone(), effects.unwrap_or_default());
        }
        recording.knows = knows.into_iter().collect();
        Ok(recording)
    }

    /// What was written down.
    pub(super) fn of_file(file: &Path) -> anyhow::Result<Self> {
        let written: Written = serde_json::from_value(json(file)?)
            .with_context(|| format!("{} is no recording", file.display()))?;
        let shapes = written.payloads.iter();
        Ok(Self {
            client: written.client,
            knows: written.knows,
            payloads: shapes.map(|(kind, words)| (kind.clone(), Shape::read(words))).collect(),
            replies: written.replies,
            is_played: true,
        })
    }

    /// The shapes of payloads in a folder.
    pub(super) fn of_payloads(folder: &Path) -> anyhow::Result<Self> {
        let files = listing(folder)?.into_iter();
        let payloads: Vec<Value> = files.map(|file| json(&file)).collect::<anyhow::Result<_>>()?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let payloads = shapes(&payloads);
        ensure!(!payloads.is_empty(), "no payloads in {}", folder.display());
        Ok(Self { client: name, payloads, ..Self::default() })
    }

    /// As it stands in a file.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        let shapes = self.payloads.iter();
        let written = Written {
            client: self.client.clone(),
            knows: self.knows.clone(),
            payloads: shapes.map(|(kind, shape)| (kind.clone(), shape.words())).collect(),
            replies: self.replies.clone(),
        };
        Ok(serde_json::to_string_pretty(&written)? + "\n")
    }

    /// The events of which it has payloads.
    pub(super) fn events(&self) -> BTreeSet<&str> {
        self.payloads.keys().map(|kind| event(kind)).collect()
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
}
