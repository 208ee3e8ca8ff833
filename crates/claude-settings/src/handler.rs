//! The handlers of a settings file as values, for whoever looks at them and edits nothing.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use crate::command::ENGINE;
use crate::document::{read, split_mark};
use crate::entry::{Entry, entries};
use crate::error::Position;
use crate::notice::is_notice;
use crate::program::{first_word, plain};
use crate::run::Run;

/// The file by which our plugin starts its programs: `sh FILE PROGRAM ARGUMENT...`.
const OF_PLUGIN: &str = "/native/run";

/// One handler, with the event and the matcher that it is entered for.
#[derive(Debug, Clone, PartialEq)]
pub struct Handler {
    /// Where it stands.
    pub position: Position,
    /// The event.
    pub event: String,
    /// The matcher of its group.
    pub matcher: Option<String>,
    /// `command`, `http` or another kind.
    pub kind: String,
    /// The program in exec form, a line for the shell otherwise.
    pub command: Option<String>,
    /// What makes it the exec form.
    pub args: Option<Vec<String>>,
    /// After how many seconds the host gives up.
    pub timeout: Option<f64>,
    /// The permission rule by which calls are chosen.
    pub rule: Option<String>,
    /// `continue` or `block`.
    pub on_failure: Option<String>,
    /// Whether the host does not wait for it.
    pub is_async: bool,
    run: Option<Run>,
}

/// Every handler of `settings`, in the order of the text; none where it cannot be read.
pub fn handlers(settings: &str) -> Vec<Handler> {
    let (_, body) = split_mark(settings);
    let Ok(document) = read(body) else { return Vec::new() };
    entries(&document).iter().map(|entry| Handler::of(body, entry)).collect()
}

impl Handler {
    fn of(text: &str, entry: &Entry<'_>) -> Self {
        let handler = entry.handler;
        let string = |name: &str| handler.get_string(name).map(|it| it.value.to_string());
        let flag = |name: &str| handler.get_boolean(name).is_some_and(|it| it.value);
        let timeout = handler.get_number("timeout").and_then(|it| it.value.parse().ok());
        Self {
            position: Position::of(text, handler.start()),
            event: entry.event.name.as_str().to_owned(),
            matcher: entry.group.get_string("matcher").map(|it| it.value.to_string()),
            kind: string("type").unwrap_or_default(),
            command: string("command"),
            args: args(handler),
            timeout,
            rule: string("if"),
            on_failure: string("onFailure"),
            is_async: flag("async") || flag("asyncRewake"),
            run: Run::of(handler),
        }
    }

    /// The path of the program that it starts, in any spelling of a shell, without the suffix of a
    /// Windows program.
    pub fn program(&self) -> Option<String> {
        let command = self.command.as_deref().filter(|_| self.kind == "command")?;
        Some(match self.args {
            Some(_) => plain(command),
            None => plain(&first_word(command).0),
        })
    }

    /// The names by which it starts hooks of ours, from wherever: its program's, or those that the
    /// engine is told. Our plugin starts them by way of a shell.
    pub fn names(&self) -> Vec<String> {
        if let Some(names) = self.names_of_plugin() {
            return names;
        }
        let Some(program) = self.program() else { return Vec::new() };
        let name = program.rsplit('/').next().unwrap_or(&program).to_owned();
        match &self.run {
            Some(run) if name == ENGINE => run.hooks.clone(),
            _ => vec![name],
        }
    }

    fn names_of_plugin(&self) -> Option<Vec<String>> {
        let (file, words) = self.args.as_deref()?.split_first()?;
        let (program, words) = words.split_first()?;
        if self.program()? != "sh" || !file.ends_with(OF_PLUGIN) {
            return None;
        }
        Some(match words.split_first() {
            Some((verb, words)) if program == ENGINE && verb == "run" => {
                words.iter().filter(|word| !word.starts_with('-')).cloned().collect()
            }
            _ => vec![program.clone()],
        })
    }

    /// Whether it only tells a teammate that the programs are missing ([`with_notice`](crate::with_notice)).
    pub fn is_notice(&self) -> bool {
        self.args.is_none() && self.command.as_deref().is_some_and(is_notice)
    }

    /// Whether a host takes it and `other` for one, and runs it once.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.event, &self.command, &self.args) == (&other.event, &other.command, &other.args)
    }
}

fn args(handler: &Object<'_>) -> Option<Vec<String>> {
    let text = |value: &Value<'_>| value.as_string_lit().map(|it| it.value.to_string());
    handler.get_array("args").map(|args| args.elements.iter().filter_map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(handler: &str) -> Handler {
        let text = format!(r#"{{"hooks":{{"Stop":[{{"matcher":"x","hooks":[{handler}]}}]}}}}"#);
        handlers(&text).remove(0)
    }

    #[track_caller]
    fn check(handler: &str, program: Option<&str>, names: &[&str]) {
        let found = one(handler);
        assert_eq!(found.program().as_deref(), program);
        assert_eq!(found.names(), names);
    }

    #[test]
    fn a_handler_names_hooks_by_its_program_or_by_the_engine() {
        let exec = r#"{"type":"command","command":"/b/a-hook","args":[]}"#;
        check(exec, Some("/b/a-hook"), &["a-hook"]);
        let shell = r#"{"type":"command","command":"'/b c/a-hook' -v"}"#;
        check(shell, Some("/b c/a-hook"), &["a-hook"]);
        let engine = r#"{"type":"command","command":"/b/tacklebox","args":["run","x","y"]}"#;
        check(engine, Some("/b/tacklebox"), &["x", "y"]);
        check(r#"{"type":"http","url":"a:b"}"#, None, &[]);
        let of_plugin = |args: &str| {
            let file = "${CLAUDE_PLUGIN_ROOT}/native/run";
            format!(r#"{{"type":"command","command":"sh","args":["{file}",{args}]}}"#)
        };
        check(&of_plugin(r#""tacklebox","run","--async","x","y""#), Some("sh"), &["x", "y"]);
        check(&of_plugin(r#""intent-mcp""#), Some("sh"), &["intent-mcp"]);
        let other = r#"{"type":"command","command":"sh","args":["/b/run","tacklebox","run","x"]}"#;
        check(other, Some("sh"), &["sh"]);
    }

    #[test]
    fn its_fields_are_read() {
        let handler = r#"{"type":"command","command":"x","timeout":1.5,"async":true,"if":"Bash"}"#;
        let found = one(handler);
        assert_eq!((found.timeout, found.is_async), (Some(1.5), true));
        assert_eq!((found.rule.as_deref(), found.matcher.as_deref()), (Some("Bash"), Some("x")));
        assert!(handlers("{").is_empty());
    }
}
