//! Speaks in the place of a hook that does not come back in time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use hook_runtime::Ctx;

/// The stack of its thread: it reads a configuration and writes a line at the most.
const STACK: usize = 512 * 1024;

/// Gives a host its answer when the time is over and the hooks have given none.
///
/// It stands over the contexts of all hooks of a call. It starts when one of them expects a
/// delay ([`Ctx::expect_delay`]) and not before, since a second thread is dear.
#[derive(Clone, Default)]
pub(crate) struct Watchdog(Arc<Watch>);

#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    is_taken: AtomicBool,
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
    /// It runs.
    Started,
}

type Speak = Box<dyn FnOnce() + Send>;

impl Watchdog {
    /// Has it call `speak` at the deadline, unless the floor was taken before. `speak` gives
    /// the host its answer and ends the process.
    pub(crate) fn speaks(&self, deadline: Instant, speak: impl FnOnce() + Send + 'static) {
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

    /// Without a thread a hook that hangs is left to the host.
    fn start(&self) {
        let mut state = self.state();
        let (deadline, speak) = match std::mem::replace(&mut *state, State::Started) {
            State::Ready(deadline, speak) => (deadline, speak),
            State::New | State::Wanted => {
                *state = State::Wanted;
                return;
            }
            State::Started => return,
        };
        let watch = Arc::clone(&self.0);
        let _started = thread::Builder::new().stack_size(STACK).spawn(move || {
            thread::sleep(deadline.saturating_duration_since(Instant::now()));
            if !watch.take() {
                speak();
            }
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// Whether the floor was taken before.
    fn take(&self) -> bool {
        self.is_taken.swap(true, Ordering::AcqRel)
    }
}
