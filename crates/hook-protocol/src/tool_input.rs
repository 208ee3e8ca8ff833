//! Typed views of the inputs of single tools, borrowed from the call.
//!
//! A view has the fields that hooks look at. Only the fields that the tool itself requires must be
//! there; any other field of the wrong type counts as missing.
//! Source: the published types of Claude Code 2.1.330 and captured payloads.

mod questions;
mod read;

use std::borrow::Cow;

use serde_json::Value;

pub use questions::{AskUserQuestionInput, Question, QuestionOption};
use read::{file_path, flag, input_of};
pub(crate) use read::{file_paths, list, patch_texts, text};

use crate::tool_call::ToolCall;
use crate::tool_name::{MONITOR, Tool};

impl ToolCall {
    /// The input as the typed input of one tool; `None` for a call of another tool, or if a required
    /// field is missing.
    pub fn view<'a, V: ToolView<'a>>(&'a self) -> Option<V> {
        V::view(self)
    }
}

/// A typed view of the input of one tool.
pub trait ToolView<'a>: Sized {
    /// The view, if `call` is a call of that tool and has the required fields.
    fn view(call: &'a ToolCall) -> Option<Self>;
}

/// Input of `Write`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteInput<'a> {
    /// The file.
    pub file_path: &'a str,
    /// Its whole new content.
    pub content: &'a str,
}

/// Input of `Edit`, and one edit of `MultiEdit`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditInput<'a> {
    /// The file.
    pub file_path: &'a str,
    /// The text to be replaced.
    pub old_string: &'a str,
    /// The text that replaces it.
    pub new_string: &'a str,
    /// Replace every occurrence.
    pub replace_all: bool,
}

/// Input of `MultiEdit`, which Claude Code no longer has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiEditInput<'a> {
    /// The file.
    pub file_path: &'a str,
    /// The edits, in order; incomplete ones are left out.
    pub edits: Vec<EditInput<'a>>,
}

/// Input of `NotebookEdit`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotebookEditInput<'a> {
    /// The notebook.
    pub notebook_path: &'a str,
    /// The cell; missing for an insertion at the top.
    pub cell_id: Option<&'a str>,
    /// The cell's new source.
    pub new_source: Option<&'a str>,
    /// `replace`, `insert` or `delete`.
    pub edit_mode: Option<&'a str>,
}

/// Input of `Bash` and, alike, of `PowerShell`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BashInput<'a> {
    /// The command line. A host that sends a list of words gets them quoted.
    pub command: Cow<'a, str>,
    /// The agent continues while it runs; Qwen calls it `is_background`.
    pub run_in_background: bool,
}

/// Input of `Skill`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillInput<'a> {
    /// The skill's name; `plugin:skill` for a skill of a plugin.
    pub skill: &'a str,
    /// Its arguments; in neither the types nor a captured payload.
    pub args: Option<&'a str>,
}

/// Input of `ExitPlanMode`; empty while there is no plan file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExitPlanModeInput<'a> {
    /// The plan.
    pub plan: Option<&'a str>,
    /// The file that contains it.
    pub plan_file_path: Option<&'a str>,
}

impl<'a> ToolView<'a> for WriteInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::Write])?;
        Some(Self { file_path: file_path(input)?, content: text(input, "content")? })
    }
}

impl<'a> ToolView<'a> for EditInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::Edit])?;
        edit(file_path(input)?, input)
    }
}

impl<'a> ToolView<'a> for MultiEditInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::MultiEdit])?;
        let file_path = file_path(input)?;
        let edits = list(input, "edits").iter().filter_map(|one| edit(file_path, one)).collect();
        Some(Self { file_path, edits })
    }
}

impl<'a> ToolView<'a> for NotebookEditInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::NotebookEdit])?;
        Some(Self {
            notebook_path: file_path(input)?,
            cell_id: text(input, "cell_id"),
            new_source: text(input, "new_source"),
            edit_mode: text(input, "edit_mode"),
        })
    }
}

impl<'a> ToolView<'a> for BashInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::Bash, Tool::PowerShell])?;
        Some(Self {
            command: command(input.get("command")?)?,
            run_in_background: flag(input, "run_in_background")
                || flag(input, "is_background")
                || call.name.as_sent() == MONITOR,
        })
    }
}

impl<'a> ToolView<'a> for SkillInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::Skill])?;
        Some(Self { skill: text(input, "skill")?, args: text(input, "args") })
    }
}

impl<'a> ToolView<'a> for ExitPlanModeInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let input = input_of(call, &[Tool::ExitPlanMode])?;
        Some(Self { plan: text(input, "plan"), plan_file_path: text(input, "planFilePath") })
    }
}

fn edit<'a>(file_path: &'a str, input: &'a Value) -> Option<EditInput<'a>> {
    Some(EditInput {
        file_path,
        old_string: text(input, "old_string")?,
        new_string: text(input, "new_string")?,
        replace_all: flag(input, "replace_all"),
    })
}

/// A command line: the text itself, or a list of words as one.
fn command(value: &Value) -> Option<Cow<'_, str>> {
    if let Some(line) = value.as_str() {
        return Some(Cow::Borrowed(line));
    }
    let words: Option<Vec<_>> =
        value.as_array()?.iter().map(|word| word.as_str().map(quote)).collect();
    Some(Cow::Owned(words?.join(" ")))
}

fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_view_is_of_its_own_tool_only() {
        let input = json!({"command": "ls", "run_in_background": 1});
        let call = ToolCall::new("Bash", input);
        let bash = call.view::<BashInput<'_>>().unwrap();
        assert_eq!((bash.command.as_ref(), bash.run_in_background), ("ls", false));
        assert_eq!(call.view::<WriteInput<'_>>(), None);
    }

    #[test]
    fn what_the_tool_cannot_do_without_must_be_there() {
        let skill = |input: Value| ToolCall::new("Skill", input).view::<SkillInput<'_>>().is_some();
        assert!(skill(json!({"skill": "s"})) && !skill(json!({"skill": 1})) && !skill(Value::Null));
        assert_eq!(ToolCall::new("Bash", json!({"command": [1]})).view::<BashInput<'_>>(), None);
        let no_questions =
            ToolCall::new("AskUserQuestion", json!({"questions": [{"header": "x"}]}));
        assert_eq!(no_questions.view::<AskUserQuestionInput<'_>>(), None);
    }

    #[test]
    fn a_command_may_be_a_list_of_words() {
        let check = |input: Value, expected: &str| {
            let call = ToolCall::new("shell", input);
            assert_eq!(call.view::<BashInput<'_>>().unwrap().command, expected);
        };
        check(json!({"command": "ls | wc"}), "ls | wc");
        check(json!({"command": ["bash", "-c", "echo 'a'"]}), r"'bash' '-c' 'echo '\''a'\'''");
    }

    #[test]
    fn incomplete_edits_are_left_out() {
        let call = ToolCall::new(
            "MultiEdit",
            json!({"file_path": "/p/a", "edits": [
                {"old_string": "a", "new_string": "b", "replace_all": true},
                {"old_string": "c"},
            ]}),
        );
        let view = call.view::<MultiEditInput<'_>>().unwrap();
        assert_eq!(view.edits.len(), 1);
        assert!(view.edits[0].replace_all);
    }
}
