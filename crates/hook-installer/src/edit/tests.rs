//! Edits at once, and edits of what has changed meanwhile.

use std::fs;
use std::path::Path;

use claude_settings::{Aim, Arrangement, ByHand, Fragment, HookCommand, Start};

use super::*;

fn fragment(hook: &str) -> Fragment {
    let template = format!(
        r#"{{"hooks": {{"Stop": [{{"hooks": [{{
            "type": "command",
            "command": "${{CLAUDE_PROJECT_DIR}}/.claude/hooks/bin/{hook}",
            "args": [],
            "timeout": 5
        }}]}}]}}}}"#
    );
    Fragment::read(&template, HookCommand::in_project(hook)).unwrap()
}

fn enter(dir: &Path, hook: &str) -> Edit {
    let [file, backups] = ["settings.json", "backups"].map(|name| dir.join(name));
    let fragment = fragment(hook);
    let arrangement = Arrangement {
        engine: fragment.command().engine(),
        known: vec![fragment],
        aim: Aim::Enter(vec![hook.to_owned()], Start::Alone),
        by_hand: ByHand::Stays,
        blocking: Vec::new(),
    };
    Edit::plan(file, backups, Change::Arrange(Box::new(arrangement), None, false)).unwrap()
}

fn text(dir: &Path) -> String {
    fs::read_to_string(dir.join("settings.json")).unwrap()
}

#[test]
fn what_several_write_at_once_all_arrives() {
    let dir = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in ["one", "two", "three", "four"] {
            let dir = dir.path();
            scope.spawn(move || {
                for n in 0..10 {
                    enter(dir, &format!("{writer}-{n}-hook")).carry_out(None).unwrap();
                }
            });
        }
    });
    assert_eq!(text(dir.path()).matches("-hook\"").count(), 40);
}

#[test]
fn an_edit_is_made_of_what_is_there_when_it_is_carried_out() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = ["a-hook", "b-hook"].map(|hook| enter(dir.path(), hook));
    first.carry_out(None).unwrap();
    let changed = second.carry_out(None).unwrap();
    assert_eq!(changed.before, first.planned.after);
    assert!(text(dir.path()).contains("bin/a-hook") && text(dir.path()).contains("bin/b-hook"));
}

#[test]
fn nothing_is_written_over_what_nobody_has_read() {
    let dir = tempfile::tempdir().unwrap();
    let edit = enter(dir.path(), "a-hook");
    fs::File::create(dir.path().join("settings.json")).unwrap();
    assert!(!edit.write(&edit.planned).unwrap());
    assert_eq!(text(dir.path()), "");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no file of ours stays");
}
