//! The packages of npm: one that a person names, and one for each machine, with the programs.
//!
//! The one for a machine is an optional dependency, so that npm fetches the one that fits and no
//! script runs at an installation, as esbuild, Biome and the hosts themselves do it.

use serde_json::{Map, Value, json};

use super::platform::Platform;
use super::tree::Tree;
use super::{Release, integrity};

/// The scope of our packages.
const SCOPE: &str = "@tacklebox";

/// The one that a person names.
pub(super) const NAME: &str = "tacklebox";

/// What a package that is a plugin is called.
pub(super) const PLUGIN: &str = "@tacklebox/claude-plugin";

const WRAPPER: &str = include_str!("../../package/npm/tacklebox.js");

/// A package, as a registry has it.
pub(super) struct Package {
    pub(super) manifest: Value,
    /// What `npm pack` would make of it.
    pub(super) tarball: Vec<u8>,
}

impl Package {
    /// A package of these files and a manifest.
    ///
    /// # Errors
    /// If it cannot be packed.
    pub(super) fn of(release: &Release, mut files: Tree, manifest: Value) -> anyhow::Result<Self> {
        files.file("package.json", format!("{manifest:#}\n"));
        Ok(Self { manifest, tarball: files.archive("package", release.effort)? })
    }

    pub(super) fn name(&self) -> &str {
        self.field("name")
    }

    /// The name of its file, as `npm pack` gives it.
    pub(super) fn file_name(&self) -> String {
        let name = self.name().trim_start_matches('@').replace('/', "-");
        format!("{name}-{}.tgz", self.field("version"))
    }

    fn field(&self, key: &str) -> &str {
        self.manifest.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// Its line in a lockfile. Without `resolved` it holds for every registry.
    fn locked(&self) -> Value {
        let copied = ["version", "license", "os", "cpu"];
        let mut line: Map<String, Value> = copied
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), self.manifest.get(key)?.clone())))
            .collect();
        line.insert("integrity".to_owned(), integrity(&self.tarball).into());
        line.insert("optional".to_owned(), true.into());
        Value::Object(line)
    }
}

/// The name of the package of a machine.
pub(super) fn platform_name(platform: Platform) -> String {
    format!("{SCOPE}/{}", platform.name())
}

/// The package with the programs for a machine.
///
/// # Errors
/// If it cannot be packed.
pub(super) fn platform(
    release: &Release,
    platform: Platform,
    programs: Tree,
) -> anyhow::Result<Package> {
    let mut files = release.licences();
    files.below("native", programs);
    let manifest = release.manifest(
        &platform_name(platform),
        json!({
            "description": format!("Tacklebox for {}", platform.name()),
            "os": [platform.os],
            "cpu": [platform.cpu],
        }),
    );
    Package::of(release, files, manifest)
}

/// The package that a person names.
///
/// # Errors
/// If it cannot be packed.
pub(super) fn named(release: &Release, platforms: &[Package]) -> anyhow::Result<Package> {
    let mut files = release.licences();
    files.program("bin/tacklebox.js", WRAPPER);
    files.file("README.md", release.readme.as_str());
    let manifest = release.manifest(
        NAME,
        json!({
            "bin": { NAME: "bin/tacklebox.js" },
            "engines": { "node": ">=18" },
            "optionalDependencies": dependencies(platforms),
        }),
    );
    Package::of(release, files, manifest)
}

/// Exactly these versions.
pub(super) fn dependencies(packages: &[Package]) -> Value {
    let versions = packages
        .iter()
        .map(|package| (package.name().to_owned(), Value::from(package.field("version"))));
    Value::Object(versions.collect())
}

/// `npm-shrinkwrap.json` of a package: npm itself would leave out what is for other machines.
pub(super) fn shrinkwrap(manifest: &Value, packages: &[Package]) -> Value {
    let own = ["name", "version", "license", "optionalDependencies"];
    let own: Map<String, Value> = own
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), manifest.get(key)?.clone())))
        .collect();
    let mut locked = Map::from_iter([(String::new(), Value::Object(own))]);
    for package in packages {
        locked.insert(format!("node_modules/{}", package.name()), package.locked());
    }
    json!({
        "name": manifest.get("name"),
        "version": manifest.get("version"),
        "lockfileVersion": 3,
        "requires": true,
        "packages": locked,
    })
}
