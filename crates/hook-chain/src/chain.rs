//! A chain of hooks, in the order in which they are called.

use std::sync::Arc;
use std::time::Duration;

use hook_protocol::{Event, HookEvent as _, Host, PreToolUse};
use hook_runtime::{DEFAULT_TIME, Hook, Phase};

use crate::matcher::fits;

/// Hooks that answer together.
pub struct Chain {
    /// By class, then by name; none twice.
    hooks: Vec<Arc<Hook>>,
    /// The host, if the command names it.
    host: Option<Host>,
}

impl Chain {
    /// A chain of these hooks. Neither their order nor a repetition makes a difference.
    pub fn new(hooks: impl IntoIterator<Item = Hook>) -> Self {
        let mut hooks: Vec<Arc<Hook>> = hooks.into_iter().map(Arc::new).collect();
        hooks.sort_by_key(|hook| (hook.rank(), hook.name()));
        hooks.dedup_by_key(|hook| hook.name());
        Self { hooks, host: None }
    }

    /// The same for a host that the command names. It gets its own form of replies, even to unreadable
    /// input. Its configuration has no matchers, so each hook's own matcher applies.
    #[must_use]
    pub fn of_host(self, host: Option<Host>) -> Self {
        Self { host, ..self }
    }

    /// The host, if the command names it.
    pub(crate) fn host(&self) -> Option<Host> {
        self.host
    }

    /// The name of the program: that of a hook which is alone.
    pub fn name(&self) -> &'static str {
        match self.hooks.as_slice() {
            [hook] => hook.name(),
            _ => "tacklebox",
        }
    }

    /// The hooks.
    pub fn hooks(&self) -> impl Iterator<Item = &Hook> {
        self.hooks.iter().map(Arc::as_ref)
    }

    /// The hook of this name.
    pub fn hook(&self, name: &str) -> Option<&Hook> {
        self.hooks().find(|hook| hook.name() == name)
    }

    /// The longest time to wait for an event, so that no hook is late if none arrives.
    pub(crate) fn shortest_limit(&self) -> Duration {
        self.hooks().map(Hook::limit).min().unwrap_or(DEFAULT_TIME)
    }

    /// The hooks that cannot judge an event which could not be read; `event` is its name, where
    /// that is known. A hook that runs alone was chosen by the host.
    pub(crate) fn failing(&self, event: Option<&str>) -> impl Iterator<Item = &Hook> {
        let is_alone = self.is_chosen();
        let event = event.unwrap_or(PreToolUse::NAME);
        self.hooks().filter(move |hook| is_alone || hook.phase(event).is_some())
    }

    /// The hooks that an event is for, in the order of their phases. A hook that runs
    /// alone was chosen by the host.
    pub(crate) fn asked(&self, event: &Event) -> Vec<(Phase, Arc<Hook>)> {
        let is_alone = self.is_chosen();
        let asked = |hook: &Hook| {
            is_alone || hook.matcher(event.name()).is_none_or(|matcher| fits(matcher, event))
        };
        let hooks = self.hooks.iter().filter(|hook| hook.handles(event) && asked(hook));
        let mut hooks: Vec<_> =
            hooks.filter_map(|hook| Some((hook.phase(event.name())?, Arc::clone(hook)))).collect();
        // Stable: within a phase they stand as the chain has them.
        hooks.sort_by_key(|(phase, _hook)| *phase);
        hooks
    }

    /// Whether the matcher of an entry has chosen the one hook that there is.
    fn is_chosen(&self) -> bool {
        self.hooks.len() == 1 && self.host.is_none()
    }
}
