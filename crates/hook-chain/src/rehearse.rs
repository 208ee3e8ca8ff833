//! A call without a process, for tests with many calls.

use std::collections::BTreeMap;
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt as _;
#[cfg(windows)]
use std::os::windows::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Output};

use hook_runtime::{Ctx, Environment};

use crate::chain::Chain;
use crate::process::{ANSWERED, BLOCKED, line, on_stderr, on_stdout};
use crate::serve::serve;

/// The output and exit code of a process of these hooks, with this environment, folder and stdin.
/// There is no watchdog, so the caller must detect a hook that hangs.
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
    let reason = concluded.outcome.reason_for_unknown_host().filter(|_| document.is_some());
    let reason_line = reason.map(|reason| line(chain.name(), reason));
    let stderr = on_stderr(&concluded.errors) + &reason_line.unwrap_or_default();
    Output {
        status: ended_with(reason.map_or(ANSWERED, |_| BLOCKED)),
        stdout: document.as_deref().map(on_stdout).unwrap_or_default().into_bytes(),
        stderr: stderr.into_bytes(),
    }
}

/// The status of a process that has ended with `code`.
fn ended_with(code: u8) -> ExitStatus {
    #[cfg(unix)]
    return ExitStatus::from_raw(i32::from(code) << 8);
    #[cfg(windows)]
    return ExitStatus::from_raw(u32::from(code));
}
