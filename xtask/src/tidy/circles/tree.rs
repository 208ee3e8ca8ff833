//! The modules of a crate, and which of them names which.

use std::collections::BTreeMap;

use super::graph::Arrows;
use super::source::Source;

/// The way to a module from the root of its crate, which itself is empty.
type Way = Vec<String>;

/// How many re-exports one name may go through.
const MAX_EXPORTS: usize = 8;

/// The modules of a crate.
pub(super) struct Tree {
    modules: BTreeMap<Way, Source>,
}

impl Tree {
    /// Reads `root` and all files that it leads to. `read` gives the text of a file, or nothing
    /// where there is none.
    pub(super) fn read(root: &str, read: impl Fn(&str) -> Option<String>) -> Self {
        let mut tree = Self { modules: BTreeMap::new() };
        let mut waiting = vec![(Way::new(), root.to_owned())];
        while let Some((way, file)) = waiting.pop() {
            let Some(text) = read(&file) else { continue };
            let source = Source::read(&text);
            let folder = match file.rsplit_once('/') {
                Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder,
                _ => file.trim_end_matches(".rs"),
            };
            for name in &source.modules {
                let way: Way = way.iter().chain([name]).cloned().collect();
                waiting.push((way.clone(), format!("{folder}/{name}.rs")));
                waiting.push((way, format!("{folder}/{name}/mod.rs")));
            }
            tree.modules.insert(way, source);
        }
        tree
    }

    /// The arrows that count, between modules by their ways.
    pub(super) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, source) in &self.modules {
            let named = arrows.entry(from.join("::")).or_default();
            for path in source.uses.iter().chain(&source.paths) {
                // Where the name is defined, and the module that exports it again.
                for exports in [MAX_EXPORTS, 0] {
                    let Some(to) = self.find(from, &path.parts, exports) else { continue };
                    // The root contains all.
                    if !from.starts_with(&to) && !from.is_empty() {
                        named.insert(to.join("::"));
                    }
                }
            }
        }
        arrows
    }

    /// The module that defines what `path` names where it is written in `from`. `None` for what is
    /// in another crate.
    fn find(&self, from: &[String], path: &[String], exports: usize) -> Option<Way> {
        let (first, rest) = path.split_first()?;
        let (mut module, mut rest) = match first.as_str() {
            "crate" => (Way::new(), rest),
            "self" => (from.to_vec(), rest),
            "super" => above(from, rest),
            name => {
                if !self.modules.contains_key(&below(from, name)) {
                    return self.exported(from, first, rest, exports);
                }
                (from.to_vec(), path)
            }
        };
        while let Some((next, behind)) = rest.split_first() {
            let inner = below(&module, next);
            if !self.modules.contains_key(&inner) {
                return self.exported(&module, next, behind, exports).or(Some(module));
            }
            (module, rest) = (inner, behind);
        }
        Some(module)
    }

    /// What the name leads to that `module` has by `use`.
    fn exported(
        &self,
        module: &[String],
        name: &str,
        rest: &[String],
        exports: usize,
    ) -> Option<Way> {
        let exports = exports.checked_sub(1)?;
        let uses = &self.modules.get(module)?.uses;
        let path =
            uses.iter().find(|path| path.name == name && path.parts.first() != Some(&path.name))?;
        let path: Way =
            path.parts.iter().filter(|part| *part != "self").chain(rest).cloned().collect();
        self.find(module, &path, exports)
    }
}

fn below(module: &[String], name: &str) -> Way {
    module.iter().map(String::as_str).chain([name]).map(str::to_owned).collect()
}

/// The module that `super` leads to, several times if need be, and what follows.
fn above<'p>(from: &[String], mut rest: &'p [String]) -> (Way, &'p [String]) {
    let mut module = from.split_last().map_or(&[][..], |(_, above)| above);
    while let Some((first, behind)) = rest.split_first()
        && first == "super"
    {
        module = module.split_last().map_or(&[][..], |(_, above)| above);
        rest = behind;
    }
    (module.to_vec(), rest)
}
