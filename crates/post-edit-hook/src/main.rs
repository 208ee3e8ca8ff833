//! The program of `post-edit-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    post_edit_hook::hook().main()
}
