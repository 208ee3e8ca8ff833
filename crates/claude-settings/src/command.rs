//! Which entries of a settings file are ours.

use jsonc_parser::ast::Object;
use serde_json::Value;

use crate::program::{first_word, plain};
use crate::run::Run;

/// Where our programs are in a project, and in a user's home: `<project>/.claude/hooks/bin`.
pub(crate) const BIN_DIR: &str = ".claude/hooks/bin";

/// The program that runs several of our hooks over one event: `tacklebox run [--async] HOOK...`.
pub const ENGINE: &str = "tacklebox";

/// How hooks are started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Each by its own program.
    Alone,
    /// By the engine, together.
    Together,
}

/// How a handler names its program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// `command` is the program, `args` are its arguments: no shell is between.
    #[default]
    Exec,
    /// `command` is a line for a shell: what hosts want that ignore `args`.
    Shell,
}

/// The command by which a settings file names one of our hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCommand {
    hook: String,
    program: String,
    form: Form,
}

impl HookCommand {
    /// The program in the folder of the project, wherever that is:
    /// `${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/<hook>`.
    pub fn in_project(hook: &str) -> Self {
        let program = format!("${{CLAUDE_PROJECT_DIR}}/{BIN_DIR}/{hook}");
        Self { hook: hook.to_owned(), program, form: Form::Exec }
    }

    /// The program in a folder `dir`, an absolute path.
    pub fn in_dir(hook: &str, dir: &str) -> Self {
        let program = format!("{}/{hook}", dir.trim_end_matches('/'));
        Self { hook: hook.to_owned(), program, form: Form::Exec }
    }

    /// The same in this form.
    #[must_use]
    pub fn in_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The fields of a handler by which it is started with these arguments, as JSON.
    pub(crate) fn fields(&self, args: &[&str]) -> Vec<(&'static str, Value)> {
        match self.form {
            Form::Exec => vec![("command", self.program.as_str().into()), ("args", args.into())],
            Form::Shell => {
                let program = quoted(&self.program);
                let words = [&[&*program], args].concat();
                vec![("command", words.join(" ").into())]
            }
        }
    }

    /// The name of the hook, which is the name of its program.
    pub fn hook(&self) -> &str {
        &self.hook
    }

    /// What a settings file holds as `command`.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Whether `handler` starts this hook from where we put it: the path of `self`, or any
    /// `.claude/hooks/bin/<hook>`, in exec form or as the first word of a shell command. The
    /// same name elsewhere is somebody else's.
    pub(crate) fn owns(&self, handler: &Object<'_>) -> bool {
        program_of(handler).is_some_and(|path| self.is_at(&path))
    }

    /// Whether `path`, a [`plain`] one, is where we put the program.
    pub(crate) fn is_at(&self, path: &str) -> bool {
        path == plain(&self.program)
            || path
                .strip_suffix(&format!("{BIN_DIR}/{}", self.hook))
                .is_some_and(|parent| parent.is_empty() || parent.ends_with('/'))
    }

    /// Whether `handler` starts this hook, by its own program or by the engine, from where we put
    /// them.
    pub(crate) fn starts(&self, handler: &Object<'_>) -> bool {
        let by_engine = || Run::of(handler).filter(|run| self.engine().is_at(&run.program));
        self.owns(handler) || by_engine().is_some_and(|run| run.hooks.contains(&self.hook))
    }

    /// The engine in the folder of this program.
    #[must_use]
    pub fn engine(&self) -> Self {
        let dir = self.program.strip_suffix(&self.hook).unwrap_or_default();
        let program = format!("{dir}{ENGINE}");
        Self { hook: ENGINE.to_owned(), program, form: self.form }
    }

    /// The program that `handler` starts, if it has the name of this hook, or is an engine with
    /// this hook, and is not ours.
    pub(crate) fn namesake(&self, handler: &Object<'_>) -> Option<String> {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let alone = program_of(handler).filter(|path| name(path) == self.hook);
        let together = || {
            let run = Run::of(handler)?;
            (name(&run.program) == ENGINE && run.hooks.contains(&self.hook)).then_some(run.program)
        };
        alone.or_else(together).filter(|_| !self.starts(handler))
    }
}

/// A path as one word of a shell, whatever is in it.
fn quoted(path: &str) -> String {
    if path.starts_with("${CLAUDE_PROJECT_DIR}/") {
        return format!("\"{path}\"");
    }
    format!("'{}'", path.replace('\'', "'\"'\"'"))
}

/// The program that a handler of the kind `command` starts, if it starts nothing
/// else: a command line that goes on was written by somebody.
pub(crate) fn program_of(handler: &Object<'_>) -> Option<String> {
    let is_command = handler.get_string("type").is_some_and(|kind| kind.value == "command");
    let command = handler.get_string("command").filter(|_| is_command)?;
    if handler.get("args").is_some() {
        let is_bare = handler.get_array("args").is_some_and(|args| args.elements.is_empty());
        return is_bare.then(|| plain(&command.value));
    }
    let (word, rest) = first_word(&command.value);
    rest.trim().is_empty().then(|| plain(&word))
}

#[cfg(test)]
mod tests {
    use super::{Form, HookCommand};
    use crate::document::read;

    fn check(handler: &str, ours: bool) {
        let document = read(handler).unwrap();
        let in_project = HookCommand::in_project("a-hook");
        assert_eq!(in_project.owns(&document.root), ours, "{handler}");
    }

    #[test]
    fn an_entry_is_ours_by_the_path_of_its_program() {
        let exec = |path: &str| format!(r#"{{"type":"command","command":"{path}","args":[]}}"#);
        let shell = |line: &str| format!(r#"{{"type":"command","command":"{line}"}}"#);
        for (handler, ours) in [
            (exec("${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook"), true),
            (exec("/home/me/my project/.claude/hooks/bin/a-hook"), true),
            (exec(".claude/hooks/bin/a-hook"), true),
            (exec(r"C:\\me\\.claude\\hooks\\bin\\a-hook.exe"), true),
            (shell(r#"\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/bin/a-hook"#), true),
            (shell(r#"\"${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook\" --old"#), false),
            (shell("$CLAUDE_PROJECT_DIR/.claude/hooks/bin/a-hook"), true),
            (shell("'/my project/.claude/hooks/bin/a-hook'"), true),
            (shell(r"/my\\ project/.claude/hooks/bin/a-hook"), true),
            (shell("/p/.claude/hooks/bin/a-hook; true"), false),
            (shell("/p/.claude/hooks/bin/a-hook | tee log"), false),
            (shell("/p/.claude/hooks/bin/a-hook "), true),
            (exec("/usr/local/bin/a-hook"), false),
            (exec("a-hook"), false),
            (exec("/p/.claude/hooks/bin/b-hook"), false),
            (exec("/p/.claude/hooks/bin/not-a-hook"), false),
            (exec("/p/not.claude/hooks/bin/a-hook"), false),
            (exec("/p/.claude/hooks/bin/a-hook/x"), false),
            (shell("cat /p/.claude/hooks/bin/a-hook"), false),
            (shell("/my project/.claude/hooks/bin/a-hook"), false),
            (r#"{"type":"http","command":".claude/hooks/bin/a-hook"}"#.to_owned(), false),
            (r#"{"command":".claude/hooks/bin/a-hook"}"#.to_owned(), false),
            (r#"{"type":"command","command":5}"#.to_owned(), false),
        ] {
            check(&handler, ours);
        }
    }

    #[test]
    fn a_line_for_a_shell_is_ours_whatever_is_in_the_path() {
        for dir in ["/opt/hooks", "/my hooks", "/it's", "/a\"b$c`d", "/\u{e9}"] {
            let command = HookCommand::in_dir("a-hook", dir).in_form(Form::Shell);
            let fields = command.fields(&[]);
            let [("command", line)] = &fields[..] else { panic!("{fields:?}") };
            let handler = format!(r#"{{"type":"command","command":{line}}}"#);
            assert!(command.owns(&read(&handler).unwrap().root), "{handler}");
            let shell = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", line.as_str().unwrap())])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(shell.stdout).unwrap(), command.program());
        }
        let in_project = HookCommand::in_project("a-hook").in_form(Form::Shell);
        let line = r#""${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/tacklebox" run a-hook"#;
        assert_eq!(in_project.engine().fields(&["run", "a-hook"]), [("command", line.into())]);
    }

    #[test]
    fn a_folder_of_its_own_is_known_by_the_whole_path() {
        let command = HookCommand::in_dir("a-hook", "/opt/hooks/");
        let handler = r#"{"type":"command","command":"/opt/hooks/a-hook","args":[]}"#;
        assert!(command.owns(&read(handler).unwrap().root));
        let elsewhere = r#"{"type":"command","command":"/srv/opt/hooks/a-hook","args":[]}"#;
        assert!(!command.owns(&read(elsewhere).unwrap().root));
    }

    #[test]
    fn the_same_name_elsewhere_is_a_namesake() {
        let namesake = |handler: &str| {
            let document = read(handler).unwrap();
            HookCommand::in_project("a-hook").namesake(&document.root)
        };
        let elsewhere = r#"{"type":"command","command":"/opt/a-hook","args":[]}"#;
        assert_eq!(namesake(elsewhere).as_deref(), Some("/opt/a-hook"));
        for handler in [
            r#"{"type":"command","command":"/p/.claude/hooks/bin/a-hook","args":[]}"#,
            r#"{"type":"command","command":"/opt/b-hook","args":[]}"#,
            r#"{"type":"command","command":"/opt/a-hook | tee log"}"#,
            r#"{"type":"command","command":"/opt/tacklebox","args":["run","b-hook"]}"#,
        ] {
            assert_eq!(namesake(handler), None, "{handler}");
        }
        let engine = r#"{"type":"command","command":"/opt/tacklebox","args":["run","a-hook"]}"#;
        assert_eq!(namesake(engine).as_deref(), Some("/opt/tacklebox"));
    }

    #[test]
    fn a_hook_is_started_by_its_program_or_by_the_engine_beside_it() {
        let engine = HookCommand::in_dir("a-hook", "/opt/hooks").engine();
        assert_eq!((engine.hook(), engine.program()), ("tacklebox", "/opt/hooks/tacklebox"));
        for (program, args, expected) in [
            ("/p/.claude/hooks/bin/a-hook", "[]", true),
            ("/p/.claude/hooks/bin/tacklebox", r#"["run", "a-hook"]"#, true),
            ("/p/.claude/hooks/bin/tacklebox", r#"["run", "--async", "b-hook", "a-hook"]"#, true),
            ("/p/.claude/hooks/bin/tacklebox", r#"["run", "b-hook"]"#, false),
            ("/p/.claude/hooks/bin/tacklebox", r#"["explain", "a-hook"]"#, false),
            ("/p/.claude/hooks/bin/tacklebox", "[]", false),
            ("/opt/tacklebox", r#"["run", "a-hook"]"#, false),
            ("/p/.claude/hooks/bin/b-hook", r#"["run", "a-hook"]"#, false),
        ] {
            let text = format!(r#"{{"type":"command","command":"{program}","args":{args}}}"#);
            let document = read(&text).unwrap();
            let starts = HookCommand::in_project("a-hook").starts(&document.root);
            assert_eq!(starts, expected, "{text}");
        }
    }
}
