//! Finds a recipe in the text of a Makefile or a justfile: the indented lines below the line that names it.

/// The recipe of a goal of make, or the first one.
pub(crate) fn of_make(text: &str, goal: Option<&str>) -> Option<String> {
    find(text, |head| {
        let (names, behind) = head.split_once(':')?;
        let is_rule = !behind.starts_with('=') && !names.contains('=') && !names.starts_with('.');
        let is_meant = match goal {
            Some(goal) => names.split_whitespace().any(|name| name == goal),
            None => !names.trim().is_empty(),
        };
        Some(is_rule && is_meant)
    })
}

/// A recipe of just, or the first one.
pub(crate) fn of_just(text: &str, name: Option<&str>) -> Option<String> {
    find(text, |head| {
        let is_recipe = head.contains(':') && !head.contains(":=");
        let own = head.trim_start_matches('@').split([' ', ':']).next()?;
        Some(is_recipe && name.is_none_or(|name| name == own))
    })
}

/// The indented lines below the first head that is meant.
fn find(text: &str, is_meant: impl Fn(&str) -> Option<bool>) -> Option<String> {
    let is_head = |line: &&str| !line.starts_with([' ', '\t', '#']);
    let mut lines =
        text.lines().skip_while(|line| !(is_head(line) && is_meant(line) == Some(true)));
    lines.next()?;
    let recipe = lines.take_while(|line| !is_head(line) || line.is_empty());
    let recipe: Vec<&str> = recipe.filter(|line| !line.trim().is_empty()).collect();
    let indent = recipe.first()?.chars().take_while(|sign| sign.is_whitespace()).count();
    let cut = |line: &&str| line.get(indent..).unwrap_or(line).to_owned();
    Some(recipe.iter().map(cut).collect::<Vec<_>>().join("\n"))
}
