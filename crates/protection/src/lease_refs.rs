//! The refs by which a Git remote grants leases of intents. Whoever moves one takes an intent from its holder.

use command_effects::Tier;
use shell_syntax::SimpleCommand;

use crate::Said;
use crate::inventory::Thing;
use crate::refusal::{Act, Refusal};

/// Where they are.
const REFS: &str = "refs/tacklebox";

/// How a push may spell one of them. Source: `gitrevisions(7)`, the rules for a name without `refs/`.
const SHORT: &str = "tacklebox/leases/";

/// The first such ref that a Git command of a line may write.
pub(crate) fn written_by(said: &Said<'_>) -> Option<Refusal> {
    let commands = said.judgement.runs.iter().zip(&said.judgement.acts);
    let mut writers =
        commands.filter(|(command, act)| command.program() == Some("git") && act.tier > Tier::Safe);
    let spoken = writers.find_map(|(command, _)| {
        named_by(command).or_else(|| {
            let is_read =
                command.args().any(|word| word.text == "--stdin" || word.text == "fast-import");
            (is_read && said.text.contains(REFS)).then(|| REFS.to_owned())
        })
    })?;
    Some(Refusal::new(Act::Change, Thing::Lease, spoken))
}

/// What a command names, by an argument or by the value of an option.
fn named_by(command: &SimpleCommand) -> Option<String> {
    let is_push = command.args().any(|word| ["push", "send-pack"].contains(&word.text.as_str()));
    command.args().find_map(|word| {
        // Git takes the beginning of an option for it.
        if is_push && word.text.len() > 2 && "--mirror".starts_with(&word.text) {
            return Some(REFS.to_owned());
        }
        let value = match word.text.split_once('=') {
            Some((option, value)) if option.starts_with('-') => value,
            _ => &word.text,
        };
        value.trim_start_matches('+').split(':').find_map(|name| covered(name, is_push))
    })
}

/// The refs that a side of a refspec names.
fn covered(name: &str, is_push: bool) -> Option<String> {
    let lies_there = |name: &str| {
        name == REFS || name.strip_prefix(REFS).is_some_and(|rest| rest.starts_with('/'))
    };
    match name.split_once('*') {
        Some((before, _)) => {
            let is_wider =
                before.starts_with("refs/") && REFS.starts_with(before.trim_end_matches('/'));
            (is_wider || lies_there(before)).then(|| REFS.to_owned())
        }
        None => (lies_there(name) || is_push && name.starts_with(SHORT)).then(|| name.to_owned()),
    }
}
