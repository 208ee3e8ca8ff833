//! `install --preset`: the hooks, what makes them useful at once, and how all of it goes again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::installing::{Machine, write};

/// Every file of a folder, with what is in it, but for the versions of settings that are kept.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tacklebox-backups") {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
            found.insert(path.display().to_string(), Vec::new());
        } else {
            found.insert(path.display().to_string(), fs::read(&path).unwrap_or_default());
        }
    }
    found
}

pub(crate) fn every_preset_comes_and_goes_byte_for_byte() {
    for (preset, hooks, trial) in [
        ("guard", "governance-hook, prompt-detect-hook", "tacklebox governance check"),
        (
            "memory",
            "file-context-hook, subagent-start-hook, agent-trace-hook",
            "tacklebox file-context status",
        ),
        (
            "team",
            "intent-gate-hook, agent-trace-hook, post-edit-hook",
            "tacklebox intent-gate status",
        ),
    ] {
        let machine = Machine::new();
        let project = machine.path("project");
        write(&project.join("Cargo.toml"), "[package]\nname = \"a\"\nedition = \"2024\"\n");
        write(&project.join(".claude/settings.local.json"), "{\"model\": \"opus\"}");
        let before = files(&project);
        let install = format!("install --preset {preset} --scope local % @");
        let said = machine.check(&install, 0, &format!("installed {hooks} (scope local)\n"));
        assert!(said.contains("scope     only you have these hooks; "), "{said}");
        assert!(said.contains("\nnow       "), "{said}");
        let last = said.lines().last().unwrap();
        assert!(last.starts_with(&format!("try       {trial}")), "{said}");
        assert_ne!(files(&project), before);
        // A second time nothing is written over.
        machine.check(&install, 0, &format!("installed {hooks} (scope local): nothing to change"));
        machine.check("uninstall --all @ --scope local", 0, "removed");
        assert_eq!(files(&project), before, "{preset}");
    }
}

pub(crate) fn what_a_person_has_changed_stays() {
    let machine = Machine::new();
    let policy = machine.path("project/.tacklebox/intent-gate.yaml");
    let steps = machine.path("project/.tacklebox/post-edit.yaml");
    write(&steps, "version: 1\nsteps: []\n");
    machine.check("install --preset team --scope local % @", 0, "installed");
    write(&policy, "version: 1\n");
    machine.check("uninstall --all --scope local @", 0, "removed");
    assert_eq!(fs::read_to_string(policy).unwrap(), "version: 1\n");
    assert_eq!(fs::read_to_string(steps).unwrap(), "version: 1\nsteps: []\n");
}

fn git(folder: &Path, words: &str) -> String {
    let author = ["-c", "user.name=a", "-c", "user.email=a@b"];
    let mut command = Command::new("git");
    let output = command.arg("-C").arg(folder).args(author).args(words.split(' ')).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Each worktree of a clone is installed and uninstalled alone, whichever is first, and git never loses a file.
pub(crate) fn what_is_taken_out_of_a_worktree_stays_in_the_others() {
    for (is_committed, order) in [
        (false, ["project", "tree"]),
        (false, ["tree", "project"]),
        (true, ["project", "tree"]),
        (true, ["tree", "project"]),
    ] {
        let machine = Machine::new();
        let [project, tree] = ["project", "tree"].map(|name| machine.path(name));
        let run = |verb: &str, folder: &Path| {
            let mut command = machine.command(&format!("{verb} --scope local"));
            let output = command.arg("--project").arg(folder).output().unwrap();
            assert!(output.status.success(), "{verb}: {output:?}");
        };
        git(&project, "init -q -b main");
        git(&project, "commit -q --allow-empty -m x");
        run("install --preset team %", &project);
        if is_committed {
            git(&project, "add -f .tacklebox .orchestration");
            git(&project, "commit -q -m y");
        }
        git(&project, "worktree add -q -b w ../tree");
        run("install --preset team %", &tree);
        // No example takes the place of what the main checkout has.
        assert_eq!(tree.join(".orchestration").exists(), is_committed);
        let [first, second] = order.map(|name| machine.path(name));
        let of_person = |folder: &Path| {
            let mut files = files(folder);
            files.retain(|file, _| !file.contains("/.git") && !file.contains("/hooks/"));
            files
        };
        let before = of_person(&second);
        run("uninstall --all", &first);
        assert_eq!(git(&first, "status --porcelain"), "", "{is_committed} {order:?}");
        assert!(of_person(&second) == before, "{is_committed} {order:?}");
        // Git's hook does not bring them back.
        git(&first, "checkout -q -b other");
        assert!(!first.join(".claude").exists(), "{is_committed} {order:?}");
        run("uninstall --all", &second);
        for folder in [project, tree] {
            assert!(!folder.join(".claude/hooks").exists(), "{is_committed} {order:?}");
            assert_eq!(folder.join(".orchestration").exists(), is_committed, "{order:?}");
            assert_eq!(git(&folder, "status --porcelain"), "", "{is_committed} {order:?}");
        }
    }
}

pub(crate) fn a_record_that_cannot_be_read_stops_no_uninstallation() {
    let machine = Machine::new();
    machine.check("install --preset team --scope local % @", 0, "installed");
    let all = files(&machine.path(""));
    let record = all.keys().find(|file| file.ends_with("preset-files.json")).unwrap();
    write(Path::new(record), "broken");
    machine.check(
        "uninstall --all --scope local @",
        0,
        "kept      what a preset wrote: could not read",
    );
}

pub(crate) fn a_dry_run_says_what_would_be_done() {
    let machine = Machine::new();
    let said = machine.check(
        "install --preset memory --dry-run --scope local % @",
        0,
        "would run `tacklebox file-context ingest`\n",
    );
    assert!(said.contains("would put "), "{said}");
    assert_eq!(fs::read_dir(machine.path("project")).unwrap().count(), 0);
    let said = machine.check(
        "install --preset team --dry-run --scope user % @",
        0,
        "next      in each project: `tacklebox intent-gate init`",
    );
    assert!(!said.contains("would run"), "{said}");
    let said = machine.check("install --preset team --host codex % @", 0, "now       ");
    assert!(!said.contains("only you"), "{said}");
    machine.check("install --preset team governance-hook % @", 2, "cannot be used with");
    machine.check("install --preset tram % @", 2, "possible values: guard, memory, team");
}
