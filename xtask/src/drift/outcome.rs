//! What a reply does in a client: what was seen with it that is not seen without, and the other way.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use scripted_client::Lane;
use serde::Deserialize;
use serde_json::Value;

use super::play::{Plan, Reply, Seen};

/// What is looked for, and what it is called. These words stand in replies alone.
const MARKS: [(&str, &str); 6] = [
    ("drift-context", "the context"),
    ("drift-message", "the message"),
    ("drift-noise", "the text"),
    ("drift-output", "the output"),
    ("drift-reason", "the reason"),
    ("drift-stderr", "stderr"),
];

/// Events that come when they come: none of them is an effect.
const BESIDE: [&str; 3] = ["InstructionsLoaded", "MessageDisplay", "Notification"];

/// The replies that are tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trials {
    /// The sessions in which they are.
    pub(super) stages: BTreeMap<String, Plan>,
    events: BTreeMap<String, Of>,
    replies: Vec<Trial>,
}

/// How replies to an event are tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Of {
    stage: String,
    /// A reply that has an effect there.
    works: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trial {
    name: String,
    /// All where it is not said.
    #[serde(default)]
    events: Vec<String>,
    /// Another one than that of the event.
    #[serde(default)]
    stage: Option<String>,
    /// Text, JSON, and `[WORKS]`.
    #[serde(default)]
    stdout: Vec<Value>,
    /// Fields that are added to what works, in place of `stdout`.
    #[serde(default)]
    with: BTreeMap<String, Value>,
    #[serde(default)]
    stderr: String,
    #[serde(default)]
    exit: u8,
}

/// A reply in its session.
pub(super) struct Tried<'a> {
    /// The event and what is answered.
    pub(super) name: String,
    /// The session.
    pub(super) stage: &'a str,
    pub(super) reply: Reply,
}

impl Trials {
    /// All of them, for the events that a client knows.
    pub(super) fn all(&self, known: &[String]) -> Vec<Tried<'_>> {
        let events = self.events.iter().filter(|(event, _)| known.contains(event));
        let tried = |(event, of)| {
            let is_of = move |it: &&Trial| it.events.is_empty() || it.events.contains(event);
            self.replies.iter().filter(is_of).map(move |trial| trial.tried(event, of))
        };
        events.flat_map(tried).collect()
    }
}

impl Trial {
    fn tried<'a>(&'a self, event: &str, of: &'a Of) -> Tried<'a> {
        let mut works = of.works.clone();
        let mut stdout = String::new();
        if !self.with.is_empty() {
            if let Some(fields) = works.as_object_mut() {
                fields.extend(self.with.clone());
            }
            stdout = works.to_string();
        }
        for piece in &self.stdout {
            match piece {
                Value::String(text) if text == "[WORKS]" => stdout += &of.works.to_string(),
                Value::String(text) => stdout += text,
                other => stdout += &other.to_string(),
            }
        }
        let stdout = stdout.replace("[EVENT]", event);
        let (event, stderr) = (event.to_owned(), self.stderr.clone());
        let name = format!("{event}: {}", self.name);
        let stage = self.stage.as_deref().unwrap_or(&of.stage);
        Tried { name, stage, reply: Reply { event, stdout, stderr, exit: self.exit } }
    }
}

/// What was seen in a session: what is there or not, and how often a model was asked.
#[derive(Debug, Default)]
pub(super) struct Observed {
    facts: BTreeSet<String>,
    asked: BTreeMap<&'static str, usize>,
}

/// What is there with a reply and not without (`+`), and the other way (`-`).
pub(super) fn effects(without: &Observed, with: &Observed) -> Vec<String> {
    let gone = without.facts.difference(&with.facts).map(|it| format!("-{it}"));
    let come = with.facts.difference(&without.facts).map(|it| format!("+{it}"));
    let asked =
        with.asked.iter().filter_map(|(who, times)| match times.cmp(without.asked.get(who)?) {
            Ordering::Less => Some(format!("-{who} is asked again")),
            Ordering::Equal => None,
            Ordering::Greater => Some(format!("+{who} is asked again")),
        });
    gone.chain(come).chain(asked).collect()
}

/// All that may be an effect of a reply.
pub(super) fn observed(seen: &Seen) -> Observed {
    let (mut all, mut times) = (BTreeSet::new(), BTreeMap::new());
    for (file, words) in
        [("ran.txt", "the call runs"), ("rewritten.txt", "the rewritten call runs")]
    {
        if seen.files.contains(file) {
            all.insert(words.to_owned());
        }
    }
    for (lane, who) in [(Lane::Main, "the model"), (Lane::Subagent, "the subagent")] {
        let asked: Vec<String> =
            seen.asked.iter().filter(|it| it.lane == lane).map(|it| it.body.to_string()).collect();
        times.insert(who, asked.len());
        for (mark, what) in MARKS {
            if asked.iter().any(|body| body.contains(mark)) {
                all.insert(format!("{who} reads {what}"));
            }
        }
    }
    for line in &seen.lines {
        let kind = line.get("type").and_then(Value::as_str).unwrap_or_default();
        if matches!(kind, "system" | "result") {
            let text = line.to_string();
            let shown = MARKS.iter().filter(|(mark, _)| text.contains(mark));
            all.extend(shown.map(|(_, what)| format!("{what} is shown")));
        }
        if kind == "result" {
            all.insert(ending(line));
        }
    }
    let events = seen.payloads.iter().filter_map(|it| it.get("hook_event_name")?.as_str());
    all.extend(events.filter(|it| !BESIDE.contains(it)).map(|event| format!("event {event}")));
    Observed { facts: all, asked: times }
}

/// How a client says that a turn ended.
fn ending(line: &Value) -> String {
    let word = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or("-").to_owned();
    format!("ends {} {} {}", word("subtype"), word("stop_reason"), word("terminal_reason"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_what_came_went_or_was_asked_again() {
        let observed = |facts: &[&str], times| Observed {
            facts: facts.iter().map(|&it| it.to_owned()).collect(),
            asked: BTreeMap::from([("the model", times)]),
        };
        let without = observed(&["a", "b"], 2);
        assert_eq!(effects(&without, &without), Vec::<String>::new());
        let with = effects(&without, &observed(&["b", "c"], 3));
        assert_eq!(with, ["-a", "+c", "+the model is asked again"]);
        assert_eq!(effects(&without, &observed(&["a", "b"], 1)), ["-the model is asked again"]);
    }

    #[test]
    fn a_reply_is_put_together_for_its_event() {
        let trials = r#"{"stages": {}, "events": {"Stop": {"stage": "call", "works": {"on": "[EVENT]"}}},
            "replies": [{"name": "noise", "stdout": ["x\n", "[WORKS]"]},
                {"name": "more", "with": {"a": null}}, {"name": "other", "events": ["PreToolUse"]}]}"#;
        let trials: Trials = serde_json::from_str(trials).unwrap();
        let all = trials.all(&["Stop".to_owned()]);
        let said: Vec<_> =
            all.iter().map(|it| (it.name.as_str(), it.reply.stdout.as_str())).collect();
        let expected = [
            ("Stop: noise", "x\n{\"on\":\"Stop\"}"),
            ("Stop: more", "{\"a\":null,\"on\":\"Stop\"}"),
        ];
        assert_eq!(said, expected);
        assert!(trials.all(&[]).is_empty());
    }
}
