//! The fields of a handler, by its type.

use jsonc_parser::ast::{Object, Value};

use super::{Effect, Report, TOOL_EVENTS};

/// What the value of a field has to be.
enum Shape {
    Text,
    Texts,
    TextMap,
    Map,
    Seconds,
    Flag,
    Url,
    OneOf(&'static [&'static str]),
}

enum Field {
    Required(&'static str, Shape),
    Optional(&'static str, Shape),
}

use Field::{Optional, Required};

const ON_FAILURE: Shape = Shape::OneOf(&["continue", "block"]);

/// What handlers of every type may have.
const COMMON: &[Field] = &[
    Optional("if", Shape::Text),
    Optional("timeout", Shape::Seconds),
    Optional("statusMessage", Shape::Text),
    Optional("once", Shape::Flag),
];

const COMMAND: &[Field] = &[
    Required("command", Shape::Text),
    Optional("args", Shape::Texts),
    Optional("shell", Shape::OneOf(&["bash", "powershell"])),
    Optional("onFailure", ON_FAILURE),
    Optional("async", Shape::Flag),
    Optional("asyncRewake", Shape::Flag),
    Optional("rewakeMessage", Shape::Text),
];

const HTTP: &[Field] = &[
    Required("url", Shape::Url),
    Optional("headers", Shape::TextMap),
    Optional("allowedEnvVars", Shape::Texts),
    Optional("onFailure", ON_FAILURE),
];

const MCP_TOOL: &[Field] = &[
    Required("server", Shape::Text),
    Required("tool", Shape::Text),
    Optional("input", Shape::Map),
    Optional("onFailure", ON_FAILURE),
];

const PROMPT: &[Field] = &[
    Required("prompt", Shape::Text),
    Optional("model", Shape::Text),
    Optional("continueOnBlock", Shape::Flag),
];

const AGENT: &[Field] = &[Required("prompt", Shape::Text), Optional("model", Shape::Text)];

pub(super) fn check(handler: &Object<'_>, report: &mut Report<'_>) {
    let Some(fields) = handler.get_string("type").and_then(|kind| fields_of(&kind.value)) else {
        let problem = "`type` must be command, http, mcp_tool, prompt or agent";
        return match handler.get("type") {
            Some(kind) => report.wrong(&kind.value, problem),
            None => report.wrong(handler, problem),
        };
    };
    for field in COMMON.iter().chain(fields) {
        check_field(handler, field, report);
    }
    if let Some(rule) = handler.get("if").filter(|_| !TOOL_EVENTS.contains(&report.event)) {
        let problem = format!("`if` works only on tool events, and `{}` is not one", report.event);
        report.add(rule, Effect::NeverRuns, problem);
    }
}

fn fields_of(kind: &str) -> Option<&'static [Field]> {
    match kind {
        "command" => Some(COMMAND),
        "http" => Some(HTTP),
        "mcp_tool" => Some(MCP_TOOL),
        "prompt" => Some(PROMPT),
        "agent" => Some(AGENT),
        _ => None,
    }
}

fn check_field(handler: &Object<'_>, field: &Field, report: &mut Report<'_>) {
    let (Required(name, shape) | Optional(name, shape)) = field;
    match (handler.get(name), field) {
        (Some(property), _) if !shape.fits(&property.value) => {
            report.wrong(&property.value, format!("`{name}` must be {}", shape.in_words()));
        }
        (None, Required(..)) => report.wrong(handler, format!("`{name}` is missing")),
        _ => {}
    }
}

impl Shape {
    /// Whether the host takes `value`. An absent field is fine, a `null` is not.
    fn fits(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Self::Text, Value::StringLit(_))
            | (Self::Map, Value::Object(_))
            | (Self::Flag, Value::BooleanLit(_)) => true,
            (Self::Texts, Value::Array(array)) => array.elements.iter().all(is_text),
            (Self::TextMap, Value::Object(map)) => map.properties.iter().all(|p| is_text(&p.value)),
            (Self::Seconds, Value::NumberLit(number)) => {
                number.value.parse().is_ok_and(|seconds: f64| seconds > 0.0 && seconds.is_finite())
            }
            (Self::Url, Value::StringLit(url)) => has_scheme(&url.value),
            (Self::OneOf(words), Value::StringLit(word)) => words.contains(&word.value.as_ref()),
            _ => false,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Text => "a string".to_owned(),
            Self::Texts => "an array of strings".to_owned(),
            Self::TextMap => "an object of strings".to_owned(),
            Self::Map => "an object".to_owned(),
            Self::Seconds => "a number above 0".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Url => "an absolute address".to_owned(),
            Self::OneOf(words) => words.join(" or "),
        }
    }
}

fn is_text(value: &Value<'_>) -> bool {
    matches!(value, Value::StringLit(_))
}

fn has_scheme(url: &str) -> bool {
    url.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !rest.is_empty()
    })
}
