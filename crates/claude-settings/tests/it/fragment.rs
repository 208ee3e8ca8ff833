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
    let installed = claude_settings::install(None, &[fragment]).unwrap();
    assert!(installed.contains(r#""command": "/opt/it's/a-hook","#), "{installed}");
}

pub(crate) fn what_a_host_would_drop_is_no_template() {
    refused("\"timeout\":5", "\"timeout\":\"5\"", "`timeout` must be a number above 0");
    refused("\"timeout\":5", "\"timeout\":5,", "a comma behind the last entry");
    refused("PreToolUse", "BeforeTool", "`BeforeTool` is no event");
    refused("\"*\"", "\"Read(*)\"", "is a permission rule");
    refused("\"matcher\":\"*\",", "\"hooks\":[],", "`hooks` stands here more than once");
}

pub(crate) fn a_template_has_one_handler_in_exec_form_for_an_event() {
    refused("{\"hooks\"", "{\"model\":\"opus\",\"hooks\"", "a template has only hooks here");
    refused("\"matcher\"", "\"label\"", "a template has only matcher, hooks here");
    refused("\"args\":[],", "\"args\":[],\"once\":true,", "a template has only type, command,");
    refused("\"args\":[]", "\"args\":[\"x\"]", "`\"args\": []`");
    refused("\"args\":[],", "", "`\"args\": []`");
    refused(",\"timeout\":5", "", "a template has a `timeout`");
    refused("bin/a-hook", "bin/b-hook", "a template has the command `${CLAUDE_PROJECT_DIR}/");
    refused("}]}]}}", "},{\"type\":\"prompt\",\"prompt\":\"p\"}]}]}}", "one group of one handler");
    refused("]}]}}", "]},{\"hooks\":[]}]}}", "one group of one handler");
    let err = Fragment::read("{\"hooks\":{}}", HookCommand::in_project("a-hook")).unwrap_err();
    assert_eq!(err.to_string(), "line 1, column 1: a template has `hooks`, with events in it");
}
