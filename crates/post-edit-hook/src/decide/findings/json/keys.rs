//! What linters call the parts of a finding in JSON.

/// What the message is called.
pub(super) const MESSAGES: [&str; 25] = [
    "desc",
    "failure",
    "message",
    "msg",
    "description",
    "text",
    "title",
    "summary",
    "Text",
    "issue_text",
    "hint",
    "detail",
    "Message",
    "descr",
    "reason",
    "details",
    "ruleDescription",
    "errorDetail",
    "error",
    "check_name",
    "rule_description",
    "Title",
    "extra",
    "diagnostic",
    "violation",
];

/// What the line is called.
pub(super) const LINES: [&str; 31] = [
    "line",
    "lnum",
    "ln",
    "lineStart",
    "startLineNumber",
    "begin_line",
    "first_line",
    "from_line",
    "lineNumber",
    "line_number",
    "line_num",
    "line_no",
    "lineno",
    "start_line_no",
    "startLine",
    "start_line",
    "line_start",
    "beginLine",
    "begin",
    "row",
    "LineNumber",
    "Line",
    "StartLine",
    "lines",
    "line_range",
    "file_line_range",
    "lineNum",
    "linenumber",
    "line_from",
    "file_row",
    "line_numbers",
];

/// What the last line is called.
pub(super) const ENDS: [&str; 12] = [
    "last_line",
    "to_line",
    "endLine",
    "end_line",
    "line_end",
    "endLineNumber",
    "end_lineno",
    "endlineno",
    "EndLine",
    "lineEnd",
    "end",
    "line_to",
];

/// What the path is called.
pub(super) const PATHS: [&str; 15] = [
    "path",
    "file",
    "filename",
    "fileName",
    "file_name",
    "filePath",
    "file_path",
    "filepath",
    "uri",
    "source",
    "Filename",
    "name",
    "FileName",
    "given_path",
    "Target",
];

/// What the rule is called.
pub(super) const RULES: [&str; 10] = [
    "code",
    "rule",
    "ruleId",
    "rule_id",
    "check_id",
    "test_id",
    "check_name",
    "ruleName",
    "symbol",
    "id",
];

/// Objects that say where something begins.
pub(super) const STARTS: [&str; 12] = [
    "location",
    "loc",
    "start",
    "begin",
    "range",
    "position",
    "startPosition",
    "start_point",
    "caret",
    "region",
    "span",
    "spans",
];

/// What belongs to a finding and is none.
pub(super) const NOTES: [&str; 18] = [
    "children",
    "notes",
    "locations",
    "relatedLocations",
    "related_locations",
    "relatedInformation",
    "related",
    "codeFlows",
    "fixes",
    "fix",
    "edits",
    "suggestions",
    "labels",
    "spans",
    "end",
    "endPosition",
    "end_location",
    "extra",
];

/// What is said of the program, of its rules or of what it passed, and is no finding.
pub(super) const ASIDES: [&str; 8] = [
    "suppressedMessages",
    "deprecations",
    "usedDeprecatedRules",
    "passed_checks",
    "rule",
    "rules",
    "Rule",
    "summary",
];
