//! The program of `agent-trace-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    agent_trace_hook::hook().main()
}
