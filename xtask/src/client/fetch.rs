//! Fetches clients from npm, into a folder outside the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use scripted_client::KINDS;

use super::Named;

/// A client as npm has it.
struct Package {
    key: &'static str,
    name: &'static str,
    version: &'static str,
    /// Where it is below `node_modules`, the first that is there. `*` stands for a machine.
    at: &'static [&'static str],
}

/// Those that were run last; of Claude Code the last version that is a script as well.
const PACKAGES: [Package; 7] = [
    Package {
        key: "claude",
        name: "@anthropic-ai/claude-code",
        version: "2.1.330",
        at: &["@anthropic-ai/claude-code-*/claude"],
    },
    Package {
        key: "claude",
        name: "@anthropic-ai/claude-code",
        version: "2.1.112",
        at: &["@anthropic-ai/claude-code/cli.js"],
    },
    Package {
        key: "codex",
        name: "@openai/codex",
        version: "0.169.0",
        at: &["@openai/codex-*/vendor/*/bin/codex"],
    },
    Package {
        key: "copilot",
        name: "@github/copilot",
        version: "1.0.102",
        at: &["@github/copilot-*/copilot"],
    },
    Package {
        key: "qwen",
        name: "@qwen-code/qwen-code",
        version: "0.24.4",
        at: &["@qwen-code/qwen-code/cli.js"],
    },
    Package {
        key: "gemini",
        name: "@google/gemini-cli",
        version: "0.61.0",
        at: &["@google/gemini-cli/bundle/gemini.js"],
    },
    Package {
        key: "kimi",
        name: "@moonshot-ai/kimi-code",
        version: "2.1.0",
        at: &["@moonshot-ai/kimi-code/dist/main.mjs"],
    },
];

/// The clients of these hosts in a folder, fetched where they are not there yet.
///
/// # Errors
/// If the folder is in the repository, or npm fails.
pub(crate) fn fetch(
    folder: &Path,
    hosts: &[String],
    repository: &Path,
) -> anyhow::Result<Vec<Named>> {
    fs::create_dir_all(folder).with_context(|| format!("could not make {}", folder.display()))?;
    let folder = folder.canonicalize()?;
    ensure!(
        !folder.starts_with(repository.canonicalize()?),
        "{} is in the repository, where no client may be",
        folder.display()
    );
    let is_meant = |package: &&Package| hosts.iter().any(|host| host == package.key);
    let fetched = PACKAGES.iter().filter(is_meant).map(|package| package.fetched(&folder));
    let clients: Vec<Named> = fetched.collect::<anyhow::Result<_>>()?;
    ensure!(!clients.is_empty(), "npm has a client of none of {}", hosts.join(", "));
    Ok(clients)
}

impl Package {
    fn fetched(&self, folder: &Path) -> anyhow::Result<Named> {
        let of = format!("{}@{}", self.name, self.version);
        let folder = folder.join(format!("{}-{}", self.key, self.version));
        let kind = KINDS.into_iter().find(|kind| kind.key == self.key);
        let kind = kind.with_context(|| format!("`{}` cannot be played", self.key))?;
        if let Some(path) = self.found(&folder) {
            return Ok(Named { kind, path });
        }
        let status = Command::new("npm")
            .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg(&of)
            .status()
            .context("could not start npm")?;
        ensure!(status.success(), "npm could not fetch {of}");
        let path = self.found(&folder);
        Ok(Named { kind, path: path.with_context(|| format!("{of} has none for this machine"))? })
    }

    fn found(&self, folder: &Path) -> Option<PathBuf> {
        let modules = folder.join("node_modules");
        self.at.iter().find_map(|at| matching(&modules, at))
    }
}

/// The first file below a folder that fits.
fn matching(folder: &Path, pattern: &str) -> Option<PathBuf> {
    let Some((first, rest)) = pattern.split_once('/') else {
        return Some(folder.join(pattern)).filter(|path| path.is_file());
    };
    let Some(begin) = first.strip_suffix('*') else {
        return matching(&folder.join(first), rest);
    };
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    names.sort();
    let fits = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begin))
    };
    names.into_iter().filter(fits).find_map(|path| matching(&path, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_client_is_fetched_into_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let hosts = ["claude".to_owned()];
        let err = fetch(&folder.path().join("clients"), &hosts, folder.path()).unwrap_err();
        assert!(err.to_string().contains("is in the repository"), "{err}");
    }

    #[test]
    fn what_was_fetched_is_not_fetched_again() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("claude-2.1.330", "@anthropic-ai/claude-code-linux-x64/claude"),
            ("claude-2.1.112", "@anthropic-ai/claude-code/cli.js"),
            ("codex-0.169.0", "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"),
        ];
        for (version, file) in files {
            let path = folder.path().join(version).join("node_modules").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::File::create(path).unwrap();
        }
        let hosts = ["claude", "codex"].map(str::to_owned);
        let found = fetch(folder.path(), &hosts, Path::new("/proc")).unwrap();
        let ends: Vec<bool> =
            found.iter().zip(files).map(|(named, (_, file))| named.path.ends_with(file)).collect();
        assert_eq!(ends, [true; 3], "{found:?}");
        let none = fetch(folder.path(), &["pi".to_owned()], Path::new("/proc"));
        assert!(none.unwrap_err().to_string().contains("a client of none"));
    }
}
