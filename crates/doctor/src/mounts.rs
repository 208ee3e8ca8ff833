//! On which kind of file system a path is.

use std::fs;
use std::path::{Path, PathBuf};

/// A file system, as the system has it mounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mount {
    at: PathBuf,
    kind: String,
    options: String,
}

impl Mount {
    /// The one around `path`; `None` on systems that do not say.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Self::among(&fs::read_to_string("/proc/mounts").ok()?, path)
    }

    fn among(table: &str, path: &Path) -> Option<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mounts = table.lines().filter_map(Self::read);
        mounts
            .filter(|mount| path.starts_with(&mount.at))
            .max_by_key(|mount| mount.at.as_os_str().len())
    }

    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(' ').skip(1);
        let at = fields.next()?.replace("\\040", " ");
        let [kind, options] = [fields.next()?, fields.next()?].map(str::to_owned);
        Some(Self { at: at.into(), kind, options })
    }

    /// Whether no program on it can be started.
    pub(crate) fn runs_nothing(&self) -> bool {
        self.options.split(',').any(|option| option == "noexec")
    }

    /// Its kind, where it is another machine's.
    pub(crate) fn network(&self) -> Option<&str> {
        let remote = ["nfs", "cifs", "smb", "9p", "fuse.sshfs", "afs", "ceph", "glusterfs"];
        remote.iter().any(|name| self.kind.starts_with(name)).then_some(self.kind.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mount_counts() {
        let table = "/dev/a / ext4 rw 0 0\nx /mnt/my\\040share nfs4 rw,noexec 0 0\n";
        let far = Mount::among(table, Path::new("/mnt/my share/x")).unwrap();
        assert!(far.runs_nothing() && far.network() == Some("nfs4"));
        let near = Mount::among(table, Path::new("/mnt/x")).unwrap();
        assert!(!near.runs_nothing() && near.network().is_none());
    }
}
