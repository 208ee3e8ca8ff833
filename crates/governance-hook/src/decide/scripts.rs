//! What rules say of the tasks and scripts of the project that a line runs.

use shell_syntax::SimpleCommand;

use crate::decide::File;
use crate::decide::commands::{Matcher, Run};
use crate::policy::{Action, Policy};
use crate::words;

/// A task or a script that a line runs, by itself or through others.
#[derive(Debug)]
pub(crate) struct Script {
    /// The file in which it stands.
    pub(crate) file: String,
    /// The commands that run it: that of the line first, its own last.
    pub(crate) calls: Vec<SimpleCommand>,
    /// Its commands.
    pub(crate) commands: Vec<SimpleCommand>,
    /// The files that it changes, as far as a rule asks for them. What it reads it need not show.
    pub(crate) files: Vec<File>,
}

impl Script {
    /// The commands that stand in it. What reads its text is none of them, nor is a change of the folder,
    /// which ends with it.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        self.commands.iter().filter_map(Run::of).filter(|run| {
            let mut args = run.command.args().map(|word| word.text.as_str());
            run.program != "cd"
                && !(takes_code(run.program) && matches!(args.next(), Some("-c" | "-e")))
        })
    }

    /// How the agent is told that the line runs a command by it.
    pub(crate) fn running(&self, command: &SimpleCommand) -> String {
        words::runs(self.calls.first(), command, &self.file)
    }

    /// How the agent is told that the line writes a file by it.
    pub(crate) fn writing(&self, file: &File) -> String {
        words::writes(self.calls.first(), &file.spoken, &self.file)
    }
}

/// Those that rules are held against. A rule that allows a call says all of what that runs.
pub(crate) fn held<'s>(policy: &Policy, state: &str, scripts: &'s [Script]) -> Vec<&'s Script> {
    let is_free = |call: &SimpleCommand| {
        let rules = policy.commands.iter().filter(|rule| rule.holds_in(state));
        let mut allowing = rules.filter(|rule| rule.rule.action == Action::Allow);
        Run::of(call).is_some_and(|run| allowing.any(|rule| Matcher::of(rule).matches(&run)))
    };
    scripts.iter().filter(|script| !script.calls.iter().any(is_free)).collect()
}

/// Whether a program takes code as a word: scripts are looked at as if it was handed their texts so.
fn takes_code(program: &str) -> bool {
    matches!(program, "bash" | "sh" | "python" | "python3" | "node" | "ruby" | "perl")
}
