//! What all that is released says of itself.

use std::fs;

use anyhow::{Context as _, Result};
use flate2::Compression;
use hook_installer::Offer;
use serde_json::{Value, json};

use super::tree::Tree;
use super::{SERVER, SHELL, SYNC};
use crate::registration::{ENGINE, Registration};
use crate::workspace::Workspace;

/// What all that is released says of itself.
pub(super) struct Release {
    pub(super) version: String,
    pub(super) licence: String,
    pub(super) repository: String,
    pub(super) description: String,
    pub(super) readme: String,
    /// The names of the hooks, in order.
    pub(super) hooks: Vec<String>,
    /// The hooks that get an archive of their own.
    pub(super) single: Vec<Offer>,
    /// What a person does first with those that want it.
    pub(super) first_steps: Vec<String>,
    pub(super) licences: Vec<(String, Vec<u8>)>,
    /// Completions for shells, as they lie in an archive.
    pub(super) completions: Tree,
    /// How much is done to make archives small.
    pub(super) effort: Compression,
}

impl Release {
    pub(super) fn of(workspace: &Workspace) -> Result<Self> {
        let package = workspace.package(ENGINE).context("there is no package of all hooks")?;
        let field = |key: &str| {
            let text = package.get(key).and_then(Value::as_str);
            text.map(str::to_owned).with_context(|| format!("the package {ENGINE} has no {key}"))
        };
        let read = |name: &str| {
            let path = workspace.root().join(name);
            fs::read(&path).with_context(|| format!("could not read {}", path.display()))
        };
        let licence = |name: &str| Ok((name.to_owned(), read(name)?));
        Ok(Self {
            version: field("version")?,
            licence: field("license")?,
            repository: field("repository")?,
            description: field("description")?,
            readme: String::from_utf8(read("README.md")?)?,
            hooks: workspace.hook_names(),
            single: workspace.offers()?,
            first_steps: workspace.hooks().iter().filter_map(first_step).collect(),
            licences: ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]
                .into_iter()
                .map(licence)
                .collect::<Result<_>>()?,
            completions: Tree::default(),
            effort: Compression::best(),
        })
    }

    /// The names of all programs.
    pub(super) fn programs(&self) -> Vec<String> {
        let beside = [ENGINE, SERVER, SHELL, SYNC].map(str::to_owned);
        self.hooks.iter().cloned().chain(beside).collect()
    }

    pub(super) fn licences(&self) -> Tree {
        let mut files = Tree::default();
        for (name, bytes) in &self.licences {
            files.file(name, bytes.as_slice());
        }
        files
    }

    /// What each `package.json` has, and what is this one's own.
    pub(super) fn manifest(&self, name: &str, own: Value) -> Value {
        let mut manifest = json!({
            "name": name,
            "version": self.version,
            "description": self.description,
            "license": self.licence,
            "repository": { "type": "git", "url": format!("git+{}.git", self.repository) },
        });
        if let (Some(fields), Value::Object(own)) = (manifest.as_object_mut(), own) {
            fields.extend(own);
        }
        manifest
    }
}

/// The command that a person types first, where there is one.
fn first_step(hook: &Registration) -> Option<String> {
    let step = hook.about.first_step.strip_prefix('`')?.strip_suffix('`')?;
    (!step.contains('`')).then(|| step.to_owned())
}
