//! Which paths may be spelled as something protected, by the names in their text: many paths are
//! told so before one of them is put together.

use std::path::{Path, is_separator};

use super::Protected;
use crate::target::lies_in;

/// The last names of the protected places.
#[derive(Debug)]
pub(crate) struct Names<'p> {
    /// `None` where any path may be one.
    all: Option<Vec<&'p [u8]>>,
    /// Which bytes they begin with, and how long they are.
    firsts: [bool; 256],
    lengths: [bool; 256],
}

impl Protected {
    /// Those that tell of paths in the folder `base`, which is normalised. What is below a protected
    /// place has its last name in it, or begins in it.
    pub(crate) fn names_from(&self, base: &Path) -> Names<'_> {
        let is_told = !self.entries.iter().any(|entry| lies_in(base, &entry.path));
        let names = self.entries.iter().map(|entry| entry.path.file_name());
        let names = names.map(|name| Some(name?.as_encoded_bytes()));
        let mut names: Option<Vec<&[u8]>> = names.collect::<Option<_>>().filter(|_| is_told);
        let (mut firsts, mut lengths) = ([false; 256], [false; 256]);
        for name in names.iter_mut().flatten() {
            let first = name.first().and_then(|first| firsts.get_mut(usize::from(*first)));
            let length = lengths.get_mut(name.len());
            first.into_iter().chain(length).for_each(|mark| *mark = true);
        }
        Names { all: names, firsts, lengths }
    }
}

impl Names<'_> {
    /// Whether a path may be spelled as a protected one.
    pub(crate) fn may_be_in(&self, path: &str) -> bool {
        let Some(names) = &self.all else { return true };
        let is_separator = |byte: &u8| is_separator(char::from(*byte));
        let mut rest = path.as_bytes();
        while let Some(first) = rest.first() {
            let length = rest.iter().position(is_separator).unwrap_or(rest.len());
            let is_marked = |marks: &[bool; 256], at: usize| marks.get(at).copied().unwrap_or(true);
            let name = rest.get(..length).unwrap_or_default();
            if is_marked(&self.firsts, usize::from(*first))
                && is_marked(&self.lengths, length)
                && names.contains(&name)
            {
                return true;
            }
            rest = rest.get(length + 1..).unwrap_or_default();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protected::{Entry, Form, Thing};

    #[track_caller]
    fn check(base: &str, path: &str, expected: bool) {
        let entry = |path: &str| Entry { path: path.into(), thing: Thing::Own, form: Form::Folder };
        let entries = vec![entry("/p/.tacklebox"), entry("/p/.claude/hooks"), entry("/p/.claude")];
        let protected = Protected { entries };
        let found = protected.names_from(Path::new(base)).may_be_in(path);
        assert_eq!(found, expected, "{base} {path}");
        let place = project_paths::normalise(&Path::new(base).join(path));
        assert!(found || protected.at(&place).is_none(), "{base} {path}");
    }

    #[test]
    fn a_path_may_be_protected_where_it_has_a_name_or_begins_in_one() {
        check("/p", "src/a", false);
        check("/p", "", false);
        check("/p", ".tacklebox", true);
        check("/p", "src/../.tacklebox/a", true);
        check("/p", "/p//.tacklebox/", true);
        check("/p", ".tacklebox-a/b", false);
        check("/p", "x.tacklebox", false);
        check("/p/src", "../.claude/hooks/a", true);
        check("/p/src", "../../hooks", true);
        check("/p/.tacklebox/a", "b", true);
        check("/p/.claude", "settings.json", true);
    }
}
