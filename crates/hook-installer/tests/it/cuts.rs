//! Wherever the work ends, nothing is harmed, and the next run does the rest.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hook_installer::{Folders, Offer, Place, Plan, Scope, Step};

use crate::machine::{Machine, alone, mode, offer, offers, read, write};

const SETTINGS: &str = "{\n  \"permissions\": { \"deny\": [\"Read(.env)\"] }\n}\n";

fn place(machine: &Machine) -> Place {
    Place::of(Scope::Project, &machine.project(""))
}

/// Everything that settings or servers name is there.
#[track_caller]
fn check_programs_are_there(machine: &Machine, hooks: &[Offer]) {
    let text = |name: &str| fs::read_to_string(machine.project(name)).unwrap_or_default();
    let named = text(".claude/settings.json") + &text(".mcp.json");
    for name in hooks.iter().map(|offer| offer.hook.as_str()).chain(["intent-mcp"]) {
        if named.contains(&format!("bin/{name}\"")) {
            assert_eq!(mode(&place(machine).program(name)), 0o755, "{name}");
        }
    }
}

/// The kinds of the steps of a plan.
pub(crate) fn kinds(plan: &Plan) -> Vec<&'static str> {
    let kind = |step: &Step| match step {
        Step::Ignore { .. } => "ignore",
        Step::Exclude(_) => "exclude",
        Step::Put { .. } => "put",
        Step::Link { .. } => "link",
        Step::Record { .. } | Step::RetireRecord { .. } => "record",
        Step::Edit(edit) if edit.planned().file.ends_with(".mcp.json") => "servers",
        Step::Edit(_) => "settings",
        Step::Remove { .. } => "remove",
        Step::RemoveCopies { .. } => "remove copies",
        Step::RemoveFolder { .. } => "remove folder",
        Step::Worktrees(_) => "worktrees",
        Step::RememberShell { .. } | Step::RememberBin { .. } => "remember",
    };
    let mut kinds: Vec<_> = plan.steps().iter().map(kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn there_is_one_order() {
    let machine = Machine::new();
    let plan = Plan::install(
        &place(&machine),
        &alone(&offers()),
        &machine.path("programs"),
        &Folders::default(),
    )
    .unwrap();
    assert_eq!(kinds(&plan), ["ignore", "put", "settings", "servers"]);
    plan.carry_out().unwrap();
    let plan = Plan::uninstall(&place(&machine), &offers(), &offers(), &[]).unwrap();
    assert_eq!(kinds(&plan), ["settings", "servers", "remove", "remove copies", "remove folder"]);
}

#[test]
fn a_plan_changes_nothing() {
    let machine = Machine::new();
    write(&machine.project(".claude/settings.json"), SETTINGS);
    let before = machine.tree();
    let plan = Plan::install(
        &place(&machine),
        &alone(&offers()),
        Path::new("/no/such/folder"),
        &Folders::default(),
    )
    .unwrap();
    assert_eq!(plan.programs().len(), offers().len() + 1);
    assert_eq!(machine.tree(), before);
    assert_eq!(read(&machine.project(".claude/settings.json")), SETTINGS);
}

#[test]
fn an_install_may_end_after_each_program() {
    let hooks = offers();
    let names =
        Plan::install(&place(&Machine::new()), &alone(&hooks), Path::new(""), &Folders::default())
            .unwrap()
            .programs();
    for missing in &names {
        let machine = Machine::new();
        write(&machine.project(".claude/settings.json"), SETTINGS);
        let program = machine.path("programs").join(missing);
        let kept = read(&program);
        fs::remove_file(&program).unwrap();
        let plan = Plan::install(
            &place(&machine),
            &alone(&hooks),
            &machine.path("programs"),
            &Folders::default(),
        )
        .unwrap();
        let stopped = plan.carry_out().unwrap_err();
        assert!(stopped.to_string().contains("could not copy"), "{stopped}");
        let before = names.iter().position(|name| name == missing).unwrap();
        assert_eq!(stopped.done.done.len(), before);
        assert_eq!(read(&machine.project(".claude/settings.json")), SETTINGS);
        check_programs_are_there(&machine, &hooks);
        write(&program, &kept);
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        plan.carry_out().unwrap();
        assert!(place(&machine).program(missing).exists());
        check_programs_are_there(&machine, &hooks);
    }
}

#[test]
fn servers_that_cannot_be_written_end_it_with_settings_that_hold() {
    let machine = Machine::new();
    let hooks = [offer("intent-gate-hook")];
    let servers = machine.project(".mcp.json");
    write(&servers, "{}\n");
    let lock = |mode| fs::set_permissions(&servers, Permissions::from_mode(mode)).unwrap();
    let stop_and_go_on = |plan: &Plan, shown: &str| {
        lock(0o444);
        let stopped = plan.carry_out().unwrap_err();
        lock(0o644);
        assert!(stopped.to_string().ends_with("it is read-only"), "{stopped}");
        assert!(stopped.done.to_string().contains(shown));
        check_programs_are_there(&machine, &hooks);
        plan.carry_out().unwrap();
        check_programs_are_there(&machine, &hooks);
    };
    let plan = Plan::install(
        &place(&machine),
        &alone(&hooks),
        &machine.path("programs"),
        &Folders::default(),
    )
    .unwrap();
    stop_and_go_on(&plan, "+    \"PreToolUse\": [\n");
    assert!(read(&servers).contains("intent-mcp"));
    let plan = Plan::uninstall(&place(&machine), &hooks, &hooks, &[]).unwrap();
    stop_and_go_on(&plan, "-    \"PreToolUse\": [\n");
    assert_eq!(read(&servers), "{}\n");
    assert!(!machine.project(".claude/hooks").exists());
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is() {
    let machine = Machine::new();
    let servers = machine.project(".mcp.json");
    write(&servers, "{}\n");
    fs::set_permissions(&servers, Permissions::from_mode(0o444)).unwrap();
    machine.refused("install intent-gate-hook @", "it is read-only");
    assert_eq!(machine.tree(), [".mcp.json"]);
    machine.done("install governance-hook @");
}

#[test]
fn a_program_that_cannot_be_run_is_put_again() {
    let machine = Machine::new();
    machine.done("install governance-hook @");
    let program = machine.project(".claude/hooks/bin/governance-hook");
    fs::set_permissions(&program, Permissions::from_mode(0o644)).unwrap();
    assert!(machine.done("install governance-hook @").starts_with("put "));
    assert_eq!(mode(&program), 0o755);
}

#[test]
fn an_ignore_file_that_was_cut_off_is_written_again() {
    let machine = Machine::new();
    let ignore = machine.project(".claude/hooks/bin/.gitignore");
    write(&ignore, "");
    machine.done("install governance-hook @");
    assert_eq!(read(&ignore), "*\n");
    machine.done("uninstall governance-hook @");
    assert!(machine.tree().is_empty(), "{:?}", machine.tree());
}

#[test]
fn what_a_killed_run_left_goes_with_the_next() {
    let machine = Machine::new();
    write(&machine.project(".claude/settings.json"), SETTINGS);
    machine.done("install governance-hook @");
    let tree = machine.tree();
    let left = [
        ".claude/.tacklebox-aB3dE6",
        ".claude/hooks/bin/.tacklebox-aB3dE6",
        ".claude/tacklebox-backups/.tacklebox-aB3dE6",
        ".claude/tacklebox-backups/settings.json.77.bak",
    ];
    let others = [".claude/.tacklebox-notes", ".claude/hooks/bin/.tacklebox-"];
    let lay_out = |age: u64| {
        for name in left.iter().chain(&others) {
            write(&machine.project(name), "");
            let file = fs::File::options().write(true).open(machine.project(name)).unwrap();
            let modified = file.metadata().unwrap().modified().unwrap();
            file.set_modified(modified - std::time::Duration::from_secs(age)).unwrap();
        }
    };
    lay_out(30);
    machine.done("install governance-hook @");
    assert!(left.iter().all(|name| machine.project(name).exists()));
    lay_out(90);
    machine.done("install governance-hook @");
    assert!(left.iter().all(|name| !machine.project(name).exists()));
    for name in others {
        fs::remove_file(machine.project(name)).unwrap();
    }
    assert_eq!(machine.tree(), tree);
}
