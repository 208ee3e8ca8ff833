//! The start on Linux, with any C library.

use std::ffi::{CStr, OsString, c_char, c_int};
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::panic::catch_unwind;
use std::process::ExitCode;

/// The status of a program that panicked, as the standard library has it, or could not begin.
const FAILED: c_int = 101;

/// The descriptors that everybody takes for open.
const STANDARD: [c_int; 3] = [libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO];

/// Runs a program from first to last, and returns its exit status.
///
/// # Safety
/// `args` points to `count` C strings that live as long as the process, as the arguments of C's
/// `main` do, and no other thread runs.
pub unsafe fn start(
    count: c_int,
    args: *const *const c_char,
    main: fn(Vec<OsString>) -> ExitCode,
) -> c_int {
    let _mark = crate::mark();
    if !open_standard() {
        return FAILED;
    }
    crate::exec::ignore_pipe();
    // SAFETY: as the caller promises.
    let args = unsafe { owned(count, args) };
    let status = catch_unwind(|| main(args)).map_or(FAILED, number);
    let _unheard = std::io::stdout().flush();
    status
}

/// The effective user, as the kernel told the program when it started: to ask would be a system call.
pub fn user() -> u32 {
    // SAFETY: it reads a table that the kernel wrote before the program started.
    let user = unsafe { libc::getauxval(libc::AT_EUID) };
    u32::try_from(user).unwrap_or(u32::MAX)
}

/// Opens what is closed of 0, 1 and 2, and says whether all are open: the next file would get
/// that number, and what is said to a person would be written into it.
fn open_standard() -> bool {
    let mut asked = STANDARD.map(|fd| libc::pollfd { fd, events: 0, revents: 0 });
    // SAFETY: it is given three entries, and has three.
    let answered = unsafe { libc::poll(asked.as_mut_ptr(), 3, 0) } != -1;
    answered && asked.iter().all(|entry| entry.revents & libc::POLLNVAL == 0 || open(entry.fd))
}

/// Opens a number that is closed, the lowest of those, on `/dev/null`.
fn open(fd: c_int) -> bool {
    // SAFETY: the path ends with a zero byte.
    unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) == fd }
}

/// # Safety
/// `args` points to `count` C strings.
unsafe fn owned(count: c_int, args: *const *const c_char) -> Vec<OsString> {
    let count = usize::try_from(count).unwrap_or(0);
    let text = |at| {
        // SAFETY: `at` is below `count`, and each entry is a C string.
        let text = unsafe { CStr::from_ptr(*args.add(at)) };
        OsString::from_vec(text.to_bytes().to_vec())
    };
    (0..count).map(text).collect()
}

/// An [`ExitCode`] keeps its number to itself.
fn number(status: ExitCode) -> c_int {
    (0..=u8::MAX).find(|&code| ExitCode::from(code) == status).map_or(FAILED, c_int::from)
}
