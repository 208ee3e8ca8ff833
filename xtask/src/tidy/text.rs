//! Habits of all text files.

use std::path::Path;

use super::Finding;

/// Files in which a blank at the end of a line is nobody's intention.
const CLEAN: [&str; 4] = ["rs", "md", "toml", "yml"];

/// Folders that are on one machine, not on each.
const MACHINE_FOLDERS: [&str; 3] = ["work", "root", "tmp"];

/// What breaks a habit in one file.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    let is_clean = extension.is_some_and(|extension| CLEAN.contains(&extension));
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        let mut found = |message: String| findings.push(Finding::new(path, number, message));
        if is_clean && line.ends_with([' ', '\t', '\r']) {
            found("a blank at the end of the line".to_owned());
        }
        if is_clean && line.contains('\t') {
            found("a tab".to_owned());
        }
        if let Some(folder) = machine_path(line) {
            found(format!("a path below /{folder} is on one machine alone"));
        }
    }
    if is_clean && !text.is_empty() && !text.ends_with('\n') {
        findings.push(Finding::new(path, 0, "the last line has no end"));
    }
    if extension == Some("json") && !is_broken_on_purpose(path) {
        let document = text.strip_prefix('\u{feff}').unwrap_or(text);
        // An empty file stands for what a program finds, or leaves, empty.
        if document.trim().is_empty() {
            return findings;
        }
        if let Err(err) = serde_json::from_str::<serde_json::Value>(document) {
            findings.push(Finding::new(path, err.line(), format!("not JSON: {err}")));
        }
    }
    findings
}

/// Whether a file or one of its folders says that its content is broken or is
/// to be refused, or stands for what a hook finds and leaves on a machine.
fn is_broken_on_purpose(path: &str) -> bool {
    path.split('/').any(|part| {
        part.contains("broken")
            || part.starts_with("refuse-")
            || part == "before"
            || part == "after"
    })
}

/// The machine's folder that an absolute path in the line begins with.
///
/// A path begins where no name precedes the slash. `/tmp/` with one short plain
/// name behind it, as in `/tmp/out.txt`, is an example and no path of anybody.
fn machine_path(line: &str) -> Option<&'static str> {
    MACHINE_FOLDERS.into_iter().find(|folder| {
        line.match_indices(&format!("/{folder}/")).any(|(at, start)| {
            let (before, rest) = line.split_at(at);
            let begins = !before
                .ends_with(|char: char| char.is_alphanumeric() || "._-~/*)]}>".contains(char));
            let rest = rest.strip_prefix(start).unwrap_or_default();
            begins && !(*folder == "tmp" && is_example(rest))
        })
    })
}

/// Whether what follows `/tmp/` is nothing, or one name of a few letters.
fn is_example(rest: &str) -> bool {
    let of_path = |char: char| char.is_alphanumeric() || "._-/".contains(char);
    let end = rest.find(|char| !of_path(char)).unwrap_or(rest.len());
    let (name, _) = rest.split_at(end);
    let name = name.trim_end_matches('.');
    name.len() <= 12 && name.chars().all(|char| char.is_ascii_lowercase() || char == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_text(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<_> = check(path, text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn lines_are_clean() {
        check_text("a.md", "one\ntwo\n", &[]);
        check_text(
            "a.md",
            "one \ntwo",
            &["a.md:1: a blank at the end of the line", "a.md: the last line has no end"],
        );
        check_text("a.rs", "\tx\n", &["a.rs:1: a tab"]);
        check_text("a.toml", "x\r\n", &["a.toml:1: a blank at the end of the line"]);
        check_text("stderr.txt", "kept as it came \t\n", &[]);
    }

    #[test]
    fn json_is_json() {
        check_text("tests/a/stdin.json", "{}", &[]);
        check_text("tests/a/stdin.json", "\u{feff}{}\n", &[]);
        let expected = "tests/a/x.json:1: not JSON: EOF while parsing an object at line 1 column 1";
        check_text("tests/a/x.json", "{", &[expected]);
        check_text("tests/a/stdin.json", "\n", &[]);
        check_text("tests/golden/a-hook/case/before/project/status.json", "{", &[]);
        check_text("tests/settings/refuse-a-comment/before.json", "{", &[]);
        check_text("tests/golden/a-hook/silent-on-broken-input/stdin.json", "{", &[]);
    }

    #[track_caller]
    fn check_path(line: &str, expected: Option<&str>) {
        assert_eq!(machine_path(line), expected, "{line}");
    }

    #[test]
    fn paths_are_of_no_machine() {
        let [work, root, tmp] = MACHINE_FOLDERS;
        check_path(&format!("cd /{work}/main"), Some(work));
        check_path(&format!("\"/{root}/.cargo\""), Some(root));
        check_path(&format!("see `/{tmp}/target-x`"), Some(tmp));
        check_path(&format!("/{tmp}/tmp.A1/x"), Some(tmp));
        check_path("/tmp/out.txt and `/tmp/`, or /tmp/x.", None);
        check_path("[PROJECT]/work/a ./work/a src/root/b ~/tmp/c", None);
        check_path("${dir}/work/a", None);
        check_path("working in /workspace", None);
    }
}
