//! `(recommended)` in the labels of a question.

use hook_protocol::Question;

use super::folded;
use super::names::mentions_another;
use super::rivals::{RISKS, is_conditional, speaks_abroad};
use super::wording::{
    AGAINST, NEGATIONS, OBJECTIONS, RECOMMEND, RESERVED, Spoken, TURNS, has_lone_letter,
};

/// Before the bracket, they are about the recommendation, not the option.
const QUALIFIERS: &[&str] = &[
    "always",
    "barely",
    "earlier",
    "ever",
    "first",
    "formerly",
    "hardly",
    "initially",
    "isn't",
    "least",
    "less",
    "longer",
    "never",
    "no",
    "not",
    "often",
    "once",
    "originally",
    "partly",
    "previously",
    "seldom",
    "sometimes",
    "un",
    "usually",
    "was",
    "wasn't",
    "were",
];

/// What a label, or a description, says of its own option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stance {
    /// It carries `(recommended)`, with this after it.
    Marked(String),
    /// It is not recommended.
    Against,
    Silent,
}

/// The stance of each option: of its label and of its description.
///
/// # Errors
/// If one speaks of a recommendation in another form.
pub(super) fn stances(question: &Question<'_>) -> Result<Vec<[Stance; 2]>, &'static str> {
    let options = question.options.iter();
    options
        .map(|option| {
            Ok([stance(option.label)?, described(option.description.unwrap_or_default())?])
        })
        .collect()
}

/// The option whose label carries `(recommended)`.
///
/// # Errors
/// If there are several, or what comes after it casts doubt on it.
pub(super) fn marked(
    stances: &[[Stance; 2]],
    plain: &[String],
) -> Result<Option<usize>, &'static str> {
    let mut marked = stances.iter().enumerate().filter_map(|(at, [label, _])| match label {
        Stance::Marked(after) => Some((at, after)),
        Stance::Against | Stance::Silent => None,
    });
    let (index, after) = match (marked.next(), marked.next()) {
        (None, _) => return Ok(None),
        (Some(first), None) => first,
        (Some(_), Some(_)) => return Err("more than one label is recommended"),
    };
    let doubted = [TURNS, AGAINST, OBJECTIONS, NEGATIONS].iter().any(|list| {
        let after = Spoken::new(after);
        after.has_any(list)
    });
    if doubted || has_lone_letter(after) || mentions_another(after, plain, index) {
        return Err("what comes after (recommended) casts doubt on it");
    }
    Ok(Some(index))
}

/// # Errors
/// If a label or a description is against the option `index`, or for another.
pub(super) fn check_unopposed(
    stances: &[[Stance; 2]],
    question: &Question<'_>,
    index: usize,
) -> Result<(), &'static str> {
    let opposes = |at, stance: &Stance| match stance {
        Stance::Silent => false,
        Stance::Marked(_) => at != index,
        Stance::Against => at == index,
    };
    if (0..).zip(stances).any(|(at, both)| both.iter().any(|stance| opposes(at, stance))) {
        return Err("the labels or descriptions disagree");
    }
    let description = question.options.get(index).and_then(|option| option.description);
    let spoken = Spoken::new(description.unwrap_or_default());
    if [AGAINST, OBJECTIONS, RESERVED, RISKS].iter().any(|list| spoken.has_any(list)) {
        return Err("its description is against the recommended option");
    }
    if is_conditional(description.unwrap_or_default()) {
        return Err("its description has a condition");
    }
    let others = question.options.iter().enumerate().filter(|(at, _)| *at != index);
    let said = others.flat_map(|(_, it)| [Some(it.label), it.description]).flatten();
    if said.chain([question.question]).any(speaks_abroad) {
        return Err("a recommendation in another word or language stands beside it");
    }
    Ok(())
}

/// `Recommended by the team of the library` is what others say of it.
fn described(description: &str) -> Result<Stance, &'static str> {
    let text = folded(description);
    let others = ["recommended by ", "recommended for ", "recommended in "];
    let is_said_by_others = others.iter().any(|it| text.starts_with(it));
    if is_said_by_others && text.matches(RECOMMEND).count() == 1 {
        return Ok(Stance::Marked(String::new()));
    }
    stance(description)
}

fn stance(text: &str) -> Result<Stance, &'static str> {
    let text = folded(text);
    let Some((before, after)) = text.split_once(RECOMMEND) else {
        return Ok(Stance::Silent);
    };
    if after.contains(RECOMMEND) {
        return Err("a label or description speaks of recommending twice");
    }
    if after.starts_with("ed") && Spoken::new(before).last() == Some("not") {
        return Ok(Stance::Against);
    }
    let name = before.trim_end().strip_suffix('(').and_then(name);
    let after = after.strip_prefix("ed").and_then(|after| after.trim_start().strip_prefix(')'));
    match (name, after.map(str::trim)) {
        (Some(()), Some(after)) if is_set_off(after) => Ok(Stance::Marked(after.to_owned())),
        _ => Err("a label or description speaks of a recommendation in another form"),
    }
}

/// Whether what is before `(recommended)` is the name of an option.
fn name(before: &str) -> Option<()> {
    let stands_apart = before.ends_with(' ') && !before.trim().is_empty();
    let is_closed = before.matches('(').count() <= before.matches(')').count();
    let spoken = Spoken::new(before);
    let is_qualified = spoken.last().is_some_and(|last| QUALIFIERS.contains(&last));
    let is_no = spoken.is_one_word() && spoken.last() == Some("no");
    let is_name = is_no || names_a_time(before.trim().trim_end_matches('('));
    (stands_apart && is_closed && (is_name || !is_qualified)).then_some(())
}

/// `Never`, `Newest first` and `Sort once` are names of options, `A, at first` is none.
fn names_a_time(label: &str) -> bool {
    let words: Vec<&str> = label.split_whitespace().collect();
    let is_plain = label.chars().all(|it| it.is_alphanumeric() || it == ' ');
    is_plain
        && match words[..] {
            [word] => ["always", "never"].contains(&word),
            [.., before, last] => {
                let limits = ["at", "only", "or", "recommended", "was"].contains(&before);
                let is_no = last == "no" && words.len() > 2;
                words.len() < 7 && !limits && (is_no || ["first", "last", "once"].contains(&last))
            }
            [] => false,
        }
}

/// Whether what is after `(recommended)` is a remark, and does not go on with the
/// sentence that the label is.
fn is_set_off(after: &str) -> bool {
    let marks = ['-', '–', '—', ':', ',', ';', '.', '('];
    after.is_empty() || (after.starts_with(marks) && !after.contains('?'))
}
