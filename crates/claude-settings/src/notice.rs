//! An entry that tells a teammate what to do: in a clone whose settings name programs that are not
//! there, it prints one line at the start of a session.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::arrangement::ByHand;
use crate::command::{BIN_DIR, ENGINE, program_of};
use crate::document::{read, split_mark};
use crate::edit::{appended, refuse};
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::fragment::Wanted;
use crate::layout::{Node, splice};
use crate::run::Run;

/// What a person reads. No quote may be in it.
const MESSAGE: &str = "This project uses Tacklebox hooks, but their programs are not installed in this \
                       clone, so no hook runs. To install them: tacklebox doctor --fix";

/// What every version of the message has, and nobody else's.
const MARK: &str = "This project uses Tacklebox hooks, but their programs are not installed";

/// The beginning of the command.
const TEST: &str = "test -";

/// What stands between the programs that are tested and what is printed without them.
const ELSE: &str = " || ";

/// The settings with this entry if they start one of `hooks`, and otherwise without it. `None` is a
/// file that is not there. Of an entry that is there, only the programs that it tests change, unless a
/// person's changes go.
///
/// # Errors
/// When the settings cannot be edited.
pub fn with_notice(
    settings: Option<&str>,
    hooks: &[&str],
    by_hand: ByHand,
) -> Result<Option<String>, SettingsError> {
    let Some(text) = settings else { return Ok(None) };
    let (mark, body) = split_mark(text);
    if body.trim().is_empty() {
        return Ok(settings.map(str::to_owned));
    }
    let condition = condition(body, hooks);
    if condition.is_none() && !body.contains(TEST) {
        return Ok(settings.map(str::to_owned));
    }
    refuse(body, |effect| effect == Effect::Shadowed)?;
    let wanted = condition.as_deref().map(wanted);
    let mut body = body.to_owned();
    loop {
        let document = read(&body)?;
        let all = entries(&document);
        let mut ours = all.iter().filter(|entry| command_of(entry).is_some_and(is_notice));
        let first = ours.next();
        let surplus = ours.next();
        match (first, &wanted, &condition) {
            (None, None, _) | (None, _, None) => break,
            (None, Some(wanted), _) => body = appended(&document, wanted),
            (Some(entry), Some(wanted), Some(condition)) if surplus.is_none() => {
                if by_hand == ByHand::Goes && !entry.is_as(wanted, &body) {
                    match entry.cut(&document) {
                        Some(range) => body = splice(&body, range, ""),
                        None => break,
                    }
                } else if let Some((range, with)) = retested(entry, condition) {
                    body = splice(&body, range, &with);
                } else {
                    break;
                }
            }
            (Some(entry), ..) => match surplus.unwrap_or(entry).cut(&document) {
                Some(range) => body = splice(&body, range, ""),
                None => return Ok(None),
            },
        }
    }
    Ok(Some(format!("{mark}{body}")))
}

/// What is true where each program is there by which the settings start one of `hooks`, in whichever
/// folder; `None` where they start none.
fn condition(body: &str, hooks: &[&str]) -> Option<String> {
    let document = read(body).ok()?;
    let name = |program: &str| program.rsplit('/').next().map(str::to_owned).unwrap_or_default();
    let is_hook = |name: &str| hooks.contains(&name);
    let program = |entry: &Entry<'_>| {
        let alone = program_of(entry.handler).filter(|program| is_hook(&name(program)));
        let run = || Run::of(entry.handler).filter(|run| name(&run.program) == ENGINE);
        let together = || run().filter(|run| run.hooks.iter().any(|hook| is_hook(hook)));
        alone.or_else(|| Some(together()?.program))
    };
    let programs: BTreeSet<String> = entries(&document).iter().filter_map(program).collect();
    let tests: Vec<String> = programs.iter().map(|program| test(program)).collect();
    (!tests.is_empty()).then(|| tests.join(" && "))
}

fn test(program: &str) -> String {
    let in_project = ["${CLAUDE_PROJECT_DIR}/", "$CLAUDE_PROJECT_DIR/"];
    match in_project.iter().find_map(|start| program.strip_prefix(start)) {
        Some(inside) => format!("test -x \"$CLAUDE_PROJECT_DIR/{inside}\""),
        None => format!("test -x '{}'", program.replace('\'', "'\\''")),
    }
}

fn wanted(condition: &str) -> Wanted {
    let text = |text: &str| Node::of_value(&text.into());
    let message = serde_json::json!({"systemMessage": MESSAGE});
    let command = format!("{condition}{ELSE}echo '{message}'");
    let fields = [("type", text("command")), ("command", text(&command))];
    let timeout = ("timeout", Node::of_value(&5.into()));
    let fields = fields.into_iter().chain([timeout]);
    let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
    Wanted::new("SessionStart", Some("startup".to_owned()), fields)
}

fn command_of<'d>(entry: &Entry<'d>) -> Option<&'d str> {
    Some(entry.handler.get_string("command")?.value.as_ref())
}

/// The edit by which an entry tests what `condition` says; `None` where it does.
fn retested(entry: &Entry<'_>, condition: &str) -> Option<(Range<usize>, String)> {
    let command = entry.handler.get_string("command")?;
    let (tested, rest) = command.value.split_once(ELSE)?;
    let with = serde_json::Value::from(format!("{condition}{ELSE}{rest}")).to_string();
    let range = command.range.start..command.range.end;
    (tested != condition).then_some((range, with))
}

/// Whether this is the command of such an entry, of this version or another: by its message, or,
/// if a person has written another one, by the programs that it tests.
pub(crate) fn is_notice(command: &str) -> bool {
    let tests_ours = |tested: &str| tested.contains(&format!("$CLAUDE_PROJECT_DIR/{BIN_DIR}"));
    command.starts_with(TEST)
        && command.contains("systemMessage")
        && (command.contains(MARK)
            || command.split_once(ELSE).is_some_and(|(tested, _)| tests_ours(tested)))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::{Aim, Arrangement, Fragment, HookCommand, Start};

    const TEMPLATE: &str = r#"{"hooks": {"SessionStart": [{"hooks": [{
        "type": "command",
        "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook",
        "args": [],
        "timeout": 5
    }]}]}}"#;

    #[test]
    fn it_comes_and_goes_with_the_hooks_byte_for_byte() {
        let command = HookCommand::in_project("a-hook");
        let enter = || Aim::Enter(vec!["a-hook".to_owned()], Start::Alone);
        let leave = || Aim::Leave(vec!["a-hook".to_owned()]);
        let arranged = |text: Option<&str>, aim: Aim| {
            let known = vec![Fragment::read(TEMPLATE, command.clone()).unwrap()];
            let (engine, by_hand) = (command.engine(), ByHand::Stays);
            let blocking = Vec::new();
            Arrangement { known, engine, aim, by_hand, blocking }.apply(text).unwrap().text
        };
        let apply = |text: Option<&str>| with_notice(text, &["a-hook"], ByHand::Stays).unwrap();
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
            let older = after.replace("test -x", "test -d");
            assert_eq!(apply(Some(&older)).unwrap(), after);
            let edited = after.replace("no hook runs", "ask Ann").replace(": 5", ": 9");
            assert_eq!(apply(Some(&edited)).unwrap(), edited);
            let reset = with_notice(Some(&edited), &["a-hook"], ByHand::Goes);
            assert_eq!(reset.unwrap().unwrap().matches("ask Ann").count(), 0);
            let left = arranged(Some(&after), leave());
            assert_eq!(apply(left.as_deref()).as_deref(), before);
        }
    }

    #[test]
    fn the_entry_of_somebody_else_stays() {
        let foreign = r#"{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command":
            "test -d x || echo '{\"systemMessage\":\"No Tacklebox here: ask Ann\"}'"}]}]}}"#;
        let left = with_notice(Some(foreign), &["a-hook"], ByHand::Stays);
        assert_eq!(left.unwrap().as_deref(), Some(foreign));
    }

    #[test]
    fn it_speaks_where_a_program_that_the_settings_start_is_missing() {
        let place = std::env::temp_dir().join(format!("a notice's $place {}", std::process::id()));
        let bin = place.join(".claude/hooks/bin");
        let said = |tested: &str| {
            let notice = wanted(tested).handler.value();
            let mut command = Command::new("sh");
            command.args(["-c", notice["command"].as_str().unwrap()]);
            let output = command.env("CLAUDE_PROJECT_DIR", &place).output().unwrap();
            assert!(output.status.success());
            let reply: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
            assert_eq!(reply["systemMessage"], MESSAGE);
            Some(())
        };
        let put = |name: &str, mode: u32| {
            std::fs::File::create(bin.join(name)).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            std::fs::set_permissions(bin.join(name), mode).unwrap();
        };
        let in_dir = |hook: &str| HookCommand::in_dir(hook, bin.to_str().unwrap());
        for of in [&HookCommand::in_project as &dyn Fn(&str) -> HookCommand, &in_dir] {
            let hook = of("a-hook");
            let settings = |command: &str, args: &str| {
                format!(
                    r#"{{"hooks": {{"Stop": [{{"hooks": [{{"type": "command", "command": "{command}", "args": [{args}]}}]}}]}}}}"#
                )
            };
            let condition = |settings: &str| condition(settings, &["a-hook", "b-hook"]);
            let alone = condition(&settings(hook.program(), "")).unwrap();
            let engine = settings(hook.engine().program(), r#""run", "a-hook", "b-hook""#);
            let together = condition(&engine).unwrap();
            assert_eq!(condition("{}"), None);
            assert_eq!([said(&alone), said(&together)], [Some(()); 2]);
            std::fs::create_dir_all(&bin).unwrap();
            // Somebody's own script, and a program that nobody may run.
            put("my-script", 0o755);
            put("tacklebox", 0o644);
            assert_eq!([said(&alone), said(&together)], [Some(()); 2]);
            put("tacklebox", 0o755);
            assert_eq!([said(&alone), said(&together)], [Some(()), None]);
            put("a-hook", 0o755);
            assert_eq!([said(&alone), said(&together)], [None; 2]);
            std::fs::remove_dir_all(&place).unwrap();
        }
    }
}
