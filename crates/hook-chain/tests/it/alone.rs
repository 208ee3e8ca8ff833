//! A chain of one says what its hook says, byte for byte.

use hook_protocol::Event;

use crate::stage::Stage;

#[track_caller]
fn check(event: &'static str, lines: &[&'static str]) {
    for line in lines {
        let stage = Stage::on(event, &[*line]);
        let (ctx, parsed) = (stage.ctx(), Event::parse(&stage.bytes()).unwrap());
        let chain = stage.chain();
        let hook = chain.hooks().next().unwrap();
        let itself = hook.answer(&hook.ctx_in(&ctx.for_event(parsed.common())), &parsed);
        let alone = Stage::on(event, &[*line]).call();
        assert_eq!(alone.outcome.document(), itself.document(), "{line}");
        let beside = Stage::on(event, &[*line, "context zz:"]).call();
        assert_eq!(beside.outcome.document(), itself.document(), "{line}, beside a silent one");
        let errors: Vec<&String> = alone.errors.iter().map(|(_, error)| error).collect();
        assert_eq!(errors, itself.errors.iter().collect::<Vec<_>>(), "{line}");
    }
}

#[test]
fn a_call_is_answered_as_the_hook_answers_it() {
    check(
        "PreToolUse",
        &[
            "guard a:",
            "guard a: deny no",
            "guard a: deny",
            "guard a: long-deny 20000",
            "guard a: ask really; context hello; message hi; terminal x",
            "guard a: grant fine; context hello",
            "guard a: deny no; context hello",
            "guard a: big 20000",
            "guard a: big 9500; ask really",
            "guard a: message hi",
            "guard a: terminal x",
            "guard a: fail broken",
            "guard a !closed: fail broken",
            "guard a !closed: panic broken",
            "guard a: noise 3; deny no",
            "rewrite a !writes-command: set command=pwd",
            "rewrite a !writes-command: set command=pwd; grant fine; context hello",
            "rewrite a !writes-command !writes-timeout: set command=pwd; set timeout=9; ask really",
            "rewrite a: deny the answer is 4",
            "context a: big 9500",
            "context a !whole: big 9500",
            "context a !shown: context hello",
            "record a: context hello; message hi",
        ],
    );
}

#[test]
fn what_has_happened_is_answered_as_the_hook_answers_it() {
    check(
        "PostToolUse",
        &[
            "context a: block mend it",
            "context a: block mend it; context hello; message hi",
            "guard a: block mend it",
            "record a: context hello",
        ],
    );
    check("PreCompact", &["context a: context hello", "context a: block no"]);
    check("Stop", &["guard a: block tests", "guard a:"]);
    check("UserPromptSubmit", &["context a: context hello", "guard a: block no"]);
    check("PermissionRequest", &["guard a: grant x", "guard a: deny no", "guard a:"]);
    check("SessionStart", &["context a: context hello", "context a: big 12000"]);
    check("PostToolUseFailure", &["context a: context hello"]);
}
