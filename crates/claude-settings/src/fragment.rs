//! The entries of one hook, as they go into a settings file.

use jsonc_parser::ast::{ObjectProp, Value};

use crate::check::findings;
use crate::command::{Form, HookCommand};
use crate::document::{Document, read};
use crate::error::SettingsError;
use crate::layout::Node;

/// What may take longer keeps an entry of its own: a host waits for all that an entry runs, and
/// gives all of it up together. In seconds.
const MAX_JOINED_TIMEOUT: f64 = 30.0;

/// The fields that the engine can stand in for. Any other is about one hook alone.
const JOINED_FIELDS: [&str; 5] = ["type", "command", "args", "timeout", "async"];

/// The entries of one hook: one for each event that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragment {
    command: HookCommand,
    entries: Vec<Wanted>,
}

/// What should stand under one event, in a group of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) event: String,
    pub(crate) matcher: Option<String>,
    pub(crate) handler: Node,
    /// Matcher and handler.
    pub(crate) group: Node,
    /// Whether the engine has to leave it alone, whatever it says.
    is_kept_alone: bool,
}

impl Fragment {
    /// Reads a template: a settings file with one group of one handler for each event. The handlers
    /// start the program as `command` says, whatever the template has there.
    ///
    /// # Errors
    /// If the template has anything that [`crate::check()`] reports.
    pub fn read(template: &str, command: HookCommand) -> Result<Self, SettingsError> {
        let document = read(template)?;
        if let Some(finding) = findings(&document).into_iter().next() {
            return Err(finding.into());
        }
        let entries = wanted(&document).iter().map(|entry| entry.started_by(&command)).collect();
        Ok(Self { command, entries })
    }

    /// The same with the program named in this form.
    #[must_use]
    pub fn in_form(self, form: Form) -> Self {
        let command = self.command.in_form(form);
        let entries = self.entries.iter().map(|entry| entry.started_by(&command)).collect();
        Self { command, entries }
    }

    /// The same for a hook that the engine does not have: it is always started alone.
    #[must_use]
    pub fn kept_alone(mut self) -> Self {
        self.entries.iter_mut().for_each(|entry| entry.is_kept_alone = true);
        self
    }

    /// The name of the hook.
    pub fn hook(&self) -> &str {
        self.command.hook()
    }

    /// How its entries name the program.
    pub fn command(&self) -> &HookCommand {
        &self.command
    }

    /// The events that it is for, in the order of the template.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.event.as_str())
    }

    /// The same, each with its time limit in whole seconds, where it has one.
    pub fn timeouts(&self) -> impl Iterator<Item = (&str, Option<u32>)> {
        self.entries.iter().map(|entry| {
            let seconds = entry.field("timeout").and_then(|time| time.value().as_u64());
            (entry.event.as_str(), seconds.and_then(|time| u32::try_from(time).ok()))
        })
    }

    /// The events for which the engine can run it together with others.
    pub fn joined_events(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(|entry| entry.is_joined()).map(|entry| entry.event.as_str())
    }

    pub(crate) fn entries(&self) -> &[Wanted] {
        &self.entries
    }
}

impl Wanted {
    /// An entry with the fields of a handler.
    pub(crate) fn new(event: &str, matcher: Option<String>, fields: Vec<(String, Node)>) -> Self {
        let handler = Node::Object(fields);
        let leaf = |text: &String| Node::Leaf(serde_json::Value::from(text.as_str()).to_string());
        let first = matcher.as_ref().map(|matcher| ("matcher".to_owned(), leaf(matcher)));
        let last = ("hooks".to_owned(), Node::Array(vec![handler.clone()]));
        let group = Node::Object(first.into_iter().chain([last]).collect());
        Self { event: event.to_owned(), matcher, handler, group, is_kept_alone: false }
    }

    /// The same with another matcher.
    pub(crate) fn with_matcher(&self, matcher: Option<String>) -> Self {
        let is_kept_alone = self.is_kept_alone;
        Self { is_kept_alone, ..Self::new(&self.event, matcher, self.fields().to_vec()) }
    }

    /// The same with the program as `command` names it.
    fn started_by(&self, command: &HookCommand) -> Self {
        let ours = command.fields(&[]);
        let its = |name: &str| ours.iter().find(|(own, _)| *own == name);
        let field = |(name, value): &(String, Node)| match its(name) {
            Some((_, value)) => Some((name.clone(), Node::of_value(value))),
            None if name == "args" => None,
            None => Some((name.clone(), value.clone())),
        };
        let fields = self.fields().iter().filter_map(field).collect();
        let is_kept_alone = self.is_kept_alone;
        Self { is_kept_alone, ..Self::new(&self.event, self.matcher.clone(), fields) }
    }

    /// The same with one more field, where it has none of that name.
    pub(crate) fn and(&self, name: &str, value: &str) -> Self {
        if self.field(name).is_some() {
            return self.clone();
        }
        let mut fields = self.fields().to_vec();
        fields.push((name.to_owned(), Node::of_value(&value.into())));
        let is_kept_alone = self.is_kept_alone;
        Self { is_kept_alone, ..Self::new(&self.event, self.matcher.clone(), fields) }
    }

    /// Whether the engine can run it together with others.
    pub(crate) fn is_joined(&self) -> bool {
        let is_known = |(name, _): &(String, Node)| JOINED_FIELDS.contains(&name.as_str());
        let timeout = self.field("timeout").and_then(|timeout| timeout.value().as_f64());
        let is_plain = self.fields().iter().all(is_known) && !self.is_kept_alone;
        is_plain && timeout.is_none_or(|it| it <= MAX_JOINED_TIMEOUT)
    }

    /// Whether a host does not wait for it.
    pub(crate) fn is_async(&self) -> bool {
        self.field("async").is_some_and(|value| value.value() == serde_json::Value::Bool(true))
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        self.fields().iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The fields of the handler.
    pub(crate) fn fields(&self) -> &[(String, Node)] {
        match &self.handler {
            Node::Object(fields) => fields,
            _ => &[],
        }
    }
}

fn wanted(template: &Document<'_>) -> Vec<Wanted> {
    let events = template.root.get_object("hooks").into_iter().flat_map(|hooks| &hooks.properties);
    let entry = |event: &ObjectProp<'_>| {
        let Value::Array(groups) = &event.value else {
            return None;
        };
        let value = groups.elements.first()?;
        let group = value.as_object()?;
        let handler = group.get_array("hooks")?.elements.first()?;
        Some(Wanted {
            event: event.name.as_str().to_owned(),
            matcher: group.get_string("matcher").map(|matcher| matcher.value.to_string()),
            handler: Node::of(template.text, handler),
            group: Node::of(template.text, value),
            is_kept_alone: false,
        })
    };
    events.filter_map(entry).collect()
}
