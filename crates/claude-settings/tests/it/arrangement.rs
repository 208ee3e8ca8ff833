//! Hooks that the engine runs together: what their entries are, and that none leaves anything.

use claude_settings::{
    Aim, Arranged, Arrangement, ByHand, Fragment, HookCommand, Start, check, runs_together,
};
use serde_json::{Value, json};

use crate::round_trip::all_texts;

fn template(hook: &str, events: &Value) -> Fragment {
    let program = HookCommand::in_project(hook);
    let entries = events.as_object().unwrap().iter().map(|(event, entry)| {
        let mut handler = json!({"type": "command", "command": program.program(), "args": []});
        let mut group = json!({});
        for (name, value) in entry.as_object().unwrap() {
            let of = if name == "matcher" { &mut group } else { &mut handler };
            of[name] = value.clone();
        }
        group["hooks"] = json!([handler]);
        (event.clone(), json!([group]))
    });
    let text = json!({"hooks": entries.collect::<serde_json::Map<_, _>>()}).to_string();
    Fragment::read(&text, program).unwrap()
}

pub(crate) fn known() -> Vec<Fragment> {
    vec![
        template(
            "a-hook",
            &json!({
                "PreToolUse": {"matcher": "Edit|Write", "timeout": 5},
                "Stop": {"timeout": 5, "async": true},
            }),
        ),
        template(
            "b-hook",
            &json!({
                "PreToolUse": {"matcher": "^(Bash)$|^mcp__", "timeout": 10},
                "Stop": {"timeout": 5},
                "SessionEnd": {"timeout": 5},
            }),
        ),
        template("long-hook", &json!({"PreToolUse": {"matcher": "Edit", "timeout": 120}})),
    ]
}

fn arrange(text: Option<&str>, aim: Aim) -> Arranged {
    let engine = HookCommand::in_project("a-hook").engine();
    Arrangement { known: known(), engine, aim, by_hand: ByHand::Stays, blocking: Vec::new() }
        .apply(text)
        .unwrap()
}

fn names(hooks: &[&str]) -> Vec<String> {
    hooks.iter().map(|hook| (*hook).to_owned()).collect()
}

fn together(text: &str, hooks: &[&str]) -> String {
    arrange(Some(text), Aim::Enter(names(hooks), Start::Together)).text.unwrap()
}

fn alone(text: &str, hooks: &[&str]) -> String {
    arrange(Some(text), Aim::Enter(names(hooks), Start::Alone)).text.unwrap()
}

fn without(text: &str, hooks: &[&str]) -> Option<String> {
    arrange(Some(text), Aim::Leave(names(hooks))).text
}

/// The groups of an event, with the hooks' folder left out.
fn groups(text: &str, event: &str) -> Value {
    let text = text.replace("${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/", "");
    let settings: Value = serde_json::from_str(&text).unwrap();
    settings["hooks"][event].clone()
}

pub(crate) fn one_entry_an_event_stands_for_all_hooks() {
    let text = together("", &["b-hook", "long-hook", "a-hook"]);
    let run = |words: &[&str], rest: &Value| {
        let mut handler = json!({"type": "command", "command": "tacklebox", "args": words});
        handler.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!([handler])
    };
    let both = run(&["run", "a-hook", "b-hook"], &json!({"timeout": 10}));
    let long = json!([{"type": "command", "command": "long-hook", "args": [], "timeout": 120}]);
    assert_eq!(
        groups(&text, "PreToolUse"),
        json!([
            {"matcher": "^(Edit|Write)$|^(Bash)$|^mcp__", "hooks": both},
            {"matcher": "Edit", "hooks": long},
        ])
    );
    let later = run(&["run", "--async", "a-hook"], &json!({"timeout": 5, "async": true}));
    let now = run(&["run", "b-hook"], &json!({"timeout": 5}));
    assert_eq!(groups(&text, "Stop"), json!([{"hooks": later}, {"hooks": now}]));
    assert_eq!(groups(&text, "SessionEnd"), json!([{"hooks": now}]));
    assert!(check(&text).is_empty(), "{:?}", check(&text));
    assert!(known().iter().all(|hook| claude_settings::names(&text, hook.command())));
    assert_eq!(together(&text, &["a-hook"]), text);
}

pub(crate) fn hooks_come_and_go_and_leave_no_byte() {
    for before in all_texts() {
        let one = together(&before, &["b-hook"]);
        let two = together(&one, &["a-hook", "long-hook"]);
        assert_eq!(together(&two, &["b-hook"]), two, "{before}");
        let left = without(&two, &["b-hook"]).unwrap();
        let apart = alone(&left, &["b-hook"]);
        assert!(!apart.contains("tacklebox"), "{apart}");
        for text in [two, left, apart] {
            let gone = without(&text, &["a-hook", "b-hook", "long-hook"]);
            assert_eq!(gone.as_ref(), Some(&before), "{text}");
        }
    }
    let fresh = together("", &["a-hook", "b-hook"]);
    assert_eq!(without(&without(&fresh, &["a-hook"]).unwrap(), &["b-hook"]), None);
}

pub(crate) fn the_engine_comes_and_goes_over_entries_that_are_there() {
    for before in all_texts() {
        let apart = alone(&before, &["a-hook", "b-hook"]);
        let joined = together(&apart, &["long-hook"]);
        assert_eq!(joined, together(&joined, &["a-hook"]));
        let engine = HookCommand::in_project("a-hook").engine();
        assert!(runs_together(&joined, &engine) && !runs_together(&apart, &engine));
        assert!(!joined.contains("bin/a-hook\""), "{joined}");
        let again = alone(&joined, &["a-hook"]);
        let parse = |text: &str| -> Value {
            serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
        };
        let direct = alone(&before, &["a-hook", "b-hook", "long-hook"]);
        for event in ["PreToolUse", "Stop", "SessionEnd"] {
            let sorted = |text: &str| {
                let groups = parse(text)["hooks"][event].as_array().unwrap().clone();
                let mut groups: Vec<_> = groups.iter().map(Value::to_string).collect();
                groups.sort();
                groups
            };
            assert_eq!(sorted(&again), sorted(&direct), "{before}");
        }
        let gone = without(&again, &["a-hook", "b-hook", "long-hook"]);
        assert_eq!(gone, Some(before));
    }
}

pub(crate) fn what_a_person_has_changed_stays_and_is_named() {
    let text = together("", &["a-hook"]);
    let text = text
        .replacen("\"timeout\": 5", "\"timeout\": 60,\n            \"env\": {\"A\": \"1\"}", 1)
        .replace("Edit|Write", "Edit");
    let arranged = arrange(Some(&text), Aim::Enter(names(&["b-hook"]), Start::Together));
    let joined = arranged.text.unwrap();
    let group = &groups(&joined, "PreToolUse")[0];
    assert_eq!(group["hooks"][0]["timeout"], 60);
    assert_eq!(group["hooks"][0]["env"], json!({"A": "1"}));
    assert_eq!(group["hooks"][0]["args"], json!(["run", "a-hook", "b-hook"]));
    assert_eq!(
        arranged.by_hand,
        [
            "PreToolUse: your `timeout` is kept",
            "PreToolUse: your `env` is kept",
            "PreToolUse: your matcher `Edit` is now \
             `^(Edit)$|^(Bash)$|^mcp__`",
        ]
    );
    let left = arrange(Some(&joined), Aim::Leave(names(&["a-hook"])));
    assert_eq!(groups(left.text.as_ref().unwrap(), "PreToolUse")[0]["hooks"][0]["timeout"], 60);
    assert_eq!(left.by_hand.len(), 3, "{:?}", left.by_hand);
    let apart = alone(&joined, &[]);
    for group in groups(&apart, "PreToolUse").as_array().unwrap() {
        assert_eq!(group["hooks"][0]["env"], json!({"A": "1"}));
    }
    let apart = alone("", &["a-hook", "b-hook"]).replacen("\"timeout\": 5", "\"timeout\": 3", 1);
    let arranged = arrange(Some(&apart), Aim::Enter(Vec::new(), Start::Together));
    let group = &groups(&arranged.text.unwrap(), "PreToolUse")[0];
    assert_eq!(group["hooks"][0]["timeout"], 10);
    assert_eq!(arranged.by_hand, ["PreToolUse: your `timeout` was changed"]);
}

pub(crate) fn a_matcher_that_a_person_has_changed_stays_until_it_is_reset() {
    for start in [Start::Alone, Start::Together] {
        let enter = || Aim::Enter(names(&["a-hook"]), start);
        let fresh = arrange(None, enter()).text.unwrap();
        let text = fresh.replace("\"Edit|Write\"", "\"Edit|Write|mcp__.*\"");
        let again = arrange(Some(&text), enter());
        assert_eq!(again.text.as_ref(), Some(&text));
        let named = "PreToolUse: your matcher `Edit|Write|mcp__.*` is kept; \
                     the default is `Edit|Write`";
        assert_eq!(again.by_hand, [named]);
        let engine = HookCommand::in_project("a-hook").engine();
        let reset = Arrangement {
            known: known(),
            engine,
            aim: enter(),
            by_hand: ByHand::Goes,
            blocking: Vec::new(),
        };
        assert_eq!(reset.apply(Some(&text)).unwrap().text, Some(fresh));
    }
}

pub(crate) fn a_number_that_is_too_large_ends_nothing() {
    let text = together("", &["a-hook"]);
    let text = text.replacen("\"timeout\": 5", "\"timeout\": 5, \"x\": 1e999", 1);
    let joined = together(&text, &["b-hook"]);
    assert!(joined.contains("\"x\": 1e999"), "{joined}");
    assert_eq!(without(&joined, &["a-hook", "b-hook"]), None);
}

pub(crate) fn a_hook_that_nobody_knows_goes_on() {
    let text = together("", &["a-hook"]).replace("\"a-hook\"", "\"a-hook\",\n  \"new-hook\"");
    let joined = together(&text, &["b-hook"]);
    let entry = &groups(&joined, "PreToolUse")[0]["hooks"][0];
    assert_eq!(entry["args"], json!(["run", "a-hook", "b-hook", "new-hook"]));
    let left = without(&joined, &["a-hook", "b-hook"]).unwrap();
    let entry = &groups(&left, "PreToolUse")[0]["hooks"][0];
    assert_eq!(entry["args"], json!(["run", "new-hook"]));
}

pub(crate) fn who_is_alone_is_not_touched() {
    let text = alone("", &["long-hook"]).replace("120", "300").replace("\"Edit\"", "\"Write\"");
    let joined = arrange(Some(&text), Aim::Enter(names(&["a-hook"]), Start::Together));
    assert_eq!(joined.by_hand, Vec::<String>::new());
    let joined = joined.text.unwrap();
    assert_eq!(groups(&joined, "PreToolUse")[0], groups(&text, "PreToolUse")[0]);
    assert_eq!(without(&joined, &["a-hook"]), Some(text));
}
