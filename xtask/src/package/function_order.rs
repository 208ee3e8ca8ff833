//! Links programs with the functions of a usual call next to each other. A call runs a third of the code,
//! and waits for each 64 KB of the file in which it runs anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::platform::Platform;
use crate::triple::Triple;
use crate::workspace::{Profile, Workspace};
use crate::{bench, files, output};

/// Builds programs for a target, and gives their folder. Where it can, it builds those that have fixtures twice: it
/// profiles the first build, and links the second one in the order of the profile.
pub(super) fn build(workspace: &Workspace, target: &Triple, names: &[String]) -> Result<PathBuf> {
    let dir = workspace.built_in(target, Profile::Release)?;
    let linker = linker(workspace, target);
    if let Err(missing) = &linker {
        output::line(format_args!("the functions are not ordered: {missing}"))?;
    }
    for name in names {
        let options = match &linker {
            Ok(linker) if bench::has_fixtures(workspace, name) => {
                options(linker, &profile(workspace, target, name, &dir.join(name))?)
            }
            _ => Vec::new(),
        };
        workspace.build_linked(target, name, &options)?;
    }
    Ok(dir)
}

/// What makes the compiler link functions in the order of a file.
fn options(linker: &Path, order: &Path) -> Vec<String> {
    vec![
        "-Clink-arg=-fuse-ld=lld".to_owned(),
        format!("-Clink-arg=-B{}", linker.display()),
        format!("-Clink-arg=-Wl,--symbol-ordering-file={}", order.display()),
        "-Clink-arg=-Wl,--no-warn-symbol-ordering".to_owned(),
    ]
}

/// The folder of the toolchain's `ld.lld`, as GCC looks for it, or what is missing.
fn linker(workspace: &Workspace, target: &Triple) -> Result<PathBuf, &'static str> {
    let is_here = Platform::of(target.name()).is_some_and(Platform::is_here);
    if !is_here || !target.name().contains("-linux-") {
        return Err("that needs Linux, and a target that runs here");
    }
    let mut valgrind = Command::new("valgrind");
    let status = valgrind.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("`valgrind` is missing");
    }
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir"]).current_dir(workspace.root());
    let library = rustc.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let library = library.unwrap_or_default();
    let folder = Path::new(library.trim()).with_file_name("bin").join("gcc-ld");
    if folder.join("ld.lld").is_file() { Ok(folder) } else { Err("the toolchain has no `ld.lld`") }
}

/// The file with the order for a program. Its name depends on its content, so that cargo links again if that changes.
fn profile(workspace: &Workspace, target: &Triple, name: &str, program: &Path) -> Result<PathBuf> {
    workspace.build_linked(target, name, &["-Cstrip=none".to_owned()])?;
    let functions = bench::functions(workspace, name, program)?;
    let text = functions.join("\n") + "\n";
    let folder = workspace.target_dir()?.join("function-order");
    fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
    let hash = super::sha256(text.as_bytes());
    let path = folder.join(format!("{name}-{}.txt", hash.get(..16).unwrap_or_default()));
    files::write(&path, &text)?;
    output::line(format_args!("{name}: {} functions are ordered", functions.len()))?;
    Ok(path)
}
