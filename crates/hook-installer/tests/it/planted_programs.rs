//! What somebody has put into a project before hooks are installed there.

use std::fs;
use std::os::unix::fs::symlink;

use hook_installer::InstallError;

use crate::machine::{MARK, Machine, read, write};

const SETTINGS: &str = "{\"model\": \"opus\"}\n";

#[test]
fn a_copy_with_the_largest_number_and_links_beside_it() {
    let machine = Machine::new();
    let victim = machine.path("victim");
    write(&victim, "precious");
    write(&machine.project(".claude/settings.json"), SETTINGS);
    let backups = machine.project(".claude/tacklebox-backups");
    write(&backups.join(format!("settings.json.{}.bak", u64::MAX)), "x");
    for number in 0..3 {
        symlink(&victim, backups.join(format!("settings.json.{number}.bak"))).unwrap();
    }
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert_eq!(read(&victim), "precious");
    assert_eq!(read(&backups.join("settings.json.4.bak")), SETTINGS);
    assert_eq!(read(&machine.project(".claude/settings.json")), SETTINGS);
}

#[test]
fn a_folder_of_copies_that_is_a_link_is_refused_before_anything_is_written() {
    let machine = Machine::new();
    let elsewhere = machine.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    write(&machine.project(".claude/settings.json"), SETTINGS);
    symlink(&elsewhere, machine.project(".claude/tacklebox-backups")).unwrap();
    let tree = machine.tree();
    let err = machine.refused("install governance-hook @", "tacklebox-backups is a symbolic link");
    assert!(matches!(err, InstallError::Refused(_)));
    assert_eq!(machine.tree(), tree);
    assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
}

#[test]
fn a_link_to_what_is_not_ours_is_refused_and_stays() {
    let machine = Machine::new();
    let (victim, nowhere) = (machine.path("victim"), machine.path("nowhere"));
    let bin = machine.project(".claude/hooks/bin");
    write(&victim, "precious");
    fs::create_dir_all(&bin).unwrap();
    for (name, engine) in
        [("governance-hook", "off"), ("governance-hook", "on"), ("tacklebox", "on")]
    {
        for target in [&victim, &nowhere] {
            let link = bin.join(name);
            symlink(target, &link).unwrap();
            let tree = machine.tree();
            let call = format!("install governance-hook --engine {engine} @");
            machine.refused(&call, &format!("{name} is not a Tacklebox program"));
            assert_eq!((machine.tree(), read(&victim)), (tree, "precious".to_owned()));
            machine.done("uninstall governance-hook @");
            assert_eq!(fs::read_link(&link).unwrap(), *target, "{name}, {engine}");
            fs::remove_file(&link).unwrap();
        }
    }
}

#[test]
fn a_link_to_a_program_that_another_checkout_has_lost_is_replaced_or_removed() {
    let machine = Machine::new();
    let bin = machine.project(".claude/hooks/bin");
    let lost = machine.path("primary/.claude/hooks/bin");
    fs::create_dir_all(&bin).unwrap();
    for (engine, name) in [("off", "governance-hook"), ("on", "tacklebox")] {
        symlink(lost.join(name), bin.join(name)).unwrap();
        machine.done(&format!("install governance-hook --engine {engine} @"));
        assert!(!bin.join(name).is_symlink() && !lost.exists(), "{name}");
        machine.done("uninstall governance-hook @");
        fs::create_dir_all(&bin).unwrap();
    }
    symlink(lost.join("governance-hook"), bin.join("governance-hook")).unwrap();
    machine.done("uninstall governance-hook @");
    assert!(!bin.exists());
}

#[test]
fn a_link_to_a_program_of_ours_is_replaced_and_not_followed() {
    let machine = Machine::new();
    let elsewhere = machine.path("elsewhere");
    let bin = machine.project(".claude/hooks/bin");
    write(&elsewhere, &format!("{MARK}\n"));
    for engine in ["off", "on"] {
        fs::create_dir_all(&bin).unwrap();
        for name in ["governance-hook", "tacklebox"] {
            symlink(&elsewhere, bin.join(name)).unwrap();
        }
        symlink(machine.path("nowhere"), bin.join(".gitignore")).unwrap();
        machine.done(&format!("install governance-hook --engine {engine} @"));
        assert_eq!(read(&elsewhere), format!("{MARK}\n"));
        assert!(read(&bin.join("governance-hook")).contains("echo one"), "{engine}");
        assert!(bin.join(".gitignore").is_symlink() && !machine.path("nowhere").exists());
        machine.done("uninstall governance-hook @");
        fs::remove_dir_all(&bin).unwrap();
    }
}

#[test]
fn folders_that_are_links_stay_and_are_no_failure() {
    let machine = Machine::new();
    let elsewhere = machine.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, machine.project(".claude")).unwrap();
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert_eq!(machine.tree(), [".claude"]);
}

#[test]
fn a_folder_and_a_pipe_of_the_name_of_a_program_are_left() {
    let machine = Machine::new();
    let program = machine.project(".claude/hooks/bin/governance-hook");
    fs::create_dir_all(&program).unwrap();
    machine.refused("install governance-hook @", "governance-hook: not a regular file");
    fs::remove_dir(&program).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&program).status().unwrap();
    assert!(made.success());
    machine.refused("install governance-hook @", "governance-hook: not a regular file");
    assert!(!machine.project(".claude/settings.json").exists());
}

#[test]
fn a_home_is_no_project() {
    let machine = Machine::new();
    let home = machine.path("home").display().to_string();
    let link = machine.path("link");
    symlink(&home, &link).unwrap();
    for home in [&home, &link.display().to_string()] {
        // The path has a blank in it, so it is no word of a line.
        let err = machine.at("install governance-hook", home).unwrap_err();
        assert!(err.to_string().contains("use `--scope user`"), "{err}");
    }
    assert!(!machine.path("home/.claude").exists());
    machine.at("install governance-hook --scope local", &home).unwrap();
    machine.at("uninstall governance-hook", &home).unwrap();
}
