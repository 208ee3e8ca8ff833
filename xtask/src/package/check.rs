//! What is packaged, tried as a person would: in throw-away folders with blanks in their names,
//! without a network, and nothing is kept.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use super::{Build, Release, archives, sha256, signing};
use crate::output;
use crate::registration::ENGINE;

/// The status of `verify` where an archive is refused.
const REFUSED: i32 = 1;

/// Where it is tried.
struct Trial<'a> {
    release: &'a Release,
    build: &'a Build,
    /// The folder of what was packaged.
    out: &'a Path,
    /// The folder of everything else.
    root: &'a Path,
}

/// Tries what was written into `out`.
///
/// # Errors
/// If anything does not work.
pub(super) fn run(release: &Release, builds: &[Build], out: &Path, root: &Path) -> Result<()> {
    let build = builds.iter().find(|build| build.platform.is_here());
    let build = build.context("none of the programs is for this machine")?;
    let trial = Trial { release, build, out, root };
    let hook = &release.single.first().context("there is no hook")?.hook;
    let program = trial.unpacked(ENGINE, "--all")?;
    trial.unpacked(hook, hook)?;
    trial.verified(&program)?;
    trial.signed(&program)?;
    trial.formula()?;
    trial.npm()
}

impl Trial<'_> {
    /// An archive is unpacked, and what is in it installs hooks that protect. Returns its
    /// `tacklebox`.
    fn unpacked(&self, name: &str, hooks: &str) -> Result<PathBuf> {
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
        let installed = project.join(".claude/hooks/bin");
        succeeds(self.command(&program).args(["doctor", "--project"]).arg(&project))?;
        let count = fs::read_dir(&installed).context("no programs were installed")?.count();
        let words = "and the doctor finds nothing wrong";
        say(format_args!("{name}: unpacked, installed ({count} files), {words}"))?;
        Ok(program)
    }

    /// The sum of an archive is right, and with another byte in it it is refused.
    fn verified(&self, program: &Path) -> Result<()> {
        let archive = self.archive(ENGINE);
        succeeds(self.command(program).arg("verify"))?;
        succeeds(self.command(program).arg("verify").arg(&archive))?;
        let bytes = flipped(&archive)?;
        let output = self.command(program).arg("verify").arg(&archive).output()?;
        put(&archive, &bytes)?;
        ensure!(output.status.code() == Some(REFUSED), "a flipped byte is not refused: {output:?}");
        say(format_args!("verify: takes the archive, and refuses it with a byte flipped"))
    }

    /// The same of its signature, where another sum was put there too.
    fn signed(&self, program: &Path) -> Result<()> {
        let folder = self.folder("keys")?;
        let (key, public) = (folder.join("a key"), folder.join("a key.pub"));
        let mut minisign = self.command("minisign");
        minisign.args(["-G", "-W", "-s"]).arg(&key).arg("-p").arg(&public);
        if !minisign.output().is_ok_and(|output| output.status.success()) {
            return say(format_args!("signatures: not tried, there is no minisign here"));
        }
        let archives = self.out.join("archives");
        let count = signing::sign(self.release, &archives, &key)?;
        let archive = self.archive(ENGINE);
        let verify = |archive: &Path| {
            let mut program = self.command(program);
            program.args(["verify", "--key"]).arg(&public).arg(archive);
            program
        };
        succeeds(&mut verify(&archive))?;
        let old = sha256(&flipped(&archive)?);
        let sums = archives.join("SHA256SUMS");
        let text = fs::read_to_string(&sums)?.replace(&old, &sha256(&fs::read(&archive)?));
        put(&sums, text.as_bytes())?;
        let output = verify(&archive).output()?;
        let words = String::from_utf8_lossy(&output.stderr);
        let is_refused = output.status.code() == Some(REFUSED) && words.contains("signature");
        ensure!(is_refused, "a flipped byte is not refused by its signature: {words}");
        say(format_args!("signatures: {count} files signed, and a flipped byte is refused"))
    }

    fn formula(&self) -> Result<()> {
        let formula = self.out.join("archives/tacklebox.rb");
        let Ok(output) = self.command("ruby").arg("-c").arg(&formula).output() else {
            return say(format_args!("the formula: not tried, there is no ruby here"));
        };
        ensure!(output.status.success(), "the formula is no Ruby: {output:?}");
        say(format_args!("the formula: Ruby takes it"))
    }

    /// The packages are installed from their tarballs, and what they bring installs a hook.
    fn npm(&self) -> Result<()> {
        if self.command("npm").arg("--version").output().is_err() {
            return say(format_args!("npm: not tried, it is not here"));
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
        say(format_args!(
            "npm: installed without a network, and the doctor finds nothing wrong with its hook"
        ))
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

    /// A program with a home of its own, and nothing of this person.
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

/// Changes a bit in the middle of a file. Returns what was there.
fn flipped(file: &Path) -> Result<Vec<u8>> {
    let old = fs::read(file)?;
    let mut new = old.clone();
    let middle = new.len() / 2;
    if let Some(byte) = new.get_mut(middle) {
        *byte ^= 1;
    }
    put(file, &new)?;
    Ok(old)
}

fn put(file: &Path, bytes: &[u8]) -> Result<()> {
    use std::io::Write as _;
    Ok(fs::File::create(file)?.write_all(bytes)?)
}
