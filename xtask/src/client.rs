//! The clients in which `e2e` and `drift` play, as a person names them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use hook_installer::HostVersion;
use hook_protocol::Host;
use scripted_client::{CLAUDE, KINDS, Kind, is_script};

/// A client as a person names it: which it is, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) kind: &'static Kind,
    pub(crate) path: PathBuf,
}

/// A client on this machine.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) kind: &'static Kind,
    pub(crate) path: PathBuf,
    /// As it says itself.
    pub(crate) version: HostVersion,
}

impl Client {
    /// The client at this path, run by this node where it is a script.
    ///
    /// # Errors
    /// If it is not there, or does not say its version.
    pub(crate) fn at(named: &Named, node: &Path) -> anyhow::Result<Self> {
        let path = &named.path;
        let path = path.canonicalize().with_context(|| format!("no {}", path.display()))?;
        let mut command = Command::new(if is_script(&path) { node } else { &path });
        if is_script(&path) {
            command.arg(&path);
        }
        // Some write into a home before they say anything.
        let home = tempfile::tempdir()?;
        let output = command.arg("--version").env("HOME", home.path()).output();
        let output = output.with_context(|| format!("could not start {}", path.display()))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let version = version_in(&said).with_context(|| {
            format!("{} does not say its version: {}", path.display(), said.trim())
        })?;
        Ok(Self { kind: named.kind, path, version })
    }

    /// What a person calls it.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", host_of(self.kind).name(), self.version)
    }

    /// Whether it is the client of which several versions are played, each hook in a program of its
    /// own as well.
    pub(crate) fn is_claude(&self) -> bool {
        self.kind == &CLAUDE
    }
}

/// The host whose client it is.
pub(crate) fn host_of(kind: &Kind) -> Host {
    Host::of_key(kind.key).unwrap_or(Host::ClaudeCode)
}

/// The first word that is a version: some say their name before.
fn version_in(said: &str) -> Option<HostVersion> {
    said.split_whitespace().find_map(|word| word.trim_end_matches('.').parse().ok())
}

/// `codex=PATH`.
pub(crate) fn named(text: &str) -> Result<Named, String> {
    let keys = || KINDS.map(|kind| kind.key).join(", ");
    let Some((key, path)) = text.split_once('=') else {
        return Err(format!("expected `{}=PATH`", CLAUDE.key));
    };
    let kind = KINDS.into_iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(|| format!("unknown client `{key}`; known are {}", keys()))?;
    Ok(Named { kind, path: path.into() })
}

/// `claude=PATH`, where no other client is meant.
pub(crate) fn claude(text: &str) -> Result<PathBuf, String> {
    let Named { kind, path } = named(text)?;
    if kind == &CLAUDE { Ok(path) } else { Err(format!("expected `{}=PATH`", CLAUDE.key)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_the_name_of_its_host() {
        assert_eq!(named("claude=/a=b"), Ok(Named { kind: &CLAUDE, path: "/a=b".into() }));
        assert_eq!(host_of(named("codex=/a").unwrap().kind), Host::Codex);
        assert!(named("pi=/a").is_err_and(|err| err.contains("known are claude, codex")));
        assert!(named("/a").is_err());
        assert!(claude("codex=/a").is_err());
        assert_eq!(claude("claude=/a"), Ok("/a".into()));
    }

    #[test]
    fn a_version_may_stand_behind_a_name() {
        let check =
            |said: &str, version: Option<HostVersion>| assert_eq!(version_in(said), version);
        check("2.1.330 (Claude Code)\n", Some(HostVersion(2, 1, 330)));
        check("codex-cli 0.169.0\n", Some(HostVersion(0, 169, 0)));
        check("GitHub Copilot CLI 1.0.102.\nRun 'copilot update'", Some(HostVersion(1, 0, 102)));
        check("command not found", None);
    }
}
