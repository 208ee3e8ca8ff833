//! Runs a hook in the test's own process, which is fast enough for a sweep.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};

/// The stack of the thread on which a hook runs: that of a main thread.
const STACK: usize = 8 << 20;

/// Answers as the hook's process would: environment, folder and stdin in, and out
/// what it would have written.
type Answer = dyn Fn(&BTreeMap<String, String>, &Path, &[u8]) -> Output + Send + Sync;

/// A hook without its process.
#[derive(Clone)]
pub struct InProcess(Arc<Answer>);

impl InProcess {
    /// A hook that answers as this function does.
    pub fn new(
        answer: impl Fn(&BTreeMap<String, String>, &Path, &[u8]) -> Output + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(answer))
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InProcess").finish_non_exhaustive()
    }
}

/// A thread on which the hook answers one input after another.
pub(crate) struct Worker {
    inputs: Sender<Vec<u8>>,
    outputs: Receiver<anyhow::Result<Output>>,
}

impl Worker {
    /// Starts the thread. `name` stands in the message of a stack overflow, which
    /// ends the whole test.
    ///
    /// # Errors
    ///
    /// Fails when the thread cannot be started.
    pub(crate) fn start(
        hook: &InProcess,
        name: &str,
        env: BTreeMap<String, String>,
        cwd: PathBuf,
    ) -> anyhow::Result<Self> {
        keep_panics();
        let answer = Arc::clone(&hook.0);
        let (inputs, stdin) = mpsc::channel::<Vec<u8>>();
        let (sender, outputs) = mpsc::channel();
        let work = move || {
            PANICS.set(Some(Vec::new()));
            for stdin in stdin {
                let output = catch_unwind(AssertUnwindSafe(|| answer(&env, &cwd, &stdin)));
                let panics = PANICS.replace(Some(Vec::new())).unwrap_or_default();
                let output = match (output, panics.is_empty()) {
                    (Ok(output), true) => Ok(output),
                    _ => Err(anyhow!("it panicked {}", panics.join("; "))),
                };
                if sender.send(output).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
        thread.spawn(work).context("could not start a thread")?;
        Ok(Self { inputs, outputs })
    }

    /// Has the hook answer.
    ///
    /// # Errors
    ///
    /// Fails when it panics, even where it catches that, and when it is not done
    /// within the limit. Its thread cannot be ended then, and not be used again.
    pub(crate) fn run(&self, stdin: Vec<u8>, limit: Duration) -> anyhow::Result<Output> {
        self.inputs.send(stdin).ok().context("its thread has ended")?;
        self.outputs.recv_timeout(limit).map_err(|_| anyhow!("no end within {limit:?}"))?
    }
}

thread_local! {
    /// What panicked on this thread, if a hook runs on it.
    static PANICS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// From now on a panic on a worker's thread is kept and not printed.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let is_kept = PANICS.with_borrow_mut(|kept| match kept {
                Some(kept) => {
                    let place = panic.location().map(|at| format!("at {at}")).unwrap_or_default();
                    kept.push(format!("{place}: {}", words_of(panic.payload())));
                    true
                }
                None => false,
            });
            if !is_kept {
                usual(panic);
            }
        }));
    });
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}
