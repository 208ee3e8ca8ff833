//! What a line runs on another machine or in a container: `ssh HOST CMD`, `docker exec`.
//!
//! It changes no file here, so that only its tier counts. What is removed or overwritten there lies
//! in no scope, and cannot be had back; and another machine is at work while something is changed on it.

use shell_syntax::{SimpleCommand, Word};

use crate::judgement::{Change, ChangeKind, Tier};
use crate::programs::{CONTAINED, Programs, REMOTELY};
use crate::reading::Reading;
use crate::sink::Found;
use crate::verbs;

/// Which commands of a line run elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere {
    /// The places of those that do, each with that of the command that takes it there.
    commands: Vec<(usize, usize)>,
}

impl Elsewhere {
    /// The command that takes another one elsewhere, if one does; asked of each command in order.
    pub(crate) fn runner<'c>(
        &mut self,
        commands: &'c [SimpleCommand],
        index: usize,
        programs: &Programs,
    ) -> Option<&'c SimpleCommand> {
        let runner = commands.get(index)?.runner?;
        let name = |place: usize| commands.get(place).and_then(SimpleCommand::program);
        let known = self.commands.iter().find(|(place, _)| *place == runner);
        let goes = |name: &str| programs.says(name, REMOTELY | CONTAINED);
        let taker = match known {
            Some((_, taker)) => *taker,
            None if goes(name(runner)?) => runner,
            None => return None,
        };
        self.commands.push((index, taker));
        commands.get(taker)
    }
}

/// Notes what a command of this tier does there; the tier that it has here.
pub(crate) fn note(
    found: &mut Found,
    runner: &SimpleCommand,
    tier: Tier,
    there: &Found,
    programs: &Programs,
) -> Tier {
    let unseen = there.runs_unseen;
    found.runs_unseen = found.runs_unseen.or(unseen);
    let name = runner.program().unwrap_or_default();
    let unknown = &mut found.judgement.unknown;
    if tier > Tier::Safe && !unknown.iter().any(|known| known == name) {
        unknown.push(name.to_owned());
    }
    let is_kept = |change: &Change| !change.path.starts_with("/tmp/");
    let mut changes = there.judgement.writes.iter().chain(&there.judgement.nearby);
    let only_changes = there.judgement.unknown.is_empty() && there.judgement.unresolved.is_empty();
    let is_far = || programs.says(name, REMOTELY) && !leads_here(runner, programs);
    // What is removed there lies in no scope.
    let is_lost = if is_far() && tier > Tier::Safe {
        !only_changes || changes.any(is_kept)
    } else {
        changes.any(|change| matches!(change.kind, ChangeKind::Remove) && is_kept(change))
    };
    if tier >= Tier::Destructive || is_lost { Tier::Critical } else { tier }
}

/// Whether a command is told that the other machine is this one, or a cluster of this machine.
fn leads_here(runner: &SimpleCommand, programs: &Programs) -> bool {
    let args = runner.words.get(1..).unwrap_or_default();
    let known = programs.known(runner.program().unwrap_or_default(), args);
    let Some(entry) = known.built_in.or(known.own) else { return false };
    let reading = Reading::new(&entry, args, runner, "");
    let is_here = |host: &&Word| {
        matches!(host.text.rsplit('@').next(), Some("localhost" | "127.0.0.1" | "::1"))
            && host.literal
    };
    let end = args.iter().position(|word| word.text == "--").unwrap_or(args.len());
    reading.args.operands.first().is_some_and(is_here)
        || verbs::names_a_local_cluster(args.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::judgement::Tier;
    use crate::programs::Programs;

    #[test]
    fn what_runs_elsewhere_changes_nothing_here() {
        let own = ["at-host command=2- remotely elsewhere", "sudo command=1- remotely"];
        let programs = Programs::new(own).unwrap();
        let check = |line: &str, changes: usize, tier: Tier| {
            let found = crate::judge(line, None, &programs);
            assert_eq!((found.writes.len(), found.risk(&[]).tier), (changes, tier), "{line}");
        };
        check("ssh h uptime", 0, Tier::Safe);
        check("ssh h touch a", 0, Tier::Critical);
        check("ssh h touch a > b", 1, Tier::Critical);
        check("ssh h 'cat a' > b", 1, Tier::Write);
        check("ssh h rm /tmp/a", 0, Tier::Write);
        check("ssh h 'echo a > /tmp/a; make'", 0, Tier::Critical);
        check("ssh h sudo docker restart web", 0, Tier::Critical);
        check("ssh h ./run.sh", 0, Tier::Critical);
        check("ssh -p 22 a@localhost make", 0, Tier::Write);
        check("ssh h curl -X POST http://localhost:1/", 0, Tier::Critical);
        check("docker exec web touch a", 0, Tier::Write);
        check("docker exec web rm a", 0, Tier::Critical);
        check("kubectl exec web -- psql -f a.sql", 0, Tier::Critical);
        check("kubectl --context kind-a exec web -- psql -f a.sql", 0, Tier::Write);
        check("knife ssh -afqdn 'roles:a' -- systemctl is-active a", 0, Tier::Safe);
        check("knife ssh -afqdn 'roles:a' -- sudo /opt/a.sh", 0, Tier::Critical);
        check("fly ssh console -a b -C 'ls /'", 0, Tier::Safe);
        check("fly ssh console -a b -C \"sh -c 'sed -i s/a/b/ c'\"", 0, Tier::Critical);
        check("ssh h rm a", 0, Tier::Critical);
        check("ssh h 'cd x && rm -r a'", 0, Tier::Critical);
        check("ssh h \"sudo sh -c 'rm -r a'\"", 0, Tier::Critical);
        check("ssh h 'curl x | sh'", 0, Tier::Critical);
        check("at-host web rm -r a", 0, Tier::Critical);
        // A line of a project takes nothing away.
        assert!(!crate::judge("sudo touch a", None, &programs).writes.is_empty());
    }
}
