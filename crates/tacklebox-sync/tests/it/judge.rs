//! What sessions did, by one clock, and what must not have happened.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A line of a session's file: a change that it made, or a claim that was granted to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Event {
    /// Nanoseconds since the machine was started. For a change: before the session looked whether it may make it, so
    /// that a busy machine cannot make it look late.
    pub(crate) at: u128,
    pub(crate) kind: Kind,
    pub(crate) intent: String,
    pub(crate) token: u64,
    pub(crate) session: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Claim,
    Change,
    /// The lease lapsed while the session was at work.
    Lapse,
}

/// All events, in their order.
pub(crate) struct Evidence(Vec<Event>);

impl Event {
    /// What a session writes. One that is killed may leave half a line.
    pub(crate) fn line(&self) -> String {
        let kind = match self.kind {
            Kind::Claim => "claim",
            Kind::Change => "change",
            Kind::Lapse => "lapse",
        };
        format!("{kind} {} {} {} {} .\n", self.at, self.intent, self.token, self.session)
    }

    fn parse(line: &str) -> Option<Event> {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, at, intent, token, session, "."] = words[..] else { return None };
        let kind = match kind {
            "claim" => Kind::Claim,
            "change" => Kind::Change,
            "lapse" => Kind::Lapse,
            _ => return None,
        };
        let (intent, session) = (intent.to_owned(), session.to_owned());
        Some(Event { at: at.parse().ok()?, kind, intent, token: token.parse().ok()?, session })
    }
}

impl Evidence {
    /// What the sessions have written in a folder.
    pub(crate) fn read(folder: &Path) -> Evidence {
        let files = fs::read_dir(folder).expect("a folder").flatten();
        let texts = files.map(|file| fs::read_to_string(file.path()).expect("a file"));
        Evidence::of(
            texts.flat_map(|text| text.lines().filter_map(Event::parse).collect::<Vec<_>>()),
        )
    }

    fn of(events: impl Iterator<Item = Event>) -> Evidence {
        let mut events: Vec<Event> = events.collect();
        events.sort();
        Evidence(events)
    }

    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.0.iter().filter(|event| event.kind == kind).count()
    }

    /// Changes under a token after one under a newer token, and tokens of two sessions.
    pub(crate) fn violations(&self) -> Vec<String> {
        let (mut newest, mut owners) = (BTreeMap::new(), BTreeMap::new());
        let mut violations = Vec::new();
        for event in &self.0 {
            let owner = owners.entry((&event.intent, event.token)).or_insert(&event.session);
            if **owner != event.session {
                violations.push(format!("{event:?}: the token is also that of {owner}"));
            }
            if event.kind == Kind::Change {
                let newest = newest.entry(&event.intent).or_insert(event.token);
                if event.token < *newest {
                    violations.push(format!("{event:?}: after a change with token {newest}"));
                }
                *newest = event.token.max(*newest);
            }
        }
        violations
    }

    /// Claims whose token is not older than the one that the authority gave at the end, to a new session: it has
    /// forgotten them.
    pub(crate) fn lost(&self, last: &BTreeMap<String, u64>) -> usize {
        let is_lost = |event: &&Event| last.get(&event.intent).is_none_or(|it| *it <= event.token);
        self.0.iter().filter(|event| event.kind == Kind::Claim).filter(is_lost).count()
    }
}

#[test]
fn what_must_not_happen_is_found() {
    let check = |changes: &[(&str, u64)], expected: usize| {
        let changes = changes.iter().zip(1..).map(|((session, token), at)| {
            let (intent, session) = ("INT-1".to_owned(), (*session).to_owned());
            let event = Event { at, kind: Kind::Change, intent, token: *token, session };
            Event::parse(event.line().trim_end()).expect("a line")
        });
        assert_eq!(Evidence::of(changes).violations().len(), expected);
    };
    check(&[("ann", 1), ("ann", 1), ("bob", 2), ("ann", 3)], 0);
    check(&[("ann", 1), ("bob", 2), ("ann", 1)], 1);
    check(&[("ann", 1), ("bob", 1)], 1);
    let half = Event::parse("change 1 INT-1 12");
    assert_eq!(half, None);
}
