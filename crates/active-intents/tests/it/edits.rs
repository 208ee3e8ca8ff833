//! Edits of the file of intents: what is wanted changes, and nothing else.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use active_intents::{
    FILE, IntentId, Intents, NewRequest, RequestState, Requests,
    edit::{self, EditError},
};
use tempfile::TempDir;

const WAIT: Duration = Duration::from_secs(60);

fn project(text: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join(".orchestration")).unwrap();
    fs::write(dir.path().join(FILE), text).unwrap();
    dir
}

fn id(text: &str) -> IntentId {
    IntentId::new(text).unwrap()
}

fn request(project: &Path, intent: &str, paths: &[&str]) -> u64 {
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    let new = NewRequest {
        intent: &id(intent),
        paths: &paths,
        reason: "it is needed",
        session: "s1",
        agent: None,
        now: SystemTime::UNIX_EPOCH,
    };
    Requests::of(project).record(&new, WAIT).unwrap().request
}

/// Approves `paths` for the intent `a`.
#[track_caller]
fn check_approval(before: &str, paths: &[&str], after: &str) {
    let dir = project(before);
    let number = request(dir.path(), "a", paths);
    let approved = edit::approve(dir.path(), number, SystemTime::UNIX_EPOCH, WAIT);
    let approved = approved.unwrap_or_else(|err| panic!("{err}\n{before}"));
    assert_eq!(approved.state, RequestState::Approved);
    assert_eq!(Requests::of(dir.path()).get(number).unwrap(), Some(approved));
    assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), after);
    let intents = Intents::read(dir.path()).unwrap().unwrap();
    let scope = &intents.get("a").unwrap().owned_scope;
    assert!(paths.iter().all(|path| scope.iter().any(|glob| glob == path)), "{scope:?}");
}

#[test]
fn a_path_becomes_a_line_below_the_others() {
    check_approval(
        "# Ours.\nactive_intents:\n  - id: a # first\n    owned_scope:\n      - src/**   # all\n      \
         # the end\n\n    status: ACTIVE\n  - id: b\n    owned_scope: [src/**]\n",
        &["docs/*.md", "lib/**"],
        "# Ours.\nactive_intents:\n  - id: a # first\n    owned_scope:\n      - src/**   # all\n      \
         - docs/*.md\n      - lib/**\n      # the end\n\n    status: ACTIVE\n  - id: b\n    \
         owned_scope: [src/**]\n",
    );
}

#[test]
fn a_line_looks_like_its_neighbours() {
    // At the indentation of its key, as many write it.
    check_approval(
        "active_intents:\n- id: a\n  owned_scope:\n  - \"src/**\"\n  - '!src/gen/**'\n",
        &["docs/**"],
        "active_intents:\n- id: a\n  owned_scope:\n  - \"src/**\"\n  - '!src/gen/**'\n  - 'docs/**'\n",
    );
    check_approval(
        "active_intents:\n- id: a\n  owned_scope:\n  -   \"src/**\"\n",
        &["it's"],
        "active_intents:\n- id: a\n  owned_scope:\n  -   \"src/**\"\n  -   \"it's\"\n",
    );
    check_approval(
        "active_intents:\n- id: a\n  owned_scope:\n  - 'src/**'\n",
        &["it's"],
        "active_intents:\n- id: a\n  owned_scope:\n  - 'src/**'\n  - 'it''s'\n",
    );
}

#[test]
fn what_yaml_would_read_otherwise_is_quoted() {
    let odd = ["**/x", "*.md", "a: b", "a #b", "- x", "1.5", "true", "null", "no", "{a,b}/**"];
    for glob in odd.into_iter().chain(["[ab]/c", "@x", "%x", "`x", "x:", "~", "é/ü", "a b", "x,y"])
    {
        let dir = project("active_intents:\n- id: a\n  owned_scope:\n  - src/**\n- id: b\n");
        let number = request(dir.path(), "a", &[glob]);
        edit::approve(dir.path(), number, SystemTime::UNIX_EPOCH, WAIT).unwrap();
        let intents = Intents::read(dir.path()).unwrap().unwrap();
        assert_eq!(intents.get("a").unwrap().owned_scope, ["src/**", glob]);
    }
}

#[test]
fn a_list_on_one_line_grows_in_place() {
    let check = |before: &str, after: &str| {
        let file = |scope: &str| {
            format!("active_intents:\n  - id: a\n    owned_scope: {scope}\n    name: A # x\n")
        };
        check_approval(&file(before), &["docs/**", "x,y"], &file(after));
    };
    check("[]", "[docs/**, \"x,y\"]");
    check("[ ] # none", "[docs/**, \"x,y\"] # none");
    check("[src/**]", "[src/**, docs/**, \"x,y\"]");
    check("[ src/** ] # some", "[ src/**, docs/**, \"x,y\" ] # some");
    check("['src/**', ]", "['src/**', 'docs/**', 'x,y' ]");
    check("[\"src/**\"]", "[\"src/**\", \"docs/**\", \"x,y\"]");
    check(
        "[\n      a, # one\n      b # two\n      ]",
        "[\n      a, # one\n      b, docs/**, \"x,y\" # two\n      ]",
    );
    check("src/**", "[src/**, docs/**, \"x,y\"]");
    check("'src/**'  # one", "['src/**', 'docs/**', 'x,y']  # one");
    check("# none", "# none\n      - docs/**\n      - x,y");
    check("~", "[docs/**, \"x,y\"]");
}

#[test]
fn a_scope_that_is_missing_is_put_in() {
    check_approval(
        "active_intents:\n  - id: a # first\n    constraints:\n      - none\n",
        &["docs/**"],
        "active_intents:\n  - id: a # first\n    owned_scope:\n      - docs/**\n    constraints:\n      \
         - none\n",
    );
    check_approval(
        "active_intents:\n  - name: A\n    id: a\n    status: ACTIVE",
        &["docs/**"],
        "active_intents:\n  - name: A\n    id: a\n    status: ACTIVE\n    owned_scope:\n      \
         - docs/**",
    );
    check_approval(
        "{\"active_intents\": [{\"id\": \"a\", \"x\": 1}]}",
        &["docs/**", "{x,y}"],
        "{\"active_intents\": [{\"id\": \"a\", owned_scope: [docs/**, \"{x,y}\"], \"x\": 1}]}",
    );
    check_approval(
        "active_intents: [{id: a, owned_scope: , x: 1}]",
        &["docs/**"],
        "active_intents: [{id: a, owned_scope: [docs/**] , x: 1}]",
    );
    check_approval(
        "active_intents:\n  - id: a\n    owned_scope:",
        &["docs/**", "x"],
        "active_intents:\n  - id: a\n    owned_scope:\n      - docs/**\n      - x",
    );
}

#[test]
fn line_ends_and_marks_stay() {
    check_approval(
        "\u{feff}active_intents:\r\n- id: a\r\n  owned_scope:\r\n  - src/** # \u{e9}\r\n- id: b\r\n",
        &["docs/**"],
        "\u{feff}active_intents:\r\n- id: a\r\n  owned_scope:\r\n  - src/** # \u{e9}\r\n  - docs/**\r\n\
         - id: b\r\n",
    );
}

#[test]
fn what_is_in_the_scope_is_not_put_in_again() {
    let text = "active_intents:\n- {id: a, owned_scope: [src/**]}\n";
    check_approval(text, &["src/**"], text);
}

#[track_caller]
fn check_completion(before: &str, after: &str) {
    let dir = project(before);
    edit::complete(dir.path(), &id("a"), WAIT).unwrap_or_else(|err| panic!("{err}\n{before}"));
    assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), after);
}

#[test]
fn a_completion_changes_one_word() {
    for (before, after) in [
        ("IN_PROGRESS", "COMPLETED"),
        ("in_progress # soon", "COMPLETED # soon"),
        ("\"ACTIVE\"   # \"x\"", "\"COMPLETED\"   # \"x\""),
        ("'ACTIVE'", "'COMPLETED'"),
        ("   # none", " COMPLETED   # none"),
        ("~", "COMPLETED"),
        ("COMPLETED", "COMPLETED"),
    ] {
        let file = |status: &str| {
            let status =
                if status.starts_with(' ') { status.to_owned() } else { format!(" {status}") };
            format!(
                "# x\nactive_intents:\n  - status:{status}\n    id: a\n  - id: b\n    status: A"
            )
        };
        check_completion(&file(before), &file(after));
    }
}

#[test]
fn a_status_that_is_missing_is_put_in() {
    check_completion(
        "active_intents:\n  - id: a\n    name: |\n      long\n  - id: b\n",
        "active_intents:\n  - id: a\n    status: COMPLETED\n    name: |\n      long\n  - id: b\n",
    );
    check_completion(
        "active_intents: [{id: a}, {id: b}]\n",
        "active_intents: [{id: a, status: COMPLETED}, {id: b}]\n",
    );
    check_completion(
        "active_intents:\n-\n  name: A\n  id: a",
        "active_intents:\n-\n  name: A\n  status: COMPLETED\n  id: a",
    );
}

/// Neither edit is made.
#[track_caller]
fn check_unusual(text: &str) {
    let dir = project(text);
    let result = edit::complete(dir.path(), &id("a"), WAIT);
    assert!(matches!(result, Err(EditError::Unusual(_))), "{result:?}\n{text}");
    assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), text);
}

#[test]
fn an_edit_that_would_change_more_is_refused() {
    // What another intent refers to would change with it.
    check_unusual("active_intents:\n- id: a\n  status: &s ACTIVE\n- id: b\n  status: *s\n");
    check_unusual("active_intents:\n- id: b\n  status: &s ACTIVE\n- id: a\n  status: *s\n");
    check_unusual("active_intents:\n- id: a\n  status: >\n    ACTIVE\n");
    check_unusual("active_intents:\n- &x\n  id: a\n- id: b\n  like: *x\n");
    check_unusual("x: &x\n  id: a\nactive_intents:\n- *x\n");
}

#[test]
fn a_request_that_would_break_the_file_is_refused() {
    let text = "active_intents:\n- id: a\n";
    let dir = project(text);
    let number = request(dir.path(), "a", &["src/[a"]);
    let result = edit::approve(dir.path(), number, SystemTime::UNIX_EPOCH, WAIT);
    assert!(matches!(result, Err(EditError::Unusual(_))), "{result:?}");
    assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), text);
    let state = Requests::of(dir.path()).get(number).unwrap().map(|request| request.state);
    assert_eq!(state, Some(RequestState::Open));
}

#[test]
fn what_cannot_be_edited_says_why() {
    let dir = project("active_intents:\n- id: a\n");
    let path = dir.path();
    let now = SystemTime::UNIX_EPOCH;
    let unknown = edit::complete(path, &id("x"), WAIT).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no intent `x`");
    let unknown = edit::approve(path, 7, now, WAIT).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no request 7");
    let number = request(path, "x", &["docs/**"]);
    let unknown = edit::approve(path, number, now, WAIT).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no intent `x`");
    let refused = edit::refuse(path, number, Some("not now"), now, WAIT).unwrap();
    assert_eq!((refused.state, refused.why.as_deref()), (RequestState::Refused, Some("not now")));
    let decided = edit::approve(path, number, now, WAIT).unwrap_err();
    assert_eq!(decided.to_string(), "request 1 was decided already");
    fs::write(path.join(FILE), "active_intents:\n- id: a\n- id: a\n").unwrap();
    let broken = edit::complete(path, &id("a"), WAIT).unwrap_err();
    assert!(broken.to_string().ends_with("yaml:3:3: active_intents[1].id: duplicate id `a`"));
}
