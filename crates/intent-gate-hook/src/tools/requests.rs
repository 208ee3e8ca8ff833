//! `requests` and `complete`: what only a person decides.

use std::path::Path;
use std::process::ExitCode;

use active_intents::edit::{self, EditError};
use active_intents::{Holder, IntentId, Request, Requests};
use anyhow::Result;
use hook_runtime::{Console, Ctx};
use secrets::redact;

use super::{REFUSED, gate, is_person, unknown};
use crate::gather::load;
use crate::gather::locks::ProjectLocks;
use crate::record::lock::{self, PATIENCE};
use crate::words::tools as words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    decision: Option<Decision>,
}

#[derive(Debug, clap::Subcommand)]
enum Decision {
    /// Add the paths of a request to the scope of its intent
    Approve { number: u64 },
    /// Refuse a request; the agent is told why
    Refuse {
        number: u64,
        /// What the agent is told
        #[arg(long, value_name = "WORDS")]
        why: Option<String>,
    },
}

/// Lists the requests, or decides one.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let root = ctx.need_project()?.path();
    let decided = match &args.decision {
        None => return list(ctx, console),
        Some(_) if !is_person(ctx, console, "deciding a request") => {
            return Ok(ExitCode::from(REFUSED));
        }
        Some(decision) => decide(ctx, root, decision),
    };
    match decided {
        Ok(request) => {
            console.line(words::request(&request));
            Ok(ExitCode::SUCCESS)
        }
        Err(err) => refused(console, err),
    }
}

/// Decides a request. The reason is redacted.
fn decide(ctx: &Ctx, root: &Path, decision: &Decision) -> Result<Request, EditError> {
    match decision {
        Decision::Approve { number } => edit::approve(root, *number, ctx.now(), PATIENCE),
        Decision::Refuse { number, why } => {
            let why = why.as_deref().map(redact);
            edit::refuse(root, *number, why.as_deref(), ctx.now(), PATIENCE)
        }
    }
}

/// Marks an intent as completed, and releases it.
pub(super) fn complete(ctx: &Ctx, id: &str, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let Some(intent) = gate.intents.get(id) else {
        return Ok(unknown(console, id));
    };
    if !is_person(ctx, console, "completing an intent") {
        return Ok(ExitCode::from(REFUSED));
    }
    completed(ctx, &intent.id, console)
}

/// Completes an intent.
fn completed(ctx: &Ctx, id: &IntentId, console: &mut Console) -> Result<ExitCode> {
    if let Err(err) = edit::complete(ctx.need_project()?.path(), id, PATIENCE) {
        return refused(console, err);
    }
    let locks = ProjectLocks::of(ctx, &load::policy(ctx)?)?;
    // Its session stays bound, so that it is told that the intent is closed.
    if let Some(Holder::Session(lock)) = locks.holder(id)? {
        lock::free(ctx, &locks, &lock.session, Some(id));
    }
    console.line(format!("{id} is completed"));
    Ok(ExitCode::SUCCESS)
}

fn refused(console: &mut Console, err: EditError) -> Result<ExitCode> {
    match err {
        EditError::UnknownIntent(_) | EditError::UnknownRequest(_) | EditError::Decided(_) => {
            console.error_line(err.to_string());
            Ok(ExitCode::from(REFUSED))
        }
        err => Err(err.into()),
    }
}

fn list(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let requests = Requests::of(ctx.need_project()?.path()).list()?;
    if requests.is_empty() {
        console.line("No requests yet.");
    }
    for request in &requests {
        console.line(words::request(request));
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    const INTENTS: &str = "active_intents:\n  - id: A  # first\n    status: PENDING # soon\n";

    #[test]
    fn no_secret_in_the_reason_of_a_refusal_is_kept() {
        let project = tempfile::tempdir().unwrap();
        let file = project.path().join(".orchestration/scope_requests.jsonl");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let request = r#"{"version":1,"request":1,"intent":"A","paths":["lib/**"],"reason":"x",
            "session":"s","agent":null,"time":"2026-11-20T13:55:00.000Z","state":"open"}"#;
        hook_state::replace(&file, request.replace('\n', "").as_bytes()).unwrap();
        let environment = Environment::Fixed([].into());
        let ctx = Ctx::new("intent-gate-hook", environment, SystemTime::UNIX_EPOCH, None);
        let why = Some("lib has password=hunter2 in it".to_owned());
        let refusal = Decision::Refuse { number: 1, why };
        let refused = decide(&ctx, project.path(), &refusal).unwrap();
        assert_eq!(refused.why.unwrap(), "lib has password=[redacted] in it");
        assert!(!fs::read_to_string(file).unwrap().contains("hunter2"));
    }

    #[test]
    fn what_is_completed_is_free_and_says_so_in_one_word() {
        let project = tempfile::tempdir().unwrap();
        let path = |name: &str| project.path().join(name);
        let text = |name: &str| path(name).to_str().unwrap().to_owned();
        let environment = Environment::Fixed(
            [
                ("CLAUDE_PROJECT_DIR".to_owned(), text("")),
                ("TACKLEBOX_STATE_DIR".to_owned(), text("state")),
            ]
            .into(),
        );
        let ctx = Ctx::new("intent-gate-hook", environment, SystemTime::UNIX_EPOCH, None);
        let locks = ctx.state().unwrap().file(active_intents::Locks::FOLDER);
        fs::create_dir_all(path(active_intents::FOLDER)).unwrap();
        fs::create_dir_all(&locks).unwrap();
        let (file, lock) = (path(active_intents::FILE), locks.join("A.json"));
        hook_state::replace(&file, INTENTS.as_bytes()).unwrap();
        let held = r#"{"session":"s","host":"","since":"2026-11-20T12:00:00Z",
            "expires":"2100-01-01T00:00:00Z"}"#;
        hook_state::replace(&lock, held.as_bytes()).unwrap();
        let status = completed(&ctx, &IntentId::new("A").unwrap(), &mut Console::default());
        assert_eq!(format!("{:?}", status.unwrap()), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(fs::read_to_string(file).unwrap(), INTENTS.replace("PENDING", "COMPLETED"));
        assert!(!lock.exists());
    }
}
