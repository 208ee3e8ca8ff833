//! What a call has done to files, as its event tells.
//!
//! Source: PostToolUse events of Claude Code 2.1.330 and 2.1.112. Both send the
//! file as it was (`originalFile`, of a notebook `original_file`), with LF for
//! CRLF; other hosts do not. A patch of Codex CLI 0.169.0 changes several files.

use std::borrow::Cow;

use hook_protocol::{
    EditInput, FileChange, MultiEditInput, NotebookEditInput, PatchHunk, PatchInput, PatchedFile,
    PostToolUse, WriteInput,
};
use serde_json::Value;

use crate::gather::patch::{self, Hunk};

/// What a call has done to one file.
#[derive(Debug)]
pub(crate) struct Change<'a> {
    /// The file, as the host spells it.
    pub(crate) path: &'a str,
    pub(crate) content: Content<'a>,
    /// The person has changed what the agent proposed.
    pub(crate) is_mixed: bool,
}

/// What is known of the file before and after the call.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// There was no such file.
    Created { after: Cow<'a, str> },
    /// The file as it was; `after` is `None` where only the file itself tells.
    Changed { before: &'a str, after: Option<Cow<'a, str>> },
    /// Only what differs, with some lines around.
    Patched(Vec<Hunk<'a>>),
    /// The same without a place: where the lines stand is to be looked for.
    Sought(Vec<PatchHunk<'a>>),
    /// Only the texts that were put in the place of others.
    Replaced(Vec<Replacement<'a>>),
    /// The file is gone.
    Deleted,
    /// Nothing.
    Unknown,
}

impl<'a> Content<'a> {
    /// The file before the call, if it is known.
    pub(crate) fn before(&self) -> Option<&'a str> {
        match self {
            Self::Created { .. } => Some(""),
            Self::Changed { before, .. } => Some(before),
            Self::Patched(_)
            | Self::Sought(_)
            | Self::Replaced(_)
            | Self::Deleted
            | Self::Unknown => None,
        }
    }
}

/// A text in the place of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Replacement<'a> {
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    /// In every place, not the only one.
    pub(crate) all: bool,
}

/// What a call has changed, each file once; nothing if it is no call that changes files by
/// itself.
pub(crate) fn all(event: &PostToolUse) -> Vec<Change<'_>> {
    match event.call.view::<PatchInput<'_>>() {
        Some(patch) => patch.files.into_iter().map(of_patch).collect(),
        None => one(event).into_iter().collect(),
    }
}

fn of_patch(file: PatchedFile<'_>) -> Change<'_> {
    let content = match file.change {
        FileChange::Added(after) => Content::Created { after: Cow::Owned(after) },
        FileChange::Deleted => Content::Deleted,
        FileChange::Updated(hunks) => Content::Sought(hunks),
    };
    Change { path: file.path, content, is_mixed: false }
}

fn one(event: &PostToolUse) -> Option<Change<'_>> {
    let response = Response(event.tool_response.as_ref());
    let call = &event.call;
    let (path, content) = if let Some(write) = call.view::<WriteInput<'_>>() {
        (write.file_path, written(&response, &write, call.name.as_sent()))
    } else if let Some(edit) = call.view::<EditInput<'_>>() {
        (edit.file_path, edited(&response, vec![replacement(&edit)]))
    } else if let Some(edits) = call.view::<MultiEditInput<'_>>() {
        let replacements = edits.edits.iter().map(replacement).collect();
        (edits.file_path, edited(&response, replacements))
    } else {
        let edit = call.view::<NotebookEditInput<'_>>()?;
        (edit.notebook_path, notebook(&response))
    };
    Some(Change { path, content, is_mixed: response.is_mixed() })
}

fn written<'a>(response: &Response<'a>, write: &WriteInput<'a>, tool: &str) -> Content<'a> {
    let after = Cow::Borrowed(response.text("content").unwrap_or(write.content));
    let kind = response.text("type");
    if let Some(before) = response.original() {
        let after = (!response.is_mixed()).then_some(after);
        return Content::Changed { before, after };
    }
    // Asked of the event: after the write the file is there either way.
    let was_missing = kind != Some("update") && response.has_no_original();
    if kind == Some("create") || was_missing || matches!(tool, "Create" | "create") {
        return Content::Created { after };
    }
    response.patched().unwrap_or(Content::Unknown)
}

fn edited<'a>(response: &Response<'a>, replacements: Vec<Replacement<'a>>) -> Content<'a> {
    let is_creation = replacements.first().is_some_and(|first| first.old.is_empty());
    match response.original() {
        Some("") | None if is_creation => {
            let after = applied("", &replacements).unwrap_or_default();
            Content::Created { after: Cow::Owned(after) }
        }
        Some(before) => {
            let is_told = !response.is_mixed() && !response.has_other_marks(&replacements);
            let after = if is_told { applied(before, &replacements) } else { None };
            let after = after.or_else(|| patch::applied(before, &response.hunks()));
            Content::Changed { before, after: after.map(Cow::Owned) }
        }
        None => response.patched().unwrap_or(Content::Replaced(replacements)),
    }
}

/// The text after the replacements; `None` if one of them does not fit.
fn applied(before: &str, replacements: &[Replacement<'_>]) -> Option<String> {
    let applied = replacements.iter().try_fold(Cow::Borrowed(before), |text, replacement| {
        let Replacement { old, new, all } = *replacement;
        // A deletion takes the end of the line along.
        let line = format!("{old}\n");
        let is_line = new.is_empty() && !old.ends_with('\n') && text.contains(&line);
        let old = if is_line { line.as_str() } else { old };
        let start = text.find(old)?;
        if all {
            return Some(Cow::Owned(text.replace(old, new)));
        }
        Some(Cow::Owned([text.get(..start)?, new, text.get(start + old.len()..)?].concat()))
    });
    applied.map(Cow::into_owned)
}

fn notebook<'a>(response: &Response<'a>) -> Content<'a> {
    match response.text("original_file") {
        Some(before) => {
            let after = response.text("updated_file").map(Cow::Borrowed);
            Content::Changed { before, after }
        }
        None => Content::Unknown,
    }
}

fn replacement<'a>(edit: &EditInput<'a>) -> Replacement<'a> {
    Replacement { old: edit.old_string, new: edit.new_string, all: edit.replace_all }
}

/// A tool's response, of whose shape nothing is certain.
struct Response<'a>(Option<&'a Value>);

impl<'a> Response<'a> {
    fn text(&self, key: &str) -> Option<&'a str> {
        self.0?.get(key)?.as_str()
    }

    fn flag(&self, key: &str) -> Option<bool> {
        self.0?.get(key)?.as_bool()
    }

    fn is_mixed(&self) -> bool {
        self.flag("userModified") == Some(true)
    }

    fn original(&self) -> Option<&'a str> {
        self.text("originalFile").or_else(|| self.text("originalFileContents"))
    }

    /// The host says that there was no file.
    fn has_no_original(&self) -> bool {
        self.0.and_then(|response| response.get("originalFile")) == Some(&Value::Null)
    }

    fn hunks(&self) -> Vec<Hunk<'a>> {
        let patch = self.0.and_then(|response| response.get("structuredPatch"));
        patch.map(patch::hunks).unwrap_or_default()
    }

    fn patched(&self) -> Option<Content<'a>> {
        Some(self.hunks()).filter(|hunks| !hunks.is_empty()).map(Content::Patched)
    }

    /// The host finds a text also where the file has typographic quotation marks,
    /// and then puts such marks into what it writes, which only the patch shows.
    fn has_other_marks(&self, replacements: &[Replacement<'_>]) -> bool {
        let found = self.text("oldString");
        found.is_some_and(|found| replacements.iter().any(|replacement| replacement.old != found))
    }
}
