//! The events: a call that has changed a file, and the end of a turn.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use active_intents::Locks;
use anyhow::Result;
use hook_protocol::{Common, PostToolUse, PostToolUseReply, Stop, StopReply};
use hook_runtime::Ctx;
use hook_state::{Links, read_regular};
use project_paths::{ProjectRoot, RelPath};

use crate::change::{self, Change, Content};
use crate::claim::{Claim, claim};
use crate::config::Config;
use crate::ledger::{FOLDER, Ledger};
use crate::line_hash::LineHash;
use crate::lines::lines;
use crate::record::{Contributor, Conversation, Metadata, Ours, Record, Tool, VERSION, ranges};
use crate::snapshot::Snapshot;
use crate::transcript::Said;
use crate::{chain, checkpoint, host, record, transcript, vcs};

/// How long a writer waits for others: for as long as the hook may.
const PATIENCE: Duration = Duration::from_secs(4);

/// How long a formatter's empty file is waited for.
const MOMENT: Duration = Duration::from_millis(20);

/// Of a file that is larger no line is looked for.
const LARGEST_FILE: u64 = 16 << 20;

/// Of a file with more lines a record does not hold them.
const MOST_LINES: usize = 50_000;

/// A record that has no place in the chain yet.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) record: Record,
    /// The lines of the file before the call, if they are known.
    before: Option<Vec<LineHash>>,
    /// Its lines now, unless there are too many.
    now: Option<Vec<LineHash>>,
}

/// Why there is nothing to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The call changes no file.
    NoChange,
    /// There is no project.
    NoProject,
    /// The file is not one of the project's.
    Outside,
    /// The file is one of those that hooks keep.
    Ours,
}

/// Records what a call has put into a file.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let (Ok(draft), Some(project)) = (draft(ctx, event), ctx.project()) else {
        return Ok(PostToolUseReply::default());
    };
    let config = Config::load_or_default(ctx);
    let ledger = Ledger::at(project.path(), config.rotate_bytes);
    let locked = ledger.lock(ctx.patience(PATIENCE))?;
    locked.append(|tail| {
        let path = draft.record.path().unwrap_or_default();
        let known = tail.latest(path).and_then(|latest| latest.metadata.ours.lines);
        let known = known.as_ref().map(|lines| lines.id.as_str());
        let mut record = draft.record.clone();
        let now = draft.now.as_deref();
        record.metadata.ours.lines =
            now.map(|now| Snapshot::of(now, draft.before.as_deref(), known));
        chain::seal(record, tail.last.as_ref())
    })?;
    Ok(PostToolUseReply::default())
}

/// Signs how far the chain has come, if there is a key.
pub(crate) fn stop(ctx: &Ctx, event: &Stop) -> Result<StopReply> {
    let config = Config::load(ctx)?;
    if let (Some(project), Some(key)) = (ctx.project(), config.sign_key(ctx)) {
        let ledger = Ledger::at(project.path(), config.rotate_bytes);
        sign(ctx, &ledger, &key, event.common.session_id.as_deref())?;
    }
    Ok(StopReply::default())
}

/// Signs the end of the chain, unless that was done before.
///
/// # Errors
/// If the key cannot be read or the checkpoint not be written.
pub(crate) fn sign(ctx: &Ctx, ledger: &Ledger, key: &Path, session: Option<&str>) -> Result<()> {
    if ledger.files()?.is_empty() {
        return Ok(());
    }
    let key = checkpoint::read_key(key)?;
    let locked = ledger.lock(ctx.patience(PATIENCE))?;
    locked.checkpoint(|last| {
        let session = session.map(str::to_owned);
        checkpoint::sign(&key, last.clone(), session, ctx.timestamp())
    })
}

/// What there is to record of a call, or why there is nothing. Writes nothing.
pub(crate) fn draft(ctx: &Ctx, event: &PostToolUse) -> Result<Draft, Silence> {
    let change = change::of(event).ok_or(Silence::NoChange)?;
    let project = ctx.project().ok_or(Silence::NoProject)?;
    let path = place(project, ctx.cwd(), change.path)?;
    let file = project.resolved().join(path.as_str());
    let text = settled(&file).unwrap_or_else(|err| {
        // The edit is somebody's, even if its lines cannot be named.
        ctx.report(format_args!("could not read {}: {err}", file.display()));
        None
    });
    let said = transcript::said(&event.common);
    let facts = Facts {
        tool: host::tool(ctx.env("AI_AGENT").as_deref(), event.common.host, &said),
        said,
        intent_id: intent_of(ctx, project, &event.common),
        vcs: vcs::revision(project.resolved()),
        timestamp: ctx.timestamp(),
    };
    let text = text.unwrap_or_default();
    let now = lines(&text);
    let claim = claim(&change.content, &text, &now);
    Ok(Draft {
        record: record(event, &change, &path, &claim, &now, facts),
        before: before(&change.content),
        now: (now.len() <= MOST_LINES).then(|| LineHash::all(&now)),
    })
}

/// The path under which a file is recorded.
///
/// # Errors
/// The reason why it is not.
pub(crate) fn place(
    project: &ProjectRoot,
    cwd: Option<&Path>,
    spoken: &str,
) -> Result<RelPath, Silence> {
    let location = project.relative(cwd, spoken);
    let path = location.resolved.ok_or(Silence::Outside)?;
    let is_ours = |path: &RelPath| path.as_str().split('/').next() == Some(FOLDER);
    if is_ours(&path) || location.lexical.as_ref().is_some_and(is_ours) {
        return Err(Silence::Ours);
    }
    if path.as_str() == "." {
        return Err(Silence::Outside);
    }
    Ok(path)
}

/// What is known beside the event.
struct Facts {
    tool: Option<Tool>,
    said: Said,
    intent_id: Option<String>,
    vcs: Option<record::Vcs>,
    timestamp: String,
}

fn record(
    event: &PostToolUse,
    change: &Change<'_>,
    path: &RelPath,
    claim: &Claim,
    now: &[&[u8]],
    facts: Facts,
) -> Record {
    let common = &event.common;
    let kind = if change.is_mixed { "mixed" } else { "ai" };
    let conversation = Conversation {
        url: common.transcript_path.as_deref().and_then(file_uri),
        contributor: Contributor { kind: kind.to_owned(), model_id: facts.said.model_id },
        ranges: ranges(now, &claim.lines),
    };
    let host_version = facts.tool.as_ref().map(|tool| tool.version.clone());
    let ours = Ours {
        session_id: common.session_id.clone(),
        agent_id: common.agent_id.clone(),
        agent_type: common.agent_type.clone(),
        tool_use_id: event.tool_use_id.clone(),
        tool_name: event.call.name.canonical().to_owned(),
        prompt_id: common.prompt_id.clone(),
        intent_id: facts.intent_id,
        mutation: claim.mutation,
        host_version,
        lines: None,
        squashed: None,
        seq: 0,
        prev: None,
        hash: String::new(),
        extra: BTreeMap::new(),
    };
    Record {
        version: VERSION.to_owned(),
        id: String::new(),
        timestamp: facts.timestamp,
        vcs: facts.vcs,
        tool: facts.tool,
        files: vec![record::File {
            path: path.as_str().to_owned(),
            conversations: vec![conversation],
        }],
        metadata: Metadata { ours },
    }
}

fn before(content: &Content<'_>) -> Option<Vec<LineHash>> {
    let text = match content {
        Content::Created { .. } => "",
        Content::Changed { before, .. } => before,
        Content::Cell(cell) => cell.before?,
        Content::Patched(_) | Content::Replaced(_) | Content::Unknown => return None,
    };
    let lines = lines(text.as_bytes());
    (lines.len() <= MOST_LINES).then(|| LineHash::all(&lines))
}

/// The intent that the session works on, if the intent gate is in use.
fn intent_of(ctx: &Ctx, project: &ProjectRoot, common: &Common) -> Option<String> {
    let session = common.session_id.as_deref()?;
    // How long a lock holds is of no account: none is taken.
    let locks = Locks::of(project.path(), Duration::ZERO);
    let held = locks.held_by(session, common.agent_id.as_deref(), ctx.now());
    held.ok()?.map(|id| id.to_string())
}

/// The content of a file, after a moment if it is empty: a formatter that runs
/// side by side may be about to write it.
fn settled(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let text = read(path)?;
    if text.as_ref().is_some_and(Vec::is_empty) {
        thread::sleep(MOMENT);
        return read(path);
    }
    Ok(text)
}

/// The text of a file; `None` if it is gone.
///
/// # Errors
/// If it cannot be read, is no regular file, or is too large.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match read_regular(path, Links::Followed, LARGEST_FILE) {
        Ok(bytes) => Ok(Some(utf_8(bytes))),
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(err) => Err(err),
    }
}

/// A text of UTF-16 with its byte order mark as the host sends it, in UTF-8.
fn utf_8(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0xff, 0xfe]) {
        return bytes;
    }
    let units = bytes.as_chunks().0.iter().copied().map(u16::from_le_bytes);
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect::<String>()
        .into_bytes()
}

/// A path as a `file:` URI (RFC 8089).
fn file_uri(path: &Path) -> Option<String> {
    let path = path.to_str().filter(|_| path.is_absolute())?;
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            uri.push('%');
            uri.push_str(&hook_protocol::hex(&[byte]).to_uppercase());
        }
    }
    Some(uri)
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoChange => "the call changes no file by itself",
            Self::NoProject => "the event belongs to no project",
            Self::Outside => "the file is not in the project",
            Self::Ours => "files under .orchestration are not recorded",
        })
    }
}
