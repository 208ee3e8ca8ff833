//! Does all that a start may spoil: for the tests, which look at what comes of it.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]
#![expect(
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "that is what it is for"
)]

use std::ffi::OsString;
use std::fs::File;
use std::io::Write as _;
use std::process::ExitCode;

process_start::program!(|args| whole(&args));

/// `count WORD...`, `write FILE`, `panic`, `pour`, or `wait FOLDER`.
fn whole(args: &[OsString]) -> ExitCode {
    let words: Vec<_> = args.iter().skip(1).map(|arg| arg.to_string_lossy()).collect();
    match words.iter().map(AsRef::as_ref).collect::<Vec<&str>>().as_slice() {
        ["count", rest @ ..] => {
            print!("{}", rest.join("|"));
            ExitCode::from(u8::try_from(rest.len()).unwrap_or_default())
        }
        ["write", file] => {
            let Ok(mut file) = File::create(file) else { return 2.into() };
            print!("for a person");
            let _unheard = std::io::stdout().flush();
            eprint!("for a person too");
            file.write_all(b"for the file").map_or(1.into(), |()| 0.into())
        }
        ["pour"] => {
            let poured = (0..100_000).try_for_each(|_| writeln!(std::io::stdout(), "more"));
            u8::from(poured.is_err()).into()
        }
        ["wait", folder] => {
            let _caught = process_start::catch_interrupts();
            let _made = std::fs::create_dir(folder);
            let _removed = process_start::remove_on_interrupt(folder.as_ref());
            drop(process_start::on_interrupt(|| print!("dropped")));
            println!("ready");
            let mut word = String::new();
            let _heard = std::io::stdin().read_line(&mut word);
            ExitCode::SUCCESS
        }
        _ => panic!("as asked"),
    }
}
