//! A subagent is told once.

use serde_json::json;

use crate::ground::{Ground, SESSION, ago};

pub(crate) fn a_subagent_that_is_resumed_is_not_told_again() {
    let ground = Ground::new();
    ground.read("a", 2);
    assert_eq!(ground.start("a1").files(), ["a"]);
    ground.read("b", 1);
    assert_eq!(ground.start("a1").files(), [""; 0]);
    assert_eq!(ground.start("a2").files(), ["b", "a"]);
}

pub(crate) fn a_subagent_that_could_not_be_told_is_told_when_it_is_resumed() {
    let ground = Ground::new();
    assert_eq!(ground.start("a1").files(), [""; 0]);
    ground.read("a", 1);
    assert_eq!(ground.start("a1").files(), ["a"]);
}

pub(crate) fn a_subagent_of_another_session_is_another() {
    let ground = Ground::new();
    ground.read("a", 1).touched("another", None, "b", ago(1));
    assert_eq!(ground.start("1").files(), ["a"]);
    let fields = json!({ "agent_id": "1", "session_id": "another" });
    assert_eq!(ground.send(&fields).files(), ["b"]);
    assert_eq!(ground.send(&fields).files(), [""; 0]);
}

pub(crate) fn subagents_without_an_id_are_all_told() {
    let ground = Ground::new();
    ground.read("a", 1);
    for _ in 0..2 {
        assert_eq!(ground.send(&json!({ "agent_id": null })).files(), ["a"]);
    }
}

pub(crate) fn a_hook_that_is_registered_twice_tells_once() {
    let ground = Ground::new();
    ground.read("a", 1);
    ground.event("event.json", &json!({}));
    let line = "for i in 1 2 3 4 5 6 7 8; do subagent-start-hook <event.json & done; wait";
    let context = ground.run(line).context;
    assert_eq!(context.as_deref(), Some("Files recently touched in this session:\n- a"));
}

pub(crate) fn in_the_shadow_nobody_is_told_and_nothing_is_kept() {
    let ground = Ground::new();
    ground.read("a", 1);
    let set = |mode: &str| {
        let text = format!("hooks: {{ subagent-start-hook: {{ mode: {mode} }} }}\n");
        ground.place.write(".tacklebox/tacklebox.yaml", &text).unwrap();
    };
    set("shadow");
    assert_eq!(ground.start("a1").files(), [""; 0]);
    assert!(!ground.state("subagents-told").exists());
    let outcomes = || {
        let lines = std::fs::read_to_string(ground.state("calls.jsonl")).unwrap_or_default();
        lines.lines().filter(|line| line.contains(r#""outcome":"context""#)).count()
    };
    assert_eq!(outcomes(), 1);
    set("enforce");
    assert_eq!(ground.start("a1").files(), ["a"]);
    set("shadow");
    assert_eq!(ground.start("a1").files(), [""; 0]);
    assert_eq!(outcomes(), 2, "it would not be told again");
}

pub(crate) fn an_id_leads_out_of_no_folder() {
    let ground = Ground::new();
    ground.read("a", 1);
    for agent_id in ["../../../x", "/etc/x", ".", "a\0b"] {
        assert_eq!(ground.start(agent_id).files(), ["a"], "{agent_id:?}");
        assert_eq!(ground.start(agent_id).files(), [""; 0], "{agent_id:?}");
    }
    let markers = ground.state("subagents-told/once").read_dir().unwrap();
    assert_eq!(markers.count(), 4 + 1, "one each, and that of the day");
}

pub(crate) fn markers_are_swept_after_thirty_days_and_once_a_day() {
    const DAY: u64 = 24 * 3600;
    let ground = Ground::new();
    ground.read("a", 1);
    ground.start("old");
    ground.start("young");
    let marker = |agent: &str| format!("subagents-told/once/{SESSION}.{agent}");
    ground.date(&marker("old"), ago(30 * DAY + 1));
    ground.date(&marker("young"), ago(29 * DAY));

    ground.start("same-day");
    assert!(ground.state(&marker("old")).exists());

    ground.event("event.json", &json!({ "agent_id": "next-day" }));
    ground.run("TACKLEBOX_NOW=2026-11-21T00:00:00Z subagent-start-hook <event.json");
    assert!(!ground.state(&marker("old")).exists());
    assert!(ground.state(&marker("young")).exists());
    assert!(ground.state(&marker("same-day")).exists());
}
