//! `explain`: what each hook would say to an event, and what would come of it.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use hook_chain::{Chain, Explanation, Kept, Spoken, people};
use hook_installer::folded;
use hook_runtime::{
    Console, Ctx, Described, Hook, NotThere, columns, event_in, event_on_stdin, the_session,
};
use serde_json::{Value, json};

use crate::cost::micros;
use crate::settings::installed;
use crate::{foreign_hooks, hooks, log, status};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hooks [default: those in the settings, else all], and a file with the event
    /// [default: stdin]
    #[arg(value_name = "HOOK|FILE")]
    named: Vec<String>,
    #[command(flatten)]
    call: Described,
    /// The last call of today that was denied, asked about or failed; with --session, of
    /// that session
    #[arg(long, conflicts_with = "call")]
    last: bool,
    /// The last call that was denied
    #[arg(long, conflicts_with = "call")]
    last_denied: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints what would happen on a call, or on the event on stdin. Nothing is kept.
///
/// # Errors
/// If stdin is no event, the input no JSON, or a hook is unknown.
pub(crate) fn explain(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let (hooks, file) = hooks_and_file(ctx, &args.named)?;
    let chain = chain(ctx, hooks);
    let call = args.call.event(ctx, "PreToolUse")?;
    let happened = args.last || args.last_denied || call.is_none() && args.call.session.is_some();
    let past = happened.then(|| happened_last(ctx, args)).transpose()?;
    let bytes = match (call, file) {
        (None, None) if let Some(past) = &past => past.event.to_string().into_bytes(),
        (Some(call), None) => call.to_string().into_bytes(),
        (None, Some(file)) if past.is_none() => event_in(ctx, file)?,
        (None, None) => event_on_stdin(console)?,
        _ => bail!("more than one event is given: give one"),
    };
    let said = hook_chain::explain(&chain, ctx, &bytes).map_err(|err| anyhow!(err))?;
    let unwritten = said.as_ref().map(|said| unwritten(ctx, said)).unwrap_or_default();
    if args.json {
        console.json(&document(past.as_ref(), said.as_ref(), &unwritten));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(past) = &past {
        people::print_kept(ctx, past, console);
        console.line("\nThe same call with the current configuration:");
    }
    match said {
        Some(said) => print(ctx, &said, console),
        None => console.line("No hook runs on this event."),
    }
    if !unwritten.is_empty() {
        console.line("");
    }
    for hook in unwritten {
        let name = hook.strip_suffix("-hook").unwrap_or(hook);
        let init = format!("`tacklebox {name} init` writes one");
        console.line(format!("No configuration for {hook} yet: {init}."));
    }
    Ok(ExitCode::SUCCESS)
}

/// The hooks that were asked, and have nothing to go by here.
fn unwritten(ctx: &Ctx, said: &Explanation) -> Vec<&'static str> {
    let hooks = said.call.hooks.iter().map(|spoken| spoken.hook);
    hooks.filter(|hook| status::is_unconfigured(ctx, hook)).collect()
}

fn document(past: Option<&Kept>, said: Option<&Explanation>, unwritten: &[&str]) -> Value {
    let fate = said.map_or("allowed", |said| said.fate);
    let told = said.and_then(|said| said.told.as_deref());
    let shown = said.and_then(|said| said.shown.as_deref());
    let call = said.map(|said| &said.call);
    let mut document = json!({
        "version": 1, "fate": fate, "told": told, "shown": shown, "unconfigured": unwritten,
        "call": call,
    });
    if let (Some(past), Some(fields)) = (past, document.as_object_mut()) {
        let Kept { ts, verdict, hooks, .. } = past;
        let happened = json!({"ts": ts, "verdict": verdict, "hooks": hooks});
        fields.insert("happened".to_owned(), happened);
    }
    document
}

/// The last event that was kept of those that are meant.
fn happened_last(ctx: &Ctx, args: &Args) -> Result<Kept> {
    let mut kept = hook_chain::kept(ctx)?;
    if args.last_denied {
        kept.retain(Kept::is_denied);
    }
    if let Some(spoken) = &args.call.session {
        let known = kept.iter().map(Kept::session).filter(|id| !id.is_empty());
        let session = the_session(spoken, known, &ctx.in_which_project())?;
        kept.retain(|kept| kept.session() == session);
    }
    kept.pop().ok_or_else(|| {
        let what = if args.last_denied { "denied" } else { "denied, asked about or failed" };
        let place = ctx.in_which_project();
        NotThere::new(format!("nothing was {what} in the last day {place}")).into()
    })
}

/// Hooks, and a file with an event.
type Named<'a> = (Vec<Hook>, Option<&'a Path>);

/// The hooks and the file among what a person names.
fn hooks_and_file<'a>(ctx: &Ctx, named: &'a [String]) -> Result<Named<'a>> {
    let (mut known, mut file) = (Vec::new(), None);
    for name in named {
        match log::named(ctx, Some(name)) {
            Ok(hook) => known.extend(hook.and_then(|hook| foreign_hooks::made(ctx, hook))),
            Err(unknown) => {
                let path = Path::new(name);
                let is_there = ctx.cwd().is_some_and(|cwd| cwd.join(path).is_file());
                if !is_there || file.is_some() {
                    return Err(unknown);
                }
                file = Some(path);
            }
        }
    }
    Ok((known, file))
}

/// The hooks that are named; else those that the settings name, else all.
fn chain(ctx: &Ctx, named: Vec<Hook>) -> Chain {
    if !named.is_empty() {
        return Chain::new(named);
    }
    let ours = installed(ctx).into_iter().filter_map(hooks::hook).map(|hook| hook());
    let installed = Chain::new(ours.chain(foreign_hooks::running(ctx)));
    let is_empty = installed.hooks().next().is_none();
    if is_empty { crate::all() } else { installed }
}

fn print(ctx: &Ctx, said: &Explanation, console: &mut Console) {
    let line = &said.call;
    let tool = line.tool_name.as_deref().map(|tool| format!(" {tool}")).unwrap_or_default();
    let tried = line.tried.as_deref().map(|tried| format!(": {tried}")).unwrap_or_default();
    console.line(format!("{}{tool}{tried}", line.event));
    let outcome = format!("outcome: {}", meaning(said));
    if said.fate == "denied" {
        console.alarm(outcome);
    } else {
        console.line(outcome);
    }
    console.line("");
    let mut rows = vec![["hook", "phase", "says", "result", "time"].map(str::to_owned).to_vec()];
    rows.extend(line.hooks.iter().map(row));
    console.headed_table(&rows);
    for spoken in &line.hooks {
        if let Some(reason) = &spoken.reason {
            let rule = spoken.rule.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
            let words = format!("{}{rule}: {reason}", spoken.hook);
            let words = columns(ctx).map(|columns| folded(&words, columns)).unwrap_or(words);
            console.line(words.trim_end());
        }
    }
    print_text("the agent gets", said.told.as_deref(), console);
    print_text("you see", said.shown.as_deref(), console);
}

/// What becomes of the call in the end.
fn meaning(said: &Explanation) -> String {
    let more = match (said.fate, said.call.event.as_str()) {
        ("denied", "PostToolUse") => "; it has run, and the agent has to correct it",
        ("denied", "Stop" | "SubagentStop") => "; the agent continues",
        ("asked", _) => "; you decide",
        ("answered", _) => " in your place",
        ("allowed", "PreToolUse" | "PermissionRequest") => {
            " by the hooks; the host still asks you where its own rules say so"
        }
        _ => "",
    };
    format!("{}{more}", said.fate)
}

/// Prints a text as it is, below what it is.
fn print_text(what: &str, text: Option<&str>, console: &mut Console) {
    if let Some(text) = text {
        console.line("");
        console.heading(format!("{what}:"));
        console.line(text);
    }
}

fn row(spoken: &Spoken) -> Vec<String> {
    let fate = spoken.fate.as_deref().map(people::fate_words).unwrap_or_default();
    vec![
        spoken.hook.to_owned(),
        spoken.phase.clone(),
        spoken.outcome.to_owned(),
        fate.to_owned(),
        micros(spoken.us),
    ]
}
