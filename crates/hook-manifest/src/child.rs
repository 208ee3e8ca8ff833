//! Starts the program of a hook on one event, and judges what comes back.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hook_protocol::{Answer, Event};
use hook_runtime::{Ctx, IN_CHAIN};
use reply_rules::{Effect, End, Reply, Run, Terms};
use serde_json::{Map, Value};
use timed_command::{CommandError, Ended, Program};

use crate::answer::answer;
use crate::installed::Installed;

/// How much of each stream is read.
const MAX_OUTPUT: usize = 1 << 20;

/// How long before the deadline the program is ended, so that there is time to answer.
const MARGIN: Duration = Duration::from_millis(100);

/// A fault for which an interpreter is to blame: its exit code 2 is not a decision.
const ACCIDENT: &str = "accidental-block";

/// What the hook answers to an event.
///
/// # Errors
/// If the program cannot be started, crashes, takes too long, or writes something that a host would
/// not accept.
pub(crate) fn ask(hook: &Installed, ctx: &Ctx, event: &Event) -> Result<Answer> {
    ctx.expect_delay();
    let began = Instant::now();
    let ended = run(hook, ctx, event)?;
    if ended.is_cut {
        bail!("it wrote more than {} MiB", MAX_OUTPUT >> 20);
    }
    let run = Run {
        end: End::Ended(ended.status),
        took: began.elapsed(),
        bytes: ended.stdout.as_bytes(),
        stdout: &ended.stdout,
        stderr: &ended.stderr,
    };
    let reply = Reply::read(event.name(), &run, Terms::default());
    let mut faults = reply.faults.iter().map(|fault| format!("{}: {}", fault.id, fault.came));
    let is_accident = reply.faults.iter().any(|fault| fault.id == ACCIDENT);
    if reply.effects.contains(&Effect::Lost) || is_accident {
        let fault = faults.next().unwrap_or_else(|| "it is not a valid reply".to_owned());
        bail!("its answer does not count: {fault}");
    }
    faults.for_each(|fault| ctx.report(fault));
    Ok(answer(hook, ctx, event.name(), &reply, &run))
}

fn run(hook: &Installed, ctx: &Ctx, event: &Event) -> Result<Ended> {
    let path = hook.program();
    let name = path.to_str().context("the path of its program is not Unicode")?;
    let args = hook.manifest.args.iter().map(String::as_str);
    let program = Program {
        words: std::iter::once(name).chain(args).map(str::to_owned).collect(),
        dir: ctx.cwd().filter(|dir| dir.is_dir()).map(Path::to_owned),
        path: None,
        limit: ctx.time_left().saturating_sub(MARGIN),
        keep: MAX_OUTPUT,
    };
    let ended = timed_command::run_fed(&program, &[(IN_CHAIN, "1")], input(ctx, event));
    ended.map_err(|err| match err {
        CommandError::Start(err) => anyhow::anyhow!("could not start {name}: {}", why(&err)),
        err => err.into(),
    })
}

/// Why a program was not started, and what to do.
fn why(err: &io::Error) -> String {
    match err.kind() {
        io::ErrorKind::NotFound => {
            "it or its interpreter does not exist; install the hook again, or uninstall it"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied => "it is not executable; run `chmod +x` on it".to_owned(),
        _ => err.to_string(),
    }
}

/// The event as the host sent it, with the input that other hooks have made of the call's.
fn input(ctx: &Ctx, event: &Event) -> Vec<u8> {
    let payload = ctx.payload().unwrap_or_default();
    let rewritten = || {
        let call = event.call()?;
        let mut fields: Map<String, Value> = serde_json::from_slice(payload).ok()?;
        let input = fields.get_mut("tool_input").filter(|input| **input != call.input)?;
        input.clone_from(&call.input);
        serde_json::to_vec(&fields).ok()
    };
    rewritten().unwrap_or_else(|| payload.to_vec())
}
