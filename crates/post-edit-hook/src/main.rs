//! The program of `post-edit-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(post_edit_hook::hook())
}
