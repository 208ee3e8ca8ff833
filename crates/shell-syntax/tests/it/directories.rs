//! Where `commands` says that commands run.

use crate::notation::{check, check_doubted};

#[test]
fn a_literal_cd_is_followed() {
    check("cd a && cd b; ls; cd ..; ls", "cd a · [a] cd b · [a/b] ls · [a/b] cd .. · [a] ls");
    check(
        "cd /a; cd ../b/./c; ls; cd /; ls",
        "cd /a · [/a] cd ../b/./c · [/b/c] ls · [/b/c] cd / · [/] ls",
    );
    check("cd -- a; pushd ../..; ls", "cd -- a · [a] pushd ../.. · [..] ls");
    check("cd a; cd ..; ls", "cd a · [a] cd .. · ls");
    for lost in ["cd", "cd -", "cd $x", "cd ~", "popd", "pushd +1", "cd a b"] {
        let shown = lost.replace('$', "?$").replace('~', "?~");
        check(
            &format!("{lost}; ls; cd /a; ls"),
            &format!("{shown} · [?] ls · [?] cd /a · [/a] ls"),
        );
    }
    check("CDPATH=/x; cd a; ls", "cd a · [?] ls");
    check(
        "(cd a; b); cd c | d; cd e & f; g $(cd h; i)",
        "cd a · [a] b · cd c · d · cd e · f · g ?‹$(cd h; i)› · cd h · [h] i",
    );
}

#[test]
fn a_cd_that_may_not_run_leads_anywhere() {
    check("cd a || exit 1; ls", "cd a · exit 1 · [a] ls");
    check("cd a || cd b; ls", "cd a · cd b · [?] ls");
    check("a && cd b && c; d", "a · cd b · [b] c · [?] d");
    check("if cd a; then b; else c; fi; d", "cd a · [a] b · c · [?] d");
    check("if a; then cd b; else cd b; fi; c", "a · cd b · cd b · [b] c");
    check("case a in b) cd c;; esac; d", "cd c · [?] d");
    check("for i in a; do b; cd c; done; d", "[?] b · [?] cd c · [?] d");
    check("for i in a; do cd b; c; cd ..; done; d", "cd b · [b] c · [b] cd .. · d");
    check("until cd a; do b; done; c", "cd a · b · [a] c");
    check("f() { cd a; }; f; b", "[?] cd a · f · [?] b");
    check("f() { b; }; cd a; f", "[?] b · cd a · [a] f");
    check("$x docs; a", "?$x docs · ^ docs · [?] a");
}

#[test]
fn behind_a_cd_that_may_fail_a_command_runs_in_either_directory() {
    check_doubted("cd a; b", "cd a · [a] b");
    check_doubted("cd none; b", "cd none · [none] [or .] b");
    check_doubted("cd none\nb", "cd none · [none] [or .] b");
    check_doubted("cd none && b", "cd none · [none] b");
    check_doubted("cd none && b; c", "cd none · [none] b · [none] [or .] c");
    check_doubted("cd none && b && c", "cd none · [none] b · [none] c");
    check_doubted(
        "a; cd none; cd b; c",
        "a · cd none · [none] [or .] cd b · [none/b] [or b] [or none] c",
    );
    check_doubted("cd a; cd none; b", "cd a · [a] cd none · [a/none] [or a] b");
    check_doubted("cd none/../a; b", "cd none/../a · [a] [or .] b");
    check_doubted("cd /none; b", "cd /none · [/none] [or .] b");
    check_doubted("pushd none; b", "pushd none · [none] [or .] b");
    check_doubted("{ cd none; }; b", "cd none · [none] [or .] b");
    check_doubted("(cd none; b); c", "cd none · [none] [or .] b · c");
    check_doubted("eval 'cd none'; b", "eval ‹cd none› · cd none · [none] [or .] b");
    check_doubted(
        "cd none; (b; with c)",
        "cd none · [none] [or .] b · [none] [or .] with c · [none] [or .] ^ c",
    );
    check_doubted(
        "cd none; inside a b",
        "cd none · [none] [or .] inside a b · [none/a] [or a] ^ b",
    );
    check_doubted("cd none || exit; b", "cd none · exit · [none] b");
    check_doubted("cd none || a; b", "cd none · a · [?] b");
    check_doubted("if cd none; then a; fi; b", "cd none · [none] a · [?] b");
    check_doubted("cd none; for i in a; do b; done", "cd none · [none] [or .] b");
    check_doubted("cd $x; cd none; b", "cd ?$x · [?] cd none · [?] b");
    check_doubted("f() { cd none; }; f; b", "[?] cd none · f · [?] b");
}

#[test]
fn more_than_a_few_directories_are_any() {
    let text = "cd none; ".repeat(12);
    let found = shell_syntax::commands_where(&format!("{text}a"), &|_| vec![], &|_| false).unwrap();
    assert_eq!(found.last().unwrap().other_dirs, [shell_syntax::WorkingDir::Unknown]);
}

#[test]
fn what_another_command_runs_has_its_directory() {
    check("sh -c 'cd a && b'; c", "sh -c ‹cd a && b› · cd a · [a] b · c");
    check("eval 'cd a'; eval cd b; c", "eval ‹cd a› · cd a · [a] eval cd b · [a] cd b · [a/b] c");
    check(
        "cd a; inside b rm x; at rm y; git -C d e",
        "cd a · [a] inside b rm x · [a/b] ^ rm x · [a] at rm y · [?] ^ rm y · [a] git -C d e",
    );
    check(
        "cd a; inside $b c; inside /d e",
        "cd a · [a] inside ?$b c · [?] ^ c · [a] inside /d e · [/d] ^ e",
    );
    check("cd a; { b; } >f", "cd a · [a] b · [a]  >f");
}
