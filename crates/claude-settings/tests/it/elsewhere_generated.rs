//! Thousands of files of other hosts that nobody wrote: our entries come and go in any order with a
//! person's edits between, and what is broken is refused with its place.

use hook_protocol::FileLayout;

use crate::drawn::{Numbers, drawn};
use crate::elsewhere::{HOOKS, LAYOUTS, enter, leave};

/// How a file may be broken.
const BREAKS: [&str; 12] =
    ["{", "}", "[", "]", "\"", ",", ":", "=", "//", "'", "\u{0}", "\n[[hooks]]\nevent = 5\n"];

/// Hooks come and go in any order, in files whose parts are drawn, and a person changes an entry of
/// theirs meanwhile.
pub(crate) fn what_is_not_ours_stays_in_any_order() {
    let mut edits = 0;
    for seed in 1..=2_000_u64 {
        let mut numbers = Numbers::of(seed);
        let layout = LAYOUTS[numbers.below(4)];
        let mut before = drawn(&mut numbers, layout);
        let mut text = before.clone();
        for step in 0..6 {
            let some: Vec<&str> = HOOKS.into_iter().filter(|_| numbers.below(2) == 0).collect();
            text = match numbers.below(3) {
                0 if some.is_empty() => text,
                0 => enter(layout, Some(&text), &some).unwrap(),
                1 if text.contains("mine") => {
                    edits += 1;
                    before = before.replace("mine", &format!("mine{step}"));
                    text.replace("mine", &format!("mine{step}"))
                }
                _ => leave(layout, &text, &some).unwrap_or_else(|| before.clone()),
            };
        }
        let after = leave(layout, &text, &HOOKS);
        // What would be left of a file that is ours alone is none.
        let none = before.trim().is_empty() && layout != FileLayout::Tables;
        assert_eq!(after.as_deref(), Some(&*before).filter(|_| !none), "{seed}: {text}");
    }
    assert!(edits > 200, "{edits} edits");
}

/// What is cut off or has something too much is refused with line and column; or it is a file still,
/// and then it is treated as one.
pub(crate) fn what_is_broken_is_refused_with_its_place() {
    let (mut refused, mut taken) = (0, 0);
    for seed in 1..=3_000_u64 {
        let mut numbers = Numbers::of(seed);
        let layout = LAYOUTS[numbers.below(4)];
        let whole = drawn(&mut numbers, layout);
        let has_ours = numbers.below(2) == 0;
        let whole =
            if has_ours { enter(layout, Some(&whole), &HOOKS[..2]).unwrap() } else { whole };
        let text = broken(&mut numbers, &whole);
        match enter(layout, Some(&text), &HOOKS) {
            Err(words) => {
                refused += 1;
                check_place(&words, &text);
            }
            Ok(after) if !has_ours => {
                taken += 1;
                let left = leave(layout, &after, &HOOKS);
                let none = text.trim().is_empty() && layout != FileLayout::Tables;
                assert_eq!(left.as_deref(), Some(&*text).filter(|_| !none), "{seed}: {after}");
            }
            Ok(_) => {}
        }
    }
    assert!(refused > 1_000 && taken > 50, "{refused} refused, {taken} taken");
}

/// Words begin with a line that the text has, and a column.
#[track_caller]
fn check_place(words: &str, text: &str) {
    let place = words.strip_prefix("line ").and_then(|it| it.split_once(": "));
    let (place, why) = place.unwrap_or_else(|| panic!("{words}\n{text}"));
    let (line, column) = place.split_once(", column ").expect(place);
    let lines = text.matches('\n').count() + 1;
    assert!(line.parse().is_ok_and(|line: usize| (1..=lines).contains(&line)), "{words}\n{text}");
    assert!(column.parse().is_ok_and(|column: usize| column > 0) && !why.is_empty(), "{words}");
}

/// A file that is cut off, or has something in it that nobody meant.
fn broken(numbers: &mut Numbers, text: &str) -> String {
    let mut at = numbers.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (start, rest) = text.split_at(at);
    match numbers.below(3) {
        0 => start.to_owned(),
        _ => format!("{start}{}{rest}", BREAKS[numbers.below(BREAKS.len())]),
    }
}
