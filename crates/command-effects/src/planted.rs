//! A file that a line writes where one of its programs looks for what it runs: a folder of the search
//! path, or the settings in a home folder.

use crate::change::{Change, ChangeKind, Effects};
use crate::variables::is_name;

/// Variables whose value is a list of folders from which programs are run.
const PATHS: [&str; 3] = ["PATH", "GIT_EXEC_PATH", "fpath"];

/// Variables whose value is a folder with settings that name programs.
const HOMES: [&str; 4] = ["HOME", "XDG_CONFIG_HOME", "CARGO_HOME", "GIT_TEMPLATE_DIR"];

/// Why a program may be another one than its name says, or do more: a variable leads to what the line writes.
pub(crate) fn planted(text: &str, found: &Effects) -> Option<String> {
    if found.changes.is_empty() || !text.contains('=') {
        return None;
    }
    let in_paths = |name: &'static str| {
        let value = values(name, text).find(|value| leads_to(value, found, false));
        value.map(|_| format!("`{name}` leads to a file that it writes"))
    };
    let in_homes = |name: &'static str| {
        let value = values(name, text).find(|value| leads_to(value, found, true));
        value.map(|_| format!("`{name}` leads to a file that it writes"))
    };
    PATHS.into_iter().find_map(in_paths).or_else(|| HOMES.into_iter().find_map(in_homes))
}

/// The values that a line gives a variable.
fn values<'t>(name: &'t str, text: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let before = text.get(..at)?;
        let value = text.get(at + name.len()..)?;
        let value = value.strip_prefix('+').unwrap_or(value).strip_prefix('=')?;
        let is_whole = !before.ends_with(|next: char| is_name(next) || matches!(next, '$' | '{'));
        let quote = value.chars().next().filter(|next| matches!(next, '"' | '\''));
        let end = match quote {
            Some(quote) => value.get(1..)?.find(quote).map(|end| end + 1),
            None => value.find([' ', ';', '\n', '&', '|']),
        };
        let value = value.get(..end.unwrap_or(value.len()))?;
        is_whole.then(|| value.trim_start_matches(['"', '\'', '(']))
    })
}

/// Whether one of the folders of a value is where something is written, or above it.
fn leads_to(value: &str, found: &Effects, is_home: bool) -> bool {
    let is_written = |change: &Change, folder: &str| {
        let path = change.path.as_str();
        let parent = path.rsplit_once('/').map_or(".", |(parent, _)| parent);
        let is_below = || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let goes_into = change.entry.is_some() && path == folder;
        parent == folder || goes_into || is_home && (folder == "." || is_below())
    };
    let folders = value.split(':').filter_map(folder);
    let mut folders = folders.filter(|folder| !folder.starts_with("/usr/") && *folder != "/bin");
    folders.any(|folder| {
        let mut changes = found.changes.iter().filter(|change| change.kind != ChangeKind::Remove);
        changes.any(|change| is_written(change, folder))
    })
}

/// A folder of a value as a line would write it, seen from where it starts; none where it is as it was.
fn folder(one: &str) -> Option<&str> {
    const HERE: [&str; 6] = ["$PWD", "${PWD}", "$(pwd)", "`pwd`", "$CLAUDE_PROJECT_DIR", "."];
    let one = one.trim_end_matches('/');
    let here = HERE.iter().find_map(|here| one.strip_prefix(here));
    match here {
        Some("") => Some("."),
        Some(rest) if rest.starts_with('/') => rest.get(1..),
        _ if one.starts_with(['$', '~', '`']) => None,
        _ => Some(one),
    }
}

#[cfg(test)]
mod tests {
    use crate::Programs;

    #[test]
    fn what_a_line_writes_may_be_what_it_runs() {
        let check = |text: &str, expected: bool| {
            let found = crate::effects(text, &Programs::default(), &[]);
            let is_one = |reason: &str| reason.ends_with("leads to a file that it writes");
            let found = found.unresolved.iter().any(|it| is_one(&it.reason));
            assert_eq!(found, expected, "{text}");
        };
        check("cp a src/ls; PATH=$PWD/src:$PATH ls", true);
        check("cp a src/ls; PATH=\"src:$PATH\" ls", true);
        check("cp a src/ls; export PATH=./src/:$PATH; ls", true);
        check("echo a > src/h/.gitconfig; HOME=src/h git x", true);
        check("echo a > src/h/git/config; XDG_CONFIG_HOME=src/h git x", true);
        check("echo a > src/a.ts; PATH=$PWD/node_modules/.bin:$PATH eslint src", false);
        check("echo a > src/a.ts; PATH=/usr/local/bin:$PATH eslint src", false);
        check("echo a > src/a.ts; MANPATH=src man a", false);
        check("rm src/ls; PATH=$PWD/src:$PATH ls", false);
    }
}
