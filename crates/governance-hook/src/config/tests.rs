//! What the file may not say.

use crate::policy::testing::try_policy;

/// Checks that a configuration is refused, where, and with which words first.
#[track_caller]
fn check(yaml: &str, place: &str, message: &str) {
    let found = try_policy(yaml).map(|_| ()).unwrap_err();
    let expected = format!("could not read [DIR]/governance.yaml:{place}: {message}");
    assert!(found.starts_with(&expected), "{yaml}\n{found}\n{expected}");
}

#[test]
fn a_redirect_and_nothing_else_says_where_to() {
    let nowhere = "a redirect needs `redirect_to` or `message`";
    let aside = "`redirect_to` is for `action: redirect`";
    check("rules:\n  a: { DO: { action: redirect } }\n", "2:8: rules.a.DO", nowhere);
    check(
        "agents:\n  - agent_type: x\n    rules: { a: { DO: { action: warn, redirect_to: y } } }\n",
        "3:19: agents[0].rules.a.DO",
        aside,
    );
    check(
        "version: 1\ncommands:\n  - { program: a, action: redirect }\n",
        "3:5: commands[0]",
        nowhere,
    );
    check("paths:\n  - { glob: a, action: warn, redirect_to: x }\n", "2:5: paths[0]", aside);
    for action in ["redirect, redirect_to: x", "redirect, message: x", "block"] {
        let read = try_policy(&format!("rules: {{ a: {{ DO: {{ action: {action} }} }} }}\n"));
        assert!(read.is_ok(), "{action}");
    }
}

#[test]
fn what_the_file_does_not_know_is_refused() {
    check("colour: red\n", "1:1: colour", "unknown field `colour`");
    check(
        "rules: { a: { DO: { action: block, massage: x } } }\n",
        "1:36: rules.a.DO.massage",
        "unknown field `massage`",
    );
    check("default_action: redirect\n", "1:17: default_action", "unknown variant `redirect`");
    check("announce: maybe\n", "1:11: announce", "unknown variant `maybe`");
    check("version: 2\n", "1:10: version", "invalid value");
    check(
        "rules: { a: { DO: block } }\n",
        "1:19: rules.a.DO",
        "invalid type: string \"block\", expected a rule such as { action: block }",
    );
    check("[]\n", "1:1", "invalid type: sequence, expected a mapping");
    check("rules:\n  a: {}\n  a: {}\n", "3:3: rules.a", "duplicate key `a`");
    let glob = "paths: [{ glob: \"a[\", action: warn }]\n";
    check(glob, "1:17: paths[0].glob", "invalid pattern `a[`");
}

#[test]
fn a_source_is_one_thing() {
    check("state: [sesion]\n", "1:9: state[0]", "invalid value: string \"sesion\"");
    for entry in [
        "{ env: A, cache_ms: 7 }",
        "{ env: A, pointer: /a }",
        "{ file: a, timeout_ms: 7 }",
        "{ command: [a], pointer: /a }",
        "{ env: A, file: a }",
        "{}",
    ] {
        check(
            &format!("state: [{entry}]\n"),
            "1:9: state[0]",
            "a state source has one of `env`, `file` (with `pointer`) and `command`",
        );
    }
    check("state: [{ file: a, pointer: b }]\n", "1:9: state[0]", "a pointer begins with `/`");
    for command in ["[]", "[\"\"]"] {
        let yaml = format!("state: [{{ command: {command} }}]\n");
        check(&yaml, "1:9: state[0]", "a command needs a program");
    }
}

#[test]
fn an_input_is_compared_with_a_scalar() {
    for value in ["1.5", "[1]", "null", "99999999999999999999"] {
        check(
            &format!("tools: [{{ tool: A, input: {{ a: {value} }}, primitive: x }}]\n"),
            "1:32: tools[0].input.a",
            "invalid",
        );
    }
}

#[test]
fn a_version_may_be_written_as_people_write_it() {
    for version in ["1", "1.0", "\"1\"", "\"1.0\""] {
        let read = try_policy(&format!("version: {version}\n"));
        assert!(read.is_ok(), "{version}");
    }
}

#[test]
fn a_line_of_a_program_is_refused_where_it_stands() {
    let programs = "programs:\n  - gen writes=./gen/*\n";
    assert!(try_policy(&format!("{programs}  - make lint nothing\n")).is_ok());
    let check = |line: &str, message: &str| {
        check(&format!("{programs}  - {line}\n"), "3:5: programs[1]", message);
    };
    check("gen write=1", "`write=1` (character 5): an unknown key");
    check("rm nothing", "`rm` (character 1): the table knows what such a call does");
    check("''", "`` (character 1): this is no name of a program");
}
