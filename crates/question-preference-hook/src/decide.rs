//! Whether a question is answered in the person's place, and how.
//!
//! Answered is what the person has answered before: the same question by its id and its options,
//! or one that the registry calls two-way. Everything else is asked, and why has a name: [`Ask`].

pub(crate) mod answer_method;
pub(crate) mod failure;
pub(crate) mod preference_state;
pub(crate) mod repeated_answers;

use std::time::SystemTime;

use hook_protocol::{AskUserQuestionInput, ToolCall};
use serde_json::{Map, Value};

use crate::config::binding::{Binding, Difference, Fingerprint};
use crate::config::preferences::{Entry, Malformed, Origin, Preference, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{Door, Registry};
use crate::gather::answers;
use crate::gather::known_question::Known;
use crate::gather::labels::same_label;
use crate::gather::recommendation::Recommended;

/// What is taken for a question, and on whose word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The options, by their places.
    pub(crate) options: Vec<usize>,
    /// What the tool returns.
    pub(crate) answer: String,
    pub(crate) preference: Preference,
    pub(crate) origin: Origin,
}

/// Why a question is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ask {
    NoPreference,
    Always(Origin),
    NotUnderstood(Origin, Malformed),
    Expired(Origin),
    OneWay,
    SeveralMarkers,
    /// An option that the registry does not have for this question: its place and its label.
    UnknownOption(usize, String),
    /// The preference is not bound to any options yet.
    Unbound,
    /// It is bound to others.
    Changed(Difference),
    /// It is bound by a later version of this program.
    BoundLater,
    MultiSelect,
    NothingRecommended,
    Unclear(&'static str),
    /// The fixed answer is no option, or one of two with the same label.
    NotOffered(String),
    /// A fixed answer of several labels, where one may be chosen.
    TooMany,
    /// The answer could be read as that of other options.
    Ambiguous,
}

impl Ask {
    /// Whether a preference that is in force does not count for this question as it is asked.
    pub(crate) fn is_in_spite_of_a_preference(&self) -> bool {
        !matches!(
            self,
            Self::NoPreference
                | Self::Always(_)
                | Self::NotUnderstood(..)
                | Self::Expired(_)
                | Self::OneWay
        )
    }
}

/// Why a whole call is left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Silent {
    /// Part of a question could not be read.
    Incomplete,
    /// Answers are keyed by the question, and two have the same text.
    SameQuestion,
    /// All questions are answered or none: a host takes the answers of a call for all of them.
    /// These places are asked.
    Asked(Vec<usize>),
}

/// What becomes of each question.
pub(crate) fn decide(
    registry: &Registry,
    preferences: &Preferences,
    now: SystemTime,
    known: &[Known<'_>],
) -> Vec<Result<Choice, Ask>> {
    known.iter().map(|known| one(registry, preferences, now, known)).collect()
}

/// The answers to a whole call, in the order of its questions.
pub(crate) fn together(
    input: &AskUserQuestionInput<'_>,
    decided: &[Result<Choice, Ask>],
) -> Result<Vec<Choice>, Silent> {
    let questions = &input.questions;
    if !input.is_whole {
        return Err(Silent::Incomplete);
    }
    let is_twin = |(at, text): (usize, &str)| {
        questions.iter().skip(at + 1).any(|other| other.question == text)
    };
    if questions.iter().map(|question| question.question).enumerate().any(is_twin) {
        return Err(Silent::SameQuestion);
    }
    let asked: Vec<usize> =
        decided.iter().enumerate().filter(|(_, one)| one.is_err()).map(|(at, _)| at).collect();
    if asked.is_empty() {
        Ok(decided.iter().flatten().cloned().collect())
    } else {
        Err(Silent::Asked(asked))
    }
}

/// The whole input, with the answers in it: the host takes it for the input. An
/// agent can send answers and notes of its own, as if the person had given them;
/// these are dropped.
pub(crate) fn with_answers(
    call: &ToolCall,
    input: &AskUserQuestionInput<'_>,
    choices: &[Choice],
) -> Map<String, Value> {
    let mut whole = call.input.as_object().cloned().unwrap_or_default();
    let answers = input
        .questions
        .iter()
        .zip(choices)
        .map(|(question, choice)| (question.question.to_owned(), choice.answer.clone().into()));
    whole.remove("annotations");
    whole.insert("answers".to_owned(), Value::Object(answers.collect()));
    whole
}

fn one(
    registry: &Registry,
    preferences: &Preferences,
    now: SystemTime,
    known: &Known<'_>,
) -> Result<Choice, Ask> {
    let (origin, entry) = in_force(registry, preferences, now, known)?;
    check_options(known, entry)?;
    choice(known, origin, entry)
}

/// What the person would have to choose for their preference to be bound to these options: what
/// it would take, where it is bound to none.
pub(crate) fn to_bind(
    registry: &Registry,
    preferences: &Preferences,
    now: SystemTime,
    known: &Known<'_>,
) -> Option<Choice> {
    let (origin, entry) = in_force(registry, preferences, now, known).ok()?;
    let is_unbound = check_options(known, entry) == Err(Ask::Unbound);
    is_unbound.then(|| choice(known, origin, entry).ok()).flatten()
}

/// The preference for a question with its id and markers.
fn in_force<'a>(
    registry: &Registry,
    preferences: &'a Preferences,
    now: SystemTime,
    known: &Known<'_>,
) -> Result<(Origin, &'a Entry), Ask> {
    let found = by_name(registry, preferences, now, &known.id)?;
    if known.has_other_markers { Err(Ask::SeveralMarkers) } else { Ok(found) }
}

/// Whether the question is one that the preference was given for: the registry decides that for
/// its own questions, the wording for one without an id, and else the options that the person saw.
fn check_options(known: &Known<'_>, entry: &Entry) -> Result<(), Ask> {
    if let Some((at, label)) = unknown_option(known) {
        return Err(Ask::UnknownOption(at, label.to_owned()));
    }
    if known.entry.is_some() || known.id.is_hash() {
        return Ok(());
    }
    match &entry.binding {
        Binding::Any => Ok(()),
        Binding::None => Err(Ask::Unbound),
        Binding::Later => Err(Ask::BoundLater),
        Binding::To(before) => match Fingerprint::of(known.question).difference(before) {
            Some(difference) => Err(Ask::Changed(difference)),
            None => Ok(()),
        },
    }
}

fn choice(known: &Known<'_>, origin: Origin, entry: &Entry) -> Result<Choice, Ask> {
    let options = match &entry.preference {
        Preference::AlwaysAsk => return Err(Ask::Always(origin)),
        Preference::NeverAsk => vec![the_recommended(known)?],
        Preference::Answer(labels) => fixed(known, labels)?,
    };
    let answer = answer(known, &options)?;
    Ok(Choice { options, answer, preference: entry.preference.clone(), origin })
}

/// The preference for the question `id`, if that would let it go unasked.
/// `Err(Ask::NoPreference)` where nothing is said about it.
pub(crate) fn by_name<'a>(
    registry: &Registry,
    preferences: &'a Preferences,
    now: SystemTime,
    id: &QuestionId,
) -> Result<(Origin, &'a Entry), Ask> {
    if registry.door(id) == Some(Door::OneWay) {
        return Err(Ask::OneWay);
    }
    let found = preferences.of(&registry.names(id));
    let (origin, entry) = found.ok_or(Ask::NoPreference)?;
    let entry = entry.map_err(|malformed| Ask::NotUnderstood(origin, malformed))?;
    if entry.expires.is_some_and(|expires| expires <= now) {
        return Err(Ask::Expired(origin));
    }
    if entry.preference == Preference::AlwaysAsk {
        return Err(Ask::Always(origin));
    }
    Ok((origin, entry))
}

/// Whether a preference for the question `id` holds for options that are known: those of the
/// registry, of the wording, or those that it is bound to.
pub(crate) fn is_bound(registry: &Registry, id: &QuestionId, entry: &Entry) -> bool {
    let is_open = matches!(entry.binding, Binding::None | Binding::Later);
    registry.entry(id).is_some() || id.is_hash() || !is_open
}

/// The label that an agent may choose for a question by itself, where nobody can
/// be asked: the recommended one of a question that the registry calls two-way,
/// unless the person wants to be asked.
pub(crate) fn left_to_the_agent<'a>(
    registry: &Registry,
    preferences: &Preferences,
    now: SystemTime,
    known: &Known<'a>,
) -> Option<&'a str> {
    let is_left = match by_name(registry, preferences, now, &known.id) {
        // Somebody else's choice may be another one than the agent's.
        Ok((_, entry)) => !matches!(entry.preference, Preference::Answer(_)),
        Err(Ask::NoPreference | Ask::Expired(_)) => true,
        Err(_) => false,
    };
    let is_doubtful = !is_left
        || registry.door(&known.id) != Some(Door::TwoWay)
        || known.has_other_markers
        || known.question.multi_select
        || unknown_option(known).is_some();
    match known.recommended {
        Recommended::One(at) if !is_doubtful => {
            known.question.options.get(at).map(|option| option.label)
        }
        _ => None,
    }
}

fn unknown_option<'a>(known: &Known<'a>) -> Option<(usize, &'a str)> {
    let registered = &known.entry?.options;
    if registered.is_empty() {
        return None;
    }
    let is_known = |label: &str| registered.iter().any(|other| same_label(other, label));
    let mut labels = known.question.options.iter().map(|option| option.label).enumerate();
    labels.find(|(_, label)| !is_known(label))
}

fn the_recommended(known: &Known<'_>) -> Result<usize, Ask> {
    let may_choose = known.entry.is_some_and(|entry| entry.allow_multi_select);
    if known.question.multi_select && !may_choose {
        return Err(Ask::MultiSelect);
    }
    match known.recommended {
        Recommended::One(at) => Ok(at),
        Recommended::None => Err(Ask::NothingRecommended),
        Recommended::Unclear(why) => Err(Ask::Unclear(why)),
    }
}

/// The options of a fixed answer, in the order of the question.
fn fixed(known: &Known<'_>, labels: &[String]) -> Result<Vec<usize>, Ask> {
    if labels.len() > 1 && !known.question.multi_select {
        return Err(Ask::TooMany);
    }
    let place = |label: &String| {
        let options = known.question.options.iter().enumerate();
        let mut found = options.filter(|(_, option)| same_label(option.label, label));
        match (found.next(), found.next()) {
            (Some((at, _)), None) => Ok(at),
            _ => Err(Ask::NotOffered(label.clone())),
        }
    };
    let mut places = labels.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// What the tool returns for these options; refused where it would be read as
/// something else.
fn answer(known: &Known<'_>, options: &[usize]) -> Result<String, Ask> {
    let labels: Vec<&str> = options
        .iter()
        .filter_map(|at| known.question.options.get(*at))
        .map(|option| option.label)
        .collect();
    let answer = answers::joined(&labels);
    // In a list of labels Claude Code 2.1.330 quotes these, and 2.1.112 does not.
    let is_quoted = |label: &&str| label.contains([',', '"']);
    if known.question.multi_select && labels.iter().any(is_quoted)
        || answers::read_back(known.question, &answer).as_deref() != Some(options)
    {
        return Err(Ask::Ambiguous);
    }
    Ok(answer)
}
