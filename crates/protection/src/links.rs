//! Links that a pattern goes through: `rm -r src/*/x` also empties what `src/shared -> ../shared` leads to.

use std::fs;
use std::path::{Path, PathBuf};

use command_effects::{Change, ChangeKind, Extent};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::{SimpleCommand, Word};

use crate::target::{Reach, Target, lies_in, names, pattern};

/// So many entries of folders are looked at for one pattern. What lies behind them is not seen.
const MAX_ENTRIES: usize = 4096;

/// Programs that put a file in the place of a link that they are given, unless they are told to follow it.
const REPLACING: [&str; 4] = ["sed", "gsed", "perl", "ruby"];

/// How the option begins by which `sed` is told so.
const FOLLOWING: &str = "--follow";

/// What a change of all that matches a pattern changes behind links that lead out of the folder of
/// the pattern.
pub(crate) fn behind(
    ctx: &Ctx,
    project: &ProjectRoot,
    change: &Change,
    command: Option<&SimpleCommand>,
    target: &Target,
) -> Vec<Target> {
    // That of git goes through no link, and what a search hands on is no pattern.
    let is_glob = change.extent == Extent::Below && change.program != "git";
    let glob = pattern(&change.written).filter(|glob| is_glob && !glob.contains("{}"));
    let Some(glob) = glob else { return Vec::new() };
    let is_told = |word: &Word| word.text.starts_with(FOLLOWING);
    let follows = command.is_some_and(|command| command.args().any(is_told));
    let replaces = REPLACING.contains(&change.program.as_str()) && !follows;
    let follows_last = match change.kind {
        ChangeKind::Write => !replaces,
        ChangeKind::Mode => true,
        ChangeKind::Remove | ChangeKind::MoveFrom | ChangeKind::CreateDir | ChangeKind::Link => {
            false
        }
    };
    let mut found = Vec::new();
    for place in target.places.iter().flatten() {
        let mut search = Search { follows_last, left: MAX_ENTRIES, links: Vec::new() };
        search.look(&place.path, glob);
        let links = search.links.iter().filter_map(|link| {
            let (folder, name) = (link.path.parent()?, link.path.file_name()?.to_str()?);
            let reach = if link.goes_on { Reach::Below } else { Reach::File };
            let target = Target::of_word(ctx, project, folder, name, reach);
            let stays = |other: &Path| lies_in(other, &place.path);
            let mut places = target.places.iter().flatten();
            (target.places.is_none() || !places.all(|it| stays(&it.path))).then(|| Target {
                spoken: link.path.display().to_string(),
                program: change.program.clone(),
                command: change.command,
                ..target
            })
        });
        found.extend(links);
    }
    found
}

/// A link that a pattern matches.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    path: PathBuf,
    /// Whether the pattern goes on behind it.
    goes_on: bool,
}

/// A look for links, as far as it has come.
struct Search {
    /// Whether a link that is all of a match is followed.
    follows_last: bool,
    left: usize,
    links: Vec<Link>,
}

impl Search {
    /// Looks for links where `pattern` goes from `folder` on.
    fn look(&mut self, folder: &Path, pattern: &str) {
        let (first, behind) = match pattern.split_once('/') {
            Some((first, behind)) => (first, Some(behind)),
            None => (pattern, None),
        };
        if first.is_empty() || first == "." {
            return behind.map_or((), |behind| self.look(folder, behind));
        }
        let is_any_depth = first.contains("**");
        if let Some(behind) = behind.filter(|_| is_any_depth) {
            self.look(folder, behind);
        }
        let any = without_ranges(first);
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_file() || !names(&any, &entry.file_name().to_string_lossy()) {
                continue;
            }
            let goes_on = behind.is_some() || is_any_depth;
            if kind.is_symlink() {
                let matches = if goes_on { entry.path().is_dir() } else { self.follows_last };
                if matches {
                    self.links.push(Link { path: entry.path(), goes_on });
                }
            } else if kind.is_dir() {
                let rest = if is_any_depth { Some(pattern) } else { behind };
                if let Some(rest) = rest {
                    self.look(&entry.path(), rest);
                }
            }
        }
    }
}

/// A component of a pattern with `*` for `{1..9}`.
fn without_ranges(component: &str) -> String {
    let mut found = String::new();
    let mut rest = component;
    while let Some((before, range)) = rest.split_once('{')
        && let Some((range, behind)) = range.split_once('}')
    {
        found.push_str(before);
        if range.contains("..") && !range.contains(['{', ',']) {
            found.push('*');
        } else {
            found.extend(["{", range, "}"]);
        }
        rest = behind;
    }
    found + rest
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[track_caller]
    fn check(folder: &Path, pattern: &str, follows_last: bool, expected: &[(&str, bool)]) {
        let mut search = Search { follows_last, left: MAX_ENTRIES, links: Vec::new() };
        search.look(folder, pattern);
        search.links.sort();
        let found: Vec<(&str, bool)> = search
            .links
            .iter()
            .map(|it| (it.path.strip_prefix(folder).unwrap().to_str().unwrap(), it.goes_on))
            .collect();
        assert_eq!(found, expected, "{pattern}");
    }

    #[test]
    fn links_are_found_where_a_pattern_goes() {
        let folder = tempfile::tempdir().unwrap();
        let src = folder.path().join("src");
        fs::create_dir_all(src.join("a/b")).unwrap();
        fs::create_dir_all(folder.path().join("out")).unwrap();
        hook_state::replace(&folder.path().join("out/x"), b"x").unwrap();
        hook_state::replace(&src.join("f.ts"), b"x").unwrap();
        symlink("../out", src.join("ol")).unwrap();
        symlink("../out/x", src.join("oh.ts")).unwrap();
        symlink("../../../out", src.join("a/b/deep")).unwrap();
        symlink("../out", src.join(".hidden")).unwrap();
        check(&src, "*/x", false, &[("ol", true)]);
        check(&src, "o*/x", false, &[("ol", true)]);
        check(&src, "{ol,a}/x", false, &[("ol", true)]);
        check(&src, "*", false, &[]);
        check(&src, "*", true, &[("oh.ts", false), ("ol", false)]);
        check(&src, "*.ts", true, &[("oh.ts", false)]);
        check(&src, "*/", false, &[("ol", true)]);
        check(&src, "a/*/deep/x", false, &[("a/b/deep", true)]);
        check(&src, "*/*/*/x", false, &[("a/b/deep", true), ("ol", true)]);
        check(&src, "a/**/x", false, &[("a/b/deep", true)]);
        check(&src, "b*/x", true, &[]);
        check(&src, "b{1..3}", true, &[]);
        check(&src, "{o{l,m},a}/x", false, &[("ol", true)]);
        check(&src, ".*/x", false, &[(".hidden", true)]);
    }
}
