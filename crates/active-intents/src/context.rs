//! What an agent is told about its intent.

use hook_protocol::one_line;

use crate::intents::Intent;

/// An intent as an agent reads it, in at most `budget` characters.
pub fn context(intent: &Intent, budget: usize) -> String {
    let criteria: Vec<String> =
        intent.acceptance_criteria.iter().map(|item| one_line(item, budget)).collect();
    format!("<intent_context>\n{}\n</intent_context>", criteria.join("\n"))
}

/// An intent in one short block for a new subagent, in less than 1,500 characters.
/// `lock` says who holds it until when.
pub fn brief(intent: &Intent, lock: &str) -> String {
    format!("<intent_context>\n{}\n{lock}\n</intent_context>", intent.id)
}
