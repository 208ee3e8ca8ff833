//! Options and variables that name what is written, of programs of which not all is known: a build
//! tool may do anything, but where it is told to put a file or a folder is told.
//!
//! The names are those that programs use alike; `--target-dir` of Cargo, `--logs-dir` of npm,
//! `--emit KIND=FILE` of rustc, `-Wl,-Map=FILE` of GCC, `--cov-report KIND:FILE` of pytest.

use shell_syntax::Word;

use crate::args::part;
use crate::call::Call;
use crate::change::{ChangeKind, Extent};
use crate::glob::is_among;
use crate::sink::Sink;

/// What a name tells of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It is a file or a folder that is written.
    Path,
    /// It is one where it looks like one: `--output json` is none.
    Likely,
    /// It is a list of kinds, each with a file behind `=` or `:`.
    Kinds,
}

/// What stands last in a name of something with a place on the disk.
const ENDS: [&str; 6] = ["dir", "directory", "folder", "path", "file", "destination"];

/// What stands before it where that is written.
const STEMS: [&str; 39] = [
    "videos",
    "screenshots",
    "out",
    "output",
    "log",
    "logs",
    "cache",
    "dest",
    "pack",
    "build",
    "dist",
    "report",
    "reports",
    "reporter",
    "coverage",
    "artifact",
    "artifacts",
    "result",
    "results",
    "save",
    "dump",
    "export",
    "trace",
    "record",
    "download",
    "install",
    "snapshot",
    "emit",
    "generated",
    "target",
    "prof",
    "profile",
    "crash",
    "stats",
    "pid",
    "write",
    "temp",
    "debug",
    "modules",
];

/// Names in one word that are such.
const WHOLE: [&str; 29] = [
    "outdir",
    "outfile",
    "outputdir",
    "outputfile",
    "outputpath",
    "outpath",
    "logfile",
    "logdir",
    "logsdir",
    "logpath",
    "cachedir",
    "targetdir",
    "destdir",
    "builddir",
    "distdir",
    "basetemp",
    "junitxml",
    "installdir",
    "savedir",
    "dumpdir",
    "reportdir",
    "packdestination",
    "incremental",
    "profilegenerate",
    "pidfile",
    "metafile",
    "resultlog",
    "objectdir",
    "homedir",
];

/// What stands last in a name whose value may be a path.
const MAYBE: [&str; 14] = [
    "output",
    "out",
    "log",
    "report",
    "save",
    "dump",
    "export",
    "trace",
    "record",
    "cache",
    "dest",
    "destination",
    "prefix",
    "marks",
];

/// What stands first in a name that has no value, or asks.
const FLAGS: [&str; 18] = [
    "no", "show", "print", "get", "list", "use", "enable", "disable", "keep", "clean", "ignore",
    "skip", "strip", "with", "read", "from", "input", "import",
];

/// Folders that builds and tests fill without being told.
const FILLED_ANYWAY: [&str; 6] =
    ["target", "node_modules", "coverage", "htmlcov", "test-results", "playwright-report"];

/// Variables that are folders or files to which programs write, whatever their names tell.
const VARIABLES: &str = " TMPDIR NODE_V8_COVERAGE PYTHONPYCACHEPREFIX GNUPGHOME COVERAGE_FILE GOCACHE \
    GOMODCACHE GOBIN GOPATH CARGO_HOME RUSTUP_HOME CARGO_INSTALL_ROOT \
    XDG_CACHE_HOME GCOV_PREFIX npm_config_prefix ";

/// Notes what the words of a call name that is written.
pub(crate) fn note(call: &Call<'_>, sink: &mut Sink<'_>) {
    let mut before = "";
    // Of what runs another command, the words behind the first operand are not its own.
    let is_option = |word: Option<&Word>| word.is_some_and(|word| word.text.starts_with('-'));
    let is_behind = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| call.words.get(before));
        !is_option(call.words.get(*at)) && !is_option(before)
    };
    let end = (0..call.words.len()).find(is_behind).filter(|_| call.runs_another());
    let words: Vec<&Word> = call.words.iter().take(end.unwrap_or(call.words.len())).collect();
    begun(call, sink);
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied();
        if before != "--" && word.text != "--" {
            word_of_a_call(sink, word, before, next);
        }
        before = if before == "--" { "--" } else { word.text.as_str() };
    }
}

/// Notes where something new is begun: `rails new outside/app`. One that is named without a folder
/// may be a name.
fn begun(call: &Call<'_>, sink: &mut Sink<'_>) {
    const VERBS: [&str; 5] = ["new", "init", "startproject", "startapp", "create-project"];
    // `npx create-vite outside/app`
    let is_maker = call.program.starts_with("create-");
    let is_manager = matches!(call.program, "npm" | "pnpm" | "yarn" | "bun" | "terraform" | "tofu");
    // Options, and what they are told, may stand before the verb.
    let is_verb = |word: &Word| VERBS.contains(&word.text.as_str());
    let verb = call.words.iter().take(5).position(is_verb);
    let from = if is_maker { Some(0) } else { verb.map(|at| at + 1) };
    if let Some(from) = from.filter(|_| !is_manager) {
        let rest = call.words.get(from..).unwrap_or_default();
        let is_place = |word: &&Word| {
            let text = word.text.as_str();
            let first = text.split('/').next().unwrap_or_default();
            // A module of Go, a repository.
            let is_address = first.contains('.') && !first.starts_with('.');
            text.contains('/')
                && !text.starts_with('-')
                && !is_address
                && !text.contains(['@', ':', '='])
        };
        for word in rest.iter().filter(is_place) {
            sink.change(word, ChangeKind::Write, Extent::Tree);
        }
    }
}

/// Notes what variables before a command name that is written.
pub(crate) fn variables(sink: &mut Sink<'_>, assignments: &[Word]) {
    for word in assignments {
        let Some((name, value)) = word.text.split_once('=') else { continue };
        let is_one = is_among(VARIABLES, name);
        let own = name.strip_prefix("npm_config_").or_else(|| name.strip_prefix("NPM_CONFIG_"));
        let role = if is_one || own == Some("cache") { Some(Role::Path) } else { role(name) };
        if let Some(role) = role.filter(|_| !value.is_empty()) {
            written(sink, word, value, role);
        }
    }
}

/// Whether a name is that of a file or folder that is written, whatever its value looks like.
pub(crate) fn is_path(name: &str) -> bool {
    role(name) == Some(Role::Path)
}

fn word_of_a_call(sink: &mut Sink<'_>, word: &Word, before: &str, next: Option<&Word>) {
    let text = word.text.as_str();
    if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty()) {
        return sink.runs_file(&part(word, file));
    }
    let is_passing = ["-Wl,", "-Wa,", "-Wp,"].iter().any(|start| text.starts_with(start));
    if is_passing {
        let parts: Vec<&str> = text.split(',').skip(1).collect();
        for (at, one) in parts.iter().enumerate() {
            passed_on(sink, word, one, parts.get(at + 1).copied());
        }
        return;
    }
    if matches!(before, "-Xlinker" | "-Xassembler" | "-Xpreprocessor") {
        return passed_on(sink, word, text, None);
    }
    let told = text.strip_prefix("--").or_else(|| text.strip_prefix(['-', '/']));
    let settings = ["-D", "-C", "-P", "-Z"].iter().find_map(|start| text.strip_prefix(start));
    let (name, value) = match (told, text.split_once('=')) {
        (None, None) => return,
        (None, Some((name, value))) => return setting(sink, word, name, value),
        (Some(name), None) => (name, None),
        (Some(_), Some((_, value))) => {
            if let Some((name, value)) = settings.and_then(|it| it.split_once('=')) {
                return setting(sink, word, name, value);
            }
            (told.and_then(|it| it.split_once('=')).map_or("", |(name, _)| name), Some(value))
        }
    };
    if let Some((inner, value)) = value.and_then(|value| value.split_once('='))
        && role(name).is_none()
    {
        return setting(sink, word, inner, value);
    }
    let is_listing = name.starts_with("al") || name.starts_with("ah") || name == "a";
    let role = match name {
        "o" if !text.starts_with("--") => Some(Role::Likely),
        _ if is_listing && value.is_some() && name.len() < 8 => Some(Role::Likely),
        _ => role(name),
    };
    let Some(role) = role else { return };
    match (value, next) {
        (Some(value), _) => written(sink, word, value, role),
        (None, Some(next)) if !next.text.starts_with('-') => {
            written(sink, next, &next.text, role);
        }
        _ => {}
    }
}

/// What a compiler hands on to its linker, its assembler or its preprocessor.
fn passed_on(sink: &mut Sink<'_>, word: &Word, one: &str, next: Option<&str>) {
    let name = one.trim_start_matches('-');
    if let Some((name, value)) = name.split_once('=') {
        let is_listing = name.starts_with('a') && name.len() < 8;
        if is_listing || matches!(name, "Map" | "out-implib" | "dependency-file") || is_path(name) {
            written(sink, word, value, Role::Path);
        }
    } else if matches!(name, "o" | "Map" | "out-implib" | "MD" | "MMD" | "MF" | "dependency-file")
        && let Some(next) = next.filter(|_| one.starts_with('-'))
    {
        written(sink, word, next, Role::Path);
    }
}

/// What `name=value` names, without a dash before it: `build.target-dir="x"`, `DESTDIR=x`.
fn setting(sink: &mut Sink<'_>, word: &Word, name: &str, value: &str) {
    let name = name.rsplit('.').next().unwrap_or(name);
    match role(name) {
        Some(role @ (Role::Path | Role::Likely)) => written(sink, word, value, role),
        _ if name == "link-arg" || name == "link-args" => {
            let parts: Vec<&str> = value.split([',', ' ']).collect();
            for (at, one) in parts.iter().enumerate() {
                passed_on(sink, word, one, parts.get(at + 1).copied());
            }
        }
        _ => {}
    }
}

/// Notes that what a value names is written.
fn written(sink: &mut Sink<'_>, word: &Word, value: &str, role: Role) {
    let value = value.trim_matches(['"', '\'']);
    if role == Role::Kinds {
        for one in value.split(',') {
            if let Some((_, file)) = one.split_once(['=', ':']) {
                written(sink, word, file, Role::Path);
            }
        }
        return;
    }
    let first = value.strip_prefix("./").unwrap_or(value).split('/').next().unwrap_or_default();
    let is_store = first.starts_with('.') && first.contains("cache");
    let is_usual =
        FILLED_ANYWAY.contains(&first) || is_store || matches!(first, ".npm" | ".pnpm-store");
    let is_none =
        matches!(value, "" | "-" | "stdout" | "stderr" | "auto" | "none" | "true" | "false")
            || value.bytes().all(|next| next.is_ascii_digit())
            || value.contains("://")
            || value.starts_with("/dev/");
    let leads_up = value.split('/').any(|part| part == "..");
    if is_none || is_usual && !leads_up || role == Role::Likely && !looks_like_a_path(value) {
        return;
    }
    sink.change(&part(word, value), ChangeKind::Write, Extent::Tree);
}

/// Whether a value is a path and no format, number or setting.
fn looks_like_a_path(value: &str) -> bool {
    let ending = value.rsplit_once('.').map_or("", |(_, ending)| ending);
    let has_ending = (1..6).contains(&ending.len())
        && ending.starts_with(|next: char| next.is_ascii_alphabetic())
        && ending.bytes().all(|next| next.is_ascii_alphanumeric());
    !value.contains(['=', ',', ' ', '{', '@'])
        && (value.contains('/') && !value.contains(':')
            || value.starts_with(['~', '$'])
            || has_ending)
}

/// What a name tells of its value, if it tells that something is written.
fn role(name: &str) -> Option<Role> {
    if !name.starts_with(|next: char| next.is_ascii_alphabetic()) || name.len() < 3 {
        return None;
    }
    let is_sign = |next: char| !next.is_ascii_alphanumeric() && !matches!(next, '-' | '_');
    if name.contains(is_sign) {
        return None;
    }
    if matches!(name, "emit" | "cov-report") {
        return Some(Role::Kinds);
    }
    if ["fopt-info", "fdump-", "fprofile-", "ftime-trace"].iter().any(|it| name.starts_with(it)) {
        return (!name.contains("-use")).then_some(Role::Likely);
    }
    let parts = parts(name);
    let (last, before) = parts.split_last()?;
    if parts.first().is_some_and(|first| FLAGS.contains(&first.as_str())) {
        return None;
    }
    let is_stem = |part: &String| STEMS.contains(&part.as_str());
    if WHOLE.contains(&parts.concat().as_str()) {
        return Some(Role::Path);
    }
    if ENDS.contains(&last.as_str()) && before.iter().any(is_stem) {
        let is_read = before.iter().any(|part| part == "target") && last != "dir";
        return (!is_read).then_some(if last == "destination" { Role::Likely } else { Role::Path });
    }
    MAYBE.contains(&last.as_str()).then_some(Role::Likely)
}

/// The words of a name: `targetDir`, `target-dir` and `TARGET_DIR` have two.
fn parts(name: &str) -> Vec<String> {
    let mut found = vec![];
    let is_shouted = !name.contains(|next: char| next.is_ascii_lowercase());
    for part in name.split(['-', '_']) {
        let mut word = String::new();
        for next in part.chars() {
            if next.is_ascii_uppercase() && !is_shouted && !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
            word.push(next.to_ascii_lowercase());
        }
        if !word.is_empty() {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_whether_its_value_is_written() {
        for name in ["target-dir", "outDir", "OUTPUT_DIRECTORY", "logs-dir", "junit-xml", "DESTDIR"]
        {
            assert_eq!(role(name), Some(Role::Path), "{name}");
        }
        for name in ["output", "test-reporter-destination", "PIP_LOG", "fopt-info-all"] {
            assert_eq!(role(name), Some(Role::Likely), "{name}");
        }
        for name in ["no-cache-dir", "output-format", "rootdir", "manifest-path", "target-file"] {
            assert_eq!(role(name), None, "{name}");
        }
    }
}
