//! What no agent may change, for every guard, and whether a call would change it.
//!
//! A guard that the guarded can lift is worth nothing. So the guards' own configuration and state,
//! the settings of hosts and the programs themselves are protected by each guard that is active,
//! before its own rules. Reading stays free, but for the keys that prove that a person acts.
//!
//! Of a command line the files count that it surely changes, and the words of what may change any. What the text does
//! not tell is held by the [`wall`], where there is one.

mod command_line;
mod folders;
mod host_files;
mod identity;
mod inventory;
mod keys;
mod lease_refs;
mod mention;
mod own_programs;
mod refusal;
mod skills;
mod switch;
mod target;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod tool_input;
pub mod wall;

use std::cell::OnceCell;
use std::sync::Arc;

use command_effects::{Change, ChangeKind, Extent, Judgement, Read};
use hook_protocol::{Access, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::SimpleCommand;

use crate::keys::Keys;
use crate::own_programs::Run;

pub use command_line::{changed, judge, named, only_looks};
pub use folders::{declared, entered, told};
pub use host_files::is_kept_by_host;
pub use inventory::{Protected, Thing};
pub use own_programs::bears_mark;
pub use refusal::{Act, Refusal};
pub use skills::with_lines_of_skill;
pub use target::{Place, Reach, Target, base};
pub use tool_input::texts;

/// From so many files on a call may take its time.
const MIN_SLOW_FILES: usize = 64;

/// The most files of one call whose links are followed.
const MAX_FILES: usize = 10_000;

/// The protection of a project while one call is judged. What is looked up is looked up once, and
/// when it is wanted first.
#[derive(Debug)]
pub struct Protection<'a> {
    ctx: &'a Ctx,
    project: &'a ProjectRoot,
    protected: OnceCell<Arc<Protected>>,
    keys: OnceCell<Arc<Keys>>,
    session: Option<&'a str>,
}

/// A command line, as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Its text.
    pub text: &'a str,
    /// What it does, as far as the text tells.
    pub judgement: &'a Judgement,
    /// The files that it changes: [`changed`].
    pub targets: &'a [Target],
    /// The files that it names to programs of which nothing is known: [`named`].
    pub named: &'a [Target],
    /// Whether it is of another shell, and cannot be told by its text.
    pub is_opaque: bool,
}

impl<'a> Protection<'a> {
    /// That of a project.
    pub fn new(ctx: &'a Ctx, project: &'a ProjectRoot) -> Self {
        let (protected, keys) = (OnceCell::new(), OnceCell::new());
        Self { ctx, project, protected, keys, session: None }
    }

    /// That of a command that the host runs in a session. Where the kernel holds the plan of that
    /// session, the words of a command are no reason to refuse it.
    #[must_use]
    pub fn in_session(self, session: Option<&'a str>) -> Self {
        Self { session, ..self }
    }

    /// Whether there is something that may not even be read; two looks tell.
    pub fn has_keys(ctx: &Ctx) -> bool {
        !ctx.lasting(|| Keys::of(ctx)).is_empty()
    }

    /// Why a call of a tool that names files is refused, if it is.
    pub fn of_call(&self, call: &ToolCall) -> Option<Refusal> {
        let files = call.touched_files();
        let of = |access: Access| files.iter().filter(move |file| file.access == access);
        let target = |path: &str| Target::of_tool(self.ctx, self.project, path);
        let key = of(Access::Read).find(|file| {
            let keys = self.keys();
            !keys.is_empty() && spellings(file.path).any(|it| comes_by(keys, &target(it)))
        });
        let refusal = match key {
            Some(file) => Some(Refusal::new(Act::Read, Thing::Key, file.path)),
            None => {
                self.change_of_any(of(Access::Write).flat_map(|it| spellings(it.path)).collect())
            }
        };
        let refusal = refusal.or_else(|| tool_input::refused(self, call));
        self.unless_off(refusal)
    }

    /// The change of one of many files.
    fn change_of_any(&self, mut paths: Vec<&str>) -> Option<Refusal> {
        if paths.len() > MIN_SLOW_FILES {
            self.ctx.expect_delay();
        }
        paths.sort_unstable();
        paths.dedup();
        if paths.len() > MAX_FILES {
            let spoken = format!("{} files", paths.len());
            return Some(Refusal::new(Act::Crowd, Thing::Configuration, spoken));
        }
        let target = |path: &str| Target::of_tool(self.ctx, self.project, path);
        paths.into_iter().find_map(|path| self.change_of(&target(path)))
    }

    /// Why a call that changes these files is refused, if it is.
    pub fn of_targets<'t>(&self, targets: impl IntoIterator<Item = &'t Target>) -> Option<Refusal> {
        self.unless_off(targets.into_iter().find_map(|target| self.change_of(target)))
    }

    /// Why a command line is refused, if it is.
    pub fn of_line(&self, said: &Said<'_>) -> Option<Refusal> {
        let mut files = said.targets.iter().chain(said.named);
        let mut nearby = said.judgement.nearby.iter();
        let near = |change| self.change_of(&Target::of_command(self.ctx, self.project, change));
        let refusal = run_by(said)
            .or_else(|| lease_refs::written_by(said))
            .or_else(|| files.find_map(|target| self.change_of(target)))
            .or_else(|| nearby.find_map(near))
            .or_else(|| self.named_by_code(said))
            .or_else(|| self.key_read_by(said))
            .or_else(|| self.mentioned_by(said));
        self.unless_off(refusal)
    }

    fn protected(&self) -> &Protected {
        self.protected.get_or_init(|| Protected::shared(self.ctx, self.project))
    }

    fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| match self.protected.get() {
            Some(protected) if !protected.has_keys => Arc::default(),
            _ => self.ctx.lasting(|| Keys::of(self.ctx)),
        })
    }

    fn unless_off(&self, refusal: Option<Refusal>) -> Option<Refusal> {
        refusal.filter(|_| !switch::is_off(self.ctx))
    }

    fn change_of(&self, target: &Target) -> Option<Refusal> {
        if let Some(thing) = self.protected().is_at(target) {
            return Some(Refusal::new(Act::Change, thing, target.name()));
        }
        let (path, thing) = self.protected().goes_with(target)?;
        let inside = self.project.path_of(path).map(|path| path.to_string());
        let inside = inside.unwrap_or_else(|| path.to_string_lossy().into_owned());
        Some(Refusal { inside: Some(inside), ..Refusal::new(Act::TakeAlong, thing, target.name()) })
    }

    /// A file that code names, which it may change; what it does with the file, no text tells.
    fn named_by_code(&self, said: &Said<'_>) -> Option<Refusal> {
        let mut reads = said.judgement.reads.iter().filter(|read| read.is_by_code);
        reads.find_map(|read| {
            let change = Change {
                path: read.path.clone(),
                anchor: read.anchor,
                entry: None,
                extent: read.extent,
                kind: ChangeKind::Write,
                program: read.program.clone(),
                written: read.written.clone(),
                command: read.command,
            };
            self.change_of(&Target::of_command(self.ctx, self.project, &change))
        })
    }

    fn mentioned_by(&self, said: &Said<'_>) -> Option<Refusal> {
        let is_held = || self.session.is_some_and(|session| wall::holds_scope(self.ctx, session));
        mention::of_unclear(self.ctx, said).filter(|_| !is_held())
    }

    fn key_read_by(&self, said: &Said<'_>) -> Option<Refusal> {
        let keys = self.keys();
        if keys.is_empty() {
            return None;
        }
        // What a search hands over is not told.
        let mut reads = said.judgement.reads.iter().filter(|read| !read.written.contains("{}"));
        let read = reads.find(|read| self.reads_a_key(keys, read)).map(|read| &*read.written);
        let key = read.or_else(|| keys::named_in(said.text))?;
        Some(Refusal::new(Act::Read, Thing::Key, key))
    }

    fn reads_a_key(&self, keys: &Keys, read: &Read) -> bool {
        let Some(base) = target::anchored(self.ctx, self.project, read.anchor) else {
            return false;
        };
        keys.is_at(&base.join(&read.path))
            || read.extent != Extent::File
                && self
                    .ctx
                    .real_paths()
                    .places(&base, &read.path)
                    .into_iter()
                    .flatten()
                    .any(|path| keys.lie_below(&Place { path, inside: None }))
    }
}

/// The first command of a line that runs one of our programs as only a person may, or only a host.
fn run_by(said: &Said<'_>) -> Option<Refusal> {
    let refused = |command: &SimpleCommand| {
        let act = match own_programs::judge(command)? {
            Run::OfAPerson => Act::Run,
            Run::Fed => Act::Feed,
        };
        let program = command.words.first().map_or("", |word| word.text.as_str());
        let words = format!("{program} {}", command.joined_args());
        Some(Refusal::new(act, Thing::Program, words.trim_end()))
    };
    said.judgement.runs.iter().find_map(refused)
}

/// A path, and that without the blanks around it, which hosts leave out.
fn spellings(path: &str) -> impl Iterator<Item = &str> {
    let trimmed = path.trim();
    std::iter::once(path).chain((trimmed.len() < path.len()).then_some(trimmed))
}

/// Whether a look at a file, or through a folder, comes by a key.
fn comes_by(keys: &Keys, target: &Target) -> bool {
    keys.is_at(&target.spelled) || target.places.iter().flatten().any(|place| keys.lie_below(place))
}
