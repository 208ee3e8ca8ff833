//! Commands that code in a line hands to a shell or a program: `execSync("x")`, `subprocess.run(["x"])`.
//!
//! Nothing else is known of such code, so these only tell how much it can spoil.

use shell_syntax::{Place, Run, SimpleCommand, What, Word, quoted};

use super::Told;
use crate::programs::{Settings, Switch};

/// Names of functions that run a text, or a list of words, whatever they belong to.
const RUNNING: [&str; 22] = [
    "execSync",
    "execFileSync",
    "execFile",
    "execAsync",
    "execPromise",
    "spawnSync",
    "spawn",
    "execa",
    "execaSync",
    "execaCommand",
    "execaCommandSync",
    "check_output",
    "check_call",
    "Popen",
    "popen",
    "getoutput",
    "getstatusoutput",
    "create_subprocess_exec",
    "create_subprocess_shell",
    "system",
    "shell_exec",
    "passthru",
];

/// Others, with what has to stand in the code for them to be such.
const RUNNING_IF: [(&str, &str); 4] = [
    ("run", "subprocess"),
    ("call", "subprocess"),
    ("exec", "child_process"),
    ("exec", "promisify"),
];

/// So many commands of a code are looked at.
const MAX_COMMANDS: usize = 40;

/// What stands for an expression in a command.
const UNKNOWN: &str = "\"$not_told\"";

/// The commands that the code of an interpreter runs, as far as its text tells.
pub(crate) fn runs(command: &SimpleCommand, settings: Settings<'_>) -> Vec<Run> {
    let told = Told::read(command.words.get(1..).unwrap_or_default(), settings);
    let input = command.input.iter().filter(|_| told.code.is_empty());
    let backquotes_run = settings.has(Switch::BackquotesRun);
    let texts = told.code.iter().chain(input);
    let texts = texts.flat_map(|code| commands(&code.text, backquotes_run)).collect();
    scripts(texts, command.words.len())
}

/// The commands that a program of awk runs: by `system`, or at the end of a pipe.
pub(crate) fn of_awk(command: &SimpleCommand) -> Vec<Run> {
    let mut found = vec![];
    for code in command.args().map(|word| word.text.as_str()) {
        let behind_sign = |sign: &'static str| {
            code.match_indices(sign).filter_map(move |(at, _)| code.get(at + sign.len()..))
        };
        let handed = behind_sign("system(").chain(behind_sign("|"));
        found.extend(handed.filter_map(|rest| Some(string(rest.trim_start())?.0)));
        let read = behind_sign("\"").filter_map(|rest| {
            let (text, behind) = rest.split_once('"')?;
            let behind = behind.trim_start().strip_prefix('|')?;
            behind.trim_start().starts_with("getline").then(|| text.to_owned())
        });
        found.extend(read);
    }
    scripts(parsed(found), command.words.len())
}

fn scripts(texts: Vec<Word>, end: usize) -> Vec<Run> {
    let run = |text| {
        let what = What::Script { text, words: end..end, parameters: None };
        Run { what, place: Place::Same }
    };
    texts.into_iter().map(run).collect()
}

/// The commands that a program runs, each as a text for a shell.
fn commands(code: &str, backquotes_run: bool) -> Vec<Word> {
    let mut found = vec![];
    let by_sign = RUNNING_IF.iter().filter(|(_, sign)| code.contains(sign));
    let by_sign: Vec<&str> = by_sign.map(|(name, _)| *name).collect();
    let runs = |name: &str| RUNNING.contains(&name) || by_sign.contains(&name);
    let is_part = |next: char| next.is_ascii_alphanumeric() || next == '_';
    let mut runs_any = false;
    for (at, _) in code.match_indices('(') {
        let before = code.get(..at).unwrap_or_default();
        let start = before.trim_end_matches(is_part).len();
        if !runs(before.get(start..).unwrap_or_default()) {
            continue;
        }
        runs_any = true;
        found.extend(code.get(at + 1..).and_then(argument));
    }
    if runs_any {
        found.extend(code.match_indices('[').filter_map(|(at, _)| listed(code.get(at + 1..)?)));
    }
    // zx and bun: $`command`.
    for (at, sign) in code.match_indices("$`") {
        found.extend(code.get(at + sign.len() - 1..).and_then(|rest| Some(string(rest)?.0)));
    }
    if backquotes_run {
        found.extend(handed_to_a_shell(code));
    }
    parsed(found)
}

/// What Perl, PHP and Ruby hand to a shell beside the arguments in brackets: text between backquotes
/// or behind `qx` and `%x`, and the string behind a bare `exec` or `system`.
fn handed_to_a_shell(code: &str) -> Vec<String> {
    let mut found: Vec<String> = code.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    for sign in ["%x", "qx"] {
        found.extend(code.match_indices(sign).filter_map(|(at, _)| {
            let rest = code.get(at + sign.len()..)?;
            let open = rest.chars().next().filter(|next| next.is_ascii_punctuation())?;
            let close = match open {
                '(' => ')',
                '[' => ']',
                '{' => '}',
                '<' => '>',
                other => other,
            };
            Some(rest.get(1..)?.split_once(close)?.0.to_owned())
        }));
    }
    for name in ["exec", "system"] {
        found.extend(code.match_indices(name).filter_map(|(at, _)| {
            let rest = code.get(at + name.len()..)?;
            Some(string(rest.trim_start_matches([' ', '(']))?.0)
        }));
    }
    found
}

/// The texts that a shell takes: any other would have the whole line refused.
fn parsed(mut texts: Vec<String>) -> Vec<Word> {
    texts.truncate(MAX_COMMANDS);
    texts.retain(|text| shell_syntax::commands(text, &|_| vec![]).is_ok());
    texts.iter().map(|text| Word::plain(text)).collect()
}

/// The command that the first argument of a call is: a text, a list, or a program with a list behind it.
fn argument(rest: &str) -> Option<String> {
    let rest = rest.trim_start();
    if let Some(rest) = rest.strip_prefix('[') {
        return listed(rest);
    }
    let (text, behind) = string(rest)?;
    let behind = behind.trim_start().strip_prefix(',').map(str::trim_start);
    let words = behind.and_then(|behind| behind.strip_prefix('[')).and_then(elements);
    Some(match words {
        Some(words) => format!("{text} {}", words.join(" ")),
        None => text,
    })
}

/// The command that a list of two words and more is.
fn listed(rest: &str) -> Option<String> {
    let words = elements(rest)?;
    let is_program = |word: &String| word.starts_with('\'') && !word.contains(' ');
    (words.len() > 1 && words.first().is_some_and(is_program)).then(|| words.join(" "))
}

/// The elements of a list as words of a shell; the list ends at its bracket.
fn elements(rest: &str) -> Option<Vec<String>> {
    const MAX_ELEMENTS: usize = 30;
    let mut words = vec![];
    let mut rest = rest.trim_start();
    while !rest.starts_with(']') && words.len() < MAX_ELEMENTS {
        let end;
        if let Some((text, behind)) = string(rest) {
            let is_told = !text.contains('$');
            words.push(if is_told { quoted(&text) } else { UNKNOWN.to_owned() });
            end = behind;
        } else {
            words.push(UNKNOWN.to_owned());
            end = rest;
        }
        let next = end.find([',', ']', '[', '\n'])?;
        rest = end.get(next..)?;
        if let Some(behind) = rest.strip_prefix(',') {
            rest = behind.trim_start();
        } else {
            rest = rest.trim_start();
            if !rest.starts_with(']') {
                return None;
            }
        }
    }
    Some(words)
}

/// The string that a text begins with, where an expression in it is not told, and what stands behind.
fn string(rest: &str) -> Option<(String, &str)> {
    let start = rest.trim_start_matches(['f', 'r', 'b', 'F', 'R', 'B']);
    let is_formatted = rest.len() > start.len() && rest.starts_with(['f', 'F']);
    let quote = start.chars().next().filter(|quote| ['"', '\'', '`'].contains(quote))?;
    let quotes: String = std::iter::repeat_n(quote, 3).collect();
    let open = if start.starts_with(&quotes) { quotes.as_str() } else { start.get(..1)? };
    let mut rest = start.get(open.len()..)?;
    let mut text = String::new();
    loop {
        if let Some(behind) = rest.strip_prefix(open) {
            return Some((text, behind));
        }
        let mut chars = rest.chars();
        let next = chars.next()?;
        let opens = match next {
            '$' | '#' if rest.get(1..).is_some_and(|it| it.starts_with('{')) => Some(2),
            '{' if is_formatted => Some(1),
            _ => None,
        };
        if let Some(open) = opens {
            rest = rest.get(open + rest.get(open..)?.find('}')? + 1..)?;
            text.push_str("$not_told");
            continue;
        }
        if next == '\\' {
            text.push(chars.next()?);
        } else if next == '\n' && open.len() == 1 && quote != '`' {
            return None;
        } else {
            text.push(next);
        }
        rest = chars.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_code_are_found() {
        for (code, expected) in [
            ("execSync('npx wrangler secret put x')", "npx wrangler secret put x"),
            ("cp.execSync(`put ${a.b} -n`, {cwd: 1})", "put $not_told -n"),
            ("spawn('kubectl', ['apply', '-f', file])", "kubectl 'apply' '-f' \"$not_told\""),
            ("subprocess.run(['a', 'b c', str(x)], check=True)", "'a' 'b c' \"$not_told\""),
            ("import subprocess\nrun(f'a {b} c', shell=True)", "a $not_told c"),
            ("cmd = ['a', 'b']\nsubprocess.check_call(cmd)", "'a' 'b'"),
            ("os.system(\"a 'b'\")", "a 'b'"),
            ("subprocess.run(\n    [\n        'a',\n        'b',\n    ],\n)", "'a' 'b'"),
            ("await $`a b`", "a b"),
            ("subprocess.run(\"\"\"a\nb\"\"\")", "a\nb"),
        ] {
            let found = commands(code, false);
            let found: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
            assert_eq!(found.first().copied(), Some(expected), "{code}: {found:?}");
        }
        for code in [
            "app.run('0.0.0.0')",
            "x = ['a', 'b']",
            "print('system')",
            "exec('print(1)')",
            "subprocess.run(command)",
            "execSync(",
            "execSync('a",
            "spawn(['a', ['b'",
            "",
        ] {
            assert_eq!(commands(code, false), [], "{code}");
        }
    }
}
