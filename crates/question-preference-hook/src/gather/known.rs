//! What is known about the questions of a call before anybody's preference.

use hook_protocol::{AskUserQuestionInput, Question, QuestionOption};

use crate::config::question_id::{self, QuestionId};
use crate::config::registry::{Door, Entry, Registry};
use crate::gather::recommended::{Recommended, recommended};
use one_way::{Finding, Offer, Words};

/// A question, and what is known about it.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    pub(crate) question: &'a Question<'a>,
    /// Its name in the registry where it has one there.
    pub(crate) id: QuestionId,
    /// Further questions whose markers it carries.
    pub(crate) others: Vec<QuestionId>,
    /// A marker of the form that stands for a wording; nobody writes such a one
    /// in good faith.
    pub(crate) claims_a_hash: bool,
    pub(crate) entry: Option<&'a Entry>,
    pub(crate) skill: Option<&'a str>,
    pub(crate) one_way: Option<OneWay>,
    pub(crate) recommended: Recommended,
    /// The text of the question without its markers.
    pub(crate) said: String,
}

/// Why there is no way back from an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OneWay {
    Registered,
    /// The id is one of `<skill>-split-<what>`: how work is split is for a person.
    SplitId,
    Words(Finding),
}

/// The questions of a call, in their order.
pub(crate) fn known<'a>(
    registry: &'a Registry,
    input: &'a AskUserQuestionInput<'a>,
) -> Vec<Known<'a>> {
    let words = Words::with(&registry.one_way);
    input.questions.iter().map(|question| one(registry, &words, input.skill, question)).collect()
}

fn one<'a>(
    registry: &'a Registry,
    words: &Words,
    source: Option<&'a str>,
    question: &'a Question<'a>,
) -> Known<'a> {
    let marked = question_id::marked(question.question, &registry.marker_prefixes);
    let claims_a_hash = marked.iter().any(QuestionId::is_hash);
    let mut named = marked.into_iter().filter(|id| !id.is_hash()).map(|id| {
        let name = registry.entry(&id).map(|entry| entry.id.clone());
        name.unwrap_or(id)
    });
    let id = named.next().unwrap_or_else(|| question_id::hashed(source, question));
    let others = named.filter(|other| *other != id).collect();
    let entry = registry.entry(&id);
    let said = said(registry, question.question);
    let recommended = recommended(question);
    let answer = match recommended {
        Recommended::One(at) => Some(at),
        Recommended::None | Recommended::Unclear(_) => None,
    };
    let spoken = find(words, &said, question, entry, answer).map(OneWay::Words);
    Known {
        one_way: one_way_by_name(registry, &id).or(spoken),
        recommended,
        said: said.into_iter().next().unwrap_or_default(),
        skill: entry.and_then(|entry| entry.skill.as_deref()).or(source),
        question,
        id,
        others,
        claims_a_hash,
        entry,
    }
}

/// What in a question, or in its answer, cannot be taken back. Of one that is registered as two-way
/// only what the words say counts.
fn find(
    words: &Words,
    said: &[String],
    question: &Question<'_>,
    entry: Option<&Entry>,
    answer: Option<usize>,
) -> Option<Finding> {
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let offers: Vec<Offer<'_>> = question.options.iter().map(offer).collect();
    let header = question.header;
    let is_two_way = entry.is_some_and(|entry| entry.door == Door::TwoWay);
    words.judge(&one_way::Question { said: &said, header, offers: &offers, answer, is_two_way })
}

fn offer<'a>(option: &QuestionOption<'a>) -> Offer<'a> {
    Offer { label: option.label, description: option.description, preview: option.preview }
}

/// What in a question cannot be taken back if these options are its answer.
pub(crate) fn one_way_of(
    registry: &Registry,
    known: &Known<'_>,
    options: &[usize],
) -> Option<OneWay> {
    let words = Words::with(&registry.one_way);
    let said = said(registry, known.question.question);
    let find = |at: &usize| find(&words, &said, known.question, known.entry, Some(*at));
    let mut found = options.iter().map(find);
    found.find_map(|it| it.map(OneWay::Words))
}

/// Whether the question `id` is known to have no way back, whatever it says.
pub(crate) fn one_way_by_name(registry: &Registry, id: &QuestionId) -> Option<OneWay> {
    let entry = registry.entry(id);
    if entry.is_some_and(|entry| entry.door == Door::OneWay) {
        Some(OneWay::Registered)
    } else if registry.names(id).into_iter().chain([id]).any(QuestionId::is_split) {
        Some(OneWay::SplitId)
    } else {
        None
    }
}

/// What the text of a question says beside its markers; in two ways where one may
/// stand between two words or in the middle of one.
pub(crate) fn said(registry: &Registry, text: &str) -> Vec<String> {
    let [apart, joined] =
        [" ", ""].map(|gap| question_id::unmarked(text, &registry.marker_prefixes, gap));
    if apart.split_whitespace().eq(joined.split_whitespace()) {
        return vec![apart];
    }
    vec![apart, joined]
}

impl Known<'_> {
    /// `one-way` or `two-way`.
    pub(crate) fn door(&self) -> &'static str {
        if self.one_way.is_some() { "one-way" } else { "two-way" }
    }
}
