//! What there is to install.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use claude_settings::{ByHand, Form, Fragment, Handler, HookCommand, McpServer, handlers};

use crate::backups::RECORD;
use crate::engine::Engine;
use crate::error::InstallError;
use crate::fold::note;
use crate::host::HostVersion;

/// A hook as it can be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its name, which is that of its program.
    pub hook: String,
    /// What it is for, in a sentence.
    pub description: String,
    /// What a person does first, once it is installed.
    pub first_step: String,
    /// Where a person sees what it does.
    pub look: String,
    /// What a host has to take for the hook to be of use, one of these: `PreToolUse deny | ...`.
    /// Empty where it needs no answer.
    pub needs: String,
    /// Whether the engine has it. A hook that it does not have is started alone.
    pub in_engine: bool,
    /// Its entries: a template as [`Fragment::read`] wants it.
    pub template: String,
    /// The server that works beside it: a template as [`McpServer::read`] wants it.
    pub server: Option<String>,
    /// The record of a hook outside this repository, which is written beside the programs; `None` for
    /// our own.
    pub record: Option<String>,
}

/// What a person has chosen to install.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// The hooks.
    pub hooks: &'a [Offer],
    /// All hooks that there are: some may be installed already.
    pub known: &'a [Offer],
    /// Whether they are to run together.
    pub engine: Engine,
    /// What becomes of what a person has changed in our entries.
    pub by_hand: ByHand,
    /// What becomes of a hook that runs already by other settings.
    pub twice: Twice,
    /// How the entries name the programs.
    pub form: FormWish,
    /// The hooks that say `on_failure: closed` here.
    pub closed: &'a [String],
    /// The client that will run them, where it is known.
    pub host: Option<HostVersion>,
    /// What becomes of the shell that holds what commands may write.
    pub confine: Confine,
    /// The hooks that write plans for it here.
    pub walled: &'a [String],
    /// What `CLAUDE_CODE_SHELL` is in the person's environment.
    pub exported: Option<&'a str>,
}

/// Which hooks there are, and what those need that come back.
#[derive(Debug, Clone, Copy)]
pub struct Needs<'a> {
    /// All hooks.
    pub known: &'a [Offer],
    /// Those that write plans of what commands may write.
    pub walled: &'a [String],
    /// The shell that holds these.
    pub confine: Confine,
}

/// What becomes of the shell that holds what commands may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confine {
    /// The client starts commands by this one of [`confine::SHELLS`], if a hook comes that needs it.
    By(&'static str),
    /// What is there stays, with the program of this version.
    AsBefore,
    /// The client starts a shell of its own choice.
    No,
}

impl Confine {
    /// The shell for a person whose own one this is; nothing new on a system where no plan can be held.
    pub fn with(shell: Option<&OsStr>) -> Self {
        let is_zsh = shell.is_some_and(|path| Path::new(path).ends_with("zsh"));
        let [bash, zsh] = confine::SHELLS;
        if cfg!(target_os = "linux") {
            Self::By(if is_zsh { zsh } else { bash })
        } else {
            Self::AsBefore
        }
    }
}

impl Choice<'_> {
    /// Up to 2.1.112 a client gives `command` alone to a shell.
    pub(crate) fn form(&self) -> Form {
        match (self.form, self.host) {
            (FormWish::Shell, _) => Form::Shell,
            (FormWish::Auto, Some(host)) if host <= HostVersion::LAST_WITHOUT_ARGS => Form::Shell,
            (FormWish::Auto | FormWish::Exec, _) => Form::Exec,
        }
    }

    /// The hooks of which the client is told that a failure of the program blocks.
    pub(crate) fn blocking(&self) -> Vec<String> {
        if self.knows_failures() { self.closed.to_vec() } else { Vec::new() }
    }

    fn knows_failures(&self) -> bool {
        self.host.is_some_and(|host| host >= HostVersion::FIRST_WITH_ON_FAILURE)
    }

    /// What it means where the client cannot be told.
    pub(crate) fn unblocked(&self) -> Option<String> {
        let is_here = |hook: &&Offer| self.closed.contains(&hook.hook);
        let closed: Vec<&str> =
            self.hooks.iter().filter(is_here).map(|hook| hook.hook.as_str()).collect();
        if closed.is_empty() || self.knows_failures() {
            return None;
        }
        let closed = closed.join(", ");
        let what = match self.host {
            Some(host) => format!(
                "{closed} should fail closed, but Claude Code {host} does not support `onFailure`: \
                 {PASSES}"
            ),
            None => format!(
                "{closed} should fail closed, but the version of Claude Code is unknown (use \
                 `--host-version`). Before 2.1.295 it does not support `onFailure`: {PASSES}"
            ),
        };
        Some(note(&what))
    }

    /// That entries of these hooks have an `onFailure` which the client does not know. It stays, since a
    /// newer client may read the same file.
    pub(crate) fn unread(&self, after: Option<&str>) -> Option<String> {
        let host = self.host.filter(|_| !self.knows_failures())?;
        let is_here = |name: &String| self.hooks.iter().any(|hook| hook.hook == *name);
        let blocks = |handler: &Handler| handler.on_failure.as_deref() == Some("block");
        let handlers = handlers(after.unwrap_or_default());
        let names = handlers.iter().filter(|it| blocks(it)).flat_map(Handler::names);
        let names: BTreeSet<String> = names.filter(is_here).collect();
        (!names.is_empty()).then(|| {
            let names = names.into_iter().collect::<Vec<_>>().join(", ");
            note(&format!(
                "`onFailure` stays in the entries of {names} for newer clients; Claude Code {host} \
                 does not support it: {PASSES}"
            ))
        })
    }
}

/// What happens where a client is not told that a failure blocks.
const PASSES: &str = "calls pass if the program is missing or cannot be started";

/// How entries are to name programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FormWish {
    /// As the installed client needs it
    Auto,
    /// As a program with arguments, without a shell
    Exec,
    /// As a shell command
    Shell,
}

/// What becomes of a hook that other settings, a plugin or an organisation run already: a host then
/// starts it twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twice {
    /// It is not installed.
    Refused,
    /// It is, as a person said.
    Allowed,
}

impl Offer {
    /// The name of the file with its record.
    pub(crate) fn record_name(&self) -> String {
        format!("{}{RECORD}", self.hook)
    }

    /// The events that the hook is for, in the order of its template.
    ///
    /// # Errors
    /// When the template is none.
    pub fn events(&self) -> Result<Vec<String>, InstallError> {
        let fragment = self.fragment(HookCommand::in_project(&self.hook))?;
        Ok(fragment.events().map(str::to_owned).collect())
    }

    /// The events that the hook is for, each with its time in seconds, where the template says it.
    pub(crate) fn timeouts(&self) -> Result<Vec<(String, Option<u32>)>, InstallError> {
        let fragment = self.fragment(HookCommand::in_project(&self.hook))?;
        Ok(fragment.timeouts().map(|(event, time)| (event.to_owned(), time)).collect())
    }

    /// What a settings file gets.
    pub(crate) fn fragment(&self, command: HookCommand) -> Result<Fragment, InstallError> {
        Fragment::read(&self.template, command)
            .map_err(|source| InstallError::Template { name: self.hook.clone(), source })
    }

    /// The name of the program of its server, where it has one.
    pub fn server_name(&self) -> Option<String> {
        Some(self.server(None).ok()??.name().to_owned())
    }

    /// What the file of servers gets, with the programs in `dir` or in the project.
    pub(crate) fn server(&self, dir: Option<&str>) -> Result<Option<McpServer>, InstallError> {
        let name = || format!("the server of {}", self.hook);
        let template = self.server.as_deref();
        let server = template.map(|template| McpServer::read(template, dir)).transpose();
        server.map_err(|source| InstallError::Template { name: name(), source })
    }
}
