//! The clients in which `e2e` and `drift` play, as a person names them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use hook_installer::HostVersion;

/// The only host whose client can be played.
const CLAUDE: &str = "claude";

/// The npm package of it.
const PACKAGE: &str = "@anthropic-ai/claude-code";

/// The versions that are fetched: the newest that was looked at, and the last one that is a script.
const VERSIONS: [&str; 2] = ["2.1.330", "2.1.112"];

/// A client on this machine.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) path: PathBuf,
    /// As it says itself.
    pub(crate) version: HostVersion,
}

impl Client {
    /// The client at this path.
    ///
    /// # Errors
    /// If it is not there, or does not say its version.
    pub(crate) fn at(path: &Path) -> anyhow::Result<Self> {
        let path = path.canonicalize().with_context(|| format!("no {}", path.display()))?;
        let is_script = path.extension().is_some_and(|it| it == "js");
        let mut command = Command::new(if is_script { Path::new("node") } else { &path });
        if is_script {
            command.arg(&path);
        }
        let output = command.arg("--version").output();
        let output = output.with_context(|| format!("could not start {}", path.display()))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let version = said.parse().map_err(anyhow::Error::msg);
        let version = version.with_context(|| format!("what {} says", path.display()))?;
        Ok(Self { path, version })
    }
}

/// `claude=PATH`.
pub(crate) fn named(text: &str) -> Result<PathBuf, String> {
    match text.split_once('=') {
        Some((CLAUDE, path)) => Ok(path.into()),
        Some((name, _)) => Err(format!("`{name}` cannot be played, only `{CLAUDE}`")),
        None => Err(format!("`{CLAUDE}=PATH` is meant")),
    }
}

/// The clients in a folder, fetched where they are not there yet.
///
/// # Errors
/// If the folder is in the repository, or npm fails.
pub(crate) fn fetch(folder: &Path, repository: &Path) -> anyhow::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder).with_context(|| format!("could not make {}", folder.display()))?;
    let folder = folder.canonicalize()?;
    ensure!(
        !folder.starts_with(repository.canonicalize()?),
        "{} is in the repository, where no client may be",
        folder.display()
    );
    VERSIONS.iter().map(|version| fetched(&folder.join(version), version)).collect()
}

fn fetched(folder: &Path, version: &str) -> anyhow::Result<PathBuf> {
    if let Some(client) = found(folder) {
        return Ok(client);
    }
    let status = Command::new("npm")
        .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
        .arg(folder)
        .arg(format!("{PACKAGE}@{version}"))
        .status()
        .context("could not start npm")?;
    ensure!(status.success(), "npm could not fetch {PACKAGE}@{version}");
    found(folder).with_context(|| format!("{PACKAGE}@{version} has no client for this machine"))
}

/// The program, or the script of versions that are one.
fn found(folder: &Path) -> Option<PathBuf> {
    let modules = folder.join("node_modules/@anthropic-ai");
    let program = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path().join("claude");
        (name.starts_with("claude-code-") && path.is_file()).then_some(path)
    };
    let programs = fs::read_dir(&modules).ok()?.flatten().find_map(program);
    programs.or_else(|| Some(modules.join("claude-code/cli.js")).filter(|path| path.is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_the_name_of_its_host() {
        assert_eq!(named("claude=/a=b"), Ok("/a=b".into()));
        assert!(named("codex=/a").is_err_and(|err| err.contains("`codex` cannot be played")));
        assert!(named("/a").is_err());
    }

    #[test]
    fn no_client_is_fetched_into_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let err = fetch(&folder.path().join("clients"), folder.path()).unwrap_err();
        assert!(err.to_string().contains("is in the repository"), "{err}");
    }

    #[test]
    fn what_was_fetched_is_not_fetched_again() {
        let folder = tempfile::tempdir().unwrap();
        for (version, file) in
            VERSIONS.iter().zip(["claude-code-linux-x64/claude", "claude-code/cli.js"])
        {
            let modules = folder.path().join(version).join("node_modules/@anthropic-ai");
            fs::create_dir_all(modules.join(file).parent().unwrap()).unwrap();
            fs::File::create(modules.join(file)).unwrap();
        }
        let found = fetch(folder.path(), Path::new("/proc")).unwrap();
        assert!(found[0].ends_with("claude") && found[1].ends_with("cli.js"), "{found:?}");
    }
}
