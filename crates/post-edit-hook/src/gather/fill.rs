//! The placeholders in the words of a step.

use std::path::Path;

use crate::gather::target::Target;

/// The words of a step for one file. Each placeholder is filled once; what a file's
/// name looks like is never read again, and what is no placeholder stays.
pub(crate) fn words(run: &[String], target: &Target) -> Vec<String> {
    let mut words: Vec<String> = run.iter().map(|word| fill(word, target)).collect();
    if let Some(program) = words.first_mut() {
        *program = from_root(program, target.root());
    }
    words
}

fn fill(word: &str, target: &Target) -> String {
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
        "rel" => Some(not_an_option(target.rel.as_str())),
        _ => None,
    }
}

/// A relative path that no program takes for an option.
fn not_an_option(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

/// A program that is named by a path is one of the project; one without a slash
/// is looked for where programs are.
fn from_root(program: &str, root: &Path) -> String {
    if program.contains('/') {
        root.join(program).to_string_lossy().into_owned()
    } else {
        program.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use project_paths::ProjectRoot;

    use super::*;

    #[track_caller]
    fn check(file: &str, run: &[&str], expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(&path, b"x").unwrap();
        let project = ProjectRoot::at(&root);
        let target = Target::find(&project, None, path.to_str().unwrap()).unwrap();
        let run: Vec<String> = run.iter().map(|word| (*word).to_owned()).collect();
        let root = root.to_str().unwrap();
        let words: Vec<_> =
            words(&run, &target).iter().map(|word| word.replace(root, "/p")).collect();
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

    #[test]
    fn a_program_with_a_slash_is_one_of_the_project() {
        check("a", &["sh"], &["sh"]);
        check("a", &["tools/fmt", "tools/fmt"], &["/p/tools/fmt", "tools/fmt"]);
        check("a", &["{project}/fmt"], &["/p/fmt"]);
        check("a", &["/bin/sh"], &["/bin/sh"]);
    }
}
