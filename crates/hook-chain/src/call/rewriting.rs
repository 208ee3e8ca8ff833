//! The rewriters of a call, one after the other, and then the guards again.

use std::borrow::Cow;

use hook_protocol::{Answer, Decision, Event, capped, cut, units};
use hook_runtime::{Phase, Verdict};

use super::{Asked, Call};
use crate::budget::{BETWEEN, MAX_CONTEXT};
use crate::hook_answer::{Course, Said};
use crate::merge::strength;
use crate::remember;
use crate::rewrite::Refusal;
use crate::settings::OnConflict;

impl Call {
    /// Has the rewriters change the input, one after the other, and the guards judge what
    /// came of it.
    pub(super) fn rewrite_input(&self) {
        let mut event = Cow::Borrowed(&self.event);
        for asked in self.of(Phase::Rewrite) {
            let verdict = self.verdict();
            if verdict == Verdict::Deny {
                return;
            }
            let said = self.ask(asked, &event, verdict);
            let said = self.apply(asked, said, &mut event);
            self.take(said);
        }
        if matches!(event, Cow::Owned(_)) && self.verdict() != Verdict::Deny {
            self.judge_again(&event);
        }
    }

    /// Applies what a rewriter says to the event that the next one sees. With a denial there
    /// is nothing to apply.
    fn apply(&self, asked: &Asked, said: Said, event: &mut Cow<'_, Event>) -> Said {
        let is_denied = matches!(said.answer.decision, Decision::Deny(_));
        let (Some(after), true) = (&said.answer.updated_input, said.counts() && !is_denied) else {
            return said;
        };
        let Some(call) = event.call() else { return said };
        let is_granted = matches!(said.answer.decision, Decision::Grant(_));
        let (tool, declared) = (call.name.as_sent(), asked.hook.written_fields());
        let taken = self.progress().rewrites.take(
            asked.by.hook,
            declared,
            tool,
            &call.input,
            after,
            is_granted,
        );
        match taken {
            Ok(true) => {
                *event = Cow::Owned(event.with_tool_input(after.clone()));
                said
            }
            Ok(false) => said,
            Err(refusal) => self.lost(said, &refusal),
        }
    }

    /// What is left of a rewriter that came second. That it had the person asked is not lost:
    /// a conflict makes nothing weaker.
    fn lost(&self, said: Said, refusal: &Refusal) -> Said {
        let error = format!("could not rewrite the input: {refusal}");
        let words = || format!("two hooks want to change the same input: {refusal}");
        let of_conflict = match (refusal, self.settings.on_conflict) {
            (Refusal::Undeclared { .. }, _) | (_, OnConflict::First) => Decision::NoOpinion,
            (_, OnConflict::Ask) => Decision::Ask(words()),
            (_, OnConflict::Deny) => Decision::Deny(words()),
        };
        let decision = match said.answer.decision {
            Decision::Ask(reason) if strength(&of_conflict) == 0 => Decision::Ask(reason),
            _ => of_conflict,
        };
        let is_new = remember::is_first_conflict(&self.here, &self.event, said.by.hook);
        let message = is_new.then(|| format!("{}: {error}", said.by.hook));
        let answer = Answer { decision, system_message: message, ..Answer::default() };
        let errors = said.errors.into_iter().chain([error]).collect();
        Said { answer, errors, course: Course::Lost, ..said }
    }

    /// Asks the guards once more, since the input is another. What they say more than
    /// before counts, and names who has changed it. A grant of what was sent is none of what
    /// came of it.
    fn judge_again(&self, event: &Event) {
        let authors = self.progress().rewrites.authors().join(", ");
        for asked in self.of(Phase::Guard) {
            let again = self.ask(asked, event, Verdict::None);
            let mut progress = self.progress();
            progress.asking = None;
            progress.merged = None;
            let before = progress.said.iter_mut().find(|one| one.by.is_same(asked.by));
            if let Some(before) = before {
                join(before, again, &authors);
            }
        }
    }
}

/// Adds to what a guard said of the input as it was sent what it says of the one that
/// `authors` made of it.
pub(super) fn join(before: &mut Said, again: Said, authors: &str) {
    let answer = again.answer;
    let (first, second) = (&before.answer.decision, &answer.decision);
    let is_granted_no_more =
        matches!(first, Decision::Grant(_)) && !matches!(second, Decision::Grant(_));
    let is_stronger = is_granted_no_more || strength(second) > strength(first);
    let is_ended = answer.halt.is_some();
    if is_stronger {
        before.answer.decision = match answer.decision {
            Decision::Deny(reason) => Decision::Deny(of_rewritten(&reason, authors)),
            Decision::Ask(reason) => Decision::Ask(of_rewritten(&reason, authors)),
            other => other,
        };
    }
    if let Some(reason) = answer.halt {
        before.answer.halt = Some(of_rewritten(&reason, authors));
    }
    let is_warned = again.is_warning && !before.is_warning;
    if is_stronger || is_ended || is_warned {
        before.rule = again.rule;
    }
    before.is_warning |= is_warned && !is_stronger;
    add(&mut before.answer.context, answer.context, BETWEEN);
    add(&mut before.answer.system_message, answer.system_message, "\n");
    before.us += again.us;
    before.errors.extend(again.errors);
}

/// Adds what was not said before.
fn add(said: &mut Option<String>, again: Option<String>, between: &str) {
    match (said.as_mut(), again) {
        (Some(said), Some(again)) if !said.contains(&again) => {
            *said = capped(format!("{said}{between}{again}"));
        }
        (None, again) => *said = again,
        _ => {}
    }
}

fn of_rewritten(reason: &str, authors: &str) -> String {
    let note = format!(" (This is about the input as it was rewritten by {authors}.)");
    let reason = cut(reason, MAX_CONTEXT.saturating_sub(units(&note)), None);
    format!("{}{note}", reason.unwrap_or_default())
}
