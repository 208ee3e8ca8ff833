//! The difference of two recordings, as facts, a line each. Said is only what is certain.

use std::collections::{BTreeMap, BTreeSet};

use super::recording::Recording;
use super::shape::{Field, Shape, event};

/// What a payload has from the model, and not from the host.
const INPUT: &str = "tool_input.";

/// The lines of the difference, none where nothing is different.
pub(super) fn lines(old: &Recording, new: &Recording) -> Vec<String> {
    let mut lines = events(old, new);
    lines.extend(fields(old, new));
    lines.extend(replies(old, new));
    lines
}

fn events(old: &Recording, new: &Recording) -> Vec<String> {
    let mut lines = Vec::new();
    let knows = |it: &Recording| !it.knows.is_empty();
    let mut said = BTreeSet::new();
    if knows(old) && knows(new) {
        let come = new.knows.difference(&old.knows).map(|it| ("new event", it));
        let gone = old.knows.difference(&new.knows).map(|it| ("event gone", it));
        for (what, event) in come.chain(gone) {
            said.insert(event.as_str());
            let fires =
                old.events().contains(event.as_str()) || new.events().contains(event.as_str());
            let seen = if fires { "" } else { " (known, not seen)" };
            lines.push(format!("{what}: {event}{seen}"));
        }
    }
    if old.is_played && new.is_played {
        let (before, after): (BTreeSet<_>, BTreeSet<_>) =
            (old.payloads.keys().collect(), new.payloads.keys().collect());
        let come = after.difference(&before).map(|it| ("comes now", *it));
        let gone = before.difference(&after).map(|it| ("does not come any more", *it));
        let kinds = come.chain(gone).filter(|(_, kind)| !said.contains(event(kind)));
        lines.extend(kinds.map(|(what, kind)| format!("{what}: {kind}")));
    } else {
        let missing = old.events().difference(&new.events()).copied().collect::<Vec<_>>();
        let missing = missing.into_iter().filter(|it| new.is_played && !new.knows.contains(*it));
        lines.extend(missing.map(|event| format!("event gone: {event}")));
        let unknown = new.events().difference(&old.events()).copied().collect::<Vec<_>>();
        let unknown = unknown.into_iter().filter(|_| new.is_played && !old.is_played);
        lines.extend(unknown.map(|event| format!("not recorded: {event}")));
    }
    lines
}

/// What came and went, each with the kinds of which that is so.
fn fields(old: &Recording, new: &Recording) -> Vec<String> {
    let mut found: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
    let both = old
        .payloads
        .iter()
        .filter_map(|(kind, shape)| Some((kind.as_str(), shape, new.payloads.get(kind)?)));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (kind, before, after) in both {
        *kinds.entry(event(kind)).or_default() += 1;
        for (path, what) in changes(before, after, old.is_played && new.is_played) {
            found.entry((path, what)).or_default().push(kind);
        }
    }
    found
        .into_iter()
        .map(|((path, what), of)| format!("{what}: {path} of {}", grouped(&of, &kinds)))
        .collect()
}

/// What is not the same. After the same script every difference is one; else a field may be there for
/// another reason, and one counts that all payloads have here and none has there.
fn changes(before: &Shape, after: &Shape, is_same_script: bool) -> Vec<(String, &'static str)> {
    let is_hosts = |path: &&String| is_same_script || !path.starts_with(INPUT);
    let of_one = |one: &Shape, other: &Shape| {
        let is_there = |path: &&String| is_same_script || one.always(path);
        let paths = one.fields.keys().filter(|path| !other.fields.contains_key(*path));
        whole(paths.filter(is_there).filter(is_hosts))
    };
    let is_other = |before: &Field, after: &Field| {
        if is_same_script {
            before.types != after.types
        } else {
            before.types.is_disjoint(&after.types)
        }
    };
    let both = after
        .fields
        .iter()
        .filter_map(|(path, field)| Some((path, before.fields.get(path)?, field)));
    let other = both.filter(|(_, before, after)| is_other(before, after)).map(|(path, ..)| path);
    let word = |of: &Shape, path: String, words: [&'static str; 2]| {
        let [always, at_times] = words;
        let word = if of.always(&path) { always } else { at_times };
        (path, word)
    };
    let went = of_one(before, after).into_iter();
    let went = went.map(|path| word(before, path, ["field gone", "field gone that came at times"]));
    let came = of_one(after, before).into_iter();
    let came = came.map(|path| word(after, path, ["new field", "new field at times"]));
    let other = other.filter(is_hosts).map(|path| (path.clone(), "field of another type"));
    went.chain(came).chain(other).collect()
}

/// Without what is inside of something that is named itself.
fn whole<'a>(paths: impl Iterator<Item = &'a String>) -> Vec<String> {
    let paths: Vec<&String> = paths.collect();
    let is_inside = |path: &String, of: &String| {
        let rest = path.strip_prefix(of.as_str());
        rest.is_some_and(|rest| rest.starts_with('.') || rest.starts_with('['))
    };
    let outer = |path: &&&String| !paths.iter().any(|of| is_inside(path, of));
    paths.iter().filter(outer).map(|path| (*path).clone()).collect()
}

/// Events of which all kinds are meant by their names, others with their kinds.
fn grouped(of: &[&str], kinds: &BTreeMap<&str, usize>) -> String {
    let mut by_event: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for kind in of {
        by_event.entry(event(kind)).or_default().push(kind);
    }
    let mut words = Vec::new();
    for (event, of) in by_event {
        if kinds.get(event) == Some(&of.len()) {
            words.push(event.to_owned());
        } else {
            words.extend(of.into_iter().map(str::to_owned));
        }
    }
    words.join(", ")
}

fn replies(old: &Recording, new: &Recording) -> Vec<String> {
    let mut lines = Vec::new();
    let knows = |event: &str| old.knows.contains(event) && new.knows.contains(event);
    // Where one of both has no such event, its absence is no effect.
    let comparable = |effects: &[String]| -> Vec<String> {
        let is_known = |it: &&String| {
            let event = it.get(1..).and_then(|it| it.strip_prefix("event "));
            event.is_none_or(knows)
        };
        effects.iter().filter(is_known).cloned().collect()
    };
    for (name, before) in &old.replies {
        let Some(after) = new.replies.get(name) else { continue };
        let (before, after) = (comparable(before), comparable(after));
        if before == after {
            continue;
        }
        let what = match (before.is_empty(), after.is_empty()) {
            (false, true) => "reply is dropped now",
            (true, false) => "reply works now",
            _ => "reply works otherwise",
        };
        let words = |effects: &[String]| match effects {
            [] => "nothing".to_owned(),
            _ => effects.join(", "),
        };
        lines.push(format!("{what}: {name}: was {}; is {}", words(&before), words(&after)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use serde_json::{Value, json};

    use super::super::recording::Recording;
    use super::super::shape::shapes;
    use super::*;

    fn tests() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
    }

    fn recorded(version: &str) -> Recording {
        Recording::of_file(&tests().join(format!("drift/recorded/{version}.json"))).unwrap()
    }

    fn recording(knows: &[&str], payloads: &[Value], replies: &[(&str, &[&str])]) -> Recording {
        let list = |words: &[&str]| words.iter().map(|&it| it.to_owned()).collect();
        let replies = replies.iter().map(|(name, effects)| ((*name).to_owned(), list(effects)));
        Recording {
            client: "client".to_owned(),
            knows: knows.iter().map(|&it| it.to_owned()).collect(),
            payloads: shapes(payloads),
            replies: replies.collect(),
            is_played: true,
        }
    }

    #[track_caller]
    fn check(old: &Recording, new: &Recording, expected: &[&str]) {
        assert_eq!(lines(old, new), expected);
        assert!(lines(old, old).is_empty() && lines(new, new).is_empty());
    }

    fn event(name: &str, fields: &Value) -> Value {
        let mut event = json!({"hook_event_name": name});
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        event
    }

    #[test]
    fn events_come_and_go_and_are_seen_or_known_alone() {
        let stop = event("Stop", &json!({}));
        let batch = event("Batch", &json!({}));
        let old = recording(&["Stop", "Old"], std::slice::from_ref(&stop), &[]);
        let new = recording(&["Stop", "Batch", "Switch"], &[stop.clone(), batch], &[]);
        let lines = [
            "new event: Batch",
            "new event: Switch (known, not seen)",
            "event gone: Old (known, not seen)",
        ];
        check(&old, &new, &lines);
        let silent = recording(&["Stop", "Old"], &[], &[]);
        check(&old, &silent, &["does not come any more: Stop"]);
    }

    #[test]
    fn after_the_same_script_all_that_differs_is_said_and_else_what_is_certain() {
        let call = |tool: &str, fields: Value| {
            let mut call = event("PreToolUse", &json!({"tool_name": tool}));
            call.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            call
        };
        let old = [
            call("Read", json!({"id": 1, "gone": {"in": 1}})),
            call("Read", json!({"id": 1, "gone": {"in": 1}, "at_times": 1})),
            call("Bash", json!({"id": 1, "plan": "text"})),
        ];
        let new = [
            call("Read", json!({"id": 1, "effort": {"level": "high"}})),
            call("Bash", json!({"id": "1", "effort": {"level": "low"}, "plan": null, "only": 1})),
        ];
        let expected = [
            "field gone that came at times: at_times of PreToolUse Read",
            "new field: effort of PreToolUse",
            "field gone: gone of PreToolUse Read",
            "field of another type: id of PreToolUse Bash",
            "new field: only of PreToolUse Bash",
            "field of another type: plan of PreToolUse Bash",
        ];
        check(
            &recording(&["PreToolUse"], &old, &[]),
            &recording(&["PreToolUse"], &new, &[]),
            &expected,
        );
    }

    #[test]
    fn what_the_model_sent_is_compared_with_the_same_script_alone() {
        let call =
            |input: Value| event("PreToolUse", &json!({"tool_name": "Edit", "tool_input": input}));
        let old = recording(&["PreToolUse"], &[call(json!({"a": 1}))], &[]);
        let new = recording(&["PreToolUse"], &[call(json!({"a": 1, "b": 1}))], &[]);
        check(&old, &new, &["new field: tool_input.b of PreToolUse"]);
        let folder =
            Recording { is_played: false, ..recording(&[], &[call(json!({"a": 1}))], &[]) };
        assert!(lines(&folder, &new).is_empty());
    }

    #[test]
    fn replies_are_dropped_work_now_or_work_otherwise() {
        let knows = ["Stop", "PostToolUse"];
        let old = recording(
            &knows,
            &[],
            &[("a", &["-x"]), ("b", &[]), ("c", &["-x"]), ("d", &["-event New"])],
        );
        let new = recording(
            &knows,
            &[],
            &[("a", &[]), ("b", &["-x"]), ("c", &["-event Stop"]), ("d", &[])],
        );
        let expected = [
            "reply is dropped now: a: was -x; is nothing",
            "reply works now: b: was nothing; is -x",
            "reply works otherwise: c: was -x; is -event Stop",
        ];
        check(&old, &new, &expected);
    }

    #[test]
    fn the_recorded_versions_differ_as_it_is_written_down() {
        let (old, new) = (recorded("claude-code-2.1.112"), recorded("claude-code-2.1.330"));
        let found = lines(&old, &new).join("\n") + "\n";
        let written = std::fs::read_to_string(tests().join("drift/difference.txt")).unwrap();
        assert_eq!(found, written);
        assert!(lines(&old, &old).is_empty() && lines(&new, &new).is_empty());
    }

    #[test]
    fn the_recordings_agree_with_the_payloads_that_were_captured() {
        for version in ["claude-code-2.1.112", "claude-code-2.1.330"] {
            let captured = Recording::of_payloads(&tests().join("payloads").join(version)).unwrap();
            let mut lines = lines(&captured, &recorded(version));
            lines.retain(|line| !line.starts_with("not recorded: "));
            assert_eq!(lines, Vec::<String>::new(), "{version}");
        }
    }
}
