//! Which commands a rule is about.

use std::cell::OnceCell;

use project_paths::text_matches;
use shell_syntax::SimpleCommand;

use super::{Shell, glob};
use crate::policy::{Action, CommandRule};
use crate::words;

/// A command with its program, as many rules ask for it.
pub(crate) struct Run<'a> {
    pub(crate) program: &'a str,
    pub(crate) command: &'a SimpleCommand,
    args: OnceCell<String>,
}

/// The commands of a line that have a program.
pub(crate) fn run(shell: &Shell) -> Vec<Run<'_>> {
    let Shell::Parsed(commands) = shell else { return Vec::new() };
    commands.iter().filter_map(Run::of).collect()
}

impl<'a> Run<'a> {
    /// A command, if it has a program.
    pub(crate) fn of(command: &'a SimpleCommand) -> Option<Self> {
        Some(Self { program: command.program()?, command, args: OnceCell::new() })
    }

    fn args(&self) -> &str {
        self.args.get_or_init(|| self.command.joined_args())
    }

    /// Whether the pattern fits the arguments; what restricts a call does so behind options too, as
    /// in `git -C x push`.
    fn fits(&self, args: &str, action: Action) -> bool {
        text_matches(args, self.args())
            || action != Action::Allow
                && self.behind_options().into_iter().any(|rest| text_matches(args, rest))
    }

    /// The arguments behind each of the options with which they begin, and behind what may be its
    /// value.
    fn behind_options(&self) -> Vec<&str> {
        let mut words = self.command.args().map(|word| word.text.as_str()).peekable();
        let (mut left, mut behind) = (self.args(), Vec::new());
        let mut pass = |word: &str| {
            left = left.get(word.len() + 1..).unwrap_or_default();
            behind.extend(Some(left).filter(|left| !left.is_empty()));
        };
        while let Some(option) = words.next_if(|word| word.starts_with('-')) {
            pass(option);
            let is_value = |word: &&str| !option.contains('=') && !word.starts_with('-');
            words.next_if(is_value).into_iter().for_each(&mut pass);
        }
        behind
    }
}

/// The commands that a rule is about.
pub(crate) struct Matcher<'r> {
    rule: &'r CommandRule,
}

impl<'r> Matcher<'r> {
    /// Those of a rule.
    pub(crate) fn of(rule: &'r CommandRule) -> Self {
        Self { rule }
    }

    /// Whether this is one of them.
    pub(crate) fn matches(&self, run: &Run<'_>) -> bool {
        let fits = |args: &str| run.fits(args, self.rule.rule.action);
        text_matches(&self.rule.program, run.program) && self.rule.args.as_deref().is_none_or(fits)
    }

    /// The program by which a command line has one of them.
    pub(crate) fn found_in(&self, shell: &Shell, run: &[Run<'_>]) -> Option<String> {
        match shell {
            Shell::Parsed(_) => {
                run.iter().find(|run| self.matches(run)).map(|run| name_of(run.command))
            }
            Shell::Unparsed { text, .. } => {
                // Whole words: `rm` does not occur in `form`.
                let is_of_name = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
                let named = |name: &&str| text_matches(&self.rule.program, name);
                let name = text.split(|c| !is_of_name(c)).find(named)?;
                let occurs = |pattern: &str| glob(&format!("*{pattern}*")).matches_text(text);
                self.rule.args.as_deref().is_none_or(occurs).then(|| name.to_owned())
            }
        }
    }
}

/// A program's name, for a message that is logged: not what an expansion holds.
pub(crate) fn name_of(command: &SimpleCommand) -> String {
    match command.program() {
        Some(name) if !name.contains(['$', '`', '(']) => name.to_owned(),
        _ => words::NAMELESS_PROGRAM.to_owned(),
    }
}
