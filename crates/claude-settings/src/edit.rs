//! Puts our entries in and takes them out.
//!
//! Each step is one splice, after which the text is read again: no step has to know what an
//! earlier one moved.

use crate::check::findings;
use crate::command::{HookCommand, Start};
use crate::container::Container;
use crate::document::{Document, read, split_mark};
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::fragment::{Fragment, Wanted};
use crate::layout::{Layout, Node, line_indent, render_property, splice};

/// The settings with the entries of `fragments` in them, each once. `settings` is `None` where
/// there is no file yet; an empty file is the same.
///
/// An entry of the same hook that is already there is brought up to date where it stands;
/// further ones, and those under events that the hook is no longer for, are taken out.
///
/// # Errors
/// When the settings are not strict JSON, or have an entry for which a host ignores the file.
pub fn install(settings: Option<&str>, fragments: &[Fragment]) -> Result<String, SettingsError> {
    let (mark, body) = split_mark(settings.unwrap_or_default());
    let mut body = body.to_owned();
    if !body.trim().is_empty() {
        refuse(&body, Effect::forbids_edits)?;
    }
    for fragment in fragments {
        body = without_surplus(body, fragment)?;
        for wanted in fragment.entries() {
            body = with_entry(body, fragment.command(), wanted)?;
        }
    }
    refuse(&body, Effect::forbids_edits)?;
    Ok(format!("{mark}{body}"))
}

/// The settings without the entries of `commands`; `None` where nothing else was in them and the
/// file should go, as it does after [`install`] made it. Empty settings stay.
///
/// # Errors
/// When the settings are not strict JSON, or have a key twice in a place that matters here.
/// Entries that a host does not take are no reason: they are not ours and stay.
pub fn uninstall(
    settings: &str,
    commands: &[HookCommand],
) -> Result<Option<String>, SettingsError> {
    let (mark, body) = split_mark(settings);
    if body.trim().is_empty() {
        return Ok(Some(settings.to_owned()));
    }
    let mut body = body.to_owned();
    refuse(&body, |effect| effect == Effect::Shadowed)?;
    loop {
        let document = read(&body)?;
        let ours = |entry: &Entry<'_>| commands.iter().any(|command| command.owns(entry.handler));
        let Some(entry) = entries(&document).into_iter().rfind(ours) else {
            break;
        };
        match entry.cut(&document) {
            Some(range) => body = splice(&body, range, ""),
            None => return Ok(None),
        }
    }
    Ok(Some(format!("{mark}{body}")))
}

/// Whether an entry of `settings` starts the hook of `command`, by its own program or by the
/// engine. `false` where the settings cannot be read.
pub fn names(settings: &str, command: &HookCommand) -> bool {
    started(settings, command).is_some()
}

/// How `settings` start the hook of `command`; `None` where they do not, or cannot be read.
pub fn started(settings: &str, command: &HookCommand) -> Option<Start> {
    let (_, body) = split_mark(settings);
    let document = read(body).ok()?;
    let entries = entries(&document);
    let mut ours = entries.iter().filter(|entry| command.starts(entry.handler)).peekable();
    ours.peek()?;
    let alone = ours.all(|entry| command.owns(entry.handler));
    Some(if alone { Start::Alone } else { Start::Together })
}

/// The programs that `settings` starts under the name of a hook from somewhere
/// else than where we put it, each once: perhaps ours, put there with another
/// folder for the programs, perhaps somebody else's.
pub fn namesakes(settings: &str, command: &HookCommand) -> Vec<String> {
    let (_, body) = split_mark(settings);
    let Ok(document) = read(body) else { return Vec::new() };
    let entries = entries(&document);
    let mut programs: Vec<_> =
        entries.iter().filter_map(|entry| command.namesake(entry.handler)).collect();
    programs.sort();
    programs.dedup();
    programs
}

/// `body` without the entries of the hook that have no place in `fragment`.
fn without_surplus(mut body: String, fragment: &Fragment) -> Result<String, SettingsError> {
    while !body.trim().is_empty() {
        let document = read(&body)?;
        let ours: Vec<_> = entries(&document)
            .into_iter()
            .filter(|entry| fragment.command().owns(entry.handler))
            .collect();
        let kept: Vec<_> =
            fragment.entries().iter().filter_map(|wanted| kept(&ours, wanted, &body)).collect();
        let is_surplus = |entry: &&Entry<'_>| !kept.contains(&entry.handler.range.start);
        let Some(surplus) = ours.iter().rfind(is_surplus) else {
            break;
        };
        body = match surplus.cut(&document) {
            Some(range) => splice(&body, range, ""),
            None => String::new(),
        };
    }
    Ok(body)
}

/// The place of the one entry that stays for `wanted`: the one that is as it should be, else the
/// first that can become so.
fn kept(ours: &[Entry<'_>], wanted: &Wanted, text: &str) -> Option<usize> {
    let mut candidates = ours.iter().filter(|entry| entry.can_become(wanted));
    let first = candidates.clone().next();
    let kept = candidates.find(|entry| entry.is_as(wanted, text)).or(first)?;
    Some(kept.handler.range.start)
}

/// `body` with `wanted` in it, after [`without_surplus`].
fn with_entry(
    body: String,
    command: &HookCommand,
    wanted: &Wanted,
) -> Result<String, SettingsError> {
    if body.trim().is_empty() {
        return Ok(fresh(wanted));
    }
    let document = read(&body)?;
    let ours = |entry: &Entry<'_>| {
        entry.event.name.as_str() == wanted.event && command.owns(entry.handler)
    };
    let Some(entry) = entries(&document).into_iter().find(ours) else {
        return Ok(appended(&document, wanted));
    };
    if entry.is_as(wanted, &body) { Ok(body) } else { Ok(replaced(&document, &entry, wanted)) }
}

/// A new file with `wanted` in it.
pub(crate) fn fresh(wanted: &Wanted) -> String {
    let root = Node::Object(vec![("hooks".to_owned(), events_of(wanted))]);
    root.render(&Layout::default_file(), "") + "\n"
}

/// The text with `wanted` in the place of `entry`, which can become it.
pub(crate) fn replaced(document: &Document<'_>, entry: &Entry<'_>, wanted: &Wanted) -> String {
    let Document { text, root } = document;
    let (range, node) = if entry.has_matcher_of(wanted) {
        (entry.handler.range, &wanted.handler)
    } else {
        (entry.group.range, &wanted.group)
    };
    let with = node.render(&Layout::of(text, root), line_indent(text, range.start));
    splice(text, range.start..range.end, &with)
}

/// The text with `wanted` as the last group of its event, the event as the last of `hooks`, and
/// `hooks` as the last key, as far as they are not there yet.
pub(crate) fn appended(document: &Document<'_>, wanted: &Wanted) -> String {
    let Document { text, root } = document;
    let layout = &Layout::of(text, root);
    let Some(hooks) = root.get_object("hooks") else {
        return Container::from(root)
            .append(text, |indent| render_property("hooks", &events_of(wanted), layout, indent));
    };
    match hooks.get_array(&wanted.event) {
        Some(groups) => {
            Container::from(groups).append(text, |indent| wanted.group.render(layout, indent))
        }
        None => Container::from(hooks).append(text, |indent| {
            let groups = Node::Array(vec![wanted.group.clone()]);
            render_property(&wanted.event, &groups, layout, indent)
        }),
    }
}

/// What stands under `hooks` when there is nothing but `wanted`.
fn events_of(wanted: &Wanted) -> Node {
    let groups = Node::Array(vec![wanted.group.clone()]);
    Node::Object(vec![(wanted.event.clone(), groups)])
}

pub(crate) fn refuse(body: &str, forbids: impl Fn(Effect) -> bool) -> Result<(), SettingsError> {
    let document = read(body)?;
    let mut findings = findings(&document).into_iter();
    match findings.find(|finding| forbids(finding.effect)) {
        Some(finding) => Err(finding.into()),
        None => Ok(()),
    }
}
