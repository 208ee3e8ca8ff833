//! The effects of a call: which files it changes, how risky it is, and what it asks of the gate itself.

use command_effects::{Tier, Unresolved};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::{Protection, Refusal, Target};

use crate::gather::free_path::is_free;
use crate::gather::order::Order;
use crate::gather::outputs;
use crate::gather::target::{is_exempt, leave_other_checkouts};
use crate::policy::Policy;

/// Where a call happens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) project: &'a ProjectRoot,
    /// Asked where a call is judged, and not when it is over.
    pub(crate) protection: Option<&'a Protection<'a>>,
    pub(crate) policy: &'a Policy,
    /// The session that calls.
    pub(crate) session: &'a str,
}

/// What a call would do. The default does nothing that the gate cares for.
#[derive(Debug, Default)]
pub(crate) struct Act {
    /// The files that it changes.
    pub(crate) targets: Vec<Target>,
    /// As near as the text comes to others that it does not tell.
    pub(crate) nearby: Vec<Target>,
    /// Whether it also changes files outside of the project that need no intent.
    pub(crate) changes_free: bool,
    /// Folders in the root that lie in every scope, as far as it changes something there.
    pub(crate) outputs: Vec<String>,
    /// What it would do to what is protected.
    pub(crate) refusal: Option<Refusal>,
    /// Why it cannot be told what it changes, if it changes something.
    pub(crate) unclear: Option<Unclear>,
    /// It may change something, though no file: a program or a tool of which
    /// nothing is known.
    pub(crate) may_change: bool,
    /// How much it can spoil, and what of it.
    pub(crate) tier: Tier,
    pub(crate) risky: String,
    /// What it wants of the gate, in order.
    pub(crate) orders: Vec<Order>,
}

/// Why it cannot be told what a call changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// The text of a command does not tell.
    Effects(Unresolved),
    /// It is PowerShell, with signs that a shell reads otherwise.
    PowerShell,
    /// A program of PowerShell of which nothing is known.
    Cmdlet(String),
}

impl Act {
    /// Whether it changes something, or may.
    pub(crate) fn changes(&self) -> bool {
        !self.targets.is_empty()
            || self.unclear.is_some()
            || self.may_change
            || self.tier > Tier::Safe
    }

    /// Whether all that it changes needs no intent.
    pub(crate) fn is_exempt(&self, policy: &Policy) -> bool {
        (!self.targets.is_empty() || self.changes_free)
            && self.unclear.is_none()
            && !self.may_change
            && self.targets.iter().all(|target| is_exempt(target, policy))
    }

    /// The intent that it chooses, the last of them.
    pub(crate) fn choice(&self) -> Option<&str> {
        self.orders.iter().rev().find_map(|order| match order {
            Order::Select(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// Whether it chooses an intent or gives one back.
    pub(crate) fn chooses(&self) -> bool {
        self.orders.iter().any(|order| matches!(order, Order::Select(_) | Order::Release))
    }

    /// What is to be done about it when it has succeeded: of several choices and
    /// releases in one command only the last, which is how they end.
    pub(crate) fn done(&self) -> impl Iterator<Item = &Order> {
        let moves = |order: &Order| matches!(order, Order::Select(_) | Order::Release);
        let last = self.orders.iter().rposition(moves);
        let orders = self.orders.iter().enumerate();
        orders.filter(move |(at, order)| !moves(order) || Some(*at) == last).map(|(_, order)| order)
    }

    /// Whether it asks for more scope, which takes an intent whose scope that is.
    pub(crate) fn asks_for_scope(&self) -> bool {
        self.orders.iter().any(|order| matches!(order, Order::Request { .. }))
    }

    /// Sets aside what needs no intent, and what is in other checkouts, once it is known what of it is protected.
    pub(crate) fn set_free(&mut self, ctx: &Ctx, scene: &Scene<'_>) {
        let Scene { project, policy, .. } = *scene;
        let is_free = |target: &Target| is_free(ctx, project, policy, target);
        let before = self.targets.len();
        self.targets.retain(|target| !is_free(target));
        self.nearby.retain(|target| !is_free(target));
        self.changes_free |= self.targets.len() < before;
        leave_other_checkouts(ctx, project, &mut self.targets);
        leave_other_checkouts(ctx, project, &mut self.nearby);
        let targets = self.targets.iter().chain(&self.nearby);
        self.outputs = outputs::found(project, &policy.outputs, targets);
    }

    pub(crate) fn raise(&mut self, tier: Tier, what: &str) {
        if tier > self.tier {
            self.tier = tier;
            what.clone_into(&mut self.risky);
        }
    }
}
