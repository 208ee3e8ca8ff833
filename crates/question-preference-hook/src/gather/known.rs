//! What is known about the questions of a call before anybody's preference.

use hook_protocol::{AskUserQuestionInput, Question};

use crate::config::question_id::{self, QuestionId};
use crate::config::registry::{Door, Entry, Registry};
use crate::gather::recommended::{Recommended, recommended};
use one_way::{Finding, Words};

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
    let spoken = || find(words, &said, question).map(OneWay::Words);
    Known {
        one_way: one_way_by_name(registry, &id).or_else(spoken),
        recommended: recommended(question),
        skill: entry.and_then(|entry| entry.skill.as_deref()).or(source),
        question,
        id,
        others,
        claims_a_hash,
        entry,
    }
}

/// What in a question cannot be taken back.
fn find(words: &Words, said: &[String], question: &Question<'_>) -> Option<Finding> {
    let labels: Vec<&str> = question.options.iter().map(|option| option.label).collect();
    let find_proposal = || said.iter().find_map(|text| words.find_proposal(text, &labels));
    if let Some(finding) = words.find(texts(said, question)).or_else(find_proposal) {
        return Some(finding);
    }
    let is_craft = said.first().is_some_and(|text| words.proposes_craft(text, &labels));
    let is_name = is_craft || said.first().is_some_and(|text| words.asks_for_a_name(text));
    let told = labels.iter().filter(|label| !(is_name && one_way::is_one_word(label)));
    let mut orders = said.iter().map(String::as_str).chain(told.copied());
    let confirmed = || {
        let mut said = said.iter().filter(|_| !is_craft);
        said.find_map(|text| words.find_confirmation(text, labels.iter().copied()))
    };
    orders.find_map(|text| words.find_order(text)).or_else(confirmed)
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

/// All that a question says: `said`, and what its options say.
fn texts<'a>(said: &'a [String], question: &'a Question<'_>) -> impl Iterator<Item = &'a str> {
    let options = question.options.iter();
    let options =
        options.flat_map(|option| [Some(option.label), option.description, option.preview]);
    let options: Vec<_> = options.flatten().collect();
    said.iter().map(String::as_str).chain(question.header).chain(options)
}

impl Known<'_> {
    /// `one-way` or `two-way`.
    pub(crate) fn door(&self) -> &'static str {
        if self.one_way.is_some() { "one-way" } else { "two-way" }
    }
}
