//! What a person types.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::calls::{call, project, type_in};

fn words(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The lines that `tacklebox log` prints with these arguments; what it says of nothing is
/// left out.
fn logged(project: &Path, args: &[&str]) -> Vec<String> {
    let output = type_in(project, &[&["log"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", words(&output).1);
    words(&output).0.lines().map(str::to_owned).collect()
}

pub(crate) fn what_was_denied_is_in_the_log() {
    let project = project();
    assert!(logged(project.path(), &[]).is_empty());
    call(project.path(), &["run", "governance-hook", "prompt-detect-hook"]);
    call(project.path(), &["run", "prompt-detect-hook"]);
    let lines = logged(project.path(), &[]);
    assert!(lines[0].ends_with("  s         deny     AskUserQuestion"), "{lines:?}");
    assert_eq!(lines[1], "    governance-hook deny by rules.user-query.DO: decide");
    assert_eq!(lines.len(), 2, "{lines:?}");
}

pub(crate) fn the_log_is_asked_for_parts_of_it() {
    let project = project();
    for _ in 0..3 {
        call(project.path(), &["run", "governance-hook"]);
    }
    for (args, expected) in [
        (&["--limit", "2"][..], 2),
        (&["--hook", "governance", "--denied"], 3),
        (&["--hook", "governance-hook", "--tool", "AskUserQuestion"], 3),
        (&["--hook", "prompt-detect"], 0),
        (&["--tool", "Bash"], 0),
        (&["--session", "s"], 3),
        (&["--session", "t"], 0),
        (&["--since", "1h"], 3),
        (&["--since", "2100-01-01"], 0),
    ] {
        let lines = logged(project.path(), &[args, &["--json"]].concat());
        assert_eq!(lines.len(), expected, "{args:?}");
        for line in lines {
            let line: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(line["verdict"], "deny");
        }
    }
    let wrong = type_in(project.path(), &["log", "--since", "soon"]);
    assert_eq!(wrong.status.code(), Some(2));
}

pub(crate) fn a_hook_is_reached_with_and_without_the_end_of_its_name() {
    let project = project();
    let matrix = words(&type_in(project.path(), &["governance", "matrix"]));
    assert!(matrix.0.contains("user-query"), "{matrix:?}");
    assert_eq!(words(&type_in(project.path(), &["governance-hook", "matrix"])), matrix);
    let unknown = type_in(project.path(), &["governence", "matrix"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(words(&unknown).1.contains("no command and no hook \"governence\""));
}
