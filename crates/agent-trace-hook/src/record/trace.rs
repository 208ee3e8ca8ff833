//! A record of the ledger.
//!
//! Source: the Agent Trace specification 0.1.0 (agent-trace.dev), section 6. Its
//! schema allows no field but its own, so all that is ours stands in `metadata`,
//! under one key.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::link::Link;
use crate::record::snapshot::Snapshot;

/// The version of the specification.
pub(crate) const VERSION: &str = "0.1.0";

/// Our key in `metadata`, which also stands in the attribute of [`Metadata`].
pub(crate) const KEY: &str = "dev.tacklebox";

/// The longest `model_id` that the specification allows.
pub(crate) const MAX_MODEL_ID: usize = 250;

/// A trace record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) version: String,
    pub(crate) id: String,
    pub(crate) timestamp: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) vcs: Option<Vcs>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool: Option<Tool>,
    pub(crate) files: Vec<File>,
    pub(crate) metadata: Metadata,
}

/// The revision on which the file was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Vcs {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) revision: String,
}

/// The host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// A file, relative to the project's root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) conversations: Vec<Conversation>,
}

/// What a session has put into a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Conversation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) contributor: Contributor,
    pub(crate) ranges: Vec<Range>,
}

/// Who has written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Contributor {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model_id: Option<String>,
}

/// Lines that stand together, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start_line: usize,
    pub(crate) end_line: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) content_hash: Option<String>,
}

/// `metadata`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Metadata {
    #[serde(rename = "dev.tacklebox")]
    pub(crate) ours: Ours,
}

/// What a call has done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mutation {
    /// The file is new.
    Created,
    /// Lines came.
    Added,
    /// Lines went.
    Removed,
    /// Both, or neither.
    Changed,
}

/// What the specification has no place for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ours {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool_use_id: Option<String>,
    pub(crate) tool_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) prompt_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) intent_id: Option<String>,
    /// The token of the lock by which the session had the intent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) intent_token: Option<u64>,
    pub(crate) mutation: Mutation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host_version: Option<String>,
    /// The lines of the file, for `blame`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lines: Option<Snapshot>,
    /// What was squashed before this record, the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) squashed: Option<Squashed>,
    /// The number of the record, from 1.
    pub(crate) seq: u64,
    /// The hash of the record before; `null` in the first one.
    #[serde(default)]
    pub(crate) prev: Option<String>,
    #[serde(default)]
    pub(crate) hash: String,
    /// What another version has written.
    #[serde(flatten)]
    pub(crate) extra: BTreeMap<String, Value>,
}

/// The chain in whose place a squashed one is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Squashed {
    /// How many records it had.
    pub(crate) records: u64,
    /// The hash of its last one.
    pub(crate) head: String,
}

impl Record {
    /// What is ours in it.
    pub(crate) fn ours(&self) -> &Ours {
        &self.metadata.ours
    }

    /// Whether both are of the same call, as the host numbers them.
    pub(crate) fn is_of_call_of(&self, other: &Record) -> bool {
        fn call(record: &Record) -> Option<(&Option<String>, &Option<String>, &String)> {
            let ours = record.ours();
            Some((&ours.session_id, &ours.agent_id, ours.tool_use_id.as_ref()?))
        }
        call(self).is_some_and(|own| call(other) == Some(own))
    }

    /// Its place in the chain.
    pub(crate) fn link(&self) -> Link {
        Link { seq: self.ours().seq, hash: self.ours().hash.clone() }
    }

    /// Its file: we write one a record.
    pub(crate) fn path(&self) -> Option<&str> {
        Some(&self.files.first()?.path)
    }

    /// Its conversation: we write one a record.
    pub(crate) fn conversation(&self) -> Option<&Conversation> {
        self.files.first()?.conversations.first()
    }

    /// Its ranges.
    pub(crate) fn ranges(&self) -> &[Range] {
        self.conversation().map_or(&[], |conversation| &conversation.ranges)
    }

    /// Whether its ranges alone say which lines it is about: the file was too long to
    /// keep a hash of each line.
    pub(crate) fn is_loose(&self) -> bool {
        self.ours().lines.is_none() && !self.ranges().is_empty()
    }
}

/// The ranges of the lines that are marked.
pub(crate) fn ranges(lines: &[&[u8]], marked: &[bool]) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for run in marked.chunk_by(|left, right| left == right) {
        let end = start + run.len();
        if run.first() == Some(&true) {
            let content_hash = lines.get(start..end).map(crate::record::lines::content_hash);
            ranges.push(Range { start_line: start + 1, end_line: end, content_hash });
        }
        start = end;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_lines_are_ranges() {
        let text = crate::record::lines::lines(b"a\nb\nc\nd\n");
        let check = |marks: &str, expected: &[(usize, usize)]| {
            let marked: Vec<bool> = marks.chars().map(|mark| mark == 'x').collect();
            let found: Vec<_> =
                ranges(&text, &marked).iter().map(|r| (r.start_line, r.end_line)).collect();
            assert_eq!(found, expected, "{marks}");
        };
        check("....", &[]);
        check("xxxx", &[(1, 4)]);
        check("x.xx", &[(1, 1), (3, 4)]);
        check(".x..", &[(2, 2)]);
    }
}
