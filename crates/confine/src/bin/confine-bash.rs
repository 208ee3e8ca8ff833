//! The shell that a client starts in place of bash; under the name `confine-zsh`, in place of zsh.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

process_start::program!(|args| confine::shell(&args));
