//! The facts for all checks: every file from which a host takes hooks, and the handlers in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use claude_settings::{Effect, Handler, handlers};
use hook_installer::{
    HostFile, Kind, Offer, Place, Scope, Source, host_files, is_foreign, sources,
};
use serde_json::Value;

use crate::input::Given;
use crate::program::is_of_this_version;

/// The facts, gathered before anything is checked.
pub struct Facts<'a> {
    /// The input.
    pub given: &'a Given<'a>,
    /// The files, the weakest first.
    pub sources: Vec<Source>,
    /// The handlers in files that the host does not drop.
    pub entries: Vec<Entered>,
    /// The files of other hosts that start hooks of ours.
    pub hosts: Vec<HostFile>,
}

/// A handler and its file.
#[derive(Debug, Clone)]
pub struct Entered {
    /// The index of its source.
    pub source: usize,
    /// The handler.
    pub handler: Handler,
    /// Our hooks that it starts.
    pub hooks: Vec<String>,
    /// The program that it starts, if that is clear.
    pub program: Option<PathBuf>,
}

impl Entered {
    /// Whether it is one of ours by what else it names, and its program has none of our names.
    pub(crate) fn is_renamed(&self) -> bool {
        let names = self.handler.names();
        !self.hooks.is_empty() && !names.iter().any(|name| self.hooks.contains(name))
    }
}

impl<'a> Facts<'a> {
    /// Reads all files.
    pub fn gather(given: &'a Given<'a>) -> Self {
        let sources = sources(Some(given.project), &given.folders);
        let mut entries = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            if !is_dropped(source) {
                let found = handlers(source.settings()).into_iter().filter(|it| !it.is_notice());
                entries.extend(found.map(|handler| {
                    let program = program(given, source, &handler);
                    let hooks = ours(given.offers, &handler, program.as_deref());
                    Entered { source: index, handler, hooks, program }
                }));
            }
        }
        let hosts = host_files(Some(given.project), &given.folders);
        Self { given, sources, entries, hosts }
    }

    /// The handlers that start one of our hooks.
    pub fn ours(&self) -> impl Iterator<Item = &Entered> {
        self.entries.iter().filter(|entry| !entry.hooks.is_empty())
    }

    /// The handlers that start `hook`.
    pub fn of(&self, hook: &str) -> impl Iterator<Item = &Entered> {
        self.entries.iter().filter(move |entry| entry.hooks.iter().any(|it| it == hook))
    }

    /// The file of a handler.
    pub fn file(&self, entry: &Entered) -> &Path {
        self.sources.get(entry.source).map_or(Path::new(""), |source| &source.file)
    }

    /// The kind of the file of a handler.
    pub fn kind(&self, entry: &Entered) -> Option<&Kind> {
        self.sources.get(entry.source).map(|source| &source.kind)
    }

    /// Whether the program of a handler has the name of a hook and is somebody else's: it does not
    /// bear the mark of ours. Where ours are put, what has nothing in it is ours, and damaged.
    pub(crate) fn is_foreign(&self, entry: &Entered) -> bool {
        let Some(program) = entry.program.as_deref() else { return false };
        if self.is_in_its_place(entry) {
            return is_foreign(program) && is_of_this_version(self.given, program) != Some(true);
        }
        program.is_file() && !protection::bears_mark(program)
    }

    /// Whether the program of a handler lies where ours are put if nothing is said.
    pub(crate) fn is_in_its_place(&self, entry: &Entered) -> bool {
        let place = match self.kind(entry) {
            Some(Kind::Settings(Scope::User)) => {
                self.given.folders.of_host().map(|folder| Place::of_person(&folder))
            }
            Some(Kind::Settings(scope)) => Some(Place::of(*scope, self.given.project)),
            _ => None,
        };
        let folder = entry.program.as_deref().and_then(Path::parent);
        place.is_some_and(|place| folder == Some(place.programs()))
    }

    /// The hooks that any file names, dropped or not, by name.
    pub fn installed(&self) -> BTreeSet<&'a str> {
        let names = self.given.offers.iter().map(|offer| offer.hook.as_str());
        let in_dropped = |hook: &str| {
            let mut dropped = self.sources.iter().filter(|source| is_dropped(source));
            dropped.any(|source| source.settings().contains(hook))
        };
        names.filter(|hook| self.of(hook).next().is_some() || in_dropped(hook)).collect()
    }

    /// The hooks that any host starts, by name.
    pub(crate) fn anywhere(&self) -> BTreeSet<&'a str> {
        let mut hooks = self.installed();
        hooks.extend(self.of_hosts().map(|(_, offer)| offer.hook.as_str()));
        hooks
    }

    /// Each file of another host with each hook that it starts.
    pub(crate) fn of_hosts(&self) -> impl Iterator<Item = (&HostFile, &'a Offer)> {
        let offers = self.given.offers;
        self.hosts.iter().flat_map(move |file| {
            let hooks = file.hooks();
            let its: Vec<_> = offers.iter().filter(|it| hooks.contains(it.hook.as_str())).collect();
            its.into_iter().map(move |offer| (file, offer))
        })
    }

    /// Whether the host drops the file at this place among the sources.
    pub(crate) fn is_dropped(&self, source: usize) -> bool {
        self.sources.get(source).is_some_and(is_dropped)
    }

    /// The handler that the template of a hook has for an event.
    pub fn wanted(&self, hook: &str, event: &str) -> Option<Handler> {
        wanted(self.offer(hook)?).into_iter().find(|handler| handler.event == event)
    }

    /// A known hook.
    pub fn offer(&self, hook: &str) -> Option<&'a Offer> {
        self.given.offers.iter().find(|offer| offer.hook == hook)
    }

    /// Whether a hook has to have its denials taken.
    pub(crate) fn denies(&self, hook: &str) -> bool {
        self.offer(hook).is_some_and(|offer| offer.needs.contains("deny"))
    }

    /// Whether a hook decides about the calls of an event.
    pub(crate) fn decides(&self, hook: &str, event: &str) -> bool {
        let needs = format!("{event} deny");
        self.offer(hook).is_some_and(|offer| offer.needs.contains(&needs))
    }

    /// The files of this kind as JSON.
    pub fn json_of(&self, is_meant: impl Fn(&Kind) -> bool) -> Vec<Value> {
        let meant = self.sources.iter().filter(|source| is_meant(&source.kind));
        meant.filter_map(Source::json).collect()
    }
}

/// The handlers of a template.
pub(crate) fn wanted(offer: &Offer) -> Vec<Handler> {
    handlers(&offer.template)
}

/// Whether the host drops the whole file.
pub(crate) fn is_dropped(source: &Source) -> bool {
    let ignored = |finding: &claude_settings::Finding| finding.effect == Effect::FileIgnored;
    claude_settings::check(source.settings()).iter().any(ignored)
}

/// The hooks of ours that a handler starts. Where its program is not there, as after a slip in its path, it
/// is whatever else the command names.
fn ours(offers: &[Offer], handler: &Handler, program: Option<&Path>) -> Vec<String> {
    let is_ours = |name: &String| offers.iter().any(|offer| offer.hook == *name);
    let named: Vec<String> = handler.names().into_iter().filter(is_ours).collect();
    if !named.is_empty() || program.is_none_or(Path::exists) {
        return named;
    }
    let words: Vec<&String> = handler.command.iter().chain(handler.args.iter().flatten()).collect();
    let hooks = offers.iter().map(|offer| offer.hook.clone());
    hooks.filter(|hook| words.iter().any(|word| word.contains(hook))).collect()
}

/// The path of the program. A bare name is looked for by the host, and not here, and what only a shell
/// knows is not known here.
fn program(given: &Given<'_>, source: &Source, handler: &Handler) -> Option<PathBuf> {
    let written = handler.program().filter(|program| program.contains('/'))?;
    let project_dir = given.project.to_string_lossy();
    let mut path = written
        .replace("${CLAUDE_PROJECT_DIR}", &project_dir)
        .replace("$CLAUDE_PROJECT_DIR", &project_dir);
    if let (Kind::Plugin(_), Some(root)) = (&source.kind, source.file.ancestors().nth(2)) {
        path = path.replace("${CLAUDE_PLUGIN_ROOT}", &root.to_string_lossy());
    }
    let is_for_shell = handler.args.is_none();
    if let Some(home) = given.folders.home.filter(|_| is_for_shell) {
        let inside = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|it| path.strip_prefix(it));
        if let Some(inside) = inside {
            path = home.join(inside).to_string_lossy().into_owned();
        }
    }
    // Without a shell nobody fills in a variable: that is the path.
    (!is_for_shell || !path.contains('$')).then(|| given.project.join(path))
}
