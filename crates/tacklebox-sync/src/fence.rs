//! The fence: refuses commits that were made under a lease which somebody else has taken over since. It runs as a
//! `pre-receive` hook of a repository, or as a check of CI.

use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use leases::{LeaseRef, Tokens};
use timed_command::Program;

use crate::engine::{Asker, Engine};

/// The most that a push or a range may list.
const MAX_OUTPUT: usize = 64 << 20;

const LIMIT: Duration = Duration::from_secs(60);

/// The time to live does not matter for reading.
const LEASE_S: u64 = 60;

/// Check commits against the leases of their intents
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The commits to check, such as `origin/main..HEAD`; without it, a pre-receive hook's lines on stdin
    range: Option<String>,
    /// With a range: the remote that keeps the leases, by name or address [default: origin]
    #[arg(long, value_name = "REMOTE", conflicts_with = "postgres")]
    remote: Option<String>,
    /// The database that keeps the leases, without a password
    #[arg(long, value_name = "URL", requires = "project")]
    postgres: Option<String>,
    /// The name of the project in the database
    #[arg(long, value_name = "NAME", requires = "postgres")]
    project: Option<String>,
    /// Refuse a commit without a trailer `Intent: ID TOKEN`
    #[arg(long)]
    require: bool,
}

/// A ref that a push changes. An empty object is none.
#[derive(Debug)]
struct Update {
    old: Option<String>,
    new: Option<String>,
    name: String,
}

/// Checks, and prints on stderr what is refused.
///
/// # Errors
/// If Git or the authority gave no answer. Nothing may be accepted then.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut refused = Vec::new();
    let new_commits = if let Some(range) = &args.range {
        git(&log(&[range]))?
    } else {
        let (of_leases, of_work): (Vec<_>, Vec<_>) =
            updates()?.into_iter().partition(|update| LeaseRef::is_named(&update.name));
        for update in &of_leases {
            refused.extend(lease_objection(update)?);
        }
        pushed(&of_work)?
    };
    if !new_commits.is_empty() {
        let tokens = tokens(args)?;
        refused.extend(objections(&new_commits, &tokens, args.require));
    }
    for objection in &refused {
        writeln!(io::stderr(), "{objection}")?;
    }
    Ok(ExitCode::from(u8::from(!refused.is_empty())))
}

/// The lines that Git writes to a pre-receive hook. Source: `githooks(5)`.
fn updates() -> Result<Vec<Update>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).context("could not read stdin")?;
    let update = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let (Some(old), Some(new), Some(name)) = (words.next(), words.next(), words.next()) else {
            bail!("expected `OLD NEW REF` on stdin, as for a pre-receive hook, not {line:?}");
        };
        let object = |id: &str| (!id.bytes().all(|byte| byte == b'0')).then(|| id.to_owned());
        Ok(Update { old: object(old), new: object(new), name: name.to_owned() })
    };
    text.lines().map(update).collect()
}

/// The commits that a push brings, which no other ref has. One of a lease does not count: what it has was not checked.
fn pushed(updates: &[Update]) -> Result<String> {
    let new: Vec<&str> = updates.iter().filter_map(|update| update.new.as_deref()).collect();
    if new.is_empty() {
        Ok(String::new())
    } else {
        git(&log(&[&new[..], &["--not", "--exclude=refs/tacklebox/*", "--all"]].concat()))
    }
}

fn log<'a>(revisions: &[&'a str]) -> Vec<&'a str> {
    let format = "--format=%H%x00%(trailers:key=Intent,valueonly,unfold,separator=%x00)";
    let mut words = vec!["log", format, "--end-of-options"];
    if revisions.contains(&"--not") {
        // Options may not follow that mark.
        words.pop();
    }
    words.extend(revisions);
    words.push("--");
    words
}

fn tokens(args: &Args) -> Result<Tokens> {
    let here = Path::new(".");
    if let (Some(url), Some(project)) = (&args.postgres, &args.project) {
        let engine =
            Engine::Postgres { url: url.clone(), project: Some(project.clone()), lease_s: LEASE_S };
        let state = tempfile()?;
        let asker = Asker::unnamed(&engine, here, state.path());
        return Ok(asker.postgres(url, Some(project), LIMIT).tokens()?);
    }
    if args.range.is_none() {
        return Ok(LeaseRef::tokens(&git(&LeaseRef::LIST)?));
    }
    let engine = Engine::Git { remote: args.remote.clone(), lease_s: LEASE_S };
    let state = tempfile()?;
    let asker = Asker::unnamed(&engine, &crate::repository::of(here), state.path());
    Ok(asker.git(args.remote.as_deref(), LIMIT)?.tokens()?)
}

fn tempfile() -> Result<tempfile::TempDir> {
    tempfile::tempdir().context("could not make a folder")
}

/// What is wrong with commits, a line for each: its id and the values of its trailers.
fn objections(log: &str, tokens: &Tokens, is_required: bool) -> Vec<String> {
    let mut objections = Vec::new();
    for line in log.lines() {
        let mut parts = line.split('\0');
        let commit: String = parts.next().unwrap_or_default().chars().take(12).collect();
        let trailers: Vec<(&str, u64)> = parts.filter_map(trailer).collect();
        if trailers.is_empty() && is_required {
            objections.push(format!("{commit} refused: it has no trailer `Intent: ID TOKEN`"));
        }
        for (intent, token) in trailers {
            let why = match tokens.get(intent) {
                Some(Some(newer)) if token < *newer => format!(
                    "it was made under {intent} with token {token}, and another session took over \
                     with token {newer}"
                ),
                Some(Some(last)) if token > *last => format!(
                    "{intent} never had token {token}; its last token is {last}. If the lease was \
                     lost, choose {intent} again on the machine that had it, and use the new token"
                ),
                Some(None) => format!("the lease of {intent} cannot be read"),
                None if is_required => format!("{intent} never had a lease"),
                _ => continue,
            };
            objections.push(format!("{commit} refused: {why}"));
        }
    }
    objections
}

/// A trailer that is ours; others use the same word for sentences.
fn trailer(value: &str) -> Option<(&str, u64)> {
    let (intent, token) = value.trim().split_once(' ')?;
    Some((intent, token.trim().parse().ok()?))
}

/// What is wrong with a change of a lease's ref, as far as a repository can tell: it cannot know whether the time of a
/// lease is over.
fn lease_objection(update: &Update) -> Result<Option<String>> {
    let refused = |why: &str| Ok(Some(format!("{} refused: {why}", update.name)));
    let Some(new) = &update.new else {
        let is_lost = match &update.old {
            Some(old) => lease(&update.name, old)?.is_ok(),
            None => false,
        };
        return if is_lost {
            refused("a lease cannot be deleted, because its token would be lost")
        } else {
            Ok(None)
        };
    };
    let new = match lease(&update.name, new)? {
        Ok(new) => new,
        Err(why) => return refused(&why),
    };
    // What cannot be read may be repaired.
    let old = match &update.old {
        Some(old) => lease(&update.name, old)?.ok(),
        None => None,
    };
    let Some(old) = old else { return Ok(None) };
    if new.token < old.token {
        return refused(&format!("token {} is older than {}", new.token, old.token));
    }
    if new.token > old.token {
        return Ok(None);
    }
    if (&new.session, &new.machine) != (&old.session, &old.machine) {
        return refused(&format!("token {} belongs to session {}", old.token, old.session));
    }
    if old.is_free && !new.is_free {
        return refused(&format!("token {} was released", old.token));
    }
    Ok(None)
}

fn lease(name: &str, commit: &str) -> Result<Result<LeaseRef, String>> {
    let shown = git(&[&LeaseRef::SHOW[..], &[commit, "--"]].concat())?;
    Ok(LeaseRef::parse(name, commit, &shown).map_err(|err| err.to_string()))
}

/// What Git prints, in the repository and with the environment of this process.
fn git(args: &[&str]) -> Result<String> {
    // A push can bring `refs/replace/`.
    let words = [&["git", "--no-replace-objects"], args].concat();
    let ended = timed_command::run(&Program {
        words: words.iter().map(|&word| word.to_owned()).collect(),
        dir: None,
        path: None,
        limit: LIMIT,
        keep: MAX_OUTPUT,
    })?;
    if !ended.status.success() || ended.is_cut {
        bail!("git {}: {}", args.first().unwrap_or(&""), ended.stderr.trim());
    }
    Ok(ended.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_is_not_the_leases_is_refused() {
        let tokens = Tokens::from([("INT-1".to_owned(), Some(7)), ("INT-3".to_owned(), None)]);
        let check = |trailers: &str, is_required: bool, expected: &str| {
            let found =
                objections(&format!("0123456789abcdef\0{trailers}\n"), &tokens, is_required);
            assert_eq!(found.join("\n"), expected, "{trailers:?}");
        };
        let older = "0123456789ab refused: it was made under INT-1 with token 6, and another session \
                     took over with token 7";
        check("INT-1 6", false, older);
        check("INT-1 7\0INT-1 6", false, older);
        check("INT-1 7", true, "");
        let higher = "0123456789ab refused: INT-1 never had token 8; its last token is 7. If the \
                      lease was lost, choose INT-1 again on the machine that had it, and use \
                      the new token";
        check("INT-1 8", false, higher);
        check("INT-1 8", true, higher);
        check("INT-3 1", false, "0123456789ab refused: the lease of INT-3 cannot be read");
        check("", false, "");
        check("make it fast", false, "");
        check("INT-2 1", false, "");
        check("INT-2 1", true, "0123456789ab refused: INT-2 never had a lease");
        check("make it fast", true, "0123456789ab refused: it has no trailer `Intent: ID TOKEN`");
    }
}
