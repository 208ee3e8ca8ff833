//! Which lines of a file, as it stands now, a call has put there.
//!
//! A line is the agent's if it differs between before and after, and is still
//! there. Where nothing tells what was there before, nothing is claimed.

use std::borrow::Cow;

use hook_protocol::PatchHunk;

use crate::gather::change::{Content, Replacement};
use crate::gather::patch::Hunk;
use crate::record::alignment::{diff, origins};
use crate::record::line_hash::LineHash;
use crate::record::lines::lines;
use crate::record::trace::Mutation;

/// What a record says of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) mutation: Mutation,
    /// For each line of the file whether the call has put it there.
    pub(crate) lines: Vec<bool>,
}

/// What the call has put into a file that was of the lines `before`, where they are known, and
/// now is `text`, of the lines `now`.
pub(crate) fn claim(content: &Content<'_>, before: &[&[u8]], text: &[u8], now: &[&[u8]]) -> Claim {
    match content {
        Content::Created { after } => {
            let after = lines(after.as_bytes());
            let all = vec![true; after.len()];
            Claim { mutation: Mutation::Created, lines: where_now(&after, &all, now) }
        }
        Content::Changed { after, .. } => {
            let told = after.as_deref().map(str::as_bytes).filter(|told| *told != text);
            let after = told.map_or(Cow::Borrowed(now), |told| Cow::Owned(lines(told)));
            let (mutation, new) = difference(before, &after);
            Claim { mutation, lines: where_now(&after, &new, now) }
        }
        Content::Patched(hunks) => patched(hunks, now),
        Content::Sought(hunks) => sought(hunks, now),
        Content::Replaced(replacements) => replaced(replacements, text, now),
        Content::Deleted => nothing(Mutation::Removed, now),
        Content::Unknown => nothing(Mutation::Changed, now),
    }
}

fn nothing(mutation: Mutation, now: &[&[u8]]) -> Claim {
    Claim { mutation, lines: vec![false; now.len()] }
}

/// What differs, and for each line of `after` whether it is new.
fn difference(before: &[&[u8]], after: &[&[u8]]) -> (Mutation, Vec<bool>) {
    let mut new = vec![false; after.len()];
    let (mut came, mut went) = (false, false);
    for part in diff(before, after) {
        came |= !part.new.is_empty();
        went |= !part.old.is_empty();
        if let Some(lines) = new.get_mut(part.new) {
            lines.fill(true);
        }
    }
    (mutation(came, went), new)
}

/// The same lines in the file as it stands now.
fn where_now(after: &[&[u8]], new: &[bool], now: &[&[u8]]) -> Vec<bool> {
    if now == after {
        return new.to_vec();
    }
    let origins = origins(&LineHash::all(after), &LineHash::all(now));
    let is_new = |from: &Option<usize>| from.and_then(|from| new.get(from)).copied();
    origins.iter().map(|from| is_new(from).unwrap_or(false)).collect()
}

fn patched(hunks: &[Hunk<'_>], now: &[&[u8]]) -> Claim {
    let mutation = mutation(hunks.iter().any(Hunk::adds), hunks.iter().any(Hunk::removes));
    let hashes = LineHash::all(now);
    at_places(mutation, hunks.iter().flat_map(|hunk| hunk.places(&hashes)), now)
}

/// The lines of hunks that can stand at one place alone.
fn sought(hunks: &[PatchHunk<'_>], now: &[&[u8]]) -> Claim {
    let mutation =
        mutation(hunks.iter().any(PatchHunk::adds), hunks.iter().any(PatchHunk::removes));
    let hash = |line: &str| LineHash::of(line.as_bytes());
    let places = PatchHunk::places(hunks, &LineHash::all(now), hash);
    let added = hunks.iter().zip(places).flat_map(|(hunk, places)| {
        let only = places.filter(|places| places.len() == 1).unwrap_or_default();
        only.into_iter().flat_map(|start| hunk.added(start))
    });
    at_places(mutation, added, now)
}

fn mutation(adds: bool, removes: bool) -> Mutation {
    match (adds, removes) {
        (true, false) => Mutation::Added,
        (false, true) => Mutation::Removed,
        _ => Mutation::Changed,
    }
}

fn at_places(mutation: Mutation, places: impl Iterator<Item = usize>, now: &[&[u8]]) -> Claim {
    let mut claim = nothing(mutation, now);
    for place in places {
        if let Some(line) = claim.lines.get_mut(place) {
            *line = true;
        }
    }
    claim
}

/// Takes the replacements back, where the file tells how, and sees what differs.
fn replaced(replacements: &[Replacement<'_>], text: &[u8], now: &[&[u8]]) -> Claim {
    let is_deletion = replacements.iter().all(|replacement| replacement.new.is_empty());
    let mutation = if is_deletion { Mutation::Removed } else { Mutation::Changed };
    let undone = str::from_utf8(text).ok().and_then(|text| {
        let text = text.replace("\r\n", "\n");
        replacements.iter().rev().try_fold(text, |text, replacement| undone(&text, replacement))
    });
    let Some(before) = undone else {
        return nothing(mutation, now);
    };
    let (mutation, lines) = difference(&lines(before.as_bytes()), now);
    Claim { mutation, lines }
}

fn undone(text: &str, replacement: &Replacement<'_>) -> Option<String> {
    let Replacement { old, new, all } = *replacement;
    let mut places = text.matches(new);
    let is_told = !new.is_empty() && places.next().is_some() && (all || places.next().is_none());
    is_told.then(|| text.replace(new, old))
}

#[cfg(test)]
mod tests {
    use hook_protocol::Event;
    use serde_json::{Value, json};

    use super::*;

    /// Claims the lines of `now` for a call, and compares what is claimed.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "json! reads better without a borrow")]
    fn check(tool: &str, input: Value, response: Value, now: &str, expected: (Mutation, &[usize])) {
        let event = json!({
            "hook_event_name": "PostToolUse", "tool_name": tool, "tool_input": input,
            "tool_response": response,
        });
        let Event::PostToolUse(event) = Event::parse(event.to_string().as_bytes()).unwrap() else {
            unreachable!()
        };
        let [change] = &crate::gather::change::all(&event)[..] else { unreachable!() };
        let before = change.content.before().map(|before| lines(before.as_bytes()));
        let before = before.unwrap_or_default();
        let claim = claim(&change.content, &before, now.as_bytes(), &lines(now.as_bytes()));
        let claimed = claim.lines.iter().enumerate().filter(|(_, line)| **line);
        let claimed: Vec<usize> = claimed.map(|(at, _)| at + 1).collect();
        assert_eq!((claim.mutation, claimed.as_slice()), expected);
    }

    fn edit(old: &str, new: &str) -> Value {
        json!({ "file_path": "/p/a", "old_string": old, "new_string": new })
    }

    fn edit_all(old: &str, new: &str) -> Value {
        json!({ "file_path": "/p/a", "old_string": old, "new_string": new, "replace_all": true })
    }

    fn original(text: &str) -> Value {
        json!({ "originalFile": text, "structuredPatch": [] })
    }

    fn write(text: &str) -> Value {
        json!({ "file_path": "/p/a", "content": text })
    }

    use Mutation::{Added, Changed, Created, Removed};

    #[test]
    fn an_edit_has_the_lines_that_differ() {
        let check = |old: &str, new: &str, before: &str, now: &str, expected| {
            check("Edit", edit(old, new), original(before), now, expected);
        };
        check("a\nb\nc", "a\nB\nc", "a\nb\nc\n", "a\nB\nc\n", (Changed, &[2]));
        check("b", "b\nb2", "a\nb\nc\n", "a\nb\nb2\nc\n", (Added, &[3]));
        check("b\n", "", "a\nb\nc\n", "a\nc\n", (Removed, &[]));
        check("b", "", "a\nb\nc\n", "a\nc\n", (Removed, &[]));
        check("c", "C", "a\nc", "a\nC", (Changed, &[2]));
        check("c", "c\n", "a\nc", "a\nc\n", (Changed, &[]));
        check("b", "B\nC", "a\nb\n", "a\r\nB\r\nC\r\n", (Changed, &[2, 3]));
    }

    #[test]
    fn without_the_original_only_what_is_told_is_claimed() {
        let none = || json!({ "filePath": "/p/a" });
        check("Edit", edit("a\nb", "a\nB"), none(), "x\na\nB\n", (Changed, &[3]));
        check("Edit", edit("b", "B"), none(), "B\nx\nB\n", (Changed, &[]));
        check("Edit", edit_all("b", "B"), none(), "B\nx\nB\n", (Changed, &[1, 3]));
        check("Edit", edit("b", ""), none(), "a\n", (Removed, &[]));
        check("Edit", edit("b", "B"), none(), "a\n", (Changed, &[]));
        check("Write", write("a\n"), none(), "a\n", (Changed, &[]));
        let patch = json!({ "structuredPatch": [{
            "oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 3,
            "lines": [" f", "+  one", "-  1", "+  two", "\\ No newline at end of file"],
        }] });
        check("Edit", edit("1", "2"), patch.clone(), "f\n\tone\n\ttwo\n", (Changed, &[2, 3]));
        check("Edit", edit("1", "2"), patch.clone(), "x\nf\n\tone\n\ttwo\n", (Changed, &[3, 4]));
        check("Edit", edit("1", "2"), patch, "f\n\tthree\n", (Changed, &[]));
    }

    #[test]
    fn a_write_has_what_it_did_not_keep() {
        let created = || json!({ "type": "create", "originalFile": null });
        check("Write", write("a\nb\n"), created(), "a\nb\n", (Created, &[1, 2]));
        check(
            "Write",
            write("a\nb\n"),
            json!({ "originalFile": null }),
            "a\nb\n",
            (Created, &[1, 2]),
        );
        check("create", write("a\n"), Value::Null, "a\n", (Created, &[1]));
        check("Write", write("a\nX\nc\n"), original("a\nb\nc\n"), "a\nX\nc\n", (Changed, &[2]));
        check("Write", write("a\n"), original("a\n"), "a\n", (Changed, &[]));
        check("Write", write("a\nb\n"), original("a\n"), "a\nb\n", (Added, &[2]));
        check("Write", write(""), original("a\n"), "", (Removed, &[]));
        let empty = json!({ "oldString": "", "newString": "x\n", "originalFile": "" });
        check("Edit", edit("", "x\n"), empty, "x\n", (Created, &[1]));
    }

    #[test]
    fn a_hunk_without_a_number_has_the_lines_of_the_one_place_where_it_can_stand() {
        let check = |hunks: &str, now: &str, expected| {
            let patch = format!("*** Begin Patch\n*** Update File: a\n{hunks}\n*** End Patch\n");
            check("apply_patch", json!({ "command": patch }), Value::Null, now, expected);
        };
        let two = "@@\n a\n-b\n+B\n+b2\n c\n@@\n-e\n+E";
        check(two, "a\nB\nb2\nc\nd\nE\n", (Changed, &[2, 3, 6]));
        check(two, "x\n  a\n  B\n  b2\n  c\nd\nE\n", (Changed, &[3, 4, 7]));
        check(two, "a\nB\nc\nE\n", (Changed, &[4]));
        check("@@\n a\n+b", "a\nb\n", (Added, &[2]));
        check("@@\n a\n-b", "a\n", (Removed, &[]));
        check("@@\n-b\n+B", "B\nx\nB\n", (Changed, &[]));
        check("@@ x\n-b\n+B", "B\nx\nB\n", (Changed, &[3]));
    }

    #[test]
    fn a_file_that_changed_since_has_the_lines_where_they_are() {
        let created = || json!({ "type": "create" });
        let text = "fn f() {\nlet x = 'a'\n}\n";
        let check = |now: &str, lines: &[usize]| {
            check("Write", write(text), created(), now, (Created, lines));
        };
        check("// by hand\nfn f() {\nlet x = 'a'\n}\n", &[2, 3, 4]);
        check("fn f() {\n    let x = \"a\";\n}\n", &[1, 2, 3]);
        check("fn f() {\nlet x = 'b'\n}\n", &[1, 3]);
        check("", &[]);
    }

    #[test]
    fn edits_in_a_row_are_one_change() {
        let edits = json!({ "file_path": "/p/a", "edits": [
            { "old_string": "a", "new_string": "x" }, { "old_string": "x\nb", "new_string": "y\nb" },
        ] });
        check("MultiEdit", edits.clone(), original("a\nb\nc\n"), "y\nb\nc\n", (Changed, &[1]));
        check("MultiEdit", edits, Value::Null, "y\nb\nc\n", (Changed, &[1]));
    }
}
