//! For every text that can be edited: installing keeps what was there, changes nothing the second
//! time, and can be taken back byte for byte, whatever the layout.

use claude_settings::{Fragment, HookCommand, check};
use serde_json::Value;

use crate::{install, uninstall};

const FOREIGN: &str = r#"{
  "permissions": {
    "deny": ["Read(.env)"],
    "allow": [ ]
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "/usr/local/bin/governance-hook", "timeout": 10 }
        ]
      }
    ],
    "Nonsense": 5
  },
  "model": "opus"
}"#;

/// Two spaces, LF and no final newline, where a layout has something to vary.
const SHAPES: [&str; 21] = [
    "{}",
    "{ }",
    "{\n}",
    "{\n\n  \n}",
    "\n\n  {}",
    r#"{"model":"opus"}"#,
    r#"{ "model": "opus" , "env" : {} }"#,
    "{\n  \"model\": \"opus\"\n}",
    "{\n  \"model\": \"opus\"}",
    "{\n\n  \"model\": \"opus\",\n\n  \"env\": {\n    \"A\": \"1\"\n  }\n\n}",
    "{\n  \"model\"\n  :\n  \"opus\"\n  ,\n  \"env\": {}\n}",
    "{\"model\": \"opus\",\n \"env\": {}}",
    r#"{"hooks":{}}"#,
    "{\n  \"hooks\": {},\n  \"model\": \"opus\"\n}",
    "{\n  \"hooks\": {\n  }\n}",
    "{\n  \"hooks\": { \"PreToolUse\": [], \"Stop\": [ ] }\n}",
    "{\n  \"hooks\": {\n    \"PreToolUse\": [\n    ],\n    \"SessionStart\": []\n  }\n}",
    "{\n  \"hooks\": {\n    \"PreToolUse\": [{\"matcher\": \"\", \"hooks\": []}]\n  }\n}",
    r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"a"}]},{"hooks":[]}]}}"#,
    "{\n  \"\\u0068ooks\": {},\n  \"x\": \"\\ud83d\\ude00 é \\\"hooks\\\"\"\n}",
    FOREIGN,
];

const LAYOUTS: [fn(&str) -> String; 8] = [
    str::to_owned,
    |text| format!("{text}\n"),
    |text| format!("{text}\n\n \n"),
    |text| format!("\u{feff}{text}\n"),
    |text| format!("{text}\n").replace('\n', "\r\n"),
    |text| format!("{text}\n").replace("  ", "\t"),
    |text| format!("{text}\n").replace("  ", "    "),
    |text| text.replace('\n', ""),
];

fn hooks() -> [Fragment; 2] {
    let governance = include_str!("../../../../settings-templates/governance-hook.json");
    let bell = include_str!("templates/bell-hook.json");
    [
        Fragment::read(governance, HookCommand::in_project("governance-hook")).unwrap(),
        Fragment::read(bell, HookCommand::in_dir("bell-hook", "/opt/a \"folder\"")).unwrap(),
    ]
}

pub(crate) fn all_texts() -> impl Iterator<Item = String> {
    SHAPES.iter().flat_map(|shape| LAYOUTS.iter().map(move |layout| layout(shape)))
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

/// Takes our handlers, and the groups that hold nothing else, out of parsed settings.
fn without_ours(mut settings: Value) -> Value {
    let Some(events) = settings.get_mut("hooks").and_then(Value::as_object_mut) else {
        return settings;
    };
    for groups in events.values_mut().filter_map(Value::as_array_mut) {
        groups.retain(|group| {
            let text = group.to_string();
            !text.contains(".claude/hooks/bin/") && !text.contains("/opt/a ")
        });
    }
    settings
}

/// Takes out what is empty, since we may not have made it.
fn without_empty(mut settings: Value) -> Value {
    let root = settings.as_object_mut().unwrap();
    if let Some(events) = root.get_mut("hooks").and_then(Value::as_object_mut) {
        events.retain(|_, groups| *groups != Value::Array(Vec::new()));
        if events.is_empty() {
            root.remove("hooks");
        }
    }
    settings
}

pub(crate) fn what_is_installed_can_be_taken_back_byte_for_byte() {
    let fragments = hooks();
    let commands = fragments.clone().map(|fragment| fragment.command().clone());
    for before in all_texts() {
        let after = install(Some(&before), &fragments).unwrap();
        assert_eq!(uninstall(&after, &commands).unwrap(), Some(before), "{after}");
    }
}

pub(crate) fn each_hook_can_go_in_and_out_on_its_own() {
    let [one, other] = &hooks();
    for before in all_texts() {
        let both = install(Some(&before), std::slice::from_ref(one))
            .and_then(|text| install(Some(&text), std::slice::from_ref(other)))
            .unwrap();
        for order in [[one, other], [other, one]] {
            let left = order.iter().fold(both.clone(), |text, fragment| {
                uninstall(&text, &[fragment.command().clone()]).unwrap().unwrap()
            });
            assert_eq!(left, before, "{both}");
        }
    }
}

pub(crate) fn installing_again_changes_nothing() {
    let fragments = hooks();
    for before in all_texts() {
        let after = install(Some(&before), &fragments).unwrap();
        assert_eq!(install(Some(&after), &fragments).unwrap(), after);
    }
}

pub(crate) fn what_was_there_keeps_its_value() {
    let fragments = hooks();
    for before in all_texts() {
        let after = install(Some(&before), &fragments).unwrap();
        let [kept, had] = [&after, &before].map(|text| without_empty(without_ours(parse(text))));
        assert_eq!(kept, had);
        let findings = check(&after);
        assert!(findings.iter().all(|f| f.problem.contains("Nonsense")), "{findings:?}");
    }
}

pub(crate) fn line_ends_and_indentation_are_those_of_the_file() {
    let fragments = hooks();
    let crlf = install(Some("{\r\n    \"model\": \"opus\"\r\n}\r\n"), &fragments).unwrap();
    assert_eq!(crlf.matches('\n').count(), crlf.matches("\r\n").count());
    assert!(
        crlf.contains("\r\n    \"hooks\": {\r\n        \"PreToolUse\": [\r\n            {\r\n")
    );
    let tabs = install(Some("{\n\t\"model\": \"opus\"\n}"), &fragments).unwrap();
    assert!(!tabs.contains("  ") && tabs.contains("\n\t\t\"PreToolUse\": [\n\t\t\t{\n"));
    let one_line = install(Some("{\"model\":\"opus\"}\n"), &fragments).unwrap();
    assert_eq!(one_line.lines().count(), 1);
}

pub(crate) fn no_file_and_an_empty_file_are_the_same() {
    let fragments = hooks();
    let commands = fragments.clone().map(|fragment| fragment.command().clone());
    let fresh = install(None, &fragments).unwrap();
    assert!(fresh.starts_with("{\n  \"hooks\": {\n") && fresh.ends_with("\n}\n"));
    for empty in ["", "\n", " \r\n\t"] {
        assert_eq!(install(Some(empty), &fragments).unwrap(), fresh);
        assert_eq!(uninstall(empty, &commands).unwrap().as_deref(), Some(empty));
    }
    assert_eq!(uninstall(&fresh, &commands).unwrap(), None);
}
