//! Tries the packages as a person does: in temporary folders with blanks in their names, and without a
//! network.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use super::{Build, Release, archives};
use crate::output;
use crate::registration::ENGINE;

/// A package, and the folders in which it is tried.
struct Trial<'a> {
    release: &'a Release,
    build: &'a Build,
    /// The folder of the packages.
    out: &'a Path,
    /// The folder for everything else.
    root: &'a Path,
}

/// Tries the packages in `out`.
///
/// # Errors
/// If one does not work.
pub(super) fn run(release: &Release, builds: &[Build], out: &Path, root: &Path) -> Result<()> {
    let build = builds.iter().find(|build| build.platform.is_here());
    let build = build.context("none of the programs is for this machine")?;
    let trial = Trial { release, build, out, root };
    let hook = &release.single.first().context("there is no hook")?.hook;
    trial.unpacked(ENGINE, "--all")?;
    trial.unpacked(hook, hook)?;
    trial.formula()?;
    trial.npm()
}

impl Trial<'_> {
    /// Unpacks an archive, and installs hooks from it that the doctor approves.
    fn unpacked(&self, name: &str, hooks: &str) -> Result<()> {
        let top = archives::top(self.release, name, self.build);
        let folder = self.folder("unpacked here")?;
        let archive = self.archive(name);
        succeeds(self.command("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
        let folder = folder.join(&top);
        for part in ["LICENSE-MIT", "completions/_tacklebox"] {
            ensure!(folder.join(part).is_file(), "there is no {part} in {}", archive.display());
        }
        let (program, project) =
            (folder.join(ENGINE), self.folder(&format!("a project of {name}"))?);
        succeeds(self.command(&program).args(["install", hooks, "--project"]).arg(&project))?;
        // Without a configuration these two do not protect.
        for hook in ["intent-gate", "post-edit"].iter().filter(|_| name == ENGINE) {
            succeeds(self.command(&program).args([hook, "init"]).current_dir(&project))?;
        }
        let installed = project.join(".claude/hooks/bin");
        succeeds(self.command(&program).args(["doctor", "--project"]).arg(&project))?;
        let count = fs::read_dir(&installed).context("no programs were installed")?.count();
        say(format_args!("{name}: unpacked, installed ({count} files), approved by the doctor"))
    }

    fn formula(&self) -> Result<()> {
        let formula = self.out.join("archives/tacklebox.rb");
        let Ok(output) = self.command("ruby").arg("-c").arg(&formula).output() else {
            return say(format_args!("formula: not tried, no ruby here"));
        };
        ensure!(output.status.success(), "the formula is not valid Ruby: {output:?}");
        say(format_args!("formula: valid Ruby"))
    }

    /// Installs the npm packages from their tarballs, and a hook from them.
    fn npm(&self) -> Result<()> {
        if self.command("npm").arg("--version").output().is_err() {
            return say(format_args!("npm: not tried, no npm here"));
        }
        let hook = self.release.hooks.first().context("there is no hook")?;
        let (folder, project) = (self.folder("with npm")?, self.folder("a project of npm")?);
        let version = &self.release.version;
        let platform = self.build.platform.name();
        let mut npm = self.command("npm");
        npm.current_dir(&folder).args(["install", "--offline", "--no-audit", "--no-fund"]);
        for name in [format!("tacklebox-{platform}"), "tacklebox".to_owned()] {
            npm.arg(self.out.join("npm").join(format!("{name}-{version}.tgz")));
        }
        succeeds(&mut npm)?;
        let program = folder.join("node_modules/.bin/tacklebox");
        succeeds(self.command(&program).args(["install", hook, "--project"]).arg(&project))?;
        succeeds(self.command(&program).args(["doctor", "--project"]).arg(&project))?;
        say(format_args!("npm: installed without a network, approved by the doctor"))
    }

    fn archive(&self, name: &str) -> PathBuf {
        let top = archives::top(self.release, name, self.build);
        self.out.join("archives").join(format!("{top}.tar.gz"))
    }

    fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.root.join(name);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// A program with a home folder of its own and no other environment.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.root);
        command.current_dir(self.root).stdin(Stdio::null());
        command
    }
}

fn say(words: impl std::fmt::Display) -> Result<()> {
    Ok(output::line(words)?)
}

fn succeeds(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("could not start {command:?}"))?;
    if !output.status.success() {
        let words = [output.stdout, output.stderr].concat();
        bail!(
            "{command:?} ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&words).trim()
        );
    }
    Ok(output)
}
