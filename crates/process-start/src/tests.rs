//! What a program may count on, tried with `examples/whole.rs`.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, io};

/// Cargo builds the examples of a package with its tests.
fn program() -> PathBuf {
    env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples/whole")
}

/// Runs a line of `sh` in which `$0` is the program.
fn shell(line: &str) -> Output {
    Command::new("sh").arg("-c").arg(line).arg(program()).output().unwrap()
}

#[track_caller]
fn check(line: &str, stdout: &str, status: i32) {
    let output = shell(line);
    assert_eq!(
        (&*String::from_utf8_lossy(&output.stdout), output.status.code()),
        (stdout, Some(status))
    );
}

#[test]
fn arguments_status_and_what_stdout_holds_are_kept() {
    check("\"$0\" count", "", 0);
    check("\"$0\" count a 'b c' ''", "a|b c|", 3);
    check(
        "\"$0\" count $(seq 255)",
        &(1..=255).map(|n| n.to_string()).collect::<Vec<_>>().join("|"),
        255,
    );
}

#[test]
fn a_panic_has_its_status_and_says_so() {
    let output = shell("\"$0\" panic");
    assert_eq!(output.status.code(), Some(101));
    assert!(String::from_utf8_lossy(&output.stderr).contains("as asked"));
}

#[test]
fn an_interrupted_command_cleans_up_and_ends_by_the_signal() {
    let folder = env::temp_dir().join(format!("process-start-wait-{}", std::process::id()));
    let wait = "mkfifo \"$1.in\" && { \"$0\" wait \"$1\" <\"$1.in\" >\"$1.out\" & }; exec 3>\"$1.in\"; \
        until grep -q ready \"$1.out\"; do sleep 0.01; done; kill -$2 $!; sleep 0.3; kill -0 $! 2>&-; \
        there=$?; test -e \"$1\"; echo $there $?; exec 3>&-; wait $!; echo $?; cat \"$1.out\"; \
        rm -rf \"$1\" \"$1.in\" \"$1.out\"";
    let run = |signal: &str, prefix: &str| {
        let line = format!("{prefix}{wait}");
        let mut command = Command::new("bash");
        command.arg("-c").arg(line).arg(program());
        // A test that was started in the background has SIGINT ignored, and would hand that on.
        // SAFETY: `signal` may be called between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
                Ok(())
            });
        }
        let output = command.args([folder.as_os_str(), signal.as_ref()]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // A job of a shell without job control has SIGINT ignored, which stays so.
    assert_eq!(run("TERM", ""), "1 1\n143\nready\n");
    assert_eq!(run("HUP", ""), "1 1\n129\nready\n");
    assert_eq!(run("INT", ""), "0 0\n0\nready\n");
    assert_eq!(run("INT", "set -m; "), "1 1\n130\nready\n");
}

#[test]
fn a_closed_pipe_is_an_error_and_no_signal() {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let status = Command::new(program()).arg("pour").stdout(writer).status().unwrap();
    assert_eq!((status.code(), status.signal()), (Some(1), None));
}

#[test]
fn nothing_that_is_said_gets_into_a_file_where_stdout_is_closed() {
    for closed in [">&-", "<&- >&-", "<&- >&- 2>&-", "2>&-"] {
        let file = env::temp_dir().join(format!("process-start-{}", std::process::id()));
        let output = shell(&format!("\"$0\" write '{}' {closed}", file.display()));
        let written = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!((output.status.code(), &*written), (Some(0), "for the file"), "{closed}");
    }
}
