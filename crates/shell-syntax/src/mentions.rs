//! Where a text speaks of a variable.

pub(crate) fn is_name(next: char) -> bool {
    next == '_' || next.is_ascii_alphanumeric()
}

/// What stands before and behind each place at which a text has a name.
pub(crate) fn mentions<'t>(
    text: &'t str,
    name: &'t str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let after = rest.get(name.len()..)?;
        let is_whole = !before.chars().next_back().is_some_and(is_name)
            && !after.chars().next().is_some_and(is_name);
        is_whole.then_some((before, after))
    })
}

/// Whether all that a text says of `IFS` is that a `read` takes whole lines, or that a blank splits no word:
/// then the shell makes no other words of a value than usual, or longer ones.
pub(crate) fn splits_as_usual(text: &str) -> bool {
    const READS: [&str; 3] = ["= read ", "='' read ", "=\"\" read "];
    const LINES: [&str; 3] = ["=$'\\n\\t'", "=$'\\t\\n'", "=$'\\n'"];
    let is_usual = |after: &str| {
        let reads = READS.iter().any(|start| after.starts_with(start));
        let behind = LINES.iter().find_map(|start| after.strip_prefix(start));
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([';', '\n', ' ', '&']);
        reads || behind.is_some_and(ends)
    };
    text.match_indices("IFS").all(|(at, name)| {
        let is_whole = !text.get(..at).is_some_and(|before| before.ends_with(is_name));
        is_whole && text.get(at + name.len()..).is_some_and(is_usual)
    })
}
