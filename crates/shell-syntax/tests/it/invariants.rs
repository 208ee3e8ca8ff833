//! What holds for every text that is understood; the fuzz target checks it too.

use shell_syntax::{SimpleCommand, Unparsed};

use crate::notation::commands;

/// The reasons of the bounds that a text meets when something is added to it.
const BOUNDS: &[&str] = &[
    "commands are nested too deeply",
    "compound commands are nested too deeply",
    "more than 2,000 commands",
    "scripts are nested too deeply",
    "substitutions are nested too deeply",
    "the text is longer than 64 KiB",
    "the text is too complex",
    "too much text in nested commands",
];

/// Checks that what is found in `text` stays when harmless text stands around it; returns whether
/// it is understood.
pub(crate) fn check(text: &str) -> bool {
    let Ok(found) = commands(text) else {
        return false;
    };
    // A backslash at the end would join what is added.
    if text.ends_with('\\') {
        return true;
    }
    let same = |around: String, before: usize, after: usize| match commands(&around) {
        Ok(more) => {
            let inside = more.get(before..more.len() - after).unwrap_or_default();
            assert_eq!(moved(inside, before), found, "{around}");
        }
        Err(err) => assert!(is_bound(&err), "{around}\n{err}"),
    };
    same(format!("{text}\n# a 'b"), 0, 0);
    same(format!("{text}\n: 'a'"), 0, 1);
    same(format!(": a\n{text}"), 1, 0);
    // What a variable stands for is known where it is surely set.
    if !(found.is_empty() || text.contains('=') && text.contains('$')) {
        same(format!("(\n{text}\n)"), 0, 0);
        same(format!("a && {{\n{text}\n}} && b"), 1, 1);
        same(format!("a \"$(\n{text}\n)\""), 1, 0);
        same(format!("if\n{text}\nthen b; fi"), 0, 1);
    }
    true
}

fn is_bound(err: &Unparsed) -> bool {
    BOUNDS.contains(&err.reason.as_str())
}

/// The same commands in a list that begins `by` commands later.
fn moved(commands: &[SimpleCommand], by: usize) -> Vec<SimpleCommand> {
    let moved = |command: &SimpleCommand| {
        let place = |at: Option<usize>| at.and_then(|at| at.checked_sub(by));
        let (runner, feeder) = (place(command.runner), place(command.feeder));
        SimpleCommand { runner, feeder, ..command.clone() }
    };
    commands.iter().map(moved).collect()
}
