//! What a case says about files must hold: each row is a case, made on the spot,
//! and a part of the report that it must cause.

use std::fs;

use golden::{Mode, check_case};

use crate::fake::{FAKE, READ, SAY_CONTEXT, WHY, case, check, check_with, hook, read, write};

#[test]
fn files_must_be_as_expected() {
    let write = "mkdir -p \"$TACKLEBOX_STATE_DIR/projects\"; \
                 echo '{\"b\": 1, \"a\": \"'$HOME'\"}' > \"$TACKLEBOX_STATE_DIR/log.jsonl\"";
    let stdin = ("stdin.json", READ);
    let log = "after/state/log.jsonl";
    let line = "{\"a\":\"[HOME]\",\"b\":1}\n";
    check(&[(FAKE, write), stdin], Err("after/state/log.jsonl was not expected"));
    check(&[(FAKE, write), stdin, (log, line)], Ok(()));
    check(&[(FAKE, write), stdin, (log, "{\"a\":1}\n")], Err("log.jsonl differs"));
    check(&[(FAKE, write), stdin, (log, line.trim_end())], Err("log.jsonl differs"));
    let more = ("after/home/x", "");
    check(&[(FAKE, write), stdin, (log, line), more], Err("after/home/x was expected, but"));
    let same = ("after/project/fake.sh", write);
    check(&[(FAKE, write), stdin, (log, line), same], Err("no run changed it so, or made it"));
    let touch = "echo more >> \"$CLAUDE_PROJECT_DIR/a\"";
    let (old, new) = (("before/project/a", ""), ("after/project/a", "more\n"));
    check(&[(FAKE, touch), stdin, old], Err("after/project/a was not expected"));
    check(&[(FAKE, touch), stdin, old, new], Ok(()));
    check(&[(FAKE, touch), stdin, old, ("after/project/a", "")], Err("after/project/a differs"));
    let remove = "rm \"$CLAUDE_PROJECT_DIR/fake.sh\"";
    let removed = ("removed", "project/fake.sh\n");
    check(&[(FAKE, remove), stdin], Err("removed was not expected"));
    check(&[(FAKE, remove), stdin, removed], Ok(()));
    check(&[(FAKE, ""), stdin, removed], Err("removed was expected, but no run produced it"));
    let outside = "echo > \"$HOME/../outside\"";
    check(&[(FAKE, outside), stdin], Err("the program wrote outside beside the project"));
    check(&[(FAKE, ""), stdin, ("before/elsewhere/a", "")], Err("is below none of"));
}

#[test]
fn what_is_left_of_a_lock_is_passed_over_and_nothing_else() {
    let stdin = ("stdin.json", READ);
    let touch = |path: &str| format!("mkdir -p \"$(dirname \"{path}\")\"; : > \"{path}\"");
    let state = touch("$TACKLEBOX_STATE_DIR/projects/p/.a.jsonl.lock");
    check(&[(FAKE, &state), stdin, WHY], Ok(()));
    let project = touch("$CLAUDE_PROJECT_DIR/.a.lock");
    check(&[(FAKE, &project), stdin, ("before/project/a", "x"), WHY], Ok(()));
    check(&[(FAKE, &project), stdin], Err("after/project/.a.lock was not expected"));
    let full = "echo x > \"$TACKLEBOX_STATE_DIR/.a.lock\"";
    check(&[(FAKE, full), stdin], Err("after/state/.a.lock was not expected"));
    let open = touch("$TACKLEBOX_STATE_DIR/a.lock");
    check(&[(FAKE, &open), stdin], Err("after/state/a.lock was not expected"));
}

#[test]
fn a_database_is_there_or_not_and_its_bytes_are_free() {
    let write = "cd \"$TACKLEBOX_STATE_DIR\"; printf 'SQLite format 3\\0%s' $$ > a.db; \
                 echo $$ > a.db-wal; echo $$ > a.db-shm";
    let stdin = ("stdin.json", READ);
    let database = ("after/state/a.db", "[SQLite]\n");
    check(&[(FAKE, write), stdin, database], Ok(()));
    check(&[(FAKE, write), stdin], Err("after/state/a.db was not expected"));
    let text = ("after/state/a.db", "SQLite\n");
    check(&[(FAKE, write), stdin, text], Err("after/state/a.db differs"));
    check(&[(FAKE, ""), stdin, database], Err("no run changed it so, or made it"));
    let lonely = "echo > \"$TACKLEBOX_STATE_DIR/a.db-wal\"";
    check(&[(FAKE, lonely), stdin], Err("after/state/a.db-wal was not expected"));
    let secret = "printf 'SQLite format 3\\0%s' $CLAUDE_CODE_MESSAGING_TOKEN \
                  > \"$TACKLEBOX_STATE_DIR/a.db\"";
    check(&[(FAKE, secret), stdin], Err("a.db holds the host's secret"));
}

#[test]
fn the_key_and_the_git_folder_have_names_of_their_own() {
    let script =
        "[ -d \"$CLAUDE_PROJECT_DIR/.git\" ] && cat \"$TACKLEBOX_STATE_DIR\"/projects/*/key";
    let files = [
        (FAKE, script),
        ("before/project/[GIT]/HEAD", "ref: refs/heads/main\n"),
        ("before/state/projects/[KEY]/key", "[KEY]\n"),
        ("args", "x\n"),
        ("stdout", "[KEY]\n"),
    ];
    check(&files, Ok(()));
}

#[test]
fn links_are_made_and_stay() {
    let write = "echo new > \"$HOME/real\"; cat \"$CLAUDE_PROJECT_DIR/link\"";
    let files = [
        (FAKE, write),
        ("before/home/real", "old\n"),
        ("links", "project/link -> [HOME]/real\n"),
        ("args", "x\n"),
        ("stdout", "new\n"),
        ("after/home/real", "new\n"),
    ];
    check(&files, Ok(()));
    check(&[(FAKE, ""), ("links", "link\n")], Err("links: `link` is not"));
    let link = [(FAKE, "ln -s x \"$HOME/new\""), ("stdin.json", READ)];
    check(&link, Err("linked was not expected"));
    check(&[&link[..], &[("linked", "home/new -> x\n")]].concat(), Ok(()));
}

#[test]
fn modes_bind_whoever_runs_the_tests() {
    let read = "cd \"$CLAUDE_PROJECT_DIR\"; cat shut 2>&1 && echo read; exit 0";
    let write = "echo > \"$TACKLEBOX_STATE_DIR/a\"";
    let shut = ("before/project/shut", "content\n");
    let (stdin, args) = (("stdin.json", READ), ("args", "x\n"));
    let denied = ("stdout", "cat: shut: Permission denied\n");
    check(&[(FAKE, read), shut, args, denied, ("modes", "0000 project/shut\n")], Ok(()));
    check(&[(FAKE, read), shut, args, denied], Err("stdout differs"));
    check(&[(FAKE, write), stdin, ("modes", "0555 state/\n")], Err("status was not expected"));
    let run = "\"$CLAUDE_PROJECT_DIR/tool\"";
    let tool = ("before/project/tool", "#!/bin/sh\nexit 0\n");
    check(&[(FAKE, run), stdin, tool, WHY, ("modes", "0755 project/tool\n")], Ok(()));
    check(&[(FAKE, run), stdin, tool], Err("Permission denied"));
    check(&[(FAKE, ""), stdin, ("modes", "0644 project/none\n")], Err("could not set the mode"));
    let dir = "[ -d \"$CLAUDE_PROJECT_DIR/config.yaml\" ]";
    check(&[(FAKE, dir), stdin, WHY, ("modes", "0755 project/config.yaml/\n")], Ok(()));
}

#[test]
fn steps_run_in_order_over_one_tree() {
    let count = "echo x >> \"$HOME/count\"; wc -l < \"$HOME/count\" | tr -d ' '";
    let files = |second| {
        [
            (FAKE, count),
            ("1/args", "x\n"),
            ("1/stdout", "1\n"),
            ("2/args", "x\n"),
            ("2/stdout", second),
            ("after/home/count", "x\nx\n"),
        ]
    };
    check(&files("2\n"), Ok(()));
    check(&files("3\n"), Err("stdout differs"));
    check(&[("1/args", "x\n"), ("stdin.json", "{}")], Err("stdin.json has no meaning beside"));
    check(&[("1/args", "x\n"), ("3/args", "x\n")], Err("there is a run 3, but no run 2"));
    check(&[("1/args", "x\n"), ("1/before/project/a", "")], Err("1/before/project/a has no"));
    let envs = [(FAKE, "echo $A$B"), ("env", "A=1\nB=1\n"), ("1/args", "x\n"), ("1/env", "B=2\n")];
    check(&[&envs[..], &[("1/stdout", "12\n")]].concat(), Ok(()));
}

#[test]
fn bless_writes_what_happened_and_then_the_case_holds() {
    let script = format!(
        "{SAY_CONTEXT}; echo \"$HOME\" >&2; echo '{{}}' > \"$TACKLEBOX_STATE_DIR/a.jsonl\"; \
         rm \"$HOME/old\"; printf x > \"$HOME/new\"; exit 2"
    );
    let (_root, path) = case(&[
        ("after/home/stale", "stale"),
        ("stdout", "stale"),
        ("before/home/old", ""),
        (FAKE, &script),
        ("links", "project/link -> fake.sh\n"),
        ("stdin.json", READ),
    ]);
    check_with(&hook(), &path, Err("after/home/stale"));
    check_case(&hook(), &path, Mode::Bless).unwrap();
    check_with(&hook(), &path, Ok(()));
    let case = fs::read_to_string(&path).unwrap();
    let expected = format!(
        "What it shows.\n\n-- stdin.json (no final newline) --\n{READ}\n\
         -- before/home/old --\n-- {FAKE} (no final newline) --\n{script}\n\
         -- links --\nproject/link -> fake.sh\n\
         -- stdout.json --\n{{\n  \"hookSpecificOutput\": {{\n    \"additionalContext\": \"c\",\n    \
         \"hookEventName\": \"PreToolUse\"\n  }}\n}}\n-- stderr --\n[HOME]\n-- status --\n2\n\
         -- after/home/new (no final newline) --\nx\n-- after/state/a.jsonl --\n{{}}\n\
         -- removed --\nhome/old\n"
    );
    assert_eq!(case, expected);
    check_case(&hook(), &path, Mode::Bless).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), expected, "blessed twice is blessed once");

    let mut case = read(&path);
    let fake = case.parts.iter_mut().find(|part| part.name() == FAKE).unwrap();
    fake.content.clear();
    write(&path, &case);
    check_case(&hook(), &path, Mode::Bless).unwrap();
    let names: Vec<_> = read(&path).parts.iter().map(|part| part.name().to_owned()).collect();
    assert_eq!(names, ["stdin.json", "before/home/old", FAKE, "links", "explain"]);
    assert_eq!(read(&path).get("explain"), Some(&b"outcome as told\n"[..]));
}

#[test]
fn bless_does_not_write_what_the_host_would_drop() {
    let (_root, path) = case(&[(FAKE, "echo '{\"systemMessage\":null}'"), ("stdin.json", READ)]);
    assert!(check_case(&hook(), &path, Mode::Bless).is_err());
    assert_eq!(read(&path).get("stdout.json"), None);
}
