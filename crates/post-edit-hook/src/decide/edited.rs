//! What an edit did to the names and words of a text: which it took out, put in or declares otherwise, and
//! whether there is more of what makes a function long or branched.

use std::collections::{HashMap, HashSet};

use crate::decide::declared::{Declared, declared, without_comment};

/// Words that branch, in lower case.
const BRANCHES: [&str; 14] = [
    "if", "elif", "for", "foreach", "while", "case", "when", "catch", "except", "and", "or",
    "match", "switch", "unless",
];

/// Words that end a function.
const RETURNS: [&str; 4] = ["return", "raise", "throw", "yield"];

/// Words behind which nothing is reached.
const JUMPS: [&str; 7] = ["return", "raise", "throw", "break", "continue", "exit", "panic"];

/// What lines that were taken out and put in have to do with the rest of the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Edited {
    /// The names that are not declared any more, but may stand in the new lines still.
    undeclared: HashSet<String>,
    /// Those that are declared otherwise than before.
    changed: HashSet<String>,
    /// Those that were not declared in the lines before.
    new: HashSet<String>,
    /// The headings that are gone, as a link to them has it.
    headings: HashSet<String>,
    branches: isize,
    returns: isize,
    lines: isize,
    /// Words that end something, but for those that were there.
    jumps: isize,
}

impl Edited {
    /// What was taken out, and what was put in.
    pub(crate) fn of(removed: &[&str], added: &[&str]) -> Self {
        let (before, after) = (heads(removed), heads(added));
        let without = |some: &HashMap<&str, HashSet<&str>>,
                       others: &HashMap<&str, HashSet<&str>>| {
            let names = some.keys().filter(|name| !others.contains_key(*name));
            names.map(|name| (*name).to_owned()).collect()
        };
        let changed = after.iter().filter(|(name, heads)| {
            before.get(*name).is_some_and(|old| !old.is_empty() && old.is_disjoint(heads))
        });
        let count = |words: &[&str]| times(added, words) - times(removed, words);
        let signs = signs(added) - signs(removed);
        let number = |lines: &[&str]| isize::try_from(lines.len()).unwrap_or(isize::MAX);
        let gone = slugs(removed);
        let left = slugs(added);
        Self {
            undeclared: without(&before, &after),
            changed: changed.map(|(name, _)| (*name).to_owned()).collect(),
            new: without(&after, &before),
            headings: gone.difference(&left).cloned().collect(),
            branches: count(&BRANCHES) + signs,
            returns: count(&RETURNS),
            lines: number(added) - number(removed),
            jumps: count(&JUMPS),
        }
    }

    /// Whether nothing is gone that a finding might name.
    pub(crate) fn loses_nothing(&self) -> bool {
        self.undeclared.is_empty() && self.headings.is_empty()
    }

    pub(crate) fn is_undeclared(&self, name: &str) -> bool {
        self.undeclared.contains(name)
    }

    pub(crate) fn is_declared_otherwise(&self, name: &str) -> bool {
        self.changed.contains(name)
    }

    pub(crate) fn is_new(&self, name: &str) -> bool {
        self.new.contains(name)
    }

    /// Whether other names are declared than before, or more of them, or fewer.
    pub(crate) fn has_other_names(&self) -> bool {
        self.lines != 0 || !self.undeclared.is_empty() || !self.new.is_empty()
    }

    /// The headings that are gone: `#a-heading`.
    pub(crate) fn headings(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().map(String::as_str)
    }

    pub(crate) fn has_more_branches(&self) -> bool {
        self.branches > 0
    }

    pub(crate) fn has_more_returns(&self) -> bool {
        self.returns > 0
    }

    pub(crate) fn has_other_returns(&self) -> bool {
        self.returns != 0
    }

    pub(crate) fn has_more_lines(&self) -> bool {
        self.lines > 0
    }

    pub(crate) fn moves_lines(&self) -> bool {
        self.lines != 0
    }

    pub(crate) fn has_more_jumps(&self) -> bool {
        self.jumps > 0
    }

    /// What this and another edit did.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let both =
            |one: &HashSet<String>, other: &HashSet<String>| one.union(other).cloned().collect();
        Self {
            undeclared: both(&self.undeclared, &other.undeclared),
            changed: both(&self.changed, &other.changed),
            new: both(&self.new, &other.new),
            headings: both(&self.headings, &other.headings),
            branches: self.branches.max(other.branches),
            returns: self.returns.max(other.returns),
            lines: self.lines.max(other.lines),
            jumps: self.jumps.max(other.jumps),
        }
    }
}

/// The names that lines declare, with what is said of each.
fn heads<'a>(lines: &[&'a str]) -> HashMap<&'a str, HashSet<&'a str>> {
    let mut found: HashMap<&str, HashSet<&str>> = HashMap::new();
    for Declared { name, head } in lines.iter().flat_map(|line| declared(line)) {
        let heads = found.entry(name).or_default();
        heads.extend(Some(head.trim()).filter(|head| !head.is_empty()));
    }
    found
}

/// How often one of some words stands in lines.
fn times(lines: &[&str], words: &[&str]) -> isize {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let all = lines.iter().flat_map(|line| without_comment(line).split(move |it| !is_part(it)));
    isize::try_from(all.filter(|word| words.contains(word)).count()).unwrap_or_default()
}

/// How often a sign stands in them that branches.
fn signs(lines: &[&str]) -> isize {
    let all = ["&&", "||", " ? ", "??"].iter();
    let of = |sign: &&str| lines.iter().map(|line| line.matches(*sign).count()).sum::<usize>();
    isize::try_from(all.map(of).sum::<usize>()).unwrap_or_default()
}

/// What a link to a heading has: `#a-heading`.
fn slugs(lines: &[&str]) -> HashSet<String> {
    let of = |line: &&str| {
        let text = line.trim_start_matches('#');
        let text = text.strip_prefix(' ').filter(|_| text.len() < line.len())?;
        let is_kept = |it: &char| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_');
        let words: String = text.trim().to_lowercase().chars().filter(is_kept).collect();
        (!words.is_empty()).then(|| format!("#{}", words.replace(' ', "-")))
    };
    lines.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_still_used_is_not_declared_any_more() {
        for (before, after, name) in [
            ("name = user.name", "label = user.name", "name"),
            ("name = user  # the name", "label = user  # the name", "name"),
            ("import json", "import json as j", "json"),
            ("import { foo } from \"./foo\";", "import { bar } from \"./foo\";", "foo"),
            ("const { value } = props;", "const { value: val } = props;", "value"),
            ("def g(self):", "def g():", "self"),
        ] {
            let edited = Edited::of(&[before], &[after]);
            assert!(edited.is_undeclared(name), "{before}");
        }
        assert!(!Edited::of(&["name = 1"], &["name = 2"]).is_undeclared("name"));
    }

    #[test]
    fn a_name_is_declared_otherwise_where_more_than_its_value_changed() {
        for (before, after, name) in [
            ("let mut s = 1;", "let s = 1;", "s"),
            ("int x = 1;", "final int x = 1;", "x"),
            ("id: number;", "id: string;", "id"),
            ("x: int = 1", "x: str = \"1\"", "x"),
            ("def f(a: int) -> int:", "def f(a: int, b: int) -> int:", "f"),
            ("void g() { }", "private void g() { }", "g"),
            ("void g() { }", "void g() throws Exception { }", "g"),
        ] {
            let edited = Edited::of(&[before], &[after]);
            assert!(edited.is_declared_otherwise(name), "{before}");
        }
        for (before, after, name) in
            [("x: int = 1", "x: int = 2", "x"), ("def f(a): return 1", "def f(a): return 2", "f")]
        {
            let edited = Edited::of(&[before], &[after]);
            assert!(!edited.is_declared_otherwise(name), "{before}");
        }
    }

    #[test]
    fn headings_are_known_as_links_have_them() {
        let edited = Edited::of(&["## Intro, part"], &["## Start"]);
        assert_eq!(edited.headings().collect::<Vec<_>>(), ["#intro-part"]);
    }
}
