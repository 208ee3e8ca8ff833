//! Starts a program faster than the standard library, without losing anything.
//!
//! Before `main` the standard library reads `/proc/self/maps`, and makes a stack on which it
//! can say that the other one ran over: 19 system calls. A hook is started thousands of times a
//! day, and does not need that.
//!
//! ```
//! #![cfg_attr(all(target_os = "linux", not(test)), no_main)]
//!
//! use std::ffi::OsString;
//! use std::process::ExitCode;
//!
//! fn run(args: Vec<OsString>) -> ExitCode {
//!     ExitCode::from(u8::from(args.len() > 1))
//! }
//!
//! process_start::program!(run);
//! ```
//!
//! On Linux the C library calls `run` by way of [`start`]; elsewhere, and in tests, the standard
//! library does. What a program may count on is the same:
//!
//! | | as the standard library has it | here |
//! |---|---|---|
//! | arguments | `env::args_os` | given to `run`; `env::args_os` is empty with musl |
//! | 0, 1 or 2 closed by who starts it | opened on `/dev/null`, so that no file gets the number | the same |
//! | `SIGPIPE` | ignored: writing to a closed pipe is an error | the same |
//! | a panic in `run` | the status is 101 | the same |
//! | what `stdout` still holds at the end | written | the same |
//! | the stack runs over | a line on stderr, ends by `SIGABRT` | ends by `SIGSEGV` |
//!
//! It also allocates memory from a fixed megabyte before it asks the C library, because a hook ends too
//! soon for freed memory to matter. If a call needs too much memory, the program can still react
//! ([`when_memory_runs_out`]).
//!
//! A program that starts another one in its place does so with [`exec`], which gives it the signals as
//! they were, and puts it into namespaces of its own with [`leave_namespaces`].
//!
//! A command for people can remove what it made, and end what it started, when somebody interrupts it
//! ([`catch_interrupts`], [`on_interrupt`]).
//!
//! This is the only crate with `unsafe` code: a program's first function, its arguments, a signal's
//! action, its memory, its variables, its user and its mounts are the C library's or the kernel's, and no crate
//! has a safe form of them.

#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "the start of a process belongs to the C library")
)]

#[cfg(target_os = "linux")]
mod arena;
#[cfg(target_os = "linux")]
mod exec;
#[cfg(all(unix, not(target_os = "linux")))]
mod exec_portable;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(target_os = "linux")]
mod limit;
#[cfg(target_os = "linux")]
mod linux;
mod mark;
#[cfg(target_os = "linux")]
mod namespaces;

#[cfg(target_os = "linux")]
#[global_allocator]
static MEMORY: arena::Arena = arena::Arena::new();

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

#[cfg(target_os = "linux")]
pub use exec::exec;
#[cfg(all(unix, not(target_os = "linux")))]
pub use exec_portable::exec;
#[cfg(target_os = "linux")]
pub use linux::{start, user};
pub use mark::mark;
#[cfg(target_os = "linux")]
pub use namespaces::{Namespaces, leave_namespaces, make_read_only};

/// Calls `act` once when the process is about to use more than a gibibyte, on the thread that allocates,
/// in the middle of its work. The allocation continues when `act` returns. Only the first `act` counts.
/// It is never called on systems other than Linux.
pub fn when_memory_runs_out(act: impl Fn() + Send + Sync + 'static) {
    #[cfg(target_os = "linux")]
    limit::set(Box::new(act));
    #[cfg(not(target_os = "linux"))]
    drop(act);
}

/// From now on, `SIGINT`, `SIGTERM` and `SIGHUP` do what [`on_interrupt`] was given before they end
/// the process. Those that are ignored stay so. Does nothing on systems other than Linux.
///
/// # Errors
/// If the system refuses.
pub fn catch_interrupts() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    interrupt::catch()?;
    Ok(())
}

/// What is done if the process is interrupted while this value exists.
#[derive(Debug)]
#[must_use = "it counts only as long as it exists"]
pub struct Cleanup(Option<u64>);

/// Does `act` if the process is interrupted before the result is dropped, on a thread of its own, and
/// only after [`catch_interrupts`].
pub fn on_interrupt(act: impl FnOnce() + Send + 'static) -> Cleanup {
    #[cfg(target_os = "linux")]
    return Cleanup(interrupt::add(act));
    #[cfg(not(target_os = "linux"))]
    {
        drop(act);
        Cleanup(None)
    }
}

/// Removes a temporary folder if the process is interrupted before the result is dropped.
pub fn remove_on_interrupt(folder: &std::path::Path) -> Cleanup {
    let folder = folder.to_owned();
    on_interrupt(move || {
        // A program that was started may still be writing there, and is ending too.
        let _gone = (0..MAX_TRIES).any(|_| match std::fs::remove_dir_all(&folder) {
            Err(err) if err.kind() == std::io::ErrorKind::DirectoryNotEmpty => {
                std::thread::sleep(PAUSE);
                false
            }
            _ => true,
        });
    })
}

/// How often and after which pause a folder is removed that others fill.
const MAX_TRIES: usize = 10;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

impl Drop for Cleanup {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(number) = self.0 {
            interrupt::remove(number);
        }
    }
}

/// Makes `$main`, a `fn(Vec<OsString>) -> ExitCode`, the program of the crate. It gets the
/// arguments, the name of the program first.
#[macro_export]
macro_rules! program {
    ($main:expr) => {
        /// Called by the C library.
        #[cfg(all(target_os = "linux", not(test)))]
        #[unsafe(no_mangle)]
        extern "C" fn main(count: i32, args: *const *const ::std::ffi::c_char) -> i32 {
            // SAFETY: the C library's `main` gets exactly these.
            unsafe { $crate::start(count, args, $main) }
        }

        #[cfg(not(all(target_os = "linux", not(test))))]
        fn main() -> ::std::process::ExitCode {
            $crate::mark();
            let main: fn(::std::vec::Vec<::std::ffi::OsString>) -> ::std::process::ExitCode = $main;
            main(::std::env::args_os().collect())
        }
    };
}
