//! What is known about the questions of a call before anybody's preference.

use hook_protocol::{AskUserQuestionInput, Question};

use crate::config::question_id::{self, QuestionId};
use crate::config::registry::{Door, Entry, Registry};
use crate::gather::recommendation::{Recommended, recommended};

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
    /// Words of `one_way` in the registry.
    OwnWords(String),
}

/// The questions of a call, in their order.
pub(crate) fn known<'a>(
    registry: &'a Registry,
    input: &'a AskUserQuestionInput<'a>,
) -> Vec<Known<'a>> {
    input.questions.iter().map(|question| one(registry, input.skill, question)).collect()
}

fn one<'a>(
    registry: &'a Registry,
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
    let said = question_id::unmarked(question.question, &registry.marker_prefixes, " ");
    Known {
        one_way: one_way_by_name(registry, &id)
            .or_else(|| own_words(registry, &said, question, entry)),
        recommended: recommended(question),
        said,
        skill: entry.and_then(|entry| entry.skill.as_deref()).or(source),
        question,
        id,
        others,
        claims_a_hash,
        entry,
    }
}

/// Whether the question `id` is known to have no way back, whatever it says.
pub(crate) fn one_way_by_name(registry: &Registry, id: &QuestionId) -> Option<OneWay> {
    if registry.door(id) == Some(Door::OneWay) {
        Some(OneWay::Registered)
    } else if registry.names(id).into_iter().chain([id]).any(QuestionId::is_split) {
        Some(OneWay::SplitId)
    } else {
        None
    }
}

/// The project's own words in a question, if nobody has registered it as two-way.
fn own_words(
    registry: &Registry,
    said: &str,
    question: &Question<'_>,
    entry: Option<&Entry>,
) -> Option<OneWay> {
    if entry.is_some_and(|entry| entry.door == Door::TwoWay) {
        return None;
    }
    let options = question.options.iter();
    let options = options.flat_map(|it| [Some(it.label), it.description, it.preview]).flatten();
    let texts = [Some(said), question.header].into_iter().flatten().chain(options);
    registry.one_way.find(texts).map(OneWay::OwnWords)
}

impl Known<'_> {
    /// `one-way`, `two-way`, or `unknown` where nobody has registered the question.
    pub(crate) fn door(&self) -> &'static str {
        match (&self.one_way, self.entry) {
            (Some(_), _) => "one-way",
            (None, Some(_)) => "two-way",
            (None, None) => "unknown",
        }
    }
}
