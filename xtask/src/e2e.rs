//! `cargo xtask e2e`: what the pages promise, tested in real clients. In each case a client works in a
//! project of its own, with a script as its model and no network but loopback.

mod acts;
mod case;
mod judge;
mod play;
mod script;
mod table;

use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use scripted_client::be_alone;

use crate::client::{self, Client, Named};
use crate::workspace::Workspace;
use crate::{output, token};
use case::{Case, Form};
use play::Shared;
use table::Seen;

/// Where the cases are.
const CASES: &str = "tests/e2e";

/// What a person may ask of `e2e`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The clients, several with commas between: `claude=PATH,codex=PATH`; the others are `copilot`,
    /// `qwen`, `gemini` and `kimi`
    #[arg(long, value_name = "NAME=PATH", value_delimiter = ',', value_parser = client::named)]
    client: Vec<Named>,
    /// The Node.js for clients that are scripts
    #[arg(long, value_name = "PATH", default_value = "node")]
    node: PathBuf,
    /// Play only cases whose names contain this
    #[arg(long, value_name = "WORDS", default_value = "")]
    only: String,
    /// How many cases to play at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    jobs: u8,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Write the results of all cases to tests/e2e/results-*.md
    #[arg(long, conflicts_with = "only")]
    write: bool,
    /// Keep the folders of cases that fail
    #[arg(long)]
    keep: bool,
}

/// A case as it is played: in a client, with its hooks in this form.
struct Run<'a> {
    case: &'a Case,
    form: Form,
    client: &'a Client,
}

/// What came of it.
struct Outcome {
    /// What was not as the case says.
    faults: Vec<String>,
    took: Duration,
}

/// Fails where something is not as a case says, and with a client that is not there.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let cases = case::all(&workspace.root().join(CASES))?;
    let cases: Vec<Case> = cases.into_iter().filter(|it| it.name.contains(&args.only)).collect();
    ensure!(!cases.is_empty(), "no case has `{}` in its name", args.only);
    if args.client.is_empty() {
        let count = cases.len();
        return Ok(output::line(format_args!(
            "{count} cases skipped: no client; name one with --client claude=PATH"
        ))?);
    }
    let clients: Vec<Client> = args
        .client
        .iter()
        .map(|named| Client::at(named, &args.node))
        .collect::<anyhow::Result<_>>()?;
    let programs = match &args.programs {
        Some(folder) => folder.canonicalize().with_context(|| folder.display().to_string())?,
        None => workspace.build_to_test()?,
    };
    be_alone()?;
    if args.programs.is_some()
        && let Some(status) = token::in_home_of_its_own()?
    {
        ensure!(status.success(), "the cases ended with {status}");
        return Ok(());
    }
    let runs = runs(&cases, &clients);
    ensure!(!runs.is_empty(), "none of these cases is for these clients");
    let cache = tempfile::tempdir()?;
    let (node, keep) = (args.node.as_path(), args.keep);
    let shared = Shared { programs: &programs, node, cache: cache.path(), keep };
    let started = Instant::now();
    let outcomes = play_all(workspace, &runs, &shared, args.jobs)?;
    let failed = outcomes.iter().filter(|outcome| !outcome.faults.is_empty()).count();
    output::line(format_args!(
        "{} cases, {} runs, {failed} failed, {:.0} s",
        cases.len(),
        runs.len(),
        started.elapsed().as_secs_f64()
    ))?;
    if args.write {
        let seen = runs.iter().zip(&outcomes).map(|(run, outcome)| Seen {
            case: run.case,
            client: run.client,
            holds: outcome.faults.is_empty(),
        });
        table::write(workspace.root(), &seen.collect::<Vec<_>>())?;
    }
    match failed {
        0 => Ok(()),
        _ => bail!("{failed} of {} runs failed", runs.len()),
    }
}

/// Each case in each client that is meant. Other hosts than Claude Code start the one program alone.
fn runs<'a>(cases: &'a [Case], clients: &'a [Client]) -> Vec<Run<'a>> {
    let of_client = |case: &'a Case, client: &'a Client| {
        let is_meant = |form: &&Form| client.is_claude() || **form == Form::Engine;
        case.forms.iter().filter(is_meant).map(move |&form| Run { case, form, client })
    };
    let of_case = |case: &'a Case| {
        let clients = clients.iter().filter(|it| case.is_for(it.kind, it.version));
        clients.flat_map(move |client| of_client(case, client))
    };
    cases.iter().flat_map(of_case).collect()
}

/// Plays so many at once, and says each as it ends. The outcomes are in the order of the runs.
fn play_all(
    workspace: &Workspace,
    runs: &[Run<'_>],
    shared: &Shared<'_>,
    jobs: u8,
) -> anyhow::Result<Vec<Outcome>> {
    let next = Mutex::new(runs.iter().enumerate());
    let ended = Mutex::new(Vec::new());
    let work = || -> anyhow::Result<()> {
        loop {
            let taken = next.lock().ok().and_then(|mut next| next.next());
            let Some((at, run)) = taken else { return Ok(()) };
            let started = Instant::now();
            let faults =
                play::play(workspace, run, shared).unwrap_or_else(|err| vec![format!("{err:#}")]);
            let outcome = Outcome { faults, took: started.elapsed() };
            output::text(told(run, &outcome))?;
            if let Ok(mut ended) = ended.lock() {
                ended.push((at, outcome));
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a case panicked"))??;
        }
        anyhow::Ok(())
    })?;
    let mut ended = ended.into_inner().unwrap_or_default();
    ended.sort_by_key(|(at, _)| *at);
    Ok(ended.into_iter().map(|(_, outcome)| outcome).collect())
}

fn told(run: &Run<'_>, outcome: &Outcome) -> String {
    let verdict = if outcome.faults.is_empty() { "ok    " } else { "FAILED" };
    let (name, form, client) = (&run.case.name, run.form.name(), run.client.name());
    let seconds = outcome.took.as_secs_f64();
    let head = format!("{verdict}  {client:<19} {form:<6} {name}  {seconds:.1} s\n");
    outcome.faults.iter().fold(head, |told, fault| told + "        " + fault + "\n")
}
