//! `cargo xtask package`: what people get without a compiler, out of programs that are there or are
//! built. Nothing is published, and the same programs give the same bytes.

mod archives;
mod npm;
mod platform;
mod plugin;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use data_encoding::{BASE64, HEXLOWER};
use hook_installer::{ByHand, Choice, Engine, Folders, Place, Plan, Scope, Twice};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256, Sha512};

use crate::output;
use crate::registration::ENGINE;
use crate::triple::Triple;
use crate::workspace::Workspace;
use platform::Platform;
use tree::Tree;

/// The server that the gate has beside its hook.
const SERVER: &str = "intent-mcp";

/// Writes what is released: archives, npm packages, the plugin and its marketplaces.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to: a folder that is empty or not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A target with the folder of its programs, once for each machine; without one they are built
    /// for this machine
    #[arg(long, value_name = "TARGET=DIR", value_parser = target)]
    programs: Vec<(String, PathBuf)>,
    /// Only build the programs for a target, into `--out`: what another machine packages
    #[arg(long, value_name = "TARGET", conflicts_with = "programs")]
    build: Option<String>,
}

/// `TARGET=DIR`.
fn target(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((target, folder)) if Platform::of(target).is_some() => {
            Ok((target.to_owned(), folder.into()))
        }
        Some((target, _)) => Err(format!("nothing is released for {target:?}")),
        None => Err("TARGET=DIR is wanted".to_owned()),
    }
}

/// What all that is released says of itself.
struct Release {
    version: String,
    licence: String,
    repository: String,
    description: String,
    readme: String,
    /// The names of the hooks, in order.
    hooks: Vec<String>,
    /// What a person does first with those that want it.
    first_steps: Vec<String>,
    licences: Vec<(String, Vec<u8>)>,
}

/// A target, and its programs by name.
struct Build {
    target: String,
    platform: Platform,
    programs: Vec<(String, Vec<u8>)>,
}

/// Writes all of it, or nothing where a program is missing.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    let is_empty = fs::read_dir(&args.out).map_or(true, |mut dir| dir.next().is_none());
    ensure!(is_empty, "{} is not empty", args.out.display());
    let release = Release::of(workspace)?;
    if let Some(target) = &args.build {
        let target = Triple::named(target);
        workspace.build_for(&target, &release.programs())?;
        let dir = workspace.target_dir()?.join(target.name()).join("release");
        let build = Build::read(target.name().to_owned(), &dir, &release.programs())?;
        return build.all().write(&args.out);
    }
    let builds = builds(workspace, &release, &args.programs)?;
    let out = all(workspace, &release, &builds)?;
    out.write(&args.out)?;
    Ok(output::line(format_args!("wrote {}", args.out.display()))?)
}

fn builds(
    workspace: &Workspace,
    release: &Release,
    given: &[(String, PathBuf)],
) -> Result<Vec<Build>> {
    let names = release.programs();
    if given.is_empty() {
        workspace.build(&names)?;
        let target = workspace.triple()?.name().to_owned();
        return Ok(vec![Build::read(target, &workspace.programs_dir()?, &names)?]);
    }
    given.iter().map(|(target, dir)| Build::read(target.clone(), dir, &names)).collect()
}

impl Build {
    fn read(target: String, dir: &Path, names: &[String]) -> Result<Self> {
        let platform = Platform::of(&target);
        let platform = platform.with_context(|| format!("nothing is released for {target}"))?;
        let read = |name: &String| {
            let path = dir.join(name);
            let bytes = fs::read(&path);
            let bytes = bytes.with_context(|| format!("could not read {}", path.display()))?;
            anyhow::Ok((name.clone(), bytes))
        };
        let programs = names.iter().map(read).collect::<Result<_>>()?;
        Ok(Self { target, platform, programs })
    }

    /// All its programs.
    fn all(&self) -> Tree {
        let names: Vec<&str> = self.programs.iter().map(|(name, _)| name.as_str()).collect();
        self.chosen(&names)
    }

    /// These programs of it.
    fn chosen(&self, wanted: &[&str]) -> Tree {
        let mut files = Tree::default();
        for (name, bytes) in
            self.programs.iter().filter(|(name, _)| wanted.contains(&name.as_str()))
        {
            files.program(name, bytes.as_slice());
        }
        files
    }
}

/// All that is released, below one folder.
fn all(workspace: &Workspace, release: &Release, builds: &[Build]) -> Result<Tree> {
    let mut out = Tree::default();
    out.below("archives", archives::all(workspace, release, builds)?);

    let one_program = [ENGINE, SERVER];
    let platforms = builds
        .iter()
        .map(|build| npm::platform(release, build.platform, build.chosen(&one_program)));
    let mut packages = platforms.collect::<Result<Vec<_>>>()?;
    let (settings, servers) = installed(workspace, builds)?;
    let plugin = plugin::files(release, &settings, &servers)?;
    let of_npm = [npm::named(release, &packages)?, plugin::package(release, &plugin, &packages)?];
    packages.extend(of_npm);
    let mut tarballs = Tree::default();
    for package in &packages {
        tarballs.file(&package.file_name(), package.tarball.as_slice());
    }
    out.below("npm", tarballs);

    let mut with_programs = plugin;
    for build in builds {
        let folder = format!("native/{}", build.platform.name());
        with_programs.below(&folder, build.chosen(&one_program));
    }
    out.below("plugin", with_programs.clone());
    out.below("marketplace", plugin::marketplace_of_folder(release, with_programs));
    out.below("marketplace-npm", plugin::marketplace_of_npm(release));
    Ok(out)
}

/// What installing all hooks in one program writes: the settings and the servers.
fn installed(workspace: &Workspace, builds: &[Build]) -> Result<(Value, Value)> {
    let build = builds.first().context("nothing was built")?;
    let folder = tempfile::tempdir().context("could not make a folder")?;
    let (project, programs) = (folder.path().join("project"), folder.path().join("programs"));
    fs::create_dir_all(project.join(".git"))?;
    build.all().write(&programs)?;
    let offers = workspace.offers()?;
    let choice = Choice {
        hooks: &offers,
        known: &offers,
        engine: Engine::On,
        by_hand: ByHand::Stays,
        twice: Twice::Allowed,
    };
    let place = Place::of(Scope::Project, &project);
    Plan::install(&place, &choice, &programs, &Folders::default())?.carry_out()?;
    let read = |file: &str| -> Result<Value> {
        let text = fs::read_to_string(project.join(file));
        Ok(serde_json::from_str(&text.with_context(|| format!("no {file} was written"))?)?)
    };
    Ok((read(".claude/settings.json")?, read(".mcp.json")?))
}

impl Release {
    fn of(workspace: &Workspace) -> Result<Self> {
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
            first_steps: workspace.hooks().iter().filter_map(first_step).collect(),
            licences: ["LICENSE-APACHE", "LICENSE-MIT"]
                .into_iter()
                .map(licence)
                .collect::<Result<_>>()?,
        })
    }

    /// The names of all programs.
    fn programs(&self) -> Vec<String> {
        let beside = [ENGINE, SERVER].map(str::to_owned);
        self.hooks.iter().cloned().chain(beside).collect()
    }

    fn licences(&self) -> Tree {
        let mut files = Tree::default();
        for (name, bytes) in &self.licences {
            files.file(name, bytes.as_slice());
        }
        files
    }

    /// What each `package.json` has, and what is this one's own.
    fn manifest(&self, name: &str, own: Value) -> Value {
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
fn first_step(hook: &crate::registration::Registration) -> Option<String> {
    let step = hook.about.first_step.strip_prefix('`')?.strip_suffix('`')?;
    (!step.contains('`')).then(|| step.to_owned())
}

/// What a lockfile of npm says of a tarball.
fn integrity(bytes: &[u8]) -> String {
    format!("sha512-{}", BASE64.encode(&Sha512::digest(bytes)))
}

fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests;
