//! Our entries in a file, as values.

use std::collections::BTreeSet;

use crate::command::HookCommand;
use crate::entry::Entry;
use crate::layout::Node;
use crate::run::Run;

/// An entry of ours.
pub(super) struct Found {
    pub(super) event: String,
    pub(super) is_async: bool,
    pub(super) matcher: Option<String>,
    /// All fields of the handler.
    pub(super) fields: Vec<(String, Node)>,
    /// The hook, where its own program is started.
    alone: Option<String>,
    /// What the engine runs, where it is started.
    pub(super) run: Option<Run>,
}

impl Found {
    /// An entry of `text`, if it starts one of the hooks or the engine.
    pub(super) fn of<'a>(
        text: &str,
        entry: &Entry<'_>,
        mut hooks: impl Iterator<Item = &'a HookCommand>,
        engine: &HookCommand,
    ) -> Option<Self> {
        let handler = entry.handler;
        let run = Run::of(handler).filter(|run| engine.is_at(&run.program));
        let alone = hooks.find(|command| command.owns(handler));
        let alone = alone.map(|command| command.hook().to_owned());
        if run.is_none() && alone.is_none() {
            return None;
        }
        let field = |property: &jsonc_parser::ast::ObjectProp<'_>| {
            (property.name.as_str().to_owned(), Node::of(text, &property.value))
        };
        let is_async = handler.get_boolean("async").is_some_and(|value| value.value);
        Some(Self {
            event: entry.event.name.as_str().to_owned(),
            is_async: is_async || run.as_ref().is_some_and(|run| run.is_async),
            matcher: entry.group.get_string("matcher").map(|matcher| matcher.value.to_string()),
            fields: handler.properties.iter().map(field).collect(),
            alone,
            run,
        })
    }

    /// The hooks that it starts.
    pub(super) fn hooks(&self) -> impl Iterator<Item = &str> {
        let run = self.run.iter().flat_map(|run| &run.hooks);
        self.alone.iter().chain(run).map(String::as_str)
    }

    pub(super) fn starts(&self, hook: &str) -> bool {
        self.hooks().any(|started| started == hook)
    }

    /// Whether it is looked after: what the engine runs always is.
    pub(super) fn is_in(&self, scope: &BTreeSet<String>) -> bool {
        self.run.is_some() || self.hooks().any(|hook| scope.contains(hook))
    }

    pub(super) fn field(&self, name: &str) -> Option<&Node> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }
}
