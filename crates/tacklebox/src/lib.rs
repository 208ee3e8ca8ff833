//! All hooks in one program.
//!
//! `tacklebox run HOOK...` is the command of a host's settings: it reads one event and answers
//! with the hooks that are named, in an order that can be predicted (`docs/engine.md`). Called
//! by the name of a hook, it is that hook. Alone at a terminal it gives an overview; `status`, `log`,
//! `errors`, `order` and `explain` say more; `install` and its kin put hooks in and take them out. `tacklebox HOOK ...` is the hook's own program.

mod completions;
mod confine;
mod cost;
mod doctor;
mod errors;
mod explain;
mod foreign_hooks;
mod hooklint;
mod hooks;
mod install;
mod log;
mod new_hook;
mod offers;
mod overview;
mod pause;
mod policy;
mod preset;
mod quantity;
mod replay;
mod report;
mod run;
mod settings;
mod shadow_report;
mod status;
mod trial;
mod trust;

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Command, CommandFactory, Parser, Subcommand};
use hook_chain::Chain;
use hook_runtime::{Console, Ctx, Hook, nearest, with_common};

/// The name of the program.
const NAME: &str = "tacklebox";

/// All hooks in one program.
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = install::HELP)]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Answer the event on stdin with these hooks: the command of a host's settings
    Run {
        /// Marks an entry that the host does not wait for
        #[arg(long = "async")]
        is_async: bool,
        /// The agent host that runs this entry, as `install --host` writes it
        #[arg(long, value_name = "HOST")]
        host: Option<String>,
        /// The hooks, in any order
        #[arg(required = true, value_name = "HOOK")]
        hooks: Vec<String>,
    },
    /// Show what each hook would answer to a call, or to the event on stdin; stores nothing
    Explain(explain::Args),
    /// Show the state of each hook in this project
    Status(status::Args),
    /// Show errors and how to fix them; exit code 1 if there are any
    Errors(errors::Args),
    /// Show what the hooks did, from the log of calls
    Log(log::Args),
    /// Count the answers of all hooks
    Stats(log::CountArgs),
    /// Show what hooks cost in time and in the agent's context
    Cost(cost::Args),
    /// Show what hooks would have answered in past sessions; stores nothing
    Replay(replay::Args),
    /// Show what hooks in mode shadow or warn would have denied
    ShadowReport(shadow_report::Args),
    /// Write an HTML report of what the hooks did
    Report(report::Args),
    /// Pause a hook in this project for a while
    Pause(pause::Args),
    /// Resume a paused hook
    Resume {
        /// The hook, with or without `-hook`
        hook: String,
    },
    /// Play recorded sessions through the hooks in temporary projects; exit code 1 if an answer is not
    /// the expected one
    Try(trial::Args),
    /// Trust a project's configuration, as it is now, to start programs and write files
    Trust(trust::Args),
    /// Run a command that can write only what a session's plan, or `--write`, allows
    Confine(confine::Args),
    /// Write, sign, check and pull the policies of an organisation
    #[command(subcommand)]
    Policy(policy::Verb),
    /// Run any hook as a host would, and check its answers; exit code 1 if there are findings
    Hooklint(hooklint::Args),
    /// Write a repository for a hook of your own
    NewHook(new_hook::Args),
    /// Print shell completions, for the shell to source at its start
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// A hook's own commands: `tacklebox governance matrix` is `governance-hook matrix`
    #[command(external_subcommand)]
    Hook(Vec<OsString>),
}

/// All hooks that are built in, in the order in which they answer together.
pub fn all() -> Chain {
    Chain::new(hooks::all())
}

/// All that a person can type, that of each hook below the short form of its name.
pub fn command() -> Command {
    let hooks = hooks::all().filter_map(|hook| {
        let short = hook.name().strip_suffix("-hook").unwrap_or(hook.name());
        Some(hook.command()?.name(short).version(env!("CARGO_PKG_VERSION")))
    });
    // Those of the installer have a `--project` of their own.
    // A host's command has what it is called with, and nothing for people.
    let of_person = |verb: Command| if verb.get_name() == "run" { verb } else { with_common(verb) };
    let own = with_common(Cli::command().mut_subcommands(of_person));
    let own = own.mut_args(|option| option.global(false));
    own.subcommands(install::commands()).subcommands(hooks)
}

/// The program: by the name that it is called by, a hook or `tacklebox`.
pub fn main(args: Vec<OsString>) -> ExitCode {
    if let Some(hook) = args.first().and_then(|program| called(program)) {
        return hook_chain::main(hook(), args);
    }
    if let Some(hook) = args.first().and_then(|program| foreign(program)) {
        return hook_chain::main(hook, args);
    }
    #[cfg(unix)]
    if args.first().is_some_and(|program| is_shell(program)) {
        return ::confine::shell(&args);
    }
    let is_host = !std::io::stdin().is_terminal();
    match args.get(1) {
        // A host calls this many times a day, and needs no parser for it.
        Some(task) if task == "run" && is_host && !asks_for_help(&args) => {
            run::run(args.get(2..).unwrap_or_default())
        }
        // Claude Code 2.1.112 and others ignore `args` in settings.
        None if is_host => run::without_arguments(),
        _ => hook_chain::tools(&Ctx::of_process(NAME), args, task),
    }
}

/// Whether a person wants to read what `run` is for.
fn asks_for_help(args: &[OsString]) -> bool {
    args.get(2).is_some_and(|word| word == "--help" || word == "-h")
}

/// Whether the program is called by the name of the shell that holds plans.
#[cfg(unix)]
fn is_shell(program: &OsStr) -> bool {
    ::confine::SHELLS.iter().any(|shell| Path::new(program).ends_with(shell))
}

/// The hook by whose name the program is called, if it is one.
fn called(program: &OsStr) -> Option<fn() -> Hook> {
    let name = Path::new(program).file_stem()?.to_str()?;
    hooks::hook(name)
}

/// The hook outside this repository by whose name the program is called.
fn foreign(program: &OsStr) -> Option<Hook> {
    let name = Path::new(program).file_stem()?.to_str().filter(|name| *name != NAME)?;
    foreign_hooks::beside(&Ctx::of_process(NAME), name)
}

fn task(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    let args = of_help(args);
    if install::is_meant(&args) {
        return Ok(install::run(ctx, args, console));
    }
    let (cli, ctx) = match console.parse::<Cli>(ctx, args) {
        Ok(parsed) => parsed,
        Err(status) => return Ok(status),
    };
    let Some(task) = cli.task else { return Ok(overview::front(&ctx, console)) };
    match task {
        Task::Run { hooks, host, .. } => {
            let host = host.into_iter().flat_map(|host| ["--host".to_owned(), host]);
            Ok(run::run(&host.chain(hooks).map(OsString::from).collect::<Vec<_>>()))
        }
        Task::Explain(args) => explain::explain(&ctx, &args, console),
        Task::Status(args) => Ok(status::status(&ctx, &args, console)),
        Task::Errors(args) => errors::errors(&ctx, &args, console),
        Task::Log(args) => log::log(&ctx, &args, console),
        Task::Stats(args) => log::stats(&ctx, &args, console),
        Task::Cost(args) => cost::cost(&ctx, &args, console),
        Task::Report(args) => report::report(&ctx, &args, console),
        Task::Completions { shell } => completions::completions(shell, console),
        Task::Replay(args) => replay::replay(&ctx, &args, console),
        Task::ShadowReport(args) => shadow_report::report(&ctx, &args, console),
        Task::Pause(args) => pause::pause(&ctx, &args, console),
        Task::Resume { hook } => pause::resume(&ctx, &hook, console),
        Task::Try(args) => trial::trial(&ctx, &args, console),
        Task::Trust(args) => trust::trust(&ctx, &args, console),
        Task::Confine(args) => confine::confine(&ctx, &args),
        Task::Policy(verb) => policy::policy(&ctx, &verb, console),
        Task::Hooklint(args) => hooklint::hooklint(&ctx, &args, console),
        Task::NewHook(args) => new_hook::new_hook(&ctx, &args, console),
        Task::Hook(args) => of_hook(&ctx, args, console),
    }
}

/// `help install` and `help governance check` as `install --help` and `governance check --help`: the
/// commands of the installer and of hooks have their help by themselves.
fn of_help(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_help = args.get(1).is_some_and(|word| word == "help");
    let is_own = |word: &OsString| Cli::command().find_subcommand(word).is_some();
    if is_help && args.get(2).is_some_and(|word| !is_own(word)) {
        args.remove(1);
        args.push("--help".into());
    }
    args
}

/// Does what the program of a hook does with these arguments, the hook's name first, with or
/// without `-hook`.
fn of_hook(ctx: &Ctx, mut args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    let Some(word) = args.first_mut() else { bail!("no command given; see --help") };
    let name = word.to_string_lossy().into_owned();
    let Some(make) = hooks::hook(&name).or_else(|| hooks::hook(&format!("{name}-hook"))) else {
        let command = command();
        let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        match nearest(&name, known) {
            Some(meant) => {
                bail!("there is no command and no hook {name:?}; did you mean {meant:?}?")
            }
            None => bail!("there is no command and no hook {name:?}; see --help"),
        }
    };
    let hook = make();
    *word = OsString::from(hook.name());
    hook.run_tools(&hook.ctx_in(ctx), args, console)
}

/// The hooks of these names; the others are reported.
fn chosen(names: &[String], mut unknown: impl FnMut(&str)) -> Chain {
    let hook = |name: &String| {
        let made = hooks::hook(name).map(|make| make());
        let hook = made.or_else(|| foreign_hooks::beside(&Ctx::of_process(NAME), name));
        if hook.is_none() {
            unknown(name);
        }
        hook
    };
    Chain::new(names.iter().filter_map(hook))
}

#[cfg(test)]
mod tests;
