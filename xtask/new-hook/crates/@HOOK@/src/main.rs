//! The program of `@HOOK@`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(@CRATE@::hook(), args));
