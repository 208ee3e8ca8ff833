//! Variables whose value some program runs, loads or writes to.

use shell_syntax::{SimpleCommand, Word};

use crate::args::part;

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

/// Why an assignment before a command, such as `GIT_PAGER='rm x' git log`, makes it run another,
/// or write what it does into a file.
pub(crate) fn preloaded(assignments: &[Word]) -> Option<String> {
    assignments.iter().find_map(|word| {
        let (name, value) = word.text.split_once('=')?;
        let name = name.trim_end_matches('+');
        if WRITING.contains(&name) || name.starts_with(TRACE) && value.contains('/') {
            return Some(format!("`{name}` names a file that it writes"));
        }
        let ends = ["PAGER", "EDITOR", "VISUAL", "BROWSER", "ASKPASS"];
        let is_running = RUNNING.contains(&name) || ends.iter().any(|end| name.ends_with(end));
        let is_harmless = ["", "/dev/null", "cat", "less", "more", "true", ":", "never"]
            .contains(&value.trim_matches(['\'', '"']));
        (is_running && !is_harmless).then(|| format!("`{name}` names what else it runs"))
    })
}

/// The first variable among assignments by which programs find their settings, or other programs.
pub(crate) fn obeyed(assignments: &[Word]) -> Option<&str> {
    const STARTS: [&str; 4] = ["LD_", "DYLD_", "GIT_DIR", "GIT_WORK_TREE"];
    const ENDS: [&str; 6] = ["PATH", "LIB", "HOME", "_CONFIG", "_DIR", "_INIT"];
    assignments.iter().find_map(|word| {
        let (name, value) = word.text.split_once('=')?;
        let name = name.trim_end_matches('+');
        let is_one = STARTS.iter().any(|start| name.starts_with(start))
            || ENDS.iter().any(|end| name.ends_with(end));
        (is_one && !(name == "PATH" && has_usual_folders(value))).then_some(name)
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

/// Variables whose value is a file that git writes.
const WRITING: [&str; 2] = ["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"];

/// How the variables begin whose value may be a file that git writes of what it does.
const TRACE: &str = "GIT_TRACE";

/// Variables whose value some program runs or loads.
const RUNNING: &[&str] = &[
    "BASH_ENV",
    "ENV",
    "GIT_EXTERNAL_DIFF",
    "GIT_PROXY_COMMAND",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "LD_AUDIT",
    "LD_PRELOAD",
    "LESSOPEN",
    "LESSCLOSE",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "PERL5OPT",
    "PERL5DB",
    "PROMPT_COMMAND",
    "PS4",
    "PYTHONSTARTUP",
    "PYTHONINSPECT",
    "RUBYOPT",
    "SHELLOPTS",
    "BASHOPTS",
    "TAR_OPTIONS",
    "TAPE",
    "GREP_OPTIONS",
    "RIPGREP_CONFIG_PATH",
    "ACKRC",
    "BAT_CONFIG_PATH",
    "CURL_HOME",
    "WGETRC",
    "GIT_CONFIG",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_EXEC_PATH",
    "KUBECTL_EXTERNAL_DIFF",
    "XDG_CONFIG_HOME",
];
