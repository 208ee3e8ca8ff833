//! The questions of `AskUserQuestion`.

use serde_json::Value;

use super::ToolView;
use super::read::{flag, list, text};
use crate::tool_call::ToolCall;

/// Input of `AskUserQuestion`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskUserQuestionInput<'a> {
    /// One to four questions; incomplete ones are left out.
    pub questions: Vec<Question<'a>>,
}

/// One question to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<'a> {
    /// The question; answers are keyed by this text.
    pub question: &'a str,
    /// A word or two above it.
    pub header: Option<&'a str>,
    /// Two to four options; "Other" is always implied.
    pub options: Vec<QuestionOption<'a>>,
    /// More than one option may be chosen.
    pub multi_select: bool,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionOption<'a> {
    /// The option; it is also the answer.
    pub label: &'a str,
    /// What it means.
    pub description: Option<&'a str>,
}

impl<'a> ToolView<'a> for AskUserQuestionInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        if !call.name.asks_the_person() {
            return None;
        }
        let questions: Vec<_> =
            list(&call.input, "questions").iter().filter_map(question).collect();
        (!questions.is_empty()).then_some(Self { questions })
    }
}

fn question(input: &Value) -> Option<Question<'_>> {
    Some(Question {
        question: text(input, "question")?,
        header: text(input, "header"),
        options: list(input, "options").iter().filter_map(option).collect(),
        multi_select: flag(input, "multiSelect"),
    })
}

fn option(input: &Value) -> Option<QuestionOption<'_>> {
    Some(QuestionOption { label: text(input, "label")?, description: text(input, "description") })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_has_no_question_is_no_view() {
        let call = ToolCall::new("AskUserQuestion", json!({"questions": [{"header": "x"}]}));
        assert_eq!(call.view::<AskUserQuestionInput<'_>>(), None);
    }

    #[test]
    fn questions_come_with_their_options() {
        let input = json!({"questions": [{
            "question": "Which?", "header": "W", "multiSelect": true,
            "options": [{"label": "A", "description": "a"}, {"label": "B"}, {}],
        }]});
        for tool in ["AskUserQuestion", "mcp__srv__AskUserQuestion"] {
            let call = ToolCall::new(tool, input.clone());
            let view = call.view::<AskUserQuestionInput<'_>>().unwrap();
            assert_eq!(view.questions[0].options.len(), 2);
            assert!(view.questions[0].multi_select);
        }
    }
}
