//! What a program printed, as findings that can be picked, counted and left out.

use anstream::adapter::strip_str;
use hook_protocol::{shortened, tame};

use crate::decide::lines::Lines;
use crate::gather::target::Target;

/// In characters. A line of a minified file helps nobody.
const MAX_LINE: usize = 500;

/// What a program found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Findings {
    /// Each as it was printed, on one line or several.
    pub(crate) all: Vec<String>,
    /// Whether any of them says where it is.
    pub(crate) have_places: bool,
}

/// The findings in what a program printed, stdout before stderr.
///
/// Where lines begin with a place (`path:line:` or `path:line:col:`), each of them
/// begins a finding, as does every other line that is not indented; an indented
/// line belongs to the one above. Where no line does, every line stands for itself.
pub(crate) fn all(stdout: &str, stderr: &str, target: &Target) -> Findings {
    let lines = clean(stdout).into_iter().chain(clean(stderr));
    let lines: Vec<String> = lines.filter(|line| !line.trim().is_empty()).collect();
    let have_places = lines.iter().any(|line| place(line, target).is_some());
    let mut all: Vec<String> = Vec::new();
    for line in lines {
        match all.last_mut() {
            Some(finding) if have_places && line.starts_with([' ', '\t']) => {
                finding.push('\n');
                finding.push_str(&line);
            }
            _ => all.push(line),
        }
    }
    Findings { all, have_places }
}

/// Those of the findings that are about `touched` lines of the file. What names no
/// place at all is kept whole.
pub(crate) fn about(mut found: Findings, target: &Target, touched: &Lines) -> Findings {
    let counts = |finding: &String| {
        let place = place(finding, target);
        place.is_some_and(|it| target.is_named(it.path) && touched.contains(it.line))
    };
    if found.have_places {
        found.all.retain(counts);
    }
    found
}

/// A place that a line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place<'a> {
    path: &'a str,
    line: usize,
}

/// The lines of what a program printed, without colours, and without all else that
/// a terminal would obey.
fn clean(output: &str) -> Vec<String> {
    let plain = strip_str(output).to_string();
    let line = |line: &str| shortened(&tame(line.trim_end()), MAX_LINE).into_owned();
    plain.lines().map(line).collect()
}

/// The place that a line begins with. What stands before the first colon has to
/// look like a path, or to be this file's: `12:30:45 done` names no place, and
/// neither does `2026/11/22 12:30:45 done`.
fn place<'a>(line: &'a str, target: &Target) -> Option<Place<'a>> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let (path, number) = line.match_indices(':').find_map(|(at, _)| {
        let rest = line.get(at + 1..)?;
        let (number, _) = rest.split_once(':')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        Some((line.get(..at).filter(|path| is_number && !path.is_empty())?, number))
    })?;
    let looks_like_a_path = path.contains(['/', '\\', '.']) && !path.contains(' ');
    let is_path = looks_like_a_path || target.is_named(path);
    let place = Place { path, line: number.parse().ok()? };
    is_path.then_some(place)
}

#[cfg(test)]
mod tests {
    use project_paths::ProjectRoot;

    use super::*;

    /// The file `src/a.py` of a project.
    fn target() -> (tempfile::TempDir, Target) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("src")).unwrap();
        hook_state::replace(&root.join("src/a.py"), b"x").unwrap();
        let project = ProjectRoot::at(&root);
        let target = Target::find(&project, None, "src/a.py").unwrap();
        (folder, target)
    }

    #[track_caller]
    fn check_all(output: &str, expected: &[&str]) {
        assert_eq!(all(output, "", &target().1).all, expected, "{output}");
    }

    /// The findings about lines 2 and 3.
    #[track_caller]
    fn check_about(output: &str, expected: &[&str]) {
        let (_folder, target) = target();
        let root = target.root().to_str().unwrap();
        let lines = Lines::changed("1\n4\n", "1\n2\n3\n4\n");
        let found = all(&output.replace("/p/", &format!("{root}/")), "", &target);
        let found = about(found, &target, &lines);
        let found: Vec<_> = found.all.iter().map(|it| it.replace(root, "/p")).collect();
        assert_eq!(found, expected, "{output}");
    }

    #[test]
    fn indented_lines_belong_to_the_place_above() {
        check_all("", &[]);
        check_all(" \n\n", &[]);
        check_all(
            "src/a.py:1:2: one\n  | x\n  | ^\nsrc/a.py:3: two\nFound 2 errors.\n",
            &["src/a.py:1:2: one\n  | x\n  | ^", "src/a.py:3: two", "Found 2 errors."],
        );
        check_all("no place\n  here\n", &["no place", "  here"]);
    }

    #[test]
    fn stdout_comes_before_stderr() {
        assert_eq!(all("out\n", "err\n", &target().1).all, ["out", "err"]);
    }

    #[test]
    fn colours_and_what_a_terminal_obeys_are_gone() {
        check_all("\u{1b}[1m\u{1b}[31msrc/a.py:1:\u{1b}[0m bad\r\n", &["src/a.py:1: bad"]);
        check_all(
            "\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\ \u{202e}x\n",
            &["link \u{fffd}x"],
        );
        check_all(&"x".repeat(600), &[&format!("{}...", "x".repeat(497))]);
    }

    #[test]
    fn touched_lines_are_kept_however_the_file_is_spelled() {
        for path in ["src/a.py", "./src/a.py", "/p/src/a.py", "a.py", "src/../src/a.py"] {
            let line = |n: usize| format!("{path}:{n}:1: E{n}");
            let output: Vec<String> = (1..=4).map(line).collect();
            check_about(&output.join("\n"), &[&line(2), &line(3)]);
        }
    }

    #[test]
    fn other_lines_and_files_are_dropped() {
        check_about("src/a.py:1: x\nsrc/b.py:2: x\nFound 2 errors.\n", &[]);
        check_about(
            "src/a.py:2: x\n  more\nsrc/a.py:4: y\n  of y\nFound 2\n",
            &["src/a.py:2: x\n  more"],
        );
        check_about(
            "src/a.py:99999999999999999999999: x\n",
            &["src/a.py:99999999999999999999999: x"],
        );
    }

    #[test]
    fn what_names_no_place_is_kept_whole() {
        check_about("something is wrong\n  here\n", &["something is wrong", "  here"]);
        check_about("12:30:45 failed\n", &["12:30:45 failed"]);
        let of_go = "2026/11/22 12:30:45 could not read the configuration";
        check_about(of_go, &[of_go]);
        check_about(
            "error: 2 problems\n --> src/a.py:1:1\n",
            &["error: 2 problems", " --> src/a.py:1:1"],
        );
        check_about("src/a.py:7\n", &["src/a.py:7"]);
    }
}
