//! Messages of `lint`.

pub(crate) const MISNAMED: &str = "is ignored: the file must be called governance.yaml";
pub(crate) const WORDLESS: &str =
    "has no message: the agent does not learn why, or what to do instead";
pub(crate) const NO_TOOL: &str = "no tool is mapped to it, so its rules have no effect";
pub(crate) const BEHIND_ALL_STATES: &str = "is never reached: _all_states comes first";
pub(crate) const BEHIND_EVERY_STATE: &str = "is never reached: every state has its own rule";

/// `kind` is the primitive of the tool with this name; `nearest` what may be meant.
pub(crate) fn no_primitive(name: &str, kind: Option<&str>, nearest: Option<&str>) -> String {
    const ALL: &str = "`tacklebox governance matrix` lists all";
    match (kind, nearest) {
        (Some(kind), _) => {
            format!("{name} is a tool, but rules name a kind of work: write `{kind}` ({ALL})")
        }
        (None, Some(nearest)) => {
            format!("unknown primitive {name}; did you mean `{nearest}`? ({ALL})")
        }
        (None, None) => {
            format!("unknown primitive {name}, and no entry of `tools` maps to it ({ALL})")
        }
    }
}

pub(crate) const NO_PROBLEMS: &str = "No problems found.";

pub(crate) fn folder(glob: &str) -> String {
    format!("{glob} is a folder: `{glob}/` matches everything in it")
}

pub(crate) fn shadowed_tool(earlier: usize) -> String {
    format!("is never reached: tools[{earlier}] comes first")
}

pub(crate) fn no_program(name: &str) -> String {
    format!(
        "{name} is not the name of a program: `program` is the name without a folder, `args` the rest"
    )
}

pub(crate) const EMPTY: &str = "it is empty";
pub(crate) const LEADS_UP: &str =
    "a path never contains `..`; begin with `/` or `~/` for files outside the project";
pub(crate) const OTHER_HOME: &str =
    "`~` means only your own home, as in `~/.aws/**`; write the full path of another one";
pub(crate) const EXCLUDES: &str =
    "never matches: `!` only excludes files, and no glob includes any";
pub(crate) const FREES_NOTHING: &str =
    "has no effect: an `allow` makes an exception to a rule before it";
pub(crate) const EMPTY_PART: &str = "a path never contains `.` or an empty part";

pub(crate) fn never_matched(glob: &str, why: &str) -> String {
    format!("{glob} never matches: {why}")
}

/// `is_whole`: the glob means a file, or a folder with all in it.
pub(crate) fn open_path(glob: &str, states: &[&str], is_whole: bool) -> String {
    let end = if is_whole {
        "to prevent that, install the confining shell or block shell-execute"
    } else {
        "to prevent that, block shell-execute: the confining shell protects only whole files and folders"
    };
    format!("a shell can still write {glob} in {}; {end}", states.join(", "))
}

pub(crate) fn unknown_state(state: &str, states: &[String]) -> String {
    format!("unknown state {state}; the states are {}", states.join(", "))
}

pub(crate) fn ambiguous_phase(phase: &str, default_state: &str) -> String {
    format!(
        "{phase} is a phase of several cycles with different states; without the name of a cycle, {default_state} applies"
    )
}
