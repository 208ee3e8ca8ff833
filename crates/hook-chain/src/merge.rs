//! Merges the answers of several hooks into one. Pure: values in, a value out.

use std::fmt;

use hook_protocol::{Answer, Decision, capped, cut, units};
use hook_runtime::Phase;

use crate::budget::{BETWEEN, MAX_CONTEXT, Section, Shares, fit};
use crate::hook_answer::{Course, Said};
use crate::rewrite::Rewrites;

/// The most reasons that an agent gets; the others are counted.
const MAX_REASONS: usize = 3;

/// The room for the count of the others, if reasons have to be cut.
const ROOM_FOR_MORE: usize = 100;

/// The fate of the answer of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is part of the reply.
    Won,
    /// A stronger decision won.
    Below,
    /// Another hook had rewritten the same field.
    Lost,
    /// There was no room for all of it, or the call was denied.
    Cut,
    /// Its time was over.
    NotRun,
    /// Its hook is in mode `shadow`.
    Shadow,
    /// It had kept the agent from stopping twice, and the agent may stop.
    GaveWay,
}

/// The reply, and the fate of each answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Merged {
    pub(crate) answer: Answer,
    /// The fate of each answer, in the same order; `None` for silence.
    pub(crate) fates: Vec<Option<Fate>>,
}

/// Joins what was said about one event. The order of `said` is that in which reasons and
/// sections are told; it changes nothing else.
pub(crate) fn merge(said: &[Said], rewrites: &Rewrites, shares: &Shares) -> Merged {
    let decision = decision(said);
    let halt = joined(said, |answer| answer.halt.as_deref());
    let is_denied = halt.is_some() || matches!(decision, Decision::Deny(_));
    let goes_on = |one: &&Said| !is_denied || one.by.phase == Phase::Guard || denies(one);
    let contexts: Vec<&Said> =
        counting(said).filter(goes_on).filter(|one| one.tells_something()).collect();
    let told = sections(&contexts, shares);
    let block = joined(said, |answer| answer.block.as_deref());
    let answer = Answer {
        context: join_texts(told.iter().flatten().map(String::as_str)),
        updated_input: rewritten(&decision, rewrites).filter(|_| halt.is_none()),
        updated_output: first_output(said).map(|(_one, output)| output.clone()),
        instructions: join_texts(of_all(said, |answer| answer.instructions.as_deref()))
            .filter(|_| block.is_none() && halt.is_none()),
        system_message: lines(of_all(said, |answer| answer.system_message.as_deref())),
        terminal_sequence: of_all(said, |answer| answer.terminal_sequence.as_deref())
            .next()
            .map(str::to_owned),
        decision,
        halt,
        block,
    };
    let fate = |one: &Said| {
        let told = contexts.iter().zip(&told).find(|(told, _)| std::ptr::eq(**told, one));
        let is_whole = told.is_some_and(|(_, told)| *told == one.answer.context);
        let is_second = one.answer.updated_output.is_some()
            && first_output(said).is_some_and(|(first, _output)| !std::ptr::eq(first, one));
        if is_second && one.counts() { Some(Fate::Lost) } else { fate(one, &answer, is_whole) }
    };
    let fates = said.iter().map(fate).collect();
    Merged { answer, fates }
}

/// How strong a decision is.
pub(crate) fn strength(decision: &Decision) -> u8 {
    match decision {
        Decision::NoOpinion => 0,
        Decision::Grant(_) => 1,
        Decision::Ask(_) => 2,
        Decision::Deny(_) => 3,
    }
}

fn counting(said: &[Said]) -> impl Iterator<Item = &Said> {
    said.iter().filter(|one| one.counts())
}

fn of_all<'a>(
    said: &'a [Said],
    part: impl Fn(&'a Answer) -> Option<&'a str>,
) -> impl Iterator<Item = &'a str> {
    counting(said).filter_map(move |one| part(&one.answer))
}

fn denies(one: &Said) -> bool {
    one.answer.halt.is_some() || matches!(one.answer.decision, Decision::Deny(_))
}

/// The first that has put something in place of a tool's answer, and what.
fn first_output(said: &[Said]) -> Option<(&Said, &serde_json::Value)> {
    counting(said).find_map(|one| Some((one, one.answer.updated_output.as_ref()?)))
}

/// Deny over ask over grant over nothing, with the reasons of all who say the strongest.
fn decision(said: &[Said]) -> Decision {
    let strongest = counting(said).map(|one| strength(&one.answer.decision)).max().unwrap_or(0);
    let winners = counting(said).filter(|one| strength(&one.answer.decision) == strongest);
    let reasons: Vec<(&str, &str)> = winners
        .filter_map(|one| match &one.answer.decision {
            Decision::NoOpinion => None,
            Decision::Grant(reason) | Decision::Ask(reason) | Decision::Deny(reason) => {
                Some((one.by.hook, reason.as_str()))
            }
        })
        .collect();
    let reason = || reasons_of(&reasons);
    match strongest {
        0 => Decision::NoOpinion,
        1 => Decision::Grant(reason()),
        2 => Decision::Ask(reason()),
        _ => Decision::Deny(reason()),
    }
}

/// One reason as it is; of several each with its hook.
fn reasons_of(reasons: &[(&str, &str)]) -> String {
    if let [(_hook, reason)] = reasons {
        return (*reason).to_owned();
    }
    let mut said: Vec<String> = reasons
        .iter()
        .take(MAX_REASONS)
        .map(|(hook, reason)| format!("[{hook}] {reason}"))
        .collect();
    if said.iter().map(|reason| units(reason)).sum::<usize>() > MAX_CONTEXT - ROOM_FOR_MORE {
        // One that says much does not hide what the others say.
        let room = (MAX_CONTEXT - ROOM_FOR_MORE) / said.len().max(1);
        said = said.iter().filter_map(|reason| cut(reason, room, None)).collect();
    }
    if let Some(more @ 1..) = reasons.len().checked_sub(MAX_REASONS) {
        let (noun, verb) = if more == 1 { ("hook", "says") } else { ("hooks", "say") };
        said.push(format!("{more} more {noun} {verb} so."));
    }
    capped(said.join("\n"))
}

/// The reasons of all who give one for this part.
fn joined(said: &[Said], part: impl Fn(&Answer) -> Option<&str>) -> Option<String> {
    let reasons = counting(said).filter_map(|one| Some((one.by.hook, part(&one.answer)?)));
    let reasons: Vec<(&str, &str)> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons_of(&reasons))
}

/// The input that goes to the tool: none with a denial, nor an answer where the person is
/// to be asked.
fn rewritten(
    decision: &Decision,
    rewrites: &Rewrites,
) -> Option<serde_json::Map<String, serde_json::Value>> {
    match decision {
        Decision::Deny(_) => None,
        Decision::Ask(_) if rewrites.is_granted() => None,
        _ => rewrites.input().cloned(),
    }
}

fn sections(contexts: &[&Said], shares: &Shares) -> Vec<Option<String>> {
    let sections = contexts.iter().map(|one| Section {
        class: one.by.class,
        text: one.answer.context.as_deref().unwrap_or_default(),
        is_whole: one.by.is_told_whole,
        shown_by: one.by.shown_by,
    });
    fit(&sections.collect::<Vec<_>>(), shares)
}

fn join_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(BETWEEN))
}

/// The lines, without those that are there already.
fn lines<'a>(messages: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    for message in messages {
        if !all.contains(&message) {
            all.push(message);
        }
    }
    (!all.is_empty()).then(|| all.join("\n"))
}

/// `is_whole` says whether all of its context is in the reply.
fn fate(one: &Said, merged: &Answer, is_whole: bool) -> Option<Fate> {
    match one.course {
        Course::NotRun => return Some(Fate::NotRun),
        Course::Lost => return Some(Fate::Lost),
        Course::Answered => {}
    }
    let answer = &one.answer;
    if answer.is_silent() {
        return None;
    }
    if !one.counts() {
        return Some(Fate::Shadow);
    }
    if answer.halt.is_some() {
        return Some(Fate::Won);
    }
    let is_below = strength(&answer.decision) < strength(&merged.decision);
    if answer.decision != Decision::NoOpinion {
        return Some(if is_below { Fate::Below } else { Fate::Won });
    }
    if answer.updated_input.is_some() {
        return Some(if merged.updated_input.is_some() { Fate::Won } else { Fate::Below });
    }
    if answer.block.is_some() || answer.context.is_none() {
        return Some(Fate::Won);
    }
    Some(if is_whole { Fate::Won } else { Fate::Cut })
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Won => "won",
            Self::Below => "below",
            Self::Lost => "lost",
            Self::Cut => "cut",
            Self::NotRun => "not_run",
            Self::Shadow => "shadow",
            Self::GaveWay => "gave_way",
        })
    }
}
