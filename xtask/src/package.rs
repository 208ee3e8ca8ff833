//! `cargo xtask package`: the packages for people without a compiler. Publishes nothing; the same
//! programs give the same bytes.

mod archives;
mod bill;
mod check;
mod completions;
mod function_order;
mod npm;
mod platform;
mod plugin;
mod programs;
mod release;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use data_encoding::{BASE64, HEXLOWER};
use flate2::Compression;
use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, Place, Plan, Scope, Twice,
};
use serde_json::Value;
use sha2::{Digest as _, Sha256, Sha512};

use crate::output;
use crate::registration::ENGINE;
use crate::tidy::weight;
use crate::triple::Triple;
use crate::workspace::Workspace;
use platform::Platform;
use release::Release;
use tree::Tree;

/// The server that the gate has beside its hook.
const SERVER: &str = "intent-mcp";

/// The shell by which a client starts commands where plans hold them.
const SHELL: &str = confine::SHELLS[0];

/// The program that asks other machines.
const SYNC: &str = "tacklebox-sync";

/// Write the packages of a release: archives, npm packages, the plugin and its marketplaces.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// The folder for the packages: empty or new
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// A target and the folder of its programs; may be repeated [default: builds them for this
    /// machine]
    #[arg(long, value_name = "TARGET=DIR", value_parser = target)]
    programs: Vec<(String, PathBuf)>,
    /// Only build and examine the programs for a target, into `--out`: another machine packages them
    #[arg(long, value_name = "TARGET", conflicts_with_all = ["programs", "check"])]
    build: Option<String>,
    /// Try the packages as a person does, and keep nothing
    #[arg(long, conflicts_with = "out")]
    check: bool,
    /// Fail if this is not the tag of the version
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
}

impl Args {
    /// Tries what is made of these programs for a target.
    pub(crate) fn check(target: &str, programs: &Path) -> Self {
        let programs = vec![(target.to_owned(), programs.to_owned())];
        Self { programs, check: true, ..Self::default() }
    }
}

/// `TARGET=DIR`.
fn target(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((target, folder)) if Platform::of(target).is_some() => {
            Ok((target.to_owned(), folder.into()))
        }
        Some((target, _)) => Err(format!("nothing is released for {target:?}")),
        None => Err("expected TARGET=DIR".to_owned()),
    }
}

/// A target, and its programs by name.
struct Build {
    target: String,
    platform: Platform,
    programs: Vec<(String, Vec<u8>)>,
    /// What they are made of.
    bill: String,
}

/// Writes all packages, or none if a program is missing.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    let mut release = Release::of(workspace)?;
    if let Some(tag) = &args.tag {
        let version = &release.version;
        ensure!(*tag == format!("v{version}"), "the tag is {tag}, and the version is {version}");
    }
    if args.check {
        release.effort = Compression::fast();
        release.single.truncate(1);
        return tried(workspace, release, &args.programs);
    }
    let out = args.out.as_deref().context("--out is missing")?;
    let is_empty = fs::read_dir(out).map_or(true, |mut dir| dir.next().is_none());
    ensure!(is_empty, "{} is not empty", out.display());
    if let Some(target) = &args.build {
        return build(workspace, &release, target, out);
    }
    let builds = builds(workspace, &mut release, &args.programs)?;
    all(workspace, &release, &builds)?.write(out)?;
    Ok(output::line(format_args!("wrote {}", out.display()))?)
}

/// Builds the programs for a target, and examines them.
fn build(workspace: &Workspace, release: &Release, target: &str, out: &Path) -> Result<()> {
    let (target, names) = (Triple::named(target), release.programs());
    let dir = function_order::build(workspace, &target, &names)?;
    let build = Build::read(target.name().to_owned(), &dir, &names)?;
    programs::examine(workspace, &build)?;
    weight::hold_sizes(workspace.root(), target.name(), &build.programs)?;
    build.all().write(out)
}

/// Writes the packages to a temporary folder, and tries them.
fn tried(workspace: &Workspace, mut release: Release, given: &[(String, PathBuf)]) -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a folder")?;
    let [out, root] = ["the packages", "a person"].map(|name| folder.path().join(name));
    let builds = builds(workspace, &mut release, given)?;
    all(workspace, &release, &builds)?.write(&out)?;
    check::run(&release, &builds, &out, &root)
}

/// The programs that are given, or those that are built, with all that is written of them.
fn builds(
    workspace: &Workspace,
    release: &mut Release,
    given: &[(String, PathBuf)],
) -> Result<Vec<Build>> {
    let names = release.programs();
    let mut builds = if given.is_empty() {
        let target = workspace.triple()?;
        target.note().into_iter().for_each(output::error_line);
        let dir = function_order::build(workspace, &target, &names)?;
        vec![Build::read(target.name().to_owned(), &dir, &names)?]
    } else {
        let read = |(target, dir): &(String, PathBuf)| Build::read(target.clone(), dir, &names);
        given.iter().map(read).collect::<Result<_>>()?
    };
    for build in &mut builds {
        build.bill = bill::of(workspace, release, &build.target)?;
    }
    release.completions = completions::of(&builds)?;
    Ok(builds)
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
        Ok(Self { target, platform, programs, bill: String::new() })
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
    out.below("archives", archives::all(release, builds)?);

    let one_program = [ENGINE, SERVER, SHELL, SYNC];
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
        form: FormWish::Exec,
        closed: &[],
        host: None,
        confine: Confine::No,
        walled: &[],
        exported: None,
    };
    let place = Place::of(Scope::Project, &project);
    Plan::install(&place, &choice, &programs, &Folders::default())?.carry_out()?;
    let read = |file: &str| -> Result<Value> {
        let text = fs::read_to_string(project.join(file));
        Ok(serde_json::from_str(&text.with_context(|| format!("no {file} was written"))?)?)
    };
    Ok((read(".claude/settings.json")?, read(".mcp.json")?))
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
