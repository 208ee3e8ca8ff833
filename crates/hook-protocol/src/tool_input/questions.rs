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
    /// Whether no question, no option and none of their fields had to be left out.
    pub is_whole: bool,
    /// The skill or command that asks, such as `remember`, from `metadata.source`.
    pub skill: Option<&'a str>,
}

/// One question to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<'a> {
    /// The question; answers are keyed by this text.
    pub question: &'a str,
    /// A short title.
    pub header: Option<&'a str>,
    /// Two to four options; "Other" is always implied.
    pub options: Vec<QuestionOption<'a>>,
    /// More than one option may be chosen.
    pub multi_select: bool,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionOption<'a> {
    /// The text of the option, which is also the answer.
    pub label: &'a str,
    /// What it means.
    pub description: Option<&'a str>,
    /// A preview, shown beside it.
    pub preview: Option<&'a str>,
}

impl<'a> ToolView<'a> for AskUserQuestionInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        if !call.name.asks_the_person() {
            return None;
        }
        let sent = list(&call.input, "questions");
        let questions: Vec<_> = sent.iter().filter_map(question).collect();
        let is_whole = sent.iter().all(is_whole_question);
        let skill = call.input.get("metadata").and_then(|metadata| text(metadata, "source"));
        (!questions.is_empty()).then_some(Self { questions, is_whole, skill })
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

fn is_whole_question(input: &Value) -> bool {
    let options = match input.get("options") {
        None | Some(Value::Null) => true,
        Some(Value::Array(options)) => options.iter().all(|option| {
            text(option, "label").is_some()
                && is_text_or_none(option, "description")
                && is_text_or_none(option, "preview")
        }),
        Some(_) => false,
    };
    options
        && text(input, "question").is_some()
        && is_text_or_none(input, "header")
        && matches!(input.get("multiSelect"), None | Some(Value::Null | Value::Bool(_)))
}

fn is_text_or_none(input: &Value, key: &str) -> bool {
    matches!(input.get(key), None | Some(Value::Null | Value::String(_)))
}

fn option(input: &Value) -> Option<QuestionOption<'_>> {
    Some(QuestionOption {
        label: text(input, "label")?,
        description: text(input, "description"),
        preview: text(input, "preview"),
    })
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
            assert!(!view.is_whole);
        }
    }

    #[test]
    fn a_view_says_whether_it_is_whole_and_what_asks() {
        let option = json!({"label": "A"});
        for (questions, is_whole) in [
            (json!([{"question": "Which?", "options": [option, option]}]), true),
            (json!([{"question": "Which?", "options": []}]), true),
            (json!([{"question": "Which?", "options": [option, {"label": 3}]}]), false),
            (json!([{"question": "Which?", "options": [option]}, {"header": "x"}]), false),
            (json!([{"question": "Which?", "options": option}]), false),
            (json!([{"question": "Which?", "header": ["x"], "options": [option]}]), false),
            (json!([{"question": "Which?", "multiSelect": "true", "options": [option]}]), false),
            (json!([{"question": "?", "options": [{"label": "A", "description": {}}]}]), false),
            (json!([{"question": "?", "options": [{"label": "A", "preview": 1}]}]), false),
            (json!([{"question": "?", "header": null, "options": [option]}]), true),
            (json!([{"question": "?", "of_a_later_host": "x", "options": [option]}]), true),
        ] {
            let input = json!({"questions": questions, "metadata": {"source": "remember"}});
            let call = ToolCall::new("AskUserQuestion", input);
            let view = call.view::<AskUserQuestionInput<'_>>().unwrap();
            assert_eq!((view.is_whole, view.skill), (is_whole, Some("remember")), "{questions}");
        }
    }
}
