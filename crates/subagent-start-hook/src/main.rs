//! The program of `subagent-start-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(subagent_start_hook::hook(), args));
