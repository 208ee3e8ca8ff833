//! `doctor`: whether each installed hook protects. The crate `doctor` does the work; this module gathers
//! what it has to know.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use doctor::{About, Examination, Given, HostVersion, Level, Mistake, examine, repair};
use hook_chain::Settings;
use hook_chain::people::{calls_of, spoken, text};
use hook_installer::{Folders, InstallError, ListArgs, Offer, Report, Stopped, managed_folder};
use hook_protocol::{Decision, Event};
use hook_runtime::{Ctx, Hook, RanOut, ago};
use humantime::parse_rfc3339;
use serde_json::Value;

use crate::foreign_hooks;
use crate::hooks;
use crate::offers::offers;
use crate::policy::policy_problems;
use crate::settings::host_folder;

/// How long a look at what a hook keeps may take.
const MAX_KEPT: Duration = Duration::from_secs(20);

/// What a person may ask of `doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print one JSON document (schema: docs/schemas/doctor.schema.json)
    #[arg(long)]
    json: bool,
    /// Only read files; run no command
    #[arg(long = "static")]
    is_static: bool,
    /// Fix what is ours, then check again
    #[arg(long)]
    fix: bool,
    /// The client's version [default: what `claude --version` says]
    #[arg(long, value_name = "VERSION")]
    host_version: Option<HostVersion>,
    /// The folder with the programs [default: beside tacklebox]
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Args {
    /// Whether it is a program that reads.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }
}

/// Examines, fixes on request, and returns what to print and the exit code.
///
/// # Errors
/// When the project is not there, and when something could not be fixed.
pub(crate) fn doctor(
    ctx: &Ctx,
    args: &Args,
    offers: &[Offer],
    folders: Folders<'_>,
) -> Result<(String, u8), Stopped> {
    let project = project(ctx, args.project.as_deref())?;
    let there = ctx.at(project.clone());
    let beside = ctx.program().and_then(|program| program.parent().map(Path::to_owned));
    let programs = args.programs.clone().or(beside);
    let policy = policy_problems(&there);
    let given = Given {
        project: &project,
        folders: Folders { project: Some(&project), ..folders },
        offers,
        programs: programs.as_deref(),
        host: args.host_version.or_else(HostVersion::asked),
        state: ctx.user_state(),
        config: ctx.user_config(),
        policy: &policy,
        about: &|hook| about(&there, hook),
        kept: &|hook| kept(ctx, &project, hook),
        lint: &|hook| lint(&there, hook),
        level: if args.is_static { Level::Static } else { Level::Played },
    };
    let mut examined = examine(&given);
    let mut told = String::new();
    if args.fix {
        let reports = repair(&given, &examined)?;
        told = reports.iter().filter(|report| report.changes()).map(Report::to_string).collect();
        examined = examine(&given);
    }
    let shown = if args.json { json(&examined) } else { format!("{told}{examined}") };
    Ok((shown, examined.exit_status()))
}

/// What a person may ask of `update`.
#[derive(Debug, clap::Args)]
pub(crate) struct UpdateArgs {
    /// The project
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Show what would be replaced, without replacing it
    #[arg(long)]
    dry_run: bool,
    /// The client's version [default: what `claude --version` says]
    #[arg(long, value_name = "VERSION")]
    host_version: Option<HostVersion>,
    /// The folder with the programs [default: beside tacklebox]
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// Replaces programs that are not of this version, and says which.
///
/// # Errors
/// When a program of this version does not answer, and when one could not be put.
pub(crate) fn update(
    ctx: &Ctx,
    args: &UpdateArgs,
    offers: &[Offer],
    folders: Folders<'_>,
) -> Result<String, Stopped> {
    let project = project(ctx, args.project.as_deref())?;
    let host = args.host_version.or_else(HostVersion::asked);
    let programs = args.programs.as_deref();
    let looked = Looked { project: &project, programs, host, offers, folders };
    with(ctx, &looked, |given| {
        let updates = doctor::update::updates(given)?;
        let line = |update: &doctor::update::Update| {
            let version = |it: &Option<String>| it.clone().unwrap_or_else(|| "unknown".to_owned());
            let (from, to) = (version(&update.from), version(&update.to));
            format!("{}: {from}, now {to}\n", update.program.display())
        };
        let left = doctor::update::left_alone(given);
        let note = |program: &PathBuf| {
            format!("note: {} is not a Tacklebox program and was not changed\n", program.display())
        };
        let missing = doctor::update::missing(given);
        let absent = |program: &PathBuf| {
            format!(
                "note: {} does not exist; `tacklebox doctor --fix` restores it\n",
                program.display()
            )
        };
        let notes = left.iter().map(note).chain(missing.iter().map(absent));
        let mut told: String = updates.iter().map(line).chain(notes).collect();
        if told.is_empty() {
            "All programs are up to date.\n".clone_into(&mut told);
        }
        if args.dry_run {
            return Ok(told);
        }
        let reports = doctor::update::carry_out(given)?;
        Ok(reports.iter().map(Report::to_string).chain([told]).collect())
    })
}

/// Each hook in a line for each scope that has it.
///
/// # Errors
/// When the project is not there.
pub(crate) fn list(
    ctx: &Ctx,
    args: &ListArgs,
    offers: &[Offer],
    folders: Folders<'_>,
) -> Result<String, InstallError> {
    let known = args.project.is_some() || ctx.project().is_some();
    let project = match (known, folders.home) {
        // Outside of any project there is what is installed for the person.
        (false, Some(home)) => home.to_owned(),
        _ => project(ctx, args.project.as_deref())?,
    };
    let looked = Looked { project: &project, programs: None, host: None, offers, folders };
    let listing = with(ctx, &looked, doctor::list);
    Ok(if args.json {
        serde_json::to_string_pretty(&listing).unwrap_or_default()
    } else {
        listing.to_string()
    })
}

/// The hooks that settings name here, and none of whose programs can be started.
pub(crate) fn unstartable(ctx: &Ctx) -> BTreeSet<String> {
    let (home, config, mut offers) = (ctx.home(), host_folder(ctx), offers());
    offers.extend(foreign_hooks::offers(ctx));
    let folders = Folders {
        home: home.as_deref(),
        config: config.as_deref(),
        managed: Some(managed_folder()),
        ..Folders::default()
    };
    let project = ctx.project().map(|project| project.path()).or(home.as_deref());
    let Some(project) = project else { return BTreeSet::new() };
    let looked = Looked { project, programs: None, host: None, offers: &offers, folders };
    with(ctx, &looked, doctor::unstartable)
}

/// What is looked at without being played.
struct Looked<'a> {
    project: &'a Path,
    programs: Option<&'a Path>,
    /// The client that runs here, where it matters.
    host: Option<HostVersion>,
    offers: &'a [Offer],
    folders: Folders<'a>,
}

fn with<T>(ctx: &Ctx, looked: &Looked<'_>, then: impl FnOnce(&Given<'_>) -> T) -> T {
    let there = ctx.at(looked.project.to_owned());
    let beside = ctx.program().and_then(|program| program.parent().map(Path::to_owned));
    then(&Given {
        project: looked.project,
        folders: Folders { project: Some(looked.project), ..looked.folders },
        offers: looked.offers,
        programs: looked.programs.or(beside.as_deref()),
        host: looked.host,
        state: ctx.user_state(),
        config: ctx.user_config(),
        policy: &[],
        about: &|hook| about(&there, hook),
        kept: &|_hook| None,
        lint: &|_hook| Vec::new(),
        level: Level::Static,
    })
}

fn json(examined: &Examination) -> String {
    serde_json::to_string_pretty(examined).unwrap_or_default()
}

fn project(ctx: &Ctx, named: Option<&Path>) -> Result<PathBuf, InstallError> {
    let refused = |words: String| InstallError::Refused(words);
    match named {
        Some(dir) if !dir.is_dir() => Err(refused(format!("there is no folder {}", dir.display()))),
        Some(dir) => std::path::absolute(dir).map_err(|err| refused(err.to_string())),
        None => {
            let found = ctx.project().map(|project| project.path().to_owned());
            found.ok_or_else(|| refused("there is no project here; use --project".to_owned()))
        }
    }
}

/// Whether a failure of a hook is a denial here.
pub(crate) fn is_closed(ctx: &Ctx, hook: &str) -> bool {
    let event = br#"{"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{}}"#;
    let (Ok(event), Some(hook)) = (Event::parse(event), foreign_hooks::made(ctx, hook)) else {
        return false;
    };
    let outcome = hook.overdue(&hook.ctx_in(ctx), &event, RanOut::Time);
    matches!(outcome.answer.decision, Decision::Deny(_))
}

fn about(ctx: &Ctx, hook: &str) -> About {
    let settings = Settings::load(ctx).unwrap_or_default();
    let asked = ctx.state().and_then(|state| hook_chain::last_asked(state, hook));
    let made = foreign_hooks::made(ctx, hook);
    let pause = hook_chain::paused(ctx).into_iter().find(|pause| pause.hook == hook);
    About {
        deadline: made.as_ref().map_or(Duration::ZERO, Hook::limit),
        mode: settings.mode(hook).to_string(),
        paused_until: pause.map(|pause| ctx.local_text(&pause.until)),
        is_closed: is_closed(ctx, hook),
        asked,
        overruled: overruled(ctx, hook),
        last: asked.map(|asked| last(ctx, hook, asked)),
    }
}

/// When a hook was asked last, and about what, where it said something then.
fn last(ctx: &Ctx, hook: &str, asked: SystemTime) -> String {
    let since = format!("{} ago", ago(ctx.now().duration_since(asked).unwrap_or_default()));
    let said = newest(ctx, |call| spoken(call).any(|one| text(one, "hook") == hook));
    let is_last = |call: &Value| {
        let at = parse_rfc3339(text(call, "ts"));
        at.is_ok_and(|at| at + Duration::from_secs(60) >= asked)
    };
    let Some(call) = said.filter(is_last) else { return since };
    let took = spoken(&call).find(|one| text(one, "hook") == hook).and_then(|one| one.get("us"));
    let took = took.and_then(Value::as_f64).map(|us| format!(", {:.1} ms", us / 1000.0));
    let on = format!("{since} on {} {}", text(&call, "event"), text(&call, "tool_name"));
    format!("{}{}", on.trim_end(), took.unwrap_or_default())
}

/// A call that a hook denied within a day, and that has run.
fn overruled(ctx: &Ctx, hook: &str) -> Option<String> {
    let denied = |call: &Value| spoken(call).any(|one| text(one, "hook") == hook);
    let ran = newest(ctx, |call| call.get("denied_but_ran") == Some(&Value::Bool(true)))?;
    let id = text(&ran, "tool_use_id").to_owned();
    let at = parse_rfc3339(text(&ran, "ts")).ok()?;
    let is_its = newest(ctx, |call| {
        text(call, "tool_use_id") == id && text(call, "verdict") == "deny" && denied(call)
    });
    let age = ctx.now().duration_since(at).unwrap_or_default();
    let is_new = age < Duration::from_secs(24 * 3600);
    is_its
        .filter(|_| is_new)
        .map(|_| format!("{} {}, {} ago", text(&ran, "tool_name"), text(&ran, "tried"), ago(age)))
}

/// The newest line of the account that is meant.
fn newest(ctx: &Ctx, is_meant: impl Fn(&Value) -> bool) -> Option<Value> {
    calls_of(ctx).ok()?.filter(is_meant).last()
}

/// The mistakes that the `lint` of a hook names.
fn lint(ctx: &Ctx, hook: &str) -> Vec<Mistake> {
    let printed = hooks::printed(ctx, hook, &["lint", "--json"]).unwrap_or_default();
    let document: Value = serde_json::from_str(&printed).unwrap_or_default();
    let mistakes = document.get("mistakes").and_then(Value::as_array).into_iter().flatten();
    let mistake = |it: &Value| Mistake {
        file: it.get("file").and_then(Value::as_str).map(PathBuf::from),
        line: it.get("line").and_then(Value::as_u64).and_then(|line| line.try_into().ok()),
        message: match (text(it, "key"), text(it, "message")) {
            ("", message) => message.to_owned(),
            (key, message) => format!("{key}: {message}"),
        },
    };
    mistakes.map(mistake).collect()
}

/// What a hook's own program says is wrong with what the hook keeps.
fn kept(ctx: &Ctx, project: &Path, hook: &str) -> Option<String> {
    let verb = match hook {
        "agent-trace-hook" => ["agent-trace", "verify"],
        "file-context-hook" => ["file-context", "status"],
        _ => return None,
    };
    let program = ctx.program()?.display().to_string();
    let project = project.display().to_string();
    let words = [program.as_str(), verb[0], verb[1], "--project", &project];
    let words = words.map(str::to_owned).to_vec();
    let run = timed_command::Program { words, dir: None, path: None, limit: MAX_KEPT, keep: 4096 };
    let ended = timed_command::run(&run).ok().filter(|ended| !ended.status.success())?;
    let said = format!("{}\n{}", ended.stderr, ended.stdout);
    let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it is damaged");
    Some(line.trim().to_owned())
}
