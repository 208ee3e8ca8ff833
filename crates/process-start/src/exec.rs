//! Replaces this process with another program.

use std::ffi::{CString, OsStr, OsString, c_char};
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether `SIGPIPE` was ignored when this process started.
static PIPE_WAS_IGNORED: AtomicBool = AtomicBool::new(false);

/// Ignores `SIGPIPE`, like the standard library, and remembers the former action.
pub(crate) fn ignore_pipe() {
    // SAFETY: no other thread runs, and nobody waits for this signal.
    let before = unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    PIPE_WAS_IGNORED.store(before == libc::SIG_IGN, Ordering::Relaxed);
}

/// Becomes `program`, with exactly these arguments, the name among them, and these variables. Signals are as they
/// were when this process was started. Returns only if that fails.
pub fn exec(
    program: &OsStr,
    args: impl IntoIterator<Item = OsString>,
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> io::Error {
    let variables = variables.into_iter().map(|(mut name, value)| {
        name.push("=");
        name.push(value);
        name
    });
    let Ok(program) = CString::new(program.as_bytes()) else {
        return io::ErrorKind::InvalidInput.into();
    };
    let (args, variables) = (texts(args), texts(variables));
    let (args, variables) = (pointers(&args), pointers(&variables));
    if !PIPE_WAS_IGNORED.load(Ordering::Relaxed) {
        // SAFETY: no other thread runs, and nobody waits for this signal.
        unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    }
    // SAFETY: all are C strings that live to the end of the call, and both lists end with a null pointer.
    unsafe { libc::execve(program.as_ptr(), args.as_ptr(), variables.as_ptr()) };
    io::Error::last_os_error()
}

/// What the system gave it can take again, so none has a zero byte.
fn texts(list: impl IntoIterator<Item = OsString>) -> Vec<CString> {
    list.into_iter().filter_map(|text| CString::new(text.into_vec()).ok()).collect()
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}
