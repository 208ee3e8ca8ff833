//! The program of `prompt-detect-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(prompt_detect_hook::hook(), args));
