//! `install --host` and `uninstall --host` on disk, in files of each host that have entries of others:
//! what is not ours is there afterwards byte for byte, and nothing else is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use hook_installer::{Caller, Folders, InstallArgs, UninstallArgs, install, uninstall};
use hook_protocol::{FileLayout, Host};

use crate::drawn::{Numbers, drawn};
use crate::machine::{Machine, offers, read, write};

/// How many files are drawn; this variable names another number.
const DEFAULT_FILES: u64 = 80;
const VARIABLE: &str = "INSTALLER_FILES";

/// Each host, and where its file is.
const HOSTS: [(&str, &str); 5] = [
    ("codex", "a project/.codex/hooks.json"),
    ("qwen", "a project/.qwen/settings.json"),
    ("gemini", "a project/.gemini/settings.json"),
    ("kimi", "home/.kimi-code/config.toml"),
    ("copilot", "a project/.github/hooks/tacklebox.json"),
];

/// What is installed, in this order.
const HOOKS: [&str; 3] = ["governance-hook", "prompt-detect-hook", "agent-trace-hook"];

#[derive(Parser)]
#[command(no_binary_name = true)]
enum Call {
    Install(InstallArgs),
    Uninstall(UninstallArgs),
}

/// What comes of the words of `line`; `@` stands for the project.
fn call(machine: &Machine, line: &str) -> String {
    let (home, project) = (machine.path("home"), machine.project(""));
    let words = line.split(' ').flat_map(|word| match word {
        "@" => vec!["--project".into(), project.clone()],
        word => vec![PathBuf::from(word)],
    });
    let (offers, programs) = (offers(), machine.path("programs"));
    let caller = Caller {
        offers: &offers,
        folders: Folders { home: Some(&home), ..Folders::default() },
        programs: Some(&programs),
        ask: &|_| None,
        confirm: &|_| None,
        host: &|| None,
        is_closed: &|_, _| false,
        columns: None,
        is_walled: &|_, _| false,
        variable: &|_| None,
        recorded: &|_| Vec::new(),
        is_configured: &|_, _| false,
    };
    let done = match Call::try_parse_from(words).unwrap() {
        Call::Install(args) => install(&caller, &args),
        Call::Uninstall(args) => uninstall(&caller, &args),
    };
    done.unwrap_or_else(|stopped| panic!("{line}: {stopped}"))
}

fn layout(key: &str) -> FileLayout {
    Host::of_key(key).unwrap().description().setup.unwrap().layout
}

/// Every file below a folder but copies of earlier versions.
fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let inside = entries.filter(|path| !path.ends_with("tacklebox-backups"));
    inside.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "who runs the tests says how many")]
fn what_is_not_ours_is_there_afterwards_byte_for_byte() {
    let named = env::var(VARIABLE).ok().map(|number| number.parse().unwrap());
    let mut edited = 0;
    for seed in 1..=named.unwrap_or(DEFAULT_FILES) {
        let mut numbers = Numbers::of(seed);
        let (host, file) = HOSTS[numbers.below(HOSTS.len())];
        let mut before = drawn(&mut numbers, layout(host));
        let machine = Machine::new();
        let path = machine.path(file);
        write(&path, &before);
        let first = 1 + numbers.below(HOOKS.len());
        let all = HOOKS.join(" ");
        let of =
            |verb: &str, hooks: &str| call(&machine, &format!("{verb} {hooks} --host {host} @"));
        of("install", &HOOKS[..first].join(" "));
        of("install", &all);
        let text = read(&path);
        let is_there = |hook: &&str| text.contains(&format!(" {hook}"));
        assert!(text.contains(&format!("run --host {host} ")) && HOOKS.iter().all(is_there));
        if text.contains("mine") && numbers.below(2) == 0 {
            edited += 1;
            before = before.replace("mine", "mine now");
            write(&path, &text.replace("mine", "mine now"));
        }
        of("uninstall", HOOKS[0]);
        assert!(read(&path).contains("prompt-detect-hook"), "{seed}");
        of("uninstall", &all);
        let stays = !before.trim().is_empty() || layout(host) == FileLayout::Tables;
        assert_eq!(fs::read_to_string(&path).ok(), stays.then_some(before), "{seed}, {host}");
        let left = [files(&machine.path("home")), files(&machine.project(""))].concat();
        assert_eq!(left, if stays { vec![path] } else { Vec::new() }, "{seed}, {host}");
    }
    assert!(edited > 5, "{edited} edits");
}
