//! The program `tacklebox`.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(tacklebox::main);
