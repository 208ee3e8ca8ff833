//! Which of the files a subagent is told: as many as have room.

use hook_protocol::{CONTEXT_LIMIT, units};
use recent_files::RecentFile;

use crate::words::{HEAD, line};

/// The files in their order, one a line; `None` where there are none.
///
/// A file that would lead beyond [`CONTEXT_LIMIT`] is left out: half a path is
/// another path.
pub(crate) fn list(files: &[RecentFile]) -> Option<String> {
    let mut list = HEAD.to_owned();
    let mut room = CONTEXT_LIMIT.saturating_sub(units(HEAD));
    for file in files {
        let line = line(file);
        if let Some(left) = room.checked_sub(units(&line)) {
            room = left;
            list.push_str(&line);
        }
    }
    (list.len() > HEAD.len()).then_some(list)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use project_paths::RelPath;

    use super::*;

    fn file(path: &str) -> RecentFile {
        let path = RelPath::new(path).unwrap();
        RecentFile { path, at: SystemTime::UNIX_EPOCH, by_subagent: false }
    }

    #[track_caller]
    fn check(files: &[RecentFile], lines: &[&str]) {
        let list = list(files);
        let mut found = list.iter().flat_map(|list| list.split('\n'));
        if !lines.is_empty() {
            assert_eq!(found.next(), Some("Files recently touched in this session:"));
        }
        assert_eq!(found.collect::<Vec<_>>(), lines);
    }

    #[test]
    fn files_are_told_in_their_order() {
        check(&[], &[]);
        check(&[file("src/b.rs"), file("a.rs")], &["- src/b.rs", "- a.rs"]);
    }

    #[test]
    fn what_only_subagents_touched_is_marked() {
        let theirs = RecentFile { by_subagent: true, ..file("docs/a b.md") };
        check(&[theirs, file("a.rs")], &["- docs/a b.md (subagent)", "- a.rs"]);
    }

    #[test]
    fn a_file_has_one_line() {
        check(&[file("a\nb\u{2028}c\u{202e}d")], &[r"- a\nb\u{2028}c\u{202e}d"]);
    }

    #[test]
    fn no_path_is_cut_and_the_list_stays_within_the_limit() {
        let long = |letter: &str| letter.repeat(4_000);
        let paths = [long("a"), long("b"), long("c"), "d".to_owned(), "\u{1b}".repeat(2_000)];
        let files = paths.each_ref().map(|path| file(path));
        let lines = [format!("- {}", paths[0]), format!("- {}", paths[1]), "- d".to_owned()];
        check(&files, &lines.each_ref().map(String::as_str));
        check(&files[4..], &[]);
        let wide = file(&"\u{1f600}".repeat((CONTEXT_LIMIT - units(HEAD) - 3) / 2));
        assert!(units(&list(&[wide]).unwrap()) <= CONTEXT_LIMIT);
        check(&[file(&"\u{1f600}".repeat(CONTEXT_LIMIT / 2))], &[]);
        check(&[file(&"字".repeat(CONTEXT_LIMIT / 4))], &[]);
    }
}
