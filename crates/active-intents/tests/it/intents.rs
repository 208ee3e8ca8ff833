//! The file of intents: what is read, and what is broken where.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs;

use active_intents::{FILE, Intents};
use project_paths::RelPath;
use tempfile::TempDir;

fn read(bytes: &[u8]) -> Result<Option<Intents>, String> {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join(".orchestration")).unwrap();
    fs::write(dir.path().join(FILE), bytes).unwrap();
    let file = dir.path().join(FILE).display().to_string();
    Intents::read(dir.path()).map_err(|err| err.to_string().replace(&file, "FILE"))
}

fn intents(text: &str) -> Intents {
    read(text.as_bytes()).unwrap().unwrap()
}

#[test]
fn an_intent_is_read() {
    let intents = intents(
        "version: 3\nactive_intents:\n  - id: INT-001\n    name: Sign in\n    status: in_progress\n    \
         owned_scope: [\"src/auth/**\", \"!src/auth/gen/**\"]\n    constraints:\n      - No new \
         dependency\n    acceptance_criteria: [Tests pass]\n    related_files: [docs/auth.md]\n    \
         notes: ask Kim\n    priority: {high: [1, 2.5, true, null]}\n  - id: b\n",
    );
    let intent = intents.get("INT-001").unwrap();
    assert_eq!((intent.id.as_str(), intent.name.as_str()), ("INT-001", "Sign in"));
    assert_eq!(intent.status.as_str(), Some("in_progress"));
    assert_eq!(intent.owned_scope, ["src/auth/**", "!src/auth/gen/**"]);
    assert_eq!(intent.constraints, ["No new dependency"]);
    assert_eq!(intent.acceptance_criteria, ["Tests pass"]);
    assert_eq!([&intent.related_files, &intent.notes], [&["docs/auth.md"], &["ask Kim"]]);
    let includes = |path: &str| intent.scope().includes(&RelPath::new(path).unwrap());
    assert!(includes("src/auth/a/b.ts") && !includes("src/auth/gen/a") && !includes("src/a"));
    let bare = intents.get("b").unwrap();
    assert_eq!((bare.name.as_str(), bare.status.as_str()), ("", None));
    assert!(bare.scope().is_empty() && bare.constraints.is_empty());
    assert_eq!(intents.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["INT-001", "b"]);
    assert!(intents.get("int-001").is_none());
}

#[test]
fn prose_is_taken_as_it_comes() {
    let intents = intents(
        "active_intents:\n- id: a\n  name: 7\n  constraints:\n  - Errors: none\n  - 99.5\n  - true\n  \
         - ~\n  - [a, b]\n  - \"\"\n  - {a: 1, b: }\n  acceptance_criteria: one\n  notes:\n",
    );
    let intent = intents.get("a").unwrap();
    assert_eq!(intent.name, "7");
    assert_eq!(intent.constraints, ["Errors: none", "99.5", "true", "a; b", "a: 1; b"]);
    assert_eq!(intent.acceptance_criteria, ["one"]);
    assert!(intent.notes.is_empty());
}

#[test]
fn some_statuses_permit_work() {
    let check = |status: &str, permits: bool, known: bool| {
        let intents = intents(&format!("active_intents:\n- id: a\n  status: {status}\n"));
        let status = &intents.get("a").unwrap().status;
        assert_eq!((status.permits_work(), status.is_known()), (permits, known), "{status:?}");
    };
    for status in ["PENDING", "pending", "IN_PROGRESS", "In_Progress", "ACTIVE", "Active", "", "~"]
    {
        check(status, true, true);
    }
    for status in ["COMPLETED", "done-ish", "BLOCKED", "Cancelled", "DRAFT", "in progress", "1"] {
        let known = ["COMPLETED", "BLOCKED", "CANCELLED", "DRAFT"];
        check(status, false, known.contains(&status.to_uppercase().as_str()));
    }
}

#[test]
fn an_empty_list_is_valid_and_a_missing_file_is_none() {
    for text in ["active_intents: []\n", "active_intents:\n", "active_intents: ~\n"] {
        assert_eq!(intents(text).iter().count(), 0, "{text}");
    }
    let dir = TempDir::new().unwrap();
    assert_eq!(Intents::read(dir.path()).unwrap(), None);
    fs::create_dir(dir.path().join(".orchestration")).unwrap();
    assert_eq!(Intents::read(dir.path()).unwrap(), None);
    fs::create_dir(dir.path().join(FILE)).unwrap();
    let err = Intents::read(dir.path()).unwrap_err().to_string();
    assert!(err.ends_with("active_intents.yaml: not a regular file"), "{err}");
}

#[track_caller]
fn check_broken(text: &[u8], expected: &str) {
    assert_eq!(read(text).unwrap_err(), format!("could not read FILE{expected}"));
}

#[test]
fn what_is_broken_names_line_and_key() {
    let intent = |rest: &str| format!("active_intents:\n- id: a\n  {rest}\n").into_bytes();
    check_broken(
        b"active_intents:\n- id: a\n- name: x\n  id: a\n",
        ":4:3: active_intents[1].id: duplicate id `a`",
    );
    check_broken(
        b"active_intents:\n- id: abc\n- id: ABC\n",
        ":3:3: active_intents[1].id: `abc` and `ABC` differ only in case",
    );
    check_broken(b"active_intents:\n- name: x\n", ":2:3: active_intents[0]: missing field `id`");
    let rule = "letters, digits, `.`, `_`, `-`, the first a letter or digit, 200 at most";
    for id in ["../x", ".a", "a b", "é", "-a", ""] {
        check_broken(
            format!("active_intents:\n- id: {id:?}\n").as_bytes(),
            &format!(":2:3: active_intents[0].id: invalid id `{id}`: {rule}"),
        );
    }
    check_broken(
        b"active_intents:\n- id: 7\n",
        ":2:3: active_intents[0].id: an id is text, put it into quotes",
    );
    check_broken(
        &intent("owned_scope:\n  - src/**\n  - \"src/[a\""),
        ":5:5: active_intents[0].owned_scope[1]: invalid pattern `src/[a`: missing `]`",
    );
    check_broken(
        &intent("owned_scope: \"{a\""),
        ":3:3: active_intents[0].owned_scope: invalid pattern `{a`: missing `}`",
    );
    check_broken(
        &intent("owned_scope:\n  - !src/gen/** "),
        ":4:5: text that begins with `!` needs quotes",
    );
    check_broken(
        &intent("owned_scope: [[a]]"),
        ":3:17: active_intents[0].owned_scope[0]: expected a pattern",
    );
    check_broken(b"active_intents:\n- id: a\n  x: \xff\n", ":3:6: not valid UTF-8");
    check_broken(
        b"active_intents:\n- id: a\n  id: b\n",
        ":3:3: active_intents[0].id: duplicate key `id`",
    );
    check_broken(b"intents: []\n", ":1:1: missing field `active_intents`");
    check_broken(b"", ":1:1: missing field `active_intents`");
    check_broken(
        b"active_intents: {}\n",
        ":1:17: active_intents: invalid type: map, expected a sequence",
    );
    check_broken(
        b"active_intents:\n- a\n",
        ":2:3: active_intents[0]: invalid type: string \"a\", expected an intent, a mapping",
    );
    check_broken(
        b"active_intents: [\n",
        ":2:1: while parsing a node, did not find expected node content",
    );
    check_broken(b"active_intents:\n  - *x\n", ":2:5: while parsing node, found unknown anchor");
}
