//! The history of files in a file beside the store, so that a hook need not open the store.
//!
//! The texts of files follow each other and never change; a file with something new gets another
//! text at the end. The index has the place and the checksum of each; if they do not match, the
//! store is asked.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use hook_state::{Access, Links, open_regular};
use project_paths::RelPath;
use recent_files::{millis, time};
use serde::{Deserialize, Serialize};

use crate::checksum::{hash, part, sum_of};
use crate::place::{Place, Prepared};
use crate::reader::{History, Note, PastTurn, Role};
use crate::stamp::with_ending;

/// What stands behind the name of the store in that of the texts.
const ENDING: &str = "-texts";

/// The version of a text.
const VERSION: u64 = 1;

/// A text has at most so many turns, and ends when it has more than so many bytes of words.
const MAX_TURNS: usize = 48;
const MAX_WORDS: usize = 48 << 10;

/// The text of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Text {
    version: u64,
    path: String,
    notes: Vec<OfNote>,
    turns: Vec<OfTurn>,
    /// Whether no turn of the file is left out.
    is_whole: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct OfNote {
    id: i64,
    at: i64,
    text: String,
}

/// A turn, of an answer its last words.
#[derive(Debug, Serialize, Deserialize)]
struct OfTurn {
    id: i64,
    session: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    is_asked: bool,
    at: i64,
    /// What a compaction is compared with.
    touched: i64,
    /// A hash of all that was said.
    said: u64,
    words: String,
}

impl Prepared {
    /// The same as [`Reader::history`](crate::Reader::history) of the store at `store`, but with only
    /// the last message of each answer. `None` if it is not prepared: then the store has to be asked.
    pub fn history(
        self,
        store: &Path,
        path: &RelPath,
        session: &str,
        limit: usize,
    ) -> Option<History> {
        Text::read(store, path, self.place)?.history(path, session, self.compacted, limit)
    }
}

impl Text {
    /// What is known of a file: its notes, and its turns, the newest first, each with the time at
    /// which the file was touched.
    pub(crate) fn new(
        path: &RelPath,
        notes: Vec<Note>,
        turns: impl Iterator<Item = rusqlite::Result<(PastTurn, i64)>>,
    ) -> rusqlite::Result<Text> {
        let note = |note: Note| OfNote { id: note.id, at: millis(note.at), text: note.text };
        let (notes, path) = (notes.into_iter().map(note).collect(), path.to_string());
        let mut text = Text { version: VERSION, path, notes, turns: Vec::new(), is_whole: true };
        let mut words = 0;
        for turn in turns {
            if text.turns.len() == MAX_TURNS || words > MAX_WORDS {
                text.is_whole = false;
                break;
            }
            let turn = turn.map(|(turn, touched)| OfTurn::new(turn, touched))?;
            words += turn.words.len();
            text.turns.push(turn);
        }
        Ok(text)
    }

    fn read(store: &Path, path: &RelPath, place: Place) -> Option<Text> {
        let length = usize::try_from(place.length).ok().filter(|length| *length > 0)?;
        let opened = open_regular(&file(store), Access::Read, Links::Refused).ok()?;
        let bytes = part(&mut opened.into_file(), place.at, length)?;
        let text = (sum_of(&bytes) == place.sum).then(|| serde_json::from_slice::<Text>(&bytes))?;
        text.ok().filter(|text| text.version == VERSION && text.path == path.as_str())
    }

    fn history(
        self,
        path: &RelPath,
        session: &str,
        compacted: i64,
        limit: usize,
    ) -> Option<History> {
        let note = |note: OfNote| Note {
            id: note.id,
            path: path.clone(),
            at: time(note.at),
            text: note.text,
        };
        let notes = self.notes.into_iter().map(note).collect();
        let mut history = History { notes, turns: Vec::new() };
        let (own, others): (Vec<_>, Vec<_>) =
            self.turns.into_iter().partition(|turn| turn.session == session);
        let forgotten = own.into_iter().filter(|turn| turn.touched < compacted);
        let mut said = HashSet::new();
        for turn in others.into_iter().chain(forgotten) {
            if history.turns.len() < limit && said.insert(turn.said) {
                history.turns.push(turn.into());
            }
        }
        (self.is_whole || history.turns.len() == limit && limit > 0).then_some(history)
    }
}

impl OfTurn {
    fn new(turn: PastTurn, touched: i64) -> OfTurn {
        let last = if turn.role == Role::User { "" } else { turn.last_words() };
        let words = if last.trim().is_empty() { &turn.text } else { last }.to_owned();
        let (id, at, is_asked) = (turn.id, millis(turn.at), turn.role == Role::User);
        let said = hash(&turn.text);
        let PastTurn { session, agent, .. } = turn;
        OfTurn { id, session, agent, is_asked, at, touched, said, words }
    }
}

impl From<OfTurn> for PastTurn {
    fn from(turn: OfTurn) -> PastTurn {
        let role = if turn.is_asked { Role::User } else { Role::Assistant };
        let OfTurn { id, session, agent, words, .. } = turn;
        PastTurn { id, session, agent, role, at: time(turn.at), text: words, last_words: 0 }
    }
}

/// How many bytes of texts there are.
pub(crate) fn length(store: &Path) -> u64 {
    fs::metadata(file(store)).map_or(0, |found| found.len())
}

/// Adds texts behind those that are there.
pub(crate) fn append(store: &Path, texts: &[u8]) -> io::Result<()> {
    let opened = open_regular(&file(store), Access::AppendPrivately, Links::Refused)?;
    opened.into_file().write_all(texts)
}

/// Removes the texts, if there are any.
pub(crate) fn remove(store: &Path) -> io::Result<()> {
    match fs::remove_file(file(store)) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// Overwrites and removes the texts.
pub(crate) fn forget(store: &Path) -> io::Result<()> {
    // One that is not there, and what is no file, has no words.
    if let Ok(opened) = open_regular(&file(store), Access::Read, Links::Refused) {
        let length = opened.metadata().len();
        let opened = open_regular(&file(store), Access::EditPrivately, Links::Refused)?;
        let mut file: File = opened.into_file();
        io::copy(&mut io::repeat(0).take(length), &mut file)?;
    }
    remove(store)
}

fn file(store: &Path) -> PathBuf {
    with_ending(store, ENDING)
}
