//! Sessions: all that are stored, and the one that a person means.

use std::collections::BTreeMap;
use std::time::SystemTime;

use anyhow::Result;
use file_mentions::{PastTurn, Reader, StoredMention};
use hook_runtime::{Ctx, the_session};

/// When something was stored of a session for the first and for the last time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: SystemTime,
    pub(super) last: SystemTime,
}

impl Span {
    fn and(self, at: SystemTime) -> Span {
        Span { first: self.first.min(at), last: self.last.max(at) }
    }
}

/// The sessions that have a turn or a mention, by name.
pub(super) fn sessions<'a>(
    turns: &'a [PastTurn],
    mentions: &'a [StoredMention],
) -> BTreeMap<&'a str, Span> {
    let turns = turns.iter().map(|turn| (turn.session.as_str(), turn.at));
    let mentions = mentions.iter().map(|mention| (mention.session.as_str(), mention.at));
    let mut sessions: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, at) in turns.chain(mentions) {
        let span = sessions.entry(name).or_insert(Span { first: at, last: at });
        *span = span.and(at);
    }
    sessions
}

/// The session that `spoken` names, as a whole or with its beginning: one that is stored, or one
/// that is known and of which nothing is.
pub(super) fn named(ctx: &Ctx, reader: &Reader, spoken: &str) -> Result<String> {
    let is_stored =
        !reader.recent_files(spoken, 1)?.is_empty() || !reader.turns(Some(spoken), 1)?.is_empty();
    if is_stored {
        return Ok(spoken.to_owned());
    }
    let (turns, mentions) = (reader.turns(None, usize::MAX)?, reader.mentions(None)?);
    let stored = sessions(&turns, &mentions).into_keys();
    let found = the_session(spoken, stored, &ctx.in_which_project());
    found.or_else(|err| ctx.session(spoken).map_err(|_| err.into()))
}
