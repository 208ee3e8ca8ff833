//! A command whose shell has the kernel hold what it may write.

use super::{Check, Scenario, Step};

const PLAN: &str = r#"{"version":1,"session":"s","project":"[PROJECT]","writable":["[PROJECT]/src/"],"outputs":["target"],"read_only":["[PROJECT]/.claude/"]}"#;

/// What a guard closes beside it.
const CLOSED: &str = r#"{"version":1,"session":"s","project":"[PROJECT]","is_open":true,"read_only":["[PROJECT]/src/generated/"]}"#;

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[Scenario {
    name: "a command behind the wall",
    program: "confine-bash",
    files: &[
        ("state/confine/s.json", PLAN),
        ("state/confine/s.governance.json", CLOSED),
        ("project/src/a", "a\n"),
        ("project/src/generated/g", "g\n"),
        ("project/docs/d", "d\n"),
    ],
    killed: Step::Tool(&[
        "-c",
        "echo b >> src/a; rm -rf docs src/generated 2> /dev/null; true",
        "--session",
        "s",
    ]),
    then: &[Step::Tool(&["-c", "echo c > src/c", "--session", "s"])],
    always: &[Check::Times("docs/d", "d", 1), Check::Times("generated/g", "g", 1)],
    checks: &[Check::Prints(&["-c", "cat src/c", "--session", "s"], "c")],
    ..Scenario::NOTHING
}];
