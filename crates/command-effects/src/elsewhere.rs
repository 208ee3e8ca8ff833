//! What a line runs on another machine or in a container: `ssh HOST CMD`, `docker exec`.
//!
//! It changes no file here, so that only its tier counts. What is removed or overwritten there lies
//! in no scope, and cannot be had back.

use shell_syntax::SimpleCommand;

use crate::change::Tier;
use crate::programs::{Programs, RUNS, Words};
use crate::sink::Found;

/// Which commands of a line run elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere {
    /// The places of those that do, each with that of the command that takes it there.
    commands: Vec<(usize, usize)>,
}

impl Elsewhere {
    /// The program that takes a command elsewhere, if one does; asked of each command in order.
    pub(crate) fn runner<'c>(
        &mut self,
        commands: &'c [SimpleCommand],
        index: usize,
        programs: &Programs,
    ) -> Option<&'c str> {
        let runner = commands.get(index)?.runner?;
        let name = |place: usize| commands.get(place).and_then(SimpleCommand::program);
        let known = self.commands.iter().find(|(place, _)| *place == runner);
        let taker = match known {
            Some((_, taker)) => *taker,
            None if is_remote(name(runner)?, programs) => runner,
            None => return None,
        };
        self.commands.push((index, taker));
        name(taker)
    }
}

/// Whether a program has a line that says so of what it runs.
fn is_remote(program: &str, programs: &Programs) -> bool {
    let mut lines = programs.lines(program, RUNS);
    lines.any(|line| Words(line.rest).any(|word| word == "remotely"))
}

/// Notes what a command of this tier does there; the tier that it has here.
pub(crate) fn note(found: &mut Found, runner: &str, tier: Tier, there: &Found) -> Tier {
    let unseen = there.runs_unseen;
    found.runs_unseen = found.runs_unseen.or(unseen);
    let unknown = &mut found.effects.unknown;
    if tier > Tier::Safe && !unknown.iter().any(|known| known == runner) {
        unknown.push(runner.to_owned());
    }
    if tier >= Tier::Destructive { Tier::Critical } else { tier }
}
