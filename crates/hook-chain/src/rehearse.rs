//! A call without a process, for tests with many calls.

use std::collections::BTreeMap;
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt as _;
#[cfg(windows)]
use std::os::windows::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Output};
use std::sync::{Arc, mpsc};
use std::thread;

use hook_runtime::{Ctx, Environment, RanOut};

use crate::account;
use crate::chain::Chain;
use crate::conclusion::Concluded;
use crate::process::{ANSWERED, BLOCKED, line, on_stderr, on_stdout};
use crate::serve::{Begun, begin, serve};

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

/// The outcome of a call whose time is over as soon as a hook expects a delay, as the watchdog gives it. The thread of
/// the hook is left behind. `None` if no hook expects a delay, or no hook is for the event.
pub fn rehearse_overdue(chain: &Chain, here: &Ctx, stdin: &[u8]) -> Option<Concluded> {
    let (sender, delays) = mpsc::channel();
    let watch = |ctx: &Ctx| {
        let sender = sender.clone();
        ctx.on_delay(move || {
            let _nobody_waits = sender.send(true);
        });
    };
    let Begun::Call(call) = begin(chain, here, stdin, watch) else { return None };
    let answering = Arc::clone(&call);
    thread::spawn(move || {
        answering.answer();
        let _nobody_waits = sender.send(false);
    });
    if delays.recv() != Ok(true) {
        return None;
    }
    let concluded = call.overdue(RanOut::Time);
    call.record_overdue(&concluded);
    account::write(&call, b"", &concluded);
    Some(concluded)
}

/// The status of a process that has ended with `code`.
fn ended_with(code: u8) -> ExitStatus {
    #[cfg(unix)]
    return ExitStatus::from_raw(i32::from(code) << 8);
    #[cfg(windows)]
    return ExitStatus::from_raw(u32::from(code));
}
