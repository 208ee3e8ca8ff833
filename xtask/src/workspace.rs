//! The workspace that xtask works on, as it is found when it runs, and the programs that are built
//! of it: static ones, since the start of a process is most of what a hook call costs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use hook_installer::{Offer, file_name};
use serde_json::Value;

use crate::registration::{ENGINE, Registration, engine_targets, registrations};
use crate::triple::Triple;
use crate::{build_progress, output};

/// The folder of the templates.
const TEMPLATES: &str = "settings-templates";

/// The workspace, and what cargo knows of it.
pub(crate) struct Workspace {
    root: PathBuf,
    metadata: Value,
    hooks: Vec<Registration>,
    engine_targets: BTreeMap<String, f64>,
}

impl Workspace {
    /// The workspace of which `cargo xtask` was started, else that of the current folder. It is
    /// looked for anew each time: two clones may share one folder for what is built.
    pub(crate) fn find() -> anyhow::Result<Self> {
        Self::at(&start()?)
    }

    /// The workspace that a folder belongs to.
    pub(crate) fn at(start: &Path) -> anyhow::Result<Self> {
        let args = ["metadata", "--no-deps", "--format-version=1"];
        let output = Command::new("cargo").args(args).current_dir(start).output();
        let output = output.context("could not start `cargo metadata`")?;
        if !output.status.success() {
            bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .context("could not read what `cargo metadata` says")?;
        let root = metadata.get("workspace_root").and_then(Value::as_str);
        let root = PathBuf::from(root.context("`cargo metadata` names no workspace")?);
        if !root.join(TEMPLATES).is_dir() {
            bail!("{} is no clone of this project: it has no {TEMPLATES}", root.display());
        }
        let hooks = registrations(&metadata)?;
        let engine_targets = engine_targets(&metadata)?;
        Ok(Self { root, metadata, hooks, engine_targets })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// What `cargo metadata` says, without dependencies.
    pub(crate) fn metadata(&self) -> &Value {
        &self.metadata
    }

    /// Where cargo builds, `CARGO_TARGET_DIR` and its configuration considered.
    pub(crate) fn target_dir(&self) -> anyhow::Result<&Path> {
        let dir = self.metadata.get("target_directory").and_then(Value::as_str);
        dir.map(Path::new).context("`cargo metadata` names no target directory")
    }

    /// What cargo knows of a package.
    pub(crate) fn package(&self, name: &str) -> Option<&Value> {
        let packages = self.metadata.get("packages")?.as_array()?;
        packages.iter().find(|package| package.get("name").is_some_and(|known| known == name))
    }

    /// All hooks, in alphabetical order.
    pub(crate) fn hooks(&self) -> &[Registration] {
        &self.hooks
    }

    /// The names of all hooks, in alphabetical order.
    pub(crate) fn hook_names(&self) -> Vec<String> {
        self.hooks.iter().map(|hook| hook.hook.clone()).collect()
    }

    /// What a call of a hook, or of the engine, on a fixture of `bench` may cost.
    pub(crate) fn target(&self, hook: &str, fixture: &str) -> Option<f64> {
        if hook == ENGINE {
            return self.engine_targets.get(fixture).copied();
        }
        self.hooks.iter().find(|known| known.hook == hook)?.target(fixture)
    }

    /// The hooks with all that is needed to install them.
    pub(crate) fn offers(&self) -> anyhow::Result<Vec<Offer>> {
        self.hooks.iter().map(|hook| self.offer(hook)).collect()
    }

    /// A hook with all that is needed to install it.
    pub(crate) fn offer(&self, registration: &Registration) -> anyhow::Result<Offer> {
        let read = |path: PathBuf| {
            fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))
        };
        let hook = &registration.hook;
        let templates = self.root.join(TEMPLATES);
        let server = templates.join(format!("{hook}.mcp.json"));
        Ok(Offer {
            hook: hook.clone(),
            description: registration.description.clone(),
            first_step: registration.about.first_step.clone(),
            look: registration.about.look.clone(),
            needs: registration.about.needs.clone(),
            record: None,
            in_engine: self.engine_has(hook),
            template: read(templates.join(format!("{hook}.json")))?,
            server: server.exists().then(|| read(server)).transpose()?,
        })
    }

    /// Whether the program that runs several hooks is built with this one: a feature of its
    /// package that is on by default.
    fn engine_has(&self, hook: &str) -> bool {
        let packages = self.metadata.get("packages").and_then(Value::as_array);
        let is_engine = |package: &&Value| package.get("name").is_some_and(|name| name == ENGINE);
        let engine = packages.into_iter().flatten().find(is_engine);
        let features = engine.and_then(|package| package.pointer("/features/default"));
        features.and_then(Value::as_array).is_some_and(|known| known.iter().any(|it| it == hook))
    }

    /// Runs cargo.
    pub(crate) fn cargo(
        &self,
        args: &[String],
        env: &[(&'static str, String)],
    ) -> anyhow::Result<()> {
        let mut cargo = Command::new("cargo");
        cargo.args(args).envs(env.iter().map(|(name, value)| (name, value)));
        let status = cargo.current_dir(self.root()).status().context("could not start cargo")?;
        if !status.success() {
            bail!("{status}");
        }
        Ok(())
    }

    /// The folder into which [`Workspace::build`] builds.
    pub(crate) fn programs_dir(&self) -> anyhow::Result<PathBuf> {
        self.built_in(&self.triple()?, Profile::Release)
    }

    /// Builds the programs of hooks, or of the servers beside them, for this machine, in release
    /// mode.
    ///
    /// Each is built by itself: features unify over what is built together, and then a program
    /// would depend on what else was asked for.
    pub(crate) fn build(&self, names: &[String]) -> anyhow::Result<()> {
        let target = self.triple()?;
        target.note().into_iter().for_each(output::error_line);
        self.build_for(&target, names, Profile::Release)
    }

    /// Builds the same for another target or profile.
    pub(crate) fn build_for(
        &self,
        target: &Triple,
        names: &[String],
        profile: Profile,
    ) -> anyhow::Result<()> {
        names.iter().try_for_each(|name| {
            build_progress::run(&mut self.build_command(&[name], target, profile)?, name)
        })
    }

    /// Builds a program to be packaged, with more options for the compiler where it links it.
    pub(crate) fn build_linked(
        &self,
        target: &Triple,
        name: &str,
        options: &[String],
    ) -> anyhow::Result<()> {
        let mut cargo = self.cargo_for("rustc", &[name], target, Profile::Release)?;
        build_progress::run(cargo.arg("--").args(options), name)
    }

    /// The folder into which programs for a target are built.
    pub(crate) fn built_in(&self, target: &Triple, profile: Profile) -> anyhow::Result<PathBuf> {
        Ok(self.target_dir()?.join(target.name()).join(profile.name()))
    }

    fn build_command(
        &self,
        names: &[&str],
        target: &Triple,
        profile: Profile,
    ) -> anyhow::Result<Command> {
        self.cargo_for("build", names, target, profile)
    }

    /// A subcommand of cargo that builds.
    fn cargo_for(
        &self,
        subcommand: &str,
        names: &[&str],
        target: &Triple,
        profile: Profile,
    ) -> anyhow::Result<Command> {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root).args([subcommand, "--profile", profile.name()]);
        for name in names {
            cargo.args(["--package", package(name), "--bin", name]);
        }
        // Without `--target`, the flags would apply to procedural macros, which cannot be static.
        cargo.args(["--target", target.name()]);
        let unnamed = self
            .places()?
            .into_iter()
            .map(|(place, name)| format!("--remap-path-prefix={}={name}", place.display()));
        let flags = target.flags().iter().map(|&flag| flag.to_owned());
        let flags: Vec<String> = flags.chain(unnamed).collect();
        cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        if profile == Profile::Release
            && let Some(date) = self.commit_date()
        {
            cargo.env("SOURCE_DATE_EPOCH", date);
        }
        Ok(cargo)
    }

    /// The date of the commit, in seconds since 1970: the same source gives the same programs. `None` outside a clone.
    fn commit_date(&self) -> Option<String> {
        let mut git = Command::new("git");
        git.current_dir(&self.root).args(["log", "-1", "--format=%ct"]);
        let output = git.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    }

    /// The folders of this machine that a compiler sees, and what they are called in a program:
    /// what is released holds no path of whoever has built it.
    pub(crate) fn places(&self) -> anyhow::Result<Vec<(PathBuf, &'static str)>> {
        let mut places = vec![(self.root.clone(), "/tacklebox")];
        places.extend(cargo_home().map(|dir| (dir, "/cargo")));
        let mut rustc = Command::new("rustc");
        rustc.args(["--print", "sysroot"]).current_dir(&self.root);
        let sysroot = rustc.output().context("could not start rustc")?;
        let sysroot = String::from_utf8(sysroot.stdout).context("rustc names no sysroot")?;
        places.push((sysroot.trim().into(), "/rust"));
        // What lies in another one comes last, and counts.
        places.push((self.target_dir()?.to_owned(), "/target"));
        Ok(places)
    }

    /// Builds these programs for this machine as they are installed from source, in one call of cargo.
    /// Gives their folder.
    pub(crate) fn build_locally(&self, names: &[&str]) -> anyhow::Result<PathBuf> {
        let target = self.triple()?;
        let dir = self.local_dir()?;
        if !dir.join(file_name(ENGINE)).is_file() {
            target.note().into_iter().for_each(output::error_line);
        }
        build_progress::run(&mut self.build_command(names, &target, Profile::Local)?, ENGINE)?;
        Ok(dir)
    }

    /// Builds `tacklebox` as tests have it. Gives a folder with it alone, in which it is every hook.
    pub(crate) fn build_to_test(&self) -> anyhow::Result<PathBuf> {
        let args = ["build", "--package", ENGINE, "--bin", ENGINE].map(str::to_owned);
        self.cargo(&args, &[]).with_context(|| format!("could not build {ENGINE}"))?;
        let (dir, name) = (self.target_dir()?.join("try"), file_name(ENGINE));
        fs::create_dir_all(&dir).with_context(|| format!("could not make {}", dir.display()))?;
        let built = self.target_dir()?.join("debug").join(&name);
        fs::copy(&built, dir.join(&name))
            .with_context(|| format!("could not copy {}", built.display()))?;
        Ok(dir)
    }

    /// The folder of the programs that are installed from source.
    pub(crate) fn local_dir(&self) -> anyhow::Result<PathBuf> {
        self.built_in(&self.triple()?, Profile::Local)
    }

    /// The target that programs are built for.
    pub(crate) fn triple(&self) -> anyhow::Result<Triple> {
        Triple::of_machine(&self.root)
    }
}

/// How programs are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// To be installed from source: built in little time.
    Local,
    /// To be packaged.
    Release,
}

impl Profile {
    /// As cargo calls it, and the folder of what is built.
    fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Release => "release",
        }
    }
}

/// The package of a program: the shell is one of a library.
pub(crate) fn package(program: &str) -> &str {
    if program.starts_with("confine-") { "confine" } else { program }
}

/// The home folder of the person.
fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// Where cargo keeps what it has fetched.
#[expect(clippy::disallowed_methods, reason = "a tool of the workspace has no Ctx")]
fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
    named.or_else(|| Some(home()?.join(".cargo")))
}

/// A variable of whoever has called.
#[expect(clippy::disallowed_methods, reason = "a tool of the workspace has no Ctx")]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// The package that cargo has started, else the current folder.
#[expect(clippy::disallowed_methods, reason = "a tool of the workspace has no Ctx")]
fn start() -> anyhow::Result<PathBuf> {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(dir) => Ok(dir.into()),
        None => std::env::current_dir().context("could not find the current folder"),
    }
}
