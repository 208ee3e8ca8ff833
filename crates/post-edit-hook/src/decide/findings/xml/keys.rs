//! What linters call the parts of a finding in XML.

/// What the line is called, the last one, the path, the message and the rule, in lower case.
pub(super) const LINES: [&str; 14] = [
    "line",
    "linenumber",
    "beginline",
    "startline",
    "start_line",
    "linestart",
    "line_start",
    "line_from",
    "start",
    "row",
    "firstline",
    "first_line",
    "fromline",
    "line-number",
];
pub(super) const ENDS: [&str; 11] = [
    "endline",
    "end_line",
    "end",
    "endlinenumber",
    "lastline",
    "last_line",
    "lineend",
    "line_end",
    "line_to",
    "toline",
    "line-end",
];
pub(super) const PATHS: [&str; 7] =
    ["file", "path", "filename", "filepath", "uri", "sourcepath", "file_path"];

/// These hold other names as well.
pub(super) const VAGUE_PATHS: [&str; 2] = ["name", "source"];
pub(super) const MESSAGES: [&str; 12] = [
    "message",
    "msg",
    "longmessage",
    "shortmessage",
    "description",
    "text",
    "desc",
    "reason",
    "problem",
    "title",
    "what",
    "xwhat",
];

/// The elements that are a finding without a line as well: it is about the whole file.
pub(super) const FINDINGS: [&str; 9] = [
    "error",
    "warning",
    "failure",
    "violation",
    "issue",
    "problem",
    "bug",
    "diagnostic",
    "offense",
];
pub(super) const RULES: [&str; 7] = ["rule", "ruleid", "check", "code", "id", "type", "source"];
