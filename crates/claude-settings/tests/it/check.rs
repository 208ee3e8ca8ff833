//! What a host would not take. Each case was tried on Claude Code 2.1.330 and 2.1.112.

use claude_settings::{Effect, check};

/// `problem` begins with the column of the finding; all is on one line.
fn find(settings: &str, effect: Effect, problem: &str) {
    let findings = check(settings);
    let [finding] = findings.as_slice() else {
        panic!("{settings}: {findings:?}");
    };
    assert_eq!(finding.effect, effect, "{settings}");
    let found = format!("{}: {}", finding.position.column, finding.problem);
    assert!(found.starts_with(problem), "{settings}: {found}");
}

fn handler(event: &str, handler: &str) -> String {
    format!(r#"{{"hooks":{{"{event}":[{{"hooks":[{handler}]}}]}}}}"#)
}

pub(crate) fn nothing_is_found_in_what_the_host_takes() {
    for settings in [
        "",
        " \n",
        "{}",
        "\u{feff}{}",
        r#"{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[],"more":1}],"Stop":[]}}"#,
        &handler("Stop", r#"{"type":"command","command":"","more":null}"#),
        &handler("Stop", r#"{"type":"command","command":"a","args":["b"],"timeout":0.5}"#),
        &handler("PreToolUse", r#"{"type":"command","command":"a","if":"Bash(git *)"}"#),
        &handler("Stop", r#"{"type":"command","command":"a","shell":"bash","onFailure":"block"}"#),
        &handler("Stop", r#"{"type":"command","command":"a","async":true,"asyncRewake":false}"#),
        &handler("Stop", r#"{"type":"http","url":"https://a/b","headers":{"A":"b"}}"#),
        &handler("Stop", r#"{"type":"mcp_tool","server":"s","tool":"t","input":{"a":1}}"#),
        &handler("Stop", r#"{"type":"prompt","prompt":"p","onFailure":5}"#),
        &handler("Stop", r#"{"type":"agent","prompt":"p","model":"m"}"#),
        r#"{"hooks":{"PreToolUse":[{"matcher":"mcp__s__.*|mcp__s__t|Read|(Edit)","hooks":[]}]}}"#,
        r#"{"hooks":{"PreToolUse":[{"matcher":"Notebook(Edit|Read)","hooks":[]}]}}"#,
        r#"{"hooks":{"SubagentStart":[{"matcher":"Read(x)","hooks":[]}]}}"#,
    ] {
        assert_eq!(check(settings), [], "{settings}");
    }
}

/// Handlers under `PreToolUse`.
const WRONG: [(&str, &str); 26] = [
    (r"5", "35: a hook must be an object"),
    (r"{}", "35: `type` must be"),
    (r#"{"type":"cmd"}"#, "43: `type` must be"),
    (r#"{"type":5}"#, "43: `type` must be"),
    (r#"{"type":"command"}"#, "35: `command` is missing"),
    (r#"{"type":"command","command":5}"#, "63: `command` must be a string"),
    (r#"{"type":"command","command":"a","timeout":"5"}"#, "77: `timeout` must be a number"),
    (r#"{"type":"command","command":"a","timeout":0}"#, "77: `timeout` must be a number"),
    (r#"{"type":"command","command":"a","timeout":-1}"#, "77: `timeout` must be a number"),
    (r#"{"type":"command","command":"a","timeout":1e400}"#, "77: `timeout` must be a number"),
    (r#"{"type":"command","command":"a","args":"b"}"#, "74: `args` must be an array of strings"),
    (r#"{"type":"command","command":"a","args":[1]}"#, "74: `args` must be an array of strings"),
    (r#"{"type":"command","command":"a","statusMessage":null}"#, "83: `statusMessage` must be"),
    (r#"{"type":"command","command":"a","if":5}"#, "72: `if` must be a string"),
    (r#"{"type":"command","command":"a","shell":"fish"}"#, "75: `shell` must be bash or power"),
    (r#"{"type":"command","command":"a","onFailure":"x"}"#, "79: `onFailure` must be continue"),
    (r#"{"type":"command","command":"a","async":"x"}"#, "75: `async` must be true or false"),
    (r#"{"type":"command","command":"a","once":"x"}"#, "74: `once` must be true or false"),
    (r#"{"type":"command","command":"a","rewakeMessage":5}"#, "83: `rewakeMessage` must be"),
    (r#"{"type":"http"}"#, "35: `url` is missing"),
    (r#"{"type":"http","url":"localhost"}"#, "56: `url` must be an absolute address"),
    (r#"{"type":"http","url":"a:b","headers":{"a":1}}"#, "72: `headers` must be an object of"),
    (r#"{"type":"mcp_tool","server":"a"}"#, "35: `tool` is missing"),
    (r#"{"type":"mcp_tool","server":"a","tool":"b","input":[]}"#, "86: `input` must be an obj"),
    (r#"{"type":"prompt"}"#, "35: `prompt` is missing"),
    (r#"{"type":"prompt","prompt":"p","continueOnBlock":1}"#, "83: `continueOnBlock` must be"),
];

pub(crate) fn a_wrong_handler_makes_the_host_ignore_the_file() {
    for (wrong, problem) in WRONG {
        find(&handler("PreToolUse", wrong), Effect::FileIgnored, problem);
    }
}

pub(crate) fn what_a_wrong_entry_does_depends_on_its_event() {
    for (event, effect) in [
        ("PreToolUse", Effect::FileIgnored),
        ("PermissionRequest", Effect::FileIgnored),
        ("PostToolUse", Effect::FileIgnoredByOlderHosts),
        ("Stop", Effect::FileIgnoredByOlderHosts),
        ("SessionStart", Effect::FileIgnoredByOlderHosts),
        ("Nonsense", Effect::NeverRuns),
    ] {
        find(&handler(event, "5"), effect, "");
        find(&format!(r#"{{"hooks":{{"{event}":null}}}}"#), effect, "");
        find(&format!(r#"{{"hooks":{{"{event}":[5]}}}}"#), effect, "");
        find(&format!(r#"{{"hooks":{{"{event}":[{{}}]}}}}"#), effect, "");
        find(&format!(r#"{{"hooks":{{"{event}":[{{"hooks":{{}}}}]}}}}"#), effect, "");
        let matcher = format!(r#"{{"hooks":{{"{event}":[{{"matcher":null,"hooks":[]}}]}}}}"#);
        find(&matcher, effect, "");
    }
    find(r#"{"hooks":null}"#, Effect::FileIgnoredByOlderHosts, "10: `hooks` must be an object");
}

pub(crate) fn what_never_runs_is_named() {
    let matcher = |matcher: &str| {
        format!(r#"{{"hooks":{{"PreToolUse":[{{"matcher":"{matcher}","hooks":[]}}]}}}}"#)
    };
    for (settings, problem) in [
        (matcher("Read("), "36: the matcher `Read(` is a permission rule"),
        (matcher("Bash(git *)"), "36: the matcher `Bash(git *)` is a permission rule"),
        (matcher("mcp__memory"), "36: the matcher `mcp__memory` names an MCP server"),
        (matcher("Read|mcp__memory"), "36: the matcher `mcp__memory` names an MCP server"),
        (r#"{"hooks":{"Pretooluse":[]}}"#.to_owned(), "11: `Pretooluse` is not an event"),
        (
            handler("Stop", r#"{"type":"command","command":"a","if":"Bash"}"#),
            "61: `if` works only on tool events, and `Stop` is not one",
        ),
    ] {
        find(&settings, Effect::NeverRuns, problem);
    }
}

pub(crate) fn a_key_that_stands_twice_is_named() {
    for (settings, problem) in [
        (r#"{"hooks":{},"hooks":{}}"#.to_owned(), "2: `hooks`"),
        (r#"{"model":"a","model":"b"}"#.to_owned(), "2: `model`"),
        (r#"{"hooks":{"Stop":[],"\u0053top":[]}}"#.to_owned(), "11: `Stop`"),
        (r#"{"hooks":{"Stop":[{"hooks":[],"hooks":[]}]}}"#.to_owned(), "20: `hooks`"),
        (handler("Stop", r#"{"type":"command","command":"a","command":"b"}"#), "47: `command`"),
    ] {
        find(&settings, Effect::Shadowed, problem);
    }
}

pub(crate) fn what_is_not_strict_json_makes_the_host_ignore_the_file() {
    for (settings, problem) in [
        ("{\"a\":1 // b\n}", "8: a comment"),
        ("{\"a\":[1,]}", "8: a trailing comma"),
        ("{\"a\":1,}", "7: a trailing comma"),
        ("[]", "1: not a JSON object"),
        ("5", "1: not a JSON object"),
        ("{\"a\":\u{a0}1}", "6: not strict JSON: "),
        ("{\"a\":\u{b}1}", "6: not strict JSON: "),
        ("{\"a\":\"\t\"}", "7: not strict JSON: control character"),
        ("{\"a\":01}", "7: not strict JSON: "),
        ("{\"a\":+1}", "6: not strict JSON: "),
        ("{\"a\":.5}", "6: not strict JSON: "),
        ("{\"a\":0x1}", "6: not strict JSON: "),
        ("{\"a\":NaN}", "6: not strict JSON: "),
        ("{\"a\":\"\\x41\"}", "7: not strict JSON: "),
        ("{\"a\" 1}", "6: not strict JSON: "),
        ("{\"a\":}", "6: not strict JSON: "),
        ("{\"a\":1", "1: not strict JSON: "),
        ("{\"a\":[1", "6: not strict JSON: "),
        ("{} x", "4: not strict JSON: "),
        ("{\"é\":'x'}", "6: not strict JSON: "),
    ] {
        find(settings, Effect::FileIgnored, problem);
    }
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    find(&deep, Effect::NotEditable, "");
    find(r#"{"a":"\ud800"}"#, Effect::NotEditable, "7: half of a surrogate pair");
}
