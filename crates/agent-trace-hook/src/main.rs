//! The program of `agent-trace-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(agent_trace_hook::hook(), args));
