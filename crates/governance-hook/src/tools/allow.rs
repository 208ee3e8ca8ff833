//! `allow`: a time-boxed exception, granted by a person.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use hook_runtime::{Console, Ctx, NotThere};

use crate::decide::primitive;
use crate::gather::load;
use crate::record::exceptions;
use crate::words::tools as words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The primitive whose rules are lifted
    #[arg(long)]
    primitive: String,
    /// For how long: 10m, 2h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    #[arg(required_unless_present = "end")]
    duration: Option<Duration>,
    /// Why; it is logged
    #[arg(long, value_name = "WORDS", required_unless_present = "end")]
    reason: Option<String>,
    /// End the exception
    #[arg(long, conflicts_with_all = ["duration", "reason"])]
    end: bool,
}

/// The status for an exception that is refused.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    if let Err(missing) = person::identify(ctx) {
        console.error_line(person::refusal("granting an exception", &missing));
        return Ok(ExitCode::from(REFUSED));
    }
    if args.end {
        let was_there = exceptions::end(ctx, &args.primitive)?;
        let words = words::ended(&args.primitive, was_there);
        if !was_there {
            return Err(NotThere::new(words).into());
        }
        console.line(words);
        return Ok(ExitCode::SUCCESS);
    }
    let until = grant(ctx, args)?;
    console.line(words::granted(&args.primitive, &ctx.local_text(&until)));
    Ok(ExitCode::SUCCESS)
}

/// Grants the exception and logs it, the log first.
fn grant(ctx: &Ctx, args: &Args) -> Result<String> {
    let policy = load::policy(ctx)?;
    let reachable = policy.as_deref().map(primitive::reachable).unwrap_or_default();
    ensure!(
        reachable.contains(args.primitive.as_str()),
        words::unknown_primitive(&args.primitive, &reachable.into_iter().collect::<Vec<_>>())
    );
    let duration = args.duration.unwrap_or_default();
    exceptions::grant(ctx, &args.primitive, duration, args.reason.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use serde_json::json;

    use super::*;
    use crate::gather::exceptions::active;
    use crate::record::journal;

    fn ctx(folder: &Path, now: &str) -> Ctx {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let environment = [
            ("CLAUDE_PROJECT_DIR".to_owned(), text(folder)),
            ("TACKLEBOX_STATE_DIR".to_owned(), text(&folder.join("state"))),
            ("TACKLEBOX_CONFIG_DIR".to_owned(), text(&folder.join("config"))),
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
            duration: Some(humantime::parse_duration(duration).unwrap()),
            reason: Some("pairing".to_owned()),
            end: false,
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
        let mut calls = hook_chain::calls(noon.state().unwrap()).read().unwrap();
        let exception =
            json!({"hook": noon.hook(), "rule": "deploy", "until": "2026-11-20T12:10:00Z"});
        assert_eq!(calls.next().unwrap()["exception"], exception);
        for (now, lasts) in [("2026-11-20T12:09:59Z", true), ("2026-11-20T12:10:00Z", false)] {
            let now = ctx(folder.path(), now);
            assert_eq!(active(&now).contains_key("deploy"), lasts);
        }
    }

    #[test]
    fn a_reason_is_kept_without_its_secrets() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        let reason = Some("the vault has password=hunter2".to_owned());
        grant(&noon, &Args { reason, ..args("deploy", "10m") }).unwrap();
        let logged = journal::journal(&noon).unwrap().read().unwrap().next().unwrap();
        let message = "until 2026-11-20T12:10:00Z: the vault has password=[redacted]";
        assert_eq!(logged["message"], message);
        let kept: serde_json::Value =
            noon.state().unwrap().read_json("governance-exceptions.json").unwrap().unwrap();
        assert_eq!(kept["granted"][0]["reason"], "the vault has password=[redacted]");
    }

    #[test]
    fn what_cannot_be_lifted_is_refused_and_leaves_no_trace() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        for (args, words) in [
            (args("lunch", "10m"), "unknown primitive lunch"),
            (args("mcp-mutate", "10m"), "unknown primitive mcp-mutate"),
            (args("deploy", "25h"), "at most a day"),
        ] {
            let refusal = grant(&noon, &args).unwrap_err().to_string();
            assert!(refusal.contains(words), "{refusal}");
        }
        assert!(active(&noon).is_empty());
        assert_eq!(journal::journal(&noon).unwrap().read().unwrap().count(), 0);
    }

    #[test]
    fn an_exception_that_is_taken_back_lifts_nothing_and_leaves_a_line() {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        grant(&noon, &args("deploy", "2h")).unwrap();
        grant(&noon, &args("web-fetch", "2h")).unwrap();
        let later = ctx(folder.path(), "2026-11-20T12:05:00Z");
        assert!(exceptions::end(&later, "deploy").unwrap());
        assert_eq!(active(&later).into_keys().collect::<Vec<_>>(), ["web-fetch"]);
        let logged = journal::journal(&later).unwrap().read().unwrap().last().unwrap();
        assert_eq!(logged["message"], "until 2026-11-20T12:05:00Z: ended");
        assert!(!exceptions::end(&later, "deploy").unwrap());
    }

    /// What is lifted, and what is reported, after the file of exceptions was changed.
    #[track_caller]
    fn check_changed(change: impl FnOnce(&Ctx, &Path), expected: Option<&str>) {
        let folder = project();
        let noon = ctx(folder.path(), "2026-11-20T12:00:00Z");
        grant(&noon, &args("deploy", "10m")).unwrap();
        let file = noon.state().unwrap().file("governance-exceptions.json");
        change(&noon, &file);
        let lifted = crate::record::exceptions::lifted(&noon);
        let reports = noon.take_reports();
        assert_eq!(lifted.is_empty(), expected.is_some(), "{reports:?}");
        assert_eq!(reports.len(), usize::from(expected.is_some()), "{reports:?}");
        for report in &reports {
            assert!(report.contains(expected.unwrap_or_default()), "{report}");
        }
        crate::record::exceptions::lifted(&noon);
        assert_eq!(noon.take_reports(), [""; 0], "it is said once");
    }

    /// Replaces a text in a file.
    fn replace(file: &Path, from: &str, to: &str) {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains(from), "{text}");
        hook_state::replace(file, text.replace(from, to).as_bytes()).unwrap();
    }

    #[test]
    fn what_was_not_granted_as_it_stands_lifts_nothing() {
        check_changed(|_, _| {}, None);
        let foreign = Some("its seal does not match the person's key");
        check_changed(|_, file| replace(file, "T12:10:00Z", "T13:10:00Z"), foreign);
        check_changed(|_, file| replace(file, "T12:10:00Z", "T12:09:59Z"), foreign);
        check_changed(|_, file| replace(file, "pairing", "more"), foreign);
        check_changed(|_, file| replace(file, "2026-11-20T12:10", "2099-01-01T12:10"), foreign);
        check_changed(|_, file| replace(file, "2026-11-20T12:00", "2026-11-20T12:09"), foreign);
        check_changed(|_, file| replace(file, "\"seal\"", "\"x\""), Some("not sealed"));
        let key = |ctx: &Ctx| ctx.user_config().unwrap().join("grants.key");
        check_changed(|ctx, _| std::fs::remove_file(key(ctx)).unwrap(), Some("could not use"));
        let other_key = |ctx: &Ctx, _: &Path| {
            std::fs::remove_file(key(ctx)).unwrap();
            person::Seal::load_or_make(ctx).unwrap();
        };
        check_changed(other_key, foreign);
    }

    #[test]
    fn what_was_granted_in_one_project_lifts_nothing_in_another() {
        let (one, other) = (project(), project());
        let noon = ctx(one.path(), "2026-11-20T12:00:00Z");
        grant(&noon, &args("deploy", "10m")).unwrap();
        let there = ctx(other.path(), "2026-11-20T12:00:00Z");
        std::fs::create_dir(other.path().join("config")).unwrap();
        let copy = |from: &Path, to: &Path| std::fs::copy(from, to).unwrap();
        let key = |ctx: &Ctx| ctx.user_config().unwrap().join("grants.key");
        copy(&key(&noon), &key(&there));
        there.state().unwrap().create().unwrap();
        for name in ["governance-exceptions.json", "governance.jsonl"] {
            copy(&noon.state().unwrap().file(name), &there.state().unwrap().file(name));
        }
        assert!(active(&there).is_empty() && !active(&noon).is_empty());
    }
}
