//! The results of a fixture, as a row.

use super::rounds::{Block, median};

/// The names of the columns.
pub(super) fn columns() -> String {
    format!(
        "  {:<18} {:<8} {:>5} {:>11} {:>6} {:<13}",
        "fixture", "outcome", "ratio", "spread", "target", "verdict"
    )
}

/// One row of the table. `target` is what a call may cost, if anybody has said.
pub(super) fn row(fixture: &str, outcome: &str, target: Option<f64>, blocks: &[Block]) -> String {
    let mut ratios: Vec<f64> = blocks.iter().map(|block| block.ratio).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    let (ratio, spread) = (median(&ratios), [ratios.first(), ratios.last()]);
    let [least, most] = spread.map(|ratio| ratio.copied().unwrap_or_default());
    let restless = match blocks.iter().filter(|block| !block.is_calm).count() {
        0 => String::new(),
        count => format!("  ({count} restless blocks)"),
    };
    let allowed = target.map_or("-".to_owned(), |target| format!("{target:.2}"));
    let verdict = match target {
        None => "no target".to_owned(),
        Some(target) if ratio <= target => "met".to_owned(),
        Some(target) => format!("over by {:.2}", ratio - target),
    };
    let spread = format!("{least:.2}..{most:.2}");
    let row = format!(
        "  {fixture:<18} {outcome:<8} {ratio:>5.2} {spread:>11} {allowed:>6} {verdict:<13}{restless}"
    );
    row.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_figures_under_their_names() {
        let blocks =
            [1.0, 1.1, 1.25].map(|ratio| Block { ratio, more_ms: 0.0, is_calm: ratio < 1.2 });
        let expected = [
            "  fixture            outcome  ratio      spread target verdict      ",
            "  silent-no-config   silent    1.10  1.00..1.25   1.00 over by 0.10   (1 restless blocks)",
            "  silent-no-config   silent    1.10  1.00..1.25      - no target      (1 restless blocks)",
        ];
        let row = |target| row("silent-no-config", "silent", target, &blocks);
        assert_eq!([columns(), row(Some(1.0)), row(None)], expected);
    }
}
