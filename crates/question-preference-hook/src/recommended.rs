//! Which option of a question the agent recommends.
//!
//! In doubt, none: what is found here is answered in a person's name.

mod options;
mod prose;
mod words;

use std::collections::BTreeSet;

use hook_protocol::Question;

use self::prose::Prose;
use self::words::{Stop, is_invisible, words};

#[cfg(test)]
mod tests;

/// What a question recommends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recommended {
    /// The option with this index.
    One(usize),
    /// Nothing.
    None,
    /// Something that has no single meaning, for this reason.
    Unclear(&'static str),
}

/// The option that the question recommends: by `(recommended)` in one label, or
/// by "Recommendation: ..." in its text. Where there is both, they have to
/// agree.
pub(crate) fn recommended(question: &Question<'_>) -> Recommended {
    let labels: Vec<_> = question.options.iter().map(|option| option.label).collect();
    let plain: Vec<_> = labels.iter().map(|label| plain(label)).collect();
    if let Some(why) = unfit(&plain) {
        return Recommended::Unclear(why);
    }
    let stances: Vec<_> = labels.iter().map(|label| stance(label)).collect();
    let mut marked = (0..).zip(&stances).filter(|(_, stance)| **stance == Stance::Marked);
    let by_label = match (marked.next(), marked.next()) {
        (_, Some(_)) => return Recommended::Unclear("more than one label is recommended"),
        (first, None) => first.map(|(index, _)| index),
    };
    let index = match (by_label, prose::read(question.question, &plain)) {
        (None, Prose::Absent | Prose::NoOption) => return Recommended::None,
        (_, Prose::Unclear(why)) => return Recommended::Unclear(why),
        (Some(index), Prose::Absent) | (None, Prose::Option(index)) => index,
        (Some(index), Prose::Option(other)) if index == other => index,
        (Some(_), _) => return Recommended::Unclear("the label and the text disagree"),
    };
    let contested = (0..).zip(&stances).any(|(at, stance)| match stance {
        Stance::Marked | Stance::Silent => false,
        Stance::For => at != index,
        Stance::Against => at == index,
    });
    if contested { Recommended::Unclear("the labels disagree") } else { Recommended::One(index) }
}

/// The label without its `(recommended)`, white space collapsed.
pub(crate) fn plain(label: &str) -> String {
    let mut kept = String::new();
    let mut rest = label;
    while let Some((before, after)) = split_mark(rest) {
        kept.push_str(before.trim_end());
        if after.starts_with(char::is_alphanumeric) {
            kept.push(' ');
        }
        rest = after;
    }
    kept.push_str(rest);
    collapsed(&kept)
}

/// Whether two labels are the same option to a person: they differ in case,
/// white space, `(recommended)` and what cannot be seen, if at all.
pub(crate) fn same_label(left: &str, right: &str) -> bool {
    folded(&plain(left)) == folded(&plain(right))
}

/// A text as it is compared: in lower case, white space collapsed, without what
/// cannot be seen.
pub(crate) fn folded(text: &str) -> String {
    let seen: String = text.chars().filter(|character| !is_invisible(*character)).collect();
    collapsed(&seen).to_lowercase()
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why one of these labels, which are plain, cannot be named.
fn unfit(labels: &[String]) -> Option<&'static str> {
    let mut seen = BTreeSet::new();
    for label in labels.iter().map(|label| folded(label)) {
        if label.is_empty() {
            return Some("an option has no label");
        }
        if !seen.insert(label) {
            return Some("two options have the same label");
        }
    }
    None
}

/// What a label says of its own option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stance {
    /// It carries `(recommended)`.
    Marked,
    /// It speaks of a recommendation in another way.
    For,
    /// It is not recommended.
    Against,
    Silent,
}

fn stance(label: &str) -> Stance {
    let mut rest = label;
    let mut marked = false;
    while let Some((before, after)) = split_mark(rest) {
        if words(before).last().is_some_and(|word| denies(&word.text) && word.stop == Stop::Nothing)
        {
            return Stance::Against;
        }
        marked = true;
        rest = after;
    }
    let mut previous = String::new();
    let mut stance = if marked { Stance::Marked } else { Stance::Silent };
    for word in words(&plain(label)) {
        if word.text.starts_with("recommend") || word.text == "unrecommended" {
            if denies(&previous) || word.text == "unrecommended" {
                return Stance::Against;
            }
            stance = if marked { Stance::Marked } else { Stance::For };
        }
        previous = word.text;
    }
    stance
}

/// Whether the word turns what follows into its opposite.
fn denies(word: &str) -> bool {
    matches!(word, "not" | "never" | "no" | "longer" | "hardly" | "without" | "nobody")
        || word.ends_with("n't")
}

/// What is before and after the first `(recommended)`.
fn split_mark(label: &str) -> Option<(&str, &str)> {
    const WORD: &str = "recommended";
    let gap = |character: char| character.is_whitespace() || is_invisible(character);
    label.match_indices('(').find_map(|(at, _)| {
        let (before, bracket) = label.split_at_checked(at)?;
        let inside = bracket.strip_prefix('(')?.trim_start_matches(gap);
        let (word, after) = inside.split_at_checked(WORD.len())?;
        let after = after.trim_start_matches(gap).strip_prefix(')')?;
        word.eq_ignore_ascii_case(WORD).then_some((before, after))
    })
}
