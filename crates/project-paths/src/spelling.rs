//! Paths as text: Unix and Windows spellings, normalised without the disk.

use std::path::{Component, Path, PathBuf};

/// `path` without `.` and `..`, component by component and without touching the
/// disk. `..` at the root is dropped, leading ones of a relative path are kept;
/// a path of which nothing remains is `.`.
pub fn normalise(path: &Path) -> PathBuf {
    if is_normal(path) {
        return path.to_path_buf();
    }
    let mut normal = PathBuf::new();
    for component in path.components() {
        match (component, normal.components().next_back()) {
            (Component::CurDir, _)
            | (Component::ParentDir, Some(Component::RootDir | Component::Prefix(_))) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                normal.pop();
            }
            (other, _) => normal.push(other),
        }
    }
    if normal.as_os_str().is_empty() { PathBuf::from(".") } else { normal }
}

/// Whether a path is normalised, as most are; `false` also where it takes a longer look.
fn is_normal(path: &Path) -> bool {
    let names = path.as_os_str().as_encoded_bytes().strip_prefix(b"/");
    let is_name = |name: &[u8]| !matches!(name, b"" | b"." | b"..");
    !cfg!(windows) && names.is_some_and(|names| names.split(|byte| *byte == b'/').all(is_name))
}

/// Whether `text` begins with a drive (`C:\`, `c:/`) or a share (`\\server\`).
/// The ordinary reading of a backslash is that of Unix: a character of a name.
pub(crate) fn is_windows(text: &str) -> bool {
    match text.as_bytes() {
        [b'\\', b'\\', name, ..] => *name != b'\\',
        [letter, b':'] | [letter, b':', b'\\' | b'/', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The normalised way from `root` to `spoken`, taken from `base` if relative;
/// `None` if `spoken` is not inside `root`, empty if it is `root`.
pub(crate) fn lexical(root: &str, base: &str, spoken: &str) -> Option<String> {
    let windows = is_windows(root) || is_windows(base) || is_windows(spoken);
    let root = Spelling::parse(root, windows);
    let mut path = Spelling::parse(base, windows);
    let spoken = Spelling::parse(spoken, windows);
    match spoken.volume {
        Some(Volume::Unnamed) if matches!(path.volume, Some(Volume::Named(_))) => {
            path.names.clear();
        }
        Some(_) => path = Spelling { volume: spoken.volume, names: Vec::new() },
        None => {}
    }
    for name in spoken.names {
        path.push(name);
    }
    if path.volume.is_none() || path.volume != root.volume {
        return None;
    }
    let below = path.names.strip_prefix(root.names.as_slice())?;
    Some(below.join("/"))
}

/// What an absolute path starts from.
#[derive(PartialEq, Eq)]
enum Volume {
    /// `/`, and on Windows the current drive.
    Unnamed,
    /// A drive or a share, in lower case because Windows ignores the case.
    Named(String),
}

struct Spelling<'a> {
    volume: Option<Volume>,
    names: Vec<&'a str>,
}

impl<'a> Spelling<'a> {
    fn parse(text: &'a str, windows: bool) -> Spelling<'a> {
        let (volume, rest) = if windows { windows_volume(text) } else { (None, text) };
        let separators: &[char] = if windows { &['/', '\\'] } else { &['/'] };
        let volume = volume.or_else(|| rest.starts_with(separators).then_some(Volume::Unnamed));
        let mut spelling = Spelling { volume, names: Vec::new() };
        if spelling.volume.is_some() {
            rest.split(separators).for_each(|name| spelling.push(name));
        } else {
            // Its `..` count from wherever it is appended to.
            spelling.names = rest.split(separators).collect();
        }
        spelling
    }

    fn push(&mut self, name: &'a str) {
        match name {
            "" | "." => {}
            ".." => {
                self.names.pop();
            }
            _ => self.names.push(name),
        }
    }
}

/// Splits `C:`, `\\server\share` and their `\\?\` forms off.
fn windows_volume(text: &str) -> (Option<Volume>, &str) {
    let named = |name: &str| Some(Volume::Named(name.to_lowercase()));
    let verbatim = text.strip_prefix(r"\\?\");
    let plain = verbatim.unwrap_or(text);
    if let Some((drive, rest)) = plain.split_at_checked(2)
        && is_windows(plain)
        && drive.ends_with(':')
    {
        return (named(drive), rest);
    }
    let share = verbatim.and_then(|text| text.strip_prefix(r"UNC\"));
    let Some(share) = share.or_else(|| text.strip_prefix(r"\\")) else {
        return (None, text);
    };
    let mut parts = share.splitn(3, ['\\', '/']);
    let (server, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    (named(&format!(r"{server}\{name}")), parts.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{lexical, normalise};

    #[track_caller]
    fn check_normal(path: &str, expected: &str) {
        assert_eq!(normalise(Path::new(path)), Path::new(expected), "{path}");
    }

    #[test]
    fn dots_are_removed_component_by_component() {
        check_normal("/a/./b/../c", "/a/c");
        check_normal("/a/b/", "/a/b");
        check_normal("/../a", "/a");
        check_normal("/..", "/");
        check_normal("a/..", ".");
        check_normal("", ".");
        check_normal("../../a", "../../a");
        check_normal("a/../../b", "../b");
        check_normal("/a/...", "/a/...");
    }

    #[track_caller]
    fn check(root: &str, base: &str, spoken: &str, expected: Option<&str>) {
        assert_eq!(lexical(root, base, spoken).as_deref(), expected, "{base} {spoken}");
    }

    #[test]
    fn unix_spellings() {
        let root = "/u/x/app";
        check(root, root, "src/a.ts", Some("src/a.ts"));
        check(root, root, "./src//a.ts", Some("src/a.ts"));
        check(root, "/u/x/app/src", "a.ts", Some("src/a.ts"));
        check(root, "/u/x/app/src", "../b.ts", Some("b.ts"));
        check(root, "/u/x/app/src", "/u/x/app/b.ts", Some("b.ts"));
        check(root, root, "/u/x/app/", Some(""));
        check(root, root, ".", Some(""));
        check(root, root, "..", None);
        check(root, root, "../app/src", Some("src"));
        check(root, root, "../../../../../u/x/app/src", Some("src"));
        check(root, root, "/u/x/app-feature/src", None);
        check(root, root, "../app-feature/src", None);
        check(root, "/elsewhere", "src", None);
        check(root, root, "/u/x/app/../app-feature", None);
        check(root, root, r"a\b", Some(r"a\b"));
        check(root, root, r"..\b", Some(r"..\b"));
        check(root, root, r"\u\x", Some(r"\u\x"));
        check(root, root, "x:y", Some("x:y"));
        check(root, root, r"C:\u\x\app\src", None);
        check("/", "/", "etc/passwd", Some("etc/passwd"));
        check("/", "/", "/", Some(""));
    }

    #[test]
    fn windows_spellings() {
        let root = r"C:\Users\x\app";
        check(root, root, r"src\a.ts", Some("src/a.ts"));
        check(root, root, r"c:\Users\x\app\src\a.ts", Some("src/a.ts"));
        check(root, root, "c:/Users/x/app/src/a.ts", Some("src/a.ts"));
        check("c:/Users/x/app", root, r"C:\Users/x\app\src", Some("src"));
        check(root, root, r"D:\Users\x\app\src", None);
        check(root, root, r"C:\Users\x\app-feature", None);
        check(root, root, r"..\app-feature", None);
        check(root, root, r"..\app\.\src", Some("src"));
        check(root, root, r"\Users\x\app\src", Some("src"));
        check(root, root, r"\\?\C:\Users\x\app\src", Some("src"));
        check(root, root, "C:", None);
        check(r"\\srv\share\app", r"\\srv\share\app", r"src\a", Some("src/a"));
        check(r"\\srv\share\app", r"\\srv\share\app", r"\\SRV\Share\app\src", Some("src"));
        check(r"\\?\UNC\srv\share\app", r"\\?\UNC\srv\share\app", r"\\srv\share\app\a", Some("a"));
        check(r"\\srv\share\app", r"\\srv\share\app", r"\\srv\other\app\src", None);
        check(r"\\srv\share", r"\\srv\share", r"\\srv", None);
        check(r"C:\", r"C:\", r"a\..\..\b", Some("b"));
    }
}
