//! `status`: which session has which intent, on all machines if the project has an authority.

use std::process::ExitCode;
use std::time::SystemTime;

use active_intents::{Holder, IntentId};
use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};
use serde_json::{Value, json};

use super::{REFUSED, gate, no_intents, shown};
use crate::gather::locks::ProjectLocks;
use crate::gather::session;
use crate::gather::sync_program::{
    Answer, LIMIT_OF_A_PERSON, RemoteHolder, UNFIT_ANSWER, ask, request,
};
use crate::words::tools::{self as words, NONE_CHOSEN, UNREADABLE_LOCK};

/// In characters, of what a lock says.
const MAX_WORDS: usize = 60;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Show whole ids, and since when
    #[arg(long)]
    long: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// An intent that somebody has, or had until its lock was over.
#[derive(Debug)]
struct Row {
    id: String,
    /// `None` if the lock cannot be read.
    session: Option<String>,
    agent: Option<String>,
    machine: String,
    /// Known only to an authority.
    person: Option<String>,
    since: Option<SystemTime>,
    until: SystemTime,
    token: u64,
    is_over: bool,
    is_unconfirmed: bool,
    /// Whether only the authority knows it, so that `until` is the end of the lease. For a lock of this machine it is
    /// the end of the lock or of its lease, whichever is first.
    is_remote: bool,
}

/// Shows which session has which intent, and what the session at hand chose.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let mut rows = of_this_machine(ctx, &locks)?;
    let question =
        request(ctx, &locks, None).map(|request| ask(ctx, "status", &request, LIMIT_OF_A_PERSON));
    let failure = question.and_then(|answer| match answer {
        Ok(Answer::Holders(holders)) => {
            for holder in holders {
                add(&mut rows, holder, ctx.now());
            }
            None
        }
        Ok(Answer::Error { message }) | Err(message) => Some(message),
        Ok(_) => Some(UNFIT_ANSWER.to_owned()),
    });
    let own = session::in_environment(ctx);
    let chosen = own.as_deref().and_then(|own| session::read(ctx, own).ok());
    let chosen = chosen.as_ref().and_then(|chosen| chosen.intent_of(None)).map(IntentId::as_str);
    let status = ExitCode::from(if failure.is_some() { REFUSED } else { 0 });
    if args.json {
        let held: Vec<_> = rows.iter().map(Row::json).collect();
        console.json(&json!({
            "version": 1, "held": held, "session": own, "chosen": chosen,
            "authority": locks.authority().map(|it| it.name()), "error": failure,
        }));
        return Ok(status);
    }
    if let Some(failure) = failure {
        console.error_line(words::authority_is_silent(&failure));
    }
    if gate.intents.is_empty() {
        console.line(no_intents(ctx));
    } else if rows.is_empty() {
        for line in NONE_CHOSEN {
            console.line(line);
        }
    }
    console.table(&rows.iter().map(|row| row.cells(ctx, args.long)).collect::<Vec<_>>());
    if own.is_some() {
        console.line(format!("this session: {}", chosen.unwrap_or("none")));
    }
    Ok(status)
}

fn of_this_machine(ctx: &Ctx, locks: &ProjectLocks) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for id in locks.ids()? {
        let Some(holder) = locks.holder(&id)? else { continue };
        let (until, is_over) = (holder.expires(), !holder.is_valid(ctx.now()));
        let lock = match holder {
            Holder::Session(lock) => Some(*lock),
            Holder::Unknown { .. } => None,
        };
        rows.push(Row {
            id: id.to_string(),
            until,
            is_over,
            is_remote: false,
            person: None,
            since: lock.as_ref().map(|lock| lock.since),
            token: lock.as_ref().map_or(0, |lock| lock.token),
            is_unconfirmed: lock.as_ref().is_some_and(|lock| lock.unconfirmed),
            machine: lock.as_ref().map(|lock| lock.host.clone()).unwrap_or_default(),
            agent: lock.as_ref().and_then(|lock| lock.agent.clone()),
            session: lock.map(|lock| lock.session),
        });
    }
    Ok(rows)
}

/// Adds what the authority says: to the lock that this machine has for the same lease, else as a row.
fn add(rows: &mut Vec<Row>, holder: RemoteHolder, now: SystemTime) {
    let (until, since) = (holder.until(now), humantime::parse_rfc3339_weak(&holder.since).ok());
    let RemoteHolder { intent: id, session, machine, person, token, .. } = holder;
    let person = Some(person).filter(|person| !person.is_empty());
    let is_it = |row: &&mut Row| row.id == id && row.session.as_ref() == Some(&session);
    match rows.iter_mut().find(is_it) {
        Some(row) => row.person = person,
        None => rows.push(Row {
            id,
            session: Some(session),
            agent: None,
            machine,
            person,
            since,
            until,
            token,
            is_over: false,
            is_unconfirmed: false,
            is_remote: true,
        }),
    }
}

impl Row {
    fn json(&self) -> Value {
        let time = |time| humantime::format_rfc3339_seconds(time).to_string();
        json!({
            "id": self.id, "session": self.session, "machine": self.machine, "person": self.person,
            "since": self.since.map(time), "until": time(self.until), "token": self.token,
            "unconfirmed": self.is_unconfirmed,
        })
    }

    fn cells(&self, ctx: &Ctx, is_long: bool) -> Vec<String> {
        let plain = |text: &str| one_line(text, MAX_WORDS);
        let whose = match &self.session {
            Some(session) => format!("session {}", shown(session, is_long)),
            None => UNREADABLE_LOCK.to_owned(),
        };
        let agent = self.agent.as_ref().map(|agent| format!(", agent {}", shown(agent, is_long)));
        let until = ctx.local(self.until);
        let until = if self.is_over {
            format!("until {until}, over")
        } else if self.is_remote {
            format!("leased until {until}")
        } else {
            format!("held until {until}")
        };
        let on = (!self.machine.is_empty()).then(|| format!("on {}", plain(&self.machine)));
        let by = self.person.as_ref().map(|person| format!("by {}", plain(person)));
        let unconfirmed = self.is_unconfirmed.then(|| "unconfirmed".to_owned());
        let since = self.since.filter(|_| is_long).map(|at| format!("since {}", ctx.local(at)));
        let rest = [on, by, unconfirmed, since].into_iter().flatten();
        let whose = whose + &agent.unwrap_or_default();
        [plain(&self.id), whose, until].into_iter().chain(rest).collect()
    }
}
