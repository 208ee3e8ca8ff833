//! An entry that tells a teammate what to do: in a clone whose settings name programs that are not
//! there, it prints one line at the start of a session.

use crate::command::HookCommand;
use crate::document::{read, split_mark};
use crate::edit::{appended, names, refuse};
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::fragment::Wanted;
use crate::layout::{Node, splice};

/// What a person reads. No quote may be in it.
const MESSAGE: &str = "This project uses Tacklebox hooks, but their programs are not installed in this \
                       clone, so no hook runs. To install them: tacklebox doctor --fix";

/// What every version of the message has, and nobody else's.
const MARK: &str = "This project uses Tacklebox hooks, but their programs are not installed";

/// The beginning of the command.
const TEST: &str = "test -d ";

/// The entry for the programs in one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    command: String,
}

impl Notice {
    /// For the folder of a program.
    pub fn of(program: &HookCommand) -> Self {
        let program = program.program();
        let folder = program.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = match folder.strip_prefix("${CLAUDE_PROJECT_DIR}/") {
            Some(folder) => format!("\"$CLAUDE_PROJECT_DIR/{folder}\""),
            None => format!("'{}'", folder.replace('\'', "'\\''")),
        };
        let message = serde_json::json!({"systemMessage": MESSAGE});
        Self { command: format!("{TEST}{folder} || echo '{message}'") }
    }

    /// The settings with this entry if they start a hook of `commands`, and otherwise without it.
    /// `None` is a file that is not there.
    ///
    /// # Errors
    /// When the settings cannot be edited.
    pub fn apply<'a>(
        &self,
        settings: Option<&str>,
        mut commands: impl Iterator<Item = &'a HookCommand>,
    ) -> Result<Option<String>, SettingsError> {
        let Some(text) = settings else { return Ok(None) };
        let is_wanted = commands.any(|command| names(text, command));
        let (mark, body) = split_mark(text);
        if body.trim().is_empty() || !is_wanted && !body.contains(TEST) {
            return Ok(settings.map(str::to_owned));
        }
        refuse(body, |effect| effect == Effect::Shadowed)?;
        let wanted = self.wanted();
        let mut body = body.to_owned();
        loop {
            let document = read(&body)?;
            let all = entries(&document);
            let is_ours = |entry: &&Entry<'_>| {
                entry.handler.get_string("command").is_some_and(|it| is_notice(&it.value))
            };
            let is_same = |entry: &&Entry<'_>| is_wanted && entry.is_as(&wanted, &body);
            if let Some(entry) = all.iter().filter(is_ours).find(|entry| !is_same(entry)) {
                match entry.cut(&document) {
                    Some(range) => body = splice(&body, range, ""),
                    None => return Ok(None),
                }
            } else if is_wanted && !all.iter().any(|entry| is_same(&entry)) {
                body = appended(&document, &wanted);
            } else {
                return Ok(Some(format!("{mark}{body}")));
            }
        }
    }

    fn wanted(&self) -> Wanted {
        let text = |text: &str| Node::of_value(&text.into());
        let fields = [("type", text("command")), ("command", text(&self.command))];
        let timeout = ("timeout", Node::of_value(&5.into()));
        let fields = fields.into_iter().chain([timeout]);
        let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        Wanted::new("SessionStart", Some("startup".to_owned()), fields)
    }
}

/// Whether this is the command of such an entry, of this version or another.
pub(crate) fn is_notice(command: &str) -> bool {
    command.starts_with(TEST) && command.contains("systemMessage") && command.contains(MARK)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::{Aim, Arrangement, ByHand, Fragment, Start};

    const TEMPLATE: &str = r#"{"hooks": {"SessionStart": [{"hooks": [{
        "type": "command",
        "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook",
        "args": [],
        "timeout": 5
    }]}]}}"#;

    #[test]
    fn it_comes_and_goes_with_the_hooks_byte_for_byte() {
        let command = HookCommand::in_project("a-hook");
        let notice = Notice::of(&command);
        let enter = || Aim::Enter(vec!["a-hook".to_owned()], Start::Alone);
        let leave = || Aim::Leave(vec!["a-hook".to_owned()]);
        let arranged = |text: Option<&str>, aim: Aim| {
            let known = vec![Fragment::read(TEMPLATE, command.clone()).unwrap()];
            let (engine, by_hand) = (command.engine(), ByHand::Stays);
            let blocking = Vec::new();
            Arrangement { known, engine, aim, by_hand, blocking }.apply(text).unwrap().text
        };
        let apply = |text: Option<&str>| notice.apply(text, [&command].into_iter()).unwrap();
        for before in [
            None,
            Some("{}"),
            Some("\u{feff}{\r\n\t\"model\": \"opus\"\r\n}"),
            Some("{\n  \"hooks\": {\n    \"SessionStart\": []\n  }\n}\n"),
            Some(
                "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"test -d x\"}]}]}}",
            ),
        ] {
            assert_eq!(apply(before).as_deref(), before);
            let hooks = arranged(before, enter());
            let after = apply(hooks.as_deref()).unwrap();
            assert!(after.contains("systemMessage"), "{after}");
            assert_eq!(apply(Some(&after)).unwrap(), after);
            let older = after.replace("no hook runs", "none runs");
            assert_eq!(apply(Some(&older)).unwrap(), after);
            let left = arranged(Some(&after), leave());
            assert_eq!(apply(left.as_deref()).as_deref(), before);
        }
    }

    #[test]
    fn the_entry_of_somebody_else_stays() {
        let command = HookCommand::in_project("a-hook");
        let foreign = r#"{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command":
            "test -d x || echo '{\"systemMessage\":\"No Tacklebox here: ask Ann\"}'"}]}]}}"#;
        let left = Notice::of(&command).apply(Some(foreign), [&command].into_iter());
        assert_eq!(left.unwrap().as_deref(), Some(foreign));
    }

    #[test]
    fn it_speaks_only_where_the_folder_is_missing() {
        let place = std::env::temp_dir().join(format!("a notice's $place {}", std::process::id()));
        let said = |notice: &Notice, shell: &str| {
            let mut command = Command::new(shell);
            command.args(["-c", &notice.command]).env("CLAUDE_PROJECT_DIR", &place);
            let output = command.output().unwrap();
            assert!(output.status.success());
            String::from_utf8(output.stdout).unwrap()
        };
        let bin = place.join(".claude/hooks/bin");
        let notices = [
            Notice::of(&HookCommand::in_project("a-hook")),
            Notice::of(&HookCommand::in_dir("a-hook", bin.to_str().unwrap())),
        ];
        for notice in &notices {
            for shell in ["sh", "bash"] {
                let reply: serde_json::Value = serde_json::from_str(&said(notice, shell)).unwrap();
                assert_eq!(reply["systemMessage"], MESSAGE);
            }
        }
        std::fs::create_dir_all(&bin).unwrap();
        let spoken: Vec<String> = notices.iter().map(|notice| said(notice, "sh")).collect();
        std::fs::remove_dir_all(&place).unwrap();
        assert_eq!(spoken, ["", ""]);
    }
}
