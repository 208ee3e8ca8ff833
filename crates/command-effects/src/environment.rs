//! What a line puts into the environment of one of its commands.

use shell_syntax::{SimpleCommand, Value, Word};

use crate::change::Variable;
use crate::variables::{NOT_TOLD, configured, obeyed, preloaded};

/// Commands that hand on the environment that they have to what they run.
const HANDING_ON: [&str; 14] = [
    "env", "timeout", "nice", "ionice", "nohup", "time", "command", "exec", "stdbuf", "setsid",
    "xargs", "find", "bash", "sh",
];

/// The variables that are put into the environment of the command at a place, with their values as far as the
/// line tells them; `inherited` ones are there already.
pub(crate) fn of(commands: &[SimpleCommand], at: usize, inherited: &[Variable]) -> Vec<Variable> {
    let Some((before, [command, ..])) = commands.split_at_checked(at) else { return vec![] };
    let mut found = inherited.to_vec();
    let is_all = before.iter().any(exports_all);
    for earlier in before {
        let is_set = |name: &str| is_all || found.iter().any(|(known, _)| known == name);
        let names: Vec<&str> = match earlier.program() {
            None => earlier.assignments.iter().map(name_of).filter(|name| is_set(name)).collect(),
            Some("unset") => earlier.args().map(name_of).filter(|name| is_set(name)).collect(),
            Some(_) if exports(earlier) => {
                earlier.args().map(name_of).filter(|name| !name.starts_with('-')).collect()
            }
            Some(_) => vec![],
        };
        // Whether it surely ran is told by what the command knows.
        for name in names {
            put(&mut found, name, bound(command, name));
        }
    }
    let mut runners = vec![];
    let mut next = command.runner;
    while let Some(runner) = next.and_then(|at| commands.get(at)).filter(|_| runners.len() < at) {
        runners.push(runner);
        next = runner.runner;
    }
    for runner in runners.into_iter().rev() {
        assign(&mut found, &runner.assignments);
        let is_env = runner.program() == Some("env");
        let hands_on = runner.program().is_some_and(|program| HANDING_ON.contains(&program));
        if !hands_on
            || is_env && runner.args().next().is_some_and(|word| word.text.starts_with('-'))
        {
            for (_, value) in &mut found {
                *value = None;
            }
        }
        if is_env {
            let words: Vec<Word> =
                runner.args().take_while(|word| word.text.contains('=')).cloned().collect();
            assign(&mut found, &words);
        }
    }
    assign(&mut found, &command.assignments);
    found
}

/// Whether nothing obeys these variables but what is written to ask for them.
pub(crate) fn is_plain(variables: &[Variable]) -> bool {
    let word = |(name, value): &Variable| {
        let value_or_none = value.clone().unwrap_or_else(|| format!("${NOT_TOLD}"));
        let text = format!("{name}={value_or_none}");
        Word { text, literal: value.is_some(), splits: false }
    };
    let words: Vec<Word> = variables.iter().map(word).collect();
    obeyed(&words, "").is_none()
        && preloaded(&words).is_none()
        && configured(&words).next().is_none()
}

fn assign(found: &mut Vec<Variable>, assignments: &[Word]) {
    for word in assignments {
        let value =
            word.text.split_once('=').filter(|(name, _)| word.literal && !name.ends_with('+'));
        put(found, name_of(word), value.map(|(_, value)| value.to_owned()));
    }
}

fn put(found: &mut Vec<Variable>, name: &str, value: Option<String>) {
    found.retain(|(known, _)| known != name);
    found.push((name.to_owned(), value));
}

fn name_of(word: &Word) -> &str {
    word.text.split('=').next().unwrap_or_default().trim_end_matches('+')
}

/// The one value that a variable has where a command runs.
fn bound(command: &SimpleCommand, name: &str) -> Option<String> {
    let binding = command.bound.iter().find(|binding| binding.name == name)?;
    match binding.values.as_slice() {
        [Value::Word(word, _)] if word.literal => Some(word.text.clone()),
        _ => None,
    }
}

fn exports(command: &SimpleCommand) -> bool {
    let is_x = |word: &Word| word.text.starts_with('-') && word.text.contains('x');
    match command.program() {
        Some("export") => true,
        Some("declare" | "typeset" | "local" | "readonly") => command.args().any(is_x),
        _ => false,
    }
}

fn exports_all(command: &SimpleCommand) -> bool {
    let is_a = |word: &Word| {
        word.text == "allexport" || word.text.starts_with('-') && word.text.contains('a')
    };
    command.program() == Some("set") && command.args().any(is_a)
}
