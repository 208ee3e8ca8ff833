//! Commands that read, before anything was chosen: each runs, and none writes.

use confine::Plan;

use crate::ground::{Ground, lines, list, ways};

#[test]
fn readers_run_as_they_are_and_write_nothing() {
    let bare = Ground::new(None);
    let statuses: Vec<_> = lines(&list("readers.json"))
        .into_iter()
        .map(|line| {
            let status = bare.run(&line);
            (line, status)
        })
        .collect();
    for way in ways() {
        let held = Ground::new(Some(way));
        held.write(|at| Plan::without_scope("s", at));
        let before = held.outside(true);
        for (line, status) in &statuses {
            let found = held.run(line);
            // A person may not reach the tools of root.
            let is_tool_missing = way.user.is_some() && matches!(found, Some(126 | 127));
            assert!(
                found == *status || is_tool_missing,
                "{line} {way:?}: {found:?} {}",
                held.said()
            );
        }
        assert_eq!(held.outside(true), before);
    }
}
