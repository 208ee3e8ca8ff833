//! Command lines in a project as there are many: what is refused, and what passes.

mod attacks;
mod cache;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use command_effects::Programs;
use hook_protocol::ToolCall;
use hook_runtime::{Ctx, Environment};
use serde_json::json;

use crate::{Act, Protection, Refusal, Said, changed, judge, named};

const PROTECTED: &str = include_str!("../../../tests/commands/protected.txt");
const BENIGN: &str = include_str!("../../../tests/commands/benign.txt");
const EVERYDAY: &str = include_str!("../../../tests/commands/everyday.txt");

/// A project `home/p` of a person, with programs.
struct Ground {
    _folder: tempfile::TempDir,
    home: PathBuf,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("home");
        let ground = Self { _folder: folder, home };
        for file in [
            ".tacklebox/governance.yaml",
            ".orchestration/active_intents.yaml",
            ".claude/settings.json",
            ".claude/commands/old.md",
            ".mcp.json",
            "src/a.rs",
            "src/sub/b.rs",
            "package.json",
        ] {
            ground.write(file, b"{}\n");
        }
        ground.write("p", b"--- a/.mcp.json\n+++ b/.mcp.json\n@@ -1 +1 @@\n-{}\n+{ }\n");
        ground.write("q", b"--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1 +1 @@\n-{}\n+{ }\n");
        ground.write("names", b".mcp.json\n.tacklebox/governance.yaml\n");
        ground.write(".gitignore", b"node_modules\n.tacklebox/local\n");
        for args in [&["init", "-q"][..], &["add", "-A"]] {
            let mut git = Command::new("git");
            let git = git.args(args).current_dir(ground.project()).env("HOME", &ground.home);
            assert!(git.output().unwrap().status.success(), "{args:?}");
        }
        let program = ".claude/hooks/bin/intent-gate-hook";
        ground.write(".claude/hooks/bin/.gitignore", b"*\n");
        for file in [program, "src/other", "src/run.sh"] {
            ground.write(file, b"");
        }
        let project = ground.project();
        symlink(project.join(program), project.join("src/l")).unwrap();
        symlink("../.mcp.json", project.join("src/link-to-mcp")).unwrap();
        symlink("..", project.join("src/link-to-top")).unwrap();
        fs::hard_link(project.join(".mcp.json"), project.join("src/hardlink")).unwrap();
        for folder in [".config/tacklebox", ".local/state/tacklebox", ".claude"] {
            fs::create_dir_all(ground.home.join(folder)).unwrap();
        }
        ground
    }

    fn project(&self) -> PathBuf {
        self.home.join("p")
    }

    fn write(&self, path: &str, content: &[u8]) {
        let file = self.project().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, content).unwrap();
    }

    fn own(&self, name: &str, content: &str) {
        let file = self.home.join(".config/tacklebox").join(name);
        hook_state::replace(&file, content.as_bytes()).unwrap();
    }

    fn ctx(&self, cwd: &Path) -> Ctx {
        self.ctx_at(cwd, SystemTime::UNIX_EPOCH)
    }

    fn ctx_at(&self, cwd: &Path, now: SystemTime) -> Ctx {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let environment = [
            ("HOME".to_owned(), text(&self.home)),
            ("CLAUDE_PROJECT_DIR".to_owned(), text(&self.project())),
        ];
        let environment = Environment::Fixed(environment.into());
        Ctx::new("a-hook", environment, now, Some(cwd.to_owned()))
    }

    /// What is said of a command line.
    fn line(&self, text: &str) -> Option<Refusal> {
        let ctx = self.ctx(&self.project());
        let project = ctx.project().unwrap();
        let judgement = judge(&ctx, project, &Programs::default(), text);
        let targets = changed(&ctx, project, &judgement);
        let named = named(&ctx, project, &judgement.runs, &judgement.unknown);
        let (targets, named) = (targets.as_slice(), named.as_slice());
        let said = Said { text, judgement: &judgement, targets, named, is_opaque: false };
        Protection::new(&ctx, project).of_line(&said)
    }

    fn call(&self, cwd: &Path, tool: &str, input: serde_json::Value) -> Option<Act> {
        Self::call_in(&self.ctx(cwd), tool, input)
    }

    fn call_in(ctx: &Ctx, tool: &str, input: serde_json::Value) -> Option<Act> {
        let protection = Protection::new(ctx, ctx.project().unwrap());
        protection.of_call(&ToolCall::new(tool, input)).map(|refusal| refusal.act)
    }
}

/// The act without what to do instead.
fn name(refusal: &Refusal) -> String {
    let name = format!("{:?}", refusal.act);
    name.split([' ', '{']).next().unwrap().to_owned()
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn a_database_that_is_not_there_is_made_by_opening_it() {
    let ground = Ground::new();
    let ctx = ground.ctx(&ground.project());
    let project = ctx.project().unwrap();
    let changes = |text: &str| judge(&ctx, project, &Programs::default(), text).writes.len();
    ground.write("there.db", b"");
    assert_eq!(changes("sqlite3 there.db .tables"), 0);
    assert_eq!(changes("sqlite3 new.db .tables"), 1);
    assert_eq!(changes("sqlite3 -readonly new.db .tables"), 0);
}

#[test]
fn what_changes_or_uses_what_is_protected_is_refused() {
    let ground = Ground::new();
    let mut wrong = Vec::new();
    for line in lines(PROTECTED) {
        let (expected, command) = line.split_once('\t').unwrap();
        let found = ground.line(command);
        let act = found.as_ref().map_or_else(|| "passes".to_owned(), name);
        if act != expected {
            wrong.push(format!("{act}, not {expected}: {command} {found:?}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A project in which no link leads to what is protected.
fn without_links() -> Ground {
    let ground = Ground::new();
    for link in ["src/l", "src/link-to-mcp", "src/link-to-top"] {
        fs::remove_file(ground.project().join(link)).unwrap();
    }
    ground
}

#[test]
fn everyday_work_passes() {
    let ground = without_links();
    let found = lines(EVERYDAY).filter_map(|command| Some((command, ground.line(command)?)));
    let wrong: Vec<String> = found.map(|(command, it)| format!("{command}: {it:?}")).collect();
    assert_eq!(wrong, [""; 0]);
}

/// The set of ordinary commands that the gate is tried with.
#[test]
fn what_is_benign_passes() {
    let ground = without_links();
    let commands = lines(BENIGN).map(|line| line.split_once('\t').unwrap().1.replace('␤', "\n"));
    let found = commands.filter_map(|command| Some((ground.line(&command)?, command)));
    let wrong: Vec<String> = found.map(|(it, command)| format!("{command}: {it:?}")).collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn tools_that_name_files_are_judged_by_them() {
    let ground = Ground::new();
    let project = ground.project();
    let check = |tool: &str, path: &str, expected: Option<Act>| {
        let input = json!({"file_path": path, "content": "x"});
        assert_eq!(ground.call(&project, tool, input), expected, "{tool} {path}");
    };
    let home = ground.home.to_str().unwrap();
    for path in [
        ".mcp.json",
        "src/../.mcp.json",
        "src/link-to-mcp",
        ".claude/settings.local.json",
        ".claude/hooks/bin/governance-hook",
        ".claude/skills/new/SKILL.md",
        ".claude/commands/deep/new.md",
        "~/.claude/agents/new.md",
        ".codex/config.toml",
        ".agents/hooks.json",
        ".clinerules/hooks/PreToolUse",
        "~/.claude/settings.json",
        "~/.claude/plugins/cache/own/tools/1.0.0/hooks/lift.js",
        "~/.claude.json",
        "~/.gemini/config/hooks.json",
        "~/.kimi-code/config.toml",
        &format!("{home}/.claude/settings.json"),
        &format!("{home}/.config/tacklebox/governance.yaml"),
        &format!("{home}/.local/state/tacklebox/projects/p-1/governance-exceptions.json"),
    ] {
        check("Write", path, Some(Act::Change));
        check("Edit", path, Some(Act::Change));
        check("mcp__files__write_file", path, Some(Act::Change));
        check("Read", path, None);
        check("mcp__files__read_file", path, None);
        let patch = format!("*** Update File: {path}");
        let found = ground.call(&project, "apply_patch", json!({ "input": patch }));
        assert_eq!(found, Some(Act::Change), "{path}");
    }
    for path in [
        "src/a.rs",
        ".claude/rules/new.md",
        "src/commands/new.md",
        ".claude/plugins/ours/plugin.json",
        ".github/workflows/ci.yml",
        ".clinerules/style.md",
        "/tmp/x",
    ] {
        check("Write", path, None);
    }
    let paths = json!({"paths": ["src/a.rs", ".tacklebox/x"]});
    assert_eq!(ground.call(&project, "mcp__files__store", paths), Some(Act::Change));
    let moved = json!({"source": "src/a.rs", "destination": ".mcp.json"});
    assert_eq!(ground.call(&project, "mcp__files__move_file", moved), Some(Act::Change));
}

#[test]
fn a_call_with_very_many_files_is_judged_or_refused() {
    let ground = Ground::new();
    let project = ground.project();
    let store = |count: usize, last: &str| {
        let paths: Vec<String> = (0..count).map(|at| format!("src/{at}")).collect();
        let paths = [paths, vec![last.to_owned()]].concat();
        ground.call(&project, "mcp__files__store", json!({ "paths": paths }))
    };
    assert_eq!(store(1_000, "src/x"), None);
    assert_eq!(store(1_000, "src/link-to-mcp"), Some(Act::Change));
    assert_eq!(store(100_000, ".mcp.json"), Some(Act::Crowd));
    assert_eq!(store(100_000, "z"), Some(Act::Crowd));
    let same = json!({ "paths": vec!["src/a"; 100_000] });
    assert_eq!(ground.call(&project, "mcp__files__store", same), None);
}

#[test]
fn what_links_lead_to_is_protected() {
    let ground = Ground::new();
    let project = ground.project();
    ground.write("conf/gov.yaml", b"x\n");
    ground.write("conf/mcp.json", b"{}\n");
    fs::remove_file(project.join(".tacklebox/governance.yaml")).unwrap();
    symlink("../conf/gov.yaml", project.join(".tacklebox/governance.yaml")).unwrap();
    fs::remove_file(project.join(".mcp.json")).unwrap();
    symlink("conf/mcp.json", project.join(".mcp.json")).unwrap();
    let write = |path: &str| ground.call(&project, "Write", json!({"file_path": path}));
    for path in [".mcp.json", "conf/mcp.json", "conf/gov.yaml", ".tacklebox/governance.yaml"] {
        assert_eq!(write(path), Some(Act::Change), "{path}");
    }
    assert_eq!(write("conf/other"), None);
}

#[test]
fn the_checkouts_of_a_project_are_protected_together() {
    let ground = Ground::new();
    let other = ground.home.join("other");
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let git = git.args(identity).args(args).current_dir(ground.project());
        assert!(git.env("HOME", &ground.home).output().unwrap().status.success(), "{args:?}");
    };
    git(&["commit", "-qm", "x"]);
    git(&["worktree", "add", "-q", other.to_str().unwrap()]);
    for cwd in [&ground.project(), &other] {
        for root in [&ground.project(), &other] {
            let path = root.join(".mcp.json");
            let found = ground.call(cwd, "Write", json!({ "file_path": path }));
            assert_eq!(found, Some(Act::Change), "{} in {}", path.display(), cwd.display());
        }
    }
}

#[test]
fn keys_may_not_even_be_read() {
    let ground = Ground::new();
    let project = ground.project();
    let key = "~/.config/tacklebox/grants.key";
    let read = |tool: &str, path: &str| ground.call(&project, tool, json!({ "file_path": path }));
    assert_eq!(read("Read", key), None);
    ground.own("grants.key", "secret");
    ground.own("person-token", "secret");
    ground.own("governance.yaml", "version: 1\n");
    fs::hard_link(ground.home.join(".config/tacklebox/grants.key"), project.join("src/innocent"))
        .unwrap();
    for path in [key, "~/.config/tacklebox/person-token", "src/innocent"] {
        assert_eq!(read("Read", path), Some(Act::Read), "{path}");
        assert_eq!(read("mcp__files__read_file", path), Some(Act::Read), "{path}");
    }
    let search = json!({"pattern": "x", "path": "~/.config"});
    assert_eq!(ground.call(&project, "Grep", search), Some(Act::Read));
    assert_eq!(read("Read", "~/.config/tacklebox/governance.yaml"), None);
    assert_eq!(read("Read", "src/a.rs"), None);
    for command in [
        "cat ~/.config/tacklebox/grants.key",
        "cat < ~/.config/tacklebox/person-token",
        "cp ~/.config/tacklebox/grants.key src/k",
        "cp -r ~/.config/tacklebox src/k",
        "tar cf src/x.tar ~/.config",
        "tar cf - -C ~ .config | strings",
        "grep -r . ~/.config/tacklebox",
        "cat ~/.config/tacklebox/*",
        "cat src/innocent",
        "cd ~/.config/tacklebox && cat grants.key",
        "cd ~/.config/tacklebox; base64 < person-token",
        "d=tacklebox; cat ~/.config/$d/*",
        "python3 -c \"print(open('/h/.config/tacklebox/grants.key').read())\"",
    ] {
        assert_eq!(ground.line(command).map(|it| it.act), Some(Act::Read), "{command}");
    }
    for command in [
        "cat ~/.config/tacklebox/governance.yaml",
        "cat ~/.config/other",
        "ls ~/.config",
        "find ~ -name '*.md' | xargs cat",
        "find ~ -type f | wc -l",
        "ls ~/.config/tacklebox/*",
    ] {
        assert_eq!(ground.line(command), None, "{command}");
    }
}

#[test]
fn no_variable_takes_a_key_out_of_its_place() {
    let ground = Ground::new();
    ground.own("person-token", "secret");
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let variables = [
        ("HOME", text(&ground.home)),
        ("CLAUDE_PROJECT_DIR", text(&ground.project())),
        ("TACKLEBOX_CONFIG_DIR", text(&ground.home.join("elsewhere"))),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value));
    let environment = Environment::Fixed(variables.into());
    let ctx = Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, Some(ground.project()));
    let protection = Protection::new(&ctx, ctx.project().unwrap());
    let act = |tool: &str, path: &str| {
        let call = ToolCall::new(tool, json!({ "file_path": path }));
        protection.of_call(&call).map(|refusal| refusal.act)
    };
    assert_eq!(act("Read", "~/.config/tacklebox/person-token"), Some(Act::Read));
    assert!(act("Write", "~/.config/tacklebox/person-token").is_some());
    assert!(act("Write", "~/elsewhere/grants.key").is_some());
    assert_eq!(act("Read", "~/elsewhere/governance.yaml"), None);
}

#[test]
fn the_person_alone_switches_it_off() {
    let ground = Ground::new();
    let acts = || {
        let write = ground.call(&ground.project(), "Write", json!({"file_path": ".mcp.json"}));
        (write.is_some(), ground.line("rm -rf .claude").is_some())
    };
    ground.write(".tacklebox/tacklebox.yaml", b"protect: false\n");
    assert_eq!(acts(), (true, true));
    for (own, off) in [
        ("protect: false\n", true),
        ("version: 1\nprotect: false\nhooks: {a: {mode: warn}}\n", true),
        ("protect: true\n", false),
        ("protect: 'false'\n", false),
        ("protect: false\n  - broken: [\n", false),
        ("", false),
    ] {
        ground.own("tacklebox.yaml", own);
        assert_eq!(acts(), (!off, !off), "{own}");
    }
}
