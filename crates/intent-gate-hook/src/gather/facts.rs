//! All that is known of a call when it is judged.

use std::time::SystemTime;

use active_intents::IntentId;
use hook_protocol::PreToolUse;
use hook_runtime::Ctx;
use person::attendance::{Asking, asking};

use crate::gather::availability::Availability;
use crate::gather::call_effects::Act;
use crate::gather::confinement;
use crate::gather::load::Gate;
use crate::gather::locks::ProjectLocks;
use crate::gather::program::Typed;
use crate::gather::session::{Actor, Session};
use crate::policy::Policy;

/// What is known of a call when it is judged.
#[derive(Debug)]
pub(crate) struct Facts<'a> {
    /// What the project wants, and its intents.
    pub(crate) gate: &'a Gate,
    pub(crate) act: &'a Act,
    /// The intent that the actor chose before.
    pub(crate) chosen: Option<Availability<'a>>,
    /// The intent that the call chooses.
    pub(crate) choice: Option<Availability<'a>>,
    /// Whether the person can be asked.
    pub(crate) asking: Asking,
    pub(crate) now: SystemTime,
    /// What to type for the gate's own program.
    pub(crate) typed: Typed<'a>,
    /// Whether the kernel limits what the call can write, so that its text need not tell.
    pub(crate) is_walled: bool,
}

impl<'a> Facts<'a> {
    /// Those of a call that does `act`.
    pub(crate) fn of(
        ctx: &'a Ctx,
        event: &PreToolUse,
        gate: &'a Gate,
        act: &'a Act,
        chosen: &Session,
        locks: &ProjectLocks,
    ) -> Self {
        let actor = Actor::of(ctx, &event.common);
        let (intents, session) = (&gate.intents, actor.session.as_str());
        let choosable = |id: &str| Availability::of(ctx, intents, locks, id, session);
        let held =
            |id: &IntentId| Availability::of_chosen(ctx, intents, locks, id.as_str(), session);
        Self {
            gate,
            act,
            chosen: chosen.intent_of(actor.agent.as_deref()).map(held),
            choice: act.choice().map(choosable),
            asking: asking(event.common.permission_mode.as_ref(), |name| ctx.env(name)),
            now: ctx.now(),
            typed: Typed::of(ctx, &actor.session),
            is_walled: confinement::stands(ctx, &gate.policy, chosen, event.call.name.tool()),
        }
    }

    pub(crate) fn policy(&self) -> &'a Policy {
        &self.gate.policy
    }
}
