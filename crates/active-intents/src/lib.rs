//! What a team agreed to do: intents with their scope, locks on them, and requests for more scope.
//!
//! Everything lies in the folder `.orchestration` of a project, so that the team
//! shares it:
//!
//! | file | holds | written by |
//! |---|---|---|
//! | `active_intents.yaml` | [`Intents`] | people, and [`edit`] for them |
//! | `locks/<id>.json` | who works on an intent: [`Locks`] | the agents' hook |
//! | `scope_requests.jsonl` | what agents would like to touch: [`Requests`] | the agents' hook, and people who decide |
//!
//! No link is followed on the way to a file that this crate writes for agents:
//! where `.orchestration`, `locks` or a file in them is a symbolic link, it is
//! refused. Reading the intents follows links as any reader does.

mod context;
pub mod edit;
mod folder;
mod id;
mod intents;
mod lenient;
mod locks;
mod requests;
mod splice;

pub use context::{MAX_CONTEXT, brief, context};
pub use folder::FolderError;
pub use id::IntentId;
pub use intents::{FILE, Intent, Intents, Network, Status};
pub use locks::{Claim, Holder, Lock, Locks, Released, Taken};
pub use requests::{NewRequest, Request, RequestState, Requests, scope_entry};

/// The folder of all of it, below the project's root.
pub const FOLDER: &str = ".orchestration";
