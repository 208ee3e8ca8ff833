//! Handlers by which the engine runs hooks: `tacklebox run [--async] HOOK...`.

use jsonc_parser::ast::{Object, Value};

use crate::program::{first_word, plain};

/// The flag behind `run` for what a host does not wait for.
pub(crate) const ASYNC: &str = "--async";

/// What a handler runs, if it runs hooks together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// The path of the program, a [`plain`] one.
    pub(crate) program: String,
    pub(crate) hooks: Vec<String>,
    /// All flags but [`ASYNC`].
    pub(crate) flags: Vec<String>,
    pub(crate) is_async: bool,
}

impl Run {
    /// Reads `handler`, in exec form or as a shell command without any quotes behind the program.
    /// Any program with `run` behind it is one here.
    pub(crate) fn of(handler: &Object<'_>) -> Option<Self> {
        let is_command = handler.get_string("type").is_some_and(|kind| kind.value == "command");
        let command = handler.get_string("command").filter(|_| is_command)?;
        let (program, words) = if let Some(args) = handler.get_array("args") {
            (command.value.to_string(), args.elements.iter().map(string).collect())
        } else {
            let (program, rest) = first_word(&command.value);
            let is_plain = !rest.contains(|c: char| "'\"\\|&;<>()$`".contains(c));
            let words = rest.split_whitespace().map(str::to_owned).collect();
            (program, is_plain.then_some(words))
        };
        let mut words: Vec<String> = words?;
        if words.first().is_none_or(|word| word != "run") {
            return None;
        }
        words.remove(0);
        let (mut flags, hooks): (Vec<_>, _) =
            words.into_iter().partition(|word| word.starts_with('-'));
        let is_async = flags.iter().any(|flag| flag == ASYNC);
        flags.retain(|flag| flag != ASYNC);
        Some(Self { program: plain(&program), hooks, flags, is_async })
    }
}

fn string(value: &Value<'_>) -> Option<String> {
    value.as_string_lit().map(|text| text.value.to_string())
}

#[cfg(test)]
mod tests {
    use super::Run;
    use crate::document::read;

    /// Hooks, flags and whether it is async, with blanks between them.
    #[track_caller]
    fn check(handler: &str, expected: Option<&str>) {
        let handler = format!(r#"{{"type":"command",{handler}}}"#);
        let run = Run::of(&read(&handler).unwrap().root);
        let said = run.map(|run| {
            let words = [run.hooks, run.flags].concat().join(" ");
            format!("{} {words} {}", run.program, run.is_async)
        });
        assert_eq!(said.as_deref(), expected, "{handler}");
    }

    #[test]
    fn what_is_run_stands_behind_run() {
        check(r#""command":"/b/e","args":["run","a","b"]"#, Some("/b/e a b false"));
        check(r#""command":"/b/e","args":["run","--async","a"]"#, Some("/b/e a true"));
        check(r#""command":"/b/e","args":["run","-v","a"]"#, Some("/b/e a -v false"));
        check(r#""command":"C:\\b\\e.exe","args":["run","a"]"#, Some("C:/b/e a false"));
        check(r#""command":"'/my b/e' run  a b""#, Some("/my b/e a b false"));
        check(r#""command":"/b/e run a | tee x""#, None);
        check(r#""command":"/b/e","args":["run",5]"#, None);
        check(r#""command":"/b/e","args":["explain","run"]"#, None);
        check(r#""command":"/b/e","args":[]"#, None);
        check(r#""command":"/b/e""#, None);
    }
}
