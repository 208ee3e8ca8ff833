//! `doctor`: whether each hook that is installed here protects. The work is that of the crate of this
//! name; what it has to know of hooks and of this person is gathered here.

use std::path::{Path, PathBuf};
use std::time::Duration;

use doctor::{About, Examination, Foreign, Given, HostVersion, Level, State, examine, mend};
use hook_chain::Settings;
use hook_installer::{Folders, InstallError, Offer, Report, Stopped, aligned};
use hook_runtime::{Ctx, ago};

use crate::hooks;

/// How long a client may take to say its version.
const MAX_VERSION: Duration = Duration::from_secs(5);

/// What a person may ask of `doctor`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of a command line")]
pub(crate) struct Args {
    /// The project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Read files alone, and run no command
    #[arg(long = "static")]
    is_static: bool,
    /// Have this client work once, too, in a copy of the project, with a model that is a script
    #[arg(long, value_name = "PATH", conflicts_with = "is_static")]
    client: Option<PathBuf>,
    /// Mend what is ours, then look again
    #[arg(long)]
    fix: bool,
    /// Run the hooks of others once, too, in a folder that is thrown away
    #[arg(long)]
    play_foreign: bool,
    /// The version of the client, in place of what `claude --version` says
    #[arg(long, value_name = "VERSION")]
    host_version: Option<HostVersion>,
    /// Take the programs out of this folder
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// Looks, mends where that is wanted, and returns what to print and the status.
///
/// # Errors
/// When the project is not there, and when something could not be mended.
pub(crate) fn doctor(
    ctx: &Ctx,
    args: &Args,
    offers: &[Offer],
    folders: Folders<'_>,
) -> Result<(String, u8), Stopped> {
    let project = project(ctx, args)?;
    let there = ctx.at(project.clone());
    let beside = ctx.program().and_then(|program| program.parent().map(Path::to_owned));
    let programs = args.programs.clone().or(beside);
    let given = Given {
        project: &project,
        folders: Folders { project: Some(&project), ..folders },
        offers,
        programs: programs.as_deref(),
        host: args.host_version.or_else(|| host_version(args.client.as_deref())),
        state: ctx.user_state(),
        config: ctx.user_config(),
        about: &|hook| about(&there, hook),
        level: match (&args.client, args.is_static) {
            (_, true) => Level::Static,
            (Some(_), false) => Level::Witnessed,
            (None, false) => Level::Played,
        },
        client: args.client.as_deref(),
        foreign: if args.play_foreign { Foreign::Played } else { Foreign::Named },
    };
    let mut examined = examine(&given);
    let mut told = String::new();
    if args.fix {
        let reports = mend(&given, &examined)?;
        told = reports.iter().filter(|report| report.changes()).map(Report::to_string).collect();
        examined = examine(&given);
    }
    let shown = if args.json { json(&examined) } else { format!("{told}{examined}") };
    Ok((shown, examined.exit_status()))
}

/// Each hook in a line: its name, whether it is installed here and protects as far as files tell,
/// what it is for.
pub(crate) fn list(ctx: &Ctx, project: &Path, offers: &[Offer], folders: Folders<'_>) -> String {
    let there = ctx.at(project.to_owned());
    let beside = ctx.program().and_then(|program| program.parent().map(Path::to_owned));
    let examined = examine(&Given {
        project,
        folders: Folders { project: Some(project), ..folders },
        offers,
        programs: beside.as_deref(),
        host: None,
        state: ctx.user_state(),
        config: ctx.user_config(),
        about: &|hook| about(&there, hook),
        level: Level::Static,
        client: None,
        foreign: Foreign::Named,
    });
    let row = |offer: &Offer| {
        let standing = examined.hooks.iter().find(|standing| standing.hook == offer.hook);
        let state = match standing {
            None => "not installed".to_owned(),
            Some(it) if it.state == State::Protecting => {
                format!("installed ({})", it.scopes.join(", "))
            }
            Some(it) => format!("NOT PROTECTING ({}): {}", it.scopes.join(", "), it.because),
        };
        vec![offer.hook.clone(), state, offer.description.clone()]
    };
    aligned(&offers.iter().map(row).collect::<Vec<_>>())
}

fn json(examined: &Examination) -> String {
    serde_json::to_string_pretty(examined).unwrap_or_default()
}

fn project(ctx: &Ctx, args: &Args) -> Result<PathBuf, InstallError> {
    let refused = |words: String| InstallError::Refused(words);
    match &args.project {
        Some(dir) if !dir.is_dir() => Err(refused(format!("there is no folder {}", dir.display()))),
        Some(dir) => std::path::absolute(dir).map_err(|err| refused(err.to_string())),
        None => {
            let found = ctx.project().map(|project| project.path().to_owned());
            found.ok_or_else(|| {
                refused("there is no project here; name one with --project".to_owned())
            })
        }
    }
}

/// What the client says of itself, or the one on the path.
fn host_version(client: Option<&Path>) -> Option<HostVersion> {
    let is_script = client.and_then(Path::extension).is_some_and(|it| it == "js");
    let client = client.map_or("claude".to_owned(), |client| client.display().to_string());
    let words = is_script.then(|| "node".to_owned()).into_iter();
    let words: Vec<String> = words.chain([client, "--version".to_owned()]).collect();
    timed_command::output(&words, None, MAX_VERSION).ok()?.parse().ok()
}

fn about(ctx: &Ctx, hook: &str) -> About {
    let settings = Settings::load(ctx).unwrap_or_default();
    let asked = ctx.state().and_then(|state| hook_chain::last_asked(state, hook));
    let since = asked.map(|time| ctx.now().duration_since(time).unwrap_or_default());
    About {
        deadline: hooks::hook(hook).map_or(Duration::ZERO, |make| make().limit()),
        mode: settings.mode(hook).to_string(),
        last: since.map(|since| format!("{} ago", ago(since))),
    }
}
