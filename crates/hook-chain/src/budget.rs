//! Limits the context of all hooks together.
//!
//! A host limits the context of one hook ([`hook_protocol::CONTEXT_LIMIT`]), and counts several hooks
//! in one process as one.

use hook_protocol::{cut, units};
use hook_runtime::Class;

/// The limit of all sections together, in [`units`].
pub const MAX_CONTEXT: usize = hook_protocol::CONTEXT_LIMIT;

/// The separator of two sections.
pub(crate) const BETWEEN: &str = "\n\n";

/// The share of each class if not everything fits, in [`units`]. What a class does not use goes to the
/// classes below it, and what they do not use goes back up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub struct Shares {
    /// For hooks that guard.
    pub critical: usize,
    /// For hooks that decide or check.
    pub high: usize,
    /// For hooks that support the work.
    pub normal: usize,
    /// For hooks that watch.
    pub low: usize,
}

impl Default for Shares {
    fn default() -> Self {
        Self { critical: 3_000, high: 4_500, normal: 1_500, low: 500 }
    }
}

impl Shares {
    fn of(&self, class: Class) -> usize {
        match class {
            Class::Critical => self.critical,
            Class::High => self.high,
            Class::Normal => self.normal,
            Class::Low => self.low,
        }
    }

    /// The sum of the shares.
    pub fn sum(&self) -> usize {
        let all = [self.critical, self.high, self.normal, self.low];
        all.into_iter().fold(0, usize::saturating_add)
    }
}

/// The context of a hook.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) class: Class,
    pub(crate) text: &'a str,
    /// Whether it must not be cut.
    pub(crate) is_whole: bool,
    /// The command that shows what was cut.
    pub(crate) shown_by: Option<&'a str>,
}

/// The text of each section after cutting; `None` if there is no room for it.
pub(crate) fn fit(sections: &[Section<'_>], shares: &Shares) -> Vec<Option<String>> {
    let lengths: Vec<usize> = sections.iter().map(|section| units(section.text)).collect();
    let between = units(BETWEEN) * sections.len().saturating_sub(1);
    if lengths.iter().sum::<usize>() + between <= MAX_CONTEXT {
        return sections.iter().map(|section| Some(section.text.to_owned())).collect();
    }
    let room = rooms(sections, &lengths, shares, MAX_CONTEXT.saturating_sub(between));
    let cut = |(section, room): (&Section<'_>, usize)| cut(section.text, room, section.shown_by);
    sections.iter().zip(room).map(cut).collect()
}

/// The room for each section. Whole ones come first, then each class within its share and what the
/// classes above left; what remains goes to the sections that were cut, in order.
fn rooms(sections: &[Section<'_>], lengths: &[usize], shares: &Shares, total: usize) -> Vec<usize> {
    let mut rooms = vec![0; sections.len()];
    let mut left = total;
    let mut give =
        |rooms: &mut Vec<usize>, limit: Option<usize>, to: &dyn Fn(&Section<'_>) -> bool| {
            let mut limit = limit.unwrap_or(usize::MAX);
            for ((section, length), room) in sections.iter().zip(lengths).zip(rooms.iter_mut()) {
                if to(section) {
                    let given = (length - *room).min(left).min(limit);
                    *room += given;
                    left -= given;
                    limit -= given;
                }
            }
            limit
        };
    give(&mut rooms, None, &|section| section.is_whole);
    let mut from_above = 0;
    for class in Class::ALL {
        let whole = |section: &Section<'_>| section.class == class && section.is_whole;
        let taken: usize =
            sections.iter().zip(&rooms).filter(|(s, _)| whole(s)).map(|(_, room)| *room).sum();
        let share = (shares.of(class) + from_above).saturating_sub(taken);
        from_above = give(&mut rooms, Some(share), &|section| section.class == class);
    }
    give(&mut rooms, None, &|_section| true);
    rooms
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn section(class: Class, text: &str) -> Section<'_> {
        Section { class, text, is_whole: false, shown_by: None }
    }

    /// The lengths that sections of these lengths get.
    #[track_caller]
    fn check(sections: &[(Class, usize, bool)], expected: &[usize]) {
        let texts: Vec<String> =
            sections.iter().map(|(_, length, _)| "x".repeat(*length)).collect();
        let sections: Vec<Section<'_>> = sections
            .iter()
            .zip(&texts)
            .map(|((class, _, is_whole), text)| Section {
                is_whole: *is_whole,
                ..section(*class, text)
            })
            .collect();
        let told = fit(&sections, &Shares::default());
        let lengths: Vec<usize> =
            told.iter().map(|told| told.as_deref().map_or(0, units)).collect();
        let all = lengths.iter().sum::<usize>() + 2 * (lengths.len() - 1);
        assert!(all <= MAX_CONTEXT, "{all}");
        // A number in the words about a cut may have a digit less than there was room for.
        let is_near =
            |(length, expected): (&usize, &usize)| (expected - 3..=*expected).contains(length);
        let are_near = lengths.iter().zip(expected).all(is_near);
        assert!(are_near && lengths.len() == expected.len(), "{lengths:?} {expected:?}");
    }

    #[test]
    fn nothing_is_cut_where_all_fits() {
        use Class::{Critical, Low};
        check(&[(Low, 9_500, false)], &[9_500]);
        check(&[(Critical, 9_000, false), (Low, 498, false)], &[9_000, 498]);
    }

    #[test]
    fn each_class_has_its_share_where_not_all_fits() {
        use Class::{Critical, High, Low, Normal};
        // Two units stand between two sections; what they take comes off the last share.
        check(
            &[
                (Critical, 9_000, false),
                (High, 9_000, false),
                (Normal, 9_000, false),
                (Low, 9_000, false),
            ],
            &[3_000, 4_500, 1_500, 494],
        );
    }

    #[test]
    fn what_a_class_leaves_goes_down_and_then_up() {
        use Class::{Critical, High, Low, Normal};
        check(&[(Critical, 100, false), (Normal, 12_000, false)], &[100, 9_398]);
        check(&[(Critical, 12_000, false), (Low, 100, false)], &[9_398, 100]);
        check(&[(High, 5_000, false), (High, 5_000, false)], &[5_000, 4_498]);
    }

    #[test]
    fn a_text_of_ideographs_is_cut_at_its_tokens() {
        let (long, short) = ("字".repeat(2_400), "y".repeat(100));
        let sections = [section(Class::High, &long), section(Class::Low, &short)];
        let told = fit(&sections, &Shares::default());
        let first = told[0].as_deref().unwrap();
        assert!(first.starts_with('字') && first.ends_with("left out.]"), "{first}");
        assert_eq!(told[1].as_deref(), Some(short.as_str()));
        assert!(units(first) + units(&short) + units(BETWEEN) <= MAX_CONTEXT);
    }

    #[test]
    fn what_is_told_whole_is_not_cut() {
        use Class::{Critical, Normal};
        check(&[(Critical, 8_000, true), (Critical, 4_000, false)], &[8_000, 1_498]);
        check(&[(Critical, 4_000, false), (Normal, 9_000, true)], &[498, 9_000]);
    }

    #[test]
    fn a_cut_says_how_much_is_missing_and_where_it_is() {
        let long = format!("{}é", "\u{1f600}".repeat(6_000));
        let sections = [
            section(Class::Critical, "short"),
            Section { shown_by: Some("our-hook show"), ..section(Class::Normal, &long) },
        ];
        let told = fit(&sections, &Shares::default());
        assert_eq!(told[0].as_deref(), Some("short"));
        let told = told[1].as_deref().unwrap();
        let kept = told.matches('\u{1f600}').count();
        let end = format!(
            "\n[{} more characters were left out; `our-hook show` shows them.]",
            6_001 - kept
        );
        assert!(told.ends_with(&end), "{end}");
    }

    #[test]
    fn a_section_without_room_is_left_out() {
        let (whole, other) = ("x".repeat(9_490), "y".repeat(100));
        let sections = [
            Section { is_whole: true, ..section(Class::Critical, &whole) },
            section(Class::Low, &other),
        ];
        assert_eq!(fit(&sections, &Shares::default()), [Some(whole.clone()), None]);
    }
}
