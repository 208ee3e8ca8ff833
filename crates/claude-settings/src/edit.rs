//! What settings start, and single edits of their entries. Each edit is one splice.

use crate::check::findings;
use crate::command::{HookCommand, Start};
use crate::container::Container;
use crate::document::{Document, read, split_mark};
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::fragment::Wanted;
use crate::layout::{Layout, Node, line_indent, render_property, splice};

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
