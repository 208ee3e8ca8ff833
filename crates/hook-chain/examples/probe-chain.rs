//! Hooks that do what lines in the environment say, to see what a host sees of a chain whose hooks
//! hang: only a process has a watchdog.

use std::process::ExitCode;

use hook_chain::Chain;
use hook_runtime::Ctx;

#[path = "../tests/it/script.rs"]
#[expect(dead_code, clippy::unwrap_used, clippy::panic, reason = "it is written for tests")]
mod script;

fn main() -> ExitCode {
    let ctx = Ctx::of_process("probe-chain");
    let of_test = |name: &str| ctx.env(name).unwrap_or_default();
    let event = of_test("PROBE_EVENT");
    // The names of hooks live as long as their program.
    let lines: &'static str = of_test("PROBE_LINES").leak();
    let hooks = lines.lines().map(|line| script::Line::of(line).hook(&event));
    hook_chain::answer(&Chain::new(hooks))
}
