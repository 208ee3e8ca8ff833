//! The program of `agent-trace-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(agent_trace_hook::hook())
}
