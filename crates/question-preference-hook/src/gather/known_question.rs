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
    /// Whether it also has the marker of another question.
    pub(crate) has_other_markers: bool,
    pub(crate) entry: Option<&'a Entry>,
    /// The skill that asks, as the agent says.
    pub(crate) skill: Option<&'a str>,
    pub(crate) recommended: Recommended,
    /// The text of the question without its markers.
    pub(crate) said: String,
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
    skill: Option<&'a str>,
    question: &'a Question<'a>,
) -> Known<'a> {
    let marked = question_id::marked(question.question, &registry.marker_prefixes);
    let mut named = marked.into_iter().map(|id| {
        let name = registry.entry(&id).map(|entry| entry.id.clone());
        name.unwrap_or(id)
    });
    let id = named.next().unwrap_or_else(|| question_id::hashed(skill, question));
    Known {
        has_other_markers: named.any(|other| other != id),
        entry: registry.entry(&id),
        recommended: recommended(question),
        said: question_id::unmarked(question.question, &registry.marker_prefixes),
        skill,
        question,
        id,
    }
}

impl Known<'_> {
    /// `one-way`, `two-way`, or `unknown` where nobody has registered the question.
    pub(crate) fn door(&self) -> &'static str {
        match self.entry.map(|entry| entry.door) {
            Some(Door::OneWay) => "one-way",
            Some(Door::TwoWay) => "two-way",
            None => "unknown",
        }
    }
}
