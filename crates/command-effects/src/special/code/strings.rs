//! Strings in the code of any language: what stands between two quotes of a kind.

use shell_syntax::{Place, Run, What, Word};

use crate::programs::Programs;

/// So many strings of a code are looked at.
const MAX_STRINGS: usize = 200;

/// Signs by which the languages that people write in a line run another program.
const RUNNING: [&str; 10] =
    ["system", "exec", "spawn", "popen", "subprocess", "`", "%x", "qx", "| \"", "\" |"];

/// A string, and where it stands.
#[derive(Debug)]
struct Quoted<'t> {
    text: &'t str,
    /// Where its quotes are.
    place: std::ops::Range<usize>,
}

/// The strings that may be names of files.
pub(crate) fn names(code: &str) -> impl Iterator<Item = &str> {
    const MAX_NAME: usize = 200;
    let is_sign = |next: char| next.is_alphanumeric() || "_-./~+@,".contains(next);
    quoted(code).into_iter().map(|found| found.text).filter(move |text| {
        text.len() <= MAX_NAME
            && text.contains(['.', '/', '_'])
            && text.contains(char::is_alphanumeric)
            && text.chars().all(is_sign)
    })
}

/// The commands that strings may be in several codes.
pub(crate) fn runs_in(codes: &[Word]) -> Vec<Run> {
    codes.iter().flat_map(|code| runs(&code.text)).collect()
}

/// The commands that strings may be, in code that has a sign of running one: a string of several words whose first is
/// a program that the table has, or strings that only commas stand between.
fn runs(code: &str) -> Vec<Run> {
    if !RUNNING.iter().any(|sign| code.contains(sign)) {
        return vec![];
    }
    let strings = quoted(code);
    let mut found: Vec<String> = strings.iter().map(|one| unescaped(one.text)).collect();
    found.extend(listed(code, &strings));
    found.extend(bracketed(code));
    found.retain(|text| is_command(text));
    let run = |text: String| {
        let word = Word::plain(&text);
        let what = What::Script { text: word, words: 0..0, parameters: None };
        Run { what, place: Place::Same }
    };
    found.into_iter().map(run).collect()
}

fn is_command(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let program = first.rsplit('/').next().unwrap_or(first);
    text.split_whitespace().nth(1).is_some()
        && (Programs::has(program) || first.contains('/'))
        && shell_syntax::commands(text, &|_| vec![]).is_ok()
}

/// What stands between the brackets of `%x(...)` and `qx{...}`.
fn bracketed(code: &str) -> Vec<String> {
    const SIGNS: [(&str, char); 4] = [("%x(", ')'), ("%x{", '}'), ("qx(", ')'), ("qx{", '}')];
    let behind = SIGNS.iter().flat_map(|(sign, end)| {
        let starts = code.match_indices(sign).filter_map(|(at, sign)| code.get(at + sign.len()..));
        starts.filter_map(|rest| Some(rest.split_once(*end)?.0.to_owned()))
    });
    behind.take(MAX_STRINGS).collect()
}

/// The lists of strings, as words of a shell: `["git", "push"]`.
fn listed(code: &str, strings: &[Quoted<'_>]) -> Vec<String> {
    let goes_on = |one: &Quoted<'_>, next: &Quoted<'_>| {
        let between = code.get(one.place.end..next.place.start).unwrap_or_default();
        let is_open = |next: char| next.is_whitespace() || next == ',' || next == '[';
        between.contains(',') && between.chars().all(is_open)
    };
    let word = |one: &Quoted<'_>| format!("'{}'", one.text.replace('\'', "'\\''"));
    let lists = strings.chunk_by(goes_on).filter(|list| list.len() > 1);
    let line = |list: &[Quoted<'_>]| {
        let (first, rest) = list.split_first()?;
        Some(rest.iter().fold(first.text.to_owned(), |line, one| format!("{line} {}", word(one))))
    };
    lists.filter_map(line).collect()
}

fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"").replace("\\'", "'")
}

/// A plain lexer of quotes: a string ends at the next quote of its kind that no backslash stands before, and but for
/// backquotes in its line.
fn quoted(code: &str) -> Vec<Quoted<'_>> {
    let mut found = vec![];
    let mut at = 0;
    while let Some(start) = code.get(at..).and_then(|rest| rest.find(['\'', '"', '`'])) {
        let start = at + start;
        at = start + 1;
        if found.len() == MAX_STRINGS {
            break;
        }
        if let Some(end) = end_of(code, start) {
            let text = code.get(at..end).unwrap_or_default();
            found.push(Quoted { text, place: start..end + 1 });
            at = end + 1;
        }
    }
    found
}

/// Where the string ends whose first quote stands at `start`.
fn end_of(code: &str, start: usize) -> Option<usize> {
    let mut rest = code.get(start..)?.char_indices();
    let (_, quote) = rest.next()?;
    let mut is_escaped = false;
    for (at, next) in rest {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if quote != '`' => return None,
            _ if next == quote => return Some(start + at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_may_name_files() {
        let check = |code: &str, expected: &[&str]| {
            assert_eq!(names(code).collect::<Vec<_>>(), expected, "{code}");
        };
        check("open('.env').read()", &[".env"]);
        check("print(open(\"a/b.txt\"), 'w', 'a b.c')", &["a/b.txt"]);
        check("# don't\nopen('x.py')", &["x.py"]);
        check("f(`a/${b}`, \"https://h.example/x\")", &[]);
        check("require('fs').readFileSync('id_rsa')", &["id_rsa"]);
    }

    #[test]
    fn strings_may_be_commands() {
        let check = |code: &str, expected: &[&str]| {
            let found: Vec<String> = runs(code)
                .into_iter()
                .filter_map(|run| match run.what {
                    What::Script { text, .. } => Some(text.text),
                    _ => None,
                })
                .collect();
            assert_eq!(found, expected, "{code}");
        };
        check("os.system('git push -f')", &["git push -f"]);
        check("subprocess.run(['git', 'push', '--force'])", &["git 'push' '--force'"]);
        check("puts `rm -r a`", &["rm -r a"]);
        check("execSync(\"echo \\\"a\\\"\")", &["echo \"a\""]);
        check("print('git push -f')", &[]);
        check("os.system('such and such')", &[]);
    }
}
