//! The program of `intent-gate-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(intent_gate_hook::hook(), args));
