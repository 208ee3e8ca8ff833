//! Answers for a hook that does not answer in time, or needs too much memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Instant;

use hook_runtime::{Ctx, RanOut};

/// The stack of its thread: it reads a configuration and writes a line at the most.
const STACK: usize = 512 * 1024;

/// Answers the host when the time is over and the hooks have not answered.
///
/// It covers all hooks of a call. It starts only when one of them expects a delay
/// ([`Ctx::expect_delay`]), because a second thread is expensive.
#[derive(Clone, Default)]
pub(crate) struct Watchdog(Arc<Watch>);

#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    is_taken: AtomicBool,
    is_memory_out: AtomicBool,
}

#[derive(Default)]
enum State {
    /// It does not know yet what to say.
    #[default]
    New,
    /// It does not know yet, and is wanted.
    Wanted,
    /// At the deadline it speaks, if it is wanted until then.
    Ready(Instant, Speak),
    /// It runs, if there is a thread for it.
    Started(Option<Thread>),
}

type Speak = Box<dyn FnOnce(RanOut) + Send>;

impl Watchdog {
    /// Has it call `speak` at the deadline, unless the floor was taken before. `speak` gives
    /// the host its answer and ends the process.
    pub(crate) fn speaks(&self, deadline: Instant, speak: impl FnOnce(RanOut) + Send + 'static) {
        let mut state = self.state();
        let is_wanted = matches!(*state, State::Wanted);
        *state = State::Ready(deadline, Box::new(speak));
        drop(state);
        if is_wanted {
            self.start();
        }
    }

    /// Lets it start when this context expects a delay.
    pub(crate) fn attend(&self, ctx: &Ctx) {
        let this = self.clone();
        ctx.on_delay(move || this.start());
    }

    /// Keeps the watchdog silent from now on: the caller is about to answer. Where
    /// it speaks already this never returns, for it ends the process.
    pub(crate) fn take_floor(&self) {
        while self.0.take() {
            thread::park();
        }
    }

    /// Speaks at once, for a thread that is about to ask for more memory than any call needs. This returns
    /// only where nobody knows yet what to say, or where the answer is being given.
    pub(crate) fn speak_of_memory(&self) {
        self.0.is_memory_out.store(true, Ordering::Release);
        // Who holds it may be this thread, which would then wait for itself.
        let is_held = self.0.state.try_lock().is_err();
        if is_held || self.0.is_taken.load(Ordering::Acquire) {
            return;
        }
        self.start();
        let state = self.state();
        let State::Started(Some(thread)) = &*state else { return };
        thread.unpark();
        drop(state);
        loop {
            thread::park();
        }
    }

    /// Without a thread a hook that hangs is left to the host.
    fn start(&self) {
        let mut state = self.state();
        let (deadline, speak) = match std::mem::replace(&mut *state, State::Started(None)) {
            State::Ready(deadline, speak) => (deadline, speak),
            State::New | State::Wanted => {
                *state = State::Wanted;
                return;
            }
            started @ State::Started(_) => {
                *state = started;
                return;
            }
        };
        let watch = Arc::clone(&self.0);
        let run = move || {
            let ran_out = watch.wait(deadline);
            if !watch.take() {
                speak(ran_out);
            }
        };
        let started = thread::Builder::new().stack_size(STACK).spawn(run);
        *state = State::Started(started.ok().map(|handle| handle.thread().clone()));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// Waits until something has run out.
    fn wait(&self, deadline: Instant) -> RanOut {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.is_memory_out.load(Ordering::Acquire) {
                return RanOut::Memory;
            }
            if left.is_zero() {
                return RanOut::Time;
            }
            thread::park_timeout(left);
        }
    }

    /// Whether the floor was taken before.
    fn take(&self) -> bool {
        self.is_taken.swap(true, Ordering::AcqRel)
    }
}
