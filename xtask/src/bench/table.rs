//! The results of a fixture, as a row.

use super::rounds::{Block, median};
use crate::tidy::costs::Cost;

/// The names of the columns.
pub(super) fn columns() -> String {
    format!(
        "  {:<18} {:<8} {:>5} {:>11} {:>6} {:<13}",
        "fixture", "outcome", "ratio", "spread", "target", "verdict"
    )
}

/// One row of the table. `target` is what a call may cost, if anybody has said.
pub(super) fn row(fixture: &str, outcome: &str, target: Option<f64>, blocks: &[Block]) -> String {
    let ratios = sorted_ratios(blocks, 0);
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

/// The medians of the blocks.
pub(super) fn cost(blocks: &[Block]) -> Cost {
    let mut times: Vec<f64> = blocks.iter().map(|block| block.ms).collect();
    times.sort_unstable_by(f64::total_cmp);
    Cost { ms: median(&times), ratio: median(&sorted_ratios(blocks, 0)) }
}

/// What an earlier build costs, and does if that is something else, and how the new one compares.
pub(super) fn comparison(outcome: &str, before: &str, blocks: &[Block]) -> String {
    let [now, then] = [0, 1].map(|candidate| median(&sorted_ratios(blocks, candidate)));
    let other = if outcome == before { String::new() } else { format!(" ({before})") };
    format!("  {:<18} {:<8} {then:>5.2}{other}, now {:.2} of it", "", "before", now / then)
}

fn sorted_ratios(blocks: &[Block], candidate: usize) -> Vec<f64> {
    let ratios = blocks.iter().filter_map(|block| block.ratios.get(candidate));
    let mut ratios: Vec<f64> = ratios.copied().collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_figures_under_their_names() {
        let blocks = [1.0, 1.1, 1.25].map(|now| Block {
            ratios: vec![now, 2.2],
            ms: now * 0.5,
            more_ms: 0.0,
            is_calm: now < 1.2,
        });
        let expected = [
            "  fixture            outcome  ratio      spread target verdict      ",
            "  silent-no-config   silent    1.10  1.00..1.25   1.00 over by 0.10   (1 restless blocks)",
            "  silent-no-config   silent    1.10  1.00..1.25      - no target      (1 restless blocks)",
        ];
        let row = |target| row("silent-no-config", "silent", target, &blocks);
        assert_eq!([columns(), row(Some(1.0)), row(None)], expected);
        assert_eq!(cost(&blocks), Cost { ms: 0.55, ratio: 1.1 });
        let expected = "                     before    2.20 (deny), now 0.50 of it";
        assert_eq!(comparison("silent", "deny", &blocks), expected);
    }
}
