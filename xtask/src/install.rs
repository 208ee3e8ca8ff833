//! `cargo xtask install`: builds hooks, puts their programs where a settings file can name them,
//! and then names them there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use claude_settings::Fragment;

use crate::choice::Choice;
use crate::place::{Bin, Place, Scope, Target};
use crate::programs::{self, Program};
use crate::servers::Servers;
use crate::settings_file::Change;
use crate::{diff, settings_file};

/// What a person may ask of `install`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    target: Target,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Take the programs out of this folder rather than build them
    #[arg(long, value_name = "DIR", hide = true)]
    programs: Option<PathBuf>,
}

/// What Git is to ignore in a folder of programs: everything, this file too.
pub(crate) const IGNORE_ALL: &str = "*\n";

const TEAM_NOTE: &str = "\
note: this settings file is the team's, and now names programs that others do not have until they
      install them too. Claude Code runs on without them; other hosts that read the same file, as
      Copilot does, then deny every tool call. `--scope local` keeps the hooks to yourself.";

/// Fails before anything is written when the settings cannot be edited or a program not be built.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let place = args.target.place()?;
    let hooks = args.choice.hooks()?;
    let fragments = fragments(&place, &hooks)?;
    let servers = Servers::beside(&place, &hooks)?;
    let preview = settings_file::preview(&place.settings(), |text| with(text, &fragments))?;
    let server_preview = servers.preview(Servers::with)?;
    let names: Vec<String> = hooks.iter().cloned().chain(servers.names()).collect();
    if args.dry_run {
        print!("{}{server_preview}", diff::show(&place.settings(), &preview));
        for name in &names {
            println!("would put {}", place.program(name).display());
        }
        return Ok(());
    }
    let programs = match &args.programs {
        Some(dir) => prebuilt(dir, &names),
        None => programs::build(&names)?,
    };
    for path in put_programs(&place, &programs)? {
        println!("put {}", path.display());
    }
    let change = apply(&place, &fragments)?;
    print!("{}{}", diff::show(&place.settings(), &change), servers.apply(Servers::with)?);
    let commands = hooks.iter().map(|hook| place.command(hook)).collect::<Result<Vec<_>, _>>()?;
    place.tell_namesakes(&commands)?;
    if place.scope == Scope::Project && !change.is_none() {
        println!("\n{TEAM_NOTE}");
    }
    servers.tell();
    Ok(())
}

/// Installs hooks into the settings of `project`, without a word and without servers, which only
/// a real host starts.
pub(crate) fn install(project: &Path, hooks: &[String]) -> anyhow::Result<()> {
    let place = Place::of(Scope::Project, project);
    let fragments = fragments(&place, hooks)?;
    put_programs(&place, &programs::build(hooks)?)?;
    apply(&place, &fragments)?;
    Ok(())
}

fn apply(place: &Place, fragments: &[Fragment]) -> anyhow::Result<Change> {
    settings_file::apply(&place.settings(), &place.backups(), |text| with(text, fragments))
}

fn fragments(place: &Place, hooks: &[String]) -> anyhow::Result<Vec<Fragment>> {
    hooks.iter().map(|hook| place.fragment(hook)).collect()
}

fn with(text: Option<&str>, fragments: &[Fragment]) -> anyhow::Result<Option<String>> {
    Ok(Some(claude_settings::install(text, fragments)?))
}

fn prebuilt(dir: &Path, hooks: &[String]) -> Vec<Program> {
    let program =
        |hook: &String| Program { name: hook.clone(), path: dir.join(programs::file_name(hook)) };
    hooks.iter().map(program).collect()
}

/// The programs that are new there, or other than they were.
fn put_programs(place: &Place, programs: &[Program]) -> anyhow::Result<Vec<PathBuf>> {
    let dir = place.bin.path();
    fs::create_dir_all(dir).with_context(|| format!("could not make {}", dir.display()))?;
    if let Bin::Beside(dir) = &place.bin {
        ignore_all(dir).with_context(|| format!("could not write in {}", dir.display()))?;
    }
    let mut changed = Vec::new();
    for program in programs {
        let target = place.program(&program.name);
        let is_new = put(&program.path, &target).with_context(|| {
            format!("could not copy {} to {}", program.path.display(), target.display())
        })?;
        if is_new {
            changed.push(target);
        }
    }
    Ok(changed)
}

fn ignore_all(dir: &Path) -> io::Result<()> {
    let path = dir.join(".gitignore");
    if path.exists() { Ok(()) } else { File::create(path)?.write_all(IGNORE_ALL.as_bytes()) }
}

/// Copies a program to `target`, in one step: a hook that is running goes on with the old one,
/// and none is ever started half written. `false` where they are the same, and nothing is done.
fn put(program: &Path, target: &Path) -> anyhow::Result<bool> {
    let content = fs::read(program)?;
    if fs::read(target).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    if target.is_dir() {
        bail!("there is a folder of that name");
    }
    let dir = target.parent().context("it has no folder")?;
    let mut new = tempfile::Builder::new().prefix(".tacklebox-").tempfile_in(dir)?;
    new.write_all(&content)?;
    new.as_file().set_permissions(fs::metadata(program)?.permissions())?;
    new.as_file().sync_all()?;
    new.persist(target)?;
    Ok(true)
}
