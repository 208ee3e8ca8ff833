//! What goes in comes out again, byte for byte.

use std::fs::{self, Permissions};
use std::io::Read as _;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use hook_installer::InstallError;

use crate::machine::{MARK, Machine, mode, read, write};

const HOOK: &str = "governance-hook";
const SETTINGS: &str = "{\n  \"permissions\": { \"deny\": [\"Read(.env)\"] }\n}\n";

#[test]
fn a_new_project_gets_a_program_and_settings_and_loses_them_again() {
    let machine = Machine::new();
    let shown = machine.done("install governance-hook @");
    assert!(shown.contains("--- /dev/null\n+++ "), "{shown}");
    assert!(shown.contains("+    \"PreToolUse\": [\n"), "{shown}");
    assert!(shown.contains("note: everyone who uses this repository gets these hooks"), "{shown}");
    let program = machine.project(".claude/hooks/bin/governance-hook");
    assert!(read(&program).starts_with("#!/bin/sh\necho one\n"));
    assert_eq!(mode(&program), 0o755);
    let settings = read(&machine.project(".claude/settings.json"));
    let command = "\"${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/governance-hook\"";
    assert_eq!(settings.matches(command).count(), 5);
    assert_eq!(
        machine.tree(),
        [
            ".claude",
            ".claude/hooks",
            ".claude/hooks/bin",
            ".claude/hooks/bin/.gitignore",
            ".claude/hooks/bin/governance-hook",
            ".claude/settings.json",
            ".claude/tacklebox-backups",
            ".claude/tacklebox-backups/.gitignore",
            ".claude/tacklebox-backups/settings.json.1.none",
        ]
    );
    machine.done("uninstall governance-hook @");
    assert!(machine.tree().is_empty(), "{:?}", machine.tree());
}

#[test]
fn a_new_settings_file_has_the_mode_of_any_new_file() {
    let machine = Machine::new();
    machine.done("install --all @");
    let usual = machine.path("usual");
    write(&usual, "");
    assert_eq!(mode(&machine.project(".claude/settings.json")), mode(&usual));
}

#[test]
fn settings_of_a_person_come_back_byte_for_byte_with_their_mode() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    write(&settings, SETTINGS);
    fs::set_permissions(&settings, Permissions::from_mode(0o600)).unwrap();
    let shown = machine.done("install governance-hook @");
    assert!(shown.contains("+  \"permissions\": { \"deny\": [\"Read(.env)\"] },\n"), "{shown}");
    assert_ne!(read(&settings), SETTINGS);
    assert_eq!(mode(&settings), 0o600);
    let backup = machine.project(".claude/tacklebox-backups/settings.json.1.bak");
    assert_eq!(read(&backup), SETTINGS);
    assert_eq!(mode(&backup), 0o600);
    assert_eq!(read(&backup.with_file_name(".gitignore")), "*\n");
    machine.done("uninstall governance-hook @");
    assert_eq!(read(&settings), SETTINGS);
    assert_eq!(mode(&settings), 0o600);
}

#[test]
fn another_name_of_the_settings_is_said_and_stays_as_it_is() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    let other = machine.project("other.json");
    write(&settings, SETTINGS);
    fs::hard_link(&settings, &other).unwrap();
    let said = format!("note: {} is a hard link", settings.display());
    let shown = machine.done("install governance-hook @");
    assert!(shown.contains(&said), "{shown}");
    assert_eq!(read(&other), SETTINGS);
    // Now they are two files.
    let shown = machine.done("uninstall governance-hook @");
    assert!(!shown.contains("hard link"), "{shown}");
    assert_eq!(read(&settings), SETTINGS);
}

#[test]
fn the_second_time_changes_nothing() {
    let machine = Machine::new();
    write(&machine.project(".claude/settings.json"), SETTINGS);
    machine.done("install governance-hook @");
    let settings = read(&machine.project(".claude/settings.json"));
    let tree = machine.tree();
    let shown = machine.done("install governance-hook @");
    let settings_file = machine.project(".claude/settings.json");
    assert_eq!(shown, format!("{}: nothing to change\n", settings_file.display()));
    assert_eq!(read(&settings_file), settings);
    assert_eq!(machine.tree(), tree);
    machine.done("uninstall governance-hook @");
    let shown = machine.done("uninstall governance-hook @");
    assert!(shown.ends_with("settings.json: nothing to change\n"), "{shown}");
}

#[test]
fn a_script_of_a_person_is_not_overwritten() {
    for engine in ["off", "on"] {
        let machine = Machine::new();
        let script = machine.project(".claude/hooks/bin/governance-hook");
        write(&script, "#!/bin/sh\n# mine\n");
        let before = machine.tree();
        let line = format!("install governance-hook --engine {engine} @");
        machine.refused(&line, "is not a Tacklebox program, or is damaged");
        assert_eq!(machine.tree(), before, "{engine}");
        // Nothing, and what has our mark, is ours.
        for ours in [String::new(), format!("{MARK}\n")] {
            fs::remove_file(&script).unwrap();
            write(&script, &ours);
            machine.done(&line);
            assert!(read(&script).contains("echo one"), "{engine}");
        }
        // Where one hook is in the way, the other is not installed either.
        fs::remove_file(&script).unwrap();
        write(&script, "#!/bin/sh\n# mine\n");
        machine.refused("install post-edit-hook governance-hook @", "not a Tacklebox program");
        assert_eq!(read(&script), "#!/bin/sh\n# mine\n");
    }
}

#[test]
fn a_script_of_a_person_stays_when_hooks_go() {
    for engine in ["off", "on"] {
        let machine = Machine::new();
        let bin = machine.project(".claude/hooks/bin");
        machine.done(&format!("install --all --engine {engine} @"));
        let scripts = ["governance-hook", "intent-mcp", "tacklebox"].map(|name| bin.join(name));
        for script in &scripts {
            // Without the engine it is not there.
            let _absent = fs::remove_file(script);
            write(script, "#!/bin/sh\n# mine\n");
        }
        let shown = machine.done("uninstall --all @");
        for script in &scripts {
            assert_eq!(read(script), "#!/bin/sh\n# mine\n", "{engine}");
            let note = format!("{} stays: it is not a Tacklebox program", script.display());
            assert!(shown.contains(&note), "{shown}");
        }
        // All that is left but what says that git leaves them out.
        assert_eq!(fs::read_dir(&bin).unwrap().count(), scripts.len() + 1, "{engine}");
        let shown = machine.done("uninstall --all --dry-run @");
        assert!(!shown.contains("would remove"), "{shown}");
    }
}

#[test]
fn a_program_that_a_line_of_a_person_starts_stays() {
    for (engine, name, run) in [("off", "governance-hook", ""), ("on", "tacklebox", " run x")] {
        for file in ["settings.json", "settings.local.json"] {
            let machine = Machine::new();
            let command =
                format!("LOG=1 \\\"$CLAUDE_PROJECT_DIR\\\"/.claude/hooks/bin/{name}{run}");
            let mine = format!(
                "{{\"hooks\": {{\"Stop\": [{{\"hooks\": [{{\"type\": \"command\", \"command\": \"{command}\"}}]}}]}}}}\n"
            );
            let file = machine.project(".claude").join(file);
            write(&file, &mine);
            machine.done(&format!("install governance-hook --engine {engine} @"));
            let shown = machine.done("uninstall governance-hook @");
            assert_eq!(read(&file), mine);
            let program = machine.project(".claude/hooks/bin").join(name);
            assert!(program.is_file(), "{engine}: {shown}");
            let note = format!("{} stays: another entry in {}", program.display(), file.display());
            assert!(shown.contains(&note), "{shown}");
            // A name that goes on is another one.
            write(&file, &mine.replace(&format!("bin/{name}"), &format!("bin/{name}-2")));
            machine.done("install governance-hook @");
            machine.done("uninstall governance-hook @");
            assert!(!machine.project(".claude/hooks/bin/governance-hook").exists(), "{engine}");
        }
    }
}

#[test]
fn a_script_of_a_person_stays_when_a_version_without_it_comes_back() {
    let machine = Machine::new();
    machine.done("install governance-hook @");
    let script = machine.project(".claude/hooks/bin/governance-hook");
    fs::remove_file(&script).unwrap();
    write(&script, "#!/bin/sh\n# mine\n");
    let shown = machine.done("rollback @");
    assert!(shown.contains("governance-hook stays: it is not a Tacklebox program"), "{shown}");
    assert_eq!(read(&script), "#!/bin/sh\n# mine\n");
}

#[test]
fn a_running_program_is_replaced_and_goes_on() {
    let machine = Machine::new();
    machine.build("#!/bin/sh\necho begun\nread line\necho one\n");
    machine.done("install governance-hook @");
    let program = machine.project(".claude/hooks/bin/governance-hook");
    let mut running =
        Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // A shell has its script once it does what stands there.
    let mut begun = [0; 6];
    running.stdout.as_mut().unwrap().read_exact(&mut begun).unwrap();
    machine.build("#!/bin/sh\necho two, and longer than before\n");
    let shown = machine.done("install governance-hook @");
    assert!(shown.starts_with(&format!("put {}\n", program.display())), "{shown}");
    assert!(read(&program).contains("two, and longer"));
    assert_eq!(running.wait_with_output().unwrap().stdout, b"one\n");
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let machine = Machine::new();
    let shown = machine.done("install governance-hook --dry-run @");
    assert!(shown.contains("+    \"PreToolUse\": [\n"), "{shown}");
    assert!(shown.contains("would put "), "{shown}");
    assert!(machine.tree().is_empty());
    machine.done("install governance-hook @");
    let tree = machine.tree();
    let shown = machine.done("uninstall --all --dry-run @");
    assert!(shown.contains("-    \"PreToolUse\": [\n"), "{shown}");
    assert!(shown.contains("would remove "), "{shown}");
    assert_eq!(machine.tree(), tree);
}

#[test]
fn settings_that_the_host_ignores_are_left_as_they_are() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    let wrong = "{\n  // mine\n  \"model\": \"opus\"\n}\n";
    write(&settings, wrong);
    let because = "settings.json was not changed: line 2, column 3: a comment, ";
    machine.refused("install governance-hook @", because);
    machine.done("uninstall governance-hook @");
    assert_eq!(read(&settings), wrong);
    assert_eq!(machine.tree(), [".claude", ".claude/settings.json"]);
    write(&settings, &wrong.replace("opus", "governance-hook"));
    machine.refused("uninstall governance-hook @", because);
}

#[test]
fn a_wrong_call_is_one() {
    let machine = Machine::new();
    for (line, because) in [
        ("install @", "name hooks, or use --all; "),
        ("install no-hook @", "there is no hook `no-hook`; the hooks are "),
        ("install governance-hook", "name the project with --project"),
    ] {
        let err = machine.refused(line, because);
        assert!(matches!(err, InstallError::WrongCall(_)), "{err:?}");
    }
}

#[test]
fn a_project_that_is_not_there_is_not_made() {
    let machine = Machine::new();
    machine.refused("install --all --project /no/such/folder", "there is no folder");
    machine.refused("install --all --project /dev/null", "is not a folder");
}

#[test]
fn a_program_that_is_missing_leaves_the_settings_as_they_are() {
    let machine = Machine::new();
    fs::remove_file(machine.path("programs/governance-hook")).unwrap();
    machine.refused("install governance-hook @", "could not copy");
    assert!(!machine.project(".claude/settings.json").exists());
}

#[test]
fn local_settings_share_the_programs_of_the_project() {
    let machine = Machine::new();
    let shown = machine.done("install governance-hook --scope local @");
    assert!(!shown.contains("note:"), "{shown}");
    assert!(!machine.project(".claude/settings.json").exists());
    machine.done("install governance-hook @");
    let shown = machine.done("uninstall governance-hook @");
    assert!(shown.contains("settings.local.json names it"), "{shown}");
    assert!(machine.project(".claude/hooks/bin/governance-hook").exists());
    machine.done("uninstall governance-hook --scope local @");
    assert!(machine.tree().is_empty(), "{:?}", machine.tree());
}

#[test]
fn the_settings_of_a_user_name_the_program_by_its_whole_path() {
    let machine = Machine::new();
    machine.done("install governance-hook --scope user");
    let program = machine.path("home/.claude/hooks/bin/governance-hook");
    assert!(program.exists());
    let settings = machine.path("home/.claude/settings.json");
    let command = format!("\"command\": \"{}\"", program.display());
    assert_eq!(read(&settings).matches(&command).count(), 5);
    machine.done("uninstall governance-hook --scope user");
    assert!(!settings.exists() && !program.exists());
}

#[test]
fn a_folder_of_its_own_keeps_its_programs() {
    let machine = Machine::new();
    machine.done("install governance-hook @ #");
    let program = machine.path("my bins").join(HOOK);
    assert!(program.exists() && !machine.path("my bins/.gitignore").exists());
    let settings = read(&machine.project(".claude/settings.json"));
    // Five events, and the notice.
    assert_eq!(settings.matches(program.to_str().unwrap()).count(), 6);
    let shown = machine.done("uninstall governance-hook @");
    assert!(shown.contains("stays: other settings may name it"), "{shown}");
    assert!(program.exists() && machine.tree() == [".claude"], "{:?}", machine.tree());
}

#[test]
fn what_else_is_in_the_folder_of_programs_stays() {
    let machine = Machine::new();
    write(&machine.project(".claude/hooks/bin/theirs"), "");
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert!(machine.project(".claude/hooks/bin/theirs").exists());
    assert!(machine.project(".claude/hooks/bin/.gitignore").exists());
    assert!(!machine.project(".claude/hooks/bin/governance-hook").exists());
}

#[test]
fn an_ignore_file_of_somebody_else_stays() {
    let machine = Machine::new();
    let ignore = machine.project(".claude/hooks/bin/.gitignore");
    write(&ignore, "*.log\n");
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert_eq!(read(&ignore), "*.log\n");
}

#[test]
fn a_link_is_followed_and_stays_a_link() {
    let machine = Machine::new();
    let dotfiles = machine.path("dotfiles.json");
    write(&dotfiles, SETTINGS);
    let settings = machine.project(".claude/settings.json");
    fs::create_dir(machine.project(".claude")).unwrap();
    symlink(&dotfiles, &settings).unwrap();
    machine.done("install governance-hook @");
    assert!(settings.is_symlink() && read(&dotfiles).contains(HOOK));
    machine.done("uninstall governance-hook @");
    assert!(settings.is_symlink());
    assert_eq!(read(&dotfiles), SETTINGS);
    write(&dotfiles, "");
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert!(settings.is_symlink() && read(&dotfiles) == "{}\n");
}

#[test]
fn a_link_to_nowhere_and_a_file_that_is_read_only_are_refused() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    fs::create_dir(machine.project(".claude")).unwrap();
    symlink(machine.path("nowhere"), &settings).unwrap();
    machine.refused("install governance-hook @", "could not follow");
    fs::remove_file(&settings).unwrap();
    write(&settings, SETTINGS);
    fs::set_permissions(&settings, Permissions::from_mode(0o444)).unwrap();
    machine.refused("install governance-hook @", "it is read-only");
    assert_eq!(read(&settings), SETTINGS);
}

#[test]
fn what_is_no_text_is_refused() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    fs::create_dir_all(&settings).unwrap();
    machine.refused("install governance-hook @", "is not a file");
    fs::remove_dir(&settings).unwrap();
    fs::File::create(&settings).unwrap().write_all(b"{\"model\": \"\xff\"}").unwrap();
    machine.refused("install governance-hook @", "could not read");
}

#[test]
fn no_more_than_ten_copies_are_kept() {
    let machine = Machine::new();
    let settings = machine.project(".claude/settings.json");
    for n in 1..=13 {
        write(&settings, &format!("{{\n  \"n\": {n}\n}}\n"));
        machine.done("install governance-hook @");
    }
    let backups = machine.project(".claude/tacklebox-backups");
    let copies = fs::read_dir(&backups).unwrap().count() - 1;
    assert_eq!(copies, 10);
    let [oldest, newest] = [4, 13].map(|n| backups.join(format!("settings.json.{n}.bak")));
    assert_eq!(read(&oldest), "{\n  \"n\": 4\n}\n");
    assert_eq!(read(&newest), "{\n  \"n\": 13\n}\n");
}
