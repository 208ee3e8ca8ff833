//! What the commands of a line can spoil.

use command_effects::{Act, Change, ChangeKind, Extent, Judgement, Risk, Tier};
use confine::Plan;

use super::guard::Line;
use crate::decide::commands::name_of;
use crate::policy::RatedCommand;
use crate::words;

/// Each command that may do more than write, then the line as a whole where that is worse.
pub(super) fn of(line: &Line) -> Vec<RatedCommand> {
    let judgement = &line.judgement;
    let of_command = |(at, act): (usize, &Act)| {
        let command = judgement.runs.get(at)?;
        let is_meant = act.tier == Tier::Critical
            || act.tier == Tier::Destructive && !only_cleans(judgement, at);
        let (words, program) = (words::spoken(command), name_of(command));
        let (tier, line) = (act.tier, act.line.clone());
        is_meant.then_some(RatedCommand { tier, command: Some(at), words, program, line })
    };
    let mut found: Vec<RatedCommand> =
        judgement.acts.iter().enumerate().filter_map(of_command).collect();
    let Risk { tier, command } = &judgement.together;
    let highest = found.iter().map(|rated| rated.tier).max().unwrap_or_default();
    if *tier == Tier::Critical && highest < Tier::Critical {
        let (tier, words, program) = (*tier, command.clone(), words::SEVERAL.to_owned());
        found.push(RatedCommand { tier, command: None, words, program, line: None });
    }
    found
}

/// Whether all that a command removes is what builds and tests make.
fn only_cleans(judgement: &Judgement, at: usize) -> bool {
    let outputs = Plan::default_outputs();
    let is_output = |change: &&Change| {
        change.path.split('/').any(|name| outputs.iter().any(|output| output == name))
    };
    let is_removal = |it: &&Change| {
        it.command == at && it.kind == ChangeKind::Remove && it.extent != Extent::File
    };
    let mut removed = judgement.writes.iter().filter(is_removal).peekable();
    removed.peek().is_some() && removed.all(|change| is_output(&change))
}
