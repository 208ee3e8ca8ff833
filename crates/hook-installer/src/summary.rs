//! What a person is told when it is done: what, where, and what comes next.

use std::env::split_paths;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::edit::Changed;
use crate::fold::folded_below;
use crate::offer::Offer;
use crate::other_hosts::HostPlace;
use crate::place::Place;
use crate::report::Report;
use crate::step::Done;

/// What no `uninstall` removes, and where it is; earlier versions of the settings are in `backups`.
pub(crate) fn kept(backups: &Path) -> String {
    let versions = format!("kept      earlier versions of the settings: {}\n", backups.display());
    format!("{KEPT}{}", if backups.is_dir() { versions.as_str() } else { "" })
}

const KEPT: &str = "\
kept      your configuration: .tacklebox here, ~/.config/tacklebox
kept      what the hooks recorded: .orchestration here, ~/.local/state/tacklebox
";

/// Where it was done.
pub(crate) struct Where<'a> {
    /// In words.
    pub(crate) label: String,
    /// The folder of the programs.
    pub(crate) programs: &'a Path,
    /// The folder of the earlier versions of the settings.
    pub(crate) backups: PathBuf,
}

impl<'a> From<&'a Place> for Where<'a> {
    fn from(place: &'a Place) -> Self {
        let label = format!("scope {}", place.scope().name());
        Self { label, programs: place.programs(), backups: place.backups() }
    }
}

impl<'a> From<&'a HostPlace> for Where<'a> {
    fn from(place: &'a HostPlace) -> Self {
        let label = format!("{}, scope {}", place.host.name(), place.scope.name());
        Self { label, programs: &place.bin, backups: place.backups() }
    }
}

/// After `install`: some ten lines.
pub(crate) fn installed(
    report: &Report,
    hooks: &[Offer],
    next: &[String],
    place: &Where<'_>,
) -> String {
    let mut text = summary("installed", report, &names(hooks), place);
    text.extend(next.iter().map(|line| format!("next      {line}\n")));
    text
}

/// After `uninstall`: `taken` were installed, `absent` were named and not.
pub(crate) fn uninstalled(
    report: &Report,
    taken: &[&str],
    absent: &[&str],
    place: &Where<'_>,
) -> String {
    let label = &place.label;
    let absent = match absent {
        [] => String::new(),
        names => format!("not installed here: {} ({label})\n", names.join(", ")),
    };
    if !report.changes() && taken.is_empty() {
        let none = format!("No hooks installed here ({label}).\n");
        let mut text = if absent.is_empty() { none } else { absent };
        text.extend(report.notes.iter().map(|note| format!("{note}\n")));
        return text;
    }
    let taken = if taken.is_empty() { "what was left".to_owned() } else { taken.join(", ") };
    let text = summary("removed", report, &taken, place);
    format!("{text}{absent}{}", kept(&place.backups))
}

/// Before `rollback`: what it would undo.
pub(crate) fn undone(plan: &str, back: usize, file: &Path) -> String {
    let (changes, file) = (changes(back), file.display());
    format!("This undoes {changes} to {file}, and all edits of the file since then:\n{plan}")
}

/// After `rollback`, which is typed again with `more` behind it.
pub(crate) fn rolled_back(report: &Report, back: usize, place: &Where<'_>, more: &str) -> String {
    let what = format!("{} to the settings", changes(back));
    let mut text = summary("undone", report, &what, place);
    if report.changes() {
        let next = format!("`tacklebox rollback{more}` undoes this rollback");
        text = text + "next      " + &next + "\n";
    }
    text
}

fn changes(back: usize) -> String {
    match back {
        1 => "our last change".to_owned(),
        _ => format!("our last {back} changes"),
    }
}

fn names(hooks: &[Offer]) -> String {
    hooks.iter().map(|hook| hook.hook.as_str()).collect::<Vec<_>>().join(", ")
}

/// What was done, in lines.
pub(crate) fn summary(verb: &str, report: &Report, what: &str, place: &Where<'_>) -> String {
    let label = &place.label;
    let nothing = if report.changes() { "" } else { ": nothing to change" };
    let mut text = format!("{verb:<9} {what} ({label}){nothing}\n");
    for done in &report.done {
        let is_none = |changed: &Changed| changed.before.is_none() && changed.after.is_none();
        if let Done::Edited(changed) = done
            && !is_none(changed)
        {
            let _whole = writeln!(text, "settings  {}", edited(changed));
        }
    }
    text.extend(programs("programs", place.programs, &report.programs()));
    let gone = report.done.iter().filter_map(|done| match done {
        Done::Removed(program) => program.file_name().and_then(|name| name.to_str()),
        _ => None,
    });
    text.extend(programs("removed", place.programs, &gone.collect::<Vec<_>>()));
    text.extend(report.done.iter().filter_map(Done::of_git));
    for note in &report.notes {
        let _whole = writeln!(text, "{note}");
    }
    text
}

fn programs(what: &str, dir: &Path, names: &[&str]) -> Option<String> {
    let dir = dir.display();
    (!names.is_empty()).then(|| format!("{what:<9} {dir}: {}\n", names.join(", ")))
}

fn edited(changed: &Changed) -> String {
    let file = changed.file.display();
    if changed.is_nothing() {
        return format!("{file}: unchanged");
    }
    let (added, removed) = changed.lines();
    match (&changed.before, &changed.after) {
        (None, _) => format!("{file}: new, {}", lines(added)),
        (_, None) => format!("{file}: removed, nothing else was in it"),
        _ => format!("{file}: {} added, {removed} removed", lines(added)),
    }
}

fn lines(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}

/// One command for a hook, by the program that has them all where there is one.
pub(crate) fn next(hook: &Offer, has_engine: bool, is_configured: bool) -> String {
    let name = &hook.hook;
    let words = |words: &String| if has_engine { by_engine(words) } else { words.clone() };
    let [first, look] = [&hook.first_step, &hook.look].map(words);
    match first.strip_prefix("none") {
        None if is_configured => format!("{name}: configured; {look} shows what it does"),
        None => format!("{name}: {first}; it does nothing until then"),
        Some(more) => format!("{name}: active{more}; {look} shows what it did"),
    }
}

/// Whether a folder of `path` is such a one. Those that only `npx` adds are none of the shell's.
pub(crate) fn finds(path: Option<&OsStr>, is_such: impl Fn(&Path) -> bool) -> bool {
    let dirs = path.into_iter().flat_map(split_paths);
    dirs.filter(|dir| !dir.ends_with("node_modules/.bin")).any(|dir| is_such(&dir))
}

/// The words as a terminal of so many columns shows them: `paths` and commands stay whole, and what is
/// folded goes on below its text.
pub fn shown(told: &str, columns: usize, paths: &[String]) -> String {
    let line = |line: &str| {
        if line.trim_start().starts_with(EXPORT) {
            return format!("{line}\n");
        }
        let commands = line.split('`').skip(1).step_by(2).map(str::to_owned);
        let whole: Vec<String> = paths.iter().cloned().chain(commands).collect();
        folded_below(line, columns, column(line), &whole) + "\n"
    };
    told.lines().map(line).collect()
}

/// Where what is folded goes on: below the text behind the word that says what a line is about.
fn column(line: &str) -> usize {
    let word = line.split(' ').next().unwrap_or_default().len();
    let text = line.len() - line.get(word..).unwrap_or_default().trim_start().len();
    if word == 0 || text == LABEL { text } else { 0 }
}

/// How wide the words are by which lines begin.
const LABEL: usize = 10;

/// How the command begins by which a shell finds them.
const EXPORT: &str = "export PATH=";

/// That the shell does not find the programs of a folder, and the command that ends that.
pub(crate) fn not_found(programs: &Path) -> String {
    let mut dir = String::new();
    for letter in programs.display().to_string().chars() {
        if matches!(letter, '"' | '$' | '`' | '\\') {
            dir.push('\\');
        }
        dir.push(letter);
    }
    format!("add the programs to your PATH:\n          {EXPORT}\"{dir}:$PATH\"")
}

/// `` `governance-hook init` `` as `` `tacklebox governance init` ``.
fn by_engine(words: &str) -> String {
    let command = |(at, part): (usize, &str)| {
        let is_code = at % 2 == 1;
        match part.split_once("-hook ").filter(|_| is_code) {
            Some((hook, arguments)) => format!("tacklebox {hook} {arguments}"),
            None => part.to_owned(),
        }
    };
    words.split('`').enumerate().map(command).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::path::Path;

    use super::{by_engine, finds, kept, not_found, shown};

    #[test]
    fn versions_of_settings_that_stay_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let versions = dir.path().join("tacklebox-backups");
        assert!(!kept(&versions).contains("earlier versions"));
        std::fs::create_dir(&versions).unwrap();
        let line = format!("kept      earlier versions of the settings: {}\n", versions.display());
        assert!(kept(&versions).ends_with(&line));
    }

    #[test]
    fn a_folder_is_found_where_the_shell_looks_and_not_where_npx_does() {
        for (path, expected) in [
            (None, false),
            (Some("/usr/bin:/bin"), false),
            (Some("/usr/bin:/a b/bin"), true),
            (Some("/p/node_modules/.bin"), false),
        ] {
            let is_such = |dir: &Path| dir == Path::new("/a b/bin") || dir.ends_with(".bin");
            assert_eq!(finds(path.map(OsStr::new), is_such), expected, "{path:?}");
        }
    }

    #[test]
    fn the_command_for_the_shell_holds_a_folder_together() {
        for (dir, expected) in [("/a b/bin", "/a b/bin"), ("/a$b`c\"d", "/a\\$b\\`c\\\"d")] {
            let expected = format!("export PATH=\"{expected}:$PATH\"");
            assert!(not_found(Path::new(dir)).ends_with(&expected), "{dir}");
        }
    }

    #[test]
    fn what_is_folded_goes_on_below_its_beginning() {
        for (line, expected) in [
            (
                "next      a word: `b c d e f` and",
                "next      a word:\n          `b c d e f`\n          and\n",
            ),
            ("      lets calls go on there", "      lets calls go\n      on there\n"),
        ] {
            assert_eq!(shown(line, 20, &[]), expected);
        }
    }

    #[test]
    fn a_command_that_is_to_be_copied_stays_whole() {
        let told = format!("one two three four five\n{}\n", not_found(Path::new("/a b/c d e f")));
        let shown = shown(&told, 20, &["/a b".to_owned()]);
        assert!(shown.starts_with("one two three four\nfive\n"), "{shown}");
        assert!(shown.ends_with("\n          export PATH=\"/a b/c d e f:$PATH\"\n"), "{shown}");
    }

    #[test]
    fn commands_are_those_of_the_one_program() {
        for (words, expected) in [
            ("`governance-hook init`", "`tacklebox governance init`"),
            ("none; `a-hook x` takes in", "none; `tacklebox a x` takes in"),
            ("none; it needs `file-context-hook`", "none; it needs `file-context-hook`"),
        ] {
            assert_eq!(by_engine(words), expected);
        }
    }
}
