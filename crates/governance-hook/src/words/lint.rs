//! What `lint` says of a configuration.

use std::path::Path;

pub(crate) const MISNAMED: &str = "is not read: the file is called governance.yaml";
pub(crate) const WORDLESS: &str =
    "has no message: the agent is not told why, nor what to do instead";
pub(crate) const NO_TOOL: &str = "no tool is mapped to it, so its rules have no effect";
pub(crate) const BEHIND_ALL_STATES: &str = "is never reached: _all_states comes first";
pub(crate) const BEHIND_EVERY_STATE: &str = "is never reached: every state has its own rule";

/// `kind` is the kind of work of the tool that is called so; `nearest` what may be meant.
pub(crate) fn no_primitive(name: &str, kind: Option<&str>, nearest: Option<&str>) -> String {
    const ALL: &str = "all of them: `governance-hook matrix`";
    match (kind, nearest) {
        (Some(kind), _) => format!("{name} is a tool; write its kind of work, `{kind}` ({ALL})"),
        (None, Some(nearest)) => {
            format!("{name} is no kind of work; did you mean `{nearest}`? ({ALL})")
        }
        (None, None) => {
            format!(
                "{name} is no kind of work (primitive), and no entry of `tools` makes it one ({ALL})"
            )
        }
    }
}

pub(crate) fn clean(file: &Path) -> String {
    format!("{}: nothing wrong", file.display())
}

pub(crate) fn folder(glob: &str) -> String {
    format!("{glob} is a folder: `{glob}/` is all that is in it")
}

pub(crate) fn shadowed_tool(earlier: usize) -> String {
    format!("is never reached: tools[{earlier}] comes first")
}

pub(crate) fn no_program(name: &str) -> String {
    format!("{name} is no program's name: `program` is the name without a folder, `args` the rest")
}

pub(crate) const EMPTY: &str = "it is empty";
pub(crate) const LEADS_UP: &str =
    "`..` stands in no path that is compared; begin with `/` or `~/` for files outside the project";
pub(crate) const OTHER_HOME: &str = "`~` alone is your home, as in `~/.aws/**`; write others out";
pub(crate) const EXCLUDES: &str =
    "is never matched: no glob says which files are meant, `!` only takes some out";
pub(crate) const FREES_NOTHING: &str =
    "frees nothing: an `allow` frees what a rule before it forbids";
pub(crate) const EMPTY_PART: &str = "`.` and an empty part stand in no path that is compared";

pub(crate) fn never_matched(glob: &str, why: &str) -> String {
    format!("{glob} is never matched: {why}")
}

/// `is_whole`: the glob means a file, or a folder with all in it.
pub(crate) fn open_path(glob: &str, states: &[&str], is_whole: bool) -> String {
    let end = if is_whole {
        "only the shell confine-bash, which keeps what is there, or a block of shell-execute ends that"
    } else {
        "only a block of shell-execute ends that: confine-bash keeps whole files and folders alone"
    };
    format!("a shell can still write {glob} in {}; {end}", states.join(", "))
}

pub(crate) fn unknown_state(state: &str, states: &[String]) -> String {
    format!("{state} is no state; there are {}", states.join(", "))
}

pub(crate) fn ambiguous_phase(phase: &str, default_state: &str) -> String {
    format!("cycles disagree on the phase {phase}: alone it means {default_state}")
}
