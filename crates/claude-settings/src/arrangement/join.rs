//! Several entries made into one, by which the engine runs their hooks.

use crate::command::HookCommand;
use crate::fragment::Wanted;
use crate::layout::Node;
use crate::matcher::union;
use crate::run::ASYNC;

/// What a hook brings into the entry of the engine under one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) hook: String,
    pub(super) event: String,
    pub(super) is_async: bool,
    pub(super) matcher: Option<String>,
    pub(super) timeout: Option<Node>,
}

impl Part {
    /// What a hook brings by an entry of its template, if the engine can run it.
    pub(super) fn of(hook: &str, wanted: &Wanted) -> Option<Self> {
        wanted.is_joined().then(|| Self {
            hook: hook.to_owned(),
            event: wanted.event.clone(),
            is_async: wanted.is_async(),
            matcher: wanted.matcher.clone(),
            timeout: wanted.field("timeout").cloned(),
        })
    }
}

/// The longer of two times.
pub(super) fn longer(one: Node, other: Node) -> Node {
    if seconds(&other) > seconds(&one) { other } else { one }
}

/// The entry by which the engine runs `parts`, all of one event and for all of which a host waits,
/// or for none. `flags` are a person's.
pub(super) fn joined(parts: &[Part], flags: &[String], engine: &HookCommand) -> Option<Wanted> {
    let first = parts.first()?;
    let mut hooks: Vec<&str> = parts.iter().map(|part| part.hook.as_str()).collect();
    hooks.sort_unstable();
    hooks.dedup();
    let is_async = first.is_async.then_some(ASYNC);
    let words = ["run"].into_iter().chain(is_async).chain(flags.iter().map(String::as_str));
    let words: Vec<&str> = words.chain(hooks).collect();
    let timeout = parts.iter().filter_map(|part| part.timeout.clone()).reduce(longer);
    let command = engine.fields(&words).into_iter();
    let command = command.map(|(name, value)| (name, Some(Node::of_value(&value))));
    let fields = [("type", Some(Node::of_value(&"command".into())))].into_iter().chain(command);
    let fields = fields
        .chain([("timeout", timeout), ("async", is_async.map(|_| Node::of_value(&true.into())))]);
    let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let matcher = union(parts.iter().map(|part| part.matcher.as_deref()));
    Some(Wanted::new(&first.event, matcher, fields.collect()))
}

fn seconds(timeout: &Node) -> f64 {
    timeout.value().as_f64().unwrap_or_default()
}
