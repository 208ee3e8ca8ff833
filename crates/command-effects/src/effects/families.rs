//! Which rule tells what a program changes.

mod archives;
mod code;
mod copies;
mod editors;
mod files;
mod filters;
mod git;
mod networks;
mod readers;
mod runners;

use super::items::is_item;
use super::scene::Scene;
use crate::Word;

/// Looks up what the command of `scene` changes.
pub(super) fn look_up(scene: &mut Scene<'_>) {
    let Some(program) = scene.command.words.first() else {
        return;
    };
    if is_expansion(scene, program) || is_item(scene.commands, scene.command) {
        let reason = format!("which program `{}` is depends on an expansion", short(&program.text));
        return scene.unresolved(&reason);
    }
    let families = [
        readers::only_asks,
        files::look_up,
        copies::look_up,
        filters::look_up,
        editors::look_up,
        git::look_up,
        archives::look_up,
        networks::look_up,
        runners::look_up,
        code::look_up,
        readers::look_up,
    ];
    let is_known = families.iter().any(|family| family(scene));
    if is_of_the_project(&program.text) {
        scene.runs_file(program);
        scene.unknown();
    } else if !is_known {
        scene.unknown();
    }
}

/// Whether a program is not told by the text. `$DIR/name` tells the name.
fn is_expansion(scene: &Scene<'_>, program: &Word) -> bool {
    let in_a_folder = program.text.starts_with(['$', '~']) && !scene.may_hide_options(program);
    !program.literal && (scene.program.contains(UNREADABLE) || !in_a_folder)
}

/// Why an assignment before a command, such as `GIT_PAGER='rm x' git log`, makes it run another,
/// or write what it does into a file.
pub(super) fn preloaded(assignments: &[Word]) -> Option<String> {
    let name = |word: &Word| word.text.split(['=', '+']).next().unwrap_or_default().to_owned();
    let traces = assignments.iter().find(|word| {
        let (name, value) = word.text.split_once('=').unwrap_or_default();
        name.starts_with("GIT_TRACE") && (value.contains('/') || !word.literal)
    });
    if let Some(trace) = traces {
        return Some(format!("`{}` names a file that it writes", name(trace)));
    }
    let runs = assignments.iter().map(name).find(|name| {
        let pager = ["PAGER", "EDITOR", "VISUAL", "BROWSER", "ASKPASS"];
        RUNNING.contains(&name.as_str()) || pager.iter().any(|end| name.ends_with(end))
    })?;
    let harmless = |word: &Word| {
        let value = word.text.split_once('=').map_or("", |(_, value)| value);
        let loads = ["require", "import", "loader", "-r"];
        let is_plain = runs == "NODE_OPTIONS" && !loads.iter().any(|sign| value.contains(sign));
        let known = matches!(value, "" | "cat" | "less" | "more" | "true" | ":" | "never");
        name(word) != runs || known || is_plain && word.literal
    };
    let hidden = !assignments.iter().all(harmless);
    hidden.then(|| format!("`{runs}` names what else it runs"))
}

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
    "GREP_OPTIONS",
    "XDG_CONFIG_HOME",
];

const UNREADABLE: [char; 10] = ['$', '`', '*', '?', '[', '{', '(', '<', '>', '~'];

/// Whether a program is called by a path that is not one of the system's.
fn is_of_the_project(program: &str) -> bool {
    let system = ["/bin/", "/usr/", "/sbin/", "/opt/", "/nix/", "/snap/"];
    program.contains('/') && !system.iter().any(|start| program.starts_with(start))
}

/// A text for a message.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
