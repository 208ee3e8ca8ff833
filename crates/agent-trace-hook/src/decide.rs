//! Which lines of a file are a call's, and what a record says of them.

pub(crate) mod blame;
pub(crate) mod claim;
pub(crate) mod squash;

use std::collections::BTreeMap;
use std::path::Path;

use crate::decide::claim::{Claim, claim};
use crate::gather::{Changed, Checkout, Facts};
use crate::record::line_hash::LineHash;
use crate::record::lines::lines;
use crate::record::snapshot::Snapshot;
use crate::record::trace::{
    Contributor, Conversation, File, Metadata, Ours, Record, VERSION, Vcs, ranges,
};

/// Of a file with more lines a record does not hold them.
const MAX_LINES: usize = 50_000;

/// A record that has no place in the chain yet.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) record: Record,
    /// The lines of the file before the call, if they are known.
    before: Option<Vec<LineHash>>,
    /// Its lines now, unless there are too many.
    now: Option<Vec<LineHash>>,
}

impl Draft {
    /// The record, with the lines of its file. `latest` is the newest record of that
    /// file: where the call found the file as that had left it, what differs is enough.
    /// `None` if that is of the same call already: a hook that is installed in two scopes
    /// hears of each call twice.
    pub(crate) fn after(mut self, latest: Option<&Record>) -> Option<Record> {
        if latest.is_some_and(|latest| self.record.is_of_call_of(latest)) {
            return None;
        }
        let known = latest.and_then(|latest| latest.ours().lines.as_ref());
        let known = known.map(|lines| lines.id.as_str());
        let now = self.now.as_deref();
        self.record.metadata.ours.lines =
            now.map(|now| Snapshot::of(now, self.before.as_deref(), known));
        Some(self.record)
    }
}

/// What the records say of a call in a checkout, one for each file.
pub(crate) fn drafts(facts: &Facts<'_>, checkout: &Checkout<'_>) -> Vec<Draft> {
    let draft = |file| draft(facts, checkout.vcs.as_ref(), file);
    checkout.files.iter().map(draft).collect()
}

fn draft(facts: &Facts<'_>, vcs: Option<&Vcs>, file: &Changed<'_>) -> Draft {
    let now = lines(&file.text);
    let content = &file.change.content;
    let before = content.before().map(|before| lines(before.as_bytes()));
    let claim = claim(content, before.as_deref().unwrap_or_default(), &file.text, &now);
    let hashes = (now.len() <= MAX_LINES).then(|| LineHash::all(&now));
    // Most lines are still there.
    let known = hashes.as_deref().unwrap_or_default();
    let before = before.filter(|before| before.len() <= MAX_LINES);
    let before = before.map(|before| LineHash::all_like(&before, &now, known));
    let mut record = record(facts, file, &claim, &now);
    record.vcs = vcs.cloned();
    Draft { record, before, now: hashes }
}

fn record(facts: &Facts<'_>, file: &Changed<'_>, claim: &Claim, now: &[&[u8]]) -> Record {
    let event = facts.event;
    let common = &event.common;
    let kind = if file.change.is_mixed { "mixed" } else { "ai" };
    let conversation = Conversation {
        url: common.transcript_path.as_deref().and_then(file_uri),
        contributor: Contributor { kind: kind.to_owned(), model_id: facts.said.model_id.clone() },
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
        intent_id: facts.intent.as_ref().map(|(id, _)| id.to_string()),
        intent_token: facts.intent.as_ref().map(|(_, token)| *token),
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
        timestamp: facts.timestamp.clone(),
        vcs: None,
        tool: facts.tool.clone(),
        files: vec![File {
            path: file.path.as_str().to_owned(),
            conversations: vec![conversation],
        }],
        metadata: Metadata { ours },
    }
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
