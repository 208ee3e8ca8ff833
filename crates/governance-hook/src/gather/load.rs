//! Finds the configuration of the project, compiled.

use std::path::PathBuf;
use std::sync::Arc;

use hook_config::ConfigError;
use hook_runtime::{Ctx, OnFailure};

use crate::policy::Policy;
use crate::policy::compile::{Compiled, compile};
use crate::words::WAY_OUT;

/// The configuration's name: `.tacklebox/governance.yaml`.
const NAME: &str = "governance";

/// The policy of the project, or of the person where the project has none;
/// `None` where neither is configured.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn policy(ctx: &Ctx) -> Result<Option<Arc<Policy>>, ConfigError> {
    // Shared where many events are judged by it.
    ctx.made_once(|| {
        let root = ctx.project().map(|project| project.path());
        let policy = ctx.configured(NAME, NAME, |file| {
            let Compiled { policy, further_files } = compile(file, root)?;
            Ok((policy, further_files))
        })?;
        Ok(policy.map(Arc::new))
    })
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

/// What a failure means in this project. Asked for when the configuration may
/// be broken, so the file need not be one that can be used.
pub(crate) fn on_failure(ctx: &Ctx) -> OnFailure {
    if file(ctx).is_some_and(|file| hook_config::says(&file, "on_failure", "closed")) {
        return OnFailure::Closed { way_out: WAY_OUT.to_owned() };
    }
    OnFailure::Open
}
