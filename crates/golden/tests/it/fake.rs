//! Cases made on the spot, and a hook that does what they say.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use golden::{Hook, Mode, check_case};
use tempfile::TempDir;
use text_archive::{Archive, Part};

/// What a silent run of the hook needs beside it.
pub(crate) const WHY: (&str, &str) = ("explain", "outcome as told\n");
pub(crate) const FAKE: &str = "before/project/fake.sh";
pub(crate) const READ: &str =
    r#"{ "hook_event_name": "PreToolUse", "cwd": "[PROJECT]/sub", "tool_name": "Read" }"#;
pub(crate) const SAY_CONTEXT: &str =
    r#"echo '{"hookSpecificOutput":{"additionalContext":"c","hookEventName":"PreToolUse"}}'"#;

pub(crate) fn hook() -> Hook {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fake-hook");
    Hook { explains: true, limit: Duration::from_secs(100), ..Hook::new("fake-hook", &program) }
}

/// A case with these parts, beside the payloads of the workspace.
pub(crate) fn case(parts: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let payloads = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/payloads");
    symlink(payloads, root.path().join("payloads")).unwrap();
    let path = root.path().join("a-case.txtar");
    let parts = parts.iter().map(|(name, content)| Part::new(*name, *content).unwrap()).collect();
    write(&path, &Archive { comment: "What it shows.".to_owned(), parts });
    (root, path)
}

pub(crate) fn read(path: &Path) -> Archive {
    Archive::parse(&fs::read_to_string(path).unwrap()).unwrap()
}

pub(crate) fn write(path: &Path, case: &Archive) {
    fs::write(path, case.to_string()).unwrap();
}

#[track_caller]
pub(crate) fn check(parts: &[(&str, &str)], expected: Result<(), &str>) {
    let (_root, path) = case(parts);
    check_with(&hook(), &path, expected);
}

#[track_caller]
pub(crate) fn check_with(hook: &Hook, path: &Path, expected: Result<(), &str>) {
    let result = check_case(hook, path, Mode::Check).map_err(|err| format!("{err:#}"));
    match (&result, expected) {
        (Ok(()), Ok(())) => {}
        (Err(report), Err(part)) if report.contains(part) => {}
        _ => panic!("expected {expected:?}, got {result:?}"),
    }
}
