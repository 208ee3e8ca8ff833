//! What an event tells of the prompt that it opens, and what files tell beside it.

use hook_protocol::{
    AskUserQuestionInput, Common, Elicitation, HookEvent, Notification, PermissionRequest,
    PreToolUse, ToolCall,
};
use hook_runtime::{Ctx, Verdict};
use serde_json::Value;

use crate::decide::key;
use crate::decide::prompt::{Prompt, PromptType, Question, QuestionOption};
use crate::decide::spelling;
use crate::decide::timestamp::Timestamp;
use crate::gather::{plan, redaction};

/// As many questions and options as hosts allow, and some more options.
const MAX_QUESTIONS: usize = 4;
const MAX_OPTIONS: usize = 8;

/// How much of a question is kept, and of a label or a description, in bytes.
const MAX_QUESTION: usize = 4 << 10;
const MAX_TEXT: usize = 1 << 10;

/// How long the line is that says what permission is asked for, in characters.
const MAX_REASON: usize = 300;

/// What a call is about, by the first of these fields that it has.
const SUBJECTS: [&str; 8] =
    ["command", "file_path", "notebook_path", "path", "url", "query", "pattern", "description"];

/// The prompt of a call that asks the person; `None` for any other call.
pub(crate) fn asked(
    ctx: &Ctx,
    common: &Common,
    call: &ToolCall,
    tool_use_id: Option<&str>,
) -> Option<Box<Prompt>> {
    // First of all: most calls ask nobody, and are not to cost a look at files.
    let kind = PromptType::of(call)?;
    let key = key::of_call(call, tool_use_id, agent_id(common));
    Some(Box::new(Prompt {
        tool_use_id: tool_use_id.map(str::to_owned),
        questions: questions(call),
        plan: plan::of_call(ctx, common, call),
        ..prompt(ctx, common, kind, key, PreToolUse::NAME)
    }))
}

/// Whether a call that asks the person asks nobody: it is denied, or has its answers. A
/// host that is only told to allow a question or a plan asks all the same.
pub(crate) fn is_settled(verdict: Verdict, call: &ToolCall) -> bool {
    let has_answers = || {
        let answers = call.input.get("answers").and_then(Value::as_object);
        answers.is_some_and(|answers| !answers.is_empty())
    };
    verdict == Verdict::Deny || verdict.is_settled() && has_answers()
}

/// The prompt of a request for permission.
pub(crate) fn permission(ctx: &Ctx, event: &PermissionRequest) -> Box<Prompt> {
    let (common, call) = (&event.common, &event.call);
    let key = key::of_call(call, None, agent_id(common));
    Box::new(Prompt {
        reason: Some(subject(call)),
        ..prompt(ctx, common, PromptType::Permission, key, PermissionRequest::NAME)
    })
}

/// The prompt of a notification, which says no more than its words.
pub(crate) fn notified(ctx: &Ctx, event: &Notification, kind: PromptType) -> Box<Prompt> {
    let key = format!("notification-{}", spelling(kind));
    Box::new(Prompt {
        reason: event.message.as_deref().map(|message| redaction::line(message, MAX_REASON)),
        ..prompt(ctx, &event.common, kind, key, Notification::NAME)
    })
}

/// The prompt of a server that asks the person.
pub(crate) fn elicited(ctx: &Ctx, event: &Elicitation) -> Box<Prompt> {
    let server = event.mcp_server_name.as_deref();
    let said = [server, event.message.as_deref()].into_iter().flatten().collect::<Vec<_>>();
    let key = key::of_server(server);
    Box::new(Prompt {
        reason: (!said.is_empty()).then(|| redaction::line(&said.join(": "), MAX_REASON)),
        ..prompt(ctx, &event.common, PromptType::Other, key, Elicitation::NAME)
    })
}

/// The subagent that an event is of.
pub(crate) fn agent_id(common: &Common) -> Option<&str> {
    common.agent_id.as_deref().map(redaction::name)
}

/// The type of that agent.
pub(crate) fn agent_type(common: &Common) -> Option<&str> {
    common.agent_type.as_deref().map(redaction::name)
}

fn prompt(ctx: &Ctx, common: &Common, kind: PromptType, key: String, source: &str) -> Prompt {
    Prompt {
        kind,
        source: source.to_owned(),
        tool_use_id: None,
        agent_id: agent_id(common).map(str::to_owned),
        agent_type: agent_type(common).map(str::to_owned),
        opened_at: Timestamp::at(ctx.now()),
        questions: Vec::new(),
        plan: None,
        reason: None,
        key,
    }
}

fn questions(call: &ToolCall) -> Vec<Question> {
    let Some(input) = call.view::<AskUserQuestionInput<'_>>() else {
        return Vec::new();
    };
    let kept = |text: &str| redaction::text(&blanked(text), MAX_TEXT);
    let option = |option: &hook_protocol::QuestionOption<'_>| QuestionOption {
        label: kept(option.label),
        description: option.description.map(kept),
    };
    let question = |question: &hook_protocol::Question<'_>| Question {
        text: redaction::text(&blanked(question.question), MAX_QUESTION),
        header: question.header.map(kept),
        options: question.options.iter().take(MAX_OPTIONS).map(option).collect(),
        multi_select: question.multi_select,
    };
    input.questions.iter().take(MAX_QUESTIONS).map(question).collect()
}

/// A text with blanks in place of control characters, which are nobody's words, and
/// six times as long in JSON.
fn blanked(text: &str) -> String {
    let is_wild = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    text.replace(is_wild, " ")
}

/// The tool and what it is to work on: `Bash: git push`.
fn subject(call: &ToolCall) -> String {
    let subject = SUBJECTS.iter().find_map(|field| call.input.get(field)?.as_str());
    let tool = call.name.as_sent();
    let line = subject.map_or_else(|| tool.to_owned(), |subject| format!("{tool}: {subject}"));
    redaction::line(&line, MAX_REASON)
}
