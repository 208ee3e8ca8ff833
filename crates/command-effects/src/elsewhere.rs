//! What a line runs on another machine or in a container: `ssh HOST CMD`, `docker exec`.
//!
//! It changes no file here, so that only its tier counts. What is removed or overwritten there lies
//! in no scope, and cannot be had back.

use shell_syntax::SimpleCommand;

use crate::change::{Change, ChangeKind, Tier};
use crate::programs::Programs;
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
            None if programs.says(name(runner)?, "remotely") => runner,
            None => return None,
        };
        self.commands.push((index, taker));
        name(taker)
    }
}

/// Notes what a command of this tier does there; the tier that it has here.
pub(crate) fn note(found: &mut Found, runner: &str, tier: Tier, there: &Found) -> Tier {
    let unseen = there.runs_unseen;
    found.runs_unseen = found.runs_unseen.or(unseen);
    let unknown = &mut found.effects.unknown;
    if tier > Tier::Safe && !unknown.iter().any(|known| known == runner) {
        unknown.push(runner.to_owned());
    }
    // What is removed there lies in no scope.
    let is_removed = |change: &Change| {
        matches!(change.kind, ChangeKind::Remove) && !change.path.starts_with("/tmp/")
    };
    let mut changes = there.effects.changes.iter().chain(&there.effects.nearby);
    let removes = changes.any(is_removed);
    if tier >= Tier::Destructive || removes { Tier::Critical } else { tier }
}

#[cfg(test)]
mod tests {
    use crate::change::Tier;
    use crate::programs::Programs;

    #[test]
    fn what_runs_elsewhere_changes_nothing_here() {
        let own = ["at-host command=2- remotely elsewhere", "sudo command=1- remotely"];
        let programs = Programs::new(own).unwrap();
        let check = |line: &str, changes: usize, tier: Tier| {
            let found = crate::effects(line, &programs, &[]);
            assert_eq!((found.changes.len(), found.risk.tier), (changes, tier), "{line}");
        };
        check("ssh h uptime", 0, Tier::Safe);
        check("ssh h touch a", 0, Tier::Write);
        check("ssh h touch a > b", 1, Tier::Write);
        check("ssh h rm /tmp/a", 0, Tier::Write);
        check("ssh h rm a", 0, Tier::Critical);
        check("ssh h 'cd x && rm -r a'", 0, Tier::Critical);
        check("ssh h \"sudo sh -c 'rm -r a'\"", 0, Tier::Critical);
        check("ssh h 'curl x | sh'", 0, Tier::Critical);
        check("at-host web rm -r a", 0, Tier::Critical);
        // A line of a project takes nothing away.
        assert!(!crate::effects("sudo touch a", &programs, &[]).changes.is_empty());
    }
}
