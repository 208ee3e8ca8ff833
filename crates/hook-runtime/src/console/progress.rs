//! The progress of long work, on stderr: on a terminal a line with a bar, which goes when the work
//! is done, and in a log a line now and then.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Work that is shorter shows nothing.
const MIN_WORK: Duration = Duration::from_secs(1);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// Between two lines in a log.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// To the beginning of the line, with nothing left on it.
const CLEARED: &str = "\r\u{1b}[K";

/// The columns of a bar.
const BAR: usize = 20;

/// Work in progress, until this is dropped.
#[derive(Debug)]
pub struct Progress {
    work: Arc<Work>,
    drawing: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Work {
    what: String,
    done: AtomicUsize,
    /// The total number of steps; 0 if unknown.
    all: AtomicUsize,
    is_over: Mutex<bool>,
    ended: Condvar,
}

impl Progress {
    /// Begins to show `what`.
    pub(super) fn begin(what: &str) -> Self {
        let work = Arc::new(Work { what: what.to_owned(), ..Work::default() });
        let shown = Arc::clone(&work);
        let drawing = Some(thread::spawn(move || {
            if io::stderr().is_terminal() {
                shown.draw(&mut io::stderr(), MIN_WORK, PAUSE);
            } else {
                shown.log(&mut io::stderr(), LOG_PAUSE);
            }
        }));
        Self { work, drawing }
    }

    /// Adds `more` steps to the work.
    pub fn add(&self, more: usize) {
        self.work.all.fetch_add(more, Ordering::Relaxed);
    }

    /// Marks a step as done.
    pub fn step(&self) {
        self.work.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        *self.work.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.work.ended.notify_all();
        if let Some(drawing) = self.drawing.take() {
            let _nothing_was_shown = drawing.join();
        }
    }
}

impl Work {
    /// Draws until the work is over, not before `first` has passed.
    fn draw(&self, out: &mut impl Write, first: Duration, pause: Duration) {
        let begun = Instant::now();
        let mut wait = first;
        let mut is_drawn = false;
        while !self.ends_within(wait) {
            wait = pause;
            is_drawn = true;
            let line = format!("{CLEARED}{}{}", self.bar(), self.line(begun.elapsed()));
            let _unseen = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        }
        if is_drawn {
            let _unseen = out.write_all(CLEARED.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// Writes a line after each `pause` until the work is over.
    fn log(&self, out: &mut impl Write, pause: Duration) {
        let begun = Instant::now();
        while !self.ends_within(pause) {
            let _unseen = writeln!(out, "{}", self.line(begun.elapsed()));
        }
    }

    /// How much is done, as a bar; empty if it is unknown how much there is to do.
    fn bar(&self) -> String {
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        let Some(full) = (done.min(all) * BAR).checked_div(all) else { return String::new() };
        format!("[{}{}] ", "#".repeat(full), ".".repeat(BAR - full))
    }

    fn ends_within(&self, time: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ended.wait_timeout_while(is_over, time, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn line(&self, elapsed: Duration) -> String {
        let Self { what, .. } = self;
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        let seconds = elapsed.as_secs();
        match all {
            0 => format!("{what}: {seconds} s"),
            all => format!("{what}: {done} of {all}, {seconds} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Sends what is written.
    struct Frames(Sender<String>);

    impl Write for Frames {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _nobody_reads = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_done_is_counted() {
        let work = Work { what: "ingest".to_owned(), ..Work::default() };
        assert_eq!(work.line(Duration::from_millis(2_900)), "ingest: 2 s");
        let progress = Progress { work: Arc::new(work), drawing: None };
        progress.add(3);
        progress.add(4);
        progress.step();
        assert_eq!(progress.work.line(Duration::from_secs(65)), "ingest: 1 of 7, 65 s");
        assert_eq!(progress.work.bar(), "[##..................] ");
    }

    #[test]
    fn a_log_gets_whole_lines() {
        let work = Arc::new(Work { what: "ingest".to_owned(), ..Work::default() });
        let progress = Progress { work: Arc::clone(&work), drawing: None };
        let logging = thread::spawn(move || {
            let mut out = Vec::new();
            work.log(&mut out, Duration::from_millis(1));
            String::from_utf8(out).unwrap()
        });
        thread::sleep(Duration::from_millis(30));
        drop(progress);
        assert!(
            logging
                .join()
                .unwrap()
                .lines()
                .all(|line| line.starts_with("ingest: ") && line.ends_with(" s"))
        );
    }

    #[test]
    fn a_line_is_drawn_of_what_takes_long_and_taken_away_again() {
        let drawn = |first: Duration, frames: usize| {
            let (sender, received) = channel();
            let work = Arc::new(Work { what: "verify".to_owned(), ..Work::default() });
            let progress = Progress { work: Arc::clone(&work), drawing: None };
            let drawing = thread::spawn(move || {
                work.draw(&mut Frames(sender), first, Duration::from_millis(1));
            });
            let mut seen: String = received.iter().take(frames).collect();
            drop(progress);
            drawing.join().unwrap();
            seen.extend(received);
            seen
        };
        assert_eq!(drawn(Duration::from_secs(600), 0), "");
        let seen = drawn(Duration::from_millis(1), 2);
        assert!(seen.starts_with("\r\u{1b}[Kverify: ") && seen.ends_with("\r\u{1b}[K"), "{seen:?}");
    }
}
