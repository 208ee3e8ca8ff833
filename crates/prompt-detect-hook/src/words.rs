//! A transition in words, for people: one line, and tame.

use hook_runtime::one_line;

use crate::prompt::PromptType;
use crate::transition::{Transition, TransitionType};

/// What happened, in at most `longest` characters: "asks: Which database?".
pub(crate) fn headline(transition: &Transition, longest: usize) -> String {
    let reason = transition.reason.as_deref();
    let line = match transition.kind {
        TransitionType::Prompt => return one_line(&asked(transition), longest),
        TransitionType::PromptResolved => {
            let what = transition.prompt_type.map_or("prompt", PromptType::as_str);
            with("goes on", Some(what))
        }
        TransitionType::Idle => "waits for input".to_owned(),
        TransitionType::Stop => "has finished its turn".to_owned(),
        TransitionType::Failed => with("failed", reason),
        TransitionType::Exited => with("ended", reason),
    };
    one_line(&line, longest)
}

fn asked(transition: &Transition) -> String {
    let reason = transition.reason.as_deref();
    match transition.prompt_type.unwrap_or(PromptType::Other) {
        PromptType::Question => {
            let first = transition.questions.first().map(|question| question.text.as_str());
            match transition.questions.len() {
                0 | 1 => with("asks", first.or(reason)),
                count => format!("{} (and {} more)", with("asks", first), count - 1),
            }
        }
        PromptType::PlanApproval => {
            let heading = |plan: &str| {
                let line = plan.lines().map(|line| line.trim_start_matches('#').trim());
                line.filter(|line| !line.is_empty()).map(str::to_owned).next()
            };
            let plan = transition.plan.as_deref().and_then(heading);
            with("wants a plan approved", plan.as_deref())
        }
        PromptType::Permission => with("asks for permission", reason),
        PromptType::Idle => "waits for input".to_owned(),
        PromptType::Other => with("needs a person", reason),
    }
}

fn with(words: &str, what: Option<&str>) -> String {
    match what.map(str::trim).filter(|what| !what.is_empty()) {
        Some(what) => format!("{words}: {what}"),
        None => words.to_owned(),
    }
}
