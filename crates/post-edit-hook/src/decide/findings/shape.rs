//! What a line looks like that names no place: an error, a sum, a title, an item.

/// The nouns of a sum: `Found 2 errors.`
const COUNTED: [&str; 18] = [
    "error",
    "warning",
    "problem",
    "issue",
    "finding",
    "violation",
    "offense",
    "failure",
    "failed",
    "passed",
    "test",
    "file",
    "info",
    "note",
    "suggestion",
    "previous",
    "failing",
    "passing",
];

/// Whether a finding that names no place says that something went wrong, and is no sum of
/// the others.
pub(super) fn is_complaint(text: &str) -> bool {
    text.lines().any(|line| says_error(line) && !is_sum(line) && !is_closing(line))
}

/// Whether a line only says that there were findings, or that the program ends for it.
pub(super) fn is_closing(line: &str) -> bool {
    const ENDS: [&str; 22] = [
        "aborted",
        "aborting",
        "issues detected",
        "issues found",
        "problems found",
        "errors found",
        "error(s) found",
        "lint errors",
        "exit code",
        "exit status",
        "exitcode",
        "exited with",
        "returned an error",
        "did not pass",
        "lint failed",
        "check failed",
        "command failed",
        "failed with status",
        "too many warnings",
        "to rerun pass",
        "] error 1",
        "files linted: 0",
    ];
    let lower = line.to_lowercase();
    ENDS.iter().any(|end| lower.contains(end)) || is_failed(&lower) || is_exit(&lower)
}

/// `error: build failed`: no word says why.
fn is_failed(lower: &str) -> bool {
    const WORK: [&str; 16] = [
        "lint", "linting", "check", "checks", "build", "task", "tasks", "command", "commands",
        "step", "steps", "test", "tests", "job", "hook", "hooks",
    ];
    let said = lower.trim_end_matches(['.', '!', ' ']).strip_suffix(" failed");
    said.and_then(|said| said.rsplit(' ').next()).is_some_and(|last| WORK.contains(&last))
}

/// `error: exit 1`
fn is_exit(lower: &str) -> bool {
    let rest = lower.rsplit_once("exit").filter(|(before, _)| before.ends_with([' ', ':']));
    let digits = rest.map_or("", |(_, rest)| rest.trim_matches([' ', ':', '.']));
    !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a finding says that the program broke, and nothing of the file.
pub(super) fn is_crash(text: &str) -> bool {
    const CRASHES: [&str; 14] = [
        "Traceback (most recent call last)",
        "panicked at ",
        "Cannot find module",
        "Unhandled exception",
        "internal compiler error",
        "Segmentation fault",
        "Cannot find package",
        "(node:internal/",
        "LoadError)",
        "Something went wrong",
        "parse error at line",
        "unknown key",
        "unknown field",
        "invalid config",
    ];
    CRASHES.iter().any(|words| text.contains(words))
}

/// Whether a line right below a finding, indented as that is, is none of it.
pub(super) fn is_new(line: &str) -> bool {
    line == "╷"
        || is_row(line)
        || is_sum(line)
        || is_ruled(line)
        || is_item(line)
        || begins_with_error(line)
}

/// Whether a line says of which line it is, and names no file: `Line 3: x`, `L3: x`.
fn is_row(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let rest = lower.strip_prefix("line ").or_else(|| lower.strip_prefix('l')).unwrap_or_default();
    let said = rest.trim_start_matches(|it: char| it.is_ascii_digit());
    said.len() < rest.len() && said.starts_with(": ")
}

/// Whether a line at the margin names a place behind a word, and says something of it: `in a.py:3: x`.
pub(super) fn says_behind(line: &str) -> bool {
    let rest = ["in ", "on ", "at ", "from "].iter().find_map(|word| line.strip_prefix(word));
    let place = rest.and_then(|rest| rest.split_once(": ")).filter(|(_, said)| {
        said.starts_with(|first: char| first.is_alphanumeric() || "'\"`[(".contains(first))
    });
    place.is_some_and(|(place, _)| {
        let is_path = !place.contains([' ', '(']) && place.contains('.');
        is_path && place.ends_with(|last: char| last.is_ascii_digit())
    })
}

/// Whether a line below a place that has a headline begins the next finding, and does not go on with
/// the story above.
pub(super) fn is_headline(line: &str) -> bool {
    const GOES_ON: [&str; 7] = ["Caused by", "caused by", "help", "note", "and ", "or ", "from "];
    line.starts_with(|first: char| first.is_alphabetic() || first == '[')
        && !GOES_ON.iter().any(|words| line.starts_with(words))
}

/// Whether an element of XML says what the one with the place above found.
pub(super) fn is_story(line: &str) -> bool {
    ["<failure", "<error>", "<error message", "<message", "<description"]
        .iter()
        .any(|tag| line.trim_start().starts_with(tag))
}

/// Whether a line begins with an item of a list, or with the result of a test.
pub(super) fn is_item(line: &str) -> bool {
    ["- ", "ok ", "not ok ", "--- ", "=== ", "● ", "┃ [", "(!) ", "❯❯❱ ", "❯❱ ", "❱ ", "! "]
        .iter()
        .any(|mark| line.trim_start().starts_with(mark))
}

/// Whether a line begins the story of a test.
pub(super) fn is_test(line: &str) -> bool {
    line.trim_start().starts_with("● ")
}

/// Whether a line is a rule, or a title in one.
fn is_ruled(line: &str) -> bool {
    let first = line.chars().next().filter(|it| "-=_*~#".contains(*it));
    is_title(line)
        || first.is_some_and(|first| line.len() > 4 && line.chars().all(|it| it == first))
}

/// Whether a line is a title in a rule: `____ test_one ____`.
pub(super) fn is_title(line: &str) -> bool {
    line.starts_with("___") && line.ends_with("___") && line.contains(char::is_alphanumeric)
}

/// In characters.
pub(super) fn indent(line: &str) -> usize {
    line.chars().take_while(|it| it.is_whitespace()).count()
}

/// Whether a compiler would begin an error so: `error[E1]: `, `fatal: `.
fn begins_with_error(line: &str) -> bool {
    let word = line.split(|next: char| !next.is_alphabetic()).next().unwrap_or_default();
    ["error", "fatal", "warning"].contains(&word.to_lowercase().as_str())
}

/// Whether one of the first words says that something is wrong: `x: error: `, `[ERROR] `.
pub(super) fn says_error(line: &str) -> bool {
    let mut words = line.split_whitespace().take(3);
    words.any(|word| {
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
        let kind = bare.split(['[', '(', ':']).next().unwrap_or_default();
        let lower = kind.to_lowercase();
        let is_kind = ["error", "fatal", "critical", "panic"].contains(&lower.as_str())
            || lower.ends_with("error") && kind.starts_with(char::is_uppercase);
        let is_marked = word.len() > kind.len() || kind == kind.to_uppercase();
        is_kind && is_marked
    })
}

/// Whether a line counts findings instead of being one.
pub(super) fn is_sum(line: &str) -> bool {
    if line.contains(['|', '│']) {
        return false;
    }
    let bare = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    let words: Vec<String> = line.split_whitespace().map(bare).collect();
    let counts = |word: &String| {
        COUNTED.iter().any(|noun| {
            word.strip_prefix(noun).is_some_and(|rest| rest.len() < 2 || rest.starts_with("(s"))
        })
    };
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let sums = words.iter().enumerate().filter(|(_, word)| is_number(word));
    sums.map(|(at, _)| words.iter().skip(at).take(4)).any(|mut next| next.any(counts))
        || words.windows(2).any(|pair| pair == ["previous", "error"])
}

/// A text without the boxes that are drawn around its parts, as Terraform does: they are
/// paragraphs.
pub(super) fn without_boxes(text: String) -> String {
    let is_edge = |line: &str| matches!(line, "╷" | "╵");
    if !text.lines().any(is_edge) {
        return text;
    }
    let inside = |line: &str| match line.strip_prefix('│') {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest).to_owned(),
        None if is_edge(line) => String::new(),
        None => line.to_owned(),
    };
    text.lines().map(inside).collect::<Vec<_>>().join("\n")
}
