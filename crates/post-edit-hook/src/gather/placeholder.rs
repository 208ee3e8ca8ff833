//! The placeholders in the words of a step.

use std::path::Path;

use crate::gather::target::Target;

/// The words of a step that runs this program for one file.
pub(crate) fn words(program: &str, run: &[String], target: &Target) -> Vec<String> {
    let arguments = run.iter().skip(1).map(|argument| word(argument, target));
    std::iter::once(program.to_owned()).chain(arguments).collect()
}

/// A word of a step for one file. Each placeholder is filled once; what a file's
/// name looks like is never read again, and what is no placeholder stays.
pub(crate) fn word(word: &str, target: &Target) -> String {
    let mut filled = String::new();
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let placeholder = after.split_once('}').and_then(|(name, after)| {
            let value = value(name, target)?;
            Some((value, after))
        });
        if let Some((value, after)) = placeholder {
            filled.push_str(&value);
            rest = after;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled + rest
}

fn value(name: &str, target: &Target) -> Option<String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    match name {
        "file" => Some(text(&target.path)),
        "dir" => Some(text(target.dir())),
        "project" => Some(text(target.root())),
        "rel" => Some(not_an_option(&text(target.below_base()))),
        _ => None,
    }
}

/// A relative path that no program takes for an option.
fn not_an_option(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use project_paths::{ProjectRoot, RealPaths};

    use super::*;

    #[track_caller]
    fn check(file: &str, run: &[&str], expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(&path, b"x").unwrap();
        let project = ProjectRoot::at(&root);
        let target =
            Target::find_by(&RealPaths::default(), &project, None, path.to_str().unwrap()).unwrap();
        let run: Vec<String> = run.iter().map(|word| (*word).to_owned()).collect();
        let root = root.to_str().unwrap();
        let words = words(&run[0], &run, &target);
        let words: Vec<_> = words.iter().map(|word| word.replace(root, "/p")).collect();
        assert_eq!(words, expected, "{file}");
    }

    #[test]
    fn placeholders_are_filled_inside_words_too() {
        check("src/a b.rs", &["x", "{file}", "{rel}"], &["x", "/p/src/a b.rs", "src/a b.rs"]);
        check("src/a.rs", &["x", "--at={dir}:{project}"], &["x", "--at=/p/src:/p"]);
        check("a.rs", &["x", "{dir}", "{rel}{rel}"], &["x", "/p", "a.rsa.rs"]);
    }

    #[test]
    fn unknown_ones_stay_and_each_is_filled_once() {
        check(
            "a",
            &["x", "{other}", "{", "}", "{}", "{{rel}}"],
            &["x", "{other}", "{", "}", "{}", "{a}"],
        );
        check("{dir}/{file}", &["x", "{rel}"], &["x", "{dir}/{file}"]);
        check("a", &["x", "{files} {rel", "{FILE}"], &["x", "{files} {rel", "{FILE}"]);
    }

    #[test]
    fn a_leading_dash_is_no_option() {
        check("-rf", &["x", "{rel}", "{file}"], &["x", "./-rf", "/p/-rf"]);
        check("-d/a", &["x", "{rel}"], &["x", "./-d/a"]);
        check("a/-rf", &["x", "{rel}"], &["x", "a/-rf"]);
    }
}
