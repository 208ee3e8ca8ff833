//! `install`, `uninstall`, `list` and `doctor`: the work is that of `hook-installer` and `doctor`, the
//! programs lie beside this one.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use hook_installer::{
    Caller, DONE, Folders, HostVersion, InstallArgs, InstallError, ListArgs, ManagedArgs, Offer,
    RollbackArgs, Stopped, UninstallArgs, folded, folded_rows, host_folders, is_walled,
    managed_folder, menu,
};
use hook_runtime::{Console, Ctx, columns, with_schemas};

use crate::offers::offers;
use crate::settings::host_folder;
use crate::{NAME, doctor, foreign_hooks, preset};

/// The verbs of this module, for the help of the program.
pub(crate) const HELP: &str = "Installing:\n  \
    install    Put hooks into the settings of a project, or into your own\n  \
    uninstall  Remove hooks from the settings\n  \
    update     Replace the installed programs by newer ones\n  \
    rollback   Restore an earlier version of the settings\n  \
    list       Show which hooks there are, and where they are installed\n  \
    managed    Write what an administrator deploys\n  \
    doctor     Check whether each hook that is installed here protects";

#[derive(Debug, Parser)]
#[command(name = NAME)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Add hooks to the settings of a project, or to your own
    Install(InstallArgs),
    /// Remove hooks from the settings of a project, or from your own
    Uninstall(UninstallArgs),
    /// Replace installed programs by this version, in every scope
    Update(doctor::UpdateArgs),
    /// Restore the settings from before the last change, or the Nth-last
    Rollback(RollbackArgs),
    /// List the hooks, and where they are installed
    List(ListArgs),
    /// Write what an administrator deploys: managed settings, programs with checksums, and a page
    Managed(ManagedArgs),
    /// Check whether each installed hook protects; exit code 1 if one does not
    Doctor(doctor::Args),
}

/// The verbs, for the manual and for completions.
pub(crate) fn commands() -> Vec<clap::Command> {
    with_schemas(Cli::command()).get_subcommands().cloned().collect()
}

/// Whether the arguments, the program's name first, begin with a verb of this module.
pub(crate) fn is_meant(args: &[OsString]) -> bool {
    args.get(1).is_some_and(|verb| Cli::command().find_subcommand(verb).is_some())
}

/// Does what the verb says. The status is that of the installer; what went wrong has been said.
pub(crate) fn run(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> ExitCode {
    let mut command = with_schemas(Cli::command());
    let matches = command.try_get_matches_from_mut(args);
    let mut verb = match matches.and_then(|mut it| Cli::from_arg_matches_mut(&mut it)) {
        Ok(cli) => cli.verb,
        Err(err) => return misused(&err, console),
    };
    let status = match perform(ctx, &mut verb, console) {
        Ok(status) => status,
        Err(stopped) => failed(&stopped, &verb, console),
    };
    // What was done is done, also where nobody can be told.
    match console.flush() {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            console.error_line(format!("{NAME}: could not write to stdout: {err}"));
            ExitCode::from(status.max(hook_installer::REFUSED))
        }
        _ => ExitCode::from(status),
    }
}

/// What is a table or a sentence, folded where it is wider than the terminal. What is JSON or a
/// diff stays as it is.
fn for_terminal(ctx: &Ctx, verb: &Verb, told: String) -> String {
    let is_told = match verb {
        Verb::List(args) => !args.json,
        Verb::Doctor(args) => !args.is_json(),
        _ => false,
    };
    match (columns(ctx).filter(|_| is_told), verb) {
        (Some(columns), Verb::List(_)) => folded_rows(&told, columns),
        (Some(columns), _) => folded(&told, columns),
        (None, _) => told,
    }
}

/// Does it and prints what was done; the status is returned.
fn perform(ctx: &Ctx, verb: &mut Verb, console: &mut Console) -> Result<u8, Stopped> {
    let (home, mut offers) = (ctx.home(), offers());
    let there = named_project(verb).map(|dir| ctx.at(dir));
    offers.extend(foreign_hooks::offers(there.as_ref().unwrap_or(ctx)));
    if let Verb::Install(args) = verb {
        let is_allowed = args.allow;
        let ask = |words: &str| if is_allowed { Some(true) } else { confirm(words) };
        foreign_hooks::choose(args, &mut offers, ask)?;
    }
    let config = host_folder(ctx);
    let hosts = host_folders(|name| ctx.env(name).map(PathBuf::from));
    let path = ctx.env("PATH");
    let folders = Folders {
        home: home.as_deref(),
        config: config.as_deref(),
        managed: Some(managed_folder()),
        project: ctx.project().map(|project| project.path()),
        hosts: &hosts,
        own: ctx.user_config(),
        path: path.as_deref().map(OsStr::new),
    };
    let program = ctx.program();
    let caller = Caller {
        offers: &offers,
        folders,
        programs: program.as_deref().and_then(Path::parent),
        ask: &|known| ask(ctx, known),
        confirm: &confirm,
        host: &HostVersion::asked,
        is_closed: &|project, hook| match project {
            Some(project) => doctor::is_closed(&ctx.at(project.to_owned()), hook),
            None => doctor::is_closed(ctx, hook),
        },
        columns: columns(ctx),
        is_walled: &|project, hook| is_walled(hook, project, ctx.user_config()),
        variable: &|name| ctx.env(name).map(OsString::from),
        recorded: &foreign_hooks::recorded,
        is_configured: &|project, hook| {
            project.is_some_and(|it| ::doctor::is_configured(hook, it, ctx.user_config()))
        },
    };
    let (told, status) = match verb {
        Verb::Install(args) => {
            preset::install(ctx, &caller, args, console)?;
            return Ok(DONE);
        }
        Verb::Uninstall(args) => {
            preset::uninstall(ctx, &caller, args, console)?;
            return Ok(DONE);
        }
        Verb::Update(args) => (doctor::update(ctx, args, &offers, folders)?, DONE),
        Verb::Rollback(args) => (hook_installer::rollback(&caller, args)?, DONE),
        Verb::List(args) => (doctor::list(ctx, args, &offers, folders)?, DONE),
        Verb::Managed(args) => (hook_installer::managed(&caller, args)?, DONE),
        Verb::Doctor(args) => doctor::doctor(ctx, args, &offers, folders)?,
    };
    for_terminal(ctx, verb, told).lines().for_each(|line| console.line(line));
    Ok(status)
}

/// The project that a person named.
fn named_project(verb: &Verb) -> Option<PathBuf> {
    let none = Folders::default();
    let named = match verb {
        Verb::Install(args) => args.place.project(&none),
        Verb::Uninstall(args) => args.place.project(&none),
        Verb::Rollback(args) => args.place.project(&none),
        Verb::Update(args) => args.project.clone(),
        Verb::List(args) => args.project.clone(),
        Verb::Doctor(args) => args.project.clone(),
        Verb::Managed(_) => None,
    };
    named.and_then(|dir| std::path::absolute(dir).ok())
}

/// The words by which a person at a terminal chooses.
fn ask(ctx: &Ctx, known: &[Offer]) -> Option<Vec<String>> {
    let shown = menu(known, columns(ctx).unwrap_or(preset::DEFAULT_COLUMNS));
    let answer = preset::asked(&format!("{shown}Which ones (such as `1 3`, all, or q)? "))?;
    Some(hook_installer::answered(&answer))
}

/// Whether a person at a terminal wants what these words say.
fn confirm(words: &str) -> Option<bool> {
    let answer = preset::asked(&format!("{words}Continue? [y/N] "))?;
    Some(matches!(&*answer, "y" | "yes"))
}

/// A wrong call, or help that was asked for.
fn misused(err: &clap::Error, console: &mut Console) -> ExitCode {
    let words = err.render().to_string();
    if err.use_stderr() {
        console.error_line(words.trim_end());
        return ExitCode::from(hook_installer::MISUSED);
    }
    console.line(words.trim_end());
    ExitCode::SUCCESS
}

fn failed(stopped: &Stopped, verb: &Verb, console: &mut Console) -> u8 {
    let why = &*stopped.why;
    if let InstallError::WrongCall(wrong) = why {
        let mut command = Cli::command();
        command.build();
        let name = match verb {
            Verb::Install(_) => "install",
            Verb::Uninstall(_) => "uninstall",
            Verb::Rollback(_) => "rollback",
            Verb::Update(_) => "update",
            Verb::List(_) => "list",
            Verb::Managed(_) => "managed",
            Verb::Doctor(_) => "doctor",
        };
        if let Some(command) = command.find_subcommand_mut(name) {
            let words = command.error(wrong.kind, &wrong.message).to_string();
            console.error_line(words.trim_end());
        }
        return why.exit_status();
    }
    stopped.done.to_string().lines().for_each(|line| console.line(line));
    if matches!(why, InstallError::Declined) {
        console.line(why.to_string());
        return why.exit_status();
    }
    let cause = std::error::Error::source(why).map(|cause| format!(": {cause}"));
    console.error_line(format!("{NAME}: {why}{}", cause.unwrap_or_default()));
    why.exit_status()
}
