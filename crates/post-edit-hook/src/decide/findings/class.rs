//! The places that test runners of the JVM name by a class: `ATest.one:12`, as Surefire's summary does.

use std::path::Path;

use crate::gather::target::Target;

/// What the sources end with whose classes are called as their file is.
const ENDINGS: [&str; 4] = ["java", "kt", "scala", "groovy"];

/// The lines of this file that a line names by its class, each with what is behind it:
/// `ATest.one:12`, `ATest>Base.one:12`, `ATest.one:12->helper:25`.
pub(super) fn lines<'a>(line: &'a str, target: &Target) -> Vec<(usize, &'a str)> {
    let ending = |path: &Path| path.extension().and_then(|it| it.to_str().map(str::to_owned));
    let is_class = ending(&target.path).is_some_and(|it| ENDINGS.contains(&it.as_str()));
    let stem = target.path.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_class);
    let Some(stem) = stem.filter(|stem| line.contains(stem)) else { return Vec::new() };
    let (mut found, mut is_here) = (Vec::new(), false);
    for (at, _) in line.match_indices(':') {
        let (before, rest) = line.split_at(at);
        let Some((number, rest)) = rest.strip_prefix(':').and_then(number) else { continue };
        let is_name = |it: char| it.is_alphanumeric() || "_$.[]".contains(it);
        let start = before.rfind(|it| !is_name(it)).map_or(0, |at| at + 1);
        let name = before.get(start..).unwrap_or_default();
        is_here = match name.rsplit_once('.') {
            Some((_, method)) if ENDINGS.contains(&method) => false,
            Some((class, _)) => {
                let class = class.rsplit('.').next().unwrap_or_default();
                class.split('$').next() == Some(stem)
            }
            // Another method of the same class calls it.
            None => is_here && before.get(..start).is_some_and(|it| it.ends_with("->")),
        };
        if is_here {
            found.push((number, rest));
        }
    }
    found
}

fn number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|next: char| next.is_ascii_digit());
    Some((text.strip_suffix(rest)?.parse().ok().filter(|line| *line > 0)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        hook_state::replace(&folder.path().join("ATest.java"), b"x").unwrap();
        let project = project_paths::ProjectRoot::at(folder.path());
        let target = Target::find(&project, None, "ATest.java").unwrap();
        for (line, expected) in [
            ("[ERROR]   ATest.one:12 expected: <2>", vec![12]),
            ("ATest.one:12->helper:25 x", vec![12, 25]),
            ("org.x.ATest$Inner.one[1]:12 x", vec![12]),
            ("BTest>ATest.one:12 x", vec![12]),
            ("ATest>Base.one:12 x", vec![]),
            ("ATest.one:12->Base.helper:25 x", vec![12]),
            ("BATest.one:12 x", vec![]),
            ("ATest.kt:12 x", vec![]),
            ("ATest at 10:12 x", vec![]),
        ] {
            let found: Vec<_> = lines(line, &target).into_iter().map(|(line, _)| line).collect();
            assert_eq!(found, expected, "{line}");
        }
    }
}
