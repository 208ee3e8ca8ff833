//! Variables whose value some program runs, loads or writes to.

use std::sync::LazyLock;

use shell_syntax::{SimpleCommand, Word};

use crate::args::part;
use crate::glob;

/// Whether all that a word has of expansions are variables that the line does not set: they come from the
/// environment, which no line before this one could change, and so they are no options.
pub(crate) fn is_from_outside(word: &Word, text: &str) -> bool {
    let mut parts = word.text.split('$').skip(1).peekable();
    let is_outside = |part: &str| {
        let name = part.strip_prefix('{').unwrap_or(part);
        let is_part = |next: char| next == '_' || next.is_ascii_alphanumeric();
        let end = name.find(|next: char| !is_part(next)).unwrap_or(name.len());
        let Some((name, behind)) = name.split_at_checked(end) else { return false };
        let is_only_expanded = |(at, _): (usize, &str)| {
            text.get(..at).is_some_and(|before| before.ends_with('$') || before.ends_with("${"))
        };
        name.starts_with(|next: char| next == '_' || next.is_ascii_alphabetic())
            && (!part.starts_with('{') || behind.starts_with('}'))
            && text.match_indices(name).all(is_only_expanded)
    };
    let signs = ['`', '*', '?', '[', '(', '<', '>', '~'];
    parts.peek().is_some()
        && !word.text.starts_with('-')
        && !word.text.contains(signs)
        && parts.all(is_outside)
}

/// What the value of a variable is that programs obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obeyed {
    Command,
    Code,
    Settings,
    Output,
}

/// The table: patterns of names, and perhaps of values, with what the value is.
static TABLE: LazyLock<Vec<(&str, Obeyed)>> = LazyLock::new(|| {
    let lines = include_str!("variables.txt").lines();
    let lines = lines.filter_map(|line| {
        let (kind, names) = line.split_once(' ')?;
        let kind = match kind {
            "command" => Obeyed::Command,
            "code" => Obeyed::Code,
            "settings" => Obeyed::Settings,
            "output" => Obeyed::Output,
            _ => return None,
        };
        Some(names.split(',').map(move |name| (name, kind)))
    });
    lines.flatten().collect()
});

/// The assignments of variables that programs obey: the name, the value, and what that is.
fn known(assignments: &[Word]) -> impl Iterator<Item = (&str, Word, Obeyed)> {
    assignments.iter().filter_map(|word| {
        let (name, value) = word.text.split_once('=')?;
        let name = name.trim_end_matches('+');
        let is_it = |(pattern, _): &&(&str, Obeyed)| match pattern.split_once('=') {
            Some((pattern, wanted)) => glob::matches(pattern, name) && glob::matches(wanted, value),
            None => glob::matches(pattern, name),
        };
        let (_, kind) = TABLE.iter().find(is_it)?;
        Some((name, part(word, value.trim_matches(['\'', '"'])), *kind))
    })
}

/// Why an assignment before a command, such as `GIT_PAGER='rm x' git log`, makes it run another,
/// or write what it does into a file.
pub(crate) fn preloaded(assignments: &[Word]) -> Option<String> {
    let is_harmless = |value: &str| {
        ["", "/dev/null", "cat", "less", "more", "true", ":", "never"].contains(&value)
    };
    known(assignments).find_map(|(name, value, kind)| match kind {
        Obeyed::Output => Some(format!("`{name}` names a file that it writes")),
        Obeyed::Command | Obeyed::Code if !is_harmless(&value.text) => {
            Some(format!("`{name}` names another program that it runs"))
        }
        _ => None,
    })
}

/// The commands that variables name which programs run.
pub(crate) fn scripts(assignments: &[Word]) -> impl Iterator<Item = Word> {
    let commands = known(assignments).filter(|(_, _, kind)| *kind == Obeyed::Command);
    commands.map(|(_, value, _)| value).filter(|value| !value.text.is_empty())
}

/// The first variable among assignments by which programs find their settings, or other programs.
pub(crate) fn obeyed(assignments: &[Word]) -> Option<&str> {
    known(assignments).find_map(|(name, value, kind)| {
        let is_one = kind == Obeyed::Settings;
        (is_one && !(name == "PATH" && has_usual_folders(&value.text))).then_some(name)
    })
}

/// What a command is told in a variable.
pub(crate) fn given(command: &SimpleCommand, name: &str) -> Vec<Word> {
    let value = |word: &Word| {
        let (found, value) = word.text.split_once('=')?;
        (found == name && !value.is_empty()).then(|| part(word, value))
    };
    command.assignments.iter().rev().find_map(value).into_iter().collect()
}

/// Whether a search path consists of what it was, of folders of the system, and of those of a
/// person that are not the project's.
fn has_usual_folders(path: &str) -> bool {
    let path = path.trim_matches(['"', '\'']);
    path.split(':').all(|folder| {
        let usual = ["/usr/", "/opt/", "/bin", "/sbin", "/nix/", "/snap/", "$HOME/.", "~/."];
        matches!(folder, "$PATH" | "${PATH}") || usual.iter().any(|start| folder.starts_with(start))
    }) && !path.contains("..")
}
