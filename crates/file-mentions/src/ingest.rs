//! Imports the new part of a transcript.
//!
//! The file is read before the store is locked. If another process was faster, this one starts
//! again from where that one stopped, so nothing is added twice.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::SystemTime;

use project_paths::RelPath;
use recent_files::{millis, time};
use rusqlite::{Connection, OptionalExtension, Transaction};
use transcripts::{Batch, Place, read_on};

use crate::entry::Speaker;
use crate::error::{IngestError, StoreError};
use crate::exchange::{self, Exchange, Open, Step, Words};
use crate::newest_turns;
use crate::reader::{Role, stored_path};
use crate::steps::{self, Reading};
use crate::store::{self, Mention, Store};

/// The transcript of an agent in a session.
#[derive(Debug, Clone, Copy)]
pub struct Transcript<'a> {
    /// The file (`transcript_path`, `agent_transcript_path`).
    pub path: &'a Path,
    /// The session.
    pub session: &'a str,
    /// The subagent; `None` for the main agent.
    pub agent: Option<&'a str>,
}

/// The last message of an agent, from the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastMessage<'a> {
    /// `last_assistant_message` of Stop and SubagentStop.
    pub text: &'a str,
    /// When the event came.
    pub at: SystemTime,
}

/// The result of reading a part of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingested {
    /// How many bytes were new.
    pub bytes: u64,
    /// Whether there is more to read: a part is small enough for a hook to end in time. The next
    /// call continues from here.
    pub more: bool,
    /// Whether the file was replaced since it was read before. Its turns replace the old ones.
    pub anew: bool,
}

/// How far a transcript is in the store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Progress {
    place: Place,
    /// The number of the open exchange.
    exchange: i64,
    ahead: bool,
}

impl Store {
    /// Imports what is new in a transcript. An incomplete line is left for the next time, and lines
    /// of unknown kinds are skipped.
    ///
    /// Prompts and answers become turns, each with the files that were touched before the next
    /// prompt; a turn without files is not kept. `last_message` is used if the transcript does not
    /// have it yet.
    ///
    /// # Errors
    /// If the transcript cannot be read, or the store cannot be written.
    pub fn ingest(
        &mut self,
        transcript: &Transcript<'_>,
        reading: &Reading<'_>,
        last_message: Option<LastMessage<'_>>,
    ) -> Result<Ingested, IngestError> {
        let speaker = transcript.agent.map_or(Speaker::Main, |_| Speaker::Subagent);
        loop {
            let before = progress(&self.connection, transcript)?;
            let batch = read_on(transcript.path, before.place)?;
            let steps = steps::of_batch(&batch, speaker, reading);
            let told = last_message.filter(|_| !batch.more);
            let told = told.map(|told| (millis(told.at), reading.recording.words(told.text)));
            let ingested = Ingested { bytes: batch.bytes, more: batch.more, anew: batch.anew };
            if ingested.bytes == 0 && !batch.anew && told.is_none() {
                return Ok(ingested);
            }
            let told = told.as_ref().map(|(at, text)| (*at, text.as_ref()));
            if self.continue_from(before, transcript, &batch, &steps, told)? {
                return Ok(ingested);
            }
        }
    }

    /// Writes what follows on `before`; `false` if that is no longer where the
    /// transcript stands, because another process was faster.
    fn continue_from(
        &mut self,
        before: Progress,
        transcript: &Transcript<'_>,
        batch: &Batch,
        steps: &[Step],
        told: Option<(i64, &str)>,
    ) -> Result<bool, StoreError> {
        let transaction = self.begin()?;
        if progress(&transaction, transcript)? != before {
            return Ok(false);
        }
        let last = steps.iter().filter_map(Step::at).chain(told.map(|(at, _)| at)).max();
        let writing = Writing::begin(&transaction, transcript, last.unwrap_or_default())?;
        let steps = writing.not_forgotten(steps)?;
        let open = if batch.anew { writing.forget_turns()? } else { writing.open(before)? };
        let (exchanges, open) = exchange::continued(open, &steps, told);
        writing.add(&steps)?;
        for exchange in &exchanges {
            let is_open = exchange.number == open.exchange.number;
            writing.set_exchange(exchange, is_open)?;
        }
        let exchange = open.exchange.number;
        writing.set_progress(Progress { place: batch.end, exchange, ahead: open.ahead })?;
        transaction.commit()?;
        Ok(true)
    }
}

fn progress(connection: &Connection, transcript: &Transcript<'_>) -> rusqlite::Result<Progress> {
    let sql = "SELECT offset, tail, exchange, ahead
        FROM transcripts JOIN sessions ON sessions.id = transcripts.session
        WHERE name = ?1 AND agent = ?2";
    let agent = transcript.agent.unwrap_or_default();
    let found = connection.query_row(sql, (transcript.session, agent), |row| {
        let offset = u64::try_from(row.get::<_, i64>(0)?).unwrap_or_default();
        let place = Place { offset, tail: row.get(1)? };
        Ok(Progress { place, exchange: row.get(2)?, ahead: row.get(3)? })
    });
    Ok(found.optional()?.unwrap_or_default())
}

/// A transaction on the turns of one agent in one session.
struct Writing<'a> {
    transaction: &'a Transaction<'a>,
    transcript: &'a Transcript<'a>,
    agent: &'a str,
    session: i64,
}

impl<'a> Writing<'a> {
    fn begin(
        transaction: &'a Transaction<'a>,
        transcript: &'a Transcript<'a>,
        at: i64,
    ) -> rusqlite::Result<Writing<'a>> {
        let session = store::session_id(transaction, transcript.session, at)?;
        let agent = transcript.agent.unwrap_or_default();
        Ok(Writing { transaction, transcript, agent, session })
    }

    /// The steps without those that a person wants forgotten with the session.
    fn not_forgotten<'s>(&self, steps: &'s [Step]) -> rusqlite::Result<Cow<'s, [Step]>> {
        let sql = "SELECT until FROM forgotten WHERE session = ?1";
        let until = self.transaction.query_row(sql, (self.session,), |row| row.get::<_, i64>(0));
        let Some(until) = until.optional()? else { return Ok(Cow::Borrowed(steps)) };
        let is_kept = |step: &&Step| step.at().is_none_or(|at| at > until);
        Ok(steps.iter().filter(is_kept).cloned().collect())
    }

    /// Removes the turns of a transcript that is another now.
    fn forget_turns(&self) -> rusqlite::Result<Open> {
        let sql = "DELETE FROM turns WHERE session = ?1 AND agent = ?2";
        self.transaction.execute(sql, (self.session, self.agent))?;
        Ok(Open::default())
    }

    /// The open exchange, as it is stored.
    fn open(&self, progress: Progress) -> rusqlite::Result<Open> {
        let number = progress.exchange;
        let mut exchange = Exchange { number, ..Exchange::default() };
        for (role, words) in
            [(Role::User, &mut exchange.prompt), (Role::Assistant, &mut exchange.answer)]
        {
            let sql = "SELECT id, at, text, last_words FROM turns
                WHERE session = ?1 AND agent = ?2 AND position = ?3";
            let key = (self.session, self.agent, position(number, role));
            let found = self.transaction.query_row(sql, key, |row| {
                let last: u32 = row.get(3)?;
                let last = usize::try_from(last).unwrap_or_default();
                Ok((row.get::<_, i64>(0)?, Words { at: row.get(1)?, text: row.get(2)?, last }))
            });
            if let Some((id, found)) = found.optional()? {
                exchange.files.extend(self.files_of(id)?);
                *words = Some(found);
            }
        }
        Ok(Open { exchange, ahead: progress.ahead })
    }

    fn files_of(&self, turn: i64) -> rusqlite::Result<BTreeSet<RelPath>> {
        let sql = "SELECT path FROM turn_files JOIN files ON files.id = file WHERE turn = ?1";
        let mut statement = self.transaction.prepare(sql)?;
        let paths = statement.query_map((turn,), |row| stored_path(row, 0))?;
        paths.filter_map(Result::transpose).collect()
    }

    /// Adds what is no turn: mentions and compactions.
    fn add(&self, steps: &[Step]) -> rusqlite::Result<()> {
        for step in steps {
            match step {
                Step::Touched(touch) => {
                    let mention = Mention {
                        session: self.transcript.session,
                        agent: self.transcript.agent,
                        path: &touch.path,
                        tool: &touch.tool,
                        call: Some(&touch.call),
                        at: time(touch.at),
                    };
                    store::add_mention(self.transaction, &mention)?;
                }
                // What a subagent has forgotten, the others may still know.
                Step::Compacted { at } if self.agent.is_empty() => {
                    store::set_compacted(self.transaction, self.session, *at)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn set_exchange(&self, exchange: &Exchange, is_open: bool) -> rusqlite::Result<()> {
        for (role, words) in [(Role::User, &exchange.prompt), (Role::Assistant, &exchange.answer)] {
            let position = position(exchange.number, role);
            let has_history = |words: &&Words| !words.text.is_empty() && !exchange.files.is_empty();
            if let Some(words) = words.as_ref().filter(|words| is_open || has_history(words)) {
                self.set_turn(position, role, words, &exchange.files)?;
                continue;
            }
            let sql = "DELETE FROM turns WHERE session = ?1 AND agent = ?2 AND position = ?3";
            self.transaction.execute(sql, (self.session, self.agent, position))?;
        }
        Ok(())
    }

    fn set_turn(
        &self,
        position: i64,
        role: Role,
        words: &Words,
        files: &BTreeSet<RelPath>,
    ) -> rusqlite::Result<()> {
        let sql = "INSERT INTO turns (session, agent, position, role, at, text, last_words)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (session, agent, position)
            DO UPDATE SET text = excluded.text, last_words = excluded.last_words
            RETURNING id";
        let last = u32::try_from(words.last).unwrap_or_default();
        let row = (self.session, self.agent, position, role.as_str(), words.at, &words.text, last);
        let turn: i64 = self.transaction.query_row(sql, row, |row| row.get(0))?;
        for path in files {
            let file = store::file_id(self.transaction, path)?;
            let sql = "INSERT INTO turn_files (file, at, turn, session) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO NOTHING";
            self.transaction.execute(sql, (file, words.at, turn, self.session))?;
            newest_turns::add(self.transaction, file, turn, self.session)?;
        }
        Ok(())
    }

    fn set_progress(&self, progress: Progress) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO transcripts
            (session, agent, offset, tail, exchange, ahead) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let offset = i64::try_from(progress.place.offset).unwrap_or(i64::MAX);
        let Progress { place, exchange, ahead } = progress;
        let row = (self.session, self.agent, offset, place.tail, exchange, ahead);
        self.transaction.execute(sql, row)?;
        Ok(())
    }
}

/// The place of a turn in its transcript: prompts have the even ones.
fn position(exchange: i64, role: Role) -> i64 {
    2 * exchange + i64::from(role == Role::Assistant)
}
