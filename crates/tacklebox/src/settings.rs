//! Which hooks a host starts here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use claude_settings::{Handler, handlers};
use hook_installer::{Folders, Source, managed_folder, sources};
use hook_runtime::Ctx;
use project_paths::programs_in;

use crate::NAME;

/// The programs of ours that any file names from which a host takes hooks here: settings, those of
/// an organisation, plugins.
pub(crate) fn installed(ctx: &Ctx) -> BTreeSet<&'static str> {
    named_in(&sources_of(ctx))
}

/// The same of the files that are for all projects of a person.
pub(crate) fn installed_for_person(ctx: &Ctx) -> BTreeSet<&'static str> {
    named_in(&sources_in(ctx, None))
}

fn named_in(sources: &[Source]) -> BTreeSet<&'static str> {
    let texts = sources.iter().map(|source| source.settings().as_bytes());
    texts.flat_map(|text| programs_in(text).collect::<Vec<_>>()).collect()
}

/// Every file from which a host takes hooks here.
pub(crate) fn sources_of(ctx: &Ctx) -> Vec<Source> {
    sources_in(ctx, ctx.project().map(|project| project.path()))
}

fn sources_in(ctx: &Ctx, project: Option<&Path>) -> Vec<Source> {
    let (home, config) = (ctx.home(), host_folder(ctx));
    let folders = Folders {
        home: home.as_deref(),
        config: config.as_deref(),
        managed: Some(managed_folder()),
        project: None,
        ..Folders::default()
    };
    sources(project, &folders)
}

/// The folder that a person has given to the host for its configuration.
pub(crate) fn host_folder(ctx: &Ctx) -> Option<PathBuf> {
    ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute())
}

/// The hooks that entries of the settings run together, on whichever event.
pub(crate) fn run_together(ctx: &Ctx) -> BTreeSet<String> {
    let sources = sources_of(ctx);
    let handlers = sources.iter().flat_map(|source| handlers(source.settings()));
    let is_ours = |handler: &Handler| handler.program().is_some_and(|it| it.ends_with(NAME));
    let names = handlers.filter(is_ours).flat_map(|handler| handler.names());
    names.filter(|name| name != NAME).collect()
}
