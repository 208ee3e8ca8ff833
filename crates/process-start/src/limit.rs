//! How much memory a process may ask the C library for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// More bytes than any call needs: an event of 16 MiB takes less than a third of it, unless it consists
/// of tiny objects.
const MAX_HELD: usize = 1024 * 1024 * 1024;

type Act = Box<dyn Fn() + Send + Sync>;

/// What is done when it is more, if anything is.
static ACT: OnceLock<Act> = OnceLock::new();

/// See [`crate::when_memory_runs_out`].
pub(crate) fn set(act: Act) {
    let _set_before = ACT.set(act);
}

/// Counts the bytes that the C library gave.
pub(crate) struct Limit {
    held: AtomicUsize,
    is_over: AtomicBool,
}

impl Limit {
    pub(crate) const fn new() -> Self {
        Self { held: AtomicUsize::new(0), is_over: AtomicBool::new(false) }
    }

    /// Counts a piece that is about to be asked for. The first beyond [`MAX_HELD`] acts; what others ask for
    /// meanwhile ends at twice as much.
    pub(crate) fn take(&self, size: usize) {
        let held = self.held.fetch_add(size, Ordering::Relaxed).saturating_add(size);
        if held > MAX_HELD {
            self.over(held);
        }
    }

    /// Counts a piece that is given back.
    pub(crate) fn give_back(&self, size: usize) {
        self.held.fetch_sub(size, Ordering::Relaxed);
    }

    #[cold]
    fn over(&self, held: usize) {
        let Some(act) = ACT.get() else { return };
        if !self.is_over.swap(true, Ordering::AcqRel) {
            // An allocation must not unwind.
            let _as_if_unset = catch_unwind(AssertUnwindSafe(act));
        } else if held / 2 > MAX_HELD {
            loop {
                thread::park();
            }
        }
    }
}
