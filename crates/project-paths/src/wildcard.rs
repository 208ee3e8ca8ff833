//! Globs of the plain kind, compared without compiling: `*`, `?`, `**` between separators, and
//! groups of plain words such as `{ts,tsx}`.
//!
//! What is not of that kind is `None`, and `globset` decides; what is comes out as `globset` would
//! have it, byte by byte.

/// More groups, or more `**`, are compiled: each multiplies what there is to compare.
const MAX_GROUPS: usize = 2;
const MAX_DEEP: usize = 2;

/// Any number of folders.
const DEEP: &[u8] = b"**";

/// Whether all of `text` matches; `*` and `?` match `/` too.
pub(crate) fn text_matches(glob: &str, text: &str) -> Option<bool> {
    if glob.contains("**") {
        return None;
    }
    one_of(glob, &|glob| Some(step_matches(glob.as_bytes(), text.as_bytes())))
}

/// Whether all of `path` matches; `/` is matched by `/` and `**` only.
pub(crate) fn path_matches(glob: &str, path: &str) -> Option<bool> {
    if glob == "**" {
        return Some(true);
    }
    let path = steps(path);
    one_of(glob, &|glob| Some(steps_match(&deep_steps(glob)?, &path)))
}

/// Whether a folder matches in which `path` is, or that it is.
pub(crate) fn path_is_within(glob: &str, path: &str) -> Option<bool> {
    let path = steps(path);
    is_below(glob, &path, path.len())
}

/// Whether a folder matches in which `path` is.
pub(crate) fn path_is_below(glob: &str, path: &str) -> Option<bool> {
    let path = steps(path);
    is_below(glob, &path, path.len().saturating_sub(1))
}

fn is_below(glob: &str, path: &[&[u8]], deepest: usize) -> Option<bool> {
    one_of(glob, &|glob| {
        let glob = deep_steps(glob)?;
        let folders = (1..=deepest).filter_map(|depth| path.get(..depth));
        Some(folders.into_iter().any(|folder| steps_match(&glob, folder)))
    })
}

/// Whether one of the globs matches that a glob with groups stands for.
fn one_of(glob: &str, matches: &dyn Fn(&str) -> Option<bool>) -> Option<bool> {
    let is_plain = !glob.contains(['[', ']', '\\']) && glob.matches('{').count() <= MAX_GROUPS;
    let Some((before, rest)) = glob.split_once('{').filter(|_| is_plain) else {
        return if is_plain && !glob.contains('}') { matches(glob) } else { None };
    };
    let (words, behind) = rest.split_once('}')?;
    // Beside a group, two stars are no `**`.
    if words.contains(['{', '*', '?']) || before.ends_with('*') || behind.starts_with('*') {
        return None;
    }
    let mut found = false;
    for word in words.split(',') {
        found |= one_of(&format!("{before}{word}{behind}"), matches)?;
    }
    Some(found)
}

fn steps(path: &str) -> Vec<&[u8]> {
    path.as_bytes().split(|byte| *byte == b'/').collect()
}

/// The steps of a glob in which each `**` stands for any number of folders.
fn deep_steps(glob: &str) -> Option<Vec<&[u8]>> {
    let steps = steps(glob);
    let is_last_deep = steps.last() == Some(&DEEP);
    // A separator at an end, or two together, are for folders that have no name.
    let is_named = steps.len() == 1 || steps.iter().all(|step| !step.is_empty());
    let is_doubled = steps.windows(2).any(|pair| pair == [DEEP, DEEP]);
    let deep = steps.iter().filter(|step| **step == DEEP).count();
    (is_named && !is_last_deep && !is_doubled && deep <= MAX_DEEP).then_some(steps)
}

fn steps_match(glob: &[&[u8]], path: &[&[u8]]) -> bool {
    match glob.split_first() {
        None => path.is_empty(),
        Some((&DEEP, rest)) => (0..=path.len())
            .filter_map(|skipped| path.get(skipped..))
            .any(|path| steps_match(rest, path)),
        Some((step, rest)) => path
            .split_first()
            .is_some_and(|(first, path)| step_matches(step, first) && steps_match(rest, path)),
    }
}

/// Whether `*` and `?` make `glob` into `text`. A star that did not take enough takes a byte
/// more; only the last one ever has to.
fn step_matches(mut glob: &[u8], mut text: &[u8]) -> bool {
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        match (glob.split_first(), text.split_first()) {
            (Some((b'*', behind)), _) => {
                star = Some((behind, text));
                glob = behind;
            }
            (Some((sign, behind)), Some((byte, rest))) if sign == byte || *sign == b'?' => {
                (glob, text) = (behind, rest);
            }
            (None, None) => return true,
            _ => {
                let Some((behind, taken)) = star else { return false };
                let Some((_byte, rest)) = taken.split_first() else { return false };
                star = Some((behind, rest));
                (glob, text) = (behind, rest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use globset::GlobBuilder;

    use super::*;

    fn of_globset(glob: &str, text: &str, is_path: bool) -> Option<bool> {
        let mut builder = GlobBuilder::new(glob);
        builder.literal_separator(is_path).backslash_escape(true).empty_alternates(true);
        Some(builder.build().ok()?.compile_matcher().is_match(text))
    }

    /// Numbers that look random and are always the same.
    fn next(seed: &mut u64) -> usize {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        usize::try_from(*seed >> 33).unwrap()
    }

    fn drawn(seed: &mut u64, parts: &[&str], longest: usize) -> String {
        let length = 1 + next(seed) % longest;
        (0..length).map(|_| parts[next(seed) % parts.len()]).collect()
    }

    #[test]
    fn what_is_plain_comes_out_as_globset_has_it() {
        const GLOB: &[&str] =
            &["a", "b", "ü", ".", "/", "*", "?", "**", "**/", "/**/", "{a,b}", "{,b}", "{/a,b/}"];
        const PATH: &[&str] = &["a", "b", "ab", "ü", ".", "/a", "/b", "/"];
        let seed = &mut 0x9E37_79B9_7F4A_7C15;
        let (mut decided, mut matched) = (0, 0);
        for _ in 0..30_000 {
            let (glob, text) = (drawn(seed, GLOB, 5), drawn(seed, PATH, 5));
            if let Some(found) = text_matches(&glob, &text) {
                assert_eq!(Some(found), of_globset(&glob, &text, false), "{glob} {text}");
                decided += 1;
            }
            let is_path = !text.starts_with('/') && !text.ends_with('/') && !text.contains("//");
            if !is_path {
                continue;
            }
            let within = format!("{glob}{{,/**}}");
            for (found, glob) in [
                (path_matches(&glob, &text), &glob),
                (path_is_within(&glob, &text), &within),
                (path_is_below(&glob, &text), &format!("{glob}/**")),
            ] {
                if let Some(found) = found {
                    assert_eq!(Some(found), of_globset(glob, &text, true), "{glob} {text}");
                    decided += 1;
                    matched += usize::from(found);
                }
            }
        }
        assert!(decided > 30_000 && matched > 2_000, "{decided} {matched}");
    }

    #[test]
    fn what_is_not_plain_is_for_globset() {
        for glob in ["[ab]", r"a\*", "{a,{b,c}}", "{a", "a}", "{*,a}", "**{/a,b}", "{a,b}*"] {
            assert_eq!(path_matches(glob, "a"), None, "{glob}");
        }
        for glob in ["{a,b}{a,b}{a,b}", "**/a/**/a/**/a", "a/**", "a/**/**/b"] {
            assert_eq!(path_matches(glob, "a"), None, "{glob}");
        }
        assert_eq!(text_matches("**/a", "a"), None);
    }

    #[test]
    fn stars_do_not_multiply() {
        let glob = "*a".repeat(40);
        assert_eq!(text_matches(&glob, &"a".repeat(4_000)), Some(true));
        assert_eq!(text_matches(&format!("{glob}b"), &"a".repeat(4_000)), Some(false));
    }
}
