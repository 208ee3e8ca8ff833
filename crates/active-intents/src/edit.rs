//! Edits of the file of intents that leave all else in it as it stands.

use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use hook_config::{ConfigError, Source, read_if_there};
use hook_state::{Links, read_regular};

use crate::folder::{Folder, FolderError, MAX_SIZE, failed};
use crate::id::IntentId;
use crate::intents::{FILE, Intents};
use crate::loose_value::Loose;
use crate::requests::{Request, RequestState, Requests};
use crate::splice::{Place, Splice};

/// The status of work that is done.
const COMPLETED: &str = "COMPLETED";

/// Why a file of intents was not edited.
#[derive(Debug)]
pub enum EditError {
    /// It cannot be read, or is broken.
    Broken(ConfigError),
    /// It has no intent of this id, or is missing.
    UnknownIntent(IntentId),
    /// No request has this number.
    UnknownRequest(u64),
    /// The request was decided before.
    Decided(Box<Request>),
    /// It cannot be edited without breaking it or changing more than what is
    /// wanted, for the reason given.
    Unusual(String),
    /// A file of the folder could not be used.
    Folder(FolderError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Broken(err) => write!(f, "{err}"),
            EditError::UnknownIntent(id) => write!(f, "there is no intent `{id}`"),
            EditError::UnknownRequest(number) => write!(f, "there is no request {number}"),
            EditError::Decided(request) => {
                write!(f, "request {} was decided already", request.request)
            }
            EditError::Unusual(reason) => write!(f, "could not edit the intents: {reason}"),
            EditError::Folder(err) => write!(f, "{err}"),
        }
    }
}

impl std::error::Error for EditError {}

impl From<ConfigError> for EditError {
    fn from(err: ConfigError) -> EditError {
        EditError::Broken(err)
    }
}

impl From<FolderError> for EditError {
    fn from(err: FolderError) -> EditError {
        EditError::Folder(err)
    }
}

/// Sets the status of an intent to `COMPLETED`: only the word changes, or one
/// line is added where there is none.
///
/// # Errors
/// See [`EditError`]; nothing is changed then.
pub fn complete(project: &Path, id: &IntentId, wait: Duration) -> Result<(), EditError> {
    let _alone = Folder::orchestration(project).enter(wait)?;
    let file = read(project, id)?;
    let wanted = |intent: &mut Loose| intent.set("status", Loose::Text(COMPLETED.to_owned()));
    let text = file.edited(id, |place| place.set_status(COMPLETED), wanted)?;
    file.write(&text)
}

/// Adds the paths of an open request to the scope of its intent, one line each,
/// or in place where the list stands on one line, and writes down that the
/// request is approved. What the scope excludes stays excluded: compare
/// [`Scope::excludes`](project_paths::Scope::excludes).
///
/// # Errors
/// See [`EditError`]; nothing is changed then, save where the scope could be
/// written and the request could not.
pub fn approve(
    project: &Path,
    number: u64,
    now: SystemTime,
    wait: Duration,
) -> Result<Request, EditError> {
    let requests = Requests::of(project);
    let alone = Folder::orchestration(project).enter(wait)?;
    let request = open_request(&requests, number)?;
    let id = &request.intent;
    let file = read(project, id)?;
    let scope = file.intents.get(id.as_str()).map(|intent| &intent.owned_scope[..]);
    let known = scope.unwrap_or_default();
    let new: Vec<String> =
        request.paths.iter().filter(|path| !known.contains(path)).cloned().collect();
    if !new.is_empty() {
        let added = new.iter().cloned().map(Loose::Text);
        let wanted = |intent: &mut Loose| {
            let before = intent.value_mut("owned_scope").map(|scope| scope.items().to_vec());
            let all = before.unwrap_or_default().into_iter().chain(added).collect();
            intent.set("owned_scope", Loose::List(all))
        };
        file.write(&file.edited(id, |place| place.add_to_scope(&new), wanted)?)?;
    }
    Ok(requests.decide(&alone, request, RequestState::Approved, None, now)?)
}

/// Writes down that an open request is refused, and why.
///
/// # Errors
/// See [`EditError`]; nothing is changed then.
pub fn refuse(
    project: &Path,
    number: u64,
    why: Option<&str>,
    now: SystemTime,
    wait: Duration,
) -> Result<Request, EditError> {
    let requests = Requests::of(project);
    let alone = Folder::orchestration(project).enter(wait)?;
    let request = open_request(&requests, number)?;
    Ok(requests.decide(&alone, request, RequestState::Refused, why, now)?)
}

fn open_request(requests: &Requests, number: u64) -> Result<Request, EditError> {
    let request = requests.get(number)?.ok_or(EditError::UnknownRequest(number))?;
    if request.state == RequestState::Open {
        Ok(request)
    } else {
        Err(EditError::Decided(Box::new(request)))
    }
}

/// The file of intents as it was read.
struct Read {
    source: Source,
    intents: Intents,
    /// What stands before the text: a byte order mark, or nothing.
    mark: String,
}

/// The file that has the intent.
fn read(project: &Path, id: &IntentId) -> Result<Read, EditError> {
    let source = read_if_there(&project.join(FILE))?;
    let source = source.ok_or_else(|| EditError::UnknownIntent(id.clone()))?;
    let intents = Intents::parse(&source)?;
    if intents.get(id.as_str()).is_none() {
        return Err(EditError::UnknownIntent(id.clone()));
    }
    let unread = || EditError::Unusual("the file changed while it was read".to_owned());
    let whole = read_regular(&source.path, Links::Followed, MAX_SIZE).map_err(|_| unread())?;
    let whole = String::from_utf8(whole).map_err(|_| unread())?;
    let mark = whole.strip_suffix(&source.text).ok_or_else(unread)?.to_owned();
    Ok(Read { source, intents, mark })
}

impl Read {
    /// The text after `change`, if what came of it is what is `wanted` of the
    /// intent, and nothing else.
    fn edited(
        &self,
        id: &IntentId,
        change: impl FnOnce(Place<'_>) -> Option<Splice>,
        wanted: impl FnOnce(&mut Loose) -> Option<()>,
    ) -> Result<String, EditError> {
        let edited = || {
            let at = self.intents.iter().position(|intent| intent.id == *id)?;
            let layout = self.source.layout().ok()??;
            let intent = layout.get("active_intents")?.items().get(at)?;
            let text =
                change(Place { text: &self.source.text, intent })?.apply(&self.source.text)?;
            let after = Source { text, ..self.source.clone() };
            let mut expected: Loose = self.source.parse().ok()?;
            wanted(expected.value_mut("active_intents")?.item_mut(at)?)?;
            Intents::parse(&after).ok()?;
            let found: Loose = after.parse().ok()?;
            found.is_like(&expected).then_some(after.text)
        };
        edited().ok_or_else(|| {
            let file = self.source.path.display();
            EditError::Unusual(format!("the change does not fit into {file}, make it by hand"))
        })
    }

    /// Writes another text in place of this one, which people would not like to lose.
    fn write(&self, text: &str) -> Result<(), EditError> {
        let path = &self.source.path;
        hook_state::replace_durably(path, [self.mark.as_str(), text].concat().as_bytes())
            .map_err(|source| EditError::Folder(failed("write", path)(source)))
    }
}
