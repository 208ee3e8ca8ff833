//! Our own hooks, looked at as those of anybody.

use serde_json::Value;

use crate::calls::{project, type_in};

pub(crate) fn nothing_is_wrong_with_our_own_hooks() {
    let project = project();
    let hooks: Vec<String> = tacklebox::all().hooks().map(|hook| hook.name().to_owned()).collect();
    let words =
        ["hooklint", "--json", "--with-network", "--", env!("CARGO_BIN_EXE_tacklebox"), "run"];
    let words: Vec<&str> = words.into_iter().chain(hooks.iter().map(String::as_str)).collect();
    let output = type_in(project.path(), &words);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // Above 16 MiB an event cannot be read, and what the person is asked about otherwise passes: hooks fail open
    // unless the project says something else.
    let findings = report["findings"].as_array().unwrap();
    let findings = findings.iter().filter(|it| it["level"] != "note").map(|it| &it["id"]);
    assert_eq!(findings.collect::<Vec<_>>(), ["huge-input"], "{report:#}");
    assert!(report["hooks"][0]["runs"].as_u64().unwrap() > 100, "{report:#}");
}
