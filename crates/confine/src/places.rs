//! The places of a machine that every plan names: temporary folders, caches, sockets.

use std::fs;
use std::path::{Path, PathBuf};

use project_paths::GitDirs;

use crate::plan::Plan;

/// Where a session works.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The project's root, with its links resolved.
    pub project: &'a Path,
    /// The person's home folder.
    pub home: Option<&'a Path>,
    /// The folders of this system that no command may write: its state, its configuration.
    pub ours: &'a [PathBuf],
    /// Looks a variable of the environment up.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Folders for what is temporary, beside the one that `TMPDIR` names.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Caches below the home folder.
const CACHES: [&str; 16] = [
    ".cache",
    ".cargo",
    ".npm",
    ".bun/install/cache",
    ".yarn/berry/cache",
    ".local/share/pnpm/store",
    ".gradle/caches",
    ".gradle/daemon",
    ".gradle/native",
    ".gradle/wrapper",
    ".m2/repository",
    ".nuget/packages",
    ".ivy2",
    ".composer/cache",
    "go/pkg",
    "Library/Caches",
];

/// Caches that are made where they are missing, each with the file by which a project needs it.
const MADE: [(&str, &str); 2] = [(".npm", "package.json"), (".cargo", "Cargo.toml")];

/// What lies in a cache and is no cache: programs that a person runs, and what steers them.
const NO_CACHES: [&str; 7] = [
    ".cargo/bin/",
    ".cargo/env",
    ".cargo/config",
    ".cargo/config.toml",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".cargo/registry/token",
];

/// Sockets of services that start programs for whoever asks, outside of the wall.
const SOCKETS: [&str; 13] = [
    "/run/docker.sock",
    "/run/podman/podman.sock",
    "/run/containerd/containerd.sock",
    "/run/crio/crio.sock",
    "/run/buildkit/buildkitd.sock",
    "/run/libvirt/libvirt-sock",
    "/run/incus/unix.socket",
    "/var/lib/incus/unix.socket",
    "/var/lib/lxd/unix.socket",
    "/var/snap/lxd/common/lxd/unix.socket",
    "/run/snapd.socket",
    "/run/systemd/private",
    "/run/dbus/system_bus_socket",
];

/// The same below the folder of the person's running services.
const OWN_SOCKETS: [&str; 4] = ["bus", "docker.sock", "podman/podman.sock", "systemd/private"];

/// Beginnings of names there that are sockets of editors, each of which runs what it is told.
const EDITORS: [&str; 3] = ["nvim.", "vscode-ipc-", "vscode-git-"];

impl Surroundings<'_> {
    pub(crate) fn temporary(&self) -> Vec<PathBuf> {
        let named = (self.variable)("TMPDIR").map(PathBuf::from);
        let all = TEMPORARY.iter().map(PathBuf::from).chain(named.filter(|dir| dir.is_absolute()));
        real(all.filter(|dir| dir.parent().is_some()))
    }

    pub(crate) fn caches(&self) -> Vec<PathBuf> {
        let named = ["CARGO_HOME", "XDG_CACHE_HOME", "GOMODCACHE", "GOCACHE", "npm_config_cache"];
        let named = named.iter().filter_map(|name| (self.variable)(name)).map(PathBuf::from);
        let below_home = CACHES.iter().filter_map(|name| Some(self.home?.join(name)));
        let all = below_home.chain(named.filter(|dir| dir.is_absolute()));
        // One that is around the home folder or the project is no cache.
        let around = |dir: &PathBuf| {
            self.home.is_some_and(|home| home.starts_with(dir)) || self.project.starts_with(dir)
        };
        let mut all: Vec<PathBuf> = real(all).into_iter().filter(|dir| !around(dir)).collect();
        let home = self.home.and_then(|home| fs::canonicalize(home).ok());
        let wanted = MADE.iter().filter(|(_, sign)| self.project.join(sign).exists());
        let wanted = wanted.filter_map(|(cache, _)| Some(home.as_ref()?.join(cache)));
        all.extend(wanted.filter(|cache| fs::symlink_metadata(cache).is_err()));
        all
    }

    /// What is in no scope, wherever it lies.
    pub(crate) fn read_only(&self, git: &[PathBuf]) -> Vec<String> {
        let no_caches = NO_CACHES.iter().filter_map(|name| Some(self.home?.join(name)));
        let ours = self.ours.iter().map(|dir| folder(dir));
        let settings = [self.home, Some(self.project)].into_iter().flatten();
        let settings = settings.map(|dir| folder(&dir.join(".claude")));
        let texts = no_caches.map(|path| path.to_string_lossy().into_owned());
        texts.chain(ours.flatten()).chain(settings.flatten()).chain(rules_of_git(git)).collect()
    }

    pub(crate) fn git(&self) -> Vec<PathBuf> {
        let Some(dirs) = GitDirs::around(self.project) else { return Vec::new() };
        let mut all = real([dirs.own, dirs.common].into_iter());
        all.dedup();
        all
    }

    /// The sockets that are there now: one that a command makes later is inside of the wall.
    pub(crate) fn hidden(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = SOCKETS.iter().map(PathBuf::from).collect();
        all.push("/var/run/docker.sock".into());
        if let Some(dir) = (self.variable)("XDG_RUNTIME_DIR").map(PathBuf::from) {
            all.extend(OWN_SOCKETS.iter().map(|name| dir.join(name)));
            all.push(dir.join("emacs/server"));
            let is_editor = |name: &str| EDITORS.iter().any(|editor| name.starts_with(editor));
            all.extend(names(&dir).filter(|name| is_editor(name)).map(|name| dir.join(name)));
        }
        // TMUX is `socket,pid,session`, and the folder of the socket has those of the person's other servers.
        let of_tmux = (self.variable)("TMUX")
            .and_then(|value| Some(Path::new(value.split(',').next()?).parent()?.to_path_buf()));
        let of_tmux =
            of_tmux.into_iter().chain(names("/tmp".as_ref()).filter_map(|name| {
                name.starts_with("tmux-").then(|| Path::new("/tmp").join(name))
            }));
        for dir in of_tmux {
            all.extend(names(&dir).map(|name| dir.join(name)));
        }
        all.extend((self.variable)("NVIM").map(PathBuf::from));
        all.extend(self.home.map(|home| home.join(".docker/run/docker.sock")));
        real(all.into_iter())
    }

    /// A plan without anything that a command may write but what is temporary.
    pub(crate) fn bare(&self, session: &str) -> Plan {
        let git = self.git();
        Plan {
            session: session.to_owned(),
            project: self.project.to_path_buf(),
            temporary: self.temporary(),
            read_only: self.read_only(&git),
            hidden: self.hidden(),
            ..Plan::default()
        }
    }
}

/// What git runs, or obeys, that lies among what it writes.
fn rules_of_git(git: &[PathBuf]) -> Vec<String> {
    let mut all = Vec::new();
    let mut repositories = git.to_vec();
    while let Some(dir) = repositories.pop() {
        all.extend(folder(&dir.join("hooks")));
        all.extend(folder(&dir.join("info")));
        for name in ["config", "config.worktree"] {
            all.push(dir.join(name).to_string_lossy().into_owned());
        }
        let modules = dir.join("modules");
        let inner = names(&modules).map(|name| modules.join(name));
        repositories.extend(inner.filter(|dir| dir.join("HEAD").exists()));
    }
    all
}

/// An entry of a plan for a folder.
pub(crate) fn folder(dir: &Path) -> Option<String> {
    dir.to_str().map(|text| format!("{}/", text.trim_end_matches('/')))
}

/// Those that are there, with links resolved, each once.
fn real(all: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = all.filter_map(|path| fs::canonicalize(path).ok()).collect();
    found.sort();
    found.dedup();
    found
}

fn names(dir: &Path) -> impl Iterator<Item = String> + use<> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}
