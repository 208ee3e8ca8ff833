//! Enters a hook into the files that name every hook. What they have to say of it, its
//! registration says.

use crate::registration::{PROGRAMS, Registration};

/// Makes a text into one with the hook in it; `None` where it has no place for one.
type Enter = fn(&str, &Registration) -> Option<String>;

/// All of them.
pub(super) const ALL: [(&str, Enter); 8] = [
    ("README.md", readme),
    ("docs/internals/architecture.md", architecture),
    ("CHANGELOG.md", changelog),
    (PROGRAMS, programs),
    ("Cargo.toml", workspace),
    ("crates/tacklebox/Cargo.toml", engine),
    ("crates/tacklebox/src/hooks.rs", table),
    ("crates/tacklebox/src/offers.rs", offers),
];

fn readme(text: &str, hook: &Registration) -> Option<String> {
    behind_table(text, "| hook | what it does |", &hook.row())
}

fn architecture(text: &str, hook: &Registration) -> Option<String> {
    behind_last(text, |line| line.starts_with("| hook | `"), &hook.layer_row())
}

fn changelog(text: &str, hook: &Registration) -> Option<String> {
    let is_of_a_hook = |line: &str| line.starts_with("- `") && line.contains("-hook`: ");
    let begin = text.lines().collect::<Vec<_>>().iter().rposition(|line| is_of_a_hook(line))?;
    let more = text.lines().skip(begin + 1).take_while(|line| line.starts_with("  ")).count();
    let line = format!("{}{}.", hook.heading(), lower_first(&hook.about.summary));
    Some(inserted(text, begin + 1 + more, &line))
}

fn programs(text: &str, hook: &Registration) -> Option<String> {
    sorted_below(text, "pub const PROGRAMS: ", &format!("    \"{}\",", hook.hook))
}

fn workspace(text: &str, hook: &Registration) -> Option<String> {
    let name = &hook.hook;
    let line = format!("{name} = {{ path = \"crates/{name}\" }}");
    sorted_among(text, |line| line.contains("-hook = { path = "), &line)
}

/// The program of all hooks has a feature for each.
fn engine(text: &str, hook: &Registration) -> Option<String> {
    let name = &hook.hook;
    let text = sorted_below(text, "default = [", &format!("    \"{name}\","))?;
    let feature = format!("{name} = [\"dep:{name}\"]");
    let text = sorted_among(&text, |line| line.contains("= [\"dep:"), &feature)?;
    let dependency = format!("{name} = {{ workspace = true, optional = true }}");
    sorted_below(&text, "[dependencies]", &dependency)
}

fn table(text: &str, hook: &Registration) -> Option<String> {
    let name = &hook.hook;
    let entry = format!("    (\"{name}\", {}::hook),", name.replace('-', "_"));
    let feature = format!("    #[cfg(feature = \"{name}\")]");
    let is_behind = |line: &&str| line.starts_with("    #[cfg(feature = ") && **line > *feature;
    let end = text.lines().position(|line| line == "];")?;
    let at = text.lines().position(|line| is_behind(&line)).unwrap_or(end);
    Some(inserted(text, at, &format!("{feature}\n{entry}")))
}

fn offers(text: &str, hook: &Registration) -> Option<String> {
    let name = &hook.hook;
    let feature = format!("    #[cfg(feature = \"{name}\")]");
    let entry = format!(
        "{feature}\n    Entry {{\n        hook: \"{name}\",\n        \
         manifest: include_str!(\"../../{name}/Cargo.toml\"),\n        \
         template: include_str!(\"../../../settings-templates/{name}.json\"),\n        \
         recording: include_str!(\"../../../tests/scenes/{name}.txtar\"),\n        \
         server: None,\n    }},"
    );
    let is_behind = |line: &&str| line.starts_with("    #[cfg(feature = ") && **line > *feature;
    let end = text.lines().position(|line| line == "];")?;
    let at = text.lines().position(|line| is_behind(&line)).unwrap_or(end);
    Some(inserted(text, at, &entry))
}

/// The text with `row` where it belongs among the lines that follow `heading`, to the first
/// that is empty or closes a list.
fn sorted_below(text: &str, heading: &str, row: &str) -> Option<String> {
    let begin = text.lines().position(|line| line.starts_with(heading))? + 1;
    let is_of_list = |line: &&str| !line.is_empty() && !line.starts_with(']');
    let before = text.lines().skip(begin).take_while(is_of_list).take_while(|line| *line < row);
    Some(inserted(text, begin + before.count(), row))
}

/// The text with `row` where it belongs among the lines of its kind.
fn sorted_among(text: &str, is_row: impl Fn(&str) -> bool, row: &str) -> Option<String> {
    let rows = text.lines().enumerate().filter(|(_, line)| is_row(line));
    let (last, _) = rows.clone().last()?;
    let behind = rows.into_iter().find(|(_, line)| *line > row).map(|(at, _)| at);
    Some(inserted(text, behind.unwrap_or(last + 1), row))
}

/// The text with `row` as the last row of the table below `heading`.
fn behind_table(text: &str, heading: &str, row: &str) -> Option<String> {
    let begin = text.lines().position(|line| line.starts_with(heading))?;
    let rows = text.lines().skip(begin).take_while(|line| line.starts_with('|')).count();
    Some(inserted(text, begin + rows, row))
}

fn behind_last(text: &str, is_row: impl Fn(&str) -> bool, row: &str) -> Option<String> {
    let last = text.lines().collect::<Vec<_>>().iter().rposition(|line| is_row(line))?;
    Some(inserted(text, last + 1, row))
}

/// The text with a line more, before the line of this number from 0.
fn inserted(text: &str, at: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(at.min(lines.len()), line);
    lines.join("\n") + "\n"
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::About;

    #[test]
    fn every_document_has_a_place_for_another_hook() {
        let about = About { summary: "Rings".to_owned(), ..About::default() };
        let hook =
            Registration { hook: "bell-hook".to_owned(), description: "Rings".to_owned(), about };
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (path, enter) in ALL {
            let text = std::fs::read_to_string(root.join(path)).unwrap();
            let entered = enter(&text, &hook).unwrap_or_else(|| panic!("{path}"));
            let added: Vec<&str> =
                entered.lines().filter(|line| !text.lines().any(|old| old == *line)).collect();
            assert!(added.concat().contains("bell-hook"), "{path}: {added:?}");
            let kept = text.lines().filter(|line| !line.trim().is_empty());
            assert!(kept.clone().all(|line| entered.lines().any(|new| new == line)), "{path}");
        }
    }
}
