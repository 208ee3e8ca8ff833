//! What edits leave, and which lines they touched.

use hook_protocol::Event;
use serde_json::json;

use super::*;
use crate::decide::lines::Lines;

fn edit_of(tool: &str, input: &Value, response: &Value) -> Edit<'static> {
    let event = json!({"hook_event_name": "PostToolUse", "tool_name": tool,
        "tool_input": input, "tool_response": response});
    let Ok(Event::PostToolUse(event)) = Event::parse(event.to_string().as_bytes()) else {
        panic!("no PostToolUse");
    };
    Edit::of(Box::leak(event.into()))
}

#[track_caller]
fn check(edit: &Edit<'_>, left: &[(&str, &str)], not_left: &[&str]) {
    for (text, touched) in left {
        assert!(edit.left(text), "{text:?} is what {edit:?} left");
        let before = edit.before(text);
        let lines = before.map_or_else(|| "all".to_owned(), |it| Lines::changed(&it, text).words());
        assert_eq!(lines, *touched, "{text:?}");
    }
    for text in not_left {
        assert!(!edit.left(text), "{text:?} is not what {edit:?} left");
    }
}

fn edit(old: &str, new: &str, original: &str, patch: &Value) -> Edit<'static> {
    let input = json!({"file_path": "/p/a", "old_string": old, "new_string": new});
    let response = json!({"originalFile": original, "structuredPatch": patch});
    edit_of("Edit", &input, &response)
}

#[test]
fn an_edit_leaves_its_original_with_the_text_replaced() {
    let plain = edit("b", "B\nB", "a\nb\nc\n", &json!([]));
    check(&plain, &[("a\nB\nB\nc\n", "2-3"), ("a\r\nB\r\nB\r\nc\r\n", "2-3")], &["a\nb\nc\n"]);
    check(&plain, &[("\u{feff}a\nB\nB\nc\n", "2-3")], &["a\nB\nB\nc\nd\n", "", "a\nB\n"]);
    let all = edit_of(
        "Edit",
        &json!({"file_path": "/p/a", "old_string": "a", "new_string": "x", "replace_all": true}),
        &json!({"originalFile": "a\nb\na\n"}),
    );
    check(&all, &[("x\nb\nx\n", "1, 3")], &["x\nb\na\n"]);
}

#[test]
fn the_patch_is_what_was_really_written() {
    // As captured: typographic quotes are kept, a line that is emptied goes.
    let patch = json!([{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1,
        "lines": ["-it’s “x”", "+its “y” it’s"]}]);
    let quotes = edit("it's \"x\"", "its \"y\" it's", "it’s “x”\n", &patch);
    check(&quotes, &[("its “y” it’s\n", "1")], &["its \"y\" it's\n", "it’s “x”\n"]);
    let patch = json!([{"oldStart": 1, "oldLines": 4, "newStart": 1, "newLines": 3,
        "lines": [" a", " x", "-b", " c"]}]);
    check(&edit("b", "", "a\nx\nb\nc\n", &patch), &[("a\nx\nc\n", "")], &["a\nx\nb\nc\n"]);
    let patch = json!([{"oldStart": 1, "oldLines": 4, "newStart": 1, "newLines": 4,
        "lines": [" func a() {", "-  one", "+  uno", "     two", " }"]}]);
    let tabs = edit("'one'", "'uno'", "func a() {\n\tone\n\t\ttwo\n}\n", &patch);
    check(&tabs, &[("func a() {\n\tuno\n\t\ttwo\n}\n", "2")], &["func a() {\n\tone\n\t\ttwo\n}\n"]);
    let patch = json!([
        {"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 2, "lines": ["+0", " 1"]},
        {"oldStart": 9, "oldLines": 1, "newStart": 10, "newLines": 1, "lines": ["-9", "+nine",
            "\\ No newline at end of file"]}]);
    let two = edit("?", "?", "1\n2\n3\n4\n5\n6\n7\n8\n9", &patch);
    check(&two, &[("0\n1\n2\n3\n4\n5\n6\n7\n8\nnine", "1, 10")], &["0\n1\n2\n3\n4\n5\n6\n7\n8\n9"]);
}

#[test]
fn without_the_original_the_patch_has_to_fit() {
    let patch = json!([{"oldStart": 3, "oldLines": 2, "newStart": 3, "newLines": 2,
        "lines": [" c", "-d", "+D"]}]);
    let input = json!({"file_path": "/p/a", "old_string": "d", "new_string": "D"});
    let edit = edit_of("Edit", &input, &json!({"structuredPatch": patch}));
    check(&edit, &[("a\nb\nc\nD\ne\n", "4")], &["a\nb\nc\nd\n", "a\nc\nD\n", "a\nb\nc\n"]);
    let nowhere =
        json!([{"oldStart": usize::MAX, "newStart": usize::MAX, "lines": ["+D", "+D", "+D"]}]);
    let edit = edit_of("Edit", &input, &json!({"structuredPatch": nowhere}));
    check(&edit, &[], &["D\n"]);
    assert_eq!(edit.before("D\n"), None);
}

#[test]
fn without_either_the_new_text_has_to_be_there() {
    let input = json!({"file_path": "/p/a", "old_string": "d", "new_string": "D\n"});
    let edit = edit_of("Edit", &input, &Value::Null);
    check(&edit, &[("a\nD\n", "2"), ("a\nD\nD\n", "all")], &["a\nd\n"]);
    let input = json!({"file_path": "/p/a", "old_string": "d", "new_string": ""});
    check(&edit_of("Edit", &input, &json!("ok")), &[("anything", "all")], &[]);
    check(&Edit::default(), &[("anything", "all"), ("", "all")], &[]);
}

#[test]
fn a_patch_leaves_its_hunks_wherever_they_stand() {
    let check = |lines: &str, left: &[(&str, &str)], not_left: &[&str]| {
        let call = hook_protocol::ToolCall::new("apply_patch", json!(lines));
        let mut patch = call.view::<hook_protocol::PatchInput<'_>>().unwrap();
        let edit = Edit::of_patched(patch.files.pop().unwrap().change).unwrap();
        check(&edit, left, not_left);
    };
    check(
        "*** Update File: a\n@@\n b\n-c\n+C\n+d\n@@\n-x\n+X",
        &[("a\nb\nC\nd\ne\nX\n", "3-4, 6"), ("b\r\nC\r\nd\r\nX\r\n", "2-4")],
        &["a\nb\nc\nx\n", "X\nb\nC\nd\n", "b\nC\nd\n"],
    );
    check("*** Update File: a\n@@\n-b\n+B", &[("B\na\n", "1"), ("B\na\nB\n", "all")], &["b\n"]);
    check("*** Update File: a\n@@\n a\n-b", &[("a\n", "")], &["b\n"]);
    check("*** Update File: a\n@@\n-b", &[("a\n", "all")], &[]);
    check("*** Update File: a\n*** Move to: b", &[("a\n", "all")], &[]);
    check("*** Add File: a\n+b\n+c", &[("b\nc\n", "1-2")], &["b\n", ""]);
}

#[test]
fn a_write_leaves_its_content() {
    let input = json!({"file_path": "/p/a", "content": "a\nb\n"});
    let created = json!({"type": "create", "content": "a\nb\n", "originalFile": null});
    check(&edit_of("Write", &input, &created), &[("a\nb\n", "1-2")], &["a\n", "a\nb\nc\n"]);
    let updated = json!({"type": "update", "content": "a\nb\n", "originalFile": "a\nx\n"});
    check(&edit_of("Write", &input, &updated), &[("a\r\nb\r\n", "2")], &["a\nx\n"]);
    check(&edit_of("Write", &input, &Value::Null), &[("a\nb\n", "all")], &["a\nx\n"]);
}

#[test]
fn a_notebook_is_its_file() {
    let input = json!({"notebook_path": "/p/a.ipynb", "new_source": "2"});
    let response = json!({"original_file": "{\n1\n}", "updated_file": "{\n2\n}"});
    check(&edit_of("NotebookEdit", &input, &response), &[("{\n2\n}", "2")], &["{\n1\n}"]);
}

#[test]
fn several_edits_follow_each_other() {
    let input = json!({"file_path": "/p/a", "edits": [
        {"old_string": "a", "new_string": "b"},
        {"old_string": "b", "new_string": "c", "replace_all": true}]});
    let response = json!({"originalFileContents": "a\nb\n"});
    check(&edit_of("MultiEdit", &input, &response), &[("c\nc\n", "1-2")], &["b\nb\n"]);
    let input = json!({"file_path": "/p/a", "edits": [
        {"old_string": "d", "new_string": "D"}, {"old_string": "a", "new_string": "A"}]});
    let edit = edit_of("MultiEdit", &input, &Value::Null);
    check(&edit, &[("A\nb\nc\nD\n", "1, 4")], &["a\nb\nc\nd\n"]);
}

#[test]
fn the_text_before_is_known_where_a_patch_can_be_undone() {
    let patch = json!([
        {"oldStart": 1, "newStart": 1, "lines": ["-0", " 1"]},
        {"oldStart": 4, "newStart": 3, "lines": [" \t3", "-\t4", "-5", "+four"]}]);
    let input = json!({"file_path": "/p/a", "old_string": "?", "new_string": "?"});
    let edit = edit_of("Edit", &input, &json!({"structuredPatch": patch}));
    let before = edit.before("1\n2\n\t3\nfour\n6\n").unwrap();
    assert_eq!(before, "0\n1\n2\n\t3\n\t4\n5\n6\n");
    assert_eq!(edit.before("1\n"), None);
}
