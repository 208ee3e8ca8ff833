//! `install`, `uninstall` and `list` as a person types them: what they end with, and that nothing
//! ends them half-way.

use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// With the mark of our programs: what has none is not removed.
const PROGRAM: &str = "#!/bin/sh\n# \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\n";

/// A home, a project and a folder of programs.
pub(crate) struct Machine {
    dir: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let machine =
            Self { dir: tempfile::Builder::new().prefix("a p\u{e9} ").tempdir().unwrap() };
        for name in ["home", "project", "programs"] {
            fs::create_dir(machine.path(name)).unwrap();
        }
        let hooks = tacklebox::all().hooks().map(|hook| hook.name().to_owned()).collect::<Vec<_>>();
        for name in hooks.iter().map(String::as_str).chain(["tacklebox", "intent-mcp"]) {
            let program = machine.path("programs").join(name);
            write(&program, PROGRAM);
            fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
        }
        machine
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn settings(&self) -> PathBuf {
        self.path("project/.claude/settings.json")
    }

    /// The words of `line`; `@` is the project, and its settings where the line names no scope, `%` the
    /// programs.
    pub(crate) fn command(&self, line: &str) -> Command {
        let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.path("home")).current_dir(self.path("home"));
        for word in line.split(' ') {
            match word {
                "@" => command.arg("--project").arg(self.path("project")),
                "%" => command.arg("--programs").arg(self.path("programs")),
                word => command.arg(word),
            };
        }
        let is_scoped = ["install", "uninstall", "rollback"].iter().any(|it| line.starts_with(it));
        if is_scoped && !line.contains("--scope") && !line.contains("--host") {
            command.args(["--scope", "project"]);
        }
        command.stdin(Stdio::null());
        command
    }

    #[track_caller]
    pub(crate) fn check(&self, line: &str, status: i32, words: &str) -> String {
        let Output { status: ended, stdout, stderr } = self.command(line).output().unwrap();
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert_eq!(ended.code(), Some(status), "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
        said
    }
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

pub(crate) fn what_it_ends_with_says_what_happened() {
    let machine = Machine::new();
    let settings = machine.settings();
    let first = "next      post-edit-hook: `post-edit-hook init`; it does nothing until then";
    machine.check("install post-edit-hook % @", 0, first);
    write(&machine.path("project/.tacklebox/post-edit.yaml"), "version: 1\n");
    let configured = "next      post-edit-hook: configured; `post-edit-hook run FILE` shows";
    machine.check("install post-edit-hook % @", 0, configured);
    machine.check("uninstall post-edit-hook @", 0, "removed");
    let active = "next      governance-hook: active; `governance-hook log` shows what it did";
    machine.check("install governance-hook % @", 0, active);
    machine.check("install governance-hook % @", 0, "nothing to change");
    machine.check("uninstall governance-hook @", 0, "removed");
    machine.check("install no-hook % @", 2, "there is no hook `no-hook`");
    machine.check("install --frob", 2, "--frob");
    machine.check("install % @", 2, "say what to install: --preset guard|memory|team, ");
    machine.check("install governance-hook --project /no/such/folder", 1, "there is no folder");
    for (text, status) in [("{ // mine\n}", 3), ("{\"hooks\": 5}", 4), ("[]", 4)] {
        write(&settings, text);
        machine.check("install governance-hook % @", status, "settings.json was not changed");
        machine.check("uninstall governance-hook @", 0, "not installed here: ");
        assert_eq!(fs::read_to_string(&settings).unwrap(), text);
    }
}

pub(crate) fn what_comes_next_can_be_typed() {
    let machine = Machine::new();
    let bin = machine.path("project/.claude/hooks/bin");
    let lookup = format!("export PATH=\"{}:$PATH\"\n", bin.display());
    let named = "`tacklebox governance log`";
    let said = |line: &str, path: &Path| {
        let output = machine.command(line).env("PATH", path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let alone = "install governance-hook % @";
    let told = said(alone, Path::new("/nowhere"));
    assert!(told.contains(&lookup) && told.contains("`governance-hook log`"), "{told}");
    let told = said(alone, &bin);
    assert!(!told.contains("export") && told.contains("`governance-hook log`"), "{told}");
    let told = said(alone, &machine.path("programs"));
    assert!(!told.contains("export") && told.contains(named), "{told}");
    let told = said("install governance-hook --engine on % @", Path::new("/nowhere"));
    assert!(told.contains(&lookup) && told.contains(named), "{told}");
}

pub(crate) fn only_what_is_installed_is_named_as_removed() {
    let machine = Machine::new();
    let said = machine.check("uninstall --all @", 0, "No hooks installed here");
    assert_eq!(said.lines().count(), 1, "{said}");
    machine.check("install governance-hook post-edit-hook % @", 0, "");
    let said = machine.check("uninstall governance-hook intent-gate-hook @", 0, "removed");
    assert!(said.starts_with("removed   governance-hook (scope project)\n"), "{said}");
    assert!(said.contains("not installed here: intent-gate-hook (scope project)\n"), "{said}");
    let said = machine.check("uninstall --all @", 0, "removed");
    assert!(said.starts_with("removed   post-edit-hook (scope project)\n"), "{said}");
    assert!(!said.contains("not installed"), "{said}");
}

/// What is not here is not removed, and where it is is said.
pub(crate) fn a_hook_of_other_settings_is_named_with_its_way_out() {
    let machine = Machine::new();
    for (scope, file) in
        [("local", "project/.claude/settings.local.json"), ("user", "home/.claude/settings.json")]
    {
        machine.check(&format!("install governance-hook % --scope {scope} @"), 0, "");
        let file = machine.path(file);
        let before = fs::read_to_string(&file).unwrap();
        let said = machine.check("uninstall governance-hook @", 1, "is also installed in ");
        assert!(said.contains(&file.display().to_string()), "{said}");
        let way_out = format!("uninstall governance-hook --scope {scope}");
        assert!(said.contains(&format!("`tacklebox {way_out}`")), "{said}");
        assert!(!said.contains("removed"), "{said}");
        machine.check("uninstall --all @", 0, &way_out);
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
        // Beside one that is here, it is a note.
        machine.check("install post-edit-hook % @", 0, "");
        let said = machine.check("uninstall governance-hook post-edit-hook @", 0, &way_out);
        assert!(said.starts_with("removed   post-edit-hook (scope project)\n"), "{said}");
        machine.check(&format!("{way_out} @"), 0, "removed   governance-hook");
        machine.check("uninstall governance-hook @", 0, "not installed here");
    }
}

/// The doctor asks the `lint` of each hook.
pub(crate) fn a_broken_policy_does_not_protect() {
    let machine = Machine::new();
    machine.check("install governance-hook intent-gate-hook % @", 0, "");
    let [policy, intents] = [".tacklebox/governance.yaml", ".orchestration/active_intents.yaml"]
        .map(|name| machine.path("project").join(name));
    write(&policy, "version: 1\nstates: [A]\ndefault_state: A\n");
    write(&intents, "active_intents: []\n");
    let said = machine.check("doctor % @", 0, "");
    assert_eq!(said.matches("PROTECTING").count(), 2, "{said}");
    write(
        &policy,
        "states: [A]\ndefault_state: A\nrules: { web-fetch: { B: { action: block } } }\n",
    );
    let said =
        machine.check("doctor % @", 1, "governance-hook   NOT         `lint`: rules.web-fetch.B: ");
    assert_eq!(said.matches("PROTECTING").count(), 1, "{said}");
    assert!(said.contains(&format!("  in {}:3\n", policy.display())), "{said}");
    write(&intents, "active_intents: [\n");
    let said = machine.check("doctor % @", 1, "intent-gate-hook  NOT ");
    assert_eq!(said.matches("PROTECTING").count(), 0, "{said}");
}

/// A project's own copy of the programs has no server.
pub(crate) fn a_server_that_is_not_there_is_left_out_and_named() {
    let machine = Machine::new();
    fs::remove_file(machine.path("programs/intent-mcp")).unwrap();
    for line in ["install intent-gate-hook % @ --dry-run", "install intent-gate-hook % @"] {
        machine.check(line, 0, "note: the MCP server intent-mcp was not added: ");
    }
    assert!(machine.settings().exists() && !machine.path("project/.mcp.json").exists());
    machine.check("uninstall intent-gate-hook @", 0, "removed   intent-gate-hook");
}

pub(crate) fn what_hooks_do_here_fits_a_terminal() {
    let machine = Machine::new();
    let said = machine.check("list @", 0, "");
    let count = tacklebox::all().hooks().count();
    assert_eq!(said.matches("not installed").count(), count, "there are no settings: {said}");
    machine.check("install governance-hook agent-trace-hook % @", 0, "");
    for (line, status) in [("list @", 0), ("list", 0), ("doctor % @", 0), ("doctor --static @", 0)]
    {
        let mut command = machine.command(line);
        let Output { status: ended, stdout, .. } = command.env("COLUMNS", "80").output().unwrap();
        let said = String::from_utf8(stdout).unwrap();
        assert_eq!(ended.code(), Some(status), "{line}: {said}");
        let place = machine.path("").display().to_string();
        // A path is not cut: who copies it needs all of it.
        let is_long = |told: &&str| told.chars().count() > 80 && !told.contains(&place);
        assert_eq!(said.lines().find(is_long), None, "{line}");
        // Without a terminal nothing is folded.
        let whole = machine.check(line, status, "");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let is_time = |word: &String| word.parse::<f64>().is_ok();
        let of = |text: &str| words(text).into_iter().filter(|word| !is_time(word)).collect();
        let (folded, whole): (Vec<_>, Vec<_>) = (of(&said), of(&whole));
        assert_eq!(folded, whole, "{line}");
    }
}

pub(crate) fn a_hook_that_runs_already_is_refused() {
    let machine = Machine::new();
    machine.check("install governance-hook % --scope user", 0, "/home/.claude/hooks/bin");
    let said =
        machine.check("install governance-hook % @", 1, "governance-hook is already installed in ");
    assert!(said.contains("`tacklebox uninstall governance-hook --scope user`"), "{said}");
    assert!(!machine.settings().exists());
    machine.check("install governance-hook --also % @", 0, "runs twice now");
    machine.check("install governance-hook --scope user % @", 1, "is already installed in ");
    machine.check("uninstall governance-hook --scope user", 0, "removed");
    machine.check("install governance-hook --scope local % @", 0, "with the same command");
}

pub(crate) fn the_folder_of_the_host_is_asked_for() {
    let machine = Machine::new();
    let host = machine.path("host");
    let mut command = machine.command("install governance-hook % --scope user");
    assert!(command.env("CLAUDE_CONFIG_DIR", &host).status().unwrap().success());
    assert!(host.join("settings.json").exists() && !machine.path("home/.claude").exists());
}

pub(crate) fn nobody_who_stops_reading_ends_it_half_way() {
    let machine = Machine::new();
    let closed = |line: &str| {
        let mut command = machine.command(line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        child.wait_with_output().unwrap()
    };
    let full = |line: &str| {
        let device = File::options().write(true).open("/dev/full").unwrap();
        machine.command(line).stdout(device).output().unwrap()
    };
    for (run, status) in [(&closed as &dyn Fn(&str) -> Output, 0), (&full, 1)] {
        let output = run("install --all % @");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
        let programs = machine.path("project/.claude/hooks/bin");
        assert!(machine.settings().exists() && programs.join("tacklebox").exists());
        assert_eq!(run("uninstall --all @").status.code(), Some(status));
        assert_eq!(fs::read_dir(machine.path("project")).unwrap().count(), 0);
    }
}

pub(crate) fn what_was_changed_by_hand_stays_until_it_is_reset() {
    let machine = Machine::new();
    machine.check("install post-edit-hook % @", 0, "");
    let fresh = fs::read_to_string(machine.settings()).unwrap();
    let text = fresh.replace("Edit|Write", "Edit|Create|Write").replace("120", "60");
    write(&machine.settings(), &text);
    let said = machine.check("install post-edit-hook % @", 0, "your `timeout` is kept");
    assert!(said.contains("your matcher `Edit|Create"), "{said}");
    assert_eq!(fs::read_to_string(machine.settings()).unwrap(), text);
    machine.check("install post-edit-hook --reset % @", 0, "2 lines added, 2 removed");
    assert_eq!(fs::read_to_string(machine.settings()).unwrap(), fresh);
}

pub(crate) fn who_installs_and_who_takes_out_at_once_take_turns() {
    let machine = Machine::new();
    let program = machine.path("project/.claude/hooks/bin/agent-trace-hook");
    for round in 0..20 {
        machine.check("install agent-trace-hook % @ --engine off", 0, "installed");
        let lines = ["uninstall agent-trace-hook @", "install agent-trace-hook % @ --engine off"];
        let running = lines.map(|line| machine.command(line).stdout(Stdio::null()).spawn());
        for child in running {
            assert!(child.unwrap().wait().unwrap().success(), "round {round}");
        }
        let settings = fs::read_to_string(machine.settings()).unwrap_or_default();
        assert_eq!(settings.contains("bin/agent-trace-hook"), program.exists(), "round {round}");
    }
}

pub(crate) fn an_earlier_version_comes_back_where_a_person_wants_it() {
    let machine = Machine::new();
    machine.check("install agent-trace-hook % @", 0, "");
    let text = fs::read_to_string(machine.settings()).unwrap();
    let said = machine.check("rollback % @", 1, "there is no terminal to ask on; use `--yes`");
    assert!(said.starts_with("This undoes our last change to "), "{said}");
    assert!(said.contains("-    \"PostToolUse\": [\n") && said.contains("would remove "), "{said}");
    machine.check("rollback --dry-run % @", 0, "+++ /dev/null");
    assert_eq!(fs::read_to_string(machine.settings()).unwrap(), text);
    let undone = "undone    our last change to the settings (scope project)\n";
    machine.check("rollback --yes % @", 0, undone);
    assert!(!machine.settings().exists());
    machine.check("rollback --yes % @", 0, "next      `tacklebox rollback` undoes");
    assert_eq!(fs::read_to_string(machine.settings()).unwrap(), text);
    machine.check("rollback 9 --yes % @", 1, "there are only 3 earlier versions of ");
    machine.check("rollback 11 % @", 2, "11 is not in 1..=10");
}

pub(crate) fn an_administrator_gets_settings_that_stand_above_a_person_s() {
    let machine = Machine::new();
    let out = machine.path("home/out");
    machine.check(
        "managed --out out governance-hook post-edit-hook %",
        0,
        "wrote     out/programs/tacklebox",
    );
    let text = fs::read_to_string(out.join("managed-settings.d/50-tacklebox.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&text).unwrap();
    let pre = &settings["hooks"]["PreToolUse"][0]["hooks"][0];
    assert_eq!(pre["command"], "/usr/local/lib/tacklebox/governance-hook");
    assert_eq!((&pre["onFailure"], &pre["args"]), (&"block".into(), &serde_json::json!([])));
    let option = "/pluginConfigs/cc-plugin-sec-default@builtin/options/allowManagedModsOnly";
    assert_eq!(settings.pointer(option), Some(&true.into()));
    assert_eq!(settings["managedSourcesBehavior"], "merge");
    assert!(fs::read_to_string(out.join("README.md")).unwrap().contains("/etc/claude-code/"));
    // The shell comes where the folder of programs has it.
    let is_there = cfg!(target_os = "linux");
    let without = if is_there { " has no confine-bash\n" } else { "wrote     none/README.md" };
    machine.check("managed --out none intent-gate-hook %", 0, without);
    let program = machine.path("programs/confine-bash");
    fs::copy(machine.path("programs/intent-mcp"), program).unwrap();
    machine.check("managed --out walled intent-gate-hook %", 0, "wrote     walled/README.md");
    let text = fs::read_to_string(machine.path("home/walled/managed-settings.d/50-tacklebox.json"))
        .unwrap();
    let named = "\"CLAUDE_CODE_SHELL\": \"/usr/local/lib/tacklebox/confine-bash\"";
    assert_eq!(text.contains(named), is_there, "{text}");
    assert_eq!(machine.path("home/walled/programs/confine-bash").is_file(), is_there);
    let bare = "managed --out bare --no-confine intent-gate-hook %";
    machine.check(bare, 0, "wrote     bare/README.md");
    let text =
        fs::read_to_string(machine.path("home/bare/managed-settings.d/50-tacklebox.json")).unwrap();
    assert!(!text.contains("CLAUDE_CODE_SHELL"), "{text}");
    machine.check("managed --out out %", 1, "out is not empty");
    machine.check("managed --out other %", 0, "wrote     other/programs/tacklebox");
    machine.check("managed --out third no-hook %", 2, "there is no hook `no-hook`");
    machine.check("managed --out third --bin-dir bin %", 1, "bin is not an absolute path");
}

pub(crate) fn the_doctor_says_whether_each_hook_protects() {
    let machine = Machine::new();
    machine.check("doctor @", 0, "No hooks installed yet.");
    machine.check("install agent-trace-hook % @", 0, "");
    machine.check(
        "doctor % @",
        0,
        "agent-trace-hook  PROTECTING  project, played; not called yet, answers",
    );
    let program = machine.path("project/.claude/hooks/bin/agent-trace-hook");
    fs::remove_file(&program).unwrap();
    machine.check("doctor % @", 1, "agent-trace-hook does not exist");
    assert!(!program.exists());
    let listed = machine.check("list @", 0, "NOT PROTECTING  project  ");
    assert!(listed.contains("agent-trace-hook does not exist"), "{listed}");
    let document = machine.check("doctor --json % @", 1, "\"state\": \"not\"");
    assert!(document.starts_with('{') && document.contains("\"fixable\": true"), "{document}");
    machine.check("doctor --fix % @", 0, "put ");
    machine.check("doctor --static @", 0, "PROTECTING");
    machine.check("doctor --project /no/such/folder", 1, "there is no folder");
    machine.check("doctor --host-version new", 2, "is not a version such as 2.1.330");
}

pub(crate) fn the_doctor_plays_the_program_itself() {
    let machine = Machine::new();
    let here = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    let folder = machine.path("one");
    fs::create_dir(&folder).unwrap();
    fs::copy(here, folder.join("tacklebox")).unwrap();
    let one = folder.display().to_string();
    assert!(one.contains(' '));
    let run = |line: &str| {
        let mut command = machine.command(line);
        command.arg("--programs").arg(&folder).output().unwrap()
    };
    let installed = run("install governance-hook prompt-detect-hook @");
    assert!(installed.status.success(), "{installed:?}");
    let project = machine.path("project");
    write(&project.join(".tacklebox/governance.yaml"), "version: 1\nfrob: 1\n");
    let output = run("doctor @");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the configuration cannot be read: frob: unknown field"), "{said}");
    assert!(said.contains(".tacklebox/governance.yaml:2\n"), "{said}");
    assert!(said.contains("prompt-detect-hook  PROTECTING"), "{said}");
    assert_eq!(fs::read_dir(&project).unwrap().count(), 2, "only what was there before");
    assert!(!machine.path("home/.local").exists(), "a state that is thrown away");
}
