//! The program of `post-edit-hook`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| hook_chain::main(post_edit_hook::hook(), args));
