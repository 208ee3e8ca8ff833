//! The lists of recent files in the index: one for each of the sessions that were active last.

use std::fs::File;

use serde::{Deserialize, Serialize};

use crate::packed::{WORD, add, checked, hash, part, sum_of};

/// So many sessions have a list.
pub(crate) const MAX_LISTS: usize = 8;

/// So many files are in one at most.
pub(crate) const MAX_FILES: usize = 100;

/// No list is larger, in bytes: paths of usual length make it a hundredth of that.
const MAX_TEXT: u64 = 1 << 20;

/// For each list: the hash of the session, where it begins, its length, and a checksum.
const SLOT: usize = 4;
const SLOTS: usize = MAX_LISTS * SLOT;

/// The files that a session has touched, the newest first, without those that wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct List {
    pub(crate) session: String,
    /// Path, time, and whether the main agent has touched it.
    pub(crate) files: Vec<(String, i64, bool)>,
}

impl List {
    /// Whether the session has touched no other files.
    pub(crate) fn is_whole(&self) -> bool {
        self.files.len() < MAX_FILES
    }
}

/// Lists as they stand in an index.
pub(crate) fn bytes(lists: &[List]) -> Vec<u8> {
    let (mut slots, mut texts) = (Vec::with_capacity(SLOTS), Vec::new());
    for list in lists.iter().take(MAX_LISTS) {
        let Ok(text) = serde_json::to_vec(list) else { continue };
        let from = (SLOTS + 1) * WORD + texts.len();
        slots.extend([hash(&list.session), from as u64, text.len() as u64, sum_of(&text)]);
        texts.extend(text);
    }
    slots.resize(SLOTS, 0);
    let mut bytes = Vec::with_capacity((SLOTS + 1) * WORD + texts.len());
    add(&mut bytes, &slots);
    bytes.extend(texts);
    bytes
}

/// The list of a session among those that begin at `offset`; `None` if there is none.
pub(crate) fn find(file: &mut File, offset: u64, session: &str) -> Option<List> {
    let slots: [u64; SLOTS] = checked(&part(file, offset, (SLOTS + 1) * WORD)?)?;
    let wanted = hash(session);
    let is_its =
        |[found, _, length, _]: &&[u64; SLOT]| *found == wanted && (1..=MAX_TEXT).contains(length);
    let [_, from, length, sum] = *slots.as_chunks().0.iter().find(is_its)?;
    let text = part(file, offset.checked_add(from)?, usize::try_from(length).ok()?)?;
    let list = (sum_of(&text) == sum).then(|| serde_json::from_slice::<List>(&text))?;
    list.ok().filter(|list| list.session == session)
}
