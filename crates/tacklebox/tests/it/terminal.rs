//! What is asked at a terminal: which preset or which hooks to install, where none is named.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::installing::{Machine, write};

/// The two ends of a terminal: what a person holds, and what a program gets.
fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let path = OsStr::from_bytes(name.to_bytes());
    let program = File::options().read(true).write(true).open(path).unwrap();
    (File::from(person), program)
}

/// What is shown at a terminal where this is typed, and with which status it ends.
fn typed(machine: &Machine, line: &str, answer: &str) -> (String, Option<i32>) {
    typed_in(machine, line, answer, None)
}

/// The same with the programs of a folder on the path.
fn typed_in(
    machine: &Machine,
    line: &str,
    answer: &str,
    path: Option<&Path>,
) -> (String, Option<i32>) {
    let (mut person, program) = terminal();
    let mut command = machine.command(line);
    command.env("COLUMNS", "80").envs(path.map(|path| ("PATH", path)));
    command.stdin(program.try_clone().unwrap()).stdout(program.try_clone().unwrap());
    let mut child = command.stderr(program).spawn().unwrap();
    // The ends that the command keeps would keep the terminal open.
    drop(command);
    let mut answers = answer.split_inclusive('\n');
    let mut shown = Vec::new();
    let mut chunk = [0; 4096];
    // Reading ends with an error where the other end is closed. An answer that is typed before its
    // question would be echoed wherever the output happens to be.
    while let Ok(count @ 1..) = person.read(&mut chunk) {
        shown.extend_from_slice(&chunk[..count]);
        if shown.ends_with(b"? ") || shown.ends_with(b"[y/N] ") {
            person.write_all(answers.next().unwrap_or("\x04").as_bytes()).unwrap();
        }
    }
    (String::from_utf8_lossy(&shown).into_owned(), child.wait().unwrap().code())
}

pub(crate) fn a_person_chooses_hooks_from_a_list() {
    let machine = Machine::new();
    let settings = machine.path("project/.claude/settings.json");
    let (shown, status) = typed(&machine, "install @ %", "4\ngovernance no-such\n");
    assert_eq!(status, Some(2), "{shown}");
    assert!(shown.contains("no-such") && !settings.exists(), "{shown}");
    for answer in ["\n", "q\n", "\x04", "4\nq\n", "4\n\x04"] {
        let (shown, status) = typed(&machine, "install @ %", answer);
        assert!(status == Some(0) && shown.contains("Nothing was changed."), "{answer:?} {shown}");
        assert!(
            !settings.exists() && shown.lines().all(|line| line.chars().count() <= 80),
            "{shown}"
        );
    }
    let (shown, status) = typed(&machine, "install @ %", "choose\n6, 3\n");
    assert_eq!(status, Some(0), "{shown}");
    assert!(shown.contains("post-edit-hook") && shown.contains("Which"), "{shown}");
    let text = fs::read_to_string(settings).unwrap();
    assert!(text.contains("tacklebox") && text.contains("UserPromptSubmit"), "{text}");
    let listed = machine.check("list @", 0, "prompt-detect-hook");
    let stands =
        |hook: &str| listed.lines().any(|line| line.starts_with(hook) && line.contains("project"));
    assert!(stands("governance-hook") && !stands("post-edit-hook"), "{listed}");
}

pub(crate) fn a_preset_is_chosen_by_its_number_and_asks_whether_to_notify() {
    let machine = Machine::new();
    let settings = machine.path("project/.claude/settings.local.json");
    let notices = machine.path("project/.tacklebox/prompt-detect.yaml");
    let notifier = machine.path("bin/notify-send");
    write(&notifier, "");
    let path = notifier.parent().unwrap().to_owned();
    let (shown, status) = typed(&machine, "install --scope local @ %", "9\n");
    assert_eq!(status, Some(2), "{shown}");
    assert!(shown.contains("\"9\" is not in the list") && !settings.exists(), "{shown}");
    for (answer, is_wanted) in [("1\nn\n", false), ("guard\ny\n", true)] {
        let (shown, status) = typed_in(&machine, "install --scope local @ %", answer, Some(&path));
        assert_eq!(status, Some(0), "{shown}");
        let asked = "Show a desktop notification when an agent waits for you? [y/N]";
        assert!(shown.contains("1 guard") && shown.contains(asked), "{shown}");
        assert!(
            shown.contains("try       tacklebox governance check --command 'rm -rf ~'"),
            "{shown}"
        );
        assert!(
            shown.lines().all(|line| line.trim_end().chars().count() <= 80
                || line.contains(machine.path("").to_str().unwrap())),
            "{shown}"
        );
        assert!(settings.exists() && notices.exists() == is_wanted, "{shown}");
    }
    machine.check(
        "uninstall --all --scope local @",
        0,
        "prompt-detect.yaml: nobody has changed it",
    );
    // For all projects, and taken out from another one.
    let install = "install --scope user --also @ %";
    let (shown, _) = typed_in(&machine, install, "guard\ny\n", Some(&path));
    let own = machine.path("home/.config/tacklebox/prompt-detect.yaml");
    assert!(own.exists(), "{shown}");
    fs::create_dir(machine.path("other")).unwrap();
    let other = machine.path("other");
    let mut uninstall = machine.command("uninstall --all --scope user --project");
    assert!(uninstall.arg(other).status().unwrap().success());
    assert!(!own.exists());
    assert_eq!(fs::read_dir(machine.path("project")).unwrap().count(), 0);
}
