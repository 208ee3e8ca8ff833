//! A call of a hook without a process, for tests that make many.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{ExitStatus, Output};

use crate::environment::Environment;
use crate::hook::Hook;
use crate::process::{now, on_stderr, on_stdout};
use crate::serve::serve;

/// What a process of `hook` would write, and its status, in this environment and
/// folder and with this stdin. There is no watchdog: who calls this sees to it
/// that a hook which hangs is found.
pub fn rehearse(
    hook: &Hook,
    variables: &BTreeMap<String, String>,
    cwd: &Path,
    stdin: &[u8],
) -> Output {
    let environment = Environment::Fixed(variables.clone());
    let now = now(&environment);
    let outcome = serve(hook, &hook.ctx(environment, now, Some(cwd.to_owned())), stdin);
    Output {
        status: ExitStatus::default(),
        stdout: outcome.document().as_deref().map(on_stdout).unwrap_or_default().into_bytes(),
        stderr: on_stderr(hook.name(), &outcome.errors).into_bytes(),
    }
}
