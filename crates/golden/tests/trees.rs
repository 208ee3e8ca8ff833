#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "makes case folders")]
//! What a case says about files must hold: each row is a case folder, made on the
//! spot, and a part of the report that it must cause.

mod fake;

use std::fs;

use golden::{Mode, check_case};

use fake::{FAKE, READ, SAY_CONTEXT, case, check, check_with, hook};

#[test]
fn files_must_be_as_expected() {
    let write = "mkdir -p \"$TACKLEBOX_STATE_DIR/projects\"; \
                 echo '{\"b\": 1, \"a\": \"'$HOME'\"}' > \"$TACKLEBOX_STATE_DIR/log.jsonl\"";
    let stdin = ("stdin.json", READ);
    let (fake, log) = (("after/project/fake.sh", write), "after/state/log.jsonl");
    let line = "{\"a\":\"[HOME]\",\"b\":1}\n";
    check(&[(FAKE, write), stdin], Err("after/state/log.jsonl was not expected"));
    check(&[(FAKE, write), stdin, fake, (log, line)], Ok(()));
    check(&[(FAKE, write), stdin, fake, (log, "{\"a\":1}\n")], Err("log.jsonl differs"));
    check(&[(FAKE, write), stdin, fake, (log, line.trim_end())], Err("log.jsonl differs"));
    check(&[(FAKE, write), stdin, (log, line)], Err("after/project/fake.sh was not expected"));
    let more = ("after/home/x", "");
    check(&[(FAKE, write), stdin, fake, (log, line), more], Err("after/home/x was expected, but"));
    let touch = "echo more >> \"$CLAUDE_PROJECT_DIR/a\"";
    check(&[(FAKE, touch), stdin, ("before/project/a", "")], Err("after/project/a differs"));
    let remove = "rm \"$CLAUDE_PROJECT_DIR/fake.sh\"";
    check(&[(FAKE, remove), stdin], Err("after/project/fake.sh was expected, but no run"));
    let outside = "echo > \"$HOME/../outside\"";
    check(&[(FAKE, outside), stdin], Err("the program wrote outside beside the project"));
    check(&[(FAKE, ""), stdin, ("before/elsewhere/a", "")], Err("is below none of"));
}

#[test]
fn a_database_is_there_or_not_and_its_bytes_are_free() {
    let write = "cd \"$TACKLEBOX_STATE_DIR\"; printf 'SQLite format 3\\0%s' $$ > a.db; \
                 echo $$ > a.db-wal; echo $$ > a.db-shm";
    let (fake, stdin) = (("after/project/fake.sh", write), ("stdin.json", READ));
    let database = ("after/state/a.db", "[SQLite]\n");
    check(&[(FAKE, write), stdin, fake, database], Ok(()));
    check(&[(FAKE, write), stdin], Err("after/state/a.db was not expected"));
    let text = ("after/state/a.db", "SQLite\n");
    check(&[(FAKE, write), stdin, fake, text], Err("after/state/a.db differs"));
    check(&[(FAKE, ""), stdin, ("after/project/fake.sh", ""), database], Err("no run produced it"));
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
        ("args.txt", "x\n"),
        ("stdout.txt", "[KEY]\n"),
    ];
    check(&files, Ok(()));
}

#[test]
fn links_are_made_and_stay() {
    let write = "echo new > \"$HOME/real\"; cat \"$CLAUDE_PROJECT_DIR/link\"";
    let files = [
        (FAKE, write),
        ("before/home/real", "old\n"),
        ("links.txt", "project/link -> [HOME]/real\n"),
        ("args.txt", "x\n"),
        ("stdout.txt", "new\n"),
        ("after/home/real", "new\n"),
        ("after/project/fake.sh", write),
    ];
    check(&files, Ok(()));
    check(&[(FAKE, ""), ("links.txt", "link\n")], Err("links.txt: `link` is not"));
}

#[test]
fn modes_bind_whoever_runs_the_tests() {
    let read = "cd \"$CLAUDE_PROJECT_DIR\"; cat shut 2>&1 && echo read; exit 0";
    let write = "echo > \"$TACKLEBOX_STATE_DIR/a\"";
    let shut = ("before/project/shut", "content\n");
    let (stdin, args) = (("stdin.json", READ), ("args.txt", "x\n"));
    let denied = ("stdout.txt", "cat: shut: Permission denied\n");
    check(&[(FAKE, read), shut, args, denied, ("modes.txt", "0000 project/shut\n")], Ok(()));
    check(&[(FAKE, read), shut, args, denied], Err("stdout.txt differs"));
    check(
        &[(FAKE, write), stdin, ("modes.txt", "0555 state/\n")],
        Err("exit.txt was not expected"),
    );
    let run = "\"$CLAUDE_PROJECT_DIR/tool\"";
    let tool = ("before/project/tool", "#!/bin/sh\nexit 0\n");
    check(&[(FAKE, run), stdin, tool, ("modes.txt", "0755 project/tool\n")], Ok(()));
    check(&[(FAKE, run), stdin, tool], Err("Permission denied"));
    check(
        &[(FAKE, ""), stdin, ("modes.txt", "0644 project/none\n")],
        Err("could not set the mode"),
    );
    let dir = "[ -d \"$CLAUDE_PROJECT_DIR/config.yaml\" ]";
    check(&[(FAKE, dir), stdin, ("modes.txt", "0755 project/config.yaml/\n")], Ok(()));
}

#[test]
fn steps_run_in_order_over_one_tree() {
    let count = "echo x >> \"$HOME/count\"; wc -l < \"$HOME/count\" | tr -d ' '";
    let files = |second| {
        [
            (FAKE, count),
            ("1/args.txt", "x\n"),
            ("1/stdout.txt", "1\n"),
            ("2/args.txt", "x\n"),
            ("2/stdout.txt", second),
            ("after/project/fake.sh", count),
            ("after/home/count", "x\nx\n"),
        ]
    };
    check(&files("2\n"), Ok(()));
    check(&files("3\n"), Err("stdout.txt differs"));
    check(&[("1/args.txt", "x\n"), ("stdin.json", "{}")], Err("stdin.json has no meaning here"));
    check(&[("1/args.txt", "x\n"), ("3/args.txt", "x\n")], Err("3 has no meaning here"));
    check(&[("1/args.txt", "x\n"), ("1/before/project/a", "")], Err("before has no meaning here"));
    check(&[("1/args.txt", "x\n"), ("2/", "")], Err("the folder is empty"));
}

#[test]
fn bless_writes_what_happened_and_then_the_case_holds() {
    let script = format!(
        "{SAY_CONTEXT}; echo \"$HOME\" >&2; echo '{{}}' > \"$TACKLEBOX_STATE_DIR/a.jsonl\"; exit 2"
    );
    let (_root, dir) = case(&[
        (FAKE, &script),
        ("stdin.json", READ),
        ("stdout.txt", "stale"),
        ("links.txt", "project/link -> fake.sh\n"),
        ("after/home/stale", "stale"),
    ]);
    check_with(&hook(), &dir, Err("after/home/stale"));
    check_case(&hook(), &dir, Mode::Bless).unwrap();
    check_with(&hook(), &dir, Ok(()));
    let text = |name: &str| fs::read_to_string(dir.join(name)).unwrap_or_default();
    assert_eq!(text("stderr.txt"), "[HOME]\n");
    assert_eq!(text("exit.txt"), "2\n");
    assert_eq!(text("after/state/a.jsonl"), "{}\n");
    for gone in ["stdout.txt", "after/home/stale", "after/project/link"] {
        assert!(!dir.join(gone).exists(), "{gone}");
    }
    fs::write(dir.join(FAKE), "").unwrap();
    check_case(&hook(), &dir, Mode::Bless).unwrap();
    for gone in ["stdout.json", "stderr.txt", "exit.txt", "after"] {
        assert!(!dir.join(gone).exists(), "{gone}");
    }
}

#[test]
fn bless_does_not_write_what_the_host_would_drop() {
    let (_root, dir) = case(&[(FAKE, "echo '{\"systemMessage\":null}'"), ("stdin.json", READ)]);
    assert!(check_case(&hook(), &dir, Mode::Bless).is_err());
    assert!(!dir.join("stdout.json").exists());
}
