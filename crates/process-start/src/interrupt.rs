//! What a process does before a person (Ctrl-C) or the system ends it.
//!
//! A signal's action may do next to nothing, so it writes the signal into a pipe, and a thread that waits
//! there does the rest.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::IntoRawFd as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use libc::{SIG_DFL, SIG_IGN, SIGHUP, SIGINT, SIGTERM, c_int};

type Act = Box<dyn FnOnce() + Send>;

/// What has to be done, and whether it is done already.
struct Acts {
    next: u64,
    waiting: BTreeMap<u64, Act>,
    is_over: bool,
}

static ACTS: Mutex<Acts> = Mutex::new(Acts { next: 0, waiting: BTreeMap::new(), is_over: false });

/// Where a signal is written to; negative if none is caught.
static PIPE: AtomicI32 = AtomicI32::new(-1);

/// See [`crate::catch_interrupts`].
pub(crate) fn catch() -> io::Result<()> {
    let (mut reader, writer) = io::pipe()?;
    thread::Builder::new().spawn(move || {
        let mut signal = [0];
        if reader.read_exact(&mut signal).is_ok() {
            end_by(c_int::from(signal[0]));
        }
    })?;
    PIPE.store(writer.into_raw_fd(), Ordering::Release);
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        set(signal, tell as extern "C" fn(c_int) as libc::sighandler_t)?;
    }
    Ok(())
}

/// Sets the action of a signal, unless whoever started this process has it ignored.
fn set(signal: c_int, action: libc::sighandler_t) -> io::Result<()> {
    let mut before = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null pointer only asks, and all bytes zero are a valid value of the C library's type.
    let (status, mut new) = unsafe {
        (libc::sigaction(signal, ptr::null(), before.as_mut_ptr()), before.assume_init())
    };
    if status != 0 || new.sa_sigaction == SIG_IGN {
        return if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) };
    }
    new.sa_sigaction = action;
    new.sa_flags = libc::SA_RESTART;
    // SAFETY: `tell` only does what a signal's action may do.
    match unsafe { libc::sigaction(signal, &raw const new, ptr::null_mut()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The action of a signal.
extern "C" fn tell(signal: c_int) {
    let byte = [u8::try_from(signal).unwrap_or_default()];
    // SAFETY: `write` may be called here, the pipe stays open, and what was interrupted finds its error.
    unsafe {
        let error = *libc::__errno_location();
        libc::write(PIPE.load(Ordering::Acquire), byte.as_ptr().cast(), byte.len());
        *libc::__errno_location() = error;
    }
}

/// Does what is to be done, and ends the process as if the signal had not been caught.
fn end_by(signal: c_int) {
    let mut acts = acts();
    acts.is_over = true;
    let waiting = std::mem::take(&mut acts.waiting);
    drop(acts);
    for act in waiting.into_values() {
        let _done = catch_unwind(AssertUnwindSafe(act));
    }
    // SAFETY: it is the default action, and nothing of this process is needed any more.
    unsafe {
        libc::signal(signal, SIG_DFL);
        libc::raise(signal);
    }
}

fn acts() -> MutexGuard<'static, Acts> {
    ACTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See [`crate::on_interrupt`].
pub(crate) fn add(act: impl FnOnce() + Send + 'static) -> Option<u64> {
    if PIPE.load(Ordering::Acquire) < 0 {
        return None;
    }
    let mut acts = acts();
    if acts.is_over {
        drop(acts);
        act();
        return None;
    }
    acts.next += 1;
    let number = acts.next;
    acts.waiting.insert(number, Box::new(act));
    Some(number)
}

pub(crate) fn remove(number: u64) {
    acts().waiting.remove(&number);
}
