//! What patches say, and where their hunks can stand.

use serde_json::{Value, json};

use super::*;

/// What is said of each file: what is done to it, and for a hunk the lines that it leaves.
#[track_caller]
fn check(lines: &str, expected: &[(&str, &str)]) {
    let patch = format!("*** Begin Patch\n{lines}\n*** End Patch\n");
    let call = ToolCall::new("apply_patch", json!({ "command": patch }));
    let input = call.view::<PatchInput<'_>>();
    let files = input.map(|input| input.files).unwrap_or_default();
    let said = |change: &FileChange<'_>| match change {
        FileChange::Added(content) => format!("added {content:?}"),
        FileChange::Deleted => "deleted".to_owned(),
        FileChange::Updated(hunks) => {
            let left = |hunk: &PatchHunk<'_>| {
                let mark = |(line, is_new): (&str, bool)| {
                    let mark = if is_new { '+' } else { ' ' };
                    format!("{mark}{line}")
                };
                let behind = hunk.behind.map(|line| format!("@{line}"));
                let end = hunk.is_last.then(|| "$".to_owned());
                behind.into_iter().chain(hunk.left().map(mark)).chain(end).collect::<Vec<_>>()
            };
            hunks.iter().map(|hunk| left(hunk).join(",")).collect::<Vec<_>>().join(" | ")
        }
    };
    let found: Vec<_> = files.iter().map(|file| (file.path, said(&file.change))).collect();
    let found: Vec<_> = found.iter().map(|(path, said)| (*path, said.as_str())).collect();
    assert_eq!(found, expected, "{lines}");
}

#[test]
fn a_patch_is_what_it_does_to_each_file() {
    check(
        "*** Add File: c d.md\n+one\n+\n+  two\n*** Update File: src/a.rs\n@@\n one\n-two\n+2\n\
         @@ fn f() {\n+ x\n\n*** Delete File: e",
        &[
            ("c d.md", "added \"one\\n\\n  two\\n\""),
            ("src/a.rs", " one,+2 | @fn f() {,+ x, "),
            ("e", "deleted"),
        ],
    );
    check("*** Update File: a\n-x\n+y\n*** End of File", &[("a", "+y,$")]);
    check("*** Add File: a", &[("a", "added \"\"")]);
    check("", &[]);
}

#[test]
fn a_file_that_is_moved_is_gone_where_it_was() {
    let moved = "*** Update File: a\n*** Move to: b\n@@\n-x\n+y";
    check(moved, &[("a", "deleted"), ("b", "+y")]);
    check("*** Move to: b\n@@\n-x\n+y", &[]);
}

#[test]
fn what_looks_like_a_heading_inside_a_hunk_is_none() {
    let lines = "*** Update File: a\n@@\n *** Add File: b\n-*** Add File: c\n+*** Move to: d";
    check(lines, &[("a", " *** Add File: b,+*** Move to: d")]);
    check("*** Add File: a\n+*** Delete File: b", &[("a", "added \"*** Delete File: b\\n\"")]);
}

#[test]
fn each_file_is_there_once_as_it_is_left() {
    let lines = "*** Delete File: a\n*** Add File: a\n+x";
    check(lines, &[("a", "added \"x\\n\"")]);
    let lines = "*** Update File: a\n@@\n-x\n+y\n*** Update File: a\n@@\n-z\n+w";
    check(lines, &[("a", "+y | +w")]);
}

#[test]
fn a_patch_is_found_under_the_keys_of_every_host() {
    let patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch";
    let files = |tool: &str, input: Value| {
        let call = ToolCall::new(tool, input);
        call.view::<PatchInput<'_>>().map_or(0, |input| input.files.len())
    };
    for input in [json!({"command": patch}), json!({"input": patch}), json!(patch)] {
        assert_eq!(files("apply_patch", input), 1);
    }
    assert_eq!(files("Bash", json!({"command": patch})), 0);
    assert_eq!(files("apply_patch", json!({"command": "ls"})), 0);
}

/// Where the hunks of a patch of one file may stand in `now`: places counted from 1, those of one
/// hunk with commas between.
#[track_caller]
fn stand(hunks: &str, now: &str, expected: &str) {
    let patch = format!("*** Update File: a\n{hunks}");
    let call = ToolCall::new("apply_patch", json!(patch));
    let input = call.view::<PatchInput<'_>>().unwrap();
    let [PatchedFile { change: FileChange::Updated(hunks), .. }] = &input.files[..] else {
        panic!("{input:?}");
    };
    let now: Vec<&str> = now.lines().collect();
    let of_patch: Vec<String> =
        hunks.iter().flat_map(|it| it.left()).map(|it| it.0.to_owned()).collect();
    let as_now = |line: &str| of_patch.iter().find(|it| *it == line).map_or("", String::as_str);
    let places = PatchHunk::places(hunks, &now, as_now);
    let place = |places: &Option<Vec<usize>>| match places {
        Some(places) => places.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(","),
        None => "?".to_owned(),
    };
    assert_eq!(places.iter().map(place).collect::<Vec<_>>().join(" | "), expected, "{hunks:?}");
}

#[test]
fn a_hunk_stands_where_its_lines_are() {
    stand("@@\n a\n-b\n+B\n c", "x\na\nB\nc\n", "2");
    stand("@@\n a\n-b\n+B\n c", "x\na\nb\nc\n", "");
    stand("@@\n-b\n+B", "B\nx\nB\n", "1,3");
    stand("@@\n-b", "x\n", "?");
}

#[test]
fn hunks_stand_in_their_order() {
    stand("@@\n-a\n+x\n@@\n-b\n+y\n@@\n-a\n+x", "x\ny\nx\n", "1 | 2 | 3");
    stand("@@\n-b\n+y\n@@\n-a\n+x", "x\ny\nx\n", "2 | 3");
    stand("@@\n-a\n+x\n@@\n-b\n+y", "x\ny\nx\n", "1 | 2");
}

#[test]
fn a_hunk_stands_behind_the_line_that_it_names() {
    stand("@@ two\n-b\n+x", "one\nx\ntwo\nx\n", "2,4");
    stand("@@\n two\n@@ two\n-b\n+x", "one\nx\ntwo\nx\n", "3 | 4");
    stand("@@\n-b\n+x\n*** End of File", "x\na\nx\n", "3");
}

#[test]
fn nobody_looks_at_more_than_there_is_time_for() {
    let hunks = "@@\n-a\n+x\n".repeat(1_000);
    let now = "x\n".repeat(2_000);
    let patch = format!("*** Update File: a\n{hunks}");
    let call = ToolCall::new("apply_patch", json!(patch));
    let input = call.view::<PatchInput<'_>>().unwrap();
    let FileChange::Updated(hunks) = &input.files[0].change else { panic!("{input:?}") };
    let now: Vec<String> = now.lines().map(str::to_owned).collect();
    let places = PatchHunk::places(hunks, &now, str::to_owned);
    assert_eq!(places.len(), 1_000);
    // Two thousand places for the first, then as many less one: fifty hunks, and no more.
    assert_eq!(places.iter().filter(|places| places.is_some()).count(), 50);
}
