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

    fn hook() -> Registration {
        Registration {
            hook: "b-hook".to_owned(),
            description: "Does B".to_owned(),
            about: About {
                summary: "Does B well".to_owned(),
                first_step: "none".to_owned(),
                look: "`b-hook log`".to_owned(),
                ..About::default()
            },
        }
    }

    #[track_caller]
    fn check(enter: Enter, before: &str, after: Option<&str>) {
        let found = enter(before, &hook());
        assert_eq!(found.as_deref(), after, "{before}");
    }

    #[test]
    fn a_hook_is_the_last_of_each_list() {
        check(
            readme,
            "# A\n| hook | what it does |\n|---|\n| a |\n\nb\n",
            Some(
                "# A\n| hook | what it does |\n|---|\n| a |\n\
                 | [`b-hook`](docs/hooks/b-hook.md) | Does B well | none | `b-hook log` |\n\nb\n",
            ),
        );
        check(
            architecture,
            "| hook | `a-hook` | does A |\n| tests | x |\n",
            Some("| hook | `a-hook` | does A |\n| hook | `b-hook` | does B |\n| tests | x |\n"),
        );
        check(
            changelog,
            "- `a-hook`: does\n  A.\n- `cargo`: x\n",
            Some("- `a-hook`: does\n  A.\n- `b-hook`: does B well.\n- `cargo`: x\n"),
        );
    }

    #[test]
    fn programs_are_in_the_order_of_the_alphabet() {
        for (before, after) in [("AC", "ABC"), ("A", "AB"), ("C", "BC")] {
            let text = |hooks: &str| {
                let line = |hook: char| format!("    \"{}-hook\",\n", hook.to_ascii_lowercase());
                let lines: String = hooks.chars().map(line).collect();
                format!("/// All.\npub const PROGRAMS: &[&str] = &[\n{lines}];\n")
            };
            check(programs, &text(before), Some(&text(after)));
        }
    }

    #[test]
    fn a_hook_is_built_into_the_program_of_all() {
        check(
            workspace,
            "a-hook = { path = \"crates/a-hook\" }\nc-hook = { path = \"crates/c-hook\" }\nserde = 1\n",
            Some(
                "a-hook = { path = \"crates/a-hook\" }\nb-hook = { path = \"crates/b-hook\" }\n\
                 c-hook = { path = \"crates/c-hook\" }\nserde = 1\n",
            ),
        );
        check(
            engine,
            "default = [\n    \"a-hook\",\n]\na-hook = [\"dep:a-hook\"]\n\n[dependencies]\nclap = 1\n",
            Some(
                "default = [\n    \"a-hook\",\n    \"b-hook\",\n]\na-hook = [\"dep:a-hook\"]\n\
                 b-hook = [\"dep:b-hook\"]\n\n[dependencies]\n\
                 b-hook = { workspace = true, optional = true }\nclap = 1\n",
            ),
        );
        let entry = |name: &str| {
            let upper = name.replace('-', "_");
            format!("    #[cfg(feature = \"{name}\")]\n    (\"{name}\", {upper}::hook),\n")
        };
        let text = |names: &[&str]| {
            format!("x &[\n{}];\n", names.iter().map(|name| entry(name)).collect::<String>())
        };
        for (before, after) in [
            (&["a-hook", "c-hook"][..], &["a-hook", "b-hook", "c-hook"][..]),
            (&["a-hook"], &["a-hook", "b-hook"]),
        ] {
            check(table, &text(before), Some(&text(after)));
        }
    }

    #[test]
    fn a_document_without_a_place_is_none() {
        check(readme, "# A\n| hook | first step |\n", None);
        check(architecture, "| tests | x |\n", None);
        check(changelog, "# A\n", None);
        check(programs, "const X: u8 = 1;\n", None);
        check(workspace, "serde = 1\n", None);
        check(engine, "[dependencies]\n", None);
        check(table, "const X: u8 = 1;\n", None);
    }
}
