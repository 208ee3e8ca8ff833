//! Case folders made on the spot, and a hook that does what they say.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use golden::{Hook, Mode, check_case};
use tempfile::TempDir;

pub(crate) const FAKE: &str = "before/project/fake.sh";
pub(crate) const READ: &str =
    r#"{ "hook_event_name": "PreToolUse", "cwd": "[PROJECT]/sub", "tool_name": "Read" }"#;
pub(crate) const SAY_CONTEXT: &str =
    r#"echo '{"hookSpecificOutput":{"additionalContext":"c","hookEventName":"PreToolUse"}}'"#;

pub(crate) fn hook() -> Hook {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fake-hook");
    Hook { limit: Duration::from_secs(5), ..Hook::new("fake-hook", &program) }
}

/// A case folder with these files; a path that ends in `/` is a folder.
pub(crate) fn case(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("a-case");
    fs::create_dir(&dir).unwrap();
    for (name, content) in files {
        let path = dir.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    (root, dir)
}

#[track_caller]
pub(crate) fn check(files: &[(&str, &str)], expected: Result<(), &str>) {
    let (_root, dir) = case(files);
    check_with(&hook(), &dir, expected);
}

#[track_caller]
pub(crate) fn check_with(hook: &Hook, dir: &Path, expected: Result<(), &str>) {
    let result = check_case(hook, dir, Mode::Check).map_err(|err| format!("{err:#}"));
    match (&result, expected) {
        (Ok(()), Ok(())) => {}
        (Err(report), Err(part)) if report.contains(part) => {}
        _ => panic!("expected {expected:?}, got {result:?}"),
    }
}
