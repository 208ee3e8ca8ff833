//! Follows aliases, and refuses what no configuration may have: repeated keys, keys that are not
//! scalars, and aliases that expand to more than any file is long.

use std::collections::{BTreeSet, HashMap};

use super::Fault;
use crate::layout::{MAX_DEPTH, Node, NodeKind, Step};

/// Nodes and bytes of scalars. A file of the largest size stays far below it
/// without aliases; with them, each use of an alias counts anew.
const BUDGET: usize = 2 << 20;

/// What the aliases of a document stand for, by the numbers of their anchors.
#[derive(Default)]
pub(super) struct Anchors<'a>(HashMap<usize, (&'a Node, Weight)>);

/// What a node expands to.
#[derive(Clone, Copy)]
struct Weight {
    size: usize,
    depth: usize,
}

impl<'a> Anchors<'a> {
    /// Those below a node.
    ///
    /// # Errors
    /// If the node is refused.
    pub(super) fn of(root: &'a Node) -> Result<Self, Fault> {
        let mut anchors = Self::default();
        anchors.weigh(root)?;
        Ok(anchors)
    }

    /// The node itself, or what it stands for.
    pub(super) fn resolve(&self, node: &'a Node) -> &'a Node {
        match node.kind {
            NodeKind::Alias(anchor) => self.0.get(&anchor).map_or(node, |(node, _)| node),
            _ => node,
        }
    }

    fn weigh(&mut self, node: &'a Node) -> Result<Weight, Fault> {
        let mut weight = Weight { size: 1, depth: 1 };
        match &node.kind {
            NodeKind::Scalar { text, .. } => weight.size += text.len(),
            NodeKind::Alias(anchor) => match self.0.get(anchor) {
                Some((_, known)) => weight = *known,
                None => return Err(Fault::at(node, "an alias inside its own anchor")),
            },
            NodeKind::Sequence { items, .. } => {
                for (index, item) in items.iter().enumerate() {
                    let below = self.weigh(item).map_err(|err| err.below(Step::Index(index)))?;
                    weight.add(below, item)?;
                }
            }
            NodeKind::Mapping { entries, .. } => {
                let mut keys = BTreeSet::new();
                for (key, value) in entries {
                    let size = self.weigh(key)?.size;
                    let name = self.resolve(key).text().ok_or_else(|| not_a_key(key))?;
                    let step = || Step::Key(name.to_owned());
                    if !keys.insert(name) {
                        let message = format!("duplicate key `{name}`");
                        return Err(Fault::at(key, message).below(step()));
                    }
                    let below = self.weigh(value).map_err(|err| err.below(step()))?;
                    let both = Weight { size: size + below.size, ..below };
                    weight.add(both, value).map_err(|err| err.below(step()))?;
                }
            }
        }
        if node.anchor > 0 {
            self.0.insert(node.anchor, (node, weight));
        }
        Ok(weight)
    }
}

fn not_a_key(node: &Node) -> Fault {
    let kind = if let NodeKind::Sequence { .. } = node.kind { "sequence" } else { "map" };
    Fault::at(node, format!("invalid type: {kind}, expected a key"))
}

impl Weight {
    fn add(&mut self, below: Self, node: &Node) -> Result<(), Fault> {
        self.size += below.size;
        self.depth = self.depth.max(below.depth + 1);
        if self.depth > MAX_DEPTH + 1 {
            return Err(Fault::at(node, "recursion limit exceeded"));
        }
        if self.size > BUDGET {
            return Err(Fault::at(node, "the aliases expand to more than 2 MiB"));
        }
        Ok(())
    }
}
