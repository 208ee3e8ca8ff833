//! The table that `try` shows.

use std::fmt::Write;
use std::time::Duration;

use hook_protocol::shortened;

use crate::host::{Effect, Outcome};

/// Lines of what was said that are shown of one outcome.
const SAID_LINES: usize = 3;

/// The width of the first column.
const EVENT_WIDTH: usize = 38;

/// What one hook did on one event.
pub(super) struct Row {
    pub(super) event: String,
    /// What the event is about, if its payload says so.
    pub(super) about: String,
    pub(super) hook: String,
    pub(super) outcome: Outcome,
    /// `None` where nothing was started.
    pub(super) took: Option<Duration>,
    pub(super) complaint: Option<String>,
}

/// Writes rows, and remembers what the summary needs.
pub(super) struct Report {
    width: usize,
    effects: Vec<Effect>,
    unexpected: usize,
    slowest: Duration,
}

impl Report {
    pub(super) fn new(width: usize) -> Self {
        Self { width, effects: Vec::new(), unexpected: 0, slowest: Duration::ZERO }
    }

    /// The lines above the rows of a scene.
    pub(super) fn head(&self, scene: &str) -> String {
        let columns = columns("event", "hook", "outcome", "ms");
        let columns = shortened(&columns, self.width);
        format!("A recorded session for {scene}, as its settings entries have it:\n\n{columns}")
    }

    /// One row: what happened, what was said, and what is wrong with it.
    pub(super) fn line(&mut self, row: &Row) -> String {
        self.effects.push(row.outcome.effect);
        self.slowest = self.slowest.max(row.took.unwrap_or_default());
        let took = row.took.map_or("-".to_owned(), milliseconds);
        let effect = row.outcome.effect.to_string();
        let mut text =
            shortened(&columns(&row.event, &row.hook, &effect, &took), self.width).into_owned();
        if let Some(about) = row.about.lines().next() {
            push_line(&mut text, &shortened(&format!("  > {about}"), self.width));
        }
        for line in row.outcome.said.lines().take(SAID_LINES) {
            push_line(&mut text, &shortened(&format!("    {line}"), self.width));
        }
        if let Some(complaint) = &row.complaint {
            self.unexpected += 1;
            push_line(&mut text, &shortened(&format!("    UNEXPECTED: {complaint}"), self.width));
        }
        text
    }

    /// One line over all scenes, such as `12 outcomes: 7 context, 5 deny; ...`.
    pub(super) fn summary(&self) -> String {
        let mut text = format!("{} outcomes:", self.effects.len());
        let mut counted: Vec<Effect> = Vec::new();
        for effect in &self.effects {
            if !counted.contains(effect) {
                let count = self.effects.iter().filter(|other| *other == effect).count();
                let comma = if counted.is_empty() { "" } else { "," };
                // Writing to a string does not fail.
                write!(text, "{comma} {count} {effect}").ok();
                counted.push(*effect);
            }
        }
        let verdict = match self.unexpected {
            0 => "all as expected".to_owned(),
            count => format!("{count} not as expected"),
        };
        format!("{text}; {verdict}; slowest {} ms", milliseconds(self.slowest))
    }

    pub(super) fn unexpected(&self) -> usize {
        self.unexpected
    }
}

fn columns(event: &str, hook: &str, outcome: &str, took: &str) -> String {
    let event = shortened(event, EVENT_WIDTH);
    format!("{event:<EVENT_WIDTH$} {hook:<24} {outcome:<8} {took:>6}")
}

fn push_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(effect: Effect, said: &str, complaint: Option<&str>) -> Row {
        Row {
            event: "PreToolUse Read".into(),
            about: "src/app.py".into(),
            hook: "governance-hook".into(),
            outcome: Outcome { effect, said: said.into() },
            took: Some(Duration::from_micros(1260)),
            complaint: complaint.map(str::to_owned),
        }
    }

    #[test]
    fn a_row_says_what_happened_and_what_was_said() {
        let mut report = Report::new(80);
        assert_eq!(
            report.line(&row(Effect::Context, "[STATE: DO]\nmore", None)),
            "PreToolUse Read                        governance-hook          context     1.3\n  \
             > src/app.py\n    [STATE: DO]\n    more"
        );
    }

    #[test]
    fn every_line_fits_the_terminal() {
        let long = "é".repeat(200);
        let text = Report::new(40).line(&row(Effect::Deny, &long, Some(&long)));
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
    }

    #[test]
    fn the_summary_counts() {
        let mut report = Report::new(80);
        report.line(&row(Effect::Deny, "", None));
        report.line(&row(Effect::Silent, "", None));
        report.line(&row(Effect::Deny, "", Some("expected silent")));
        assert_eq!(
            report.summary(),
            "3 outcomes: 2 deny, 1 silent; 1 not as expected; slowest 1.3 ms"
        );
        assert_eq!(report.unexpected(), 1);
    }
}
