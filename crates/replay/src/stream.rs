//! One transcript, read piece by piece.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use serde::Serialize;
use transcripts::{Entry, Owner, Place, read_on};

use crate::moment::{Moment, Setting};
use crate::session::Agent;

/// The name of subagents in transcripts that do not tell them apart.
const SIDECHAIN: &str = "sidechain";

/// Counts of what was read and what could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Transcripts that were read, including those of subagents.
    pub transcripts: usize,
    /// Files that are not transcripts.
    pub foreign: usize,
    /// Files that could not be read.
    pub unreadable: usize,
    /// Lines that are not JSON objects.
    pub broken_lines: usize,
    /// Files whose last line is incomplete.
    pub cut: usize,
    /// Entries that an earlier transcript has, too.
    pub repeated: usize,
}

/// The entries that were read, by their ids: a session that was forked begins with those of
/// another.
pub(crate) type Seen = HashSet<u64>;

/// A transcript that is being read.
#[derive(Debug)]
pub(crate) struct Stream {
    path: PathBuf,
    owner: Owner,
    /// The type of the subagent whose transcript it is, where a file beside it says so.
    agent_type: Option<String>,
    place: Place,
    is_over: bool,
    /// The main agent, and the subagents that have no transcript of their own.
    agents: BTreeMap<Option<String>, Agent>,
}

impl Stream {
    /// The transcript at `path`; `None` if it is not one.
    pub(crate) fn open(path: PathBuf) -> io::Result<Option<Self>> {
        let Some(owner) = Owner::of(&path)? else { return Ok(None) };
        let (place, agents) = (Place::default(), BTreeMap::new());
        let agent_type = owner.agent.as_ref().and_then(|_| transcripts::type_beside(&path));
        Ok(Some(Self { path, owner, agent_type, place, is_over: false, agents }))
    }

    /// When it begins.
    pub(crate) fn began(&self) -> SystemTime {
        self.owner.began.unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Reads on until the next moment is known, and says when that was.
    pub(crate) fn next_at(&mut self, seen: &mut Seen, counts: &mut Counts) -> Option<SystemTime> {
        loop {
            let next = self.agents.values().filter_map(Agent::next_at).min();
            if next.is_some() || self.is_over {
                return next;
            }
            if self.read_on(seen, counts).is_err() {
                counts.unreadable += 1;
                self.end();
            }
        }
    }

    /// The moment whose time [`Stream::next_at`] returned.
    pub(crate) fn next(&mut self) -> Option<Moment> {
        let agents = self.agents.values_mut();
        agents.filter(|agent| agent.next_at().is_some()).min_by_key(|agent| agent.next_at())?.next()
    }

    fn read_on(&mut self, seen: &mut Seen, counts: &mut Counts) -> io::Result<()> {
        let batch = read_on(&self.path, self.place)?;
        let agent_type = batch.entries().find_map(|entry| entry.agent_type);
        let agent_type = agent_type.map(|known| known.into_owned());
        let agent_type = agent_type.or_else(|| self.agent_type.clone());
        for line in batch.lines() {
            let Some(entry) = Entry::parse(line) else {
                counts.broken_lines += 1;
                continue;
            };
            if entry.uuid.as_deref().is_some_and(|uuid| !seen.insert(hash(uuid))) {
                counts.repeated += 1;
                continue;
            }
            self.agent(&entry, agent_type.as_deref()).read(&entry);
        }
        self.place = batch.end;
        if !batch.more {
            let length = std::fs::metadata(&self.path)?.len();
            counts.cut += usize::from(length > self.place.offset);
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        self.is_over = true;
        self.agents.values_mut().for_each(Agent::end);
    }

    /// Whose an entry is.
    fn agent(&mut self, entry: &Entry<'_>, agent_type: Option<&str>) -> &mut Agent {
        let named = entry.agent_id.as_deref().or(self.owner.agent.as_deref());
        let agent = named.or_else(|| entry.is_sidechain.then_some(SIDECHAIN)).map(str::to_owned);
        let agent_type = agent_type.filter(|_| agent.is_some());
        self.agents.entry(agent.clone()).or_insert_with(|| {
            let setting = Setting::new(&self.owner.session, &self.path);
            let agent_type = agent_type.map(str::to_owned);
            Agent::new(Setting { agent_id: agent, agent_type, ..setting })
        })
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
