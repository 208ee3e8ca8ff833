//! Speaks in the place of a hook that does not come back in time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::ctx::Ctx;

/// The stack of its thread: it reads a configuration and writes a line at the most.
const STACK: usize = 512 * 1024;

/// Gives a host its answer when the time is over and no hook has given one.
///
/// It stands over one context or, where one process asks several hooks, over the
/// contexts of all of them. It starts when one of them expects a delay
/// ([`Ctx::expect_delay`]) and not before, since a second thread is dear.
#[derive(Clone)]
pub struct Watchdog(Arc<Watch>);

struct Watch {
    deadline: Instant,
    /// What it does at the deadline, until it is started.
    speak: Mutex<Option<Speak>>,
    is_taken: AtomicBool,
}

type Speak = Box<dyn FnOnce() + Send>;

impl Watchdog {
    /// A watchdog that calls `speak` at the deadline, unless the floor was taken
    /// before. `speak` gives the host its answer and ends the process.
    pub fn new(deadline: Instant, speak: impl FnOnce() + Send + 'static) -> Self {
        let speak = Mutex::new(Some(Box::new(speak) as Speak));
        Self(Arc::new(Watch { deadline, speak, is_taken: AtomicBool::new(false) }))
    }

    /// Lets it start when this context expects a delay.
    pub fn attend(&self, ctx: &Ctx) {
        let this = self.clone();
        ctx.on_delay(move || this.start());
    }

    /// Keeps the watchdog silent from now on: the caller is about to answer. Where
    /// it speaks already this never returns, for it ends the process.
    pub fn take_floor(&self) {
        while self.0.take() {
            thread::park();
        }
    }

    /// Without a thread a hook that hangs is left to the host.
    fn start(&self) {
        let speak = self.0.speak.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(speak) = speak else { return };
        let watch = Arc::clone(&self.0);
        let _started = thread::Builder::new().stack_size(STACK).spawn(move || {
            thread::sleep(watch.deadline.saturating_duration_since(Instant::now()));
            if !watch.take() {
                speak();
            }
        });
    }
}

impl Watch {
    /// Whether the floor was taken before.
    fn take(&self) -> bool {
        self.is_taken.swap(true, Ordering::AcqRel)
    }
}
