//! Hooks that run together: they come, change their mode and go, and nothing of them stays.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hook_installer::{ByHand, Choice, Engine, Folders, Offer, Place, Plan, Scope};

use crate::cuts::kinds;
use crate::machine::{ENGINE, Machine, alone, offer, offers, read, write};

/// A person's own hooks on the events of ours, in a layout of its own, a group of ours among them.
const THEIRS: &str = r#"{
    "permissions": { "deny": ["Read(.env)"] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [ { "type": "command", "command": "theirs" } ] },
            { "hooks": [] }
        ],
        "SessionStart": [],
        "Stop": [ ]
    },
    "model": "opus"
}"#;

fn settings(machine: &Machine) -> String {
    read(&machine.project(".claude/settings.json"))
}

/// The words behind `run` in all entries of the engine, and how often each set of them is there.
fn runs(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = text
        .split("\"args\": [")
        .skip(1)
        .filter_map(|rest| rest.split_once(']'))
        .filter(|(args, _)| args.contains("\"run\""))
        .map(|(args, _)| args.split_whitespace().collect::<String>().replace('"', ""))
        .collect();
    runs.sort();
    runs.dedup();
    runs
}

/// What the settings name is there, and no link leads to nowhere.
#[track_caller]
fn check_programs(machine: &Machine) {
    let text = fs::read_to_string(machine.project(".claude/settings.json")).unwrap_or_default();
    for rest in text.split("${CLAUDE_PROJECT_DIR}/").skip(1) {
        let program = machine.project(rest.split('"').next().unwrap());
        assert!(program.is_file(), "{}", program.display());
        assert_eq!(fs::metadata(&program).unwrap().permissions().mode() & 0o777, 0o755);
    }
    for path in machine.tree() {
        assert!(machine.project(&path).exists(), "{path} leads to nowhere");
    }
}

/// What there is beside copies of settings.
fn tree(machine: &Machine) -> Vec<String> {
    let mut tree = machine.tree();
    tree.retain(|path| path != ".claude" && !path.contains("backups"));
    tree
}

fn is_link(machine: &Machine, hook: &str) -> bool {
    let link = machine.project(".claude/hooks/bin").join(hook);
    fs::read_link(link).is_ok_and(|target| target == Path::new(ENGINE))
}

#[test]
fn hooks_that_share_an_event_run_together() {
    let machine = Machine::new();
    machine.done("install governance-hook @");
    assert_eq!(runs(&settings(&machine)), [""; 0]);
    machine.done("install subagent-start-hook @");
    assert_eq!(
        runs(&settings(&machine)),
        ["run,governance-hook", "run,governance-hook,subagent-start-hook"]
    );
    check_programs(&machine);
    assert!(is_link(&machine, "governance-hook") && is_link(&machine, "subagent-start-hook"));
    let shown = machine.done("install agent-trace-hook --engine off @");
    assert!(shown.contains("removed ") && !settings(&machine).contains("/tacklebox\""), "{shown}");
    check_programs(&machine);
    machine.done("uninstall governance-hook subagent-start-hook agent-trace-hook @");
    assert_eq!(tree(&machine), [""; 0]);
}

#[test]
fn every_change_of_mind_leaves_no_byte() {
    let machine = Machine::new();
    let file = machine.project(".claude/settings.json");
    for before in [None, Some("{}\n"), Some("{\"model\":\"opus\"}"), Some(THEIRS)] {
        if let Some(before) = before {
            write(&file, before);
        }
        for line in [
            "install governance-hook --engine on @",
            "install intent-gate-hook post-edit-hook file-context-hook @",
            "uninstall governance-hook @",
            "install question-preference-hook --engine off @",
            "install --all --engine on @",
            "uninstall intent-gate-hook file-context-hook @",
            "install prompt-detect-hook --engine auto @",
        ] {
            machine.done(line);
            check_programs(&machine);
            let text = settings(&machine);
            assert!(before != Some(THEIRS) || text.contains("\"command\": \"theirs\""), "{text}");
            machine.done(line);
            assert_eq!(settings(&machine), text, "{line}, a second time");
        }
        machine.done("uninstall --all @");
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), before);
        assert!(!machine.project(".claude/hooks").exists(), "{:?}", machine.tree());
        assert!(!machine.project(".mcp.json").exists());
        let _ = fs::remove_dir_all(machine.project(".claude"));
    }
}

#[test]
fn programs_become_links_and_programs_again() {
    let machine = Machine::new();
    let file = machine.project(".claude/settings.json");
    write(&file, THEIRS);
    machine.done("install --all --engine off @");
    let (apart, before) = (settings(&machine), tree(&machine));
    machine.done("install --all --engine on @");
    assert!(offers().iter().all(|offer| is_link(&machine, &offer.hook)));
    assert!(!is_link(&machine, "intent-mcp"));
    let bin = machine.project(".claude/hooks/bin");
    assert!(read(&bin.join("governance-hook")).ends_with("# tacklebox\n"));
    let text = settings(&machine);
    let post_edit = "/.claude/hooks/bin/post-edit-hook\"";
    // The notice tests both programs.
    assert_eq!(text.matches("/.claude/hooks/bin/").count(), text.matches("\"run\"").count() + 3);
    assert_eq!(text.matches(post_edit).count(), 1, "{text}");
    machine.done("install --all --engine off @");
    assert_eq!(tree(&machine), before);
    assert!(!read(&bin.join("governance-hook")).ends_with("# tacklebox\n"));
    assert_eq!(settings(&machine).len(), apart.len());
    machine.done("uninstall --all @");
    assert_eq!(settings(&machine), THEIRS);
}

#[test]
fn a_comment_is_refused_and_nothing_is_touched() {
    let machine = Machine::new();
    let file = machine.project(".claude/settings.json");
    machine.done("install --all --engine on @");
    for (text, because) in [
        (settings(&machine).replacen('{', "{ // mine", 1), "line 1, column 3: a comment, "),
        (settings(&machine).replacen("\"run\",", "\"run\", /* all */", 1), "a comment, "),
        (settings(&machine).replace("}\n]", "},\n]").replacen('[', "[,", 1), "strict JSON"),
    ] {
        let (tree, whole) = (machine.tree(), settings(&machine));
        write(&file, &text);
        for line in ["install --all --engine off @", "uninstall --all @", "install --all @"] {
            machine.refused(line, because);
            assert_eq!((settings(&machine), machine.tree()), (text.clone(), tree.clone()));
        }
        write(&file, &whole);
    }
}

#[test]
fn what_a_person_has_changed_is_kept_and_said() {
    let machine = Machine::new();
    machine.done("install governance-hook --engine on @");
    let file = machine.project(".claude/settings.json");
    let by_hand = "\"timeout\": 25,\n            \"env\": { \"A\": \"1\" }";
    write(&file, &settings(&machine).replacen("\"timeout\": 5", by_hand, 1));
    let shown = machine.done("install intent-gate-hook @");
    for name in ["timeout", "env"] {
        let note = format!("note: PreToolUse: your `{name}` is kept\n");
        assert!(shown.contains(&note), "{shown}");
    }
    let text = settings(&machine);
    assert_eq!(text.matches("\"timeout\": 25").count(), 1, "{text}");
    assert_eq!(text.matches("\"env\": {").count(), 1, "{text}");
    machine.done("uninstall intent-gate-hook @");
    assert_eq!(settings(&machine).matches("\"timeout\": 25").count(), 1);
    machine.done("uninstall governance-hook @");
    assert!(!file.exists());
}

#[test]
fn a_plan_shows_links_and_makes_none() {
    let machine = Machine::new();
    let shown = machine.done("install governance-hook --engine on --dry-run @");
    assert!(shown.contains("bin/tacklebox\nwould link "), "{shown}");
    assert_eq!(tree(&machine), [""; 0]);
    machine.done("install governance-hook --engine on @");
    let shown = machine.done("uninstall governance-hook --dry-run @");
    assert_eq!(shown.matches("would remove ").count(), 2, "{shown}");
}

#[test]
fn an_engine_that_other_settings_name_stays() {
    let machine = Machine::new();
    machine.done("install governance-hook --engine on @");
    machine.done("install governance-hook intent-gate-hook --scope local --engine on --also @");
    let shown = machine.done("install governance-hook --engine off --also @");
    assert!(shown.contains("tacklebox stays: ") && shown.contains("local.json names it"));
    check_programs(&machine);
    assert!(is_link(&machine, "intent-gate-hook"));
    machine.done("uninstall --all @");
    check_programs(&machine);
    machine.done("uninstall --all --scope local @");
    assert_eq!(tree(&machine), [""; 0]);
}

#[test]
fn an_engine_to_which_a_name_leads_stays() {
    let machine = Machine::new();
    machine.done("install post-edit-hook --scope local --engine on @");
    machine.done("install governance-hook --engine on @");
    let shown = machine.done("uninstall governance-hook @");
    assert!(shown.contains("stays: post-edit-hook leads to it"), "{shown}");
    assert!(machine.project(".claude/hooks/bin/post-edit-hook").exists());
    machine.done("uninstall post-edit-hook --scope local @");
    assert_eq!(tree(&machine), [""; 0]);
}

#[test]
fn your_own_settings_name_the_engine_by_its_whole_path() {
    let machine = Machine::new();
    for (line, bin) in [
        ("governance-hook intent-gate-hook --scope user", "home/.claude/hooks/bin"),
        ("governance-hook intent-gate-hook --scope user #", "my bins"),
    ] {
        machine.done(&format!("install {line}"));
        let text = read(&machine.path("home/.claude/settings.json"));
        let command = format!("\"command\": \"{}\"", machine.path(bin).join(ENGINE).display());
        assert_eq!(text.matches(&command).count(), 10, "{text}");
        machine.done(&format!("uninstall {line}"));
        assert!(!machine.path("home/.claude/settings.json").exists());
    }
    assert!(!machine.path("home/.claude/hooks").exists());
}

/// Carries a plan out after `harm`, which makes one step fail, and then without it.
fn cut(machine: &Machine, plan: &Plan, harm: impl FnOnce(), mend: impl FnOnce()) {
    let before = settings(machine);
    harm();
    plan.carry_out().unwrap_err();
    assert_eq!(settings(machine), before);
    mend();
    check_programs(machine);
    plan.carry_out().unwrap();
    check_programs(machine);
}

/// Every way into a mode from the other one is cut before its programs, its links and its settings.
#[test]
fn a_change_of_mode_may_end_anywhere() {
    let hooks = ["governance-hook", "intent-gate-hook", "post-edit-hook"].map(offer);
    for (first, then) in [("off", Engine::On), ("on", Engine::Off)] {
        let names = ["governance-hook", "intent-gate-hook", "intent-mcp", ENGINE];
        for name in names.iter().map(Some).chain([None]) {
            let machine = Machine::new();
            let all = "governance-hook intent-gate-hook post-edit-hook";
            machine.done(&format!("install {all} --engine {first} @"));
            let plan = plan(&machine, &hooks, then);
            let file = machine.project(".claude/settings.json");
            let lock = |mode| fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            match name {
                Some(name) if plan.programs().iter().any(|program| program == name) => {
                    let [from, to] = ["", " gone"]
                        .map(|end| machine.path("programs").join(format!("{name}{end}")));
                    let harm = || fs::rename(&from, &to).unwrap();
                    cut(&machine, &plan, harm, || fs::rename(&to, &from).unwrap());
                }
                Some(_) => {}
                None => cut(&machine, &plan, || lock(0o444), || lock(0o644)),
            }
            machine.done("uninstall --all @");
            assert!(!machine.project(".claude/hooks").exists(), "{:?}", machine.tree());
        }
    }
}

#[test]
fn a_hook_that_the_engine_does_not_have_is_started_alone() {
    let machine = Machine::new();
    let mut hooks = ["governance-hook", "intent-gate-hook", "subagent-start-hook"].map(offer);
    plan(&machine, &hooks, Engine::Auto).carry_out().unwrap();
    hooks[0].in_engine = false;
    let plan = plan(&machine, &hooks, Engine::Auto);
    plan.carry_out().unwrap();
    check_programs(&machine);
    assert!(!is_link(&machine, "governance-hook") && is_link(&machine, "intent-gate-hook"));
    let text = settings(&machine);
    assert_eq!(text.matches("/.claude/hooks/bin/governance-hook\"").count(), 5, "{text}");
    assert!(runs(&text).iter().all(|run| !run.contains("governance")), "{text}");
    machine.done("uninstall --all @");
    assert_eq!(tree(&machine), [""; 0]);
}

#[test]
fn there_is_one_order() {
    let hooks = ["governance-hook", "intent-gate-hook"].map(offer);
    let machine = Machine::new();
    let on = plan(&machine, &hooks, Engine::On);
    assert_eq!(kinds(&on), ["ignore", "put", "link", "settings", "servers"]);
    assert_eq!(on.programs(), [ENGINE, "intent-mcp"]);
    on.carry_out().unwrap();
    let off = plan(&machine, &hooks, Engine::Off);
    assert_eq!(kinds(&off), ["ignore", "put", "settings", "servers", "remove"]);
    assert_eq!(off.programs(), ["governance-hook", "intent-gate-hook", "intent-mcp"]);
}

fn plan(machine: &Machine, hooks: &[Offer], engine: Engine) -> Plan {
    let place = Place::of(Scope::Project, &machine.project(""));
    let choice = Choice { engine, by_hand: ByHand::Stays, ..alone(hooks) };
    Plan::install(&place, &choice, &machine.path("programs"), &Folders::default()).unwrap()
}

#[test]
fn a_link_that_leads_to_nowhere_is_mended_and_removed() {
    let machine = Machine::new();
    machine.done("install governance-hook intent-gate-hook @");
    let engine = machine.project(".claude/hooks/bin/tacklebox");
    fs::remove_file(&engine).unwrap();
    assert!(machine.done("install governance-hook @").starts_with("put "));
    check_programs(&machine);
    fs::remove_file(&engine).unwrap();
    machine.done("uninstall --all @");
    assert_eq!(tree(&machine), [""; 0]);
}

#[test]
fn a_hook_that_fails_closed_says_so_to_a_host_that_knows() {
    let mut machine = Machine::new();
    machine.closed = vec!["governance-hook".to_owned()];
    let path = machine.project(".claude/settings.json");
    let blocks = || read(&path).matches("\"onFailure\": \"block\"").count();
    for engine in ["off", "on"] {
        let line = format!("install governance-hook file-context-hook --engine {engine} @");
        let shown = machine.done(&line);
        assert!(
            shown.contains("note: governance-hook should fail closed, but the version"),
            "{shown}"
        );
        assert_eq!(blocks(), 0);
        let shown = machine.done(&format!("{line} --host-version 2.1.294"));
        assert!(
            shown.contains("Claude Code 2.1.294 does not\n      support `onFailure`: "),
            "{shown}"
        );
        assert_eq!(blocks(), 0);
        let shown = machine.done(&format!("{line} --host-version 2.1.295"));
        assert!(!shown.contains("fail closed"), "{shown}");
        assert_eq!(blocks(), 2, "PreToolUse and PreSkillShellCommand alone");
        let text = read(&path);
        let shown = machine.done(&format!("{line} --host-version 2.1.295"));
        assert_eq!(read(&path), text);
        assert!(!shown.contains("by hand"), "{shown}");
        let shown = machine.done(&format!("{line} --host-version 2.1.290"));
        assert_eq!(read(&path), text, "a newer client may read it too");
        // Together hooks have one entry.
        let stays = "note: `onFailure` stays in the entries of ";
        assert!(shown.contains(stays) && shown.contains("governance-hook"), "{shown}");
        assert!(shown.contains("Claude Code 2.1.290 does not"), "{shown}");
        assert!(!shown.contains("fail closed"), "{shown}");
        machine.done("uninstall --all @");
        assert!(!path.exists());
    }
}

#[test]
fn a_host_that_ignores_arguments_gets_a_line_for_its_shell() {
    let machine = Machine::new();
    let path = machine.project(".claude/settings.json");
    for engine in ["off", "on"] {
        let line = format!("install governance-hook file-context-hook --engine {engine} @");
        machine.done(&format!("{line} --host-version 2.1.113"));
        let exec = read(&path);
        assert!(exec.contains("\"args\": ["));
        machine.done(&format!("{line} --host-version 2.1.112"));
        let shell = read(&path);
        assert!(!shell.contains("\"args\""), "{shell}");
        assert!(shell.contains(r#""command": "\"${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/"#));
        machine.done(&format!("{line} --form shell --host-version 2.1.330"));
        assert_eq!(read(&path), shell);
        machine.done(&format!("{line} --form exec"));
        assert_eq!(read(&path), exec);
        machine.done(&format!("{line} --form shell"));
        machine.done("uninstall --all @");
        assert!(!path.exists());
    }
}
