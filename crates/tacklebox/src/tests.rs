//! What all hooks have to keep to, so that they can answer together.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use hook_runtime::{Console, Ctx, Environment};
use serde_json::Value;

use crate::hooks;
use crate::overview::{COMMANDS, FIRST, front};
use crate::status::{Args, status};

/// The events of a hook's template, with their matchers.
fn template(hook: &str) -> BTreeMap<String, Option<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../settings-templates");
    let text = fs::read_to_string(folder.join(format!("{hook}.json"))).unwrap();
    let template: Value = serde_json::from_str(&text).unwrap();
    let events = template["hooks"].as_object().unwrap().iter();
    events
        .map(|(event, entries)| {
            assert_eq!(entries.as_array().unwrap().len(), 1, "{hook} {event}");
            (event.clone(), entries[0]["matcher"].as_str().map(str::to_owned))
        })
        .collect()
}

#[test]
fn a_hook_handles_what_its_template_says_and_nothing_else() {
    for hook in hooks::all() {
        let handled: BTreeMap<_, _> = hook
            .events()
            .map(|event| {
                let matcher = hook.matcher(event).map(str::to_owned);
                (event.to_owned(), matcher)
            })
            .collect();
        let said: BTreeMap<_, _> = template(hook.name())
            .into_iter()
            .map(|(event, matcher)| (event, matcher.filter(|matcher| matcher != "*")))
            .collect();
        assert_eq!(handled, said, "{}", hook.name());
    }
}

#[test]
fn no_two_hooks_write_one_field() {
    let mut writers = BTreeMap::new();
    for hook in hooks::all() {
        for field in hook.written_fields() {
            let before = writers.insert(*field, hook.name());
            assert_eq!(before, None, "{field:?} of {}", hook.name());
        }
    }
    assert!(!writers.is_empty());
}

#[test]
fn a_hook_is_known_by_its_own_name() {
    for (name, make) in hooks::HOOKS {
        assert_eq!(make().name(), *name);
    }
}

#[test]
fn alone_it_says_what_is_installed_and_what_to_type() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("p");
    fs::create_dir_all(project.join(".claude")).unwrap();
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let environment = [
        ("HOME".to_owned(), text(folder.path())),
        ("CLAUDE_PROJECT_DIR".to_owned(), text(&project)),
    ];
    let said = || {
        let environment = Environment::Fixed(environment.clone().into());
        let ctx = Ctx::new("tacklebox", environment, SystemTime::UNIX_EPOCH, Some(project.clone()));
        let mut console = Console::default();
        let _ = front(&ctx, &mut console);
        console.into_stdout()
    };
    assert!(said().contains("/p: no hook is installed\nNothing went wrong"), "{}", said());
    for (command, _) in FIRST {
        assert!(said().contains(command), "{command}");
    }
    let entry = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command":
        "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/prompt-detect-hook"}]}]}}"#;
    hook_state::replace(&project.join(".claude/settings.json"), entry.as_bytes()).unwrap();
    assert!(said().contains("1 of 8 hooks installed: prompt-detect-hook\n"), "{}", said());
    for (command, _) in COMMANDS {
        assert!(said().contains(command), "{command}");
    }
}

#[test]
fn a_hook_that_has_nothing_to_go_by_enforces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("p");
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let environment = [
        ("HOME".to_owned(), text(folder.path())),
        ("CLAUDE_PROJECT_DIR".to_owned(), text(&project)),
    ];
    let entry = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command":
        "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/post-edit-hook"}]}]}}"#;
    fs::create_dir_all(project.join(".claude/hooks/bin")).unwrap();
    fs::create_dir_all(project.join(".tacklebox")).unwrap();
    hook_state::replace(&project.join(".claude/settings.json"), entry.as_bytes()).unwrap();
    fs::copy("/bin/true", project.join(".claude/hooks/bin/post-edit-hook")).unwrap();
    let mode = || {
        let environment = Environment::Fixed(environment.clone().into());
        let ctx = Ctx::new("tacklebox", environment, SystemTime::UNIX_EPOCH, Some(project.clone()));
        let mut console = Console::default();
        let _ = status(&ctx, &Args::default(), &mut console);
        let said = console.into_stdout();
        said.lines().find(|line| line.starts_with("post-edit-hook")).unwrap().to_owned()
    };
    assert!(mode().contains("  no config  yes "), "{}", mode());
    hook_state::replace(&project.join(".tacklebox/post-edit.yaml"), b"version: 1\n").unwrap();
    assert!(mode().contains("  enforce  "), "{}", mode());
}
