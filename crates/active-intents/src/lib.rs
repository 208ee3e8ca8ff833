//! What a team agreed to do: intents with their scope, locks on them, and requests for more scope.
//!
//! The team shares what is in the folder `.orchestration` of a project; locks are in the state folder of the project,
//! which the worktrees of a clone share:
//!
//! | file | has | written by |
//! |---|---|---|
//! | `.orchestration/active_intents.yaml` | [`Intents`] | people, and [`edit`] for them |
//! | `.orchestration/scope_requests.jsonl` | what agents would like to touch: [`Requests`] | the agents' hook, and people who decide |
//! | `intent-locks/<id>.json` | who works on an intent: [`Locks`] | the agents' hook; its [`lease`], `tacklebox-sync` |
//!
//! A symbolic link in place of one of these folders, or of a file that this crate writes for agents, is
//! refused. Reading the intents follows links as any reader does.

mod context;
pub mod edit;
mod folder;
mod id;
mod intents;
pub mod lease;
mod lock;
mod locks;
mod loose_value;
mod requests;
mod splice;
mod time;
mod tokens;

pub use context::{MAX_CONTEXT, brief, context};
pub use folder::FolderError;
pub use id::IntentId;
pub use intents::{FILE, Intent, Intents, Network, Status};
pub use lock::{Claim, Holder, Lock};
pub use locks::{Locks, Released, Taken};
pub use requests::{NewRequest, Request, RequestState, Requests, scope_entry};

/// The folder of what the team shares, below the project's root.
pub const FOLDER: &str = ".orchestration";
