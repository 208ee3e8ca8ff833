//! The table that `try` prints.

use std::time::Duration;

use hook_protocol::shortened;
use hook_runtime::Console;
use host_stand_in::{Effect, Outcome};

/// Lines of an answer that are shown.
const SAID_LINES: usize = 3;

/// The width of the first column.
const EVENT_WIDTH: usize = 50;

/// What one hook did on one event.
pub(super) struct Row {
    pub(super) event: String,
    /// What the event is about, if its payload says so.
    pub(super) about: String,
    pub(super) outcome: Outcome,
    /// `None` where nothing was started.
    pub(super) took: Option<Duration>,
    /// How the outcome differs from the recording.
    pub(super) complaint: Option<String>,
}

/// Prints rows, and counts for the summary.
#[derive(Default)]
pub(super) struct Table {
    /// Effects with the number of their rows, in the order of the first.
    effects: Vec<(Effect, usize)>,
    unexpected: usize,
    slowest: Duration,
}

impl Table {
    /// Prints the lines above the rows of a session.
    pub(super) fn head(hook: &str, console: &mut Console) {
        console.line(format!("A recorded session for {hook}:\n"));
        console.short_line(columns("event", "outcome", "ms"));
    }

    /// Prints one row: what happened, what was said, and how that differs from the recording.
    pub(super) fn row(&mut self, row: &Row, console: &mut Console) {
        let effect = row.outcome.effect;
        match self.effects.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, count)) => *count += 1,
            None => self.effects.push((effect, 1)),
        }
        self.slowest = self.slowest.max(row.took.unwrap_or_default());
        let took = row.took.map_or("-".to_owned(), milliseconds);
        console.short_line(columns(&row.event, &effect.to_string(), &took));
        if let Some(about) = row.about.lines().next() {
            console.short_line(format!("  > {about}"));
        }
        for line in row.outcome.said.lines().take(SAID_LINES) {
            console.short_line(format!("    {line}"));
        }
        if let Some(complaint) = &row.complaint {
            self.unexpected += 1;
            console.short_line(format!("    UNEXPECTED: {complaint}"));
        }
    }

    /// Prints one line over all sessions, such as `12 outcomes: 7 context, 5 deny; ...`.
    pub(super) fn summary(&self, console: &mut Console) {
        let total: usize = self.effects.iter().map(|(_, count)| count).sum();
        let counts: Vec<String> =
            self.effects.iter().map(|(effect, count)| format!("{count} {effect}")).collect();
        let verdict = match self.unexpected {
            0 => "all as expected".to_owned(),
            count => format!("{count} not as expected"),
        };
        let (counts, slowest) = (counts.join(", "), milliseconds(self.slowest));
        console.line(format!("{total} outcomes: {counts}; {verdict}; slowest {slowest} ms"));
    }

    /// Whether every outcome is the one of the recording.
    pub(super) fn is_as_recorded(&self) -> bool {
        self.unexpected == 0
    }
}

fn columns(event: &str, outcome: &str, took: &str) -> String {
    let event = shortened(event, EVENT_WIDTH);
    format!("{event:<EVENT_WIDTH$} {outcome:<8} {took:>6}")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_show_answers_and_the_summary_counts_them() {
        let mut console = Console::default();
        let mut table = Table::default();
        for (effect, said, complaint) in [
            (Effect::Deny, "[STATE: DO]\nmore", None),
            (Effect::Silent, "", None),
            (Effect::Deny, "", Some("expected silent".to_owned())),
        ] {
            let row = Row {
                event: "PreToolUse Read".into(),
                about: "src/app.py".into(),
                outcome: Outcome { effect, said: said.into() },
                took: Some(Duration::from_micros(1260)),
                complaint,
            };
            table.row(&row, &mut console);
        }
        table.summary(&mut console);
        let printed = console.into_stdout();
        let first = "PreToolUse Read                                    deny        1.3\n  \
                     > src/app.py\n    [STATE: DO]\n    more\n";
        assert!(printed.starts_with(first), "{printed}");
        let last = "    UNEXPECTED: expected silent\n\
                    3 outcomes: 2 deny, 1 silent; 1 not as expected; slowest 1.3 ms\n";
        assert!(printed.ends_with(last), "{printed}");
        assert!(!table.is_as_recorded());
    }
}
