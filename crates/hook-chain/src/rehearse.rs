//! A call without a process, for tests that make many.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{ExitStatus, Output};

use hook_runtime::{Ctx, Environment};

use crate::chain::Chain;
use crate::process::{on_stderr, on_stdout};
use crate::serve::serve;

/// What a process of these hooks would write, and its status, in this environment and
/// folder and with this stdin. There is no watchdog: who calls this sees to it
/// that a hook which hangs is found.
pub fn rehearse(
    chain: &Chain,
    variables: &BTreeMap<String, String>,
    cwd: &Path,
    stdin: &[u8],
) -> Output {
    let environment = Environment::Fixed(variables.clone());
    let now = environment.now();
    let here = Ctx::new(chain.name(), environment, now, Some(cwd.to_owned()));
    let concluded = serve(chain, &here, stdin);
    let document = concluded.outcome.document();
    Output {
        status: ExitStatus::default(),
        stdout: document.as_deref().map(on_stdout).unwrap_or_default().into_bytes(),
        stderr: on_stderr(&concluded.errors).into_bytes(),
    }
}
