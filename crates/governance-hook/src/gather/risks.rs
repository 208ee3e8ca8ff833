//! What the commands of a line can spoil.

use command_effects::{Change, ChangeKind, Effects, Extent, Programs, Tier, risk_line};
use confine::Plan;

use super::guard::Line;
use crate::decide::commands::name_of;
use crate::policy::RatedCommand;
use crate::words;

/// Each command that may do more than write, then the line as a whole where that is worse.
pub(super) fn of(line: &Line, programs: &Programs) -> Vec<RatedCommand> {
    let Line { text, effects, .. } = line;
    let of_command = |(at, tier): (usize, &Tier)| {
        let command = effects.commands.get(at)?;
        let is_meant =
            *tier == Tier::Critical || *tier == Tier::Destructive && !only_cleans(effects, at);
        let (words, by_table) = (words::spoken(command), risk_line(text, command, *tier, programs));
        let program = name_of(command);
        let rated = RatedCommand { tier: *tier, command: Some(at), words, program, line: by_table };
        is_meant.then_some(rated)
    };
    let mut found: Vec<RatedCommand> =
        effects.tiers.iter().enumerate().filter_map(of_command).collect();
    let risk = &effects.risk;
    let highest = found.iter().map(|rated| rated.tier).max().unwrap_or_default();
    if risk.tier == Tier::Critical && highest < Tier::Critical {
        let (words, program) = (risk.command.clone(), words::SEVERAL.to_owned());
        found.push(RatedCommand { tier: risk.tier, command: None, words, program, line: None });
    }
    found
}

/// Whether all that a command removes is what builds and tests make.
fn only_cleans(effects: &Effects, at: usize) -> bool {
    let outputs = Plan::default_outputs();
    let is_output = |change: &&Change| {
        change.path.split('/').any(|name| outputs.iter().any(|output| output == name))
    };
    let is_removal = |it: &&Change| {
        it.command == at && it.kind == ChangeKind::Remove && it.extent != Extent::File
    };
    let mut removed = effects.changes.iter().filter(is_removal).peekable();
    removed.peek().is_some() && removed.all(|change| is_output(&change))
}
