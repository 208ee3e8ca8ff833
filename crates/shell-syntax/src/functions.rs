//! What functions and traps make of the commands of a line: they run at another time than where they stand.

use crate::command::{SimpleCommand, Word, WorkingDir};
use crate::flow;

/// What is known of functions, which run where they are called.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// Their names, each with the commands that stand in it.
    pub(crate) bodies: Vec<(String, std::ops::Range<usize>)>,
    /// The names of those that change the directory.
    pub(crate) moving: Vec<String>,
    /// Whether the directory changes anywhere.
    pub(crate) moved: bool,
}

impl Functions {
    /// Says of the commands of a line which call a function, and marks those as running anywhere that
    /// stand in one where there is any `cd`, or all of them where a trap has one.
    pub(crate) fn settle(self, found: &mut [SimpleCommand]) {
        if self.moved {
            for (_, body) in &self.bodies {
                forget_dirs(found.get_mut(body.clone()).unwrap_or_default());
            }
            if self.is_moved_by_trap(found) {
                forget_dirs(found);
            }
        }
        if !self.moved {
            stay_in_traps(found);
        }
        for command in found.iter_mut().filter(|_| !self.bodies.is_empty()) {
            let name = command.program().unwrap_or_default();
            command.calls_function = self.bodies.iter().any(|(known, _)| known == name);
        }
    }

    /// Whether a trap that runs between commands (`DEBUG`, `ERR`, a signal) may change the
    /// directory. What runs at the end moves nothing behind it.
    fn is_moved_by_trap(&self, found: &[SimpleCommand]) -> bool {
        let is_end = |word: &Word| matches!(&*word.text, "EXIT" | "exit" | "SIGEXIT" | "0");
        let runs_between = |at: usize| {
            found.get(at).is_some_and(|command| {
                let words = command.args().skip_while(|word| word.text.starts_with('-'));
                command.program() == Some("trap") && words.skip(1).any(|word| !is_end(word))
            })
        };
        let runners = |command: &SimpleCommand| {
            let runner = |at: &usize| found.get(*at)?.runner;
            std::iter::successors(command.runner, runner)
        };
        found.iter().enumerate().any(|(at, command)| {
            let name = command.program().unwrap_or_default();
            let moves = flow::is_cd(name)
                || self.moving.iter().any(|moving| moving == name)
                || command.words.first().is_some_and(|word| !word.literal);
            moves && runners(command).any(runs_between) || command.opaque && runs_between(at)
        })
    }
}

/// Says of what a trap runs that it runs where the trap is set: nothing in the line changes the directory.
fn stay_in_traps(found: &mut [SimpleCommand]) {
    let may_move = |command: &SimpleCommand| {
        command.opaque || matches!(command.program(), Some("eval" | "source" | "."))
    };
    if found.iter().any(may_move) {
        return;
    }
    for at in 0..found.len() {
        let trap = found.get(at).and_then(|command| command.runner);
        let trap = trap.and_then(|trap| found.get(trap));
        let dir = trap.filter(|trap| trap.program() == Some("trap")).map(|trap| trap.dir.clone());
        if let (Some(dir), Some(command)) = (dir, found.get_mut(at)) {
            command.dir = dir;
        }
    }
}

/// Marks commands as running anywhere.
pub(crate) fn forget_dirs(commands: &mut [SimpleCommand]) {
    for command in commands {
        command.dir = WorkingDir::Unknown;
        command.other_dirs.clear();
    }
}
