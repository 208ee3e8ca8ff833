//! Which file a word names.

use shell_syntax::{Word, WorkingDir};

use crate::judgement::{Anchor, Extent};

/// A file, or what is in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) path: String,
    pub(crate) anchor: Anchor,
    /// How much is meant by it whatever is done: of a pattern, what is below the folder before it.
    pub(crate) reach: Option<Extent>,
    /// The pattern that stands for a word whose variables the line sets.
    pub(crate) pattern: Option<String>,
}

impl Target {
    /// How much of it is changed by what changes `extent` of a plain file.
    pub(crate) fn extent(&self, extent: Extent) -> Extent {
        self.reach.unwrap_or(extent)
    }
}

/// What `$HOME` and `$PWD` stand for in a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Variables {
    home: bool,
    pwd: bool,
    /// Whether `${TMPDIR:-/tmp}` is all that is said of the folder for temporary files.
    temporary: bool,
}

/// The folder for temporary files, wherever that is.
const TEMPORARY: &str = "${TMPDIR:-/tmp}";

impl Variables {
    /// They have their usual meaning if all that the text does with them is to expand them.
    pub(crate) fn of(text: &str) -> Self {
        let only_expanded = |name: &str| {
            text.match_indices(name).all(|(at, _)| {
                let before = text.get(..at).unwrap_or_default();
                let after = text.get(at + name.len()..).unwrap_or_default();
                let ends = after.starts_with(['/', '"', '}', ' ', '\n', ';', ':', ','])
                    || after.is_empty();
                ends && (before.ends_with('$') || before.ends_with("${"))
            })
        };
        let folders = text.matches(TEMPORARY).count();
        let temporary = folders > 0 && text.matches("TMPDIR").count() == folders;
        Self { home: only_expanded("HOME"), pwd: only_expanded("PWD"), temporary }
    }
}

/// The file that `word` names in `dir`; `None` if what it names is no file on a disk.
///
/// # Errors
///
/// Why the text does not tell.
pub(crate) fn target(
    word: &Word,
    dir: &WorkingDir,
    variables: Variables,
) -> Result<Option<Target>, String> {
    let text = word.text.as_str();
    if text.is_empty() || word.literal && is_no_file(text) || !word.literal && is_a_command(text) {
        return Ok(None);
    }
    if word.literal {
        return place(text, text, dir, Anchor::Start, None).map(Some);
    }
    if variables.temporary
        && let Some(rest) = text.strip_prefix(TEMPORARY)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        let is_plain = |next: char| next.is_ascii_alphanumeric() || "_./-".contains(next);
        let (text, literal) = (format!("/tmp{rest}"), rest.chars().all(is_plain));
        return target(&Word { text, literal, splits: word.splits }, dir, variables);
    }
    let (rest, anchor) = known_start(text, variables);
    // Behind such a start a path is not absolute.
    let relative = if rest.len() < text.len() { rest.trim_start_matches('/') } else { rest };
    if relative.contains(['$', '`', '~']) || relative.contains("<(") || relative.contains(">(") {
        return Err(format!("`{text}` depends on an expansion"));
    }
    let Some(first) = relative.find(PATTERN) else {
        return place(text, relative, dir, anchor, None).map(Some);
    };
    let (start, pattern) = relative.split_at(first);
    if leads_up(start, pattern) {
        return Err(format!("`{text}` may lead to another folder"));
    }
    let folder = start.rfind('/').map_or("", |slash| start.get(..=slash).unwrap_or_default());
    place(text, folder, dir, anchor, Some(Extent::Below)).map(Some)
}

/// Whether all of a word is a command that reads what is written to it: `>(grep x)`.
fn is_a_command(text: &str) -> bool {
    let Some(inner) = text.strip_prefix(">(").and_then(|text| text.strip_suffix(')')) else {
        return false;
    };
    let mut open = 0_usize;
    let closes = |next: char| {
        match next {
            '(' => open += 1,
            ')' if open == 0 => return true,
            ')' => open -= 1,
            _ => {}
        }
        false
    };
    !inner.chars().any(closes) && !inner.contains(['"', '\'', '\\'])
}

/// Characters by which a path becomes a pattern.
const PATTERN: [char; 8] = ['*', '?', '[', '{', '(', '\\', '^', '#'];

/// As near as a text comes to what `word` names in `dir`, where [`target`] does not tell: the
/// folder before an expansion, or a path in a folder that is not known.
pub(crate) fn nearby(word: &Word, dir: &WorkingDir) -> Option<Target> {
    const PROJECT: [&str; 2] = ["$CLAUDE_PROJECT_DIR/", "${CLAUDE_PROJECT_DIR}/"];
    let text = word.text.as_str();
    let below = PROJECT.iter().find_map(|start| text.strip_prefix(start)).filter(|_| !word.literal);
    let (text, anchor) = match (below, dir) {
        (Some(below), _) => (below.trim_start_matches('/'), Anchor::Project),
        (None, WorkingDir::Unknown) if !text.starts_with('/') => (text, Anchor::Unknown),
        (None, _) => (text, Anchor::Start),
    };
    let unclear = |next: char| PATTERN.contains(&next) || matches!(next, '$' | '`' | '~' | '<');
    let (path, reach) = match text.find(unclear).filter(|_| !word.literal) {
        None => (text, None),
        Some(at) => match text.get(..at)?.rfind('/') {
            Some(slash) => (text.get(..=slash)?, Some(Extent::Below)),
            // A pattern names something here, an expansion anything anywhere.
            None if text.get(at..)?.starts_with(PATTERN) => (".", Some(Extent::Below)),
            None => return None,
        },
    };
    let base = match (dir, anchor) {
        (WorkingDir::Literal(dir), Anchor::Start) if !path.starts_with('/') => dir.as_str(),
        _ => "",
    };
    Some(Target { path: join(base, path), anchor, reach, pattern: None })
}

/// Takes `~`, `$HOME`, `$PWD` or `$(pwd)` off the start of a word.
fn known_start(text: &str, variables: Variables) -> (&str, Anchor) {
    let homes: &[&str] = if variables.home { &["~", "$HOME", "${HOME}"] } else { &[] };
    let heres: &[&str] =
        if variables.pwd { &["$PWD", "${PWD}", "$(pwd)", "`pwd`", "~+"] } else { &[] };
    let strip = |starts: &[&str]| {
        let rest = starts.iter().filter_map(|start| text.strip_prefix(start));
        rest.filter(|rest| rest.is_empty() || rest.starts_with('/')).min_by_key(|rest| rest.len())
    };
    if let Some(rest) = strip(homes) {
        return (rest, Anchor::Home);
    }
    (strip(heres).unwrap_or(text), Anchor::Start)
}

/// Whether a pattern may match or make a `..`, after which nothing is known.
fn leads_up(start: &str, pattern: &str) -> bool {
    let dots = |text: &str| matches!(text.rsplit('/').next(), Some("." | ".."));
    let signs = ["../", "/.", "[.", "|.", "(."];
    let mut pairs = pattern.chars().zip(pattern.chars().skip(1));
    let mut after = pattern.chars().skip(2).map(Some).chain([None]);
    // Where a name goes on, as in `a{,.b}`, it is none of dots.
    let bare_dot = pairs.any(|(before, dot)| {
        let next = after.next().flatten();
        matches!(before, '{' | ',' | '}' | ')')
            && dot == '.'
            && !next.is_some_and(char::is_alphanumeric)
    });
    dots(start) || bare_dot || signs.iter().any(|sign| pattern.contains(sign))
}

fn place(
    text: &str,
    path: &str,
    dir: &WorkingDir,
    anchor: Anchor,
    reach: Option<Extent>,
) -> Result<Target, String> {
    let base = match (dir, anchor) {
        _ if path.starts_with('/') => "",
        (_, Anchor::Home) | (WorkingDir::Unchanged, _) => "",
        (WorkingDir::Literal(dir), _) => dir.as_str(),
        (WorkingDir::Unknown, _) => {
            return Err(format!("`{text}` is relative, and the current folder is unknown"));
        }
    };
    Ok(Target { path: join(base, path), anchor, reach, pattern: None })
}

/// `path` in `base`, without empty components and `.`.
pub(crate) fn join(base: &str, path: &str) -> String {
    let absolute = if base.is_empty() { path.starts_with('/') } else { base.starts_with('/') };
    let parts = base.split('/').chain(path.split('/'));
    let parts: Vec<&str> = parts.filter(|part| !matches!(*part, "" | ".")).collect();
    match (absolute, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// Devices that keep nothing, terminals, descriptors, and what bash takes for a connection.
fn is_no_file(path: &str) -> bool {
    let digits = |rest: &str| !rest.is_empty() && rest.chars().all(|next| next.is_ascii_digit());
    let descriptor = ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|dir| path.strip_prefix(dir));
    let connection = path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/");
    descriptor.is_some_and(digits)
        || connection && !path.contains("..")
        || matches!(
            path,
            "/dev/null"
                | "/dev/zero"
                | "/dev/full"
                | "/dev/tty"
                | "/dev/stdin"
                | "/dev/stdout"
                | "/dev/stderr"
                | "/dev/console"
                | "NUL"
                | "$null"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        let found = shell_syntax::commands(&format!("x {text}"), &|_| vec![]).unwrap();
        found.iter().find(|command| command.program() == Some("x")).unwrap().words[1].clone()
    }

    fn check(dir: &str, word: &str, expected: &str) {
        let text = format!("{dir}; x {word}");
        let found = shell_syntax::commands(&text, &|_| vec![]).unwrap();
        let command = found.iter().find(|command| command.program() == Some("x")).unwrap();
        let variables = Variables::of(&text);
        let shown = match target(&command.words[1], &command.dir, variables) {
            Ok(None) => "none".to_owned(),
            Ok(Some(target)) => {
                let home = if target.anchor == Anchor::Home { "home:" } else { "" };
                let below = if target.reach.is_some() { "/**" } else { "" };
                format!("{home}{}{below}", target.path)
            }
            Err(reason) => format!("? {reason}"),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn words_name_files() {
        check(":", "a/./b//c", "a/b/c");
        check(":", "a/../b", "a/../b");
        check("cd d", "../b", "d/../b");
        check("cd /d", "b", "/d/b");
        check("cd /d", "/b/", "/b");
        check(":", ".", ".");
        check("cd \"$D\"", "b", "? `b` is relative, and the current folder is unknown");
        check("cd \"$D\"", "/b", "/b");
        check(":", "'$x'", "$x");
        check(":", "$x", "? `$x` depends on an expansion");
        check(":", "a$(b)", "? `a$(b)` depends on an expansion");
        check(":", "/dev/null", "none");
        check(":", "/dev/fd/12", "none");
        check(":", "/dev/fd/../../x", "/dev/fd/../../x");
        check(":", "/dev/sda", "/dev/sda");
    }

    #[test]
    fn starts_that_are_known_are_taken_off() {
        check(":", "~/a", "home:a");
        check("cd d", "~", "home:.");
        check(":", "\"$HOME/a\"", "home:a");
        check(":", "${HOME}/a", "home:a");
        check("cd d", "$PWD/a", "d/a");
        check("cd d", "\"$(pwd)\"/a/b", "d/a/b");
        check("HOME=/x", "$HOME/a", "? `$HOME/a` depends on an expansion");
        check("read PWD", "$PWD/a", "? `$PWD/a` depends on an expansion");
        check(":", "$HOMES/a", "? `$HOMES/a` depends on an expansion");
        check(":", "~root/a", "? `~root/a` depends on an expansion");
        check(":", "'~/a'", "~/a");
    }

    #[test]
    fn patterns_are_below_the_folder_before_them() {
        check(":", "src/*.ts", "src/**");
        check(":", "src/a*/b.ts", "src/**");
        check(":", "*", "./**");
        check(":", "{src/a,out/x}", "./**");
        check(":", "src/{a,b}.ts", "src/**");
        check(":", "src/f{1..3}.ts", "src/**");
        check(":", "src/*.{ts,js}", "src/**");
        check(":", "src/a.{ts,js}", "src/**");
        check("cd d", "/a/b?", "/a/**");
        check(":", "~/*", "home:./**");
        check(":", "src/*/../../x", "? `src/*/../../x` may lead to another folder");
        check(":", "src/.*", "? `src/.*` may lead to another folder");
        check(":", "src/{../out,a}", "? `src/{../out,a}` may lead to another folder");
        check(":", "src/{.,a}./out", "? `src/{.,a}./out` may lead to another folder");
        check(":", "src/{,a}.{.,b}/out", "? `src/{,a}.{.,b}/out` may lead to another folder");
        check(":", "src/.[.]/out", "? `src/.[.]/out` may lead to another folder");
        check(":", "*/$x", "? `*/$x` depends on an expansion");
    }

    #[test]
    fn what_is_near_is_the_folder_before_an_expansion() {
        let check = |dir: &WorkingDir, text: &str, expected: &str| {
            let found = nearby(&word(text), dir).map(|target| {
                let below = if target.reach.is_some() { "/**" } else { "" };
                format!("{:?} {}{below}", target.anchor, target.path)
            });
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        };
        let inside = WorkingDir::Literal("d".to_owned());
        check(&inside, "a/$F", "Start d/a/**");
        check(&inside, "\"/a/$F\"", "Start /a/**");
        check(&inside, "$F", "");
        check(&inside, "'a/$F'", "Start d/a/$F");
        check(&inside, "a/*/../$F", "Start d/a/**");
        check(&inside, "\"$CLAUDE_PROJECT_DIR/a\"", "Project a");
        check(&inside, "${CLAUDE_PROJECT_DIR}/a/$F", "Project a/**");
        check(&WorkingDir::Unknown, "a", "Unknown a");
        check(&WorkingDir::Unknown, "a/$F", "Unknown a/**");
        check(&WorkingDir::Unknown, "/a/$F", "Start /a/**");
    }
}
