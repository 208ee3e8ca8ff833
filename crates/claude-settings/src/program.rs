//! The program in a command of a settings file: its path, and where it ends.

/// A path with one kind of separator and without the suffix of a Windows program.
pub(crate) fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_suffix(".exe").map(str::to_owned).unwrap_or(path)
}

/// The first word of a shell command, without its quotes, and what follows it. A
/// backslash is kept, as the separator of a Windows path, unless it escapes a blank.
pub(crate) fn first_word(command: &str) -> (String, &str) {
    let mut word = String::new();
    let mut quote = None;
    let mut chars = command.trim_start().chars();
    loop {
        let rest = chars.as_str();
        match (quote, chars.next()) {
            (_, None) => return (word, ""),
            (None, Some(c @ ('"' | '\''))) => quote = Some(c),
            (Some(open), Some(c)) if c == open => quote = None,
            (None, Some('\\')) if chars.as_str().starts_with(' ') => word.extend(chars.next()),
            (None, Some(c)) if c.is_whitespace() || "|&;<>()".contains(c) => return (word, rest),
            (_, Some(c)) => word.push(c),
        }
    }
}
