//! Variables whose value some program runs, loads or writes to.

mod otherwise;

use shell_syntax::{SimpleCommand, Value, Word};

use crate::args::part;
use crate::glob;

pub(crate) use otherwise::{Otherwise, set_otherwise};

/// The variable by which a text says of a value that somebody knows it, and not whoever wrote the text.
pub(crate) const NOT_TOLD: &str = "not_told";

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
        name != NOT_TOLD
            && name.starts_with(|next: char| next == '_' || next.is_ascii_alphabetic())
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
    let hidden = assignments.iter().find_map(|word| {
        let (name, value) = word.text.split_once('=')?;
        let name = name.trim_end_matches('+');
        does(name).filter(|does| !does.is_harmless(name, value, word.literal)).map(|it| (name, it))
    });
    hidden.map(|(name, does)| does.told(name))
}

/// What programs do with the value of a variable, beside obeying it.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Runs,
    Writes,
    /// It writes where the value is a path.
    Traces,
}

/// What they do with that of this name.
fn does(name: &str) -> Option<Does> {
    let pager = ["PAGER", "EDITOR", "VISUAL", "BROWSER", "ASKPASS"];
    match name {
        _ if WRITING.contains(&name) => Some(Does::Writes),
        _ if name.starts_with(TRACE) => Some(Does::Traces),
        _ if RUNNING.contains(&name) || pager.iter().any(|end| name.ends_with(end)) => {
            Some(Does::Runs)
        }
        _ => None,
    }
}

impl Does {
    fn told(self, name: &str) -> String {
        match self {
            Self::Runs => format!("`{name}` names what else it runs"),
            Self::Writes | Self::Traces => format!("`{name}` names a file that it writes"),
        }
    }

    /// Whether this value does nothing of the kind.
    fn is_harmless(self, name: &str, value: &str, is_literal: bool) -> bool {
        // Of the options of node these write and load nothing.
        const PLAIN: [&str; 15] = [
            "--max-old-space-size",
            "--max-semi-space-size",
            "--no-warnings",
            "--trace-warnings",
            "--no-deprecation",
            "--trace-deprecation",
            "--enable-source-maps",
            "--stack-trace-limit",
            "--unhandled-rejections",
            "--max-http-header-size",
            "--dns-result-order",
            "--openssl-legacy-provider",
            "--no-experimental",
            "--experimental-vm-modules",
            "--preserve-symlinks",
        ];
        let is_known = |option: &str| PLAIN.iter().any(|start| option.starts_with(start));
        let plain = value.trim_matches(['\'', '"']);
        match self {
            Self::Writes => false,
            Self::Traces => is_literal && !value.contains('/'),
            Self::Runs => {
                matches!(plain, "" | "/dev/null" | "cat" | "less" | "more" | "true" | ":" | "never")
                    || name == "NODE_OPTIONS"
                        && is_literal
                        && plain.split_ascii_whitespace().all(is_known)
            }
        }
    }
}

/// The first variable among assignments that `program` may obey: it is none of those that are known
/// to change only how it prints, or what it asks for.
pub(crate) fn obeyed<'w>(assignments: &'w [Word], program: &str) -> Option<&'w str> {
    assignments.iter().find_map(|word| {
        let (name, value) = word.text.split_once('=').unwrap_or((word.text.as_str(), ""));
        // What is added to a value leads elsewhere than what is written here.
        let (whole, name) = (name, name.trim_end_matches('+'));
        let is_option = name.starts_with('-') || name.is_empty();
        let is_known = RUNNING.contains(&name)
            || HARMLESS.split_ascii_whitespace().any(|known| glob::matches(known, name))
            || name == "PATH" && has_usual_folders(value)
            || is_configuring(whole, value);
        (!is_option && !is_known && !is_ignored(program, name)).then_some(name)
    })
}

/// What a command is told in a variable.
pub(crate) fn given(command: &SimpleCommand, name: &str) -> Vec<Word> {
    let value = |word: &Word| {
        let (found, value) = word.text.split_once('=')?;
        (found == name && !value.is_empty()).then(|| part(word, value))
    };
    if let Some(found) = command.assignments.iter().rev().find_map(value) {
        return vec![found];
    }
    // What the line has given it before.
    let bound = command.bound.iter().filter(|binding| binding.name == name);
    let word = |value: &Value| match value {
        Value::Word(word, _) if !word.text.is_empty() => Some(word.clone()),
        _ => None,
    };
    bound.flat_map(|binding| binding.values.iter().filter_map(word)).collect()
}

/// The files with settings that assignments name.
pub(crate) fn configured(assignments: &[Word]) -> impl Iterator<Item = Word> {
    assignments.iter().filter_map(|word| {
        let (name, value) = word.text.split_once('=')?;
        is_configuring(name, value).then(|| part(word, value))
    })
}

/// Whether a variable names one file with settings or credentials, of a program that asks a service.
fn is_configuring(name: &str, value: &str) -> bool {
    const NAMES: &str = " KUBECONFIG TALOSCONFIG OMNICONFIG ANSIBLE_CONFIG AWS_CONFIG_FILE \
        AWS_SHARED_CREDENTIALS_FILE GOOGLE_APPLICATION_CREDENTIALS CLOUDSDK_CONFIG ";
    !value.is_empty() && glob::is_among(NAMES, name) && !value.contains(':')
}

/// Whether a program is one of those that only print or look, and whose manuals name their variables.
pub(crate) fn only_prints(program: &str) -> bool {
    const PLAIN: [&str; 28] = [
        "ls", "cat", "echo", "printf", "pwd", "head", "tail", "wc", "printenv", "env", "id",
        "whoami", "uname", "date", "hostname", "basename", "dirname", "realpath", "readlink",
        "stat", "true", "false", "seq", "nproc", "sleep", "cut", "tr", "jq",
    ];
    PLAIN.contains(&program)
}

/// Whether a program obeys no variable of this name: it only prints, and the name is none that the C
/// library or the loader obeys.
fn is_ignored(program: &str, name: &str) -> bool {
    const OBEYED: [&str; 12] = [
        "PATH", "LD_", "DYLD", "GCONV", "GLIBC", "MALLOC", "LOC", "NLS", "TZ", "DIR", "HOME",
        "ALIASES",
    ];
    only_prints(program) && !OBEYED.iter().any(|part| name.contains(part))
}

/// The first variable that a line sets for all of itself, though it is exported since before, and
/// that programs obey.
pub(crate) fn set_for_all(text: &str) -> Option<&'static str> {
    let set = ["HOME", "PATH"].into_iter().find(|name| {
        text.match_indices(name).any(|(at, _)| {
            let (before, after) = text.split_at_checked(at).unwrap_or_default();
            let starts = before.is_empty() || before.ends_with([' ', ';', '\n', '&', '(', '{']);
            let value = after.get(name.len()..).unwrap_or_default();
            let value = value.strip_prefix("+=").or_else(|| value.strip_prefix('='));
            let value = value.filter(|_| starts).map(|value| {
                let end = value.find([' ', ';', '\n', '&', '|', ')']);
                value.get(..end.unwrap_or(value.len())).unwrap_or_default()
            });
            value.is_some_and(|value| *name != "PATH" || !has_usual_folders(value))
        })
    });
    let is_running = |name: &&str| name.contains('_') && values_of(name, text).next().is_some();
    let assigns = text.contains('=');
    set.or_else(|| assigns.then(|| RUNNING.iter().copied().find(is_running)).flatten())
}

/// The values that assignments give a variable which are commands of their own, as they are written.
fn values_of<'t>(name: &'t str, text: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(|(at, _)| {
        let is_whole = !text.get(..at)?.ends_with(is_name);
        let value = text.get(at + name.len()..)?.strip_prefix('=').filter(|_| is_whole)?;
        let end = match value.chars().next() {
            Some(quote @ ('\'' | '"')) => {
                value.get(1..).and_then(|rest| rest.find(quote)).map(|end| end + 2)
            }
            _ => value.find([' ', ';', '\n', '&', '|', ')']),
        };
        let (value, rest) = value.split_at_checked(end.unwrap_or(value.len()))?;
        let rest = rest.trim_start_matches(' ');
        let is_own = rest.is_empty() || rest.starts_with([';', '&', '\n', '|', ')']);
        is_own.then_some(value)
    })
}

/// Whether this may stand in the name of a variable.
pub(crate) fn is_name(next: char) -> bool {
    next == '_' || next.is_ascii_alphanumeric()
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

/// Variables that change only how programs print, or what they ask for, and those of one letter, which
/// are nobody's: POSIX.1-2024, 8 "Environment
/// Variables"; no-color.org and bixense.com/clicolors; the manuals of bash, git, GNU coreutils and
/// grep, Python, Cargo, Go, Node.js, `PostgreSQL`, Debian and the AWS CLI.
const HARMLESS: &str = "? LANG LANGUAGE LC_* TZ TERM COLORTERM COLUMNS LINES IFS OLDPWD OPTIND POSIXLY_CORRECT \
     NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE PY_COLORS CI DEBUG VERBOSE LOG_LEVEL TIMEFORMAT \
     BLOCK_SIZE DU_BLOCK_SIZE LS_COLORS LSCOLORS GREP_COLOR GREP_COLORS QUOTING_STYLE TIME_STYLE \
     *PAGER *EDITOR *VISUAL LESSCHARSET MANWIDTH \
     GIT_TRACE* GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT GIT_PROGRESS_DELAY GIT_CONFIG_NOSYSTEM \
     GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_ICASE_PATHSPECS GIT_PAGER_IN_USE GIT_FLUSH \
     GIT_AUTHOR_* GIT_COMMITTER_* GIT_CEILING_DIRECTORIES GIT_NO_LAZY_FETCH \
     RUST_LOG RUST_BACKTRACE RUST_LIB_BACKTRACE CARGO_TERM_COLOR CARGO_TERM_QUIET CARGO_NET_OFFLINE \
     CARGO_INCREMENTAL NODE_ENV NODE_NO_WARNINGS NODE_DISABLE_COLORS NODE_PENDING_DEPRECATION \
     PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED \
     PYTHONFAULTHANDLER PYTHONNOUSERSITE PYTHONSAFEPATH GOOS GOARCH GOARM GOAMD64 CGO_ENABLED \
     DEBIAN_FRONTEND SYSTEMD_COLORS SYSTEMD_LESS JQ_COLORS BAT_THEME BAT_STYLE GCC_COLORS \
     PGPASSWORD PGUSER PGDATABASE PGPORT MYSQL_PWD PGAPPNAME SOURCE_DATE_EPOCH HISTTIMEFORMAT \
     AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT GH_TOKEN GITHUB_TOKEN \
     GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER HOMEBREW_NO_AUTO_UPDATE HOMEBREW_NO_ANALYTICS \
     HUSKY TF_LOG TF_IN_AUTOMATION TF_INPUT CLOUDSDK_CORE_PROJECT DOTNET_CLI_TELEMETRY_OPTOUT \
     *_TOKEN *_API_KEY *_ENDPOINT *_REGION *_NAMESPACE *_ADDR *_ACCESS_KEY_ID *_SECRET_ACCESS_KEY";

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
