//! The policies of an organisation: guards judge a call again by each of them. They can only deny, ask and warn.

use std::path::PathBuf;
use std::sync::Arc;

use hook_protocol::{Answer, Decision, capped};
use hook_runtime::{Ctx, Hook, Phase};

use super::{Asked, Call, effective};
use crate::hook_answer::{Said, Speaker};
use crate::last_call::Mark;
use crate::mode::Mode;
use crate::policy_record::Policy;

/// What the reason of a policy begins with.
const PREFIX: &str = "Organisation policy: ";

/// The guard `hook` for each policy that configures it. Neither the project's mode nor a pause counts.
pub(super) fn asked(here: &Ctx, policies: &[Policy], phase: Phase, hook: &Arc<Hook>) -> Vec<Asked> {
    let numbered = policies.iter().enumerate();
    let own = numbered.filter(|(_, policy)| {
        phase == Phase::Guard && policy.mode != Mode::Off && policy.configures(hook.name())
    });
    own.map(|(at, policy)| Asked {
        hook: Arc::clone(hook),
        ctx: hook.ctx_in(here).under_policy(&policy.folder),
        by: Speaker { policy: Some(at), ..Speaker::of(hook, phase, effective(here, policy.mode)) },
        mark: Mark::default(),
    })
    .collect()
}

/// The folders of the policies that a hook enforces.
pub(super) fn enforced(policies: &[Policy], hook: &str) -> impl Iterator<Item = PathBuf> {
    let is_enforced = |policy: &&Policy| policy.mode == Mode::Enforce && policy.configures(hook);
    policies.iter().filter(is_enforced).map(|policy| policy.folder.clone())
}

impl Call {
    /// What counts of an answer by a policy: that it forbids or warns, unless the hook itself has said the same.
    pub(super) fn of_policy(&self, said: Said) -> Said {
        let Some(policy) = said.by.policy.and_then(|at| self.settings.policies.get(at)) else {
            return said;
        };
        let own = self.own(&said);
        let has_said = |reason: &str| {
            own.as_ref().is_some_and(|own| match &own.decision {
                Decision::Deny(known) | Decision::Ask(known) => known == reason,
                _ => false,
            })
        };
        let with_prefix = |reason: String| capped(format!("{PREFIX}{reason}"));
        let answer = said.answer;
        let decision = match answer.decision {
            Decision::Deny(reason) => Decision::Deny(with_prefix(reason)),
            Decision::Ask(reason) if !has_said(&reason) => Decision::Ask(with_prefix(reason)),
            _ => Decision::NoOpinion,
        };
        let told = own.as_ref().and_then(|own| own.context.as_deref()).unwrap_or_default();
        let answer = Answer {
            context: answer.context.filter(|context| !told.contains(context)).map(with_prefix),
            halt: answer.halt.map(with_prefix),
            block: answer.block.map(with_prefix),
            decision,
            ..Answer::default()
        };
        let place = format!("organisation/{}", policy.name);
        let rule = match said.rule {
            Some(rule) => format!("{place}/{rule}"),
            None => place,
        };
        Said { rule: Some(rule).filter(|_| !answer.is_silent()), answer, ..said }
    }

    /// What the hook itself has said, if it counts.
    fn own(&self, said: &Said) -> Option<Answer> {
        let progress = self.progress();
        let own = progress.said.iter().find(|one| one.by.hook == said.by.hook);
        own.filter(|one| one.by.policy.is_none() && one.counts()).map(|one| one.answer.clone())
    }
}
