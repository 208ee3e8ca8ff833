//! The program of `file-context-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(file_context_hook::hook(), args));
