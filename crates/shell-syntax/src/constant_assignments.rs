//! Variables that a script sets once, to a text that it says, and never changes: what `$NAME` stands
//! for behind `NAME=text`. The name of a new temporary file (`NAME=$(mktemp -d)`) counts as such a text.
//!
//! Such an assignment is a command of its own that surely runs before all else that speaks of the
//! variable. Where anything in the script might set it once more, it is none of these.

use std::borrow::Cow;

use crate::command::{SimpleCommand, Word};
use crate::constants::Settled;
use crate::mentions::{is_name, mentions, splits_as_usual};
use crate::parse_error::Unparsed;
use crate::reader::read_settled;
use crate::setting_builtins::{DECLARING, SETTING, declares_a_reference, is_stuck};
use crate::tree::{AndOr, Command, Condition, Lexed, List, Pipeline, Simple};

/// So often a value may be made of other ones.
const MAX_ROUNDS: usize = 4;

/// The most variables of one script.
const MAX_SETTLED: usize = 64;

/// The longest value that is put in.
const MAX_VALUE: usize = 4_096;

/// Where `mktemp` makes its files.
const TEMPORARY: &str = "/tmp";

/// How the name begins that stands for a new file, and that for a new folder.
const NEW_FILE: &str = "mktemp-";
const NEW_FOLDER: &str = "mktemp-d-";

/// The variables of `text` that seem to be such; [`kept`] tells which are.
pub(crate) fn variables(text: &str) -> Result<Settled, Unparsed> {
    let mut found = Settled::default();
    if !may_settle(text) {
        return Ok(found);
    }
    for _ in 0..MAX_ROUNDS {
        let script = read_settled(text, &found)?;
        let before = found.len();
        for (name, value) in assigned(&script, text) {
            if found.len() < MAX_SETTLED && is_settled(name, &value, text) {
                found.add(name, &value);
            }
        }
        if found.len() == before {
            break;
        }
    }
    Ok(found)
}

/// Those of them that no command of the script may set.
pub(crate) fn kept(mut settled: Settled, commands: &[SimpleCommand]) -> Settled {
    for command in commands {
        let Some(program) = command.words.first() else { continue };
        // No builtin is called by a path.
        if program.text.contains('/') {
            continue;
        }
        let named = || variable(&settled, program);
        let name = if program.literal { command.program() } else { named() };
        let name = name.unwrap_or_default();
        if matches!(name, "" | "eval" | "source" | "." | "alias" | "enable" | "builtin") {
            return Settled::default();
        }
        let sets = SETTING.contains(&name)
            || name == "printf" && command.args().any(|word| word.text.starts_with("-v"));
        if !sets {
            continue;
        }
        if !command.args().all(|word| word.literal)
            || DECLARING.contains(&name) && command.args().any(declares_a_reference)
        {
            return Settled::default();
        }
        settled.retain(|name, value| {
            let same = format!("{name}={value}");
            let may_set = |text: &str| speaks_of(text, name) || is_stuck(text, name);
            command.args().all(|word| word.text == same || !may_set(&word.text))
        });
    }
    settled
}

/// The value of the variable that a word is.
fn variable<'s>(settled: &'s Settled, word: &Word) -> Option<&'s str> {
    let name = word.text.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
    settled.value(name)
}

/// Variables that a shell sets itself, or takes for something else than text.
pub(crate) const SPECIAL: [&str; 45] = [
    "_",
    "PATH",
    "HOME",
    "PWD",
    "OLDPWD",
    "IFS",
    "CDPATH",
    "ENV",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "UID",
    "EUID",
    "PPID",
    "OPTIND",
    "OPTARG",
    "REPLY",
    "PS4",
    "SHELLOPTS",
    "FUNCNAME",
    "GROUPS",
    "DIRSTACK",
    "PIPESTATUS",
    "HISTCMD",
    "HOSTNAME",
    "TMPDIR",
    "COPROC",
    "MAPFILE",
    "TMOUT",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "path",
    "cdpath",
    "fpath",
    "mailpath",
    "manpath",
    "status",
    "argv",
    "prompt",
    "pipestatus",
    "options",
    "commands",
    "functions",
    "aliases",
];

/// Whether a text may have such variables at all.
fn may_settle(text: &str) -> bool {
    let joins = |(at, _): (usize, &str)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        before.is_some_and(is_name)
    };
    text.contains('=')
        && text.contains('$')
        && splits_as_usual(text)
        && !text.match_indices("\\\n").any(joins)
}

/// The assignments that surely run, in their order.
fn assigned<'t>(script: &'t List, text: &str) -> Vec<(&'t str, Cow<'t, str>)> {
    let mut found = vec![];
    for AndOr { first, rest, in_background } in script {
        if *in_background {
            continue;
        }
        let mut pipelines = std::iter::once(first).chain(
            rest.iter()
                .take_while(|(condition, _)| *condition == Condition::Success)
                .map(|(_, pipeline)| pipeline),
        );
        let mut next = || assignments(pipelines.next()?, text);
        while let Some(assignments) = next() {
            found.extend(assignments);
        }
    }
    found
}

/// The assignments of a command that is nothing else, each of a text.
fn assignments<'t>(pipeline: &'t Pipeline, text: &str) -> Option<Vec<(&'t str, Cow<'t, str>)>> {
    let [Command::Simple(Simple { assignments, words, redirections })] =
        pipeline.commands.as_slice()
    else {
        return None;
    };
    let is_export = words.first().is_some_and(|word| word.bare_text() == Some("export"));
    if pipeline.negated || !redirections.is_empty() || !(words.is_empty() || is_export) {
        return None;
    }
    let values = if is_export { words.get(1..)? } else { assignments };
    let told = |word: &'t std::rc::Rc<Lexed>| {
        let (name, value) = word.word.text.split_once('=')?;
        if word.word.literal {
            return Some((name, Cow::Borrowed(value)));
        }
        let made = new_file(value, name).filter(|_| only_calls_mktemp(text))?;
        Some((name, Cow::Owned(made)))
    };
    Some(values.iter().filter_map(told).collect())
}

/// The name that stands for what `mktemp` prints where a value is that call: a file that nobody has yet, in
/// the folder for temporary ones.
pub(crate) fn new_file(value: &str, name: &str) -> Option<String> {
    let call = match value.strip_prefix("$(") {
        Some(call) => call.strip_suffix(')')?,
        None => value.strip_prefix('`')?.strip_suffix('`')?,
    };
    let mut words = call.split_ascii_whitespace();
    if words.next() != Some("mktemp") {
        return None;
    }
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_.-/".contains(next);
    let (mut kind, mut is_name) = (NEW_FILE, false);
    for word in words {
        match word {
            "-d" | "--directory" => kind = NEW_FOLDER,
            "-q" | "--quiet" => {}
            "-t" => is_name = true,
            "-dt" | "-td" => (kind, is_name) = (NEW_FOLDER, true),
            _ if word.starts_with('-') || word.contains("..") || !word.chars().all(is_plain) => {
                return None;
            }
            _ => {
                let below = word.strip_prefix(TEMPORARY).and_then(|rest| rest.strip_prefix('/'));
                let is_free = if is_name { !word.contains('/') } else { below.is_some() };
                is_free.then_some(())?;
            }
        }
    }
    Some(format!("{TEMPORARY}/{kind}{name}"))
}

/// Whether such a name is that of a folder.
pub(crate) fn is_folder(path: &str) -> bool {
    let name = path.strip_prefix(TEMPORARY).and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| name.starts_with(NEW_FOLDER) && !name.contains('/'))
}

/// Whether `mktemp` stands in a text only where it is called, and makes its files where it always does.
pub(crate) fn only_calls_mktemp(text: &str) -> bool {
    let is_called = |(at, _)| {
        let before: &str = text.get(..at).unwrap_or_default();
        before.ends_with("$(") || before.ends_with('`')
    };
    !text.contains("TMPDIR") && text.match_indices("mktemp").all(is_called)
}

/// Whether the text itself shows that nothing but this assignment sets a variable.
fn is_settled(name: &str, value: &str, text: &str) -> bool {
    let is_variable = !name.is_empty()
        && name.chars().all(is_name)
        && !name.starts_with(|next: char| next.is_ascii_digit())
        && !name.starts_with("BASH")
        && !SPECIAL.contains(&name);
    if !is_variable || value.is_empty() || value.len() > MAX_VALUE {
        return false;
    }
    let counts = ["for ", "select ", "((", "$[", "coproc"].iter().any(|sign| text.contains(sign))
        || counts_elsewhere(text);
    let mut is_assigned = false;
    for (before, after) in mentions(text, name) {
        let is_expanded = before.ends_with('$') || before.ends_with("${");
        if !is_assigned {
            is_assigned = after.starts_with('=');
            if !is_assigned || is_expanded {
                return false;
            }
            continue;
        }
        let is_set = after.starts_with(['=', '[']) || after.starts_with("+=");
        let is_counted = ["++", "--"].iter().any(|sign| after.starts_with(sign));
        let is_counted = is_counted || before.ends_with("++") || before.ends_with("--");
        let is_number = before.ends_with('{') && after.starts_with('}');
        let is_fine = if is_expanded {
            !after.starts_with("++") && !before.ends_with("$$") && !before.ends_with("#$")
        } else {
            !(is_set || is_counted || is_number || counts)
        };
        if !is_fine {
            return false;
        }
    }
    is_assigned
}

/// Whether a text reckons without two parentheses: in a comparison of numbers, or in where a part of a
/// value begins (`${s:$n}`). What a variable says there may set another one.
fn counts_elsewhere(text: &str) -> bool {
    let compares = [" -eq", " -ne", " -lt", " -le", " -gt", " -ge"];
    let is_part = |(at, _)| {
        let before: &str = text.get(..at).unwrap_or_default();
        before.rsplit_once("${").is_some_and(|(_, name)| name.chars().all(is_name))
    };
    text.contains("[[") && compares.iter().any(|sign| text.contains(sign))
        || text.match_indices(":$").any(is_part)
}

fn speaks_of(text: &str, name: &str) -> bool {
    mentions(text, name).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let commands = crate::walk::commands(text, &|_| vec![], &|_| true).unwrap();
        let found = kept(variables(text).unwrap(), &commands);
        assert_eq!(found.len(), expected.len(), "{text}");
        for (name, value) in expected {
            assert_eq!(found.value(name), Some(*value), "{text}");
        }
    }

    #[test]
    fn what_is_set_once_is_settled() {
        check("f=a; echo > $f", &[("f", "a")]);
        check("f='a b' && g=c; rm \"$f\" $g", &[("f", "a b"), ("g", "c")]);
        check("a=.c\nb=${a}laude; ls $b", &[("a", ".c"), ("b", ".claude")]);
        check("cd x; f=a; rm -f $f", &[("f", "a")]);
        check("export f=a; rm $f", &[("f", "a")]);
        check("read g; f=a; rm $f", &[("f", "a")]);
        let new = |name| format!("{TEMPORARY}/mktemp-{name}");
        check("f=$(mktemp -d); rm -r \"$f\"", &[("f", &new("d-f"))]);
        check("f=`mktemp -dt x.XXX`; rm $f", &[("f", &new("d-f"))]);
        let made = format!("f=$(mktemp {TEMPORARY}/x.XXX) || exit; rm $f");
        check(&made, &[("f", &new("f"))]);
        check("T=\"$(mktemp)\" && trap 'rm \"$T\"' EXIT", &[("T", &new("T"))]);
    }

    #[test]
    fn what_may_be_something_else_is_not() {
        for text in [
            "f=a rm $f",
            "f=$(mktemp -d -p .); rm $f",
            "f=$(mktemp -d)/../a; rm $f",
            "f=$(mktemp ./a.XXX); rm $f",
            "f=$(mktemp a.XXX); rm $f",
            "f=$(mktemp -t ../a.XXX); rm $f",
            "mktemp() { echo a; }; f=$(mktemp -d); rm $f",
            "TMPDIR=a; f=$(mktemp -d); rm $f",
            "for f in a; do f=$(mktemp); done; rm $f",
            "rm $f; f=a",
            "f=a; f=b; rm $f",
            "f=a; f+=b; rm $f",
            "f=a & rm $f",
            "f=a | rm $f",
            "x && f=a; rm $f",
            "x || f=a; rm $f",
            "(f=a); rm $f",
            "if x; then f=a; fi; rm $f",
            "f() { f=a; }; rm $f",
            "f=a; read f < b; rm $f",
            "f=a; r''ead f < b; rm $f",
            "f=a; unset f; rm $f",
            "f=a; read -rf < b; rm $f",
            "f=a; printf -vf b; rm $f",
            "f=a; read $g; rm $f",
            "f=a; eval \"$x\"; rm $f",
            "f=a; . ./x; rm $f",
            "f=a; for f in b c; do rm $f; done",
            "f=a; ((f++)); rm $f",
            "f=a; $x f; rm $f",
            "f=a; r=read; $r f < b; rm $f",
            "f=a; printf -v f %s b; rm $f",
            "f=a; exec {f}> b; rm $f",
            "f=a; alias x=read; x f < b; rm $f",
            "f=a; fo\\\nr f in b; do rm $f; done",
            "IFS=/; f=a/b; rm $f",
            "f=$(x); rm $f",
            "f=~/a; rm $f",
            "HOME=/x; rm $HOME",
            "f=(a b); rm $f",
            "f=; rm $f/*",
            "f=a; : $((f+=1)); rm $f",
            "f=a; g() { [[ $1=5 -eq 5 ]]; }; g f; rm $f",
            "f=a; s=abc; g() { : ${s:$1=5}; }; g f; rm $f",
            "f=a; declare -n r; r=f; r=b; rm $f",
        ] {
            let commands = crate::walk::commands(text, &|_| vec![], &|_| true).unwrap();
            let found = kept(variables(text).unwrap(), &commands);
            assert_eq!((found.value("f"), found.value("HOME")), (None, None), "{text}");
        }
    }
}
