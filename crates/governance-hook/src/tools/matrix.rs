//! `matrix`: what each state does with each primitive.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use crate::decide::lookup::Situation;
use crate::decide::primitive;
use crate::gather::exceptions;
use crate::gather::load;
use crate::words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// For agents of this type
    #[arg(long, value_name = "TYPE")]
    agent_type: Option<String>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(policy) = load::policy(ctx)? else {
        console.line(words::tools::NO_STATES);
        return Ok(ExitCode::SUCCESS);
    };
    let lifted = exceptions::active(ctx);
    let head = std::iter::once(String::new()).chain(policy.states.iter().cloned());
    let mut rows = vec![head.collect::<Vec<_>>()];
    let reachable = primitive::reachable(&policy);
    let ruled = policy.rules.keys().map(String::as_str);
    // What no tool reaches is shown all the same, and marked: it may be a slip.
    let primitives: BTreeSet<&str> = reachable.iter().copied().chain(ruled).collect();
    for primitive in primitives {
        let cells = policy.states.iter().map(|state| {
            let agent_type = args.agent_type.as_deref();
            let situation = Situation { policy: &policy, state, agent_type, lifted: &lifted };
            words::action(situation.action_on(primitive)).to_owned()
        });
        let until =
            lifted.get(primitive).map(|until| format!("(lifted until {})", ctx.local_text(until)));
        let unused = (!reachable.contains(primitive)).then(|| words::tools::UNREACHED.to_owned());
        let cells = std::iter::once(primitive.to_owned()).chain(cells);
        rows.push(cells.chain(until).chain(unused).collect());
    }
    console.headed_table(&rows);
    Ok(ExitCode::SUCCESS)
}
