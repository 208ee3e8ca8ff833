//! `matrix`: what each state does with each primitive.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use crate::decide::lookup::Situation;
use crate::decide::primitive;
use crate::gather::exceptions;
use crate::gather::load;
use crate::policy::Policy;
use crate::words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// For agents of this type
    #[arg(long, value_name = "TYPE")]
    agent_type: Option<String>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(policy) = load::policy(ctx)? else {
        console.line(words::tools::not_configured(ctx));
        return Ok(ExitCode::SUCCESS);
    };
    let lifted = exceptions::active(ctx);
    let head = std::iter::once(String::new()).chain(policy.states.iter().cloned());
    let mut rows = vec![head.collect::<Vec<_>>()];
    for primitive in primitives(&policy) {
        let cells = policy.states.iter().map(|state| {
            let agent_type = args.agent_type.as_deref();
            let situation = Situation { policy: &policy, state, agent_type, lifted: &lifted };
            words::action(situation.action_on(primitive)).to_owned()
        });
        let until =
            lifted.get(primitive).map(|until| format!("(lifted until {})", ctx.local_text(until)));
        rows.push(std::iter::once(primitive.to_owned()).chain(cells).chain(until).collect());
    }
    console.headed_table(&rows);
    Ok(ExitCode::SUCCESS)
}

/// What some tool can reach, and what else has rules.
fn primitives(policy: &Policy) -> BTreeSet<&str> {
    primitive::reachable(policy)
        .into_iter()
        .chain(policy.rules.keys().map(String::as_str))
        .collect()
}
