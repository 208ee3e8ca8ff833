//! The handlers of a settings file, and what goes when one of them goes.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use crate::container::Container;
use crate::document::Document;
use crate::fragment::Wanted;

/// One handler, and how to get there.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'d> {
    hooks: &'d Object<'d>,
    event_index: usize,
    pub(crate) event: &'d ObjectProp<'d>,
    groups: &'d Array<'d>,
    group_index: usize,
    pub(crate) group: &'d Object<'d>,
    handlers: &'d Array<'d>,
    handler_index: usize,
    pub(crate) handler: &'d Object<'d>,
}

/// Every handler of the file, in the order of the text; what has another shape is passed over.
pub(crate) fn entries<'d>(document: &'d Document<'d>) -> Vec<Entry<'d>> {
    let mut found = Vec::new();
    let Some(hooks) = document.root.get_object("hooks") else {
        return found;
    };
    for (event_index, event) in hooks.properties.iter().enumerate() {
        let Value::Array(groups) = &event.value else {
            continue;
        };
        for (group_index, group) in objects(groups) {
            let Some(handlers) = group.get_array("hooks") else {
                continue;
            };
            found.extend(objects(handlers).map(|(handler_index, handler)| Entry {
                hooks,
                event_index,
                event,
                groups,
                group_index,
                group,
                handlers,
                handler_index,
                handler,
            }));
        }
    }
    found
}

fn objects<'d>(array: &'d Array<'d>) -> impl Iterator<Item = (usize, &'d Object<'d>)> {
    let object = |(index, value): (usize, &'d Value<'d>)| Some((index, value.as_object()?));
    array.elements.iter().enumerate().filter_map(object)
}

impl Entry<'_> {
    /// Whether the group has no other handler.
    pub(crate) fn is_alone(&self) -> bool {
        Container::from(self.handlers).len() == 1
    }

    pub(crate) fn has_matcher_of(&self, wanted: &Wanted) -> bool {
        let matcher = self.group.get_string("matcher").map(|matcher| matcher.value.as_ref());
        matcher == wanted.matcher.as_deref()
    }

    pub(crate) fn is_as(&self, wanted: &Wanted, text: &str) -> bool {
        let handler = serde_json::from_str(self.handler.text(text));
        self.has_matcher_of(wanted)
            && handler.is_ok_and(|handler: serde_json::Value| handler == wanted.handler.value())
    }

    /// Whether it can be brought up to date without touching a foreign handler.
    pub(crate) fn can_become(&self, wanted: &Wanted) -> bool {
        self.event.name.as_str() == wanted.event && (self.is_alone() || self.has_matcher_of(wanted))
    }

    /// What to cut out so that it is gone, along with what it leaves empty; `None` means all.
    pub(crate) fn cut(&self, document: &Document<'_>) -> Option<Range<usize>> {
        if !self.is_alone() {
            return Container::from(self.handlers).cut(self.handler_index);
        }
        let root = &document.root;
        let hooks_index = root.properties.iter().position(|p| p.name.as_str() == "hooks");
        Container::from(self.groups)
            .cut(self.group_index)
            .or_else(|| Container::from(self.hooks).cut(self.event_index))
            .or_else(|| Container::from(root).cut(hooks_index?))
    }
}
