//! `state get|set|clear`.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use hook_runtime::{Console, Ctx, NotThere, the_session};

use crate::gather::load;
use crate::gather::state::{SessionStates, State, forbids};
use crate::policy::{Policy, Source};
use crate::words::tools as words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the present state
    Get {
        #[command(flatten)]
        whose: Whose,
    },
    /// Set the state; refused where the configuration forbids the transition
    Set {
        /// One of the configured states
        state: String,
        #[command(flatten)]
        whose: Whose,
    },
    /// Forget the state that was set
    Clear {
        #[command(flatten)]
        whose: Whose,
    },
}

/// Whose state it is: by default that of the session in which the command runs
/// (`CLAUDE_CODE_SESSION_ID`), outside any session that of the project.
#[derive(Debug, clap::Args)]
struct Whose {
    /// The state of this session; the beginning of its id is enough
    #[arg(long, value_name = "ID", conflicts_with = "all_sessions")]
    session: Option<String>,
    /// The state of every session of the project that has none of its own
    #[arg(long)]
    all_sessions: bool,
}

/// What `--all-sessions` was called before every tool had a `--project DIR`.
const OLD: &str = "--project";

/// The status for a transition that is forbidden.
const REFUSED: u8 = 1;

/// The arguments with `--all-sessions` where they have its old name, `--project`
/// without a folder. `set` needs a state: the one word that is left is no folder.
pub(super) fn in_new_words(mut args: Vec<OsString>) -> Vec<OsString> {
    let is = |word: &OsString, text: &str| word == text;
    let Some(verb) = args.iter().position(|word| is(word, "state")).map(|at| at + 1) else {
        return args;
    };
    let after = args.get(verb + 1..).unwrap_or_default();
    let Some(at) = after.iter().position(|word| is(word, OLD)) else {
        return args;
    };
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let has_no_value = after.get(at + 1).is_none_or(is_option);
    let value_of = |at: usize| at.checked_sub(1).and_then(|at| after.get(at));
    let words = after.iter().enumerate().filter(|(at, word)| {
        !is_option(word) && !value_of(*at).is_some_and(|option| is(option, "--session"))
    });
    let sets = args.get(verb).is_some_and(|word| is(word, "set"));
    if (has_no_value || sets && words.count() == 1)
        && let Some(word) = args.get_mut(verb + 1 + at)
    {
        *word = OsString::from("--all-sessions");
    }
    args
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    match &args.verb {
        Verb::Get { whose } => get(ctx, whose, console),
        Verb::Set { state, whose } => set(ctx, state, whose, console),
        Verb::Clear { whose } => {
            let session = session(ctx, whose)?;
            SessionStates::set(ctx, session.as_deref(), None)?;
            console.line(words::cleared(ctx, session.as_deref()));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn get(ctx: &Ctx, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let Some(policy) = load::policy(ctx)? else {
        console.error_line(words::not_configured(ctx));
        return Ok(ExitCode::SUCCESS);
    };
    let state = present(ctx, &policy, session(ctx, whose)?.as_deref());
    console.line(state.context(words::NO_ANSWER)?.name);
    Ok(ExitCode::SUCCESS)
}

fn set(ctx: &Ctx, state: &str, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let policy = load::policy(ctx)?.ok_or_else(|| NotThere::new(words::not_configured(ctx)))?;
    ensure!(policy.knows_state(state), words::unknown_state(&policy, state));
    let session = session(ctx, whose)?;
    if let Some(from) = present(ctx, &policy, session.as_deref())
        && forbids(&policy, &from.name, state)
    {
        console.error_line(words::forbidden_transition(&from.name, state));
        return Ok(ExitCode::from(REFUSED));
    }
    SessionStates::set(ctx, session.as_deref(), Some(state))?;
    console.line(words::set(ctx, state, session.as_deref()));
    if !policy.sources.contains(&Source::Session) {
        console.error_line(words::UNREAD_STATE);
    } else if let Some(still) = present(ctx, &policy, session.as_deref())
        && still.name != state
    {
        console.error_line(words::still(&still));
    }
    Ok(ExitCode::SUCCESS)
}

fn present(ctx: &Ctx, policy: &Policy, session: Option<&str>) -> Option<State> {
    let asked = crate::gather::state::ask(ctx, policy, session);
    for failure in asked.failures {
        ctx.report(failure);
    }
    asked.state
}

fn session(ctx: &Ctx, whose: &Whose) -> Result<Option<String>> {
    Ok(match &whose.session {
        _ if whose.all_sessions => None,
        Some(spoken) => {
            let states = SessionStates::read(ctx)?;
            let set = the_session(spoken, states.sessions(), &ctx.in_which_project());
            Some(set.or_else(|_| ctx.session(spoken))?)
        }
        None => ctx.env("CLAUDE_CODE_SESSION_ID"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(in_new_words(words(line)), words(expected), "{line}");
    }

    #[test]
    fn the_old_name_of_all_sessions_is_known_where_no_folder_can_be_meant() {
        check("h state set DO --project", "h state set DO --all-sessions");
        check("h state set --project DO", "h state set --all-sessions DO");
        check("h state get --project", "h state get --all-sessions");
        check("h state clear --project --session s", "h state clear --all-sessions --session s");
        check("h --project app state get --project", "h --project app state get --all-sessions");
        for line in [
            "h state set DO --project app",
            "h state set --project app DO",
            "h state set --project app --session s DO",
            "h state get --project app",
            "h state set DO --all-sessions --project app",
            "h --project app state get",
            "h log --project app",
            "h state",
            "h",
        ] {
            check(line, line);
        }
    }
}
