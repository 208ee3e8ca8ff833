//! `allow`: a time-boxed exception, granted by a person.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use hook_runtime::{Console, Ctx};

use crate::decide::primitive;
use crate::gather::load;
use crate::record::{exceptions, journal};
use crate::words::tools as words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The primitive whose rules are lifted
    #[arg(long)]
    primitive: String,
    /// For how long: 10m, 2h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    duration: Duration,
    /// Why; it stands in the log
    #[arg(long)]
    reason: String,
}

/// The status for an exception that is refused.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    if let Err(missing) = person::identify(ctx) {
        console.error_line(person::refusal("to grant an exception", &missing));
        return Ok(ExitCode::from(REFUSED));
    }
    let until = grant(ctx, args)?;
    console.line(words::granted(&args.primitive, &until));
    Ok(ExitCode::SUCCESS)
}

/// Grants the exception and logs it, the log first.
fn grant(ctx: &Ctx, args: &Args) -> Result<String> {
    let policy = load::policy(ctx)?;
    let reachable = policy.as_ref().map(primitive::reachable).unwrap_or_default();
    ensure!(
        reachable.contains(args.primitive.as_str()),
        words::unknown_primitive(&args.primitive, &reachable.into_iter().collect::<Vec<_>>())
    );
    let until = exceptions::until(ctx, args.duration)?;
    journal::record_exception(ctx, &args.primitive, &until, &args.reason)?;
    exceptions::grant(ctx, &args.primitive, &until, &args.reason)?;
    Ok(until)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use serde_json::json;

    use super::*;
    use crate::gather::exceptions::active;

    fn ctx(folder: &Path, now: &str) -> Ctx {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let environment = [
            ("CLAUDE_PROJECT_DIR".to_owned(), text(folder)),
            ("TACKLEBOX_STATE_DIR".to_owned(), text(&folder.join("state"))),
        ];
        let now: SystemTime = humantime::parse_rfc3339(now).unwrap();
        let environment = Environment::Fixed(environment.into());
        Ctx::new("governance-hook", environment, now, None)
    }

    fn project() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let configuration = folder.path().join(".tacklebox");
        std::fs::create_dir(&configuration).unwrap();
        let yaml = "tools: [{ tool: 'mcp__deploy__*', primitive: deploy }]\n";
        hook_state::replace(&configuration.join("governance.yaml"), yaml.as_bytes()).unwrap();
        folder
    }

    fn args(primitive: &str, duration: &str) -> Args {
        Args {
            primitive: primitive.to_owned(),
            duration: humantime::parse_duration(duration).unwrap(),
            reason: "pairing".to_owned(),
        }
    }

    #[test]
    fn an_exception_is_logged_and_ends_by_itself() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        assert_eq!(grant(&noon, &args("deploy", "10m")).unwrap(), "2026-11-20T12:10:00Z");
        assert_eq!(
            active(&noon),
            [("deploy".to_owned(), "2026-11-20T12:10:00Z".to_owned())].into()
        );
        let lines: Vec<_> = journal::journal(&noon).unwrap().read().unwrap().collect();
        let line = json!({
            "ts": "2026-11-20T12:00:00.000Z",
            "session_id": null,
            "agent_id": null,
            "agent_type": null,
            "tool_name": null,
            "primitive": "deploy",
            "state": null,
            "action": "exception",
            "rule": "exception.deploy",
            "message": "until 2026-11-20T12:10:00Z: pairing",
        });
        assert_eq!(lines, [line]);
        for (now, lasts) in [("2026-11-20T12:09:59Z", true), ("2026-11-20T12:10:00Z", false)] {
            let now = ctx(folder.path(), now);
            assert_eq!(active(&now).contains_key("deploy"), lasts);
        }
    }

    #[test]
    fn a_reason_is_kept_without_its_secrets() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        let reason = "the vault has password=hunter2".to_owned();
        grant(&noon, &Args { reason, ..args("deploy", "10m") }).unwrap();
        let logged = journal::journal(&noon).unwrap().read().unwrap().next().unwrap();
        let message = "until 2026-11-20T12:10:00Z: the vault has password=[redacted]";
        assert_eq!(logged["message"], message);
        let kept: serde_json::Value =
            noon.state().unwrap().read_json("governance-exceptions.json").unwrap().unwrap();
        assert_eq!(kept["granted"][0]["reason"], "the vault has password=[redacted]");
    }

    #[test]
    fn a_second_exception_replaces_the_first_and_leaves_others() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        for (primitive, duration) in [("deploy", "2h"), ("web-fetch", "1h"), ("deploy", "5m")] {
            grant(&noon, &args(primitive, duration)).unwrap();
        }
        let until = |text: &str| text.to_owned();
        assert_eq!(
            active(&noon),
            [
                (until("deploy"), until("2026-11-20T12:05:00Z")),
                (until("web-fetch"), until("2026-11-20T13:00:00Z")),
            ]
            .into()
        );
    }

    #[test]
    fn what_cannot_be_lifted_is_refused_and_leaves_no_trace() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        for (args, words) in [
            (args("lunch", "10m"), "lunch is no primitive here"),
            (args("mcp-mutate", "10m"), "mcp-mutate is no primitive here"),
            (args("deploy", "25h"), "a day at the most"),
        ] {
            let refusal = grant(&noon, &args).unwrap_err().to_string();
            assert!(refusal.contains(words), "{refusal}");
        }
        assert!(active(&noon).is_empty());
        assert_eq!(journal::journal(&noon).unwrap().read().unwrap().count(), 0);
    }
}
