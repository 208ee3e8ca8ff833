//! What terminals and pages have between a name and its value, and tables and statements that are written oddly.

use super::check_secret;
use crate::redact;

/// `[` and `]` stand around the secret, and a second look finds no more.
#[track_caller]
fn check_stable(text: &str) {
    let (before, rest) = text.split_once('«').unwrap();
    let (secret, behind) = rest.split_once('»').unwrap();
    let clean = redact(&format!("{before}{secret}{behind}")).into_owned();
    assert!(!clean.contains(secret), "{clean:?}");
    assert_eq!(redact(&clean), clean);
}

#[test]
fn what_is_told_to_a_terminal_stands_between() {
    for text in [
        "Cookie: \x1b[36msession=«k3Rw9xQpLm2a»\x1b[0m; theme=dark1234",
        "Cookie: sid=\x1b[32m«k3Rw9xQpLm2a»\x1b[0m; theme=dark1234",
        "password = \x1b(B\x1b[m«hunter42»",
        "\x1b[38:5:1mpassword\x1b[0m = \x1b[38:5:3m\"«hunter42»\"\x1b[0m",
        "password = \x1b]8;;https://x\x1b\\«hunter42»\x1b]8;;\x1b\\",
        "password = \x1b]133;C\x07«hunter42»\x1b]133;D\x07",
        "{\"log\": \"\\u001b[32mpassword\\u001b[0m = \\u001b[33m«hunter42»\\u001b[0m\"}",
        "\\x1b[32mpassword\\x1b[0m = \\x1b[33m«hunter42»\\x1b[0m",
        "\\033[32mpassword\\033[0m = \\033[33m«hunter42»\\033[0m",
        "^[[32mpassword^[[0m = ^[[33m«hunter42»^[[0m",
        "\u{9b}32mpassword\u{9b}0m = \u{9b}33m«hunter42»\u{9b}0m",
    ] {
        check_stable(text);
    }
}

#[test]
fn signs_are_written_in_another_way() {
    for text in [
        "“password”: “«hunter42»”",
        "password\u{3000}=\u{3000}«hunter42»",
        "password\u{2002}=\u{2009}«hunter42»",
        "password\u{200e} = \u{200e}«hunter42»",
        "password&#x3D;&#x22;«hunter42»&#x22;",
        "<span class=\"nt\">password</span><span class=\"p\">:</span> <span class=\"s\">«hunter42»</span>",
        "? password › «hunter42»",
        "✔ password … «hunter42»",
        "password = %q(«hunter42»)",
        "password = ~s(«hunter42»)",
        "password=$(cat <<EOF\n«hunter42»\nEOF\n)",
        "password = <<~X\n  «hunter42»\nX",
    ] {
        check_stable(text);
    }
}

#[test]
fn other_prompts_stand_before_what_prints() {
    for prompt in ["$", "#", "%", "❯", "PS C:\\>"] {
        check_secret(&format!("{prompt} cat db_password\n[k3Rw9xQpLm2aT7u]\n"));
    }
    check_secret("PS C:\\> Get-Content .\\db_password.txt\n[k3Rw9xQpLm2aT7u]\n");
    check_secret("$ terraform output -raw db_password\n[k3Rw9xQpLm2aT7u]\n");
}

#[test]
fn titles_of_tables_are_odd() {
    for text in [
        ",user,password\n0,ann,«hunter42»\n",
        "|    | user   | password |\n|---:|:-------|:---|\n|  0 | ann | «hunter42» |\n",
        "user;password;\nann;«hunter42»;\n",
        "user;password\nann;«hunter42»;\n",
        "user,password,last login of the user\nann,«hunter42»,2024-01-01\n",
        "user,password,usage %\nann,«hunter42»,5\n",
        "user,password,name & role\nann,«hunter42»,x\n",
        "user*,password*,mail\nann,«hunter42»,x\n",
        "user,password,size [GB]\nann,«hunter42»,5\n",
        "@timestamp,user,password\n1,ann,«hunter42»\n",
        "the quite long name of a column which nobody reads,user,password\n1,ann,«hunter42»\n",
        "user\tsize\tpassword\nann\t5\"\t«hunter42»\n",
        "user,password\n# comment\nann,«hunter42»\n",
        "user,password\n\nann,«hunter42»\n",
    ] {
        check_stable(text);
    }
    // Words of code and of text stand between commas, and paths behind tabs.
    for text in [
        "import (\n\t\"github.com/a/b-go-v2/credentials\"\n\t\"github.com/a/b-go-v2/x1y2z3\"\n)",
        "use a::{\n    user, password, token,\n    ann1, hunter42, x9y8,\n};",
        "we store a user name, the password that was given to us, and more\nas ann says, hunter42, and so on\n",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn rows_of_statements_are_odd() {
    let head = "INSERT INTO users (id, password)";
    for row in [
        "VALUES ROW(1, 'x'), ROW(2, '«hunter42»');",
        "OVERRIDING SYSTEM VALUE VALUES (1, '«hunter42»');",
        "OUTPUT INSERTED.id VALUES (1, '«hunter42»');",
        "VALUES\n(1, 'x'), -- the first\n(2, '«hunter42»');",
        "VALUES\n-- ann\n(1, '«hunter42»');",
        "VALUES (1, 'x'), /* next */ (2, '«hunter42»');",
        "VALUES (1, $$«hunter42»$$);",
        "VALUES (1, crypt('«hunter42»', gen_salt('bf')));",
        "VALUES (1, MD5(CONCAT('«hunter42»', 'salt')));",
    ] {
        check_stable(&format!("{head} {row}"));
    }
    check_stable("INSERT INTO users (id, note, password) VALUES (1, 'C:\\', '«hunter42»');");
}
