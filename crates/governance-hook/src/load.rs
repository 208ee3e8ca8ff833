//! Finds the configuration of the project, compiled.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};

use hook_config::ConfigError;
use hook_runtime::{Ctx, OnFailure};

use crate::compile::{Compiled, compile};
use crate::policy::Policy;

/// The configuration's name: `.tacklebox/governance.yaml`.
const NAME: &str = "governance";

/// Of the compiled form; a policy of another program version is not used.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How much of a file is looked through for its failure policy.
const LOOK: u64 = 1024 * 1024;

/// The policy of the project, or of the person where the project has none;
/// `None` where neither is configured.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn policy(ctx: &Ctx) -> Result<Option<Policy>, ConfigError> {
    let Some(file) = file(ctx) else {
        return Ok(None);
    };
    let root = ctx.project().map(|project| project.path());
    let compile = || {
        let Compiled {
            policy,
            further_files,
        } = compile(&file, root)?;
        Ok((policy, further_files))
    };
    match ctx.state() {
        Some(state) => {
            let sources = hook_config::candidates(root, ctx.user_config(), NAME);
            let cache = state.file(&cache_name(root));
            hook_config::cached(&cache, &sources, VERSION, ctx.now(), compile).map(Some)
        }
        None => compile().map(|(policy, _files)| Some(policy)),
    }
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    hook_config::find(
        ctx.project().map(|project| project.path()),
        ctx.user_config(),
        NAME,
    )
}

/// One cache for each worktree: they share the state folder, and each has a
/// configuration of its own.
fn cache_name(root: Option<&Path>) -> String {
    let mut hasher = DefaultHasher::new();
    root.hash(&mut hasher);
    format!("governance-{:016x}.cache", hasher.finish())
}

/// What a failure means in this project. Asked for when the configuration may
/// be broken, so it is looked for in the text and not in the parsed file.
pub(crate) fn on_failure(ctx: &Ctx) -> OnFailure {
    if file(ctx).is_some_and(|file| says_closed(&file)) {
        return OnFailure::Closed {
            way_out: "Mend the cause (`governance-hook lint` checks the configuration), or set \
                      `on_failure: open` in it."
                .to_owned(),
        };
    }
    OnFailure::Open
}

fn says_closed(file: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LOOK).read_to_end(&mut bytes));
    read.is_ok() && String::from_utf8_lossy(&bytes).lines().any(is_closed_line)
}

fn is_closed_line(line: &str) -> bool {
    let Some(value) = line
        .trim_start_matches('\u{feff}')
        .strip_prefix("on_failure:")
    else {
        return false;
    };
    let value = value.split(" #").next().unwrap_or_default().trim();
    matches!(value, "closed" | "\"closed\"" | "'closed'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_line_is_found_in_a_broken_file() {
        for line in [
            "on_failure: closed",
            "on_failure:   'closed'  # strict",
            "on_failure: \"closed\"",
        ] {
            assert!(is_closed_line(line), "{line}");
        }
        for line in [
            "on_failure: open",
            "# on_failure: closed",
            "  on_failure: closed",
            "on_failure: closed-ish",
        ] {
            assert!(!is_closed_line(line), "{line}");
        }
    }
}
