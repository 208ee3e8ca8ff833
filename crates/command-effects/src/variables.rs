//! Variables whose value some program runs, loads or writes to.

use shell_syntax::Word;

/// Why an assignment before a command, such as `GIT_PAGER='rm x' git log`, makes it run another,
/// or write what it does into a file.
pub(crate) fn preloaded(assignments: &[Word]) -> Option<String> {
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
