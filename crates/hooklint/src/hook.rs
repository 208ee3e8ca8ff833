//! The hooks to check: a command that a person types, or those of a settings file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use claude_settings::Handler;

use crate::probe::Probe;

/// A hook.
#[derive(Debug, Clone)]
pub struct Hook {
    pub(crate) form: Form,
    pub(crate) timeout: Option<Duration>,
    /// The event and the matcher that it is entered for; none means all.
    pub(crate) event: Option<String>,
    pub(crate) matcher: Option<String>,
    /// A matcher beside it, by which a person has narrowed what is sent.
    pub(crate) tool: Option<String>,
    pub(crate) is_async: bool,
    /// Whether its failure blocks, where the host knows the word.
    pub(crate) blocks_on_failure: bool,
    pub(crate) origin: Origin,
}

/// What a settings file is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A project; each run gets a copy of it.
    Project(PathBuf),
    /// A plugin, whose folder commands may name.
    Plugin(PathBuf),
    /// Neither.
    Elsewhere,
}

impl Origin {
    /// The purpose of a file, from its path.
    pub fn of(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(file);
        let above = || folder.parent().unwrap_or(folder).to_owned();
        if folder.ends_with(".claude") {
            Self::Project(above())
        } else if file.ends_with("hooks/hooks.json") {
            Self::Plugin(above())
        } else {
            Self::Elsewhere
        }
    }

    pub(crate) fn project(&self) -> Option<&Path> {
        if let Self::Project(project) = self { Some(project) } else { None }
    }

    pub(crate) fn plugin(&self) -> Option<&Path> {
        if let Self::Plugin(plugin) = self { Some(plugin) } else { None }
    }
}

/// How a command is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// By a shell, which reads the line.
    Shell(String),
    /// Without one.
    Exec(String, Vec<String>),
}

impl Hook {
    /// A command as it is typed: one word is a line for a shell, several are a program and its
    /// arguments. A word that names a file names it in every folder.
    pub fn typed(words: &[String], person: &Person<'_>) -> Self {
        let form = if let [line] = words {
            Form::Shell(person.placed_line(line))
        } else {
            let mut words = words.iter().map(|word| person.placed(word));
            Form::Exec(words.next().unwrap_or_default(), words.collect())
        };
        Self {
            form,
            timeout: None,
            event: None,
            matcher: None,
            tool: None,
            is_async: false,
            blocks_on_failure: false,
            origin: Origin::Elsewhere,
        }
    }

    /// The commands of a settings file.
    pub fn of_settings(text: &str, origin: &Origin, person: &Person<'_>) -> Vec<Self> {
        let entered = |handler: Handler| {
            let command = handler.command.filter(|_| handler.kind == "command")?;
            Some(Self {
                form: match handler.args {
                    Some(args) => Form::Exec(command, args),
                    None => Form::Shell(person.placed_line(&command)),
                },
                timeout: handler.timeout.and_then(|secs| Duration::try_from_secs_f64(secs).ok()),
                event: Some(handler.event),
                matcher: handler.matcher,
                tool: None,
                is_async: handler.is_async,
                blocks_on_failure: handler.on_failure.as_deref() == Some("block"),
                origin: origin.clone(),
            })
        };
        claude_settings::handlers(text).into_iter().filter_map(entered).collect()
    }

    /// For this event, or this tool, alone; `None` where it is entered for another event.
    pub fn narrowed(mut self, event: Option<&str>, tool: Option<&str>) -> Option<Self> {
        let is_entered = |event: &str| self.event.as_deref().is_none_or(|own| own == event);
        if !event.is_none_or(is_entered) {
            return None;
        }
        self.event = event.map(str::to_owned).or(self.event);
        self.tool = tool.map(str::to_owned);
        Some(self)
    }

    /// The command as it is told.
    pub(crate) fn name(&self) -> String {
        match &self.form {
            Form::Shell(line) => line.clone(),
            Form::Exec(program, args) => [std::slice::from_ref(program), args].concat().join(" "),
        }
    }

    /// Whether a host would start it for what is sent.
    pub(crate) fn is_for(&self, probe: &Probe) -> bool {
        let is_event = self.event.as_ref().is_none_or(|event| *event == probe.event);
        let reaches =
            |matcher: &Option<String>| doctor::matcher(matcher.as_deref()).reaches(&probe.subject);
        is_event && reaches(&self.matcher) && reaches(&self.tool)
    }
}

/// The folders of the person.
#[derive(Debug, Clone, Copy)]
pub struct Person<'a> {
    /// The current folder.
    pub cwd: &'a Path,
    /// The home folder, which may contain the programs of hooks. A run gets another one.
    pub home: Option<&'a Path>,
}

impl Person<'_> {
    fn placed(&self, word: &str) -> String {
        let in_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|home| word.strip_prefix(home));
        let file = match (in_home, self.home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => self.cwd.join(word),
        };
        let is_file = !word.is_empty() && file.is_file();
        if is_file { file.to_string_lossy().into_owned() } else { word.to_owned() }
    }

    fn placed_line(&self, line: &str) -> String {
        let placed = |word: &str| {
            let bare = word.trim_matches('"');
            let path = self.placed(bare);
            if path == bare { word.to_owned() } else { quoted(&path) }
        };
        line.split(' ').map(placed).collect::<Vec<_>>().join(" ")
    }
}

fn quoted(path: &str) -> String {
    format!("'{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_is_for_a_shell_and_several_are_a_program() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::File::create(folder.path().join("a.sh")).unwrap();
        let person = Person { cwd: folder.path(), home: Some(folder.path()) };
        let typed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            Hook::typed(&words, &person).form
        };
        let file = folder.path().join("a.sh").display().to_string();
        assert_eq!(typed(&["./x a.sh | cat"]), Form::Shell(format!("./x '{file}' | cat")));
        assert_eq!(typed(&["\"$HOME/a.sh\""]), Form::Shell(format!("'{file}'")));
        assert_eq!(typed(&["sh", "a.sh"]), Form::Exec("sh".to_owned(), vec![file]));
    }

    #[test]
    fn where_a_file_lies_says_what_it_is_for() {
        let origin = |file: &str| Origin::of(Path::new(file));
        assert_eq!(origin("/p/.claude/settings.json"), Origin::Project("/p".into()));
        assert_eq!(origin("/q/hooks/hooks.json"), Origin::Plugin("/q".into()));
        assert_eq!(origin("settings.json"), Origin::Elsewhere);
    }

    #[test]
    fn a_settings_file_has_commands_with_their_matchers() {
        let text = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[
            {"type":"command","command":"a","timeout":2.5,"onFailure":"block"},
            {"type":"http","url":"b"},
            {"type":"command","command":"c","args":["d"],"async":true}]}]}}"#;
        let person = Person { cwd: Path::new("/none"), home: None };
        let hooks = Hook::of_settings(text, &Origin::Elsewhere, &person);
        assert_eq!(hooks.iter().map(Hook::name).collect::<Vec<_>>(), ["a", "c d"]);
        assert_eq!(hooks[0].timeout, Some(Duration::from_millis(2_500)));
        assert!(hooks[0].blocks_on_failure && hooks[1].is_async);
        let reached = crate::probe::ordinary().into_iter().filter(|probe| hooks[0].is_for(probe));
        let mut subjects: Vec<String> = reached.map(|probe| probe.subject).collect();
        subjects.dedup();
        subjects.sort();
        subjects.dedup();
        assert_eq!(subjects, ["Bash", "Edit"]);
        let hook = hooks[0].clone();
        assert!(hook.clone().narrowed(Some("Stop"), None).is_none());
        let hook = hook.narrowed(Some("PreToolUse"), Some("Edit|Write")).unwrap();
        let reached = crate::probe::ordinary().into_iter().filter(|probe| hook.is_for(probe));
        assert!(reached.map(|probe| probe.subject).all(|subject| subject == "Edit"));
    }
}
