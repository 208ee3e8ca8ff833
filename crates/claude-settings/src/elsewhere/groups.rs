//! Files in JSON: those like Claude's settings, and one whose events have handlers at once.

use std::ops::Range;

use hook_protocol::{FileLayout, Unit};
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use super::{HostCommand, Spot, Target};
use crate::container::Container;
use crate::document::{self, Document, split_mark};
use crate::edit;
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::fragment::Wanted;
use crate::layout::{Layout, Node, render_property};

const HOOKS: &str = "hooks";

/// The entries of ours.
pub(super) fn spots(
    text: &str,
    layout: FileLayout,
    command: &HostCommand,
) -> Result<Vec<Spot>, SettingsError> {
    let (mark, body) = split_mark(text);
    if body.trim().is_empty() {
        return Ok(Vec::new());
    }
    let document = read(body)?;
    let hooks = hooks(&document)?;
    let found = match layout {
        FileLayout::Flat => flat(&document, hooks, command),
        _ => entries(&document)
            .iter()
            .filter_map(|entry| of_group(&document, layout, entry, command))
            .collect(),
    };
    let moved = |range: Range<usize>| range.start + mark.len()..range.end + mark.len();
    let moved = |spot: Spot| Spot {
        command: moved(spot.command),
        timeout: spot.timeout.map(|(range, seconds)| (moved(range), seconds)),
        cut: spot.cut.map(moved),
        ..spot
    };
    Ok(found.into_iter().map(moved).collect())
}

fn of_group(
    document: &Document<'_>,
    layout: FileLayout,
    entry: &Entry<'_>,
    command: &HostCommand,
) -> Option<Spot> {
    spot(layout, entry.event.name.as_str(), entry.handler, entry.cut(document), command)
}

/// The handlers of a file without groups, with what goes when one of them goes. All of the file goes
/// with the last.
fn flat(document: &Document<'_>, hooks: Option<&Object<'_>>, command: &HostCommand) -> Vec<Spot> {
    let Some(hooks) = hooks else { return Vec::new() };
    let mut found = Vec::new();
    for (event_at, event) in hooks.properties.iter().enumerate() {
        let Value::Array(handlers) = &event.value else { continue };
        for (at, value) in handlers.elements.iter().enumerate() {
            let Value::Object(handler) = value else { continue };
            let cut = Container::from(handlers)
                .cut(at)
                .or_else(|| Container::from(hooks).cut(event_at))
                .or_else(|| cut_of_hooks(document));
            found.extend(spot(FileLayout::Flat, event.name.as_str(), handler, cut, command));
        }
    }
    found
}

/// What to cut so that `hooks` goes, where more than its version stands beside it.
fn cut_of_hooks(document: &Document<'_>) -> Option<Range<usize>> {
    let keys: Vec<&str> = document.root.properties.iter().map(|key| key.name.as_str()).collect();
    let at = keys.iter().position(|key| *key == HOOKS)?;
    let is_bare = keys.iter().all(|key| [HOOKS, "version"].contains(key));
    if is_bare { None } else { Container::from(&document.root).cut(at) }
}

fn spot(
    layout: FileLayout,
    event: &str,
    handler: &Object<'_>,
    cut: Option<Range<usize>>,
    ours: &HostCommand,
) -> Option<Spot> {
    handler.get_string("type").filter(|kind| kind.value == "command")?;
    let command = handler.get_string(name_of_command(layout))?;
    let hooks = ours.hooks_of(&command.value)?;
    let timeout = handler.get_number(name_of_time(layout)).and_then(|number| {
        let value: f64 = number.value.parse().ok()?;
        let seconds = if is_in_milliseconds(layout) { value / 1000.0 } else { value };
        Some((number.start()..number.end(), seconds))
    });
    Some(Spot {
        event: event.to_owned(),
        hooks,
        line: command.value.to_string(),
        command: command.start()..command.end(),
        timeout,
        cut,
    })
}

/// What a host makes of a file that it cannot read is not known of all: the place and the problem
/// are said, and no more.
fn read(body: &str) -> Result<Document<'_>, SettingsError> {
    document::read(body)
        .map_err(|found| SettingsError { position: found.position, reason: found.problem })
}

/// The text with an entry for `target`, the last of its event.
pub(super) fn appended(
    text: &str,
    layout: FileLayout,
    target: &Target,
    line: &str,
) -> Result<String, SettingsError> {
    let (mark, body) = split_mark(text);
    let text_of = |text: &str| Node::of_value(&text.into());
    let fields = [
        ("type", text_of("command")),
        (name_of_command(layout), text_of(line)),
        (name_of_time(layout), Node::of_value(&time(layout, target.timeout).into())),
    ];
    let fields: Vec<_> = fields.map(|(name, value)| (name.to_owned(), value)).into();
    let body = match (layout, body.trim().is_empty()) {
        (FileLayout::Flat, true) => fresh_flat(&target.event, Node::Object(fields)),
        (FileLayout::Flat, false) => append_flat(body, &target.event, &Node::Object(fields))?,
        (_, true) => edit::fresh(&Wanted::new(&target.event, None, fields)),
        (_, false) => edit::appended(&read(body)?, &Wanted::new(&target.event, None, fields)),
    };
    Ok(format!("{mark}{body}"))
}

fn fresh_flat(event: &str, handler: Node) -> String {
    let events = Node::Object(vec![(event.to_owned(), Node::Array(vec![handler]))]);
    let version = ("version".to_owned(), Node::of_value(&1.into()));
    Node::Object(vec![version, (HOOKS.to_owned(), events)]).render(&Layout::default_file(), "")
        + "\n"
}

fn append_flat(body: &str, event: &str, handler: &Node) -> Result<String, SettingsError> {
    let document = read(body)?;
    let layout = &Layout::of(body, &document.root);
    let handlers = || Node::Array(vec![handler.clone()]);
    let Some(hooks) = hooks(&document)? else {
        let events = Node::Object(vec![(event.to_owned(), handlers())]);
        return Ok(Container::from(&document.root)
            .append(body, |indent| render_property(HOOKS, &events, layout, indent)));
    };
    Ok(match hooks.get_array(event) {
        Some(there) => Container::from(there).append(body, |indent| handler.render(layout, indent)),
        None => Container::from(hooks)
            .append(body, |indent| render_property(event, &handlers(), layout, indent)),
    })
}

/// Fails where entries for `targets` cannot be put in, and where a file that is to be ours alone
/// is not.
pub(super) fn refuse(
    text: &str,
    layout: FileLayout,
    targets: &[Target],
    command: &HostCommand,
) -> Result<(), SettingsError> {
    let (_, body) = split_mark(text);
    if body.trim().is_empty() {
        return Ok(());
    }
    let document = read(body)?;
    let Some(hooks) = hooks(&document)? else {
        return if layout == FileLayout::Flat { Err(foreign(&document, 0)) } else { Ok(()) };
    };
    for (at, event) in hooks.properties.iter().enumerate() {
        let name = event.name.as_str();
        let is_wanted = targets.iter().any(|target| target.event == name);
        let later = hooks.properties.iter().skip(at + 1).find(|it| it.name.as_str() == name);
        match (&event.value, later) {
            (_, Some(later)) if is_wanted => {
                let problem = format!("`{name}` appears more than once");
                return Err(SettingsError::new(body, later.start(), problem));
            }
            (Value::Array(handlers), _) if layout == FileLayout::Flat => {
                let is_ours = |value: &&Value<'_>| {
                    let handler = value.as_object();
                    handler.is_some_and(|it| spot(layout, name, it, None, command).is_some())
                };
                if let Some(other) = handlers.elements.iter().find(|value| !is_ours(value)) {
                    return Err(foreign(&document, other.start()));
                }
            }
            (Value::Array(groups), _) if is_wanted => refuse_groups(body, name, groups)?,
            (other, _) if is_wanted || layout == FileLayout::Flat => {
                let problem = format!("`{name}` must be an array");
                return Err(SettingsError::new(body, other.start(), problem));
            }
            _ => {}
        }
    }
    Ok(())
}

fn refuse_groups(body: &str, event: &str, groups: &Array<'_>) -> Result<(), SettingsError> {
    match groups.elements.iter().find(|group| group.as_object().is_none()) {
        Some(other) => {
            let problem = format!("an entry of `{event}` must be an object with `hooks`");
            Err(SettingsError::new(body, other.start(), problem))
        }
        None => Ok(()),
    }
}

fn foreign(document: &Document<'_>, place: usize) -> SettingsError {
    let problem = "this file may contain only Tacklebox's entries: move the others to another \
                   file";
    SettingsError::new(document.text, place, problem)
}

/// What holds the events, if it is there.
fn hooks<'d>(document: &'d Document<'d>) -> Result<Option<&'d Object<'d>>, SettingsError> {
    let is_it = |key: &&ObjectProp<'_>| key.name.as_str() == HOOKS;
    let mut found = document.root.properties.iter().filter(is_it);
    let refused = |place: usize, problem: &str| {
        Err(SettingsError::new(document.text, place, problem.to_owned()))
    };
    match (found.next(), found.next()) {
        (None, _) => Ok(None),
        (Some(_), Some(again)) => refused(again.start(), "`hooks` appears more than once"),
        (Some(ObjectProp { value: Value::Object(hooks), .. }), None) => Ok(Some(hooks)),
        (Some(other), None) => refused(other.value.start(), "`hooks` must be an object"),
    }
}

fn name_of_command(layout: FileLayout) -> &'static str {
    if layout == FileLayout::Flat { "bash" } else { "command" }
}

fn name_of_time(layout: FileLayout) -> &'static str {
    if layout == FileLayout::Flat { "timeoutSec" } else { "timeout" }
}

fn is_in_milliseconds(layout: FileLayout) -> bool {
    layout == FileLayout::Groups(Unit::Milliseconds)
}

/// A time as the host counts it.
pub(super) fn time(layout: FileLayout, seconds: u32) -> u32 {
    if is_in_milliseconds(layout) { seconds.saturating_mul(1000) } else { seconds }
}
