//! Where a step runs: in the folder of its tool's package, with the programs of the packages that
//! the file lies in.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use hook_runtime::Ctx;

use crate::gather::placeholder;
use crate::gather::target::Target;
use crate::policy::Step;

/// What a step says that runs in the project's root, whatever its tool is.
pub(crate) const PROJECT: &str = "project";

/// What packages of a kind have in common.
struct Kind {
    /// The file in the folder in which one begins.
    marker: &'static str,
    /// The folder of the programs that are installed into it; empty where there is none.
    bin: &'static str,
    /// Tools that work on the package around the current folder, wherever they are installed.
    tools: &'static [&'static str],
}

/// Sources: `npm prefix` and `npm exec` of npm's documentation; the specification of
/// `pyproject.toml` and the layout of projects in uv's documentation; `--manifest-path` in the
/// Cargo Book; "Module-aware commands" in the Go Modules Reference.
const KINDS: [Kind; 4] = [
    Kind {
        marker: "package.json",
        bin: "node_modules/.bin",
        tools: &["npm", "npx", "pnpm", "yarn", "bun", "bunx"],
    },
    Kind {
        marker: "pyproject.toml",
        bin: ".venv/bin",
        tools: &["uv", "uvx", "poetry", "ruff", "black", "isort", "mypy", "flake8", "pylint"],
    },
    Kind { marker: "Cargo.toml", bin: "", tools: &["cargo", "rustfmt"] },
    Kind { marker: "go.mod", bin: "", tools: &["go", "gofmt", "goimports", "golangci-lint"] },
];

/// Where a step runs for a file, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The folder in which it runs, the project's root or one below it.
    pub(crate) dir: PathBuf,
    /// Its program: absolute where that is one of the project.
    pub(crate) program: String,
    /// The `PATH` with the programs of the packages first, where they have some.
    pub(crate) path: Option<OsString>,
}

impl Place {
    /// That of a step for a file.
    pub(crate) fn of(ctx: &Ctx, step: &Step, target: &Target) -> Self {
        let folders: Vec<&Path> =
            target.dir().ancestors().take_while(|it| it.starts_with(target.root())).collect();
        let bins: Vec<PathBuf> = folders.iter().flat_map(|folder| bins(folder)).collect();
        let word =
            step.run.first().map_or_else(String::new, |word| placeholder::word(word, target));
        let found = if word.contains('/') {
            // A program with a path is one of the project.
            let from_root = || target.root().join(&word);
            let near = folders.iter().map(|folder| folder.join(&word));
            Some(near.into_iter().find(|it| it.is_file()).unwrap_or_else(from_root))
        } else {
            bins.iter().map(|bin| bin.join(&word)).find(|it| is_program(it))
        };
        let program = found.as_deref().unwrap_or(Path::new(&word));
        let marker = match step.root.as_str() {
            "" => marker_of(program),
            PROJECT => None,
            named => Some(named),
        };
        let has_marker = |folder: &&&Path| marker.is_some_and(|it| folder.join(it).is_file());
        let dir = folders.iter().find(has_marker).copied().unwrap_or(target.root());
        let program = program.to_string_lossy().into_owned();
        Self { dir: dir.to_owned(), program, path: path(ctx, bins) }
    }
}

/// The folders of programs that a folder has.
pub(crate) fn bins(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let bins = KINDS.iter().map(|kind| kind.bin).filter(|bin| !bin.is_empty());
    bins.map(|bin| folder.join(bin)).filter(|bin| bin.is_dir())
}

/// Whether a file may be run.
pub(crate) fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    metadata.is_file() && may_run
}

/// The marker of the packages that a program works on.
fn marker_of(program: &Path) -> Option<&'static str> {
    let folder = program.parent().unwrap_or(Path::new(""));
    let name = program.file_name().and_then(OsStr::to_str)?;
    let is_of = |kind: &&Kind| {
        !kind.bin.is_empty() && folder.ends_with(kind.bin) || kind.tools.contains(&name)
    };
    KINDS.iter().find(is_of).map(|kind| kind.marker)
}

/// The `PATH` with these folders first; `None` where there are none.
fn path(ctx: &Ctx, bins: Vec<PathBuf>) -> Option<OsString> {
    if bins.is_empty() {
        return None;
    }
    let usual = ctx.env("PATH").unwrap_or_default();
    env::join_paths(bins.into_iter().chain(env::split_paths(&usual))).ok()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use project_paths::{ProjectRoot, RealPaths};

    use super::*;

    /// In which folder a step runs for `packages/web/src/a.py`, and which program.
    #[track_caller]
    fn check(files: &[&str], run: &str, root: &str, expected: (&str, &str)) {
        let folder = tempfile::tempdir().unwrap();
        for file in files.iter().chain(&["packages/web/src/a.py"]) {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            hook_state::replace(&path, b"x").unwrap();
            #[cfg(unix)]
            std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
                .unwrap();
        }
        let project = ProjectRoot::at(folder.path());
        let target =
            Target::find_by(&RealPaths::default(), &project, None, "packages/web/src/a.py")
                .unwrap();
        let ctx = Ctx::new("h", Environment::Fixed([].into()), SystemTime::UNIX_EPOCH, None);
        let step = Step::running(run, root);
        let place = Place::of(&ctx, &step, &target);
        let root = target.root().to_str().unwrap();
        let dir = place.dir.to_str().unwrap().replace(root, "/p");
        assert_eq!((&*dir, &*place.program.replace(root, "/p")), expected, "{run} {root}");
    }

    #[test]
    fn a_tool_runs_in_its_nearest_package() {
        let both = ["package.json", "packages/web/package.json", "packages/pyproject.toml"];
        check(&both, "npx", "", ("/p/packages/web", "npx"));
        check(&both, "ruff", "", ("/p/packages", "ruff"));
        check(&both, "cargo", "", ("/p", "cargo"));
        // Nobody knows what a shell works on.
        check(&both, "sh", "", ("/p", "sh"));
        check(&both, "sh", "package.json", ("/p/packages/web", "sh"));
        check(&both, "sh", "turbo.json", ("/p", "sh"));
        check(&both, "ruff", PROJECT, ("/p", "ruff"));
    }

    #[test]
    fn the_nearest_program_is_taken() {
        let near = "packages/web/node_modules/.bin/fmt";
        let far = "node_modules/.bin/fmt";
        let package = "packages/web/package.json";
        check(&[near, far, package], "fmt", "", ("/p/packages/web", &format!("/p/{near}")));
        check(&[far, package], "fmt", "", ("/p/packages/web", &format!("/p/{far}")));
        check(&[near, far, package], far, "", ("/p/packages/web", &format!("/p/{near}")));
        check(&[".venv/bin/fmt"], "fmt", "", ("/p", "/p/.venv/bin/fmt"));
        check(&["tools/fmt", package], "tools/fmt", "", ("/p", "/p/tools/fmt"));
        check(&[package], "{project}/fmt", "", ("/p", "/p/fmt"));
        check(&[package], "/bin/sh", "", ("/p", "/bin/sh"));
    }
}
