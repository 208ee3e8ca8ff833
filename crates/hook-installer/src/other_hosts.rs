//! Hooks in the files of other hosts: Codex CLI, Copilot CLI, Qwen Code, Kimi Code, Gemini CLI.
//!
//! Each of them starts the one program, by an entry an event; it lies in `.tacklebox/bin` of the
//! project, or beside a person's own configuration. What of a hook does not work on a host is said,
//! and a hook that could not do anything there is refused.

mod file;
mod fit;
mod host_args;
mod place;
pub(crate) mod plan;

pub(crate) use file::hooks_in;
pub use file::{HostFile, host_files, renew};
pub use host_args::HostArgs;
pub(crate) use host_args::{Wish, others};
pub(crate) use place::HostPlace;
pub use place::host_folders;
