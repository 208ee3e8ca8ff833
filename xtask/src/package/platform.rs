//! The machines that programs are packaged for, under the names that others have for them.

/// A machine and its system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Platform {
    /// What npm calls the system (`process.platform`).
    pub(super) os: &'static str,
    /// What npm calls the processor (`process.arch`).
    pub(super) cpu: &'static str,
    /// What `uname -sm` prints.
    pub(super) uname: &'static str,
    /// What the targets of the compiler begin with, and what is in them.
    target: [&'static str; 2],
}

/// All of them.
pub(super) const PLATFORMS: [Platform; 4] = [
    Platform { os: "darwin", cpu: "arm64", uname: "Darwin arm64", target: ["aarch64-", "-darwin"] },
    Platform { os: "darwin", cpu: "x64", uname: "Darwin x86_64", target: ["x86_64-", "-darwin"] },
    Platform { os: "linux", cpu: "arm64", uname: "Linux aarch64", target: ["aarch64-", "-linux-"] },
    Platform { os: "linux", cpu: "x64", uname: "Linux x86_64", target: ["x86_64-", "-linux-"] },
];

impl Platform {
    /// That of a target of the compiler. Static programs run with every C library.
    pub(super) fn of(target: &str) -> Option<Self> {
        PLATFORMS.into_iter().find(|platform| {
            target.starts_with(platform.target[0]) && target.contains(platform.target[1])
        })
    }

    /// Whether it is the machine that this runs on.
    pub(super) fn is_here(self) -> bool {
        let os = if self.os == "darwin" { "macos" } else { self.os };
        let arch = if self.cpu == "x64" { "x86_64" } else { "aarch64" };
        (os, arch) == (std::env::consts::OS, std::env::consts::ARCH)
    }

    /// What a folder or a package of it is called.
    pub(super) fn name(self) -> String {
        format!("{}-{}", self.os, self.cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_has_its_platform() {
        let name = |target| Platform::of(target).map(Platform::name);
        assert_eq!(name("x86_64-unknown-linux-musl").as_deref(), Some("linux-x64"));
        assert_eq!(name("x86_64-unknown-linux-gnu").as_deref(), Some("linux-x64"));
        assert_eq!(name("aarch64-unknown-linux-musl").as_deref(), Some("linux-arm64"));
        assert_eq!(name("aarch64-apple-darwin").as_deref(), Some("darwin-arm64"));
        assert_eq!(name("x86_64-apple-darwin").as_deref(), Some("darwin-x64"));
        assert_eq!(name("x86_64-pc-windows-msvc"), None);
    }
}
