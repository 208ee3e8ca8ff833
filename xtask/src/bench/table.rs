//! The results, for people and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use super::counts::Counts;
use super::rounds::Block;
use super::statistics::Spread;

/// A hook program, which all fixtures of a hook share.
pub(super) struct Subject {
    pub(super) hook: String,
    pub(super) bytes: u64,
    /// `None` where the file is no ELF file.
    pub(super) is_static: Option<bool>,
}

impl Subject {
    /// The line above the rows of a hook.
    pub(super) fn head(&self) -> String {
        let kind = match self.is_static {
            Some(true) => "static",
            Some(false) => "DYNAMIC",
            None => "not ELF",
        };
        format!("{} ({} KB, {kind})", self.hook, self.bytes.div_ceil(1024))
    }
}

/// What was measured of one fixture.
pub(super) struct Measured {
    pub(super) fixture: String,
    pub(super) outcome: String,
    /// What it may cost, if anybody has said.
    pub(super) target: Option<f64>,
    pub(super) blocks: Vec<Block>,
    pub(super) counts: Counts,
}

impl Measured {
    fn ratio(&self) -> Spread {
        Spread::of(&self.blocks.iter().map(Block::candidate_ratio).collect::<Vec<_>>())
    }

    fn nothing(&self) -> Spread {
        Spread::of(&self.blocks.iter().map(Block::nothing_ratio).collect::<Vec<_>>())
    }

    fn restless(&self) -> usize {
        self.blocks.iter().filter(|block| !block.calm).count()
    }

    /// One row of the table.
    pub(super) fn row(&self) -> String {
        let ratio = self.ratio();
        let restless = match self.restless() {
            0 => String::new(),
            count => format!("  ({count} restless blocks)"),
        };
        format!(
            "  {:<18} {:<8} {:>5.2} {:>11} {:>6.2} {:>6} {:<13} {:>9} {:>5} {:>6}{restless}",
            self.fixture,
            self.outcome,
            ratio.median,
            format!("{:.2}..{:.2}", ratio.least, ratio.most),
            self.nothing().median,
            or_dash(self.target.map(|target| format!("{target:.2}"))),
            verdict(ratio.median, self.target),
            or_dash(self.counts.instructions),
            or_dash(self.counts.system_calls),
            or_dash(self.counts.minor_faults),
        )
    }

    /// The same with each block, for a machine.
    pub(super) fn json(&self, subject: &Subject) -> Value {
        let ratio = self.ratio();
        let microseconds = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        let block = |block: &Block| {
            json!({
                "nothing_us": microseconds(block.nothing),
                "true_us": microseconds(block.baseline),
                "hook_us": microseconds(block.candidate),
                "calm": block.calm,
            })
        };
        json!({
            "hook": subject.hook,
            "fixture": self.fixture,
            "outcome": self.outcome,
            "ratio": {"median": ratio.median, "least": ratio.least, "most": ratio.most},
            "nothing_ratio": self.nothing().median,
            "target": self.target,
            "instructions": self.counts.instructions,
            "system_calls": self.counts.system_calls,
            "minor_faults": self.counts.minor_faults,
            "bytes": subject.bytes,
            "static": subject.is_static,
            "blocks": self.blocks.iter().map(block).collect::<Vec<_>>(),
        })
    }
}

/// The names of the columns.
pub(super) fn columns() -> String {
    format!(
        "  {:<18} {:<8} {:>5} {:>11} {:>6} {:>6} {:<13} {:>9} {:>5} {:>6}",
        "fixture",
        "outcome",
        "ratio",
        "spread",
        "floor",
        "target",
        "verdict",
        "instr.",
        "calls",
        "faults",
    )
}

/// Writes all results to a file.
pub(super) fn save(path: &Path, results: &[Value]) -> anyhow::Result<()> {
    let file = std::fs::File::create(path)?;
    Ok(serde_json::to_writer_pretty(file, results)?)
}

/// `met`, or by how much it is not.
fn verdict(ratio: f64, target: Option<f64>) -> String {
    match target {
        None => "no target".to_owned(),
        Some(target) if ratio <= target => "met".to_owned(),
        Some(target) => format!("over by {:.2}", ratio - target),
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_verdict_compares_with_the_target() {
        assert_eq!(verdict(1.0, Some(1.0)), "met");
        assert_eq!(verdict(1.25, Some(1.0)), "over by 0.25");
        assert_eq!(verdict(9.0, None), "no target");
    }

    #[test]
    fn a_row_has_the_figures_under_their_names() {
        let block = |candidate| Block {
            nothing: Duration::from_micros(300),
            baseline: Duration::from_micros(400),
            candidate: Duration::from_micros(candidate),
            calm: candidate < 500,
        };
        let measured = Measured {
            fixture: "silent-no-config".into(),
            outcome: "silent".into(),
            target: Some(1.0),
            blocks: vec![block(400), block(440), block(500)],
            counts: Counts { system_calls: Some(31), ..Counts::default() },
        };
        let expected = [
            "  fixture            outcome  ratio      spread  floor target verdict          instr. calls faults",
            "  silent-no-config   silent    1.10  1.00..1.25   0.75   1.00 over by 0.10          -    31      -  (1 restless blocks)",
        ];
        assert_eq!([columns(), measured.row()], expected);
    }
}
