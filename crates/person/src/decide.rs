//! From evidence to an answer. Takes values, gives a value, touches nothing.

use crate::Proof;
use crate::evidence::{Evidence, Terminal};
use crate::known::SCREEN;
use crate::process::{Ancestry, Process};
use crate::token::Token;
use crate::words::Missing;

/// The first process of the system.
const INIT: u32 = 1;

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
    match evidence.terminal {
        Terminal::Missing => return Err(Missing::Terminal),
        Terminal::Foreign if !matches!(evidence.ancestry, Ancestry::Unknown) => {
            return Err(Missing::OwnTerminal);
        }
        Terminal::Foreign | Terminal::Controlling => {}
    }
    match &evidence.ancestry {
        Ancestry::Unknown => Err(Missing::Ancestors),
        Ancestry::Known { is_in_namespace: true, .. } => Err(Missing::Surroundings),
        Ancestry::Known { chain, is_whole, .. } => {
            free_of_agents(chain)?;
            if !is_whole {
                return Err(Missing::Sight);
            }
            in_sight(chain)?;
            of_a_person(chain)
        }
    }
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

/// Whatever runs with our rights can be looked at: what an agent starts does.
fn in_sight(chain: &[Process]) -> Result<(), Missing> {
    let mut parents = chain.iter().skip(1);
    for process in chain {
        let parent = parents.next();
        // sshd takes on our rights and stays closed to us, below one with rights of its own.
        let is_service = parent.is_some_and(|parent| !parent.is_ours && parent.pid != INIT);
        let is_screen = process.is_named(SCREEN) || process.is_named("SCREEN");
        let is_seen = process.environment.is_some() || is_service || is_screen;
        // Nobody starts the first process of a system but the system.
        if process.is_ours && process.pid != INIT && !is_seen {
            return Err(Missing::Sight);
        }
    }
    Ok(())
}

/// The terminal, and each around it, was made for a person.
fn of_a_person(chain: &[Process]) -> Result<(), Missing> {
    let Some((own, above)) = chain.split_first() else { return Err(Missing::Sight) };
    if !own.has_pseudo_terminal() {
        // A console: no program makes one.
        return if own.terminal.is_some() { Ok(()) } else { Err(Missing::OwnTerminal) };
    }
    let leader = chain.iter().position(|process| process.pid == own.session);
    let leader = leader.ok_or(Missing::Beginning)?;
    let Some(owner) = chain.get(leader + 1) else {
        // The first process of a container has its terminal from outside.
        return Ok(());
    };
    if owner.terminal.is_some() && owner.terminal != own.terminal {
        return of_a_person(above.get(leader..).unwrap_or_default());
    }
    if owner.terminal.is_none() && owner.pid == INIT {
        return Err(Missing::Beginning);
    }
    let parent = chain.get(leader + 2);
    let is_service = parent.is_some_and(|parent| !parent.is_ours && parent.pid != INIT);
    if !owner.is_ours || (owner.environment.is_none() && is_service) {
        return Ok(());
    }
    if let Some(wrapper) = owner.wrapper() {
        return Err(Missing::People(wrapper.to_owned()));
    }
    let has_shell = chain.get(leader).is_some_and(Process::is_interactive_shell);
    if has_shell { Ok(()) } else { Err(Missing::Shell) }
}

#[cfg(test)]
#[path = "decide/tests.rs"]
mod tests;
