//! `cargo xtask uninstall`: takes out what `install` put in, and nothing else.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;
use claude_settings::HookCommand;

use crate::choice::Choice;
use crate::install::IGNORE_ALL;
use crate::place::{Bin, Place, Target};
use crate::servers::Servers;
use crate::{diff, settings_file};

/// What a person may ask of `uninstall`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    target: Target,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Fails before anything is written when the settings cannot be edited. The settings come first:
/// they must not name a program that is gone.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let place = args.target.place()?;
    let hooks = args.choice.hooks()?;
    let commands: Vec<_> =
        hooks.iter().map(|hook| place.command(hook)).collect::<Result<_, _>>()?;
    let servers = Servers::beside(&place, &hooks)?;
    let server_preview = servers.preview(Servers::without)?;
    let settings = place.settings();
    let edit = |text: Option<&str>| without(text, &commands);
    let (change, server_change) = if args.dry_run {
        (settings_file::preview(&settings, edit)?, server_preview)
    } else {
        let change = settings_file::apply(&settings, &place.backups(), edit)?;
        (change, servers.apply(Servers::without)?)
    };
    print!("{}{server_change}", diff::show(&settings, &change));
    place.tell_namesakes(&commands)?;
    for command in &commands {
        let reason = reason_to_stay(&place, command)?;
        remove_program(&place.program(command.hook()), reason.as_deref(), args.dry_run)?;
        if let Some(server) = servers.of(command.hook()) {
            let reason = match reason {
                None => servers.reason_to_stay(server)?,
                reason => reason,
            };
            remove_program(&place.program(server.name()), reason.as_deref(), args.dry_run)?;
        }
    }
    if let (Bin::Beside(dir), false) = (&place.bin, args.dry_run) {
        remove_folder(dir).with_context(|| format!("could not tidy up {}", dir.display()))?;
    }
    Ok(())
}

fn without(text: Option<&str>, commands: &[HookCommand]) -> anyhow::Result<Option<String>> {
    Ok(text.map(|text| claude_settings::uninstall(text, commands)).transpose()?.flatten())
}

fn remove_program(program: &Path, reason: Option<&str>, dry_run: bool) -> anyhow::Result<()> {
    if !program.is_file() {
        return Ok(());
    }
    let path = program.display();
    if let Some(reason) = reason {
        println!("{path} stays: {reason}");
    } else if dry_run {
        println!("would remove {path}");
    } else {
        fs::remove_file(program).with_context(|| format!("could not remove {path}"))?;
        println!("removed {path}");
    }
    Ok(())
}

fn reason_to_stay(place: &Place, command: &HookCommand) -> anyhow::Result<Option<String>> {
    if let Bin::Named(_) = place.bin {
        return Ok(Some("other settings may name it".to_owned()));
    }
    let Some(sibling) = place.sibling() else {
        return Ok(None);
    };
    let text = settings_file::read(&sibling)?.unwrap_or_default();
    let is_named = claude_settings::names(&text, command);
    Ok(is_named.then(|| format!("{} names it", sibling.display())))
}

/// Removes `.claude/hooks/bin` if nothing but our `.gitignore` is left in it, and the folders
/// above it that are then empty.
fn remove_folder(bin: &Path) -> anyhow::Result<()> {
    let ignore = bin.join(".gitignore");
    let is_ours = fs::read_to_string(&ignore).is_ok_and(|text| text == IGNORE_ALL);
    if is_ours && fs::read_dir(bin)?.count() == 1 {
        fs::remove_file(&ignore)?;
    }
    for dir in bin.ancestors().take(3) {
        match fs::remove_dir(dir) {
            Err(err) if err.kind() == ErrorKind::NotFound => {}
            Err(err) if err.kind() == ErrorKind::DirectoryNotEmpty => break,
            result => result?,
        }
    }
    Ok(())
}
