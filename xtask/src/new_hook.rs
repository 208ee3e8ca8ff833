//! `cargo xtask new-hook NAME`: a hook that does little and has all that a hook has, made of the
//! files in `xtask/new-hook`, and entered wherever hooks are entered.

mod documents;
mod name;
mod trial;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::error::ErrorKind;
use hook_installer::WrongCall;

use crate::output;
use crate::registration::Registration;
use crate::workspace::{MODEL, Workspace};
use name::Name;

/// What a hook is for where nobody says it.
const DEFAULT_ABOUT: &str = "Tells the agent what the project wants it to know";

/// What a person may ask of `new-hook`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name of the hook; `-hook` is added if it is missing
    #[arg(required_unless_present = "trial")]
    name: Option<String>,
    /// What it does, in a sentence without a full stop
    #[arg(long, value_name = "TEXT", default_value = DEFAULT_ABOUT)]
    about: String,
    /// Create one in a temporary copy, and run the checks of a change on it
    #[arg(long, conflicts_with = "name")]
    trial: bool,
}

/// Makes the hook. Fails before anything is written where there is one already.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    if args.trial {
        return trial::run(workspace);
    }
    let name = Name::new(args.name.as_deref().unwrap_or_default(), &args.about);
    let name = name.map_err(|message| WrongCall { kind: ErrorKind::InvalidValue, message })?;
    for path in make(workspace.root(), &name)? {
        output::line(path)?;
    }
    let hook = &name.hook;
    Ok(output::line(format_args!(
        "\n{hook} tells the agent what .tacklebox/{0}.yaml says. docs/internals/style.md explains its \
         modules.\nNext: its events in settings-templates/{hook}.json, its cases in \
         tests/golden/{hook}/, its code.\n`cargo test -p {hook}` and `cargo xtask tidy` say what is \
         missing; `cargo xtask weight --reason WHY` records how large it is.",
        name.short
    ))?)
}

/// Makes the hook in the workspace at `root`, and returns what was written.
fn make(root: &Path, name: &Name) -> anyhow::Result<Vec<String>> {
    let files = files(root, name)?;
    if let Some((path, _)) = files.iter().find(|(path, _)| root.join(path).exists()) {
        bail!("{path} already exists");
    }
    let mut written = Vec::new();
    for (path, text) in files {
        write(&root.join(&path), &text)?;
        written.push(path);
    }
    // From here on cargo knows it, and its registration says what the documents have to say.
    let workspace = Workspace::at(root)?;
    let registration = workspace.hooks().iter().find(|known| known.hook == name.hook);
    let registration = registration.context("the new hook is not registered")?;
    for (path, text) in entered(root, registration)? {
        write(&root.join(path), &text)?;
        written.push(path.to_owned());
    }
    Ok(written)
}

/// The files of the hook, with their paths in the workspace.
fn files(root: &Path, name: &Name) -> anyhow::Result<Vec<(String, String)>> {
    let model = root.join(MODEL);
    let mut paths = Vec::new();
    walk(&model, &mut paths)?;
    let file = |path: &PathBuf| {
        let text = fs::read_to_string(path)
            .with_context(|| format!("could not read {}", path.display()))?;
        let path = path.strip_prefix(&model)?.to_string_lossy();
        Ok((name.fill(&path), name.fill(&text)))
    };
    paths.iter().map(file).collect()
}

fn walk(dir: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for path in crate::files::listing(dir)? {
        if path.is_dir() {
            walk(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// The documents that name every hook, with this one in them.
fn entered(root: &Path, hook: &Registration) -> anyhow::Result<Vec<(&'static str, String)>> {
    let mut documents = Vec::new();
    for (path, enter) in documents::ALL {
        let text = fs::read_to_string(root.join(path))
            .with_context(|| format!("could not read {path}"))?;
        let text =
            enter(&text, hook).with_context(|| format!("{path} has no place for another hook"))?;
        documents.push((path, text));
    }
    Ok(documents)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let attempt = || format!("could not write {}", path.display());
    let dir = path.parent().unwrap_or(path);
    fs::create_dir_all(dir).with_context(attempt)?;
    let mut file = File::create(path).with_context(attempt)?;
    file.write_all(text.as_bytes()).with_context(attempt)
}
