//! Lists that are missing or cannot be read, and what cannot be written.

use std::fs::{self, File};
use std::io::Write as _;

use recent_files::LIST_NAME;

use crate::ground::Ground;

fn filled() -> Ground {
    let ground = Ground::new();
    ground.read("a", 1).end_turn();
    ground
}

pub(crate) fn a_damaged_list_is_made_anew_by_the_next_turn() {
    let ground = filled();
    File::create(ground.state(LIST_NAME)).unwrap().write_all(b"garbage").unwrap();
    let errors = ground.start("a1").errors;
    assert!(errors.contains(LIST_NAME), "{errors}");
    ground.read("b", 0).end_turn();
    assert_eq!(ground.start("a1").files(), ["b", "a"]);
}

pub(crate) fn without_the_list_what_waits_is_told() {
    let ground = filled();
    ground.read("b", 0);
    fs::remove_file(ground.state(LIST_NAME)).unwrap();
    assert_eq!(ground.start("a1").files(), ["b"]);
}

pub(crate) fn a_marker_that_cannot_be_made_keeps_nothing_back() {
    let ground = filled();
    File::create(ground.state("subagents-told")).unwrap();
    for _ in 0..2 {
        let said = ground.start("a1");
        assert!(said.context.is_some());
        for words in ["could not sweep old markers", "could not save that a subagent got the list"]
        {
            assert!(said.errors.contains(words), "{}", said.errors);
        }
    }
}
