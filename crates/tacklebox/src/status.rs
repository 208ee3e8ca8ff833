//! `status`: how the hooks of a project stand.

use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use hook_chain::people::{mode_word, spoken, text};
use hook_chain::{LoggedCall, Mode, Settings};
use hook_runtime::{Console, Ctx, Hook, ago};
use hook_state::Journal;
use humantime::{format_rfc3339_seconds, parse_rfc3339};
use report::Total;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cost::micros;
use crate::doctor::unstartable;
use crate::foreign_hooks;
use crate::policy::ActivePolicy;
use crate::quantity::counted;
use crate::settings::installed;

/// Of how long calls are counted.
const COUNTED: Duration = Duration::from_secs(24 * 3_600);

/// What hooks say of how things stand: the hook, and the arguments of its program.
const STANDING: [(&str, &[&str]); 3] = [
    ("governance-hook", &["state", "get"]),
    ("intent-gate-hook", &["status"]),
    ("prompt-detect-hook", &["status"]),
];

#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How one hook stands.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) hook: &'static str,
    mode: Mode,
    /// Until when a person has silenced it, as RFC 3339 in UTC.
    paused_until: Option<String>,
    #[serde(skip)]
    paused_why: String,
    /// Whether settings of a host name it.
    pub(crate) installed: bool,
    /// Whether none of its programs can be started.
    broken: bool,
    /// Whether the file is missing without which it does nothing.
    #[serde(skip)]
    is_unconfigured: bool,
    /// When it was asked last, as RFC 3339 in UTC, to the minute.
    last_asked: Option<String>,
    #[serde(skip)]
    asked_ago: Option<Duration>,
    /// In how many calls of the last 24 hours it said something, denied, and failed.
    said: usize,
    denied: usize,
    pub(crate) errors: usize,
}

/// What a hook's own program says of how things stand.
#[derive(Debug, Serialize)]
struct Standing {
    hook: &'static str,
    says: String,
}

/// Prints a line for each hook, and what some of them say of how things stand.
pub(crate) fn status(ctx: &Ctx, args: &Args, console: &mut Console) -> ExitCode {
    let calls = calls(ctx);
    let rows = rows_of(ctx, &calls);
    let today = today(ctx, calls);
    let standing = standing(ctx, &rows);
    let policy = ActivePolicy::find(ctx).unwrap_or_else(|err| {
        ctx.report(format_args!("{err:#}"));
        None
    });
    if args.json {
        let project = ctx.project().map(|project| project.path().display().to_string());
        let policy = policy.map(|policy| policy.summary());
        let document = json!({"version": 1, "project": project, "hooks": rows, "standing": standing,
                "today": today, "policy": policy});
        console.json(&document);
        return ExitCode::SUCCESS;
    }
    console.heading(format!("Hooks {}, with counts of the last 24 hours", ctx.in_which_project()));
    console.line("");
    console.headed_table(&table(&rows));
    for row in &rows {
        if let Some(until) = &row.paused_until {
            let (hook, until) = (row.hook, ctx.local_text(until));
            console.line(format!("{hook} is paused until {until}: {}", row.paused_why));
        }
    }
    console.line("");
    if let Some(policy) = policy {
        policy.lines().for_each(|line| console.line(line));
    }
    console.line(words(&today));
    for Standing { hook, says } in standing {
        console.line("");
        console.heading(format!("{hook}:"));
        for line in says.lines() {
            console.line(format!("  {line}"));
        }
    }
    ExitCode::SUCCESS
}

/// How each hook stands, in the order of their names.
pub(crate) fn rows(ctx: &Ctx) -> Vec<Row> {
    rows_of(ctx, &calls(ctx))
}

/// The calls of which the account has a line.
fn calls(ctx: &Ctx) -> Vec<Value> {
    young_lines(ctx, ctx.state().map(hook_chain::calls), "calls.jsonl")
}

/// What the hooks have cost today, of calls of the last 24 hours.
fn today(ctx: &Ctx, calls: Vec<Value>) -> Total {
    let calls: Vec<LoggedCall> = calls.into_iter().filter_map(LoggedCall::parse).collect();
    Total::since(&calls, ctx.today())
}

fn words(today: &Total) -> String {
    if today.spoken == 0 {
        return "No hook has answered anything today.".to_owned();
    }
    let Total { spoken, us, chars, tokens } = today;
    let times = if *spoken == 1 { "once".to_owned() } else { format!("{spoken} times") };
    let time = micros(*us);
    let context = match chars {
        0 => "no context".to_owned(),
        _ => format!("{} (~{})", counted(*chars, "character"), counted(*tokens, "token")),
    };
    format!("Today hooks answered {times}, in {time}, with {context}.")
}

/// The lines of a journal that are counted. How many there were is not known where a file
/// cannot be read; the rest is.
fn young_lines(ctx: &Ctx, journal: Option<Journal>, name: &str) -> Vec<Value> {
    let since = ctx.now().checked_sub(COUNTED).unwrap_or(SystemTime::UNIX_EPOCH);
    match journal.map(|journal| journal.read()) {
        Some(Ok(lines)) => young(lines, since),
        Some(Err(err)) => {
            ctx.report(format_args!("could not read {name}: {err}"));
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn rows_of(ctx: &Ctx, calls: &[Value]) -> Vec<Row> {
    let errors = young_lines(ctx, ctx.state().map(hook_runtime::error_log), "hook-errors.jsonl");
    let settings = Settings::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Settings::default()
    });
    let (installed, broken) = (installed(ctx), unstartable(ctx));
    let chain = crate::all();
    let foreign = foreign_hooks::running(ctx);
    let mut hooks: Vec<&'static str> = chain.hooks().chain(&foreign).map(Hook::name).collect();
    hooks.sort_unstable();
    let paused = hook_chain::paused(ctx);
    let row = |hook| {
        let pause = paused.iter().find(|pause| pause.hook == hook);
        let asked = ctx.state().and_then(|state| hook_chain::last_asked(state, hook));
        let is_its = |one: &&Value| text(one, "hook") == hook;
        let said: Vec<&Value> = calls.iter().flat_map(spoken).filter(is_its).collect();
        Row {
            hook,
            mode: settings.mode(hook),
            paused_until: pause.map(|pause| pause.until.clone()),
            paused_why: pause.map(|pause| pause.why.clone()).unwrap_or_default(),
            installed: installed.contains(hook) || foreign.iter().any(|it| it.name() == hook),
            broken: broken.contains(hook),
            is_unconfigured: is_unconfigured(ctx, hook),
            last_asked: asked.map(|time| format_rfc3339_seconds(time).to_string()),
            asked_ago: asked.map(|time| ctx.now().duration_since(time).unwrap_or_default()),
            said: said.len(),
            denied: said.iter().filter(|one| text(one, "outcome") == "deny").count(),
            errors: errors.iter().filter(|error| text(error, "hook") == hook).count(),
        }
    };
    hooks.into_iter().map(row).collect()
}

/// The lines that are not older. One whose time cannot be read is not counted.
fn young(lines: impl Iterator<Item = Value>, since: SystemTime) -> Vec<Value> {
    lines.filter(|line| parse_rfc3339(text(line, "ts")).is_ok_and(|time| time >= since)).collect()
}

fn table(rows: &[Row]) -> Vec<Vec<String>> {
    let header = ["hook", "mode", "installed", "asked", "said", "denied", "errors"];
    let cells = |row: &Row| {
        vec![
            row.hook.to_owned(),
            mode(row),
            is_installed(row).to_owned(),
            row.asked_ago.map_or_else(|| "never".to_owned(), |it| format!("{} ago", ago(it))),
            row.said.to_string(),
            row.denied.to_string(),
            row.errors.to_string(),
        ]
    };
    std::iter::once(header.map(str::to_owned).to_vec()).chain(rows.iter().map(cells)).collect()
}

fn is_installed(row: &Row) -> &'static str {
    match (row.installed, row.broken) {
        (false, _) => "no",
        (true, true) => "broken",
        (true, false) => "yes",
    }
}

/// A hook that is not started has no mode, and one that has nothing to go by enforces nothing.
fn mode(row: &Row) -> String {
    match row.mode {
        _ if !row.installed || row.broken => "-".to_owned(),
        mode => mode_word(mode, row.is_unconfigured),
    }
}

/// Whether the file is missing without which it does nothing.
pub(crate) fn is_unconfigured(ctx: &Ctx, hook: &str) -> bool {
    let project = ctx.project().map(|project| project.path());
    project.is_some_and(|project| doctor::unwritten(hook, project, ctx.user_config()).is_some())
}

/// What the hooks say that are installed here, or were asked here.
fn standing(ctx: &Ctx, rows: &[Row]) -> Vec<Standing> {
    let is_used = |hook: &str| {
        rows.iter().any(|row| row.hook == hook && (row.installed || row.last_asked.is_some()))
    };
    let said = STANDING.into_iter().filter(|(hook, _)| is_used(hook)).filter_map(|(hook, args)| {
        Some(Standing { hook, says: crate::hooks::printed(ctx, hook, args)? })
    });
    said.filter(|standing| !standing.says.is_empty()).collect()
}
