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

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    use hook_runtime::Environment;

    use super::*;

    /// The project `folder/<name>`, an hour after its files were written, so
    /// that a compiled configuration is kept.
    fn later(folder: &Path, name: &str) -> Ctx {
        let project = folder.join(name);
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let environment = [
            ("CLAUDE_PROJECT_DIR".to_owned(), text(&project)),
            ("TACKLEBOX_STATE_DIR".to_owned(), text(&folder.join("state"))),
        ];
        let written = project.join(".tacklebox/governance.yaml").metadata();
        let written = written.and_then(|file| file.modified());
        let now = written.unwrap_or(SystemTime::UNIX_EPOCH) + Duration::from_secs(3600);
        let environment = Environment::Fixed(environment.into());
        Ctx::new("governance-hook", environment, now, Some(project))
    }

    fn configure(folder: &Path, name: &str, yaml: &str) {
        let configuration = folder.join(name).join(".tacklebox");
        std::fs::create_dir_all(&configuration).unwrap();
        hook_state::replace(&configuration.join("governance.yaml"), yaml.as_bytes()).unwrap();
    }

    fn default_state(ctx: &Ctx) -> String {
        policy(ctx).unwrap().unwrap().default_state.clone()
    }

    /// The caches of the project.
    fn caches(ctx: &Ctx) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(ctx.state().unwrap().path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "cache"))
            .collect()
    }

    #[test]
    fn a_compiled_policy_is_kept_until_its_sources_change() {
        let folder = tempfile::tempdir().unwrap();
        configure(folder.path(), "p", "default_state: A\n");
        let ctx = later(folder.path(), "p");
        assert_eq!(default_state(&ctx), "A");
        assert_eq!(caches(&ctx).len(), 1);
        assert_eq!(default_state(&ctx), "A");
        configure(folder.path(), "p", "matrix: matrix.yaml\n");
        let matrix = folder.path().join("p/matrix.yaml");
        for state in ["B", "C"] {
            let yaml = format!("default_state: {state}\n");
            hook_state::replace(&matrix, yaml.as_bytes()).unwrap();
            assert_eq!(default_state(&later(folder.path(), "p")), state);
        }
    }

    #[test]
    fn a_cache_that_is_garbage_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        configure(folder.path(), "p", "default_state: A\n");
        let ctx = later(folder.path(), "p");
        assert_eq!(default_state(&ctx), "A");
        let cache = caches(&ctx).remove(0);
        let whole = std::fs::read(&cache).unwrap();
        let half = whole.split_at(whole.len() / 2).0;
        for garbage in [b"".as_slice(), b"garbage", half] {
            hook_state::replace(&cache, garbage).unwrap();
            assert_eq!(default_state(&ctx), "A");
        }
    }
}
