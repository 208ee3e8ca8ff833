//! What is read, what is refused, and that what is written is read as it was.

use super::*;

fn part(name: &str, content: &[u8]) -> Part {
    Part::new(name, content).unwrap()
}

/// Checks that a text is read as a comment and parts.
#[track_caller]
fn check_read(text: &str, comment: &str, parts: &[(&str, &[u8])]) {
    let parts = parts.iter().map(|(name, content)| part(name, content)).collect();
    let expected = Archive { comment: comment.to_owned(), parts };
    assert_eq!(Archive::parse(text), Ok(expected), "{text}");
}

#[test]
fn an_archive_is_a_comment_and_parts() {
    check_read("", "", &[]);
    check_read("\nOnly\na comment\n\n", "Only\na comment", &[]);
    check_read("-- a --\n", "", &[("a", b"")]);
    check_read("-- a --", "", &[("a", b"")]);
    check_read(
        "About.\n\n-- a/b c --\n\nx\n\n-- d --\ny",
        "About.",
        &[("a/b c", b"\nx\n\n"), ("d", b"y\n")],
    );
    let lines = "-- a --\n--\n-- --\n--b--\n --c --\n-- d\n";
    check_read(lines, "", &[("a", b"--\n-- --\n--b--\n --c --\n-- d\n")]);
}

#[test]
fn marks_say_what_plain_text_cannot_hold() {
    check_read("-- a (no final newline) --\nx\ny\n", "", &[("a", b"x\ny")]);
    check_read("-- a (no final newline) --\n\n\n", "", &[("a", b"\n")]);
    check_read("-- a (hex) --\n00 ff\n0A\n-- b (hex) --\n", "", &[("a", b"\0\xff\n"), ("b", b"")]);
    let escaped = "-- a (escaped) --\n\\x2d- b --\\r\nc\\\\r\\x00\\\nd\\\n";
    check_read(escaped, "", &[("a", b"-- b --\r\nc\\r\0d")]);
}

#[test]
fn what_is_no_archive_is_refused_with_its_line() {
    let table = [
        ("a\n-- b --\nx\r\n", "line 3: a carriage return"),
        ("-- a --\n-- a --\n", "line 2: a occurs twice"),
        ("-- a (hexed) --\n", "line 1: unknown mark (hexed)"),
        ("--  a --\n", "line 1: ` a` is not a valid name"),
        ("-- a (b) (hex) --\n", "line 1: `a (b)` is not a valid name"),
        ("\n-- a (no final newline) --\n", "line 2: there is no newline to remove"),
        ("-- a (no final newline) --\n\n", "line 1: there is no newline"),
        ("-- a (hex) --\n00\n0\n", "line 3: a line of (hex)"),
        ("-- a (hex) --\n0g\n", "line 2: a line of (hex)"),
        ("-- a (escaped) --\nx\n\\n\n", "line 3: unknown escape"),
        ("-- a (escaped) --\n\\x0\n", "line 2: `\\x` needs two digits"),
    ];
    for (text, message) in table {
        let err = Archive::parse(text).unwrap_err().to_string();
        assert!(err.starts_with(message), "{text}: {err}");
    }
}

#[test]
fn some_names_are_none() {
    for name in ["", " a", "a ", "a\nb", "a (escaped)", "a (b)"] {
        assert_eq!(Part::new(name, ""), None, "{name}");
    }
    for name in ["a b", "-- a", "(a)", "a(b)", "é", "a (b).txt"] {
        let archive = Archive { comment: String::new(), parts: vec![part(name, b"x\n")] };
        assert_eq!(Archive::parse(&archive.to_string()), Ok(archive), "{name}");
    }
}

/// Checks how content is written, and that it is read as it was.
#[track_caller]
fn check_written(content: &[u8], expected: &str) {
    let parts = vec![part("a", content), part("b", b"")];
    let archive = Archive { comment: String::new(), parts };
    let text = archive.to_string();
    assert_eq!(text, format!("-- a{expected}-- b --\n"));
    assert_eq!(Archive::parse(&text), Ok(archive), "{text}");
}

#[test]
fn content_is_written_in_the_plainest_form_that_holds_it() {
    check_written(b"", " --\n");
    check_written(b"\n", " --\n\n");
    check_written("\té\u{2028} \n".as_bytes(), " --\n\té\u{2028} \n");
    check_written(b"x\\n\n-- b\n", " --\nx\\n\n-- b\n");
    check_written(b"x", " (no final newline) --\nx\n");
    check_written(b"\n\nx", " (no final newline) --\n\n\nx\n");
    check_written(b"-- a --", " (escaped) --\n\\x2d- a --\\\n");
    check_written(b"x\n-- a --\n\\\n", " (escaped) --\nx\n\\x2d- a --\n\\\\\n");
    check_written(b"a longer line\r\n", " (escaped) --\na longer line\\r\n");
    check_written(b"a longer \xe9 line", " (escaped) --\na longer \\xe9 line\\\n");
    check_written("\u{85}".as_bytes(), " (escaped) --\n\\xc2\\x85\\\n");
    check_written(b"\0\x01\x02\xff", " (hex) --\n000102ff\n");
    check_written(&[7; 33], &format!(" (hex) --\n{}\n07\n", "07".repeat(32)));
}

#[test]
fn every_content_of_a_few_signs_is_read_as_it_was_written() {
    const SIGNS: [&[u8]; 8] =
        [b"-- a --", b"\n", b"\r", b"\\", b"x", b"\xff", "é".as_bytes(), b" "];
    for number in 0..SIGNS.len().pow(4) {
        let sign = |place: u32| SIGNS[number / SIGNS.len().pow(place) % SIGNS.len()];
        let content = [sign(0), sign(1), sign(2), sign(3)].concat();
        let parts = vec![part("a", &content), part("b", b"y\n")];
        let archive = Archive { comment: "About.".to_owned(), parts };
        let text = archive.to_string();
        assert_eq!(Archive::parse(&text), Ok(archive), "{text}");
    }
}
