//! `tacklebox-sync`, the program that asks the authority of a project: where it is, what it is asked, and its answer.
//!
//! It alone opens sockets and reads credentials. It is started when an intent is chosen or released, and by `status`.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use active_intents::{IntentId, Locks};
use hook_runtime::Ctx;
use serde::Deserialize;
use serde_json::{Value, json};
use timed_command::Program;

use crate::gather::load;
use crate::gather::locks::ProjectLocks;
use crate::gather::machine::{host, pid};

const PROGRAM: &str = "tacklebox-sync";

/// Where the programs of a person are, below their configuration.
const OF_A_PERSON: &str = "bin";

/// How long a hook waits for its answer.
pub(crate) const LIMIT: Duration = Duration::from_secs(3);

/// How long a person does.
pub(crate) const LIMIT_OF_A_PERSON: Duration = Duration::from_secs(30);

/// Its answer belongs to no such question.
pub(crate) const UNFIT_ANSWER: &str =
    "tacklebox-sync gave an answer that does not match the question";

/// In bytes, of its answer.
const MAX_ANSWER: usize = 256 << 10;

/// What it answers, in one line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The session has the intent, and the lock file has the lease.
    Granted {
        /// The token of the lease.
        token: u64,
    },
    /// Another session has it.
    HeldBy(RemoteHolder),
    /// Whether there was a lease of the session, which is released now.
    Released(bool),
    /// A person took the intent from this session.
    TakenFrom(RemoteHolder),
    /// All holders.
    Holders(Vec<RemoteHolder>),
    /// The authority gave no usable answer.
    Error {
        /// Why.
        message: String,
    },
}

/// Who has an intent, on any machine of the team.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct RemoteHolder {
    pub(crate) intent: String,
    pub(crate) session: String,
    pub(crate) machine: String,
    pub(crate) person: String,
    pub(crate) since: String,
    pub(crate) left_s: u64,
    pub(crate) token: u64,
}

impl RemoteHolder {
    /// Until when, unless it is renewed.
    pub(crate) fn until(&self, now: SystemTime) -> SystemTime {
        now.checked_add(Duration::from_secs(self.left_s)).unwrap_or(now)
    }
}

/// The request of a project, about the intent, session and subagent of `subject`. `None` without an authority.
pub(crate) fn request(
    ctx: &Ctx,
    locks: &ProjectLocks,
    subject: Option<(&IntentId, &str, Option<&str>)>,
) -> Option<Value> {
    let (project, state) = (ctx.project()?, ctx.state()?);
    Some(json!({
        "version": 1,
        "authority": locks.authority()?.request(),
        "project": project.path(),
        "state": state.path(),
        "locks": state.file(Locks::FOLDER),
        "intent": subject.map(|(id, ..)| id),
        "session": subject.map_or("", |(_, session, _)| session),
        "agent": subject.and_then(|(.., agent)| agent),
        "host": host(ctx),
        "pid": pid(ctx),
        "lock_ttl_s": locks.ttl().as_secs(),
        "now": ctx.timestamp(),
    }))
}

/// Asks, and waits for the answer, `limit` at most.
///
/// # Errors
/// Why there is none, for a message.
pub(crate) fn ask(
    ctx: &Ctx,
    verb: &str,
    request: &Value,
    limit: Duration,
) -> Result<Answer, String> {
    let words = words(ctx, verb)?;
    ctx.expect_delay();
    let limit = ctx.patience(limit);
    let mut request = request.clone();
    if let Some(fields) = request.as_object_mut() {
        fields.insert("limit_ms".to_owned(), json!(limit.as_millis()));
    }
    let program = Program { words, dir: None, path: None, limit, keep: MAX_ANSWER };
    let ended = timed_command::run_fed(&program, &[], line(&request))
        .map_err(|err| format!("{PROGRAM}: {err}"))?;
    let answer = Some(ended.stdout.trim_end()).filter(|text| !ended.is_cut && !text.contains('\n'));
    let answer = answer.and_then(|text| serde_json::from_str(text).ok());
    answer.ok_or_else(|| {
        if ended.status.success() {
            format!("{PROGRAM} gave an answer that cannot be read")
        } else {
            format!("{PROGRAM} failed: {}", ended.status)
        }
    })
}

/// The words that start it.
///
/// # Errors
/// Why it is not started.
pub(crate) fn words(ctx: &Ctx, verb: &str) -> Result<Vec<String>, String> {
    // The address may be that of a repository whose programs would run.
    if let Some(file) = load::configuration(ctx)
        && !person::trust::is_trusted(ctx, &file)
    {
        return Err(format!("you do not trust {} yet: see `tacklebox trust`", file.display()));
    }
    let file = find(ctx).ok_or_else(|| format!("{PROGRAM} is not installed"))?;
    let mut words = vec![file.to_string_lossy().into_owned(), verb.to_owned()];
    if verb == "status" {
        words.push("--json".to_owned());
    }
    Ok(words)
}

/// A request as it is sent.
pub(crate) fn line(request: &Value) -> Vec<u8> {
    format!("{request}\n").into_bytes()
}

/// Beside this program, or where the programs of the person are. The `PATH` could lead an agent's program here.
fn find(ctx: &Ctx) -> Option<PathBuf> {
    let beside = ctx.program().and_then(|program| Some(program.parent()?.to_owned()));
    let of_person = ctx.user_config().map(|config| config.join(OF_A_PERSON));
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    beside.into_iter().chain(of_person).map(|dir| dir.join(&name)).find(|file| file.is_file())
}
