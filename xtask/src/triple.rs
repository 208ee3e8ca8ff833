//! The target that programs are built for.
//!
//! On Linux that is musl, where the toolchain has it. Before `main`, a program with glibc asks the
//! processor some seventy questions, which a virtual machine answers one by one: that is most of
//! what a small program takes there.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

/// A target, as the compiler calls it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Triple {
    name: String,
    /// What is missing for a better one.
    missing: Option<String>,
}

impl Triple {
    /// The best one for this machine that the toolchain of the folder can build for.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    #[expect(clippy::disallowed_methods, reason = "a tool of the workspace has no Ctx")]
    pub(crate) fn of_machine(folder: &Path) -> anyhow::Result<Self> {
        let rustc = |args: &[&str]| {
            let output = Command::new("rustc").args(args).current_dir(folder).output();
            let output = output.with_context(|| format!("could not start rustc {args:?}"))?;
            anyhow::Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let said = rustc(&["-vV"])?;
        let host = said.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.context("`rustc -vV` names no host")?;
        let Some(musl) = musl(host) else { return Ok(Self::named(host)) };
        let library = rustc(&["--print", "target-libdir", "--target", &musl])?;
        let path = env::var_os("PATH").unwrap_or_default();
        let is_there = |name: &String| env::split_paths(&path).any(|dir| dir.join(name).is_file());
        let has_compiler = compilers(&musl).iter().any(is_there);
        Ok(Self::chosen(host, Path::new(library.trim()).is_dir(), has_compiler))
    }

    /// The one for `host`, by whether the toolchain has a standard library for musl, and the
    /// machine a C compiler.
    fn chosen(host: &str, has_library: bool, has_compiler: bool) -> Self {
        let Some(musl) = musl(host) else { return Self::named(host) };
        let library = (!has_library).then(|| format!("`rustup target add {musl}`"));
        let compiler = (!has_compiler).then(|| "a C compiler for musl (`musl-gcc`)".to_owned());
        let missing: Vec<String> = library.into_iter().chain(compiler).collect();
        if missing.is_empty() {
            return Self { name: musl, missing: None };
        }
        Self { name: host.to_owned(), missing: Some(missing.join(" and ")) }
    }

    /// The one of this name.
    pub(crate) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), missing: None }
    }

    /// What cargo and the compiler call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The flags that make a program static, and fix its addresses: nothing is relocated when it starts, so
    /// there are no relocations to protect afterwards either.
    pub(crate) fn flags(&self) -> &'static [&'static str] {
        if self.name.contains("-linux-") {
            &["-Ctarget-feature=+crt-static", "-Crelocation-model=static", "-Crelro-level=off"]
        } else {
            &[]
        }
    }

    /// A line on what would make the programs start faster.
    pub(crate) fn note(&self) -> Option<String> {
        let missing = self.missing.as_ref()?;
        Some(format!(
            "note: built with glibc; with {missing} the programs start faster, most of all in a virtual machine"
        ))
    }
}

/// The target with musl of the same machine.
fn musl(host: &str) -> Option<String> {
    Some(format!("{}-linux-musl", host.strip_suffix("-linux-gnu")?))
}

/// The C compilers that are looked for when SQLite is built for it, as the crate `cc` does.
fn compilers(musl: &str) -> [String; 2] {
    let machine = musl.split('-').next().unwrap_or_default();
    [format!("{machine}-linux-musl-gcc"), "musl-gcc".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn musl_is_taken_where_it_can_be_built_for() {
        let check = |host: &str, has: [bool; 2], name: &str, missing: Option<&str>| {
            let triple = Triple::chosen(host, has[0], has[1]);
            assert_eq!(
                (triple.name(), triple.missing.as_deref()),
                (name, missing),
                "{host} {has:?}"
            );
        };
        let (gnu, musl) = ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl");
        let [add, compiler] =
            ["`rustup target add x86_64-unknown-linux-musl`", "a C compiler for musl (`musl-gcc`)"];
        check(gnu, [true, true], musl, None);
        check(gnu, [false, true], gnu, Some(add));
        check(gnu, [true, false], gnu, Some(compiler));
        check(gnu, [false, false], gnu, Some(&format!("{add} and {compiler}")));
        check(musl, [false, false], musl, None);
        check("aarch64-apple-darwin", [false, false], "aarch64-apple-darwin", None);
        check("aarch64-unknown-linux-gnu", [true, true], "aarch64-unknown-linux-musl", None);
    }

    #[test]
    fn programs_of_linux_are_static() {
        let flags = |host: &str| Triple::named(host).flags().len();
        assert_eq!(flags("x86_64-unknown-linux-gnu"), 3);
        assert_eq!(flags("aarch64-unknown-linux-musl"), 3);
        assert_eq!(flags("aarch64-apple-darwin"), 0);
    }

    #[test]
    fn the_toolchain_here_has_a_target() {
        let here = Triple::of_machine(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let output =
            Command::new("rustc").args(["--print", "cfg", "--target", here.name()]).output();
        assert!(output.unwrap().status.success(), "{here:?}");
    }
}
