//! The cases of `tests/settings`, from file to file: what `claude-settings` makes of a text, a plan
//! makes of a file, with its mode, and takes back again.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use hook_installer::{Confine, Folders, InstallError, Needs, Offer, Place, Plan, Scope};
use text_archive::Archive;

use crate::machine::{Machine, alone, mode, read, write};

fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &Path) -> Option<String> {
    path.exists().then(|| read(path))
}

fn offer(hook: &str) -> Offer {
    let name = format!("{hook}.json");
    let ours = package("../../settings-templates").join(&name);
    let for_tests = package("../claude-settings/tests/it/templates").join(&name);
    Offer {
        hook: hook.to_owned(),
        description: String::new(),
        first_step: String::new(),
        look: String::new(),
        needs: String::new(),
        record: None,
        in_engine: true,
        template: text(&ours).unwrap_or_else(|| read(&for_tests)),
        server: None,
    }
}

/// A part of a case, which stands for a file.
fn part<'a>(case: &'a Archive, name: &str) -> Option<&'a str> {
    case.get(name).map(|content| std::str::from_utf8(content).unwrap())
}

/// The hooks of a case, each with a program; `None` where one has a folder of its own.
fn hooks(machine: &Machine, case: &Archive) -> Option<Vec<Offer>> {
    let hooks = part(case, "hooks.txt").unwrap();
    let hook = |line: &str| {
        write(&machine.path("programs").join(line), "");
        (!line.contains(' ')).then(|| offer(line))
    };
    hooks.lines().map(hook).collect()
}

/// Runs a case; `false` where it is about something else.
fn run(case: &Archive) -> bool {
    let machine = Machine::new();
    let place = Place::of(Scope::Local, &machine.project(""));
    let Some(hooks) = hooks(&machine, case) else { return false };
    let before = part(case, "before.json");
    let settings = place.settings();
    if let Some(before) = before {
        write(&settings, before);
        fs::set_permissions(&settings, Permissions::from_mode(0o640)).unwrap();
    }
    let plan =
        match Plan::install(&place, &alone(&hooks), &machine.path("programs"), &Folders::default())
        {
            Ok(plan) => plan,
            Err(InstallError::Settings { source, .. }) => {
                assert_eq!(Some(&*format!("{source}\n")), part(case, "error.txt"));
                assert_eq!(text(&settings).as_deref(), before);
                return true;
            }
            Err(err) => panic!("{err}"),
        };
    plan.carry_out().unwrap();
    assert_eq!(text(&settings).as_deref(), part(case, "after.json"));
    assert!(before.is_none() || mode(&settings) == 0o640);
    if text(&settings).as_deref() != before {
        for expected in [before, part(case, "after.json")] {
            let needs = Needs { known: &hooks, walled: &[], confine: Confine::AsBefore };
            let plan = Plan::rollback(&place, 1, &needs, &machine.path("programs")).unwrap();
            plan.carry_out().unwrap();
            assert_eq!(text(&settings).as_deref(), expected, "a version that comes back");
        }
    }
    Plan::uninstall(&place, &hooks, &hooks, &[]).unwrap().carry_out().unwrap();
    let expected = part(case, "uninstalled.json").or(before);
    assert_eq!(text(&settings).as_deref(), expected.filter(|text| !text.is_empty()));
    true
}

#[test]
fn each_case_holds_from_file_to_file() {
    let mut count = 0;
    for entry in fs::read_dir(package("../../tests/settings")).unwrap() {
        let case = entry.unwrap().path();
        println!("{}", case.display());
        count += usize::from(run(&Archive::parse(&read(&case)).unwrap()));
    }
    assert!(count > 40, "{count}");
}
