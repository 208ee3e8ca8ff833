//! What is packaged, of programs that are scripts, and what starts them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::*;

const TARGETS: [&str; 2] = ["x86_64-unknown-linux-musl", "aarch64-apple-darwin"];

fn builds(release: &Release) -> Vec<Build> {
    let build = |target: &&str| Build {
        target: (*target).to_owned(),
        platform: Platform::of(target).unwrap(),
        programs: release
            .programs()
            .into_iter()
            .map(|name| (name.clone(), format!("#!/bin/sh\necho {name} $* for {target}\n").into()))
            .collect(),
        bill: format!("a bill for {target}\n"),
    };
    TARGETS.iter().map(build).collect()
}

fn packaged() -> (Release, Tree) {
    let workspace = Workspace::find().unwrap();
    let mut release = Release::of(&workspace).unwrap();
    release.completions.file("completions/_tacklebox", "a script\n");
    let all = all(&workspace, &release, &builds(&release)).unwrap();
    (release, all)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What `tar` takes out of a tarball.
fn member(folder: &Path, tarball: &str, path: &str) -> String {
    let mut tar = Command::new("tar");
    tar.args(["-xzOf", tarball, path]).current_dir(folder);
    String::from_utf8(tar.output().unwrap().stdout).unwrap()
}

#[test]
fn the_same_programs_give_the_same_bytes() {
    assert!(packaged().1 == packaged().1);
}

#[test]
fn the_plugin_has_what_a_host_looks_for() {
    let (release, out) = packaged();
    let hooks = json(out.text("plugin/hooks/hooks.json"));
    let hooks = hooks["hooks"].as_object().unwrap();
    assert!(hooks.contains_key("PreToolUse") && hooks.contains_key("SessionEnd"), "{hooks:?}");
    for handler in hooks.values().flat_map(|groups| groups.as_array().unwrap()) {
        let handler = &handler["hooks"][0];
        assert_eq!(handler["command"], "sh");
        let args: Vec<&str> =
            handler["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
        assert_eq!(args[..3], ["${CLAUDE_PLUGIN_ROOT}/native/run", "tacklebox", "run"]);
        let names = args[3..].iter().filter(|arg| !arg.starts_with("--"));
        assert!(
            names.clone().count() > 0
                && names.clone().all(|name| release.hooks.iter().any(|hook| hook == name))
        );
    }
    let server = json(out.text("plugin/.mcp.json"));
    assert_eq!(server["mcpServers"]["intent-mcp"]["args"][1], "intent-mcp");
    // An organisation's sync refuses a plugin with a folder `bin`.
    assert!(out.paths().iter().all(|path| !path.starts_with("plugin/bin")));
    for target in ["linux-x64", "darwin-arm64"] {
        let program = format!("marketplace/plugins/tacklebox/native/{target}/tacklebox");
        assert!(out.paths().contains(&program.as_str()), "{program}");
    }
}

#[test]
fn the_lockfile_of_the_plugin_names_every_machine_with_its_sum() {
    let (_, out) = packaged();
    let folder = tempfile::tempdir().unwrap();
    out.write(folder.path()).unwrap();
    let npm = folder.path().join("npm");
    let version = env!("CARGO_PKG_VERSION");
    let plugin = format!("tacklebox-claude-plugin-{version}.tgz");
    let locked = json(&member(&npm, &plugin, "package/npm-shrinkwrap.json"));
    for platform in ["linux-x64", "darwin-arm64"] {
        let tarball = format!("tacklebox-{platform}-{version}.tgz");
        let line = &locked["packages"][format!("node_modules/@tacklebox/{platform}")];
        assert_eq!(line["integrity"], integrity(&fs::read(npm.join(&tarball)).unwrap()));
        let manifest = json(&member(&npm, &tarball, "package/package.json"));
        assert_eq!((&line["os"], &line["cpu"]), (&manifest["os"], &manifest["cpu"]));
        assert_eq!(line.get("resolved"), None);
    }
    let named = json(&member(&npm, &format!("tacklebox-{version}.tgz"), "package/package.json"));
    assert_eq!(named["optionalDependencies"]["@tacklebox/linux-x64"], version);
    assert!(named.get("scripts").is_none());
}

#[test]
fn the_sums_are_those_of_the_archives() {
    let (release, out) = packaged();
    let folder = tempfile::tempdir().unwrap();
    out.write(folder.path()).unwrap();
    let archives = folder.path().join("archives");
    let mut sums = Command::new("sha256sum");
    let sums = sums.args(["--check", "--strict", "SHA256SUMS"]).current_dir(&archives).output();
    let sums = String::from_utf8(sums.unwrap().stdout).unwrap();
    // All hooks, each by itself, and what they are made of.
    let count = TARGETS.len() * (1 + release.hooks.len() + 1);
    assert_eq!(sums.lines().filter(|line| line.ends_with(": OK")).count(), count, "{sums}");
    let top = format!("governance-hook-v{}-{}", release.version, TARGETS[0]);
    let settings = member(&archives, &format!("{top}.tar.gz"), &format!("{top}/settings.json"));
    assert!(json(&settings)["hooks"]["PreToolUse"].is_array());
    let archive = format!("{top}.tar.gz");
    assert_eq!(member(&archives, &archive, &format!("{top}/completions/_tacklebox")), "a script\n");
    let program = member(&archives, &archive, &format!("{top}/tacklebox"));
    assert!(program.starts_with("#!/bin/sh\n"), "what installs it is with it");
}

#[test]
fn binstall_asks_for_the_archives_by_their_names() {
    let workspace = Workspace::find().unwrap();
    let release = Release::of(&workspace).unwrap();
    let said = &workspace.package(ENGINE).unwrap()["metadata"]["binstall"];
    for build in builds(&release) {
        let top = archives::top(&release, ENGINE, &build);
        let filled = |key: &str| {
            let values = [
                ("{ repo }", release.repository.as_str()),
                ("{ name }", ENGINE),
                ("{ version }", release.version.as_str()),
                ("{ target }", build.target.as_str()),
                ("{ bin }", ENGINE),
                ("{ binary-ext }", ""),
            ];
            let text = said[key].as_str().unwrap().to_owned();
            values.iter().fold(text, |text, (key, value)| text.replace(key, value))
        };
        let folder = format!("{}/releases/download/v{}", release.repository, release.version);
        assert_eq!(filled("pkg-url"), format!("{folder}/{top}.tar.gz"));
        assert_eq!(filled("bin-dir"), format!("{top}/{ENGINE}"));
    }
}

/// A plugin whose programs are the scripts of these folders below `native`.
fn plugin(platforms: &[&str]) -> tempfile::TempDir {
    let (_, out) = packaged();
    let folder = tempfile::tempdir().unwrap();
    out.write(folder.path()).unwrap();
    let native = folder.path().join("plugin/native");
    for entry in fs::read_dir(&native).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if name != "run" && !platforms.contains(&name.as_str()) {
            fs::remove_dir_all(entry.path()).unwrap();
        }
    }
    folder
}

/// Starts `run` as a host does, and returns its status and what it said.
fn run(folder: &Path, only: Option<&str>, args: &[&str]) -> (Option<i32>, String, String) {
    let mut sh = Command::new("sh");
    sh.arg(folder.join("plugin/native/run")).args(args);
    sh.env("CLAUDE_PLUGIN_DATA", folder.join("the data"));
    if let Some(only) = only {
        sh.env("CLAUDE_PLUGIN_OPTION_ONLY", only);
    }
    let output = sh.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn run_starts_the_program_of_this_machine() {
    const CALL: [&str; 4] = ["tacklebox", "run", "a-hook", "b-hook"];
    let said = "tacklebox run a-hook b-hook for x86_64-unknown-linux-musl\n";
    for platforms in [&["linux-x64"][..], &["linux-x64", "darwin-arm64"]] {
        let folder = plugin(platforms);
        let started = run(folder.path(), None, &CALL);
        assert_eq!(started, (Some(0), said.to_owned(), String::new()), "{platforms:?}");
    }
    let folder = plugin(&[]);
    let (status, out, err) = run(folder.path(), None, &CALL);
    assert_eq!((status, &*out, err.lines().count()), (Some(1), "", 1), "{err}");
    assert!(err.contains("has no tacklebox for this machine (Linux x86_64)"), "{err}");
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn run_needs_no_run_bit() {
    let folder = plugin(&["linux-x64"]);
    let program = folder.path().join("plugin/native/linux-x64/tacklebox");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    for _ in 0..2 {
        let (status, out, err) = run(folder.path(), None, &["tacklebox", "run", "a-hook"]);
        assert_eq!((status, &*err), (Some(0), ""));
        assert_eq!(out, "tacklebox run a-hook for x86_64-unknown-linux-musl\n");
    }
    let copy = folder.path().join("the data").join(env!("CARGO_PKG_VERSION")).join("tacklebox");
    assert_eq!(fs::metadata(copy).unwrap().permissions().mode() & 0o777, 0o755);
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn run_leaves_out_what_the_person_has_not_chosen() {
    let folder = plugin(&["linux-x64"]);
    let check = |only: &str, expected: &str| {
        let call = ["tacklebox", "run", "--async", "a-hook", "b-hook"];
        let (status, out, err) = run(folder.path(), Some(only), &call);
        assert_eq!((status, &*err), (Some(0), ""), "{only:?}");
        assert_eq!(out.split(" for ").next(), Some(expected), "{only:?}");
    };
    check("", "tacklebox run --async a-hook b-hook");
    check("a-hook", "tacklebox run --async a-hook");
    check("b-hook, a-hook", "tacklebox run --async a-hook b-hook");
    check("c-hook,b-hook", "tacklebox run --async b-hook");
    check("hook", "");
}
