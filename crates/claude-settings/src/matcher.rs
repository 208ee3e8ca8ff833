//! Matchers: the text by which an entry says which tools, or sources, it is for.

/// Whether a host reads `matcher` as a list of exact names. Any other character makes it an
/// expression that is looked for anywhere.
pub fn is_list(matcher: &str) -> bool {
    matcher.chars().all(|c| c.is_ascii_alphanumeric() || "_- ,|".contains(c))
}

/// The matcher that matches what one of `matchers` does, and nothing else; `None` is one that is
/// absent, which matches everything as an empty one and `*` do.
pub(crate) fn union<'a>(matchers: impl Iterator<Item = Option<&'a str>>) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    let mut expressions: Vec<&str> = Vec::new();
    let mut all = None;
    let push = |known: &mut Vec<&'a str>, new: &'a str| {
        if !known.contains(&new) {
            known.push(new);
        }
    };
    for matcher in matchers {
        match matcher {
            Some("*") => all = Some(Some("*".to_owned())),
            None | Some("") => all = all.or(Some(None)),
            Some(list) if is_list(list) => list
                .split(['|', ','])
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .for_each(|name| push(&mut names, name)),
            Some(expression) => push(&mut expressions, expression),
        }
    }
    if let Some(all) = all {
        return all;
    }
    if expressions.is_empty() {
        return Some(names.join("|"));
    }
    let list = (!names.is_empty()).then(|| format!("^({})$", names.join("|")));
    Some(list.as_deref().into_iter().chain(expressions).collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::union;

    #[track_caller]
    fn check(matchers: &[Option<&str>], expected: Option<&str>) {
        assert_eq!(union(matchers.iter().copied()).as_deref(), expected, "{matchers:?}");
    }

    #[test]
    fn what_matches_everything_wins() {
        check(&[Some("Edit"), Some("*")], Some("*"));
        check(&[None, Some("*")], Some("*"));
        check(&[Some("*"), None], Some("*"));
        check(&[None, None], None);
        check(&[Some("startup|clear"), None], None);
        check(&[Some(""), Some("^a$")], None);
    }

    #[test]
    fn names_are_joined_without_repeats() {
        check(&[Some("Edit|Write"), Some("Read|Edit")], Some("Edit|Write|Read"));
        check(&[Some("Edit, Write"), Some("Write")], Some("Edit|Write"));
        check(&[Some("Edit|Write")], Some("Edit|Write"));
    }

    #[test]
    fn a_list_beside_an_expression_is_anchored() {
        check(
            &[Some("Edit|Write"), Some("^(Bash)$|^mcp__"), Some("Read")],
            Some("^(Edit|Write|Read)$|^(Bash)$|^mcp__"),
        );
        check(&[Some("^a"), Some("(b|c)"), Some("^a")], Some("^a|(b|c)"));
        check(&[Some("(b|c)")], Some("(b|c)"));
    }
}
