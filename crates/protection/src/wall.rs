//! The wall around shell commands: whether the client starts them under a plan that the kernel holds, and what a plan
//! keeps closed, whatever a scope opens.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use confine::{Layer, Plan, Surroundings};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::Protected;
use crate::keys::Keys;

/// By which Claude Code is told which shell to start.
const VARIABLE: &str = "CLAUDE_CODE_SHELL";

/// For how long the shell may think about what this machine can do.
const MAX_PROBE: Duration = Duration::from_secs(1);

/// The shell that holds plans, where the client was told to start commands by it.
pub fn shell(ctx: &Ctx) -> Option<PathBuf> {
    let path = PathBuf::from(ctx.env(VARIABLE)?);
    let is_ours = path.file_name().is_some_and(|name| confine::SHELLS.iter().any(|it| name == *it));
    (is_ours && path.is_absolute() && ctx.sandbox().is_none()).then_some(path)
}

/// The layer by which `shell` holds plans on this machine. [`Layer::Nothing`] if it cannot be started: the client
/// takes the plain shell then, and says nothing.
pub fn layer(shell: &Path) -> Layer {
    let words = [shell.to_string_lossy().into_owned(), confine::LAYER_OPTION.to_owned()];
    let answer = timed_command::output(&words, None, MAX_PROBE).unwrap_or_default();
    Layer::answered(&answer).unwrap_or(Layer::Nothing)
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
