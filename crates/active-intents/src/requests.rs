//! What agents would like to touch beyond their scope: `scope_requests.jsonl`.
//!
//! One line a request, with a number that people call it by. A line that is no
//! request, or has fields that are not known, stays as it is.

use std::path::Path;
use std::time::{Duration, SystemTime};

use hook_state::Lock;
use humantime::format_rfc3339_millis;
use project_paths::{ProjectRoot, RealPaths, RelPath, Scope};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::folder::{Folder, FolderError, failed};
use crate::id::IntentId;

const FILE: &str = "scope_requests.jsonl";

/// The version of a line.
const VERSION: u64 = 1;

/// Characters that mean something in a glob.
const META: [char; 6] = ['*', '?', '[', '{', '}', '\\'];

/// The requests of a project.
#[derive(Debug, Clone)]
pub struct Requests {
    folder: Folder,
}

/// A request, decided or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    version: u64,
    /// Its number, from 1.
    pub request: u64,
    /// The intent whose scope should grow.
    pub intent: IntentId,
    /// What should be in it, as globs of the project.
    pub paths: Vec<String>,
    /// Why.
    pub reason: String,
    /// The session that asked.
    pub session: String,
    /// The subagent that asked, if one did.
    #[serde(default)]
    pub agent: Option<String>,
    /// When, as RFC 3339.
    pub time: String,
    /// What became of it.
    pub state: RequestState,
    /// What the person said who refused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// When it was decided, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequestState {
    /// Nobody has decided.
    Open,
    /// Its paths are in the scope.
    Approved,
    /// A person said no.
    Refused,
}

/// A request that is to be written down.
#[derive(Debug, Clone, Copy)]
pub struct NewRequest<'a> {
    /// The intent whose scope should grow.
    pub intent: &'a IntentId,
    /// What should be in it: entries as [`scope_entry`] makes them.
    pub paths: &'a [String],
    /// Why.
    pub reason: &'a str,
    /// The session that asks.
    pub session: &'a str,
    /// The subagent that asks, if one does.
    pub agent: Option<&'a str>,
    /// The time of the event.
    pub now: SystemTime,
}

impl Request {
    /// A request with the number that follows those of `known`.
    fn new(new: &NewRequest<'_>, known: &[Self]) -> Self {
        Self {
            version: VERSION,
            request: known.iter().map(|old| old.request).max().unwrap_or_default() + 1,
            intent: new.intent.clone(),
            paths: new.paths.to_vec(),
            reason: new.reason.to_owned(),
            session: new.session.to_owned(),
            agent: new.agent.map(str::to_owned),
            time: format_rfc3339_millis(new.now).to_string(),
            state: RequestState::Open,
            why: None,
            decided: None,
            extra: Map::new(),
        }
    }

    /// Whether it asks for the same and nobody has decided.
    fn is_open_for(&self, new: &NewRequest<'_>) -> bool {
        self.state == RequestState::Open && self.intent == *new.intent && self.paths == new.paths
    }
}

impl Requests {
    /// The requests of `project`. Nothing is touched.
    pub fn of(project: &Path) -> Requests {
        Requests { folder: Folder::orchestration(project) }
    }

    /// All requests, oldest first.
    ///
    /// # Errors
    /// If the file or its folder is something else, or cannot be read.
    pub fn list(&self) -> Result<Vec<Request>, FolderError> {
        let request = |line: String| serde_json::from_str(&line).ok();
        Ok(self.lines()?.into_iter().filter_map(request).collect())
    }

    /// The request with this number. Where branches were merged there may be two;
    /// it is the first that is still open then.
    ///
    /// # Errors
    /// As [`Requests::list`].
    pub fn get(&self, number: u64) -> Result<Option<Request>, FolderError> {
        let mut found = self.list()?.into_iter().filter(|request| request.request == number);
        let first = found.next();
        let is_decided = first.as_ref().is_some_and(|one| one.state != RequestState::Open);
        let open = found.find(|other| is_decided && other.state == RequestState::Open);
        Ok(open.or(first))
    }

    /// What [`Requests::record`] would return now. Nothing is touched.
    ///
    /// # Errors
    /// As [`Requests::list`].
    pub fn draft(&self, new: &NewRequest<'_>) -> Result<Request, FolderError> {
        let known = self.list()?;
        let same = known.iter().find(|old| old.is_open_for(new)).cloned();
        Ok(same.unwrap_or_else(|| Request::new(new, &known)))
    }

    /// Writes a request down and returns it. One that asks for the same paths for
    /// the same intent and is still open is returned in its place.
    ///
    /// # Errors
    /// As [`Requests::list`], if the file cannot be written, and as `TimedOut` if
    /// others keep the folder to themselves for longer than `wait`.
    pub fn record(&self, new: &NewRequest<'_>, wait: Duration) -> Result<Request, FolderError> {
        let _alone = self.folder.enter(wait)?;
        let known = self.list()?;
        if let Some(same) = known.iter().find(|old| old.is_open_for(new)) {
            return Ok(same.clone());
        }
        let request = Request::new(new, &known);
        let mut lines = self.lines()?;
        lines.push(self.line(&request)?);
        self.write(&lines)?;
        Ok(request)
    }

    /// Writes down what became of a request, while others are shut out.
    pub(crate) fn decide(
        &self,
        _alone: &Lock,
        request: Request,
        state: RequestState,
        why: Option<&str>,
        now: SystemTime,
    ) -> Result<Request, FolderError> {
        let is_it =
            |line: &String| serde_json::from_str(line).is_ok_and(|old: Request| old == request);
        let mut lines = self.lines()?;
        let at = lines.iter().position(is_it);
        let decided = Request {
            state,
            why: why.map(str::to_owned),
            decided: Some(format_rfc3339_millis(now).to_string()),
            ..request
        };
        if let Some(line) = at.and_then(|at| lines.get_mut(at)) {
            *line = self.line(&decided)?;
            self.write(&lines)?;
        }
        Ok(decided)
    }

    fn lines(&self) -> Result<Vec<String>, FolderError> {
        let content = self.folder.read(FILE)?;
        let bytes = content.map(|content| content.bytes).unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
    }

    fn line(&self, request: &Request) -> Result<String, FolderError> {
        let written = |err: serde_json::Error| failed("write", &self.folder.file(FILE))(err.into());
        serde_json::to_string(request).map_err(written)
    }

    fn write(&self, lines: &[String]) -> Result<(), FolderError> {
        let mut text = lines.join("\n");
        text.push('\n');
        self.folder.put(FILE, text.as_bytes())
    }
}

/// What a path as an agent spells it is as an entry of a scope: a glob relative to
/// the project. The name of something that exists is taken for a name, even where
/// it looks like a glob: `app/[id]/page.tsx` becomes `app/\[id\]/page.tsx`. That of
/// a folder stands for what is below it.
///
/// # Errors
/// Why it cannot be one: it is empty, excludes, is no glob, lies outside the
/// project or is all of it, or would not fit on a line.
pub fn scope_entry(
    project: &ProjectRoot,
    cwd: Option<&Path>,
    spoken: &str,
) -> Result<String, String> {
    if spoken.is_empty() || spoken.starts_with('!') {
        return Err("expected a path or a glob to include".to_owned());
    }
    if spoken.chars().any(char::is_control) {
        return Err("it contains a line break or another control character".to_owned());
    }
    let ends_below = spoken.ends_with('/');
    let root = project.checkout_of(&RealPaths::default(), cwd, spoken);
    let path = root.relative(cwd, spoken).lexical.filter(|path| path.as_str() != ".");
    let path =
        path.ok_or_else(|| "it is outside the project, or is the whole project".to_owned())?;
    let found = root.path().join(path.as_str()).symlink_metadata();
    let mut entry = if found.is_ok() { escaped(&path) } else { path.as_str().to_owned() };
    if ends_below || found.is_ok_and(|found| found.is_dir()) {
        entry.push_str("/**");
    }
    Scope::new([entry.as_str()]).map_err(|(_, err)| err.to_string())?;
    Ok(entry)
}

fn escaped(path: &RelPath) -> String {
    let escape = |c: char| if META.contains(&c) || c == ']' { vec!['\\', c] } else { vec![c] };
    path.as_str().chars().flat_map(escape).collect()
}
