//! What an agent waits for a person with.

use hook_protocol::{Tool, ToolCall};
use serde::{Deserialize, Serialize};

use crate::decide::timestamp::Timestamp;

/// A prompt that is open: an agent waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Prompt {
    /// What the agent waits for.
    #[serde(rename = "type")]
    pub(crate) kind: PromptType,
    /// The event that opened it, as hosts spell it.
    pub(crate) source: String,
    /// The call that asks, where the host names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool_use_id: Option<String>,
    /// The subagent that asks; absent for the main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_id: Option<String>,
    /// The type of that agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_type: Option<String>,
    /// When it was opened.
    pub(crate) opened_at: Timestamp,
    /// The questions, one to four; "Other" is always an answer too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) questions: Vec<Question>,
    /// The text of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) plan: Option<String>,
    /// What is asked, in a line, where it is neither a question nor a plan: the
    /// call that needs permission, or the words of the notification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// What tells it from the other prompts of its session: the id of its call, or
    /// what stands in place of one.
    pub(crate) key: String,
}

/// What an agent waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PromptType {
    /// The answers of one to four questions.
    Question,
    /// The approval of a plan, or of planning.
    PlanApproval,
    /// The permission to call a tool.
    Permission,
    /// A prompt. Never open: the session is then waiting for input.
    Idle,
    /// Something else.
    Other,
}

/// One question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    /// The question.
    #[serde(rename = "question")]
    pub(crate) text: String,
    /// A word or two above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) header: Option<String>,
    /// The options; "Other" is always implied and never among them.
    #[serde(default)]
    pub(crate) options: Vec<QuestionOption>,
    /// Whether several may be chosen.
    #[serde(default, rename = "multiSelect")]
    pub(crate) multi_select: bool,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QuestionOption {
    /// The option; it is also the answer.
    pub(crate) label: String,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
}

impl PromptType {
    /// What a call of this tool waits for; `None` if it does not ask the person.
    pub(crate) fn of(call: &ToolCall) -> Option<Self> {
        match call.name.tool() {
            Tool::EnterPlanMode | Tool::ExitPlanMode => Some(Self::PlanApproval),
            _ => call.name.asks_the_person().then_some(Self::Question),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[track_caller]
    fn check(tool: &str, expected: Option<PromptType>) {
        assert_eq!(PromptType::of(&ToolCall::new(tool, Value::Null)), expected, "{tool}");
    }

    #[test]
    fn tools_that_ask_the_person_are_known() {
        check("ExitPlanMode", Some(PromptType::PlanApproval));
        check("EnterPlanMode", Some(PromptType::PlanApproval));
        check("AskUserQuestion", Some(PromptType::Question));
        check("mcp__host__AskUserQuestion", Some(PromptType::Question));
        check("request_user_input", Some(PromptType::Question));
        check("Bash", None);
        check("mcp__host__Ask", None);
        check("", None);
    }
}
