//! What there is to install.

use claude_settings::{ByHand, Fragment, HookCommand, McpServer};

use crate::engine::Engine;
use crate::error::InstallError;

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
    /// Whether the engine has it. A hook that it does not have is started alone.
    pub in_engine: bool,
    /// Its entries: a template as [`Fragment::read`] wants it.
    pub template: String,
    /// The server that works beside it: a template as [`McpServer::read`] wants it.
    pub server: Option<String>,
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
    /// The events that the hook is for, in the order of its template.
    ///
    /// # Errors
    /// When the template is none.
    pub fn events(&self) -> Result<Vec<String>, InstallError> {
        let fragment = self.fragment(HookCommand::in_project(&self.hook))?;
        Ok(fragment.events().map(str::to_owned).collect())
    }

    /// What a settings file gets.
    pub(crate) fn fragment(&self, command: HookCommand) -> Result<Fragment, InstallError> {
        Fragment::read(&self.template, command)
            .map_err(|source| InstallError::Template { name: self.hook.clone(), source })
    }

    /// What the file of servers gets, with the programs in `dir` or in the project.
    pub(crate) fn server(&self, dir: Option<&str>) -> Result<Option<McpServer>, InstallError> {
        let name = || format!("the server of {}", self.hook);
        let template = self.server.as_deref();
        let server = template.map(|template| McpServer::read(template, dir)).transpose();
        server.map_err(|source| InstallError::Template { name: name(), source })
    }
}
