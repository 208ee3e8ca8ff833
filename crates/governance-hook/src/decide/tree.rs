//! Which of the files below a folder a glob may mean.

use project_paths::{Pattern, RelPath};

/// What a glob means of what lies below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meant {
    Nothing,
    /// All of it.
    Everything,
    /// What lies at its literal start, if that is there.
    Start(RelPath),
    /// What has such a name, if there is something.
    Perhaps,
}

/// What `glob` means below `dir`, where of what is directly in `dir` only what `names` matches
/// counts.
pub(crate) fn meant(glob: &str, dir: &RelPath, names: Option<&str>) -> Meant {
    let mut glob = glob;
    while let Some(rest) = glob.strip_prefix("./").or_else(|| glob.strip_prefix('/')) {
        glob = rest;
    }
    let parts: Vec<&str> = glob.split('/').collect();
    let is_fixed =
        |part: &&&str| !part.is_empty() && !part.contains(['*', '?', '[', '{', '}', '\\']);
    let fixed = parts.iter().take_while(is_fixed).count();
    let dir: Vec<&str> = dir.as_str().split('/').filter(|part| *part != ".").collect();
    if parts.iter().take(fixed).zip(&dir).any(|(part, name)| part != name) {
        return Meant::Nothing;
    }
    if let Some(first) = parts.get(dir.len()).filter(|_| fixed > dir.len()) {
        let is_meant = names.is_none_or(|glob| matches(&Pattern::trusted(glob.to_owned()), first));
        let start = parts.get(..fixed).unwrap_or_default().join("/");
        let start = RelPath::new(&start).filter(|_| is_meant);
        return start.map_or(Meant::Nothing, Meant::Start);
    }
    match parts.get(fixed) {
        Some(&"" | &"**") if parts.len() == fixed + 1 => Meant::Everything,
        // Its names are so many, and there are more here.
        _ if !glob.contains("**")
            && !glob.contains(['{', '\\'])
            && !glob.ends_with('/')
            && parts.len() <= dir.len() =>
        {
            Meant::Nothing
        }
        Some(_) => Meant::Perhaps,
        None => Meant::Nothing,
    }
}

/// Whether a glob of a shell names `name`: one that begins with a dot only where the glob does.
pub(crate) fn matches(glob: &Pattern, name: &str) -> bool {
    (glob.text().starts_with('.') || !name.starts_with('.')) && glob.matches_text(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(glob: &str, dir: &str, names: Option<&str>, expected: &Meant) {
        let dir = RelPath::new(dir).unwrap();
        assert_eq!(meant(glob, &dir, names), *expected, "{glob} {dir} {names:?}");
    }

    fn start(path: &str) -> Meant {
        Meant::Start(RelPath::new(path).unwrap())
    }

    #[test]
    fn a_literal_start_is_in_the_folder_or_the_folder_in_it() {
        use Meant::{Everything, Nothing, Perhaps};
        for glob in ["docs/specs/**", "docs/specs/", "./docs/specs/**", "/docs/specs/"] {
            for dir in [".", "docs"] {
                check(glob, dir, None, &start("docs/specs"));
            }
            for dir in ["docs/specs", "docs/specs/a"] {
                check(glob, dir, None, &Everything);
            }
            for dir in ["src", "docs/specs-old", "doc"] {
                check(glob, dir, None, &Nothing);
            }
        }
        check("docs/api.md", "docs", None, &start("docs/api.md"));
        check("docs/api.md", "docs/api.md", None, &Nothing);
        check("docs/specs/*.md", ".", None, &start("docs/specs"));
        check("docs/specs/*.md", "docs/specs", None, &Perhaps);
        check("docs/specs/*.md", "docs/specs/old", None, &Nothing);
        check("docs/*/a.md", "docs/specs", None, &Perhaps);
        check("docs/**/*.md", "docs/specs/old", None, &Perhaps);
        check("**/.env*", ".", None, &Perhaps);
        check("**/.env*", "src/deep", None, &Perhaps);
        check("*.md", "src", None, &Nothing);
        check("*/gen/", "src/gen/a", None, &Perhaps);
        check("{src/a,out}/b", "src/a", None, &Perhaps);
        check("**", "src", None, &Everything);
    }

    #[test]
    fn a_glob_of_the_shell_means_what_it_matches() {
        use Meant::{Everything, Nothing};
        check("docs/specs/**", "docs", Some("*.md"), &Nothing);
        check("docs/specs/**", "docs", Some("s*"), &start("docs/specs"));
        check("docs/api.md", "docs", Some("*.md"), &start("docs/api.md"));
        check(".env", ".", Some("*"), &Nothing);
        check(".env", ".", Some(".e*"), &start(".env"));
        check("docs/specs/**", "docs/specs", Some("*.md"), &Everything);
    }
}
