//! Whether shell commands are confined, and what a plan contains.
//!
//! If the client runs its commands in `confine-bash`, the kernel enforces what they may write, whatever their text says.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::{Path, PathBuf};

use active_intents::{Intent, Network};
use confine::{LayerChoice, Plan, Plans, Surroundings};
use hook_protocol::Tool;
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::wall;

use crate::config::{Confine, EmptyScope, OnFailure};
use crate::gather::outputs;
use crate::gather::session::{Actor, Session};
use crate::policy::Policy;

/// Whether the commands of a session run under a plan.
pub(crate) fn stands(ctx: &Ctx, policy: &Policy, session: &Session, tool: &Tool) -> bool {
    *tool == Tool::Bash
        && policy.confine != Confine::Off
        && session.wall.is_some()
        && wall::shell(ctx).is_some()
}

/// The plans of the person's sessions.
pub(crate) fn plans(ctx: &Ctx) -> Option<Plans> {
    ctx.user_state().map(Plans::new)
}

/// The name of the plan of an actor.
pub(crate) fn name(actor: &Actor) -> String {
    Plans::name(&actor.session, actor.agent.as_deref())
}

/// What a plan is made of. Where that changes, the plan is written again.
#[derive(Hash)]
pub(crate) struct Basis<'a> {
    checkout: PathBuf,
    globs: Vec<&'a str>,
    outputs: Vec<String>,
    has_intent: bool,
    is_network_closed: bool,
    confine: Confine,
    is_closed_on_failure: bool,
}

impl<'a> Basis<'a> {
    /// That of an actor who works on `intent`, in the checkout of its folder. `None` where the project binds nobody who
    /// chose nothing: then commands run as they are.
    pub(crate) fn of(
        ctx: &Ctx,
        project: &ProjectRoot,
        policy: &'a Policy,
        intent: Option<&'a Intent>,
    ) -> Option<Self> {
        if intent.is_none() && !policy.require_intent {
            return None;
        }
        let scope = intent.map_or(&[][..], |intent| &intent.owned_scope);
        let mut globs: Vec<&str> = policy.exempt().filter(|glob| is_narrow(glob)).collect();
        globs.extend(scope.iter().map(String::as_str));
        if scope.is_empty() && intent.is_some() && policy.empty_scope == EmptyScope::Allow {
            globs.push("**");
        }
        let mut outputs = match intent {
            Some(_) => outputs::names(project, &policy.outputs),
            None => Vec::new(),
        };
        outputs.extend(policy.exempt_outside().filter_map(|glob| folder_of(ctx, glob)));
        Some(Self {
            checkout: wall::checkout(ctx, project).resolved().to_owned(),
            globs,
            outputs,
            has_intent: intent.is_some(),
            is_network_closed: intent.is_some_and(|intent| intent.network == Network::Closed),
            confine: policy.confine,
            is_closed_on_failure: policy.on_failure == OnFailure::Closed,
        })
    }

    /// The number by which it is known again.
    pub(crate) fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The plan.
    pub(crate) fn plan(&self, ctx: &Ctx, project: &ProjectRoot, session: &str) -> Plan {
        let make = |at: &Surroundings<'_>| {
            let mut plan = Plan::of_scope(session, &self.globs, &self.outputs, at);
            if !self.has_intent {
                plan.git.clear();
                plan.caches.clear();
            }
            plan
        };
        let mut plan = wall::plan(ctx, project, make);
        plan.layer = match self.confine {
            Confine::Auto => LayerChoice::Auto,
            Confine::Mounts => LayerChoice::Mounts,
            Confine::Landlock => LayerChoice::Landlock,
            Confine::Off => LayerChoice::Off,
        };
        if self.is_network_closed {
            plan.network = confine::Network::Closed;
        }
        plan.on_failure = if self.is_closed_on_failure {
            confine::OnFailure::Closed
        } else {
            confine::OnFailure::Open
        };
        plan
    }
}

/// Whether an exempt glob opens in a plan no more than it says: a folder, or names in one folder. No intent
/// stands behind it by which the gate would judge what else a plan opens.
fn is_narrow(glob: &str) -> bool {
    let (folder, name) = glob.rsplit_once('/').unwrap_or(("", glob));
    let has_meta = |text: &str| text.contains(['*', '?', '[', '{']);
    let is_one =
        name == "**" && !folder.is_empty() || !name.contains(['?', '[', '{']) && name != "**";
    !glob.starts_with(['/', '~']) && !has_meta(folder) && is_one
}

/// The folder that an absolute glob opens with all that is in it.
fn folder_of(ctx: &Ctx, glob: &str) -> Option<String> {
    let folder = glob.strip_suffix("/**")?;
    let path = match folder.strip_prefix("~/") {
        Some(below) => ctx.home()?.join(below),
        None => Path::new(folder).to_owned(),
    };
    path.to_str().filter(|path| !path.contains(['*', '?', '[', '{'])).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exempt_glob_opens_no_more_than_it_says() {
        for (glob, expected) in [
            ("tmp/**", true),
            ("*.log", true),
            ("docs/*.md", true),
            ("README.md", true),
            ("**/*.md", false),
            ("**", false),
            ("a/*/b.txt", false),
            ("{a,b}/**", false),
            ("a?.md", false),
            ("!src/**", true),
            ("~/notes/**", false),
        ] {
            assert_eq!(is_narrow(glob), expected, "{glob}");
        }
    }
}
