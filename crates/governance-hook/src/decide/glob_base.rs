//! What globs are relative to: the project, or the whole system.

use std::borrow::Cow;

/// Where a file lies that a call names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// In the project, or in a linked worktree of it.
    Project,
    /// Anywhere: for globs that begin with `/` or `~/`.
    System,
}

/// Whether a glob can be about files outside of the project.
pub(crate) fn leads_out(glob: &str) -> bool {
    glob.starts_with('/') || glob.starts_with("~/")
}

/// A glob as it is compared with the paths on a ground, once for each spelling of the home; `/src`
/// is a path of the project and one of the system.
pub(crate) fn on<'g>(glob: &'g str, ground: Ground, homes: &[String]) -> Vec<Cow<'g, str>> {
    match (ground, glob.strip_prefix("~/")) {
        (Ground::Project, None) => vec![Cow::Borrowed(glob)],
        (Ground::System, None) if glob.starts_with('/') => vec![Cow::Borrowed(glob)],
        (Ground::Project, Some(_)) | (Ground::System, None) => Vec::new(),
        (Ground::System, Some(below)) => {
            homes.iter().map(|home| Cow::Owned(format!("{}/{below}", escaped(home)))).collect()
        }
    }
}

/// A path as a glob that means it alone.
fn escaped(path: &str) -> String {
    let mut glob = String::new();
    for next in path.trim_end_matches('/').chars() {
        if matches!(next, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
            glob.push('\\');
        }
        glob.push(next);
    }
    glob
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(glob: &str, project: &[&str], system: &[&str]) {
        let homes = ["/home/a".to_owned(), "/h/[a]".to_owned()];
        assert_eq!(on(glob, Ground::Project, &homes), project, "{glob}");
        assert_eq!(on(glob, Ground::System, &homes), system, "{glob}");
    }

    #[test]
    fn a_glob_is_relative_to_the_project_to_the_home_or_to_nothing() {
        check("src/**", &["src/**"], &[]);
        check("**/.env*", &["**/.env*"], &[]);
        check("/etc/**", &["/etc/**"], &["/etc/**"]);
        check("~/.aws/**", &[], &["/home/a/.aws/**", r"/h/\[a\]/.aws/**"]);
        check("~other/x", &["~other/x"], &[]);
    }
}
