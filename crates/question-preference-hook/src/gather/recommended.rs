//! Which option of a question the agent recommends.
//!
//! What is found here is answered in a person's name. So there are two forms and
//! no others, a label with `(recommended)` ([`labels`]) and a sentence in the
//! question ([`statement`]), and whatever else speaks of a recommendation makes
//! it unclear.

mod labels;
mod names;
mod rivals;
mod statement;
mod wording;

use hook_protocol::{Question, is_invisible};

use self::rivals::RISKS;
use self::wording::{AGAINST, LESS, NEGATIONS, OPINIONS, RESERVED, Spoken};

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
    match sole(question) {
        Ok(Some(index)) => Recommended::One(index),
        Ok(None) => Recommended::None,
        Err(why) => Recommended::Unclear(why),
    }
}

fn sole(question: &Question<'_>) -> Result<Option<usize>, &'static str> {
    let plain: Vec<_> = question.options.iter().map(|option| plain(option.label)).collect();
    names::check_distinct(&plain)?;
    let stances = labels::stances(question)?;
    let marked = labels::marked(&stances, &plain)?;
    let stated = statement::stated(question, &plain)?;
    let index = match (marked, stated) {
        (None, None) => return Ok(None),
        (Some(marked), Some(stated)) if marked != stated => {
            return Err("the label and the text disagree");
        }
        (Some(_), None) if Spoken::new(question.question).has_any(OPINIONS) => {
            return Err("the text has an opinion too");
        }
        (Some(index), _) | (None, Some(index)) => index,
    };
    labels::check_unopposed(&stances, question, index)?;
    Ok(Some(index))
}

/// Whether a description is against its option, or leaves it to the person.
pub(crate) fn is_opposed(description: &str) -> bool {
    let spoken = Spoken::new(description);
    [AGAINST, RESERVED, RISKS].iter().any(|list| spoken.has_any(list))
        || rivals::is_conditional(description)
}

/// Whether a question asks for what is not to be taken: a preference for something fits no more.
pub(crate) fn asks_for_less(question: &str) -> bool {
    let spoken = Spoken::new(question);
    spoken.has_any(LESS) || spoken.has_any(NEGATIONS)
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
    collapsed(&seen(text)).to_lowercase()
}

/// The text without what cannot be seen.
fn seen(text: &str) -> String {
    text.chars().filter(|character| !is_invisible(*character)).collect()
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
