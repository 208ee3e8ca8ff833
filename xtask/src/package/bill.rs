//! What the programs for a target are made of, as `CycloneDX` 1.5 has it (cyclonedx.org/docs/1.5/json).
//!
//! It is written from what cargo knows, without a time and without a serial number: the same
//! workspace gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::Release;
use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// The crate that has SQLite in it, as C.
const SQLITE: &str = "libsqlite3-sys";

/// The bill of materials of all programs for a target.
///
/// # Errors
/// If cargo does not know the target's packages, which it has to fetch.
pub(super) fn of(workspace: &Workspace, release: &Release, target: &str) -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace.root()).args(["metadata", "--locked", "--format-version=1"]);
    let output = cargo.args(["--filter-platform", target]).output();
    let output = output.context("could not start `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let bill = bill(&metadata, &release.programs(), target)?;
    Ok(format!("{bill:#}\n"))
}

/// What of the packages is in the programs, and which of them needs which.
fn bill(metadata: &Value, programs: &[String], target: &str) -> Result<Value> {
    let packages = metadata.get("packages").and_then(Value::as_array).context("no packages")?;
    let packages: BTreeMap<&str, &Value> =
        packages.iter().filter_map(|package| Some((text(package, "id")?, package))).collect();
    let needs = needs(metadata).context("cargo has resolved nothing")?;
    let is_program = |package: &Value| {
        text(package, "source").is_none()
            && text(package, "name").is_some_and(|name| programs.iter().any(|it| it == name))
    };
    let all = packages.iter().filter(|(_, package)| is_program(package));
    let mut waiting: Vec<&str> = all.map(|(id, _)| *id).collect();
    let mut there: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if there.insert(id) {
            waiting.extend(needs.get(id).into_iter().flatten());
        }
    }
    let there: Vec<&Value> = there.iter().filter_map(|id| packages.get(id).copied()).collect();
    let mut components: Vec<Value> =
        there.iter().map(|package| component(package, programs)).collect();
    components.extend(there.iter().copied().find_map(sqlite));
    let graph = there.iter().map(|package| {
        let needed = text(package, "id").and_then(|id| needs.get(id)).into_iter().flatten();
        let mut needed: Vec<String> =
            needed.filter_map(|id| packages.get(id)).map(|package| purl(package)).collect();
        needed.sort();
        json!({ "ref": purl(package), "dependsOn": needed })
    });
    let of_all = there.iter().find(|package| text(package, "name") == Some(ENGINE));
    let of_all = component(of_all.context("there is no program of all hooks")?, programs);
    components.retain(|component| component.get("bom-ref") != of_all.get("bom-ref"));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": of_all,
            "properties": [{ "name": "tacklebox:target", "value": target }],
        },
        "components": components,
        "dependencies": graph.collect::<Vec<_>>(),
    }))
}

/// The packages that are linked into each: no build scripts, procedural macros or tests.
fn needs(metadata: &Value) -> Option<BTreeMap<&str, Vec<&str>>> {
    let is_linked = |need: &&Value| {
        let kinds = need.get("dep_kinds").and_then(Value::as_array);
        kinds.into_iter().flatten().any(|kind| kind.get("kind").is_some_and(Value::is_null))
    };
    let mut needs = BTreeMap::new();
    for node in metadata.pointer("/resolve/nodes")?.as_array()? {
        let linked = node.get("deps")?.as_array()?.iter().filter(is_linked);
        needs.insert(text(node, "id")?, linked.filter_map(|need| text(need, "pkg")).collect());
    }
    Some(needs)
}

fn component(package: &Value, programs: &[String]) -> Value {
    let field = |key| text(package, key).unwrap_or_default();
    let (name, version) = (field("name"), field("version"));
    let is_program = programs.iter().any(|program| program == name);
    json!({
        "type": if is_program { "application" } else { "library" },
        "bom-ref": purl(package),
        "name": name,
        "version": version,
        "purl": purl(package),
        // An old form of `OR`.
        "licenses": [{ "expression": field("license").replace('/', " OR ") }],
    })
}

/// SQLite, where its sources are part of a package.
fn sqlite(package: &Value) -> Option<Value> {
    let manifest = text(package, "manifest_path").filter(|_| text(package, "name") == Some(SQLITE));
    let header = Path::new(manifest?).parent()?.join("sqlite3/sqlite3.h");
    let header = fs::read_to_string(header).ok()?;
    let line = header.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION "))?;
    let version = line.trim().trim_matches('"');
    let purl = format!("pkg:generic/sqlite@{version}");
    Some(json!({
        "type": "library",
        "bom-ref": purl,
        "name": "sqlite",
        "version": version,
        "purl": purl,
        "licenses": [{ "license": { "id": "blessing" } }],
    }))
}

fn purl(package: &Value) -> String {
    let field = |key| text(package, key).unwrap_or_default();
    format!("pkg:cargo/{}@{}", field("name"), field("version").replace('+', "%2B"))
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, source: Option<&str>) -> Value {
        json!({ "id": name, "name": name, "version": version, "license": "MIT/Apache-2.0", "source": source })
    }

    #[test]
    fn what_is_linked_is_on_the_bill() {
        let need = |name: &str, kind: Option<&str>| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("tacklebox", "0.1.0", None),
                package("a", "1.0.0+x", Some("registry")),
                package("b", "2.0.0", Some("registry")),
                package("a-task", "0.1.0", None),
            ],
            "resolve": { "nodes": [
                { "id": "tacklebox", "deps": [need("a", None), need("b", Some("build"))] },
                { "id": "a", "deps": [] },
                { "id": "b", "deps": [] },
                { "id": "a-task", "deps": [need("b", None)] },
            ] },
        });
        let programs = ["tacklebox".to_owned()];
        let bill = bill(&metadata, &programs, "a-target").unwrap();
        let components = bill["components"].as_array().unwrap();
        assert_eq!(components.len(), 1, "{bill:#}");
        assert_eq!(components[0]["purl"], "pkg:cargo/a@1.0.0%2Bx");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["metadata"]["component"]["type"], "application");
        assert_eq!(bill["dependencies"][1]["dependsOn"][0], "pkg:cargo/a@1.0.0%2Bx");
    }
}
