//! The program `tacklebox`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tacklebox::main()
}
