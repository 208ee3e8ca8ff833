//! Templates: the shape that a hook of ours may have in a settings file.

use claude_settings::{Fragment, HookCommand};

const TEMPLATE: &str = r#"{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook","args":[],"timeout":5}]}]}}"#;

/// `TEMPLATE` with `what` replaced is refused.
fn refused(what: &str, with: &str, reason: &str) {
    assert!(TEMPLATE.contains(what), "{what}");
    let template = TEMPLATE.replacen(what, with, 1);
    let err = Fragment::read(&template, HookCommand::in_project("a-hook")).unwrap_err();
    assert!(err.reason.contains(reason), "{template}: {err}");
}

pub(crate) fn a_template_says_for_which_events_and_how_to_start_the_program() {
    let fragment = Fragment::read(TEMPLATE, HookCommand::in_dir("a-hook", "/opt/it's")).unwrap();
    assert_eq!(fragment.events().collect::<Vec<_>>(), ["PreToolUse"]);
    assert_eq!(fragment.command().program(), "/opt/it's/a-hook");
    let installed = crate::install(None, &[fragment]).unwrap();
    assert!(installed.contains(r#""command": "/opt/it's/a-hook","#), "{installed}");
}

pub(crate) fn what_a_host_would_drop_is_no_template() {
    refused("\"timeout\":5", "\"timeout\":\"5\"", "`timeout` must be a number above 0");
    refused("\"timeout\":5", "\"timeout\":5,", "a trailing comma");
    refused("PreToolUse", "BeforeTool", "`BeforeTool` is not an event");
    refused("\"*\"", "\"Read(*)\"", "is a permission rule");
    refused("\"matcher\":\"*\",", "\"hooks\":[],", "`hooks` appears more than once");
}
