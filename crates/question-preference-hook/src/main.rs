//! The program of `question-preference-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(question_preference_hook::hook(), args));
