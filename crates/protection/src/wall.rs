//! The wall around shell commands: whether the client starts them under a plan that the kernel holds, and what a plan
//! keeps closed, whatever a scope opens.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use confine::{Layer, Plan, Plans, Surroundings};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::Protected;
use crate::keys::Keys;

/// For how long the shell may think about what this machine can do.
const MAX_PROBE: Duration = Duration::from_secs(1);

/// The shell that holds plans, where the client was told to start commands by it.
pub fn shell(ctx: &Ctx) -> Option<PathBuf> {
    confine::shell_named(&ctx.env(confine::VARIABLE)?).filter(|_| ctx.sandbox().is_none())
}

/// The layer by which `shell` holds plans on this machine. [`Layer::Nothing`] if it cannot be started: the client
/// takes the plain shell then, and says nothing.
pub fn layer(shell: &Path) -> Layer {
    let words = [shell.to_string_lossy().into_owned(), confine::LAYER_OPTION.to_owned()];
    let answer = timed_command::output(&words, None, MAX_PROBE).unwrap_or_default();
    Layer::answered(&answer).unwrap_or(Layer::Nothing)
}

/// Whether the commands of a session run under the plan of its scope, in which all that is protected is closed.
pub fn holds_scope(ctx: &Ctx, session: &str) -> bool {
    shell(ctx).is_some() && ctx.user_state().is_some_and(|state| Plans::new(state).has(session))
}

/// Whether the client was told to start a shell that is meant to hold plans, by a name that is none.
pub fn is_misnamed(ctx: &Ctx) -> bool {
    let value = ctx.env(confine::VARIABLE).unwrap_or_default();
    let name = Path::new(&value).file_name().unwrap_or_default();
    ctx.sandbox().is_none() && shell(ctx).is_none() && name.to_string_lossy().starts_with("confine")
}

/// The words by which a program of a project runs behind the wall of its session, where there is one; it may write
/// `writable` besides.
pub fn wrap(ctx: &Ctx, writable: &[&Path], words: Vec<String>) -> Vec<String> {
    let shell = ctx.env(confine::VARIABLE).filter(|_| ctx.sandbox().is_none());
    confine::wrap(shell.as_deref(), writable, words)
}

/// What the commands of a session, or of a subagent in it, may write, in a line for a person; `None` where no plan
/// holds.
pub fn describe(ctx: &Ctx, session: &str, agent: Option<&str>) -> Option<String> {
    let plans = Plans::new(ctx.user_state()?);
    plans.describe(session, agent, shell(ctx).map(|shell| layer(&shell)))
}

/// The checkout of `project` in which a call works.
pub fn checkout<'a>(ctx: &Ctx, project: &'a ProjectRoot) -> Cow<'a, ProjectRoot> {
    project.checkout_of(&ctx.real_paths(), ctx.cwd(), ".")
}

/// A plan for the checkout in which a call works: that which `make` makes, and in it everything closed that is
/// protected, as far as it is there, and the keys hidden.
pub fn plan(
    ctx: &Ctx,
    project: &ProjectRoot,
    make: impl FnOnce(&Surroundings<'_>) -> Plan,
) -> Plan {
    let checkout = checkout(ctx, project);
    let home = ctx.home();
    let ours: Vec<PathBuf> =
        [ctx.user_state(), ctx.user_config()].into_iter().flatten().map(Path::to_owned).collect();
    let variable = |name: &str| ctx.env(name);
    let mut plan = make(&Surroundings {
        project: checkout.resolved(),
        home: home.as_deref(),
        ours: &ours,
        variable: &variable,
    });
    plan.read_only.extend(Protected::shared(ctx, project).closed());
    plan.hidden.extend(Keys::of(ctx).paths().map(Path::to_owned));
    plan
}
