//! Makes a plan of the globs of a scope.

use std::fs;
use std::path::Path;

use crate::places::{Surroundings, folder};
use crate::plan::Plan;

/// What stands for other text in a glob.
const META: [char; 6] = ['*', '?', '[', '{', '}', '\\'];

/// What builds, environments and tests of many languages make, and the list of it that git keeps.
pub(crate) const DEFAULT_OUTPUTS: [&str; 25] = [
    "target",
    "build",
    "dist",
    "node_modules",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".coverage",
    "coverage",
    "htmlcov",
    ".next",
    ".nuxt",
    ".output",
    ".turbo",
    ".svelte-kit",
    ".parcel-cache",
    ".cache",
    ".gradle",
    "storybook-static",
    ".gitignore",
];

impl Plan {
    /// The names that a project's builds make, where its configuration names none.
    pub fn default_outputs() -> Vec<String> {
        DEFAULT_OUTPUTS.iter().map(|name| (*name).to_owned()).collect()
    }

    /// The plan of a session in which nothing was chosen yet: nothing is writable but what is temporary.
    ///
    /// It asks the file system where things are. Its fields may be changed before it is written.
    pub fn without_scope(session: &str, at: &Surroundings<'_>) -> Plan {
        at.bare(session)
    }

    /// What a guard that names no scope closes in a session: all else can be written.
    pub fn open(session: &str, read_only: Vec<String>, at: &Surroundings<'_>) -> Plan {
        let (session, project) = (session.to_owned(), at.project.to_path_buf());
        Plan { session, project, is_open: true, git: at.git(), read_only, ..Plan::default() }
    }

    /// The plan of a session that may change what `globs` include, in the sense of
    /// [`Scope`](project_paths::Scope). A glob is widened to a folder, or to the names in one folder: the finer rule
    /// stays with whoever knows the files of a call. `outputs` are names as [`Plan::outputs`] has them, or absolute
    /// folders.
    ///
    /// It asks the file system where things are. Its fields may be changed before it is written.
    pub fn of_scope(
        session: &str,
        globs: &[impl AsRef<str>],
        outputs: &[impl AsRef<str>],
        at: &Surroundings<'_>,
    ) -> Plan {
        let mut plan = at.bare(session);
        for glob in globs.iter().map(AsRef::as_ref) {
            match glob.strip_prefix('!') {
                Some(glob) => plan.read_only.extend(closed_by(at.project, glob)),
                None => braces(glob).iter().for_each(|glob| {
                    plan.writable.extend(opened(at.project, glob));
                }),
            }
        }
        let (absolute, names): (Vec<&str>, Vec<&str>) =
            outputs.iter().map(AsRef::as_ref).partition(|output| Path::new(output).is_absolute());
        let is_apart = |dir: &Path| !at.project.starts_with(dir);
        let absolute = absolute.iter().filter_map(|dir| fs::canonicalize(dir).ok());
        plan.writable.extend(absolute.filter(|dir| is_apart(dir)).filter_map(|dir| folder(&dir)));
        // New names in a person's home folder, or above it, are more than a build needs.
        let is_home = at.home.is_some_and(|home| home.starts_with(at.project));
        if !is_home && at.project.parent().is_some() {
            plan.outputs = names.iter().map(|name| (*name).to_owned()).collect();
        }
        plan.made = missing(at.project, &plan.writable);
        plan.made.extend(expected(at.project, &plan.outputs));
        plan.caches = at.caches();
        plan.git = at.git();
        plan
    }
}

/// The entry of a plan that a glob opens; `None` if it opens nothing in the project.
fn opened(project: &Path, glob: &str) -> Option<String> {
    let glob = glob.trim_start_matches("./").trim_start_matches('/');
    let mut literal = project.to_str()?.trim_end_matches('/').to_owned();
    let mut segments = glob.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        if segment == ".." {
            return None;
        }
        if segment.contains(META) {
            // A pattern of names in this one folder stays one; all else is everything below it.
            let is_plain =
                is_last && segment != "**" && !segment.contains(['?', '[', '{', '}', '\\']);
            return Some(if is_plain {
                format!("{literal}/{segment}")
            } else {
                format!("{literal}/")
            });
        }
        if segment.is_empty() || segment == "." {
            // A glob that ends in a slash is a folder.
            if is_last {
                literal.push('/');
            }
            continue;
        }
        literal.push('/');
        literal.push_str(segment);
    }
    Some(literal)
}

/// The entry of [`Plan::read_only`] that closes what a glob of `project` means; `None` where that is not one file, or
/// one folder with all that is in it.
pub fn closed_by(project: &Path, glob: &str) -> Option<String> {
    let entry = opened(project, glob)?;
    let begin = glob.strip_suffix("**").filter(|begin| begin.is_empty() || begin.ends_with('/'));
    let is_one = !begin.unwrap_or(glob).contains(META);
    let is_folder = begin.is_some() || glob.ends_with('/');
    (is_one && is_folder == entry.ends_with('/')).then_some(entry)
}

/// The globs that one with `{a,b}` stands for; the glob itself where the braces are nested or open.
fn braces(glob: &str) -> Vec<String> {
    let parts = glob.split_once('{').and_then(|(before, rest)| {
        let (inner, after) = rest.split_once('}')?;
        (!inner.contains('{')).then_some((before, inner, after))
    });
    let Some((before, inner, after)) = parts else { return vec![glob.to_owned()] };
    inner.split(',').flat_map(|word| braces(&format!("{before}{word}{after}"))).collect()
}

/// The folders of the scope that are not there yet.
fn missing(project: &Path, writable: &[String]) -> Vec<std::path::PathBuf> {
    let folders = writable.iter().filter(|entry| entry.ends_with('/')).map(Path::new);
    folders.filter(|dir| dir.starts_with(project) && !dir.exists()).map(Path::to_path_buf).collect()
}

/// The outputs that the project expects, for it has them ignored.
fn expected(project: &Path, outputs: &[String]) -> Vec<std::path::PathBuf> {
    let ignored = fs::read_to_string(project.join(".gitignore")).unwrap_or_default();
    let ignored: Vec<&str> = ignored.lines().map(|line| line.trim().trim_matches('/')).collect();
    let is_folder = |name: &&String| ignored.contains(&name.as_str()) && *name != ".coverage";
    outputs.iter().filter(is_folder).map(|name| project.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_opens_its_folder_or_the_names_in_it() {
        let check = |glob: &str, expected: &[&str]| {
            let opened: Vec<String> =
                braces(glob).iter().filter_map(|glob| opened("/p".as_ref(), glob)).collect();
            assert_eq!(opened, expected, "{glob}");
        };
        check("src/**", &["/p/src/"]);
        check("src/", &["/p/src/"]);
        check("./src/**/*.py", &["/p/src/"]);
        check("README.md", &["/p/README.md"]);
        check("*.md", &["/p/*.md"]);
        check("docs/*.md", &["/p/docs/*.md"]);
        check("**/*.md", &["/p/"]);
        check("{src,tests}/**", &["/p/src/", "/p/tests/"]);
        check("a/{b,c{d,e}}/**", &["/p/a/"]);
        check("src/a?.rs", &["/p/src/"]);
        check("../else/**", &[]);
    }

    #[test]
    fn what_is_excluded_is_closed_where_it_is_one_place() {
        let check = |glob, expected: Option<&str>| {
            assert_eq!(closed_by("/p".as_ref(), glob).as_deref(), expected, "{glob}");
        };
        check("src/gen/**", Some("/p/src/gen/"));
        check("src/gen/", Some("/p/src/gen/"));
        check("**", Some("/p/"));
        check("src**", None);
        check("src/a.rs", Some("/p/src/a.rs"));
        check("**/gen/**", None);
        check("src/*.rs", None);
    }
}
