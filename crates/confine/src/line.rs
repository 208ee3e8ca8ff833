//! What a client wraps around a command before a shell gets it.
//!
//! Claude Code 2.1 starts `bash -c LINE`, where `LINE` is
//! `source SNAPSHOT ... && eval 'COMMAND' < /dev/null && pwd -P >| FILE`. It puts its own functions before the
//! `eval`, and writes `< /dev/null` behind the first command of a pipeline, for which it may quote anew.

/// What stands behind the command in a line of the client.
const BEHIND: &str = " && pwd -P >| ";

/// What the client adds to a pipeline.
const NO_INPUT: &str = "</dev/null";

/// The command in a line, as it was asked for; the line itself where no client has wrapped it. Empty where one has,
/// but in a way that is not known.
pub(crate) fn command(line: &str) -> String {
    let Some((before, _)) = line.rsplit_once(BEHIND) else { return line.to_owned() };
    let starts = before.match_indices("eval ").map(|(at, word)| at + word.len());
    let mut found = starts.filter_map(|start| {
        let (command, rest) = unquoted(before.get(start..)?)?;
        let rest: String = rest.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect();
        (rest.is_empty() || rest == NO_INPUT).then_some(command)
    });
    found.next().unwrap_or_default()
}

/// The first word of some text, as a shell reads it, and what stands behind it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '\'' => loop {
                match rest.next()?.1 {
                    '\'' => break,
                    inner => word.push(inner),
                }
            },
            '"' => loop {
                match rest.next()?.1 {
                    '"' => break,
                    '\\' => match rest.next()?.1 {
                        inner @ ('"' | '\\' | '$' | '`') => word.push(inner),
                        inner => word.extend(['\\', inner]),
                    },
                    inner => word.push(inner),
                }
            },
            '\\' => word.push(rest.next()?.1),
            c if c.is_whitespace() => return Some((word, text.get(at..)?)),
            c => word.push(c),
        }
    }
    Some((word, ""))
}

/// A command without what a client may change of it: blanks, quotes, and what it adds to a pipeline.
pub(crate) fn letters(command: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '\'' | '"' | '\\');
    command.chars().filter(is_kept).collect::<String>().replace(NO_INPUT, "")
}

/// Whether `git` stands in a command as a word, be it in a quoted one, or at the end of a path.
pub(crate) fn names_git(command: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    command.match_indices("git").any(|(at, word)| {
        let before = command.get(..at).and_then(|text| text.chars().next_back());
        let mut after = command.get(at + word.len()..).unwrap_or_default().chars();
        // `git.` ends a sentence, `git/` is a folder.
        let goes_on = after.next().is_some_and(|c| is_inside(c) || c == '/');
        !goes_on && !before.is_some_and(is_inside)
    })
}

/// The file that the client's call for a snapshot of the shell writes.
pub(crate) fn snapshot(line: &str) -> Option<String> {
    let (file, _) = unquoted(line.trim_start().strip_prefix("SNAPSHOT_FILE=")?)?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_found_in_a_line() {
        for (line, expected) in [
            ("git status", "git status"),
            (
                "source /h/s.sh 2>/dev/null || true && shopt -u extglob 2>/dev/null || true && eval 'echo '\"'\"'a'\"'\"'' \\< /dev/null && pwd -P >| /t/claude-1-cwd",
                "echo 'a'",
            ),
            ("function git { x; } && eval 'make' < /dev/null && pwd -P >| /t/claude-1-cwd", "make"),
            ("eval \"a \\\"b\\\" \\$c\" && pwd -P >| /t/x", "a \"b\" $c"),
            ("eval 'eval '\"'\"'x'\"'\"'' && pwd -P >| /t/x", "eval 'x'"),
            ("{ 'eval' \"$COMMAND\"; } && pwd -P >| /t/x", ""),
        ] {
            assert_eq!(command(line), expected, "{line}");
        }
    }

    #[test]
    fn a_pipeline_has_the_letters_of_the_command() {
        assert_eq!(letters("cat a 'b c' | wc"), letters("cat a b\\ c < /dev/null | wc"));
        assert_ne!(letters("cat a"), letters("cat b"));
    }

    #[test]
    fn git_is_a_word() {
        for (command, expected) in [
            ("git status", true),
            ("cd x && /usr/bin/git commit -m a", true),
            ("bash -c 'git add .'", true),
            ("x=$(git rev-parse HEAD)", true),
            ("rm -rf .git", false),
            ("rm -rf .git/hooks", false),
            ("gitk", false),
            ("cat git/config", false),
            ("digit", false),
        ] {
            assert_eq!(names_git(command), expected, "{command}");
        }
    }

    #[test]
    fn a_snapshot_is_known_by_its_first_word() {
        assert_eq!(snapshot("SNAPSHOT_FILE='/h/a b.sh'\n source x").as_deref(), Some("/h/a b.sh"));
        assert_eq!(snapshot("echo SNAPSHOT_FILE=x"), None);
    }
}
