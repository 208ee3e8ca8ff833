//! Which configuration file is found, and which files are not read at all.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs;
use std::path::Path;

use hook_config::{ConfigError, Fingerprint, UniqueMap, candidates, find, read, read_if_there};
use tempfile::TempDir;

#[track_caller]
fn check_read(file: &Path, expected: &str) {
    let err = read(file).expect_err(expected);
    assert_eq!(err.to_string(), format!("could not read {}{expected}", file.display()));
}

#[test]
fn what_is_no_text_file_is_refused() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("x.yaml");
    check_read(&file, ": no such file");
    check_read(dir.path(), ": not a regular file");
    fs::write(&file, b"a: 1\nb: \xc3\xbc\xff\n").unwrap();
    check_read(&file, ":2:5: not valid UTF-8");
    fs::write(&file, b"a\0b").unwrap();
    let err = read(&file).unwrap().parse::<UniqueMap<u8>>().unwrap_err();
    assert_eq!((err.line, err.message.contains("control characters")), (Some(1), true), "{err}");
    fs::write(&file, " ".repeat(1 << 20)).unwrap();
    assert_eq!(read(&file).unwrap().text.len(), 1 << 20);
    fs::write(&file, " ".repeat((1 << 20) + 1)).unwrap();
    check_read(&file, ": larger than 1 MiB");
    fs::write(&file, "\u{feff}a: 1").unwrap();
    let source = read(&file).unwrap();
    assert_eq!(source.text, "a: 1");
    assert_eq!(Some(source.fingerprint), Fingerprint::of(&file).unwrap());
}

#[test]
fn a_file_that_need_not_be_there_may_be_json() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("x.json");
    assert_eq!(read_if_there(&file), Ok(None));
    fs::write(&file, "\u{feff}{\"a\": 1,\n \"a\": 2}").unwrap();
    let source = read_if_there(&file).unwrap().unwrap();
    let err = source.parse_json::<UniqueMap<u8>>().unwrap_err();
    let expected = format!("could not read {}:2:4: duplicate key `a`", file.display());
    assert_eq!(err.to_string(), expected);
    fs::write(&file, "// none\n{}").unwrap();
    let err = read(&file).unwrap().parse_json::<UniqueMap<u8>>().unwrap_err();
    assert_eq!((err.line, err.message.as_str()), (Some(1), "expected value"));
    read_if_there(dir.path()).unwrap_err();
}

#[test]
fn an_error_is_one_short_line() {
    let err = ConfigError {
        file: "a.yaml".into(),
        line: Some(3),
        column: None,
        key: Some("a\nb".to_owned()),
        message: format!("\u{1b}[2J{}", "x".repeat(100_000)),
    };
    let text = err.to_string();
    assert!(text.starts_with("could not read a.yaml:3: a b: [2Jxxx"), "{text}");
    assert!(text.len() < 500 && text.ends_with("x..."), "{text}");
}

#[test]
fn a_projects_file_comes_before_the_users() {
    let dir = TempDir::new().unwrap();
    let (project, user) = (dir.path().join("project"), dir.path().join("user"));
    let (ours, theirs) = (project.join("x.yaml"), user.join("x.yaml"));
    let found = || find(Some(&project), Some(&user), "x");
    assert_eq!(found(), None);
    fs::create_dir_all(&user).unwrap();
    fs::write(&theirs, "").unwrap();
    assert_eq!(found(), Some(theirs.clone()));
    assert_eq!(find(Some(&project), None, "x"), None);
    assert_eq!(find(None, Some(&user), "x"), Some(theirs.clone()));
    assert_eq!(find(None, Some(&user), "y"), None);
    // Nothing can be read from a folder, but it is there.
    fs::create_dir_all(&ours).unwrap();
    assert_eq!(found(), Some(ours.clone()));
    assert_eq!(candidates(Some(&project), Some(&user), "x"), [ours, theirs]);
    fs::write(dir.path().join("file"), "").unwrap();
    assert_eq!(find(Some(&dir.path().join("file")), None, "x"), None);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_found_and_fails() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("x.yaml");
    std::os::unix::fs::symlink("gone", &file).unwrap();
    assert_eq!(find(None, Some(dir.path()), "x"), Some(file.clone()));
    check_read(&file, ": no such file");
}
