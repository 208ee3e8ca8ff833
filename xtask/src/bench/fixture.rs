//! A prepared project and a payload: `tests/bench/<hook>/<fixture>/`, with
//! `project/`, `stdin.json` and, where a session has touched files before, the
//! `store.json` of [`super::store`].

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;

use super::counts::{Counts, counts};
use super::rounds::Contest;
use super::store;
use crate::files::{json, listing, stem};
use crate::host::{self, Sandbox};

/// Longer than any deadline of a hook.
const LIMIT: Duration = Duration::from_secs(30);

/// A fixture, put into a throw-away project.
pub(super) struct Fixture {
    pub(super) name: String,
    sandbox: Sandbox,
    event: Value,
    program: PathBuf,
    stdin: PathBuf,
}

/// Puts every fixture below `dir` into a project of its own.
pub(super) fn fixtures(dir: &Path, program: &Path) -> anyhow::Result<Vec<Fixture>> {
    let folders = listing(dir)?.into_iter().filter(|path| path.is_dir());
    folders.map(|dir| Fixture::place(&dir, program)).collect()
}

impl Fixture {
    fn place(dir: &Path, program: &Path) -> anyhow::Result<Self> {
        let sandbox = Sandbox::new()?;
        let tree = dir.join("project");
        if tree.exists() {
            host::copy_tree(&tree, &sandbox.project())?;
        }
        let event = json(&dir.join("stdin.json"))?;
        let past = dir.join("store.json");
        if past.exists() {
            store::fill(&sandbox, &json(&past)?, &event)
                .with_context(|| format!("could not fill the store of {}", past.display()))?;
        }
        let stdin = sandbox.scratch().join("stdin.json");
        File::create(&stdin)
            .and_then(|mut file| file.write_all(&sandbox.wire(&event)))
            .with_context(|| format!("could not write {}", stdin.display()))?;
        let (name, program) = (stem(dir), program.to_owned());
        Ok(Self { name, sandbox, event, program, stdin })
    }

    /// Calls the hook twice, so that its caches are as in the middle of a
    /// session, and returns what it does, in a word.
    ///
    /// Fails when the hook does, since a failure costs something else.
    pub(super) fn warm_up(&self) -> anyhow::Result<String> {
        let answer = || {
            let command = self.sandbox.command(&self.program, &self.event);
            let call = host::call(command, &self.sandbox.wire(&self.event), LIMIT)?;
            anyhow::Ok(host::outcome(&self.event, &call))
        };
        answer()?;
        let warm = answer()?;
        if warm.effect == host::Effect::Error {
            bail!("{} on {}: {}", self.program.display(), self.name, warm.said);
        }
        Ok(warm.effect.to_string())
    }

    /// The programs of a block on this fixture.
    pub(super) fn contest(&self, nothing: &Path) -> Contest {
        let command = |program: &Path| self.sandbox.command(program, &self.event);
        Contest {
            nothing: command(nothing),
            baseline: command(Path::new("/bin/true")),
            candidate: command(&self.program),
            stdin: self.stdin.clone(),
        }
    }

    /// What one call does that can be counted.
    pub(super) fn counts(&self) -> Counts {
        let command =
            |tool: &str| -> Command { self.sandbox.command(Path::new(tool), &self.event) };
        counts(command, &self.program, &self.stdin, &self.sandbox.scratch().join("counts"))
    }
}
