//! Reads, checks and edits the `settings.json` of Claude Code, the `.mcp.json` beside it, and the
//! files of other hosts ([`HostArrangement`]), without disturbing a byte that is not ours. Text in, text out: where the text comes from and goes to is the caller's business.
//!
//! Every edit is a splice into the text at a place that the parser named, so foreign entries,
//! key order, indentation, line endings, a byte order mark and the final newline stay as they
//! are. What an [`Arrangement`] puts in, another takes out again, byte for byte. For that, a
//! container that is empty is filled right behind its bracket (`"PreToolUse": [{`), and one that
//! is missing is laid out over lines of its own. A container that we empty again therefore shows
//! whose it was: the first kind stays, the second goes.
//!
//! The host ignores a file that it cannot read, permissions and all, and mostly without a word.
//! So an edit is refused where the file would be ignored before or after it; [`check`] names
//! every such place.
//!
//! ```
//! use claude_settings::{Aim, Arrangement, ByHand, Fragment, HookCommand, Start};
//!
//! let template = r#"{"hooks": {"Stop": [{"hooks": [{
//!     "type": "command",
//!     "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/bell-hook",
//!     "args": [],
//!     "timeout": 5
//! }]}]}}"#;
//! let command = HookCommand::in_project("bell-hook");
//! let mut arrangement = Arrangement {
//!     known: vec![Fragment::read(template, command.clone())?],
//!     engine: command.engine(),
//!     aim: Aim::Enter(vec!["bell-hook".to_owned()], Start::Alone),
//!     by_hand: ByHand::Stays,
//!     blocking: Vec::new(),
//! };
//! let before = Some("{\"model\": \"opus\"}");
//! let after = arrangement.apply(before)?.text;
//! assert!(after.as_ref().unwrap().starts_with("{\"model\": \"opus\", \"hooks\": { \"Stop\": [ {"));
//! arrangement.aim = Aim::Leave(vec!["bell-hook".to_owned()]);
//! assert_eq!(arrangement.apply(after.as_deref())?.text.as_deref(), before);
//! # Ok::<(), claude_settings::SettingsError>(())
//! ```

mod arrangement;
mod check;
mod command;
mod container;
mod document;
mod edit;
mod elsewhere;
mod entry;
mod error;
mod finding;
mod fragment;
mod handler;
mod layout;
mod matcher;
mod notice;
mod program;
mod run;
mod server;
mod variable;

pub use arrangement::{Aim, Arranged, Arrangement, ByHand, runs_together};
pub use check::{check, is_mcp_server};
pub use command::{ENGINE, Form, HookCommand, Start};
pub use document::is_strict_json;
pub use edit::{names, namesakes, started};
pub use elsewhere::{HostAim, HostArrangement, HostCommand, HostEntry, HostHook, is_readable};
pub use error::{Position, SettingsError};
pub use finding::{Effect, Finding};
pub use fragment::Fragment;
pub use handler::{Handler, handlers};
pub use matcher::is_list;
pub use notice::with_notice;
pub use server::{McpServer, install_server, names_server, uninstall_server};
pub use variable::{Variable, variable};
