//! What functions and traps make of the commands of a line: they run at another time than where they stand.

use crate::command::{Redirect, SimpleCommand, Word, WorkingDir};
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

    /// The commands in the body of a function of which a part is what it is given, with `args` in the place of that.
    pub(crate) fn called(
        &self,
        name: &str,
        args: &[Word],
        found: &[SimpleCommand],
    ) -> Vec<(Vec<Word>, Vec<Redirect>)> {
        let bodies = self.bodies.iter().filter(|(known, _)| known == name);
        let commands = bodies.flat_map(|(_, body)| found.get(body.clone()).unwrap_or_default());
        let own = commands.filter(|command| !command.wrapped && takes_parameters(command));
        let given = own.map(|command| {
            let words = command.words.iter().flat_map(|word| given(word, args)).collect();
            let redirect = |it: &Redirect| {
                let target = given(&it.target, args).into_iter().next();
                Redirect { target: target.unwrap_or_else(|| it.target.clone()), ..*it }
            };
            (words, command.redirects.iter().map(redirect).collect())
        });
        given.collect()
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

fn takes_parameters(command: &SimpleCommand) -> bool {
    let targets = command.redirects.iter().map(|it| &it.target);
    command.words.iter().chain(targets).any(|word| !word.literal && parameter(&word.text).is_some())
}

/// The first parameter in a text: what stands before it, its name, and what stands behind it.
fn parameter(text: &str) -> Option<(&str, &str, &str)> {
    text.match_indices('$').find_map(|(at, _)| {
        let behind = text.get(at + 1..)?;
        let (name, rest) = match behind.strip_prefix('{') {
            Some(inner) => inner.split_once('}')?,
            None => behind.split_at_checked(1)?,
        };
        let is_one = matches!(name, "@" | "*") || name.parse::<usize>().is_ok_and(|it| it > 0);
        is_one.then_some((text.get(..at)?, name, rest))
    })
}

/// The words that a word of a body is where it is called with `args`.
fn given(word: &Word, args: &[Word]) -> Vec<Word> {
    let Some((before, name, behind)) = parameter(&word.text).filter(|_| !word.literal) else {
        return vec![word.clone()];
    };
    let meant = match name.parse::<usize>() {
        Ok(number) => args.get(number - 1..number).unwrap_or_default(),
        Err(_) => args,
    };
    if before.is_empty() && behind.is_empty() {
        return meant.to_vec();
    }
    let texts: Vec<&str> = meant.iter().map(|arg| arg.text.as_str()).collect();
    let text = format!("{before}{}{behind}", texts.join(" "));
    let literal = meant.iter().all(|arg| arg.literal) && !text.contains(['$', '`']);
    vec![Word { text, literal, splits: word.splits && !literal }]
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

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_function_is_given_stands_in_its_commands() {
        let check = |text: &str, expected: &[&str]| {
            let found = crate::commands(text, &|_| vec![]).unwrap();
            let run = |wanted: &str| {
                found.iter().any(|command| {
                    let words = command.words.iter().map(|word| word.text.as_str());
                    words.collect::<Vec<_>>().join(" ") == wanted
                })
            };
            for wanted in expected {
                assert!(run(wanted), "{wanted}: {text} {found:?}");
            }
        };
        check("g() { git push \"$@\"; }; g -f origin", &["git push -f origin"]);
        check("run() { \"$@\"; }; run rm -rf a", &["rm -rf a"]);
        check("f() { g -x $1; }; g() { git push \"$@\"; }; f -f", &["git push -x -f"]);
        check("d() { rm -r \"$1/sub\" ${2}; }; d a b", &["rm -r a/sub b"]);
        check("f() { f \"$@\" \"$@\"; }; f a", &["f a a a a"]);
        let found = crate::commands("w() { echo x > \"$1\"; }; w out", &|_| vec![]).unwrap();
        assert!(found.iter().any(|it| it.redirects.iter().any(|it| it.target.text == "out")));
    }
}
