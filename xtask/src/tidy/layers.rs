//! Dependencies point downwards (`docs/internals/architecture.md`, "Layers").

use std::path::Path;

use serde_json::Value;

use super::Finding;

/// Crates between the wire and the runtime, each about one subject.
const SUBJECTS: [&str; 20] = [
    "reply-rules",
    "project-paths",
    "hook-state",
    "hook-config",
    "transcripts",
    "file-mentions",
    "recent-files",
    "claude-settings",
    "shell-syntax",
    "command-effects",
    "active-intents",
    "leases",
    "timed-command",
    "secrets",
    "project-tasks",
    "text-archive",
    "process-start",
    "confine",
    "policy-bundle",
    "signing-keys",
];

/// What a crate of [`SUBJECTS`] may use of its own layer.
const SHARED_SUBJECTS: [&str; 12] = [
    "active-intents",
    "project-paths",
    "hook-state",
    "hook-config",
    "transcripts",
    "recent-files",
    "secrets",
    "shell-syntax",
    "text-archive",
    "timed-command",
    "process-start",
    "signing-keys",
];

/// A dependency that one crate keeps from all others.
const OWNED: [(&str, &str); 9] = [
    ("saphyr-parser", "hook-config"),
    ("rusqlite", "file-mentions"),
    ("rmcp", "intent-mcp"),
    ("libc", "process-start"),
    ("landlock", "confine"),
    ("postgres", "leases"),
    ("rustls", "leases"),
    ("rustls", "otlp-export"),
    ("ureq", "otlp-export"),
];

/// All that the wire may use.
const WIRE_USES: [&str; 2] = ["serde", "serde_json"];

/// Crates that stand beside the layers, for tests, and know no hook.
const BESIDE: [&str; 4] = ["crash-tests", "golden", "host-stand-in", "scripted-client"];

/// Names that say nothing.
const EMPTY_NAMES: [&str; 4] = ["utils", "util", "common", "helpers"];

/// A crate of the workspace, as `cargo metadata` tells it.
#[derive(Debug)]
pub(super) struct Crate {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Debug)]
struct Dependency {
    name: String,
    for_tests: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Wire,
    Subject,
    Runtime,
    Guard,
    Chain,
    Hook,
    Installer,
    Doctor,
    Evidence,
    Program,
    Task,
}

/// The crates of the workspace, from what `cargo metadata` says.
pub(super) fn crates(metadata: &Value) -> Vec<Crate> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    packages.map_or(&[][..], Vec::as_slice).iter().map(package).collect()
}

fn package(value: &Value) -> Crate {
    let text = |value: &Value, field: &str| {
        value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let dependencies = value.get("dependencies").and_then(Value::as_array);
    let dependencies = dependencies.map_or(&[][..], Vec::as_slice).iter().map(|dependency| {
        let name = folder(&text(dependency, "path")).unwrap_or_else(|| text(dependency, "name"));
        Dependency { name, for_tests: text(dependency, "kind") == "dev" }
    });
    let manifest = text(value, "manifest_path");
    let name = folder(manifest.trim_end_matches("/Cargo.toml")).unwrap_or_default();
    Crate { name, dependencies: dependencies.collect() }
}

/// The name of the folder at this path: that of the package may have a prefix, because its own is
/// taken in the registry.
fn folder(path: &str) -> Option<String> {
    Some(Path::new(path).file_name()?.to_str()?.to_owned())
}

/// What points the wrong way.
pub(super) fn check(crates: &[Crate]) -> Vec<Finding> {
    let ours = |name: &str| crates.iter().any(|krate| krate.name == name);
    let mut findings = Vec::new();
    for krate in crates {
        let manifest = match krate.name.as_str() {
            "xtask" => "xtask/Cargo.toml".to_owned(),
            name => format!("crates/{name}/Cargo.toml"),
        };
        let mut found = |message: String| findings.push(Finding::new(&manifest, message));
        if EMPTY_NAMES.contains(&krate.name.as_str()) {
            found(format!("`{}` names no subject", krate.name));
        }
        if !BESIDE.contains(&krate.name.as_str()) && layer(&krate.name).is_none() {
            found(format!("`{}` has no layer: give it one in xtask's tidy", krate.name));
        }
        for dependency in &krate.dependencies {
            let complaint = if ours(&dependency.name) {
                arrow(&krate.name, dependency)
            } else {
                foreign(&krate.name, dependency)
            };
            complaint.into_iter().for_each(&mut found);
        }
    }
    findings
}

fn layer(name: &str) -> Option<Layer> {
    match name {
        "hook-protocol" => Some(Layer::Wire),
        "hook-runtime" => Some(Layer::Runtime),
        "person" | "protection" => Some(Layer::Guard),
        "hook-chain" | "hook-manifest" => Some(Layer::Chain),
        "tacklebox" | "tacklebox-sync" => Some(Layer::Program),
        "hook-installer" => Some(Layer::Installer),
        "doctor" => Some(Layer::Doctor),
        "replay" | "report" | "hooklint" | "otlp-export" => Some(Layer::Evidence),
        "intent-mcp" => Some(Layer::Hook),
        "xtask" => Some(Layer::Task),
        name if SUBJECTS.contains(&name) => Some(Layer::Subject),
        name if name.ends_with("-hook") => Some(Layer::Hook),
        _ => None,
    }
}

/// What is wrong with an arrow between two crates of ours.
fn arrow(from: &str, to: &Dependency) -> Option<String> {
    if BESIDE.contains(&to.name.as_str()) {
        let plays_host = layer(from).is_some_and(|layer| layer >= Layer::Doctor);
        let starts_hooks = plays_host || matches!(from, "golden" | "scripted-client");
        let may = to.for_tests
            || (to.name == "host-stand-in" && starts_hooks)
            || (to.name == "scripted-client" && layer(from) == Some(Layer::Task));
        return (!may).then(|| format!("`{}` is for tests alone", to.name));
    }
    let from_layer = if BESIDE.contains(&from) { Layer::Runtime } else { layer(from)? };
    // A crate's tests may use it with all of its features.
    if to.name == from && to.for_tests {
        return None;
    }
    let shared = from_layer == Layer::Subject && SHARED_SUBJECTS.contains(&to.name.as_str());
    let downwards = layer(&to.name)? < from_layer;
    (!downwards && !shared)
        .then(|| format!("`{from}` may not use `{}`, which is not below it", to.name))
}

/// What is wrong with a dependency on somebody else's crate.
fn foreign(from: &str, to: &Dependency) -> Option<String> {
    let name = to.name.as_str();
    if from == "hook-protocol" && !to.for_tests && !WIRE_USES.contains(&name) {
        return Some(format!("the wire uses serde alone, not `{name}`"));
    }
    let owners = || OWNED.iter().filter(|(owned, _)| *owned == name).map(|(_, owner)| *owner);
    let owner = owners().next()?;
    owners().all(|owner| owner != from).then(|| format!("`{name}` belongs to `{owner}` alone"))
}

#[cfg(test)]
mod tests {

    use super::*;

    /// Checks one arrow, written `from -> to`, or `from -dev> to`.
    #[track_caller]
    fn check_arrow(arrow: &str, expected: Option<&str>) {
        let (from, rest) = arrow.split_once(" -").unwrap();
        let (kind, to) = rest.split_once("> ").unwrap();
        let krate = |name: &str| Crate { name: name.to_owned(), dependencies: Vec::new() };
        let all = SUBJECTS.iter().copied().chain([
            "hook-protocol",
            "hook-runtime",
            "a-hook",
            "b-hook",
            "intent-mcp",
            "golden",
            "host-stand-in",
            "scripted-client",
            "xtask",
        ]);
        let mut crates: Vec<Crate> = all.filter(|name| *name != from).map(krate).collect();
        let dependency = Dependency { name: to.to_owned(), for_tests: kind == "dev" };
        crates.push(Crate { name: from.to_owned(), dependencies: vec![dependency] });
        let messages: Vec<_> = check(&crates).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, Vec::from_iter(expected), "{arrow}");
    }

    #[test]
    fn arrows_point_downwards() {
        check_arrow("golden -> host-stand-in", None);
        check_arrow("xtask -> host-stand-in", None);
        check_arrow("xtask -> scripted-client", None);
        check_arrow("golden -> scripted-client", Some("`scripted-client` is for tests alone"));
        check_arrow("a-hook -dev> host-stand-in", None);
        check_arrow("a-hook -> host-stand-in", Some("`host-stand-in` is for tests alone"));
        check_arrow("a-hook -> hook-runtime", None);
        check_arrow("a-hook -> hook-protocol", None);
        check_arrow("hook-runtime -> hook-state", None);
        check_arrow("xtask -> claude-settings", None);
        check_arrow("golden -> project-paths", None);
        let upwards = "`hook-state` may not use `hook-runtime`, which is not below it";
        check_arrow("hook-state -> hook-runtime", Some(upwards));
        let wire = "`hook-protocol` may not use `project-paths`, which is not below it";
        check_arrow("hook-protocol -> project-paths", Some(wire));
    }

    #[test]
    fn subjects_and_hooks_do_not_know_each_other() {
        check_arrow("hook-config -> hook-state", None);
        check_arrow("hook-state -> project-paths", None);
        check_arrow("active-intents -> hook-config", None);
        let subject = "`hook-state` may not use `file-mentions`, which is not below it";
        check_arrow("hook-state -> file-mentions", Some(subject));
        let hook = "`a-hook` may not use `b-hook`, which is not below it";
        check_arrow("a-hook -> b-hook", Some(hook));
        check_arrow("a-hook -dev> b-hook", Some(hook));
    }

    #[test]
    fn some_dependencies_have_one_user() {
        check_arrow("hook-config -> saphyr-parser", None);
        check_arrow(
            "a-hook -> saphyr-parser",
            Some("`saphyr-parser` belongs to `hook-config` alone"),
        );
        check_arrow("file-mentions -> rusqlite", None);
        check_arrow("a-hook -> rusqlite", Some("`rusqlite` belongs to `file-mentions` alone"));
        check_arrow("a-hook -> anyhow", None);
        check_arrow("hook-protocol -> serde", None);
        check_arrow("hook-protocol -dev> tempfile", None);
        check_arrow("hook-protocol -> anyhow", Some("the wire uses serde alone, not `anyhow`"));
    }

    #[test]
    fn a_crate_has_a_subject_and_a_layer() {
        check_arrow("intent-mcp -> hook-runtime", None);
        let stray = "`strays` has no layer: give it one in xtask's tidy";
        check_arrow("strays -> anyhow", Some(stray));
        let krate = Crate { name: "utils".to_owned(), dependencies: Vec::new() };
        assert_eq!(check(&[krate])[0].message, "`utils` names no subject");
    }
}
