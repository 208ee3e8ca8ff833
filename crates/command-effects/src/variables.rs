//! Variables whose value some program runs, loads or writes to.

use shell_syntax::Word;

use crate::change::Anchor;
use crate::target::{Target, join};

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
        let known =
            matches!(value, "" | "/dev/null" | "cat" | "less" | "more" | "true" | ":" | "never");
        name(word) != runs || known || is_plain && word.literal
    };
    let hidden = !assignments.iter().all(harmless);
    hidden.then(|| format!("`{runs}` names what else it runs"))
}

/// The file that a word names which begins with a variable that the line gives the name of a new
/// temporary file, as `T=$(mktemp -d)` does, and nothing else.
pub(crate) fn temporary(word: &Word, text: &str) -> Option<Target> {
    let name = word.text.strip_prefix('$')?;
    let name = name.strip_prefix('{').unwrap_or(name);
    let end = name.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
    let (name, rest) = name.split_at_checked(end.unwrap_or(name.len()))?;
    let rest = rest.strip_prefix('}').unwrap_or(rest);
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-./".contains(next);
    let is_below = rest.is_empty() || rest.starts_with('/');
    if name.is_empty() || !is_below || !rest.chars().all(is_plain) || rest.contains("..") {
        return None;
    }
    let mut made = 0;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (text.get(..at)?, text.get(at + name.len()..)?);
        let is_expanded = before.ends_with('$') || before.ends_with("${");
        let ends = after.is_empty() || after.starts_with(['/', '"', '}', ' ', '\n', ';', ')']);
        let is_made = before.is_empty() || before.ends_with([' ', '\n', ';', '&']);
        match after.strip_prefix('=') {
            _ if is_expanded && ends => {}
            Some(value) if is_made && is_new_file(value) => made += 1,
            _ => return None,
        }
    }
    let path = join("/tmp", &format!("mktemp-{name}{rest}"));
    (made == 1).then_some(Target { path, anchor: Anchor::Start, reach: None })
}

/// Whether a value is all that `mktemp` prints when it is not told where.
fn is_new_file(value: &str) -> bool {
    let value = value.strip_prefix('"').unwrap_or(value);
    let Some(call) = value.strip_prefix("$(mktemp") else {
        return false;
    };
    let Some((options, behind)) = call.split_once(')') else {
        return false;
    };
    let known = ["-d", "-q", "--directory", "--quiet"];
    let behind = behind.strip_prefix('"').unwrap_or(behind);
    options.split_ascii_whitespace().all(|option| known.contains(&option))
        && (options.is_empty() || options.starts_with(' '))
        && (behind.is_empty() || behind.starts_with([' ', ';', '\n', '&']))
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
