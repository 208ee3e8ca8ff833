//! From evidence to an answer. Takes values, gives a value, touches nothing.

use crate::Proof;
use crate::evidence::{Evidence, Terminal};
use crate::process::{Ancestry, Process};
use crate::token::Token;
use crate::words::Missing;

/// What of the evidence shows a person; else what is missing.
///
/// A token is enough: whoever has it got it from the person. Without one, all the rest has
/// to be there together.
pub(crate) fn judge(evidence: &Evidence) -> Result<Proof, Missing> {
    if evidence.token == Token::Right {
        return if is_hosts_own(&evidence.ancestry) {
            Err(Missing::SecretToken)
        } else {
            Ok(Proof::Token)
        };
    }
    at_terminal(evidence).map(|()| Proof::Terminal).map_err(|missing| match &evidence.token {
        Token::Wrong => Missing::RightToken,
        Token::Unusable(why) => Missing::Token(why.clone()),
        Token::NotGiven | Token::Right => missing,
    })
}

/// Whether a host has the token in its environment: then each of its agents has it.
fn is_hosts_own(ancestry: &Ancestry) -> bool {
    let Ancestry::Known { chain, .. } = ancestry else { return false };
    let is_marked = |process: &Process| {
        let environment = process.environment.unwrap_or_default();
        let is_agents = process.host().is_some() || environment.mark.is_some();
        is_agents && environment.has_token
    };
    // This process has it from whoever passes it.
    chain.iter().skip(1).any(is_marked)
}

/// Whether an event was fed to this program by the shell of an agent's tool, which stands
/// between it and the host then. Where no such shell is seen, a host may have sent it.
pub(crate) fn is_fed_by_hand(ancestry: &Ancestry) -> bool {
    let Ancestry::Known { chain, .. } = ancestry else { return false };
    let above = chain.iter().skip(1);
    let below_host = above.take_while(|process| process.host().is_none());
    below_host.filter_map(|process| process.environment).any(|it| it.is_of_tool)
}

fn at_terminal(evidence: &Evidence) -> Result<(), Missing> {
    if let Some(mark) = evidence.mark {
        return Err(Missing::Mark(mark));
    }
    match (evidence.terminal, &evidence.ancestry) {
        (Terminal::Missing, _) => Err(Missing::Terminal),
        // Other systems than Linux show neither whose terminal it is nor the processes above.
        (_, Ancestry::Unknown) => Ok(()),
        (Terminal::Foreign, _) => Err(Missing::OwnTerminal),
        (_, Ancestry::Known { is_in_namespace: true, .. }) => Err(Missing::Surroundings),
        (_, Ancestry::Known { chain, is_whole, .. }) => {
            free_of_agents(chain)?;
            if *is_whole { Ok(()) } else { Err(Missing::Sight) }
        }
    }
}

/// What shows that an agent asks.
pub(crate) fn agent(evidence: &Evidence) -> Option<Missing> {
    let above = || match &evidence.ancestry {
        Ancestry::Known { chain, .. } => free_of_agents(chain).err(),
        Ancestry::Unknown => None,
    };
    evidence.mark.map(Missing::Mark).or_else(above)
}

/// No process above is a host, or was started by one.
fn free_of_agents(chain: &[Process]) -> Result<(), Missing> {
    for process in chain.iter().skip(1) {
        if let Some(host) = process.host() {
            return Err(Missing::Host(host.to_owned()));
        }
        if let Some(mark) = process.environment.and_then(|environment| environment.mark) {
            return Err(Missing::MarkAbove(mark));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "decide/tests.rs"]
mod tests;
